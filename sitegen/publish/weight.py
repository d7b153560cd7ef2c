"""What a site weighs, and what GitHub Pages makes of that.

Its limits: a published site has at most 1 GB. A larger one is warned of and tried all the same, and given up
when that takes longer than ten minutes.
"""

from collections import Counter
from collections.abc import Mapping

from sitegen.message import Message, advise, joined, say
from sitegen.problem import Problem, Severity

LIMIT = 2**30
"""The most bytes that GitHub Pages promises to publish."""
_NEAR = 0.8
_SHOWN = 3
_HEAVY = 0.1
"""Of all: a part that is worth making smaller."""


def too_heavy(sizes: Mapping[str, int]) -> list[Problem]:
    """That a site of files with these `sizes` by path is more than GitHub Pages takes."""
    total = sum(sizes.values())
    if total <= LIMIT:
        return []
    message = say(
        "site-too-large",
        "this site takes {size} ({parts}): GitHub Pages takes {limit}, and may fail to publish more,"
        " or give up after ten minutes",
        size=_told(total),
        parts=_heaviest(sizes),
        limit=_told(LIMIT),
    )
    return [_warning(message, sizes)]


def soon_too_heavy(sizes: Mapping[str, int]) -> list[Problem]:
    """The same of a site with about these `sizes`, and already when it comes near."""
    total = sum(sizes.values())
    if total <= _NEAR * LIMIT:
        return []
    message = say(
        "site-soon-too-large",
        "this site will take about {size} ({parts}): GitHub Pages takes {limit}",
        size=_told(total),
        parts=_heaviest(sizes),
        limit=_told(LIMIT),
    )
    return [_warning(message, sizes)]


def _warning(message: Message, sizes: Mapping[str, int]) -> Problem:
    parts, total = _parts(sizes), sum(sizes.values())
    lists = [name.split("/")[1] for name, size in parts.items() if _is_archive(name, size, total)]
    fewer = advise(
        "a smaller `archive` in the [[ranking]] of {rankings} shows fewer earlier lists in full",
        rankings=", ".join(lists),
    )
    elsewhere = advise("it can be published where larger sites may stand")
    hint = joined(fewer if lists else "", elsewhere)
    return Problem("sitegen.toml", 0, 0, message, hint, Severity.WARNING)


def _is_archive(part: str, size: int, total: int) -> bool:
    return part.endswith("/lists/") and size > _HEAVY * total


def _heaviest(sizes: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {_told(size)}" for name, size in _parts(sizes).most_common(_SHOWN))


def _parts(sizes: Mapping[str, int]) -> Counter[str]:
    """The bytes by ranking and kind of page: `/list/players/`, `/list/lists/`, `/list/` for its tables."""
    parts: Counter[str] = Counter()
    for path, size in sizes.items():
        parts["".join(f"{each}/" for each in ["", *path.split("/")[:-1][:2]])] += size
    return parts


def _told(size: int) -> str:
    return f"{size / 2**30:.1f} GB" if size >= 2**30 else f"{size / 2**20:.0f} MB"
