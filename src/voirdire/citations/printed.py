"""Know what is printed in volumes and pages and is no case: journals, registers, session laws.

Input: the text after a volume number. Output: the kind and the end of the name.
"""

import json
import re
from dataclasses import dataclass
from functools import lru_cache

from voirdire.citations.reporters import is_other_print, package_data, squeeze
from voirdire.citations.types import Kind

_TOKEN = re.compile(r" ?(?:[A-Za-z][A-Za-z.'’-]*|&)")
_NUMBER_NEXT = re.compile(r" (?:at )?\d")
_DATABASE = re.compile(r"\bLEXIS$|^(?:BL|LX)$")
_REGULATION = re.compile(r"^(?:C\.? ?F\.? ?R|Fed\. ?Reg|FR$|F\.R\.$|.*\b(?:Reg|Regs|Admin)\.?$)")


@dataclass(frozen=True, slots=True)
class PrintedTable:
    """Squeezed names of law journals."""

    journals: frozenset[str]

    def match(self, text: str, position: int) -> list[tuple[Kind, str, int]]:
        """What is printed under the name at `position`: kind, name, end; the longest first."""
        limit = min(len(text), position + 90)
        key, end = "", position
        known: list[int] = []
        numbered: list[int] = []
        for _ in range(12):
            token = _TOKEN.match(text, end, limit)
            if token is None:
                break
            end = token.end()
            key += squeeze(token.group())
            if token.group().strip() in ("v.", "vs."):
                break
            if key in self.journals:
                known.append(end)
            elif _NUMBER_NEXT.match(text, end):
                numbered.append(end)
        names = [(text[position:end].strip(), end) for end in reversed(known)]
        if not names and numbered:
            name = text[position : numbered[0]].strip()
            if (" " in name or "." in name[:-1]) and is_other_print(name):
                names.append((name, numbered[0]))
        return [(_kind(name), name, end) for name, end in names]


def _kind(name: str) -> Kind:
    if _DATABASE.search(name):
        return "database"
    if _REGULATION.match(name):
        return "regulation"
    if re.search(r"\bStat\.|\bU\.? ?S\.? ?C\b|\bLaws\b|\bCong\. Rec", name):
        return "statute"
    return "journal"


@lru_cache(maxsize=1)
def printed_table() -> PrintedTable:
    """Journals of the database."""
    data = json.loads(package_data("reporters_db", "journals.json").read_bytes())
    names = set(data)
    for entries in data.values():
        for entry in entries:
            names.update(entry["variations"])
    return PrintedTable(frozenset(squeeze(name) for name in names))
