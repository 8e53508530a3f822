"""Find where a proposition lifts a duty that an opinion imposes, or imposes one that it lifts.

Input: a proposition and an opinion indexed by its sentences.
Output: `Contradiction`s. "Need not", "free to", "relieved of" contradict where the closest
sentence imposes just this, none as close has a word of leave, doubt or denial besides those
that the proposition shares, and no sentence of the opinion lifts it; "must" contradicts
where the opinion says that just this need not be.
"""

import re
from collections.abc import Iterator

from voirdire.citecheck.holding_contrast import (
    Contradiction,
    Proposition,
    nearest_sentences,
)
from voirdire.citecheck.holding_passages import PassageIndex, stems
from voirdire.citecheck.holding_voice import is_own_statement, lifts_somewhere

_LIFTED = re.compile(
    r"\b(?:(?:may|can),? but need not,?|need not|needs? only|(?:is|are|be) free to"
    r"|(?:is|are) not (?:required|obligated|obliged|bound) to"
    r"|(?:do|does) not (?:have|need) to"
    r"|(?:do|does) not (?:have|bear|carry)(?= (?:the|a|any) burden)"
    r"|(?:do|does) not require|(?:is|are) (?:relieved|excused) (?:of|from)"
    r"|(?:has|have|bears?) no(?= burden))\b"
)
# What a sentence may say that comes near to lifting a duty.
_LEAVE = re.compile(
    r"\b(?:need\w*|free|permi\w+|allow\w*|may|can|could|might|optional|discretion\w*|not|no|never"
    r"|none|nor|neither|without|unless|reliev\w*|excus\w*|cannot|nothing|hardly|unnecessary|even"
    r"|lack\w*|regardless|whether|only|merely|than)\b"
)
_DUTY = re.compile(
    r"\b(?:must|shall|should|requir\w+|burden|obligat\w+|ha(?:s|ve) to|dut(?:y|ies)|mandat\w+"
    r"|necessary)\b"
)
# "Although it need not be detailed, it must be plausible" is judged by its other half.
_CONCESSION = re.compile(r"\b(?:although|though|while|nonetheless|nevertheless)\b")

_IMPOSED = re.compile(
    r"\b(?:must|shall|(?:is|are|be) required to|ha(?:s|ve) to|requires?|needs? to)"
    r"(?! (?:only|not)\b)"
)
_NOT_IMPOSED = re.compile(
    r"\b(?:need not|(?:is|are|was|were) not (?:required|obligated|obliged) to"
    r"|(?:do|does|did) not (?:have to|need(?: to)?|require)|not required)\b"
)
_OBJECT_END = re.compile(r"[;:.]|, (?:and|but|or)\b")
_OBJECT = 70

_LEAST_SHARE = 0.25
_LEAST_LEAD = 0.1
# How many words of what must be done the sentence has.
_LEAST_COMMON = 2
_LEAST_OF_OBJECT = 0.4
_FEWEST_WORDS = 4


def find_duty_changes(proposition: Proposition, index: PassageIndex) -> Iterator[Contradiction]:
    """The first duty that is lifted, and the first that is imposed, against the opinion."""
    if not _CONCESSION.search(proposition.lowered):
        for cue in _LIFTED.finditer(proposition.lowered):
            found = None if proposition.is_quoted(cue.start()) else _lifted(proposition, index, cue)
            if found is not None:
                yield found
                break
    if not _NOT_IMPOSED.search(proposition.lowered):
        for cue in _IMPOSED.finditer(proposition.lowered):
            if proposition.is_quoted(cue.start()) or proposition.is_denied(cue.start()):
                continue
            found = _imposed(proposition, index, cue)
            if found is not None:
                yield found
                return


def _lifted(
    proposition: Proposition, index: PassageIndex, cue: re.Match[str]
) -> Contradiction | None:
    """The closest sentence, if it imposes just this and no sentence anywhere lifts it."""
    context = proposition.stems - stems(cue.group())
    wanted = _object(proposition.lowered, cue.end())
    if len(context) < _FEWEST_WORDS or lifts_somewhere(index, wanted):
        return None
    if "burden" in wanted:
        wanted |= stems(proposition.lowered[max(cue.start() - _OBJECT, 0) : cue.start()])
    besides = proposition.lowered[: cue.start()] + proposition.lowered[cue.end() :]
    best: Contradiction | None = None
    for share, number in nearest_sentences(context, index):
        if share < (_LEAST_SHARE if best is None else best.share - _LEAST_LEAD):
            break
        sentence = index.sentences[number]
        leave = _LEAVE.finditer(index.lowered, sentence.start, sentence.end)
        if any(word.group() not in besides for word in leave):
            return None
        if best is not None:
            continue
        duty = _same_duty(index, number, wanted)
        if duty is None:
            return None
        if is_own_statement(index.opinion, sentence):
            written = proposition.text[cue.start() : cue.end()]
            best = Contradiction("must or may", "duty lifted", written, duty, sentence, share)
    return best


def _same_duty(index: PassageIndex, number: int, wanted: set[str]) -> str | None:
    """The word by which a sentence imposes what is wanted: enough of it stands behind."""
    sentence = index.sentences[number]
    for duty in _DUTY.finditer(index.lowered, sentence.start, sentence.end):
        common = _object(index.lowered[: sentence.end], duty.end()) & wanted
        if len(common) >= _LEAST_COMMON:
            return duty.group()
    return None


def _imposed(
    proposition: Proposition, index: PassageIndex, cue: re.Match[str]
) -> Contradiction | None:
    """The closest sentence that says the same need not be, if none as close says it must."""
    wanted = _object(proposition.lowered, cue.end())
    if len(wanted) < _LEAST_COMMON:
        return None
    best: Contradiction | None = None
    for share, number in nearest_sentences(proposition.stems, index):
        if share < (_LEAST_SHARE if best is None else best.share - _LEAST_LEAD):
            break
        sentence = index.sentences[number]
        text = index.lowered[sentence.start : sentence.end]
        if any(
            len(_object(text, m.end()) & wanted) >= _LEAST_COMMON for m in _IMPOSED.finditer(text)
        ):
            return None
        for denial in _NOT_IMPOSED.finditer(text):
            common = _object(text, denial.end()) & wanted
            is_same = len(common) >= max(_LEAST_COMMON, _LEAST_OF_OBJECT * len(wanted))
            if is_same and best is None and is_own_statement(index.opinion, sentence):
                written = proposition.text[cue.start() : cue.end()]
                best = Contradiction(
                    "must or may", "duty imposed", written, denial.group(), sentence, share
                )
    return best


def _object(text: str, start: int) -> set[str]:
    """The telling words directly behind a verb: what must be done or shown."""
    return stems(_OBJECT_END.split(text[start : start + _OBJECT])[0])
