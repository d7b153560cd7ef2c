"""The map of the site for search engines: every page, with the same page in other languages."""

from collections.abc import Sequence
from typing import Any

from sitegen.pages.edition import Door, Edition, doors
from sitegen.pages.page import Page


def sitemap(editions: Sequence[Edition], pages: Sequence[Page]) -> Page:
    """The one map, at the root."""
    shown = [each for each in pages if each.is_folder and each.template != "embed.html"]
    urls = {each.url for each in shown}
    first = editions[0]
    shows: dict[str, Any] = {"urls": [(each.url, _same(doors(editions, each.place, urls))) for each in shown]}
    return Page("sitemap.xml", "sitemap.xml", shows, language=first.language)


def _same(found: Sequence[Door]) -> list[tuple[str, str]]:
    """The languages in which there is this very page, with its addresses."""
    same = [(each.language, each.url) for each in found if each.same]
    return same if len(same) > 1 else []
