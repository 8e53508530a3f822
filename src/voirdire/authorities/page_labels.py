"""Page labels as numbers. Labels such as "iv" or "12a" do not order with numbers."""

# More digits than this are no page, and more than SQLite can hold.
_MOST_DIGITS = 17


def is_number(label: str) -> bool:
    """Whether a label is a plain number."""
    return label.isascii() and label.isdecimal() and len(label) <= _MOST_DIGITS


def page_number(label: int | str) -> int | None:
    """A page label as a number; None for "iv" or "12a"."""
    if isinstance(label, int):
        return label
    return int(label) if is_number(label) else None
