"""The pages of tournaments: the ranking of the day, and every table of every round with its calculation.

The further pages of a circuit: its years, its games, the final tables and the prize-givings.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from functools import partial
from itertools import chain
from operator import attrgetter
from statistics import fmean
from typing import Any

from sitegen.core.model import Event, Fact, PageContent, Section, Topic
from sitegen.core.names import slugify
from sitegen.core.table import Figure, PlayDate, Source
from sitegen.systems.ludo.circuit import MIN_GROUP_SIZE, Circuit, ClubGroup, find_groups, find_last_place
from sitegen.systems.ludo.outputs import (
    NO_TOURNAMENT,
    CalendarTournament,
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
    PrizePlayer,
    RankedPlayer,
    RoundStep,
    Seat,
    UpcomingTournament,
    YearRankedPlayer,
    YearSummary,
)
from sitegen.systems.ludo.pages.lists import build_calendar_rows, build_ceiling_facts
from sitegen.systems.ludo.pages.players import Calculations
from sitegen.systems.ludo.tables import (
    DAY_ARTICLE,
    GAME_ARTICLE,
    PRIZE_ARTICLE,
    ROUND_ARTICLE,
    YEAR_ARTICLE,
    Club,
    Exact,
    Kind,
    Tournament,
    get_location,
)
from sitegen.toolkit.order import group_by

_GAME = attrgetter("game")


def build_topics(circuit: Circuit) -> Iterator[Topic]:
    """All of them, in the order of the menu."""
    yield from _build_year_topics(circuit)
    yield from _build_game_topics(circuit)
    yield _build_finals_topic(circuit)
    yield from _build_prize_topics(circuit)


def map_topic_addresses(circuit: Circuit) -> Mapping[Any, str]:
    """The page of each year and of each game."""
    years: dict[Any, str] = {year: f"years/{year}" for year in circuit.year_rankings}
    return years | _map_game_addresses(circuit)


def _build_year_topics(circuit: Circuit) -> Iterator[Topic]:
    """All years, the latest first, and a page for each."""
    lines = [_summarize_year(circuit, year) for year in circuit.year_rankings]
    every = Section(
        "years",
        "All years",
        YearSummary,
        lines[::-1],
        empty=NO_TOURNAMENT,
        articles=[DAY_ARTICLE, YEAR_ARTICLE],
    )
    yield Topic("years", "Years", PageContent.create([], [every]))
    for line in lines:
        facts, parts = (
            list(_build_year_facts(circuit, line)),
            partial(_build_year_sections, circuit, line.year),
        )
        sheet = PageContent(facts, parts)
        yield Topic(f"years/{line.year}", "Year {year}", sheet, {"year": line.year})


def _summarize_year(circuit: Circuit, year: int) -> YearSummary:
    tournaments = build_calendar_rows(circuit, year)
    return YearSummary(
        year=year,
        tournaments=len(tournaments),
        players=len(circuit.year_rankings[year]),
        mean=fmean(tournament.players for tournament in tournaments),
        ceiling=circuit.ceilings.get(year),
        winner=next(iter(circuit.year_rankings[year])),
        ludo=next(iter(circuit.ludo_rankings[year])),
    )


def _build_year_facts(circuit: Circuit, line: YearSummary) -> Iterator[Fact]:
    yield Fact("Tournaments", line.tournaments, int)
    yield Fact("Players", line.players, int)
    yield Fact("Mean participants", line.mean, Figure)
    yield from build_ceiling_facts(circuit, line.year)


def _build_year_sections(circuit: Circuit, year: int) -> list[Section]:
    named = {"year": year}
    of_year, ludo = [*circuit.year_rankings[year].values()], [*circuit.ludo_rankings[year].values()]
    return [
        Section(
            "year", "Ranking of {year}", YearRankedPlayer, of_year, params=named, articles=[YEAR_ARTICLE]
        ),
        Section("ludo", "LUDO ranking of {year}", RankedPlayer, ludo, params=named, articles=[YEAR_ARTICLE]),
        Section(
            "tournaments",
            "Tournaments",
            CalendarTournament,
            build_calendar_rows(circuit, year),
            articles=[DAY_ARTICLE],
        ),
        _build_seats_section("Final tables", circuit.seats.get(year, ()), "Nobody has a seat."),
    ]


def _map_game_addresses(circuit: Circuit) -> dict[str, str]:
    """The page of each game that was ever played, in alphabetical order."""
    return {name: f"games/{slugify(name)}" for name in circuit.game_names}


def _build_game_topics(circuit: Circuit) -> Iterator[Topic]:
    """All games, and a page for each."""
    year = circuit.latest_year
    rankings = {
        ranked_year: group_by(rows, _GAME) for ranked_year, rows in reversed(circuit.game_rankings.items())
    }
    seats = group_by(circuit.seats.get(year, ()), _GAME)
    tables = _count_tables(circuit)
    of = _map_game_addresses(circuit)
    lines = [_summarize_game(game, rankings[year].get(game, ()), *tables[game]) for game in of]
    every = Section("games", "All games", GameSummary, lines, empty=NO_TOURNAMENT, articles=[GAME_ARTICLE])
    yield Topic("games", "Games", PageContent.create([], [every]))
    for line in lines:
        by_year = {ranked_year: found.get(line.game, ()) for ranked_year, found in rankings.items()}
        facts = [Fact("Tables this year", line.tables, int), Fact("Tables in all", line.ever, int)]
        parts = partial(_build_game_sections, by_year, seats.get(line.game, ()))
        sheet = PageContent(facts, parts)
        yield Topic(of[line.game], "{game}", sheet, {"game": line.game})


def _count_tables(circuit: Circuit) -> dict[str, tuple[int, int]]:
    """At how many tables each game was played, this year and ever."""
    games = [
        (tournament.year, circuit.table_games[tournament.tournament]) for tournament in circuit.tournaments
    ]
    ever, of_year = (
        Counter(chain.from_iterable(there for _, there in games)),
        Counter(chain.from_iterable(there for year, there in games if year == circuit.latest_year)),
    )
    return {game: (of_year[game], count) for game, count in ever.items()}


def _summarize_game(game: str, ranking: Sequence[GameRankedPlayer], tables: int, ever: int) -> GameSummary:
    first = ranking[0] if ranking else None
    return GameSummary(
        game=game,
        tables=tables,
        players=len(ranking),
        leader=first.player if first else None,
        ranking=first.ranking if first else None,
        ever=ever,
    )


def _build_game_sections(
    by_year: Mapping[int, Sequence[GameRankedPlayer]], seats: Sequence[Seat]
) -> list[Section]:
    """The rankings of a game, the latest year first, and who is at its final table."""
    latest = next(iter(by_year))
    rankings = [
        _build_ranking_section(year, rows) for year, rows in by_year.items() if rows or year == latest
    ]
    title, empty, named = "Final table of {year}", "Nobody has a seat.", {"year": latest}
    places = GameListedSeat.combine_all(seats)
    final = Section(
        "seats", title, GameListedSeat, places, "", empty, named, group_by="reserve", articles=[GAME_ARTICLE]
    )
    return [rankings[0], final, *rankings[1:]]


def _build_ranking_section(year: int, rows: Sequence[GameRankedPlayer]) -> Section:
    lines = [GameListedPlayer.combine(row, average=row.points / row.played) for row in rows]
    named, title, empty = {"year": year}, "Ranking of {year}", "The game has not been played this year."
    return Section(
        f"ranking-{year}", title, GameListedPlayer, lines, "", empty, named, articles=[GAME_ARTICLE]
    )


def _build_finals_topic(circuit: Circuit) -> Topic:
    """Who has a seat at the final tables of the latest year, and who is next."""
    year = circuit.latest_year
    there = circuit.seats.get(year, ())
    games = len({seat.game for seat in there})
    facts = [Fact("Year", year, int), Fact("Games", games, int)] if year else []
    note = "By the ranking of the game over the tournaments before the final; equal rankings by the alphabet."
    seats = _build_seats_section("Seats", there, "Nobody has a seat yet.", note=note)
    note, empty = "Who takes a seat that stays free, in this order.", "There are no reserves."
    rows = ListedSeat.combine_all(seat for seat in there if seat.reserve)
    reserves = Section(
        "reserves", "Reserves", ListedSeat, rows, note, empty, group_by="game", articles=[GAME_ARTICLE]
    )
    return Topic("final-tables", "Final tables", PageContent.create(facts, [seats, reserves]))


def _build_seats_section(title: str, there: Sequence[Seat], empty: str, note: str = "") -> Section:
    seats = ListedSeat.combine_all(seat for seat in there if not seat.reserve)
    return Section("seats", title, ListedSeat, seats, note, empty, group_by="game", articles=[GAME_ARTICLE])


def _build_prize_topics(circuit: Circuit) -> Iterator[Topic]:
    """The sheet of each tournament that was played."""
    for place, (tournament, after) in enumerate(circuit.snapshots):
        facts = [
            Fact("Date", tournament.date, PlayDate, event=tournament.tournament),
            Fact("Players", len(after.rows), int),
            *_build_location_facts(tournament),
        ]
        sheet = PageContent(facts, partial(_build_filled_prize_sections, circuit, place))
        yield Topic(
            f"prizes/{tournament.tournament}", "Prize-giving: {name}", sheet, {"name": tournament.name}
        )


def _build_filled_prize_sections(circuit: Circuit, place: int) -> list[Section]:
    tournament, after = circuit.snapshots[place]
    called = circuit.prizes[place]
    sections = _build_prize_sections(circuit.inputs.clubs, tournament, after.rows, called)
    return [section for section in sections if section.rows]


def _build_location_facts(tournament: Tournament) -> Iterator[Fact]:
    """The place of a tournament that has one, to which clubs have so far."""
    if there := get_location(tournament):
        yield Fact("Latitude", there.latitude, Exact)
        yield Fact("Longitude", there.longitude, Exact)


def _build_prize_sections(
    homes: Sequence[Club], tournament: Tournament, day: Sequence[DayRankedPlayer], called: Sequence[Prize]
) -> Iterator[Section]:
    by_player = {row.player: row for row in day}
    there = {group.club: group for group in find_groups(homes, tournament, day)}
    home = {club.club: club for club in homes}

    def players(kind: PrizeKind) -> list[PrizePlayer]:
        return [PrizePlayer.combine(row, by_player[row.recipient]) for row in called if row.kind == kind]

    def clubs(kind: PrizeKind) -> list[PrizeClub]:
        return [
            _build_prize_club(row, there.get(row.recipient), home.get(row.recipient))
            for row in called
            if row.kind == kind
        ]

    yield Section("winner", "Winner of the day", PrizePlayer, players("winner"), articles=[PRIZE_ARTICLE])
    yield Section(
        "interclub", "Winner of the interclub", PrizeClub, clubs("interclub"), articles=[PRIZE_ARTICLE]
    )
    last = {"last": find_last_place(len(day))}
    yield Section(
        "places", "Places 2 to {last}", PrizePlayer, players("place"), params=last, articles=[PRIZE_ARTICLE]
    )
    fewest = {"fewest": MIN_GROUP_SIZE}
    title = "Clubs with {fewest} players or more"
    yield Section("clubs", title, PrizeClub, clubs("club"), params=fewest, articles=[PRIZE_ARTICLE])
    yield Section("lot", "Everyone else, by lot", PrizePlayer, players("lot"), articles=[PRIZE_ARTICLE])


def _build_prize_club(row: Prize, group: ClubGroup | None, home: Club | None) -> PrizeClub:
    """A club that is called; of one with fewer than eight players there is no group."""
    here = home if group else None
    return PrizeClub(
        order=row.order,
        club=row.recipient,
        players=group and group.players,
        distance=group and group.distance,
        latitude=here.latitude if here else None,
        longitude=here.longitude if here else None,
        source=here.source if here else "",
    )


def build_events(circuit: Circuit, worked: Calculations) -> Iterator[Event]:
    """A page for each tournament that was played, in order."""
    for tournament, after in circuit.snapshots:
        facts, parts = (
            list(_build_event_facts(circuit, tournament, len(after.rows))),
            partial(_build_event_sections, worked, tournament.tournament),
        )
        yield after.make_event(PageContent(facts, parts))


def _build_event_sections(worked: Calculations, tournament: str) -> list[Section]:
    rounds = [_build_round_section(number, rows) for number, rows in worked.build_rounds(tournament).items()]
    return [_build_day_section(worked.build_day_ranking(tournament)), *rounds]


def _build_day_section(rows: Sequence[DayResultByRound]) -> Section:
    """The ranking of a tournament."""
    note = "By the points of the rounds. The bonus counts for the year, and not for the ranking of the day."
    return Section("day", "Ranking of the day", DayResultByRound, rows, note=note, articles=[DAY_ARTICLE])


def _build_round_section(number: int, rows: Sequence[RoundStep]) -> Section:
    name, named = f"round-{number}", {"round": number}
    return Section(
        name, "Round {round}", RoundStep, rows, params=named, group_by="table", articles=[ROUND_ARTICLE]
    )


def _build_event_facts(circuit: Circuit, tournament: Tournament, players: int) -> Iterator[Fact]:
    yield Fact("Date", tournament.date, date)
    yield Fact("Kind", tournament.kind, Kind)
    yield Fact("Players", players, int)
    yield from build_ceiling_facts(circuit, tournament.year)
    if tournament.interclub:
        yield Fact("Interclub", tournament.interclub)
    if tournament.source:
        yield Fact("Source", tournament.source, Source)


def build_calendar(circuit: Circuit, as_of: date) -> list[Section]:
    """The tournaments to come, and those that were played, the latest first."""
    next_ = [
        UpcomingTournament.combine(tournament, called=tournament.name)
        for tournament in list_upcoming(circuit, as_of)
    ]
    to_come = [Section("to-come", "Tournaments to come", UpcomingTournament, next_)] if next_ else []
    played, title = build_calendar_rows(circuit), "Tournaments"
    return [
        *to_come,
        Section(
            "tournaments", title, CalendarTournament, played, empty=NO_TOURNAMENT, articles=[DAY_ARTICLE]
        ),
    ]


def list_upcoming(circuit: Circuit, as_of: date) -> list[Tournament]:
    """The tournaments that are still to be played, the next first."""
    with_results = {row.tournament for row in circuit.inputs.results}
    there = sorted(circuit.inputs.tournaments, key=lambda item: (item.date, item.tournament))
    return [
        tournament
        for tournament in there
        if tournament.date >= as_of and tournament.tournament not in with_results
    ]
