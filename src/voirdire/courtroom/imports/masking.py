"""A case file to the same case under other names, one for one, the same everywhere in it.

Names of people and of the parties, and words for the respondent State that importing leaves,
give way to names from a pool made for this; titles, initials, possessives and capitals stay. The
same case and seed give the same names. Quotations are then held against the masked text, so
nothing else changes.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from random import Random

from voirdire.courtroom.imports.name_finding import Names, Token, find_names, read_tokens
from voirdire.courtroom.imports.name_words import (
    NAME_HEADS,
    NAME_TAILS,
    PEOPLE_TAILS,
    STATE_HEADS,
    STATE_TAILS,
)
from voirdire.courtroom.imports.states import State, states_called
from voirdire.courtroom.types import Bearing, Case, CaseFile, Fact, Key
from voirdire.errors import CaseError

# Below this, a word and "s" is no plural of a name.
_SHORTEST_PLURAL = 4


@dataclass(frozen=True, slots=True)
class Masking:
    """Names of a case, as printed, and what stands in for each; no two for one, none in the case.

    `names` says where a word is a name; in the `captions`, which name the parties, it always is.
    """

    words: Mapping[str, str]
    names: Names
    captions: frozenset[str]

    def replacements(self, text: str) -> list[tuple[int, int, str]]:
        """What is masked in a text: half-open spans in its characters, and the words put there."""
        tokens = read_tokens(text)
        caption = text in self.captions
        found = {token.start for token in self.names.find(tokens, caption=caption)}
        spans = []
        for token in tokens:
            word = self.words.get(token.text) if token.start in found else self._plural(token)
            if word is not None:
                spans.append((token.start, token.end, word))
        return spans

    def _plural(self, token: Token) -> str | None:
        """ "The Heaths" are of the name of Heath."""
        stem, ending = token.text[:-1], token.text[-1]
        if ending not in "sS" or len(stem) < _SHORTEST_PLURAL or not token.is_capital:
            return None
        word = self.words.get(stem) if stem.casefold() in self.names.sure else None
        return word and word + ending

    def mask(self, text: str) -> str:
        """The text under other names."""
        return _put(text, self.replacements(text), 0, len(text))

    def mask_within(self, part: str, whole: str, start: int = 0) -> str:
        """A part of a text, from `start` on, as it stands in the masked text of the whole.

        Alone, when it is not in it.
        """
        at = whole.find(part, start)
        if at < 0:
            return self.mask(part)
        return _put(whole, self.replacements(whole), at, at + len(part))

    def unmask(self, text: str) -> str:
        """The text under its own names again."""
        own = {word: name for name, word in self.words.items()}
        spans = []
        for token in read_tokens(text):
            if token.text in own:
                spans.append((token.start, token.end, own[token.text]))
            elif token.text[-1] in "sS" and token.text[:-1] in own:
                spans.append((token.start, token.end, own[token.text[:-1]] + token.text[-1]))
        return _put(text, spans, 0, len(text))


def mask_case(file: CaseFile, seed: int) -> CaseFile:
    """The case under other names, in what the parties see and in the key.

    Raises:
        CaseError: the case is not in English, whose capitals tell names from words.
    """
    masking = find_masking(file, seed)
    case, key = file.case, file.key
    contents = {each.id: each.content for each in case.exhibits}
    return replace(file, case=_mask_public(case, masking), key=_mask_key(key, masking, contents))


def find_masking(file: CaseFile, seed: int) -> Masking:
    """What `mask_case` puts in the place of which name; the same for the same case and seed.

    Raises:
        CaseError: the case is not in English.
    """
    case = file.case
    if case.language != "en":
        raise CaseError(case.id, f"names are masked in English only, not in {case.language!r}")
    texts = list(_texts(case))
    # The background of an argument before the Supreme Court names the parties in full.
    full = file.metadata.get("set") == "scotus"
    caption = [case.title, case.background] if full else [case.title]
    names = find_names(texts, caption)
    states = states_called(file.metadata.get("state", ""))
    called = {word.casefold() for state in states for words in state.words for word in words}
    sure = names.sure | called
    names = Names(sure, names.unsure - sure)
    taken = {token.key for text in texts for token in read_tokens(text)}
    draw = Random(f"{seed}/{case.id}/names")
    words = _state_masks(states, taken, draw)
    found = [
        token
        for text in texts
        for token in names.find(read_tokens(text), caption=text in caption)
        if token.text not in words
    ]
    words |= _name_masks(found, taken, draw)
    return Masking(words, names, frozenset(caption))


def _texts(case: Case) -> Iterable[str]:
    yield from (case.title, case.background, case.charge)
    yield from (each.question for each in case.issues)
    for exhibit in case.exhibits:
        yield exhibit.title
        yield exhibit.content


def _name_masks(found: Iterable[Token], taken: set[str], draw: Random) -> dict[str, str]:
    """For each name as printed, in the order of the case, a word that the case does not have.

    A name and the same name in capitals get one word; any other way to print it is a name of
    its own, so that masking can be undone.
    """
    printed: dict[str, Counter[str]] = {}
    for token in found:
        printed.setdefault(token.key, Counter())[token.text] += 1
    pool = [head + tail for head in NAME_HEADS for tail in NAME_TAILS]
    draw.shuffle(pool)
    fresh = (word for word in pool if not {word.casefold(), f"{word}s".casefold()} & taken)
    words: dict[str, str] = {}
    for forms in printed.values():
        for form in _own_forms(forms):
            word = next(fresh)
            words[form] = word
            if form.upper() != form:
                words[form.upper()] = word.upper()
    return words


def _own_forms(forms: Counter[str]) -> list[str]:
    """How a name is printed, small letters first; its capitals are no form of their own."""
    mixed = [form for form, _ in forms.most_common() if not form.isupper()]
    if not mixed:
        capitals = next(iter(forms))
        guess = capitals.capitalize()
        return [guess] if guess.upper() == capitals else [capitals]
    rest = [form for form in forms if form.isupper() and form != mixed[0].upper()]
    return mixed + rest


def _state_masks(states: Iterable[State], taken: set[str], draw: Random) -> dict[str, str]:
    """For each word that a State is called by, one that the case does not have."""
    heads = [
        head for head in STATE_HEADS if not any(word.startswith(head.casefold()) for word in taken)
    ]
    words: dict[str, str] = {}
    for state in states:
        head = heads.pop(draw.randrange(len(heads)))
        for own, tails in zip(state.words, (STATE_TAILS, PEOPLE_TAILS), strict=True):
            for word, tail in zip(own, tails, strict=False):
                words[word] = head + tail
                words[word.upper()] = (head + tail).upper()
    return words


def _mask_public(case: Case, masking: Masking) -> Case:
    return replace(
        case,
        title=masking.mask(case.title),
        background=masking.mask(case.background),
        charge=masking.mask(case.charge),
        issues=tuple(replace(each, question=masking.mask(each.question)) for each in case.issues),
        exhibits=tuple(
            replace(each, title=masking.mask(each.title), content=masking.mask(each.content))
            for each in case.exhibits
        ),
    )


def _mask_key(key: Key, masking: Masking, contents: Mapping[str, str]) -> Key:
    def passage(item: Bearing | Fact) -> str:
        return masking.mask_within(item.passage, contents.get(item.exhibit, ""))

    def value(fact: Fact) -> str:
        if fact.kind != "name":
            return fact.value
        whole = contents.get(fact.exhibit, "")
        return masking.mask_within(fact.value, whole, max(whole.find(fact.passage), 0))

    bearings = key.bearings and tuple(replace(each, passage=passage(each)) for each in key.bearings)
    facts = tuple(
        replace(each, passage=passage(each), role=masking.mask(each.role), value=value(each))
        for each in key.facts
    )
    planted = key.planted and tuple(
        replace(each, why=masking.mask(each.why)) for each in key.planted
    )
    reasons = tuple(masking.mask(each) for each in key.reasons)
    return replace(key, reasons=reasons, bearings=bearings, facts=facts, planted=planted)


def _put(text: str, spans: list[tuple[int, int, str]], start: int, end: int) -> str:
    """A part of a text with words put into its spans; one that it cuts is put whole."""
    pieces: list[str] = []
    at = start
    for first, last, word in spans:
        if last <= start or first >= end:
            continue
        pieces += [text[at:first] if first > at else "", word]
        at = last
    pieces.append(text[at:end])
    return "".join(pieces)
