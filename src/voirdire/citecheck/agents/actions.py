"""What an agent may do to check an excerpt: eight actions over one source of opinions.

Input: a `Source` and, where one is set, a web search. Output: `Tool`s whose observations
are JSON of bounded size. One `Actions` serves one episode: it remembers which opinions the
agent was shown, and no other can be asked for. Nothing reads files.

What a source or the web says is outside text; whoever puts an observation into a prompt
does so through `Chat.quote`.
"""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from voirdire.authorities.types import Case, Source
from voirdire.citecheck.agents.lookups import case_record, look_up, parse_citation
from voirdire.citecheck.agents.opinions import LONGEST_READING, ReadOpinion
from voirdire.citecheck.agents.web import ADDRESS_VARIABLE, WebSearch, WebSearchError
from voirdire.errors import LibraryError, SourceError
from voirdire.llm.tools import Json, Observation, Tool, read_call, run_call

_MOST_CASES = 8
_LONGEST_NOTES = 8000


class _Arguments(BaseModel):
    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)


class LookUpCitation(_Arguments):
    """Arguments of `look_up_citation`."""

    citation: str = Field(
        min_length=1,
        max_length=400,
        description="Volume, reporter and first page, such as 370 F.3d 1223. No pin cite.",
    )


class SearchCases(_Arguments):
    """Arguments of `search_cases`."""

    query: str = Field(
        min_length=1,
        max_length=300,
        description="Words of the parties' names, such as Roe Harbour, or a citation.",
    )


class FetchOpinion(_Arguments):
    """Arguments of `fetch_opinion`."""

    opinion_id: str = Field(max_length=300, description="An opinion_id that a look-up showed.")


class SearchOpinion(_Arguments):
    """Arguments of `search_opinion`."""

    opinion_id: str = Field(max_length=300, description="An opinion_id that a look-up showed.")
    words: str = Field(
        min_length=1,
        max_length=3000,
        description="The quoted words as the excerpt has them, with their ellipses and "
        "brackets, or a few words in a row.",
    )


class ReadOpinionLines(_Arguments):
    """Arguments of `read_opinion`."""

    opinion_id: str = Field(max_length=300, description="An opinion_id that a look-up showed.")
    page: str | None = Field(
        default=None, max_length=20, description="Printed page to begin at; or give a line."
    )
    line: int | None = Field(default=None, ge=1, description="Line to begin at; 1 is the first.")
    count: int = Field(default=25, ge=1, le=LONGEST_READING, description="How many lines to read.")


class SearchWeb(_Arguments):
    """Arguments of `search_web`."""

    query: str = Field(min_length=1, max_length=300, description="A few words, no operators.")


class EditScratchpad(_Arguments):
    """Arguments of `edit_scratchpad`."""

    notes: str = Field(
        max_length=_LONGEST_NOTES, description="The whole notes; they replace what stood there."
    )


class Think(_Arguments):
    """Arguments of `think`."""

    thought: str = Field(min_length=1, max_length=8000, description="What you make of it so far.")


class Actions:
    """The actions of one episode, and what the agent has been shown in it."""

    def __init__(self, source: Source, web: WebSearch | None = None) -> None:
        self._source = source
        self._web = web
        self._shown: dict[str, Case] = {}
        self._opinions: dict[str, ReadOpinion] = {}
        self.scratchpad = ""
        self.tools = _tools(self)

    async def act(self, name: str, arguments: str | Mapping[str, Any]) -> Observation:
        """Run one action by name; what is wrong with it is said in the observation."""
        return await run_call(read_call(self.tools, name, arguments))

    async def look_up_citation(self, asked: LookUpCitation) -> Observation:
        """What is held at volume, reporter and page."""
        try:
            found = look_up(asked.citation, self._source)
        except SourceError as error:
            return _failed(error)
        self._show(found.cases)
        return Observation(found.data)

    async def search_cases(self, asked: SearchCases) -> Observation:
        """Cases by words of their names, or by a citation."""
        if parse_citation(asked.query, self._source.declared_reporters()) is not None:
            return await self.look_up_citation(LookUpCitation(citation=asked.query))
        try:
            cases = self._source.search_cases(asked.query, _MOST_CASES)
        except (SourceError, LibraryError) as error:
            return _failed(error)
        self._show(cases)
        data: Json = {"query": asked.query, "cases": [case_record(case) for case in cases]}
        if not cases:
            data["meaning"] = "No case held has these words in its name."
        return Observation(data)

    async def fetch_opinion(self, asked: FetchOpinion) -> Observation:
        """Register an opinion and say what is held of it."""
        opinion = self._opinion(asked.opinion_id)
        return opinion if isinstance(opinion, Observation) else Observation(opinion.describe())

    async def search_opinion(self, asked: SearchOpinion) -> Observation:
        """Where words stand in an opinion."""
        opinion = self._opinion(asked.opinion_id)
        if isinstance(opinion, Observation):
            return opinion
        return Observation(opinion.search(asked.words))

    async def read_opinion(self, asked: ReadOpinionLines) -> Observation:
        """Lines of an opinion."""
        opinion = self._opinion(asked.opinion_id)
        if isinstance(opinion, Observation):
            return opinion
        return Observation(opinion.read(asked.page, asked.line, asked.count))

    async def search_web(self, asked: SearchWeb) -> Observation:
        """Pages of the open web, where a search is set."""
        if self._web is None:
            return _message(f"No web search is set ({ADDRESS_VARIABLE}); do without it.")
        try:
            results = await self._web.search(asked.query)
        except WebSearchError as error:
            return _failed(error)
        return Observation({"query": asked.query, "results": [asdict(r) for r in results]})

    async def edit_scratchpad(self, asked: EditScratchpad) -> Observation:
        """Replace the notes."""
        self.scratchpad = asked.notes
        return Observation({"characters": len(asked.notes)})

    async def think(self, asked: Think) -> Observation:
        """Nothing new: a thought shows no evidence."""
        return Observation({"noted": len(asked.thought)})

    def _show(self, cases: tuple[Case, ...]) -> None:
        self._shown.update((case.id, case) for case in cases)

    def _opinion(self, opinion_id: str) -> ReadOpinion | Observation:
        case = self._shown.get(opinion_id)
        if case is None:
            return _message("No look-up has shown an opinion of this id; look the case up first.")
        if opinion_id not in self._opinions:
            try:
                opinion = self._source.opinion(case)
            except SourceError as error:
                return _failed(error)
            if opinion is None:
                return Observation(
                    {
                        "opinion_id": opinion_id,
                        "registered": False,
                        "meaning": "The case is listed, but its words are not held.",
                    }
                )
            self._opinions[opinion_id] = ReadOpinion(opinion)
        return self._opinions[opinion_id]


def _message(message: str) -> Observation:
    return Observation({"message": message}, is_error=True)


def _failed(error: Exception) -> Observation:
    return _message(f"{error}. This shows nothing about the case.")


def _tools(actions: Actions) -> tuple[Tool, ...]:
    return (
        Tool(
            "look_up_citation",
            "Look up volume, reporter and first page. Tells whether a case begins there, and "
            "which; whether the page lies inside another case; whether every case of the volume "
            "is listed, so that absence is proof; or that the volume is not held, which proves "
            "nothing.",
            LookUpCitation,
            actions.look_up_citation,
        ),
        Tool(
            "search_cases",
            "Find cases by words of the parties' names. Use it when a look-up shows another "
            "name than the excerpt, or nothing.",
            SearchCases,
            actions.search_cases,
        ),
        Tool(
            "fetch_opinion",
            "Open an opinion that a look-up showed: its length, its pages and its first words.",
            FetchOpinion,
            actions.fetch_opinion,
        ),
        Tool(
            "search_opinion",
            "Compare words with an opinion, letter by letter; case, spaces, dashes and quotation "
            "marks do not matter, ellipses and brackets are honoured. Gives the printed pages, "
            "or the nearest passages when the words do not stand there.",
            SearchOpinion,
            actions.search_opinion,
        ),
        Tool(
            "read_opinion",
            "Read lines of an opinion from a printed page or a line on; [*57] in the text marks "
            "the beginning of page 57.",
            ReadOpinionLines,
            actions.read_opinion,
        ),
        Tool(
            "search_web",
            "Search the open web for a case that the library lacks. A page that names the case "
            "is a hint and no proof.",
            SearchWeb,
            actions.search_web,
        ),
        Tool(
            "edit_scratchpad",
            "Keep notes while you work; each call replaces the notes before.",
            EditScratchpad,
            actions.edit_scratchpad,
            has_effect=True,
        ),
        Tool(
            "think",
            "Write a thought down. It shows no new evidence and costs a call.",
            Think,
            actions.think,
        ),
    )
