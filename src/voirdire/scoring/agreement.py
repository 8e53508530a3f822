"""Labels that two judges gave the same items to how far they agree beyond chance."""

from collections import Counter
from collections.abc import Hashable, Sequence


def cohen_kappa(first: Sequence[Hashable], second: Sequence[Hashable]) -> float | None:
    """Agreement beyond that of chance (Cohen, 1960): 1 all, 0 chance, below 0 less.

    None where there is no item, or both gave one and the same label throughout, so that chance
    alone would agree.

    Raises:
        ValueError: they did not label the same number of items.
    """
    pairs = list(zip(first, second, strict=True))
    if not pairs:
        return None
    n = len(pairs)
    observed = sum(a == b for a, b in pairs) / n
    ours, theirs = Counter(first), Counter(second)
    chance = sum(ours[label] * theirs[label] for label in ours) / (n * n)
    return None if chance == 1 else (observed - chance) / (1 - chance)
