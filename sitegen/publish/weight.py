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
    """That a site of files with these `sizes` by path is more than GitHub Pages takes, or comes near."""
    total = sum(sizes.values())
    if total <= _NEAR * LIMIT:
        return []
    told = {"size": _told(total), "parts": _heaviest(sizes), "limit": _told(LIMIT)}
    near = say("site-near-limit", "this site takes {size} ({parts}): GitHub Pages takes {limit}", **told)
    over = say(
        "site-too-large",
        "this site takes {size} ({parts}): GitHub Pages takes {limit}, and may fail to publish more,"
        " or give up after ten minutes",
        **told,
    )
    return [_warning(over if total > LIMIT else near, sizes)]


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
    elsewhere = advise("it can be published where larger sites may stand")
    hint = joined(*_helpful(sizes), elsewhere)
    return Problem("sitegen.toml", 0, 0, message, hint, Severity.WARNING)


def _helpful(sizes: Mapping[str, int]) -> list[Message]:
    """The options that make the site smaller, the one with most effect first."""
    parts, total = _parts(sizes), sum(sizes.values())
    lists = {name.split("/")[1]: size for name, size in parts.items() if name.endswith("/lists/")}
    long = {name: size for name, size in lists.items() if size > _HEAVY * total}
    cards = sum(size for path, size in sizes.items() if _is_card(path))
    fewer = advise(
        "a smaller `archive` in the [[ranking]] of {rankings} shows fewer earlier lists in full",
        rankings=", ".join(long),
    )
    none = advise('`cards = "rankings"` below [site] leaves out the pictures of players')
    found = [(sum(long.values()), fewer), (cards if cards > _HEAVY * total else 0, none)]
    return [hint for size, hint in sorted(found, key=lambda each: -each[0]) if size]


def _is_card(path: str) -> bool:
    return path.endswith("/card.png") and "/players/" in path


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
