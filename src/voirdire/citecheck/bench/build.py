"""Build a citation benchmark: filings and a library to excerpts with labelled faults.

The main call, after "Who Checks the Citations?" (2026), sections 3.2 and 8: filings are taken
apart, every place that can be falsified is found, faults are sampled so that their types
balance, and as many excerpts again carry none. The same inputs and seed give the same bytes.
"""

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

from voirdire.authorities.library import Library
from voirdire.citecheck.bench.extraction import Extraction, extract
from voirdire.citecheck.bench.filings import Filing
from voirdire.citecheck.bench.injection import Fault, inject
from voirdire.citecheck.bench.injection_citations import HeldPlace, Name, Pool, name_of
from voirdire.citecheck.bench.kin import find_kin
from voirdire.citecheck.bench.opinion_look import OpinionLook
from voirdire.citecheck.bench.places import Place, find_places, holding_sentences, with_labels
from voirdire.citecheck.bench.sampling import TYPES, Copy, sample_copies, split_by_document
from voirdire.citecheck.excerpts import Excerpt, Label
from voirdire.errors import VoirdireError
from voirdire.findings import Span

if TYPE_CHECKING:
    from voirdire.llm.chat import Chat

VERSION = "1"
"""Raised when the same inputs give another dataset."""

_FROZEN = ("injection_words.py", "injection_templates.py")
# Of the segments that can be falsified, this share is left as it is.
_RESERVED = 0.3
# Of the excerpts without a fault, this share cites a held case, as far as there are enough.
_CLEAN_HELD = 0.5


@dataclass(frozen=True, slots=True)
class KnownFault:
    """A slip of the writer of a filing: an exact substring of it."""

    document: str
    text: str


@dataclass(frozen=True, slots=True)
class BuildOptions:
    """How a benchmark is built.

    `per_type` is the number of faults wanted of each type; None takes each place once and as
    many of every type as the scarcest has. `split` is the share of train. `labels` are rows
    that say which quotations stand on the pages cited, by filing. `chat` is a model that
    reads and falsifies beside the rules.
    """

    seed: int = 0
    per_type: int | None = None
    split: float = 0.7
    labels: Mapping[str, Sequence[dict[str, Any]]] = field(default_factory=dict)
    known_faults: Sequence[KnownFault] = ()
    chat: "Chat | None" = None
    name: str = "voirdire-citations"


@dataclass(frozen=True, slots=True)
class Dataset:
    """Excerpts in order of their ids, and what the builder says about them."""

    excerpts: tuple[Excerpt, ...]
    manifest: dict[str, Any]


def build_dataset(
    filings: Sequence[Filing],
    library: Library,
    options: BuildOptions,
    progress: Callable[[str, int, int], None] = lambda *_: None,
) -> Dataset:
    """Build a dataset.

    Args:
        filings: What cites; their order does not matter.
        library: What is held; only citations to its cases are altered.
        options: Seed, numbers and labels.
        progress: Hears what is done, how much of it, of how much.

    Raises:
        LibraryError: the library cannot be read.
        VoirdireError: no filing cites a case that is held.
    """
    extractions: list[Extraction] = []
    for number, filing in enumerate(sorted(filings, key=lambda f: f.id), 1):
        taken = extract(filing, library)
        extractions.append(with_labels(taken, options.labels.get(filing.id, ())))
        progress("reading filings", number, len(filings))
    if options.chat is not None:
        from voirdire.citecheck.bench.model_words import read_statements

        extractions = read_statements(extractions, options.chat)
    pool = make_pool(extractions, library)
    cases = {case: held for each in extractions for case, held in each.cases.items()}
    look = OpinionLook(library, cases)
    rewritten = _rewrite(extractions, look, options.chat)
    places = [
        place
        for number, extraction in enumerate(extractions)
        for place in find_places(number, extraction, look, pool, rewritten)
    ]
    if not places:
        raise VoirdireError(
            "no filing cites a case that the library holds: add their opinions to the library"
        )
    rng = random.Random(f"{options.seed} faults")
    reserved, usable = _reserve(places, rng)
    copies, made = sample_copies(usable, options.per_type or _scarcest(usable), rng)
    clean = _choose_clean(extractions, copies, reserved, rng)
    excerpts = _excerpts(extractions, [*copies, *clean], options, rng)
    manifest = _manifest(extractions, library, options, places, excerpts, clean, copies)
    manifest["faults"] = {fault_type: made[fault_type] for fault_type in TYPES}
    return Dataset(tuple(excerpts), manifest)


def _rewrite(
    extractions: Sequence[Extraction], look: OpinionLook, chat: "Chat | None"
) -> dict[tuple[int, Span], list[Fault]]:
    """The holdings that a model falsifies; none without one."""
    if chat is None:
        return {}
    from voirdire.citecheck.bench.model_words import rewrite_holdings

    sentences = [list(holding_sentences(each, look)) for each in extractions]
    return rewrite_holdings(extractions, sentences, chat)


def make_pool(extractions: Sequence[Extraction], library: Library) -> Pool:
    """Names that the filings give held cases, the commonest of each, and all places held."""
    written: dict[str, Counter[Name]] = {}
    for extraction in extractions:
        for mention in extraction.mentions:
            if mention.kind == "full" and mention.name is not None:
                name = name_of(mention.case, mention.case_name)
                if name is not None:
                    written.setdefault(mention.case, Counter())[name] += 1
    names = [
        min(counts, key=lambda name: (-counts[name], name.full)) for counts in written.values()
    ]
    cited = {mention.reporter for each in extractions for mention in each.mentions}
    places = [
        HeldPlace(case, printed)
        for case in library.cases()
        for printed in case.citations
        if printed.first_page.isdigit()
        and printed.volume.isdigit()
        and case.names
        # A reporter that no filing cites a held case from would look strange in one.
        and printed.reporter in cited
    ]
    if not names:
        cases = ((case.id, case.names[0]) for case in library.cases() if case.names)
        names = [name for name in (name_of(*each) for each in cases) if name is not None]
    return Pool(
        tuple(sorted(names, key=lambda name: (name.full, name.case))),
        tuple(sorted(places, key=lambda place: (str(place.printed), place.case.id))),
    )


def _reserve(
    places: Sequence[Place], rng: random.Random
) -> tuple[set[tuple[int, int]], list[Place]]:
    """Segments that are kept as they are, and the places in the others."""
    segments = sorted({(place.filing, place.segment) for place in places})
    reserved = {segment for segment in segments if rng.random() < _RESERVED}
    usable = [place for place in places if (place.filing, place.segment) not in reserved]
    return reserved, usable


def _scarcest(places: Sequence[Place]) -> int:
    counts = Counter(place.type for place in places)
    return min(counts.values())


def _choose_clean(
    extractions: Sequence[Extraction],
    copies: Sequence[Copy],
    reserved: set[tuple[int, int]],
    rng: random.Random,
) -> list[Copy]:
    """As many segments without a fault as there are copies with one.

    Segments that no copy uses come first, half of them citing held cases; where these do not
    suffice, untouched copies of the others follow.
    """
    used = {(copy.filing, copy.segment) for copy in copies}
    held = sorted(reserved)
    rng.shuffle(held)
    other = [
        (number, segment)
        for number, extraction in enumerate(extractions)
        for segment in range(len(extraction.segments))
        if (number, segment) not in used and (number, segment) not in reserved
    ]
    rng.shuffle(other)
    wanted = len(copies)
    chosen = held[: round(wanted * _CLEAN_HELD)]
    chosen += other[: wanted - len(chosen)]
    chosen += held[round(wanted * _CLEAN_HELD) :][: wanted - len(chosen)]
    again = sorted(used)
    rng.shuffle(again)
    chosen += again[: wanted - len(chosen)]
    return [Copy(*segment) for segment in chosen]


def _excerpts(
    extractions: Sequence[Extraction],
    copies: Sequence[Copy],
    options: BuildOptions,
    rng: random.Random,
) -> list[Excerpt]:
    """Copies as excerpts in order of their ids; filings that repeat one another split alike."""
    used = {extractions[copy.filing].filing.id: extractions[copy.filing] for copy in copies}
    kin = find_kin({name: _segment_text(extraction) for name, extraction in used.items()})
    sizes = Counter(kin[extractions[copy.filing].filing.id] for copy in copies)
    splits = split_by_document(sizes, options.split, rng)
    slips: dict[str, list[str]] = {}
    for slip in options.known_faults:
        slips.setdefault(slip.document, []).append(slip.text)
    versions: Counter[tuple[int, int]] = Counter()
    excerpts = []
    for copy in sorted(copies, key=lambda c: (c.filing, c.segment)):
        extraction = extractions[copy.filing]
        document = extraction.filing.id
        versions[copy.filing, copy.segment] += 1
        version = versions[copy.filing, copy.segment]
        name = f"{document}-s{copy.segment:03}" + (f"-v{version}" if version > 1 else "")
        excerpt = _excerpt(extraction, copy, name, slips.get(document, ()))
        excerpts.append(replace(excerpt, split=splits[kin[document]], dataset=options.name))
    return excerpts


def _segment_text(extraction: Extraction) -> str:
    text = extraction.filing.document.text
    return "\n".join(text[span.start : span.end] for span in extraction.segments)


def _excerpt(extraction: Extraction, copy: Copy, name: str, slips: Sequence[str]) -> Excerpt:
    span = extraction.segments[copy.segment]
    source = extraction.filing.document.text
    text, labels = inject(source, span, copy.faults, f"{name}#")
    unheld = dict.fromkeys(source[u.start : u.end] for u in extraction.unheld if span.contains(u))
    return Excerpt(
        id=name,
        document=extraction.filing.id,
        text=text,
        labels=(*labels, *_slips_in(text, labels, slips)),
        unheld=tuple(citation for citation in unheld if citation in text),
    )


def _slips_in(text: str, labels: Sequence[Label], slips: Sequence[str]) -> list[Label]:
    """Slips of the writer that stand in an excerpt: right to flag, no miss.

    Where a label is there is none, but for words quoted within a sentence that is falsified.
    """
    found = []
    labels = [label for label in labels if label.type != "content_misrepresentation"]
    for slip in dict.fromkeys(slips):
        at = text.find(slip)
        taken = [Span(label.start or 0, (label.start or 0) + len(label.text)) for label in labels]
        if at >= 0 and not any(t.start < at + len(slip) and at < t.end for t in taken):
            found.append(Label(slip, None, start=at, optional=True, strategy="slip_of_the_writer"))
    return found


def _manifest(
    extractions: Sequence[Extraction],
    library: Library,
    options: BuildOptions,
    places: Sequence[Place],
    excerpts: Sequence[Excerpt],
    clean: Sequence[Copy],
    copies: Sequence[Copy],
) -> dict[str, Any]:
    used = {(copy.filing, copy.segment) for copy in copies}
    return {
        "builder": VERSION,
        "name": options.name,
        "seed": options.seed,
        "per_type": options.per_type,
        "split": options.split,
        "model": options.chat.name if options.chat else None,
        "filings": {e.filing.id: e.filing.document.sha256 for e in extractions},
        "words": {name: _module_hash(name) for name in _FROZEN},
        "library": _coverage(library),
        "segments": sum(len(e.segments) for e in extractions),
        "places": dict(sorted(Counter(place.type for place in places).items())),
        "excerpts": {
            "with_faults": len(copies),
            "without": len(clean),
            "without_and_altered_elsewhere": sum((c.filing, c.segment) in used for c in clean),
            "segments_with_faults": len(used),
            "copies": len(copies) - len(used),
        },
        "splits": {split: _counts(excerpts, split) for split in ("train", "test")},
    }


def _counts(excerpts: Sequence[Excerpt], split: str) -> dict[str, Any]:
    """Of one split: documents, excerpts, and faults and labels by type and strategy."""
    here = [excerpt for excerpt in excerpts if excerpt.split == split]
    labels = [label for excerpt in here for label in excerpt.labels]
    firsts = {label.fault: label for label in labels if label.fault}
    return {
        "documents": len({excerpt.document for excerpt in here}),
        "excerpts": len(here),
        "unheld": sum(len(excerpt.unheld) for excerpt in here),
        "optional_labels": sum(label.optional for label in labels),
        "labels": _by_type(labels),
        "faults": _by_type(firsts.values()),
        "strategies": dict(sorted(Counter(f.strategy for f in firsts.values()).items())),
        "exposed": sum(label.exposed is True for label in firsts.values()),
    }


def _by_type(labels: Any) -> dict[str, int]:
    counts = Counter(label.type for label in labels)
    return {fault_type: counts[fault_type] for fault_type in TYPES}


def _coverage(library: Library) -> dict[str, int]:
    volumes = library.coverage()
    cases = list(library.cases())
    return {
        "cases": len(cases),
        "opinions": sum(case.has_text for case in cases),
        "volumes": len(volumes),
        "whole_volumes": sum(volume.coverage == "whole" for volume in volumes),
    }


def _module_hash(name: str) -> str:
    source = resources.files("voirdire.citecheck.bench").joinpath(name)
    return sha256(source.read_bytes()).hexdigest()


def read_known_faults(path: Path) -> list[KnownFault]:
    """Slips of writers from JSON lines of `document` and `text`.

    Raises:
        VoirdireError: a line has neither.
    """
    import json

    rows = []
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            rows.append(KnownFault(str(row["document"]), str(row["text"])))
        except (ValueError, TypeError, KeyError) as error:
            raise VoirdireError(f"{path}: line {number} needs document and text") from error
    return rows
