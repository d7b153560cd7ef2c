"""The demonstration site of this repository, built as of one day, and one page of each kind."""

from datetime import date
from pathlib import Path

from sitegen.publishing import build

PUBLISHED = date(2026, 11, 21)
PAGES = {
    "home": "",
    "list": "backgammon/",
    "earlier list": "backgammon/lists/2026-11-14/",
    "player": "backgammon/players/joris-van-den-berg/",
    "champion": "backgammon/players/olivier-poncelette/",
    "week": "backgammon/results/2026-W45/",
    "calendar": "backgammon/results/",
    "calendar of a year": "backgammon/calendar/2025/",
    "frame": "backgammon/embed/",
    "sharing": "backgammon/share/",
    "lists": "backgammon/lists/",
    "rules": "backgammon/rules/",
    "ranking": "chess/",
    "chess player": "chess/players/ellen-couwenaerde/",
    "round": "chess/results/22/",
    "pairings": "chess/results/23/",
    "rounds": "chess/results/",
    "periods": "chess/periods/",
    "places": "chess/places/",
    "start ratings": "chess/start-ratings/",
    "crosstable": "chess/crosstable/",
    "season": "chess/season/",
    "ratings": "bridge/",
    "bridge player": "bridge/players/ivo-steenwinkel/",
    "pairs evening": "bridge/results/2026-11-09/",
    "teams evening": "bridge/results/2026-11-16/",
    "evenings": "bridge/results/",
    "risers": "bridge/risers/",
    "rating risers": "backgammon/risers/",
    "records": "backgammon/records/",
    "records of a year": "backgammon/records/2025/",
    "records of evenings": "bridge/records/",
    "clubs": "clubs/",
    "club": "clubs/le-double-six/",
    "club ranking": "tuesday/",
    "club player": "tuesday/players/ivo-steenwinkel/",
    "session": "tuesday/results/2026-11-10/",
    "teams session": "tuesday/results/2026-05-26/",
    "drawn session": "tuesday/results/2026-11-24/",
    "partnerships": "tuesday/partnerships/",
    "championships": "tuesday/champions/",
    "circuit": "circuit/",
    "circuit player": "circuit/players/sule-wiersmanda/",
    "tournament": "circuit/results/2025-03-liege/",
    "tournaments": "circuit/results/",
    "years": "circuit/years/",
    "year": "circuit/years/2025/",
    "games": "circuit/games/",
    "game": "circuit/games/catan/",
    "final tables": "circuit/final-tables/",
    "prize-giving": "circuit/prizes/2026-10-antwerpen/",
    "news": "news/",
    "news item": "news/2026-11-16-estuary-trophy/",
    "about": "about/",
    "guide": "guide/",
    "guide page": "guide/evening/",
}
"""Every kind of page by what it is; besides 404.html, which only a server shows in its place."""


def build_demonstration(output: Path) -> Path:
    """The site in `output`."""
    built = build(Path(__file__).parents[2], output, PUBLISHED)
    assert built.plan is not None, [str(problem) for problem in built.problems]
    return output


def file_of(site: Path, kind: str) -> str:
    """The address of a page on the disk."""
    return (site / PAGES[kind] / "index.html").as_uri()
