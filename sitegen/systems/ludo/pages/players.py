"""The pages of players: totals, what is needed, and the tournaments, games, years and rounds of each."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from functools import cache, partial
from operator import attrgetter

from sitegen.core.columnar import IndexedRows, Rows
from sitegen.core.model import Chart, Fact, Section
from sitegen.core.views import PageParts, Part, Summary, View, over
from sitegen.systems.ludo.circuit import Circuit, find_requirements
from sitegen.systems.ludo.outputs import (
    NO_TOURNAMENT,
    DayRankedPlayer,
    GameRankedPlayer,
    PlayedGame,
    PlayedRound,
    PlayedTournament,
    PlayedYear,
    PlayerGameTotals,
    Requirement,
    Seat,
    YearRankedPlayer,
)
from sitegen.systems.ludo.scoring import (
    WIN,
    get_divisor,
    kahan_sum,
    project_ranking,
)
from sitegen.systems.ludo.steps import YEAR_START_NOTE, TotalHistories
from sitegen.systems.ludo.tables import (
    DAY_ARTICLE,
    GAME_ARTICLE,
    ROUND_ARTICLE,
    YEAR_ARTICLE,
    Points,
    Tournament,
)
from sitegen.toolkit.decision_days import ResultsWithDecisions, describe_dated_exclusion, view_results
from sitegen.toolkit.order import group_by

_REQUIREMENTS_NOTE = (
    "As if nobody else took part. The places are those before it: in a new year, what earlier ones brought is"
    " worth less. What takes more points than anybody ever had in a tournament, or for a seat more than a win"
    " at a table of four, is not named."
)


def declare_player_page(
    circuit: Circuit, histories: TotalHistories, upcoming: Sequence[Tournament]
) -> PageParts:
    """Return what the page of each player shows; `upcoming` are the tournaments to come, the next first."""
    final_seats = group_by(circuit.seats.get(circuit.latest_year, ()), attrgetter("player"))
    requirements = [
        partial(_build_requirements, cache(partial(find_requirements, circuit, tournament)), tournament.date)
        for tournament in upcoming[:1]
    ]
    return PageParts(
        [partial(_build_facts, circuit, final_seats)],
        [partial(_build_chart, circuit), histories.explain_total, *requirements, *_declare_tables(circuit)],
    )


def _declare_tables(circuit: Circuit) -> Iterator[Part]:
    """Yield the tournaments, games, years and rounds of a player."""
    tournaments = IndexedRows(PlayedTournament, partial(_make_played_tournaments, circuit), "player")
    yield view_results(
        ResultsWithDecisions(tournaments, circuit.history.decisions_by_player, "total", "tournament"),
        "tournament date rank players points bonus total counted",
        "tournaments",
        ("Tournaments", "Tournaments and decisions"),
        empty=NO_TOURNAMENT,
        articles=[DAY_ARTICLE, YEAR_ARTICLE],
        is_yearly=True,
    )
    games = _view_games(circuit)
    excluded = circuit.find_excluded(date.max)
    yield lambda player: () if player in excluded else games(player)
    rounds = IndexedRows(PlayedRound, partial(_make_played_rounds, circuit), "player")
    yield _summarize_games(rounds, circuit.game_names)
    yield View(
        IndexedRows(PlayedYear, partial(_make_played_years, circuit), "player"),
        "year rank total tournaments ludo_rank ludo",
        "years",
        "Years",
        latest_first=True,
        note=YEAR_START_NOTE,
        empty=NO_TOURNAMENT,
        articles=[YEAR_ARTICLE],
    )
    yield View(
        rounds,
        "tournament round game place players points",
        "rounds",
        "Rounds",
        latest_first=True,
        empty=NO_TOURNAMENT,
        articles=[ROUND_ARTICLE],
        is_yearly=True,
    )


def _view_games(circuit: Circuit) -> View:
    """Return the games of a player this year."""
    return View(
        IndexedRows(PlayedGame, partial(_make_played_games, circuit), "player"),
        "game rank ranking played average win last needed seat reserve",
        "next",
        "Games this year",
        note="What one more game would do to each ranking.",
        empty="No game has been played this year.",
        articles=[GAME_ARTICLE],
    )


def _make_played_tournaments(circuit: Circuit) -> Rows[PlayedTournament]:
    """Return the tournaments of all players."""
    rows = circuit.history.rows
    return Rows.from_rows(DayRankedPlayer, rows).view(
        PlayedTournament,
        date=lambda: [circuit.tournaments_by_key[row.tournament].date for row in rows],
        players=lambda: [len(circuit.day_rankings[row.tournament]) for row in rows],
        counted=lambda: [*map(circuit.counts, rows)],
    )


def _make_played_rounds(circuit: Circuit) -> Rows[PlayedRound]:
    """Return the rounds of all players."""
    return circuit.results.view(PlayedRound, source=lambda: [row.result.source for row in circuit.rounds])


def _make_played_games(circuit: Circuit) -> Rows[PlayedGame]:
    """Return the games of all players this year, most played first, with what one more round would do."""
    year = circuit.latest_year
    rows = sorted(circuit.game_rankings.get(year, ()), key=lambda row: -row.played)
    seats = {(seat.game, seat.player): seat for seat in circuit.seats.get(year, ())}
    own_seats = [seats.get((row.game, row.player)) for row in rows]
    return Rows.from_rows(GameRankedPlayer, rows).view(
        PlayedGame,
        average=lambda: [row.points / row.played for row in rows],
        win=lambda: [project_ranking(row, WIN) for row in rows],
        last=lambda: [project_ranking(row, 0.0) for row in rows],
        needed=lambda: [*map(_find_needed, rows)],
        seat=lambda: [seat.seat if seat else None for seat in own_seats],
        reserve=lambda: [seat.reserve if seat else None for seat in own_seats],
    )


def _find_needed(row: GameRankedPlayer) -> float:
    """Return the points in one more round of a game that leave its ranking as it is."""
    divisor, next_divisor = get_divisor(row.played), get_divisor(row.played + 1)
    # s = S·(d' - d) / d: then (S + s) / d' is S / d again
    return row.points * (next_divisor - divisor) / divisor


def _make_played_years(circuit: Circuit) -> Rows[PlayedYear]:
    """Return the years of all players, oldest first, with where they stood in LUDO at the end of each."""
    years = [
        (year, rankings, row)
        for year, rankings in circuit.rankings_by_year.items()
        for row in rankings.year.values()
    ]
    return Rows.from_rows(YearRankedPlayer, [row for *_, row in years]).view(
        PlayedYear,
        year=lambda: [year for year, *_ in years],
        tournaments=lambda: [rankings.standings[row.player].tournaments for _, rankings, row in years],
        ludo_rank=lambda: [rankings.ludo[row.player].rank for _, rankings, row in years],
        ludo=lambda: [rankings.ludo[row.player].total for _, rankings, row in years],
    )


def _summarize_games(rounds: IndexedRows[PlayedRound], games: Sequence[str]) -> Summary:
    """Return the games that a player ever played, most played first, then by the alphabet as in `games`."""
    figures = {
        "played": len,
        "won": over("win_bonus", _count_wins),
        "average": over("points", _compute_mean),
        "best": over("points", max),
    }
    return Summary(
        rounds,
        "game",
        PlayerGameTotals,
        figures,
        "games",
        "Games in all years",
        places={game: place for place, game in enumerate(games)},
        note="Most played first.",
        empty=NO_TOURNAMENT,
        articles=[ROUND_ARTICLE],
    )


def _count_wins(bonuses: Sequence[int]) -> int:
    """Return how often a player was first, also shared."""
    return sum(bonus > 0 for bonus in bonuses)


def _compute_mean(points: Sequence[float]) -> float:
    return kahan_sum(points) / len(points)


def _build_chart(circuit: Circuit, player: str) -> Iterator[Chart]:
    """Yield the course of the total, which also falls where a year begins."""
    standings = circuit.history.standings_by_player[player]
    if totals := {day: standing.ludo for day, standing in standings}:
        yield Chart("LUDO total", list(totals.items()), note=YEAR_START_NOTE)


def _build_facts(circuit: Circuit, final_seats: Mapping[str, Sequence[Seat]], player: str) -> Iterator[Fact]:
    """Yield where a player stands now."""
    rankings = circuit.current_rankings
    if player in circuit.find_excluded(date.max):
        if standing := rankings.standings.get(player):
            yield Fact("LUDO total", standing.ludo, Points)
        yield describe_dated_exclusion(circuit.history.decisions_by_player[player])
    if ludo := rankings.ludo.get(player):
        yield Fact.from_cell(ludo, "total", "LUDO total")
        yield Fact.from_cell(ludo, "rank", "LUDO place")
    if year_row := rankings.year.get(player):
        yield Fact.from_cell(year_row, "total", "Total of the year")
        yield Fact.from_cell(year_row, "rank", "Place of the year")
        yield Fact.from_cell(year_row, "counted", "Regular tournaments that count")
    if seats := sum(not seat.reserve for seat in final_seats.get(player, ())):
        yield Fact("Seats at final tables", seats, int)


def _build_requirements(
    find: Callable[[], Mapping[str, Sequence[Requirement]]], day: date, player: str
) -> Iterator[Section]:
    """Yield what is still needed in the next tournament, on its day; `find` returns that of all players."""
    if rows := find().get(player):
        title, note, params = "What is still needed on {day}", _REQUIREMENTS_NOTE, {"day": day}
        articles = [YEAR_ARTICLE, *([GAME_ARTICLE] if any(row.game for row in rows) else [])]
        yield Section("ahead", title, Requirement, rows, note, params=params, articles=articles)
