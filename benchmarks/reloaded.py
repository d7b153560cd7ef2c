"""How soon the preview shows a row that was saved: of the demonstration, and of a league of size M."""

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

import preview
from builds import LEAGUES
from targets import PREVIEW, Figure


class Reloaded(NamedTuple):
    """A site, and what each of its pages that can be open took."""

    name: str
    pages: Mapping[str, preview.Reload]

    @property
    def figure(self) -> Figure:
        """What the target is about: the page that takes longest."""
        return Figure(PREVIEW, self.name, max(each.wall for each in self.pages.values()))


def measured_reloads(sizes: Collection[str]) -> Iterator[Reloaded]:
    """The demonstration, and of the sites of these sizes the one that has a target."""
    sites = {"demonstration": preview.demonstration()}
    if "M" in sizes:
        sites["M"] = preview.league_of(**LEAGUES["M"])
    for name, made in sites.items():
        with made as site:
            pages = {what: preview.seconds(site, page) for what, page in preview.PAGES.items()}
            yield Reloaded(name, pages)
