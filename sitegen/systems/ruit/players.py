"""The page of a player of the Ruit rating: standing, course, evenings, partners."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from math import fsum

from sitegen.model import Chart, Fact, PlayerPage, Section, Sheet
from sitegen.systems.ruit.outputs import Played, Rated
from sitegen.systems.ruit.published import FORMS
from sitegen.systems.ruit.shown import Looked, Partner
from sitegen.systems.ruit.tables import Gain, Player
from sitegen.table import Change, PlayDate, Rank, Rating
from sitegen.toolkit.order import places

_NO_EVENING = "No evening has been played yet."
_WON = {"pairs": "Won in pairs", "butler": "Won in butler", "teams": "Won in teams"}
_COURSES = {
    "pairs": "Pairs: points won since the first evening",
    "butler": "Butler: points won since the first evening",
}


def player_pages(
    players: Sequence[Player], rows: Sequence[Played], current: Sequence[Rated]
) -> list[PlayerPage]:
    """A page for everyone who is not hidden, in the order of their rows."""
    rows_of: dict[str, list[Played]] = {each.id: [] for each in players}
    for row in rows:
        rows_of[row.player].append(row)
    lines = {each.player: each for each in current}
    shown = places(players)
    return [
        PlayerPage(each.id, each.name, each.club, _sheet(each, rows_of[each.id], lines[each.id], shown))
        for each in players
        if not each.hidden
    ]


def _sheet(player: Player, mine: Sequence[Played], line: Rated, shown: Mapping[str, int]) -> Sheet:
    facts = [*_standing(player, mine, line), *_by_form(mine)]
    return Sheet.of(facts, [*_charts(player, mine), _history(mine), _partners(mine, shown)])


def _standing(player: Player, mine: Sequence[Played], line: Rated) -> Iterator[Fact]:
    yield Fact("Rating", line.rating, Rating)
    yield Fact("Rank", line.rank, Rank)
    if line.change is not None:
        yield Fact("Change", line.change, Change, note="on the latest evening of the club")
    yield Fact("Start rating", player.start or 0.0, Rating)
    yield Fact("Evenings", line.sessions, int)
    if mine:
        best = max(mine, key=lambda row: row.rating)
        yield Fact("Last played on", mine[-1].date, PlayDate)
        yield Fact("Highest rating", best.rating, Rating)
        yield Fact("Reached on", best.date, PlayDate)


def _by_form(mine: Sequence[Played]) -> Iterator[Fact]:
    for form in FORMS:
        gains = [row.rating - row.before for row in mine if row.form == form]
        if gains:
            yield Fact(_WON[form], fsum(gains), Gain, note="rating points, all told")


def _charts(player: Player, mine: Sequence[Played]) -> Iterator[Chart]:
    """The rating since the first evening, and what pairs and butler alone brought ("Overig")."""
    if not mine:
        return
    yield Chart("Rating", [(row.date, row.rating) for row in mine], {"Start rating": player.start or 0.0})
    for form, title in _COURSES.items():
        points = list(_course(row for row in mine if row.form == form))
        if points:
            yield Chart(title, points)


def _course(rows: Iterator[Played]) -> Iterator[tuple[date, float]]:
    won = 0.0
    for row in rows:
        won += row.rating - row.before
        yield row.date, won


def _history(mine: Sequence[Played]) -> Section:
    rows = [
        Looked(
            row.date,
            row.form,
            row.partner,
            row.team,
            row.handicap,
            row.raw,
            row.after,
            row.change,
            row.subsidy,
            row.rating,
        )
        for row in reversed(mine)
    ]
    return Section("history", "Evenings", Looked, rows, empty=_NO_EVENING)


def _partners(mine: Sequence[Played], shown: Mapping[str, int]) -> Section:
    gains: dict[str, list[float]] = {}
    for row in mine:
        gains.setdefault(row.partner, []).append(row.rating - row.before)
    rows = [Partner(partner, len(won), fsum(won)) for partner, won in gains.items()]
    rows.sort(key=lambda row: (-row.evenings, shown[row.partner]))
    return Section("partners", "Partners", Partner, rows, note="Most evenings first.", empty=_NO_EVENING)
