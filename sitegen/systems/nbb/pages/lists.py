"""The ranking after each day of play, as pages show it."""

from collections.abc import Iterator, Sequence

from sitegen.model import Fact, Listing, Section
from sitegen.systems.nbb.articles import RANKINGS
from sitegen.systems.nbb.club import Club
from sitegen.systems.nbb.course import Played, Standing
from sitegen.systems.nbb.outputs import Ranked, Receipt
from sitegen.systems.nbb.pages.strip import highlights
from sitegen.systems.nbb.rankings import ranking
from sitegen.systems.nbb.tables import Season
from sitegen.table import PlayDate
from sitegen.toolkit.course import Stood


def listing(club: Club, stood: Stood[Receipt, Standing]) -> Listing:
    """The ranking as it stood after a day."""
    rows = list(ranking(club.inputs.players, club.options, stood.now, stood.day))
    section = Section(
        "ranking",
        "Ranking",
        Ranked,
        rows,
        note="Players with a session this season. A ranking is the mean of the latest sessions; a substitute"
        " ranking stands in for each that is not yet played. The page of a player says which sessions count.",
        empty="No session of this season has been played yet.",
        articles=RANKINGS,
    )
    return stood.listing(list(_facts(club, stood)), [*highlights(club, rows, stood), section])


def _facts(club: Club, stood: Stood[Receipt, Standing]) -> Iterator[Fact]:
    season = stood.last.session.season if isinstance(stood.last, Played) else club.season
    if season:
        played = [each for each in club.played[season] if each.day <= stood.day]
        yield from season_facts(season, played)
        if played:
            yield Fact("Latest session", played[-1].day, PlayDate, event=played[-1].key)
        yield Fact("Sessions in a ranking", club.options.sessions, int)


def season_facts(season: Season, played: Sequence[Played]) -> list[Fact]:
    """Which season it is, and how many sessions of it were played."""
    return [Fact("Season", season.season), Fact("Sessions played", len(played), int)]
