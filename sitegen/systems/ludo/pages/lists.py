"""The lists of a circuit: LUDO and the ranking of the year after each day of play, with their highlights."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Any, TypeVar

from sitegen.core.entities import Highlight, Highlights
from sitegen.core.model import Fact, Listing, PageContent, PageSection, Section
from sitegen.core.table import Movement, PlayDate
from sitegen.systems.ludo.circuit import Circuit
from sitegen.systems.ludo.outputs import (
    NO_TOURNAMENT,
    PLAYED_TOURNAMENTS,
    DayRankedPlayer,
    DecidedYearPlayer,
    RankedPlayer,
    YearRankedPlayer,
)
from sitegen.systems.ludo.scoring import NO_RANKINGS, LudoStanding, Rankings
from sitegen.systems.ludo.tables import YEAR_ARTICLE, Points
from sitegen.toolkit.highlights import collect_highlights, find_first
from sitegen.toolkit.history import ListState
from sitegen.toolkit.order import compute_movement


def build_ceiling_facts(circuit: Circuit, year: int) -> Iterator[Fact]:
    """Yield the ceiling of the bonus in a year, if it has one."""
    if year in circuit.ceilings:
        yield Fact("Ceiling of the bonus", circuit.ceilings[year], int)


def build_calendar_rows(circuit: Circuit, year: int | None = None) -> list[Any]:
    """Return the tournaments that were played, all or those of a year, the latest first."""
    return [
        PLAYED_TOURNAMENTS.combine(tournament, players=len(snapshot.rows), winner=snapshot.rows[0].player)
        for tournament, snapshot in reversed(circuit.snapshots)
        if year in {None, tournament.year}
    ]


def build_highlights(
    circuit: Circuit, rows: Sequence[Any], state: ListState[DayRankedPlayer, LudoStanding]
) -> list[Highlights]:
    """Return the highlights of the latest tournament of a list, whose LUDO ranking is `rows`.

    They are who climbed most, who won, who leads, and how much was played; none before the first tournament.
    """
    latest = circuit.find_latest(state.day)
    if latest is None:
        return []
    day_rows = {row.player: row for row in latest.rows}
    winner, params = latest.rows[0], {"tournament": str(latest.params["name"])}
    return collect_highlights(
        _find_biggest_climb([row for row in rows if row.player in day_rows], day_rows),
        Highlight(
            "Winner of the day",
            winner.player,
            "",
            winner.points,
            Points,
            "{tournament}",
            params,
            latest.key,
        ),
        find_first("At the top", rows, "total", Points),
        _count_players(circuit, latest.key),
    )


def _find_biggest_climb(rows: Sequence[Any], day_rows: dict[str, DayRankedPlayer]) -> Highlight | None:
    """Return who won most places in the LUDO ranking; `rows` are those of who took part."""
    climbers = [row for row in rows if (row.movement or 0) > 0]
    if not climbers:
        return None
    best = max(climbers, key=lambda climber: (climber.movement, -climber.rank))
    params = {"points": day_rows[best.player].total, "rank": best.rank}
    note = "{points} points won, to place {rank}"
    return Highlight("Biggest climb", best.player, "", best.movement, Movement, note, params)


def _count_players(circuit: Circuit, tournament: str) -> Highlight:
    """Return the number of players, with the numbers of tables and games."""
    players, games = len(circuit.day_rankings[tournament]), circuit.table_games[tournament]
    params = {"tables": len(games), "games": len({*games})}
    note = "at {tables} tables, of {games} different games"
    return Highlight("Players there", "", "", players, int, note, params)


RankedRow = TypeVar("RankedRow", RankedPlayer, YearRankedPlayer)
_LUDO_NOTE = "A third of the year before last, two thirds of last year, and this year so far."
_YEAR_NOTE = "The five best regular tournaments and the final, each with its bonus."


def build_listing(circuit: Circuit, state: ListState[DayRankedPlayer, LudoStanding]) -> Listing:
    """Return the rankings after a day of play, with what moved since the day before it."""
    facts = list(_build_facts(circuit, state))
    # Charts of ranks need the sections of all lists.
    build_sections = cache(partial(_build_sections, circuit, state))
    return state.with_content(PageContent.create(facts, build_sections))


def _build_sections(circuit: Circuit, state: ListState[DayRankedPlayer, LudoStanding]) -> list[PageSection]:
    year = state.day.year
    rankings, previous = circuit.get_rankings(state.day, state.standings), NO_RANKINGS
    if state.previous_day and state.previous_standings:
        previous = circuit.get_rankings(state.previous_day, state.previous_standings)
        if state.previous_day.year != year:
            previous = previous._replace(year={})
    ludo = _add_movement(rankings.ludo, previous.ludo)
    year_table, year_ranking = show_decided(rankings, _add_movement(rankings.year, previous.year))
    params, title = {"year": year}, "Ranking of {year}"
    return [
        *build_highlights(circuit, ludo, state),
        Section(
            "ludo", "LUDO ranking", RankedPlayer, ludo, _LUDO_NOTE, NO_TOURNAMENT, articles=[YEAR_ARTICLE]
        ),
        Section(
            "year",
            title,
            year_table,
            year_ranking,
            _YEAR_NOTE,
            NO_TOURNAMENT,
            params,
            articles=[YEAR_ARTICLE],
        ),
    ]


def show_decided(
    rankings: Rankings, rows: Sequence[YearRankedPlayer]
) -> tuple[type[YearRankedPlayer], Sequence[YearRankedPlayer]]:
    """Return the table and the rows of a ranking of a year, with the points by decision if there are any."""
    decided = {row.player: rankings.standings[row.player].decided for row in rows}
    if not any(decided.values()):
        return YearRankedPlayer, rows
    shown = [DecidedYearPlayer.combine(row, decided=decided[row.player] or None) for row in rows]
    return DecidedYearPlayer, shown


def _add_movement(ranking: Mapping[str, RankedRow], previous: Mapping[str, RankedRow]) -> list[RankedRow]:
    """Return the rows of a ranking with the places won or lost since another."""
    previous_ranks = {player: row.rank for player, row in previous.items()}
    return [
        row.replace(movement=compute_movement(row.rank, previous_ranks.get(player)))
        for player, row in ranking.items()
    ]


def _build_facts(circuit: Circuit, state: ListState[DayRankedPlayer, LudoStanding]) -> Iterator[Fact]:
    if latest := circuit.find_latest(state.day):
        years = [tournament.year for tournament in circuit.tournaments if tournament.date <= state.day]
        yield Fact("Latest tournament", latest.day, PlayDate, event=latest.key)
        yield Fact("Tournaments this year", years.count(state.day.year), int)
        yield from build_ceiling_facts(circuit, state.day.year)
    if day := state.previous_day:
        event = next(event.key for event in reversed(circuit.history.events) if event.day == day)
        yield Fact("Movement since", day, PlayDate, event=event)
