"""A citation dataset on disk: `train.jsonl`, `test.jsonl` and `manifest.json` in one folder.

Input and output: `Excerpt`s, one JSON object a line, and a manifest of counts and hashes.
What is written is a function of what is given, byte by byte.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, fields
from hashlib import sha256
from pathlib import Path
from typing import Any, get_args

from voirdire.citecheck.excerpts import Excerpt, FaultType, Label, Split
from voirdire.errors import VoirdireError

SPLITS: tuple[Split, ...] = get_args(Split)
MANIFEST = "manifest.json"

_FAULT_TYPES = frozenset(get_args(FaultType))
_LABEL_FIELDS = frozenset(field.name for field in fields(Label))
_EXCERPT_FIELDS = frozenset(field.name for field in fields(Excerpt))


class DatasetError(VoirdireError):
    """A dataset cannot be read or written."""

    def __init__(self, where: Path, problem: str) -> None:
        super().__init__(f"{where}: {problem}")


def read_dataset(folder: Path, split: Split | None = None) -> list[Excerpt]:
    """The excerpts of a dataset, of one split or of both, in the order of the files.

    Raises:
        DatasetError: a file is missing, a line is no excerpt, or two have one id.
    """
    excerpts: dict[str, Excerpt] = {}
    for name in (split,) if split else SPLITS:
        for excerpt in _read_file(folder / f"{name}.jsonl"):
            if excerpt.id in excerpts:
                raise DatasetError(folder, f"two excerpts have the id {excerpt.id!r}")
            excerpts[excerpt.id] = excerpt
    return list(excerpts.values())


def write_dataset(
    folder: Path, excerpts: Iterable[Excerpt], manifest: Mapping[str, Any] | None = None
) -> None:
    """Write excerpts to the file of their split, and the manifest with each file's hash.

    The folder is made if need be; files of an earlier dataset in it are replaced.

    Raises:
        DatasetError: a file cannot be written.
    """
    lines: dict[Split, list[str]] = {split: [] for split in SPLITS}
    for excerpt in excerpts:
        lines[excerpt.split].append(json.dumps(asdict(excerpt), ensure_ascii=False) + "\n")
    hashes = {}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for split, rows in lines.items():
            packed = "".join(rows).encode("utf-8")
            (folder / f"{split}.jsonl").write_bytes(packed)
            hashes[f"{split}.jsonl"] = sha256(packed).hexdigest()
        said = {**(manifest or {}), "files": hashes}
        body = json.dumps(said, ensure_ascii=False, indent=1, sort_keys=True)
        (folder / MANIFEST).write_text(body + "\n", "utf-8")
    except OSError as error:
        raise DatasetError(folder, f"cannot be written ({error.strerror or error})") from error


def dataset_hash(folder: Path) -> str:
    """One SHA-256 for the excerpts of a dataset, both splits.

    Raises:
        DatasetError: a file is missing.
    """
    digest = sha256()
    for split in SPLITS:
        path = folder / f"{split}.jsonl"
        try:
            digest.update(sha256(path.read_bytes()).digest())
        except OSError as error:
            raise DatasetError(path, f"cannot be read ({error.strerror or error})") from error
    return digest.hexdigest()


def _read_file(path: Path) -> Iterable[Excerpt]:
    try:
        lines = path.read_text("utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise DatasetError(path, f"cannot be read ({error})") from error
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            yield excerpt_of(json.loads(line))
        except (ValueError, TypeError, KeyError, RecursionError) as error:
            raise DatasetError(path, f"line {number} is not an excerpt ({error})") from error


def excerpt_of(row: Any) -> Excerpt:
    """One row as an `Excerpt`.

    Raises:
        ValueError, TypeError: it lacks a field, has one that is not known or of another
            type, or a label is not a substring of the text.
    """
    if not isinstance(row, dict) or not {"id", "document", "text"} <= row.keys():
        raise ValueError("it needs id, document and text")
    if unknown := row.keys() - _EXCERPT_FIELDS:
        raise ValueError(f"no field {sorted(unknown)[0]!r}")
    if row.get("split", "test") not in SPLITS:
        raise ValueError(f"no split {row['split']!r}")
    _need_texts(row, "id", "document", "text", "dataset")
    labels = tuple(_label_of(label, row["text"]) for label in row.get("labels", ()))
    unheld = tuple(row.get("unheld", ()))
    if not all(isinstance(citation, str) for citation in unheld):
        raise ValueError("a citation in unheld is no text")
    return Excerpt(**{**row, "labels": labels, "unheld": unheld})


def _need_texts(row: dict[str, Any], *names: str) -> None:
    for name in names:
        if not isinstance(row.get(name, ""), str):
            raise ValueError(f"{name} is no text")


def _label_of(row: Any, text: str) -> Label:
    if not isinstance(row, dict) or not {"text", "type"} <= row.keys():
        raise ValueError("a label needs text and type")
    if unknown := row.keys() - _LABEL_FIELDS:
        raise ValueError(f"a label has no field {sorted(unknown)[0]!r}")
    _need_texts(row, "text", "original", "strategy", "fault")
    label = Label(**row)
    if label.type is not None and label.type not in _FAULT_TYPES:
        raise ValueError(f"no fault type {label.type!r}")
    if label.start is None:
        if label.text not in text:
            raise ValueError(f"the label {label.text!r} is not in the text")
    elif label.start < 0 or not text.startswith(label.text, label.start):
        raise ValueError(f"the label {label.text!r} does not stand at {label.start}")
    return label
