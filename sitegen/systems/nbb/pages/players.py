"""The page of a player of the NBB-Clubranking: ranking, course, sessions, partners, seasons."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from operator import attrgetter
from statistics import fmean

from sitegen.model import Chart, Fact, PlayerPage, Section, Sheet
from sitegen.systems.nbb.articles import INDIVIDUAL, RANKINGS
from sitegen.systems.nbb.championships import Tally
from sitegen.systems.nbb.club import Club
from sitegen.systems.nbb.course import Standing
from sitegen.systems.nbb.needed import ARTICLE_OF, Needed, Needs
from sitegen.systems.nbb.outputs import Champion, Ranked, Receipt
from sitegen.systems.nbb.pages.careers import Careers
from sitegen.systems.nbb.sessions import key
from sitegen.systems.nbb.shown import Campaign, Looked, Partner
from sitegen.systems.nbb.tables import Gain, Options, Player, Ranking
from sitegen.table import Figure, Rank
from sitegen.toolkit.order import places
from sitegen.toolkit.outcome import pages
from sitegen.toolkit.rows import companions, grouped

_NO_SESSION = "No session has been played yet."


def player_pages(club: Club, careers: Careers, today: date) -> list[PlayerPage]:
    """A page for everyone, in the order of their rows."""
    receipts = grouped(club.course.rows, attrgetter("player"))
    ranks = {row.player: row for row in club.ranked}
    season = club.season.season if club.season else ""
    champions = {row.player: row for row in club.champions if row.season == season}
    shown = places(club.inputs.players)
    needs = Needs(club, club.season) if club.season and today <= club.season.end else None

    def sheet(player: Player) -> Sheet:
        own, mine = club.course.now.get(player.id), receipts.get(player.id, [])
        facts = [*_ranking(own, ranks.get(player.id)), *_championship(champions.get(player.id))]
        seasons = grouped(mine, attrgetter("season"))
        tallies = {each: club.tallies.get((each, player.id)) for each in seasons}
        opened = {each: club.opened[each][player.id] for each in seasons}
        at, options = careers.sources(player.id), club.options
        looked = [row for each in seasons for row in _looked(seasons[each], tallies[each], at, options)]
        parts = [_sessions(looked[::-1]), _partners(mine, shown), _seasons(seasons, opened)]
        ahead = _needed(needs, player.id) if needs else ()
        return Sheet.of(facts, [*_chart(mine), *careers.why(player.id), *ahead, *parts])

    return pages(club.inputs.players, sheet)


def _ranking(own: Standing | None, line: Ranked | None) -> Iterator[Fact]:
    if own:
        yield Fact("Ranking", own.ranking, Ranking)
    if line:
        yield Fact("Rank", line.rank, Rank)
        if line.change is not None:
            yield Fact("Change", line.change, Gain, note="on the latest day of play")
        yield Fact("Sessions in the ranking", line.sessions, int)
    if own:
        yield Fact("Substitute ranking", own.substitute, Ranking, note="of this season")


def _championship(line: Champion | None) -> Iterator[Fact]:
    if line:
        yield Fact("Average of the championship", line.average, Figure)
        if line.rank:
            yield Fact("Place in the championship", line.rank, Rank)
        yield Fact("Sessions this season", line.played, int)
        yield Fact("Sessions still needed to be champion", line.still_needed, int)


def _chart(mine: Sequence[Receipt]) -> Iterator[Chart]:
    if mine:
        yield Chart("Ranking", list({row.date: row.after for row in mine}.items()))


def _needed(needs: Needs, player: str) -> Iterator[Section]:
    title, named = "What is still needed by {day}", {"day": needs.season.end}
    note = (
        "As if everybody else stayed away. The sessions are all of the next ones: with each the minimum of a"
        " championship grows where it is a part of the sessions of the season."
    )
    if rows := list(needs.of(player)):
        articles = list(dict.fromkeys(ARTICLE_OF[row.goal] for row in rows))
        yield Section("ahead", title, Needed, rows, note, named=named, articles=articles)


def _looked(
    played: Sequence[Receipt], tally: Tally | None, sources: Mapping[str, str], options: Options
) -> Iterator[Looked]:
    """The sessions of a season, and which count at its end, or now."""
    latest = len(played) - options.sessions
    for place, row in enumerate(played):
        session = key(row.date, row.session)
        yield Looked.like(
            row,
            ranking=row.after,
            counts=place >= latest or None,
            dropped=(tally is not None and place not in tally.places) or None,
            key=session,
            source=sources[session],
        )


def _sessions(rows: Sequence[Looked]) -> Section:
    note = (
        "The ranking after a session is the mean of the points of it and those before it in the season, as"
        " many as count in a ranking; the substitute ranking of the season stands in for what is missing."
    )
    articles = [*RANKINGS, INDIVIDUAL]
    return Section(
        "sessions", "Sessions", Looked, rows, note=note, empty=_NO_SESSION, articles=articles, yearly=True
    )


def _partners(mine: Sequence[Receipt], shown: Mapping[str, int]) -> Section:
    rows = [
        Partner(partner, len(together), fmean(row.points for row in together))
        for partner, together in companions(mine, attrgetter("partner"), shown)
    ]
    return Section("partners", "Partners", Partner, rows, note="Most sessions first.", empty=_NO_SESSION)


def _seasons(seasons: Mapping[str, Sequence[Receipt]], opened: Mapping[str, Standing]) -> Section:
    rows = []
    for season in reversed([*seasons]):
        played, start = seasons[season], opened[season]
        points = [row.points for row in played]
        rows.append(
            Campaign(
                season,
                len(played),
                fmean(points),
                max(points),
                start.substitute,
                played[-1].after,
                start.source,
            )
        )
    return Section("seasons", "Seasons", Campaign, rows, empty=_NO_SESSION, articles=RANKINGS)
