"""Turn the words of a quotation into what a passage has to hold, in order.

Input: the text between the quotation marks.
Output: stretches of letters that must stand verbatim, and between them the joints:
ellipses, which skip words, and brackets, which stand for the words they replace.
"""

import re
from dataclasses import dataclass

from voirdire.citecheck.letters import letters_of

_ELLIPSIS = r"\.(?:\s?\.){2,4}|\u2026(?:\s?\.)?|\*(?:\s?\*){1,6}"
_JOINT = re.compile(
    rf"""\[\s*(?:{_ELLIPSIS})\s*\] | \(\s*(?:{_ELLIPSIS})\s*\) | {_ELLIPSIS}
    | \[(?P<bracket>[^\[\]]{{0,300}})\]
    | \((?:[^()\[\]]{{0,60}}\s)?(?:omitted|added|supplied|original|cleaned\sup|altered|sic)\.?\)""",
    re.VERBOSE | re.IGNORECASE,
)
_PAGE_MARK = re.compile(r"\s*(?:\*+\s*\d+|fn\.?\s*\d+|n\.?\s*\d+|\*+)\s*", re.IGNORECASE)
_LEFT_OUT = re.compile(
    r"\b(?:omitted|added|supplied|original|cit(?:ation)?s?|footnotes?|quotations?|cleaned up)\b",
    re.IGNORECASE,
)
_STRAY = re.compile(
    r"""(?<=\[[A-Za-z])[jl1I](?=[a-z]) | \[(?:fn|n\.)\s?\d+\] | \*{1,2}\d{1,5}\b
    | [\u00b9\u00b2\u00b3\u2070-\u2079]+
    | (?<=[a-z][.,;:])\d{1,3}(?=\s|$) | (?<=[.,;:]["'\u2019\u201d])\d{1,3}(?=\s|$)""",
    re.VERBOSE,
)
_GLUED = r"[^\W_]*(?:\[[^\W_]{1,20}\][^\W_]+|[^\W_]+\[[^\W_]{1,20}\])[^\W_]*"
_WORD = re.compile(r"[^\W_]+(?:(?:['\u2019]|[-\u2010\u00ad]\s+(?!\d))[^\W_]+)*")
_ITEM = re.compile(
    rf"(?P<glued>{_GLUED})|(?P<joint>{_JOINT.pattern})|(?P<word>{_WORD.pattern})",
    re.VERBOSE | re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Joint:
    """What stands between two verbatim stretches.

    `skips`: an ellipsis is part of it. `inserted`: the words in brackets, as written;
    `letters` are theirs. `glued_left` and `glued_right`: a bracket touches the word before
    ("allege[d]") or after ("[t]he").
    """

    skips: bool = False
    inserted: str = ""
    letters: str = ""
    glued_left: bool = False
    glued_right: bool = False

    def then(self, after: "Joint") -> "Joint":
        """This joint and the next as one; nothing verbatim stands between them."""
        return Joint(
            self.skips or after.skips,
            f"{self.inserted} {after.inserted}".strip(),
            self.letters + after.letters,
            self.glued_left,
            after.glued_right,
        )


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a quotation; `before` and `after` are its letters outside a bracket.

    Without a bracket `before` is the whole word and `after` None.
    """

    text: str
    letters: str
    before: str
    after: str | None = None

    def is_printed(self, letters: str) -> bool:
        """Whether a word of the source may be this one."""
        if letters == self.letters:
            return True
        return (
            self.after is not None
            and len(self.before) + len(self.after) >= 2
            and letters.startswith(self.before)
            and letters.endswith(self.after)
        )


@dataclass(frozen=True, slots=True)
class Pattern:
    """`stretches[i]` must stand verbatim; `joints[i]` lies before it, `joints[-1]` at the end.

    There is one joint more than stretches; the outer two are None where the quotation
    begins or ends with its own words. `words` counts the words outside brackets.
    """

    stretches: tuple[str, ...]
    joints: tuple[Joint | None, ...]
    words: int


def without_strays(text: str) -> str:
    """A quotation without footnote calls and page marks that stuck to its words.

    A closing bracket that was read as a letter ("[Wjhere") goes too.
    """
    return _STRAY.sub(lambda match: "]" if match.group() in "jl1I" else " ", text)


def _joint(match: re.Match[str], text: str) -> Joint:
    bracket = match["bracket"]
    if bracket is None:
        return Joint(skips=True)
    left = match.start() > 0 and text[match.start() - 1].isalnum()
    right = match.end() < len(text) and text[match.end()].isalnum()
    if _PAGE_MARK.fullmatch(bracket):
        return Joint(glued_left=left and right, glued_right=left and right)
    if _LEFT_OUT.search(bracket):
        return Joint(skips=True)
    return Joint(not bracket.strip(), bracket, letters_of(bracket), left, right)


def parse_quotation(text: str) -> Pattern:
    """Split a quotation at its ellipses and brackets."""
    stretches: list[str] = []
    joints: list[Joint | None] = []
    pending: Joint | None = None
    words = cursor = 0
    for match in (*_JOINT.finditer(text), None):
        plain = text[cursor : match.start() if match else len(text)]
        if letters := letters_of(plain):
            stretches.append(letters)
            joints.append(pending)
            pending = None
            words += len(_WORD.findall(plain))
        if match:
            joint = _joint(match, text)
            pending = pending.then(joint) if pending else joint
            cursor = match.end()
    return Pattern(tuple(stretches), (*joints, pending), words)


def written_items(text: str) -> list[Word | Joint]:
    """The quotation as words and joints, for a comparison word by word.

    A bracket that touches a word is part of it: "[t]he" is "the".
    """
    items: list[Word | Joint] = []
    for match in _ITEM.finditer(text):
        if match["glued"] is not None:
            plain = match["glued"].replace("[", "").replace("]", "")
            before, rest = match["glued"].split("[")
            after = rest.split("]")[1]
            items.append(Word(plain, letters_of(plain), letters_of(before), letters_of(after)))
        elif match["word"] is not None:
            letters = letters_of(match["word"])
            items.append(Word(match["word"], letters, letters))
        else:
            joint = _JOINT.match(text, match.start())
            assert joint is not None
            items.append(_joint(joint, text))
    return items
