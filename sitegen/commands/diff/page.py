"""A comparison as a page in one file, for the phone of whoever looks at a pull request."""

from functools import partial
from typing import Any
from urllib.parse import quote

from sitegen.commands.diff import Comparison
from sitegen.commands.diff.account import account
from sitegen.commands.diff.rows import Group
from sitegen.commands.diff.text import base
from sitegen.difference.moved import turned
from sitegen.language import Language
from sitegen.render.alone import alone
from sitegen.tell import harmless

LARGEST = 100_000
"""Bytes."""
_LIMITS = (200, 120, 60, 30, 12, 5, 2, 1)


def told(comparison: Comparison, language: Language) -> str:
    """The page, with as many rows as it may have."""
    made = ""
    for most in _LIMITS:
        made = harmless(_told(comparison, language, most))
        if len(made.encode()) <= LARGEST:
            break
    return made


def _told(comparison: Comparison, language: Language, most: int) -> str:
    found, sites = account(comparison, language, most), [each for each in _sites(comparison) if each]
    return alone(
        "effect.html",
        "effect.css",
        language,
        found=found,
        base=base(comparison, found),
        site=sites[0].title if sites else "",
        address=sites[0].url if sites else "",
        turned=partial(turned, language=language),
        source=partial(_source, comparison, sites[0].repository if sites else ""),
    )


def _sites(comparison: Comparison) -> list[Any]:
    last = comparison.steps[-1].difference
    return [last.after.site, last.before.site]


def _source(comparison: Comparison, repository: str, group: Group, line: int = 0) -> str:
    """Where a row stands on GitHub; blank where that is not known, or not to be told."""
    if not (repository and group.path):
        return ""
    commit = comparison.base if group.version == "before" else comparison.head
    place = quote(f"{repository}/blob/{commit}/{comparison.prefix}{group.path}")
    return f"https://github.com/{place}?plain=1#L{line}" if line else f"https://github.com/{place}"
