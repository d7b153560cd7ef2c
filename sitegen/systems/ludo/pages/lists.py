"""The lists of a circuit: the LUDO ranking and that of the year, as they stood after each day of play.

The pages of a circuit, and what several of them show.

What everybody asks of a tournament first: who climbed, who won, who leads, and how much was played.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from functools import cache, partial
from typing import Any, NamedTuple, TypeVar

from sitegen.core.entities import Highlight, Highlights
from sitegen.core.model import Fact, Listing, PageContent, PageSection, Section
from sitegen.core.table import Movement, PlayDate, Table, make_rows
from sitegen.systems.ludo.circuit import Circuit
from sitegen.systems.ludo.outputs import (
    NO_TOURNAMENT,
    CalendarTournament,
    DayRankedPlayer,
    ListedPlayer,
    PlacedPlayer,
    YearListedPlayer,
)
from sitegen.systems.ludo.scoring import NO_RANKINGS, LudoStanding
from sitegen.systems.ludo.tables import YEAR_ARTICLE, Points
from sitegen.toolkit.course import ListState
from sitegen.toolkit.highlights import collect_highlights, find_first
from sitegen.toolkit.order import compute_movement


def build_ceiling_facts(circuit: Circuit, year: int) -> Iterator[Fact]:
    """The ceiling of the bonus in a year that has one."""
    if year in circuit.ceilings:
        yield Fact("Ceiling of the bonus", circuit.ceilings[year], int)


def build_calendar_rows(circuit: Circuit, year: int | None = None) -> list[CalendarTournament]:
    """The tournaments that were played, or those of a year, the latest first."""
    return [
        CalendarTournament.combine(tournament, players=len(after.rows), winner=after.rows[0].player)
        for tournament, after in reversed(circuit.snapshots)
        if year in {None, tournament.year}
    ]


def build_highlights(
    circuit: Circuit, rows: Sequence[Any], stood: ListState[DayRankedPlayer, LudoStanding]
) -> list[Highlights]:
    """Those of the tournament that a list is published after, by `rows` of LUDO; none before the first."""
    if stood.last_event is None:
        return []
    day = {row.player: row for row in stood.last_event.rows}
    name = str(stood.last_event.params["name"])
    winner, named = stood.last_event.rows[0], {"tournament": name}
    won = Highlight(
        "Winner of the day",
        winner.player,
        "",
        winner.points,
        Points,
        "{tournament}",
        named,
        stood.last_event.key,
    )
    climbed = _find_biggest_climb([row for row in rows if row.player in day], day)
    return collect_highlights(
        climbed,
        won,
        find_first("At the top", rows, "total", Points),
        _count_players(circuit, stood.last_event.key),
    )


def _find_biggest_climb(rows: Sequence[Any], day: dict[str, DayRankedPlayer]) -> Highlight | None:
    """Who won most places in the LUDO ranking, of who took part."""
    climbed = [row for row in rows if (row.movement or 0) > 0]
    if not climbed:
        return None
    best = max(climbed, key=lambda item: (item.movement, -item.rank))
    named = {"points": day[best.player].total, "rank": best.rank}
    note = "{points} points won, to place {rank}"
    return Highlight("Biggest climb", best.player, "", best.movement, Movement, note, named)


def _count_players(circuit: Circuit, tournament: str) -> Highlight:
    """How many players there were, at how many tables and of which number of games."""
    players, tables, games = circuit.sizes[tournament]
    named = {"tables": tables, "games": games}
    note = "at {tables} tables, of {games} different games"
    return Highlight("Players there", "", "", players, int, note, named)


M = TypeVar("M", bound=Table)
_LUDO_NOTE = "A third of the year before last, two thirds of last year, and this year so far."
_YEAR_NOTE = "The five best regular tournaments and the final, each with its bonus."


class _MovementCell(NamedTuple):
    movement: int | None


def build_listing(circuit: Circuit, stood: ListState[DayRankedPlayer, LudoStanding]) -> Listing:
    """The rankings after a day of play, and what moved in them since the one before it."""
    facts = list(_build_facts(circuit, stood))
    parts = cache(partial(_build_sections, circuit, stood))  # courses of ranks ask for those of all lists
    return stood.with_content(PageContent(facts, parts))


def _build_sections(circuit: Circuit, stood: ListState[DayRankedPlayer, LudoStanding]) -> list[PageSection]:
    year = stood.day.year
    now = circuit.get_rankings(stood.day, stood.standings)
    before = (
        circuit.get_rankings(stood.previous_day, stood.previous_standings)
        if stood.previous_day and stood.previous_standings
        else NO_RANKINGS
    )
    is_of_year = stood.previous_day is not None and stood.previous_day.year == year
    ludo = _add_movement(ListedPlayer, now.ludo, before.ludo)
    of_year = _add_movement(YearListedPlayer, now.year, before.year if is_of_year else {})
    named, title = {"year": year}, "Ranking of {year}"
    return [
        *build_highlights(circuit, ludo, stood),
        Section(
            "ludo", "LUDO ranking", ListedPlayer, ludo, _LUDO_NOTE, NO_TOURNAMENT, articles=[YEAR_ARTICLE]
        ),
        Section(
            "year",
            title,
            YearListedPlayer,
            of_year,
            _YEAR_NOTE,
            NO_TOURNAMENT,
            named,
            articles=[YEAR_ARTICLE],
        ),
    ]


def _add_movement(
    table: type[M], now: Mapping[str, PlacedPlayer], before: Mapping[str, PlacedPlayer]
) -> list[M]:
    """A ranking with what moved in it since another."""
    earlier = {player: row.rank for player, row in before.items()}
    moves = ((compute_movement(row.rank, earlier.get(player)),) for player, row in now.items())
    return table.combine_all(make_rows(_MovementCell, moves), now.values())


def _build_facts(circuit: Circuit, stood: ListState[DayRankedPlayer, LudoStanding]) -> Iterator[Fact]:
    if stood.last_event:
        held = bisect_right(circuit.tournament_dates, stood.day) - bisect_left(
            circuit.tournament_dates, date(stood.day.year, 1, 1)
        )
        yield Fact("Latest tournament", stood.day, PlayDate, event=stood.last_event.key)
        yield Fact("Tournaments this year", held, int)
        yield from build_ceiling_facts(circuit, stood.day.year)
    if stood.previous_day:
        last = circuit.tournaments[bisect_right(circuit.tournament_dates, stood.previous_day) - 1]
        yield Fact("Movement since", stood.previous_day, PlayDate, event=last.tournament)
