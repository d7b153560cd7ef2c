"""The pages of tournaments, years, games, final tables and prize-givings, and the calendar."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from functools import partial
from operator import attrgetter
from statistics import fmean
from typing import Any

from sitegen.core.columnar import IndexedRows, Rows, index_cells
from sitegen.core.entities import Highlights
from sitegen.core.model import (
    MIN_RACE,
    Event,
    EventPoints,
    Fact,
    PageContent,
    PageSection,
    PublishedTable,
    Race,
    Section,
    Topic,
)
from sitegen.core.names import slugify
from sitegen.core.table import PlayDate, Table
from sitegen.core.views import PageParts, View
from sitegen.systems.ludo.circuit import MIN_GROUP_SIZE, Circuit, find_groups, find_last_place
from sitegen.systems.ludo.outputs import (
    NO_TOURNAMENT,
    PLAYED_TOURNAMENTS,
    PRIZE_PLAYER,
    ROUND_CALCULATION,
    UPCOMING_TOURNAMENTS,
    DayRankedPlayer,
    DayResultByRound,
    GameListedPlayer,
    GameListedSeat,
    GameRankedPlayer,
    GameSummary,
    ListedSeat,
    Prize,
    PrizeClub,
    PrizeKind,
    RankedPlayer,
    RoundStep,
    Seat,
    YearSummary,
)
from sitegen.systems.ludo.pages.lists import build_calendar_rows, build_ceiling_facts, show_decided
from sitegen.systems.ludo.steps import make_day_results, make_round_steps
from sitegen.systems.ludo.tables import (
    DAY_ARTICLE,
    GAME_ARTICLE,
    PRIZE_ARTICLE,
    ROUND_ARTICLE,
    YEAR_ARTICLE,
    Club,
    Exact,
    Points,
    Tournament,
)
from sitegen.toolkit.decision_days import list_decided, make_decision_page
from sitegen.toolkit.highlights import collect_highlights, find_first
from sitegen.toolkit.order import group_by

_GAME = attrgetter("game")


def build_topics(circuit: Circuit) -> Iterator[Topic]:
    """Yield all topic pages, in the order of the menu."""
    yield from _build_year_topics(circuit)
    yield from _build_game_topics(circuit)
    yield _build_finals_topic(circuit)
    yield from _build_prize_topics(circuit)


def map_topic_addresses(circuit: Circuit) -> Mapping[Any, str]:
    """Return the address of the page of each year and of each game."""
    years: dict[Any, str] = {year: f"years/{year}" for year in circuit.rankings_by_year}
    return years | {game: _make_game_address(game) for game in circuit.game_names}


def _build_year_topics(circuit: Circuit) -> Iterator[Topic]:
    """Yield the page of all years, and one for each, the latest first."""
    rows = [_summarize_year(circuit, year) for year in circuit.rankings_by_year]
    section = Section(
        "years",
        "All years",
        YearSummary,
        rows[::-1],
        empty=NO_TOURNAMENT,
        articles=[DAY_ARTICLE, YEAR_ARTICLE],
    )
    yield Topic("years", "Years", PageContent.create([], [section]))
    for row in rows:
        facts = [
            Fact.from_cell(row, "tournaments"),
            Fact.from_cell(row, "players"),
            Fact.from_cell(row, "mean", "Mean participants"),
            *build_ceiling_facts(circuit, row.year),
        ]
        content = PageContent.create(facts, partial(_build_year_sections, circuit, row.year))
        yield Topic(f"years/{row.year}", "Year {year}", content, {"year": row.year})


def _summarize_year(circuit: Circuit, year: int) -> YearSummary:
    tournaments, rankings = build_calendar_rows(circuit, year), circuit.rankings_by_year[year]
    return YearSummary(
        year=year,
        tournaments=len(tournaments),
        players=len(rankings.year),
        mean=fmean(tournament.players for tournament in tournaments) if tournaments else None,
        ceiling=circuit.ceilings.get(year),
        winner=next(iter(rankings.year), None),
        ludo=next(iter(rankings.ludo), None),
    )


def _build_year_race(circuit: Circuit, year: int) -> Iterator[Race]:
    """Yield how the year went: the total of each player after each tournament ("Article 4.4")."""
    totals: dict[str, float] = {}
    events: list[tuple[date, str]] = []
    after: list[dict[str, float]] = []
    for tournament, snapshot in circuit.snapshots:
        if tournament.year == year:
            played = {player: now for player, now in snapshot.standings.items() if now.tournaments}
            totals |= {player: now.this_year for player, now in played.items()}
            events.append((tournament.date, tournament.tournament))
            after.append(dict(totals))
    if len(events) >= MIN_RACE:
        lines = {
            player: [then.get(player) for then in after] for player in circuit.rankings_by_year[year].year
        }
        parts = _list_parts(circuit, [key for _, key in events])
        note = "Points behind the leader after each tournament of the year."
        yield Race(
            "race", "How the year went", events, lines, note=note, articles=[YEAR_ARTICLE], parts=parts
        )


def _list_parts(circuit: Circuit, tournaments: Sequence[str]) -> Mapping[str, Sequence[EventPoints | None]]:
    """Return what each of some tournaments of a year brought, by player; None where they were not there."""
    parts: dict[str, list[EventPoints | None]] = {}
    for place, key in enumerate(tournaments):
        for row in circuit.day_rankings[key]:
            own = parts.setdefault(row.player, [None] * len(tournaments))
            own[place] = EventPoints(row.total, circuit.counts(row))
    return parts


def _build_year_sections(circuit: Circuit, year: int) -> list[PageSection]:
    params, rankings, articles = {"year": year}, circuit.rankings_by_year[year], [YEAR_ARTICLE]
    yearly, total = (  # nobody moves any more, so that these have the columns of files alone
        PublishedTable("", table, rows).in_files
        for table, rows in (
            show_decided(rankings, [*rankings.year.values()]),
            (RankedPlayer, [*rankings.ludo.values()]),
        )
    )
    tournaments = build_calendar_rows(circuit, year)
    return [
        *_build_year_race(circuit, year),
        Section("year", "Ranking of {year}", yearly.table, yearly.rows, params=params, articles=articles),
        Section("ludo", "LUDO ranking of {year}", total.table, total.rows, params=params, articles=articles),
        Section("tournaments", "Tournaments", PLAYED_TOURNAMENTS, tournaments, articles=[DAY_ARTICLE]),
        *_view_seats(circuit, "seats", "Final tables", empty="Nobody has a seat.")(year),
    ]


def _build_game_topics(circuit: Circuit) -> Iterator[Topic]:
    """Yield the page of all games, and one for each."""
    rankings = group_by(circuit.game_rankings.get(circuit.latest_year, ()), _GAME)
    tables = _count_tables(circuit)
    rows = [_summarize_game(game, rankings.get(game, ()), *tables[game]) for game in circuit.game_names]
    section = Section("games", "All games", GameSummary, rows, empty=NO_TOURNAMENT, articles=[GAME_ARTICLE])
    yield Topic("games", "Games", PageContent.create([], [section]))
    page = _declare_game_page(circuit, {row.game: row for row in rows})
    for row in rows:
        yield Topic(_make_game_address(row.game), "{game}", page.build_content(row.game), {"game": row.game})


def _make_game_address(game: str) -> str:
    return f"games/{slugify(game)}"


def _count_tables(circuit: Circuit) -> dict[str, tuple[int, int]]:
    """Return at how many tables each game was played: in the latest year, and ever."""
    ever, this_year = Counter[str](), Counter[str]()
    for tournament in circuit.tournaments:
        games = circuit.table_games[tournament.tournament]
        ever.update(games)
        this_year.update(games if tournament.year == circuit.latest_year else ())
    return {game: (this_year[game], count) for game, count in ever.items()}


def _summarize_game(
    game: str, ranking: Sequence[GameRankedPlayer], tables: int, all_tables: int
) -> GameSummary:
    first = ranking[0] if ranking else None
    return GameSummary(
        game=game,
        tables=tables,
        players=len(ranking),
        leader=first.player if first else None,
        ranking=first.ranking if first else None,
        ever=all_tables,
    )


def _declare_game_page(circuit: Circuit, summaries: Mapping[str, GameSummary]) -> PageParts:
    """Return the rankings of each game, the latest year first, and the seats at its final table."""
    latest = circuit.latest_year
    first, *earlier = [
        _view_ranking(circuit, year, "The game has not been played this year." if year == latest else "")
        for year in sorted({latest, *circuit.game_rankings}, reverse=True)
    ]
    final = View(
        IndexedRows(GameListedSeat, partial(_list_final_seats, circuit), "game"),
        "seat player ranking reserve",
        "seats",
        "Final table of {year}",
        empty="Nobody has a seat.",
        params={"year": latest},
        group_by="reserve",
        articles=[GAME_ARTICLE],
    )
    return PageParts([partial(_build_game_facts, summaries)], [first, final, *earlier])


def _build_game_facts(summaries: Mapping[str, GameSummary], game: str) -> Iterator[Fact]:
    row = summaries[game]
    yield Fact.from_cell(row, "tables", "Tables this year")
    yield Fact.from_cell(row, "ever")


def _list_final_seats(circuit: Circuit) -> Rows[GameListedSeat]:
    """Return the seats and reserves of the latest year."""
    return Rows.from_rows(Seat, circuit.seats.get(circuit.latest_year, [])).view(GameListedSeat)


def _view_ranking(circuit: Circuit, year: int, empty: str) -> View:
    return View(
        IndexedRows(GameListedPlayer, partial(_make_ranking, circuit, year), "game"),
        "rank player name played points average ranking",
        f"ranking-{year}",
        "Ranking of {year}",
        empty=empty,
        params={"year": year},
        articles=[GAME_ARTICLE],
    )


def _make_ranking(circuit: Circuit, year: int) -> Rows[GameListedPlayer]:
    """Return the rankings of all games in a year, with the mean points of a round."""
    rows = circuit.game_rankings.get(year, [])
    return Rows.from_rows(GameRankedPlayer, rows).view(
        GameListedPlayer, average=lambda: [row.points / row.played for row in rows]
    )


def _build_finals_topic(circuit: Circuit) -> Topic:
    """Return the page of the seats and reserves at the final tables of the latest year."""
    year = circuit.latest_year
    games = len({seat.game for seat in circuit.seats.get(year, ())})
    facts = [Fact("Year", year, int), Fact("Games", games, int)] if year else []
    note = "By the ranking of the game over the tournaments before the final; equal rankings by the alphabet."
    seats = _view_seats(circuit, "seats", "Seats", note=note, empty="Nobody has a seat yet.")
    note, empty = "Who takes a seat that stays free, in this order.", "There are no reserves."
    reserves = _view_seats(circuit, "reserves", "Reserves", reserve=True, note=note, empty=empty)
    return Topic("final-tables", "Final tables", PageContent.create(facts, [*seats(year), *reserves(year)]))


def _view_seats(circuit: Circuit, name: str, title: str, *, reserve: bool = False, **texts: Any) -> View:
    """Return the seats at the final tables of a year, or the reserves behind them."""
    rows = IndexedRows(ListedSeat, partial(_list_seats, circuit, reserve=reserve), "year")
    columns, articles = "game player seat ranking", [GAME_ARTICLE]
    return View(rows, columns, name, title, group_by="game", articles=articles, **texts)


def _list_seats(circuit: Circuit, *, reserve: bool) -> Rows[ListedSeat]:
    """Return the seats or the reserves of all years."""
    seats = [seat for seats in circuit.seats.values() for seat in seats if seat.reserve == reserve]
    return Rows.from_rows(Seat, seats).view(ListedSeat)


def _build_prize_topics(circuit: Circuit) -> Iterator[Topic]:
    """Yield the prize-giving of each tournament that was played."""
    for (tournament, snapshot), prizes in zip(circuit.snapshots, circuit.prizes, strict=True):
        facts = [
            Fact("Date", tournament.date, PlayDate, event=tournament.tournament),
            Fact("Players", len(snapshot.rows), int),
        ]
        if tournament.latitude is not None:  # from which distances are measured
            facts.append(Fact.from_cell(tournament, "latitude", cell_type=Exact))
            facts.append(Fact.from_cell(tournament, "longitude", cell_type=Exact))
        build_sections = partial(
            _build_prize_sections, circuit.inputs.clubs, tournament, snapshot.rows, prizes
        )
        yield Topic(
            f"prizes/{tournament.tournament}",
            "Prize-giving: {name}",
            PageContent.create(facts, build_sections),
            {"name": tournament.name},
        )


def _build_prize_sections(
    clubs: Sequence[Club], tournament: Tournament, ranking: Sequence[DayRankedPlayer], prizes: Sequence[Prize]
) -> list[Section]:
    by_player = {row.player: row for row in ranking}
    groups = {group.club: group for group in find_groups(clubs, tournament, ranking)}
    homes = {club.club: club for club in clubs}

    def player_rows(kind: PrizeKind) -> list[Table]:
        return [PRIZE_PLAYER.combine(row, by_player[row.recipient]) for row in prizes if row.kind == kind]

    def club_rows(kind: PrizeKind) -> list[PrizeClub]:
        called = [(row.recipient, row.order) for row in prizes if row.kind == kind]
        return [
            PrizeClub.combine(groups[club], homes.get(club, Club(club)), order=order)
            if club in groups
            else PrizeClub(club, None, None, None, None, order, source="")
            for club, order in called
        ]

    last, fewest = {"last": find_last_place(len(ranking))}, {"fewest": MIN_GROUP_SIZE}
    places, groups_title = player_rows("place"), "Clubs with {fewest} players or more"
    sections = [
        Section("winner", "Winner of the day", PRIZE_PLAYER, player_rows("winner")),
        Section("interclub", "Winner of the interclub", PrizeClub, club_rows("interclub")),
        Section("places", "Places 2 to {last}", PRIZE_PLAYER, places, params=last),
        Section("clubs", groups_title, PrizeClub, club_rows("club"), params=fewest),
        Section("lot", "Everyone else, by lot", PRIZE_PLAYER, player_rows("lot")),
    ]
    return [section._replace(articles=[PRIZE_ARTICLE]) for section in sections if section.rows]


_DAY_NOTE = "By the points of the rounds. The bonus counts for the year, and not for the ranking of the day."


def build_events(circuit: Circuit) -> Iterator[Event]:
    """Yield the page of each tournament that was played, and of each day with decisions, in order."""
    page = _declare_event_page(circuit)
    for snapshot in circuit.history.events:
        if snapshot.decisions:
            yield make_decision_page(snapshot)
        else:
            yield snapshot.make_event(page.build_content(snapshot.key))


def _declare_event_page(circuit: Circuit) -> PageParts:
    """Return what the page of each tournament shows: its ranking, and its rounds with every step of them."""
    days = IndexedRows(DayResultByRound, partial(make_day_results, circuit), "tournament")
    return PageParts(
        [partial(_build_event_facts, circuit)],
        [
            partial(_find_winner, days),
            View(
                days,
                "rank player name club points round_1 round_2 round_3 bonus total",
                "day",
                "Ranking of the day",
                note=_DAY_NOTE,
                articles=[DAY_ARTICLE],
            ),
            *(_view_round(circuit, number) for number in (1, 2, 3)),
        ],
    )


def _find_winner(days: IndexedRows[DayResultByRound], tournament: str) -> list[Highlights]:
    return collect_highlights(find_first("Winner of the day", days.select(tournament), "points", Points))


def _view_round(circuit: Circuit, number: int) -> View:
    return View(
        IndexedRows(RoundStep, partial(_list_steps, circuit, number), "tournament"),
        "game table given player score points",
        f"round-{number}",
        "Round {round}",
        params={"round": number},
        articles=[ROUND_ARTICLE],
        calculation=ROUND_CALCULATION,
        shared_columns=("game", "table"),
    )


def _list_steps(circuit: Circuit, number: int) -> Rows[RoundStep]:
    """Return the rounds of all tournaments that have this number."""
    steps = make_round_steps(circuit)
    return steps.take(index_cells(steps.get_column("round")).get(number, ()))


def _build_event_facts(circuit: Circuit, key: str) -> Iterator[Fact]:
    tournament, players = circuit.tournaments_by_key[key], len(circuit.day_rankings[key])
    yield Fact("Date", tournament.date, date)
    yield Fact.from_cell(tournament, "kind")
    yield Fact("Players", players, int)
    yield from build_ceiling_facts(circuit, tournament.year)
    if tournament.interclub:
        yield Fact.from_cell(tournament, "interclub")
    if tournament.source:
        yield Fact.from_cell(tournament, "source")


def build_calendar(circuit: Circuit, as_of: date) -> list[Section]:
    """Return the tournaments to come, those that were played and all decisions, the latest first."""
    upcoming = UPCOMING_TOURNAMENTS.combine_all(list_upcoming(circuit, as_of))
    played = build_calendar_rows(circuit)
    return [
        *([Section("to-come", "Tournaments to come", UPCOMING_TOURNAMENTS, upcoming)] if upcoming else []),
        Section(
            "tournaments",
            "Tournaments",
            PLAYED_TOURNAMENTS,
            played,
            empty=NO_TOURNAMENT,
            articles=[DAY_ARTICLE],
        ),
        *list_decided(circuit.history.decisions[::-1]),
    ]


def list_upcoming(circuit: Circuit, as_of: date) -> list[Tournament]:
    """Return the tournaments that are still to be played, the next first."""
    with_results = {row.tournament for row in circuit.inputs.results}
    upcoming = [
        tournament
        for tournament in circuit.inputs.tournaments
        if tournament.date >= as_of and tournament.tournament not in with_results
    ]
    return sorted(upcoming, key=attrgetter("date", "tournament"))
