"""The page of a player of the NBB-Clubranking: ranking, course, sessions, partners, seasons."""

from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean

from sitegen.model import Chart, Fact, PlayerPage, Section, Sheet
from sitegen.systems.nbb.outputs import Champion, Earned, Ranked
from sitegen.systems.nbb.published import Club
from sitegen.systems.nbb.shown import Campaign, Looked, Partner
from sitegen.systems.nbb.tables import Gain, Player, Ranking
from sitegen.table import Figure, Rank
from sitegen.toolkit.order import places

_NO_SESSION = "No session has been played yet."


def player_pages(club: Club, current: Sequence[Ranked], championship: Sequence[Champion]) -> list[PlayerPage]:
    """A page for everyone who is not hidden, in the order of their rows."""
    rows_of: dict[str, list[Earned]] = {each.id: [] for each in club.inputs.players}
    for played in club.history.played:
        for row in played.rows:
            rows_of[row.player].append(row)
    ranks = {row.player: row for row in current}
    season = club.current.season.season if club.current else ""
    standings = {row.player: row for row in championship if row.season == season}
    shown = places(club.inputs.players)
    pages = []
    for each in club.inputs.players:
        if not each.hidden:
            facts = [*_ranking(club, each, ranks.get(each.id)), *_championship(standings.get(each.id))]
            mine = rows_of[each.id]
            sections = [_sessions(mine), _partners(mine, shown), _seasons(mine)]
            sheet = Sheet.of(facts, [*_chart(mine), *sections])
            pages.append(PlayerPage(each.id, each.name, each.club, sheet))
    return pages


def _ranking(club: Club, player: Player, line: Ranked | None) -> Iterator[Fact]:
    book = club.current
    if book and (ranking := book.ranking(player.id)) is not None:
        yield Fact("Ranking", ranking, Ranking)
    if line:
        yield Fact("Rank", line.rank, Rank)
        if line.change is not None:
            yield Fact("Change", line.change, Gain, note="on the latest day of play")
        yield Fact("Sessions in the ranking", line.sessions, int)
    if book and player.id in book.substitutes:
        yield Fact("Substitute ranking", book.substitutes[player.id], Ranking, note="of this season")


def _championship(line: Champion | None) -> Iterator[Fact]:
    if line:
        yield Fact("Average of the championship", line.average, Figure)
        if line.rank:
            yield Fact("Place in the championship", line.rank, Rank)
        yield Fact("Sessions this season", line.played, int)
        yield Fact("Sessions still needed to be champion", line.still_needed, int)


def _chart(mine: Sequence[Earned]) -> Iterator[Chart]:
    if mine:
        yield Chart("Ranking", list({row.date: row.after for row in mine}.items()))


def _sessions(mine: Sequence[Earned]) -> Section:
    rows = [
        Looked(
            row.date,
            row.season,
            row.form,
            row.line,
            row.partner or None,
            row.team,
            row.score,
            row.points,
            row.after,
        )
        for row in reversed(mine)
    ]
    return Section("sessions", "Sessions", Looked, rows, empty=_NO_SESSION)


def _partners(mine: Sequence[Earned], shown: Mapping[str, int]) -> Section:
    points: dict[str, list[float]] = {}
    for row in mine:
        if row.partner:
            points.setdefault(row.partner, []).append(row.points)
    rows = [Partner(partner, len(earned), fmean(earned)) for partner, earned in points.items()]
    rows.sort(key=lambda row: (-row.sessions, shown[row.partner]))
    return Section("partners", "Partners", Partner, rows, note="Most sessions first.", empty=_NO_SESSION)


def _seasons(mine: Sequence[Earned]) -> Section:
    by_season: dict[str, list[Earned]] = {}
    for row in mine:
        by_season.setdefault(row.season, []).append(row)
    rows = []
    for season, of in reversed(by_season.items()):
        points = [row.points for row in of]
        rows.append(Campaign(season, len(of), fmean(points), max(points), of[-1].after))
    return Section("seasons", "Seasons", Campaign, rows, empty=_NO_SESSION)
