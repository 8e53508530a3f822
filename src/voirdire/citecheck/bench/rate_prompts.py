"""The prompts of the hallucination-rate study: each asks for one paper to be filed or sent.

Input: the 92 of this package, or a file of the same form. Facts and wording are our own; no
prompt names a case, so that every case in an answer is the model's choice.
"""

from dataclasses import dataclass
from importlib.resources import as_file, files
from pathlib import Path

from voirdire.citecheck.bench.files import DatasetError
from voirdire.citecheck.bench.rows import Row, read_rows


@dataclass(frozen=True, slots=True)
class Prompt:
    """One request for a document.

    `kind` is the paper ("motion-to-dismiss"), `court` where it goes, `filer` "counsel" or
    "pro se", `area` the field of law.
    """

    id: str
    text: str
    kind: str = ""
    court: str = ""
    filer: str = ""
    area: str = ""


def load_prompts(path: Path | None = None) -> list[Prompt]:
    """The prompts of a file (JSON, JSON Lines, CSV), or our own.

    Raises:
        DatasetError: a row lacks its id or text, or an id stands twice.
    """
    if path is None:
        with as_file(files("voirdire.citecheck.bench") / "rate_prompts.jsonl") as own:
            return load_prompts(own)
    prompts: dict[str, Prompt] = {}
    for row in read_rows(path):
        prompt = _prompt(row)
        if prompt.id in prompts:
            raise row.error(f"the id {prompt.id!r} stands twice")
        prompts[prompt.id] = prompt
    if not prompts:
        raise DatasetError(path, "holds no prompt")
    return list(prompts.values())


def _prompt(row: Row) -> Prompt:
    others = (row.text_or_empty(name) for name in ("kind", "court", "filer", "area"))
    return Prompt(row.text("id"), row.text("text"), *others)
