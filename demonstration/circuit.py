"""The files of the demonstration's fifth ranking: four years of a board-game circuit of eight clubs."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta
from random import Random
from typing import NamedTuple

from circuit_players import CLUBS, Home, Person, people
from lots import bell, below, pick, shuffled
from roll import slug
from sheets import Cell, csv_text

SEED = 4
YEARS = range(2023, 2027)
NEXT = date(2027, 1, 16)
_MONTHS = (1, 2, 3, 4, 5, 6, 8, 9, 10)
_EXCEL = 2025  # the year in which the tables were kept in a spreadsheet with semicolons
_FAVOURITES = {"Azul", "Carcassonne", "Catan", "Terraforming Mars", "Ticket to Ride", "Wingspan"}
_NO_SCORES = {"Tikal", "Citadels"}
_MOST = 110


class Game(NamedTuple):
    """A game: how many play it, what a usual score is, and what an average place is due to luck."""

    name: str
    fewest: int
    most: int
    score: int
    luck: float


GAMES = (
    Game("7 Wonders", 4, 5, 52, 1.1),
    Game("Agricola", 3, 4, 34, 0.7),
    Game("Azul", 3, 4, 61, 1.0),
    Game("Brass: Birmingham", 3, 4, 128, 0.6),
    Game("Carcassonne", 3, 5, 74, 1.1),
    Game("Cascadia", 3, 4, 88, 1.2),
    Game("Castles of Burgundy", 3, 4, 190, 0.8),
    Game("Catan", 3, 4, 8, 1.4),
    Game("Citadels", 4, 5, 0, 1.3),
    Game("Concordia", 3, 5, 121, 0.7),
    Game("Dominion", 3, 4, 31, 1.0),
    Game("El Grande", 4, 5, 97, 0.8),
    Game("Everdell", 3, 4, 55, 0.9),
    Game("Great Western Trail", 3, 4, 92, 0.7),
    Game("Istanbul", 3, 5, 4, 1.0),
    Game("Kingdomino", 3, 4, 48, 1.3),
    Game("Orléans", 3, 4, 101, 0.8),
    Game("Power Grid", 4, 5, 15, 0.8),
    Game("Puerto Rico", 4, 5, 47, 0.7),
    Game("Ra", 3, 5, 36, 1.2),
    Game("Splendor", 3, 4, 13, 1.1),
    Game("Terraforming Mars", 3, 5, 68, 0.8),
    Game("Ticket to Ride", 3, 5, 104, 1.2),
    Game("Tikal", 3, 4, 0, 0.9),
    Game("Wingspan", 3, 5, 79, 1.0),
)


class Event(NamedTuple):
    """A tournament as it stands in tournaments.csv; `host` is where it is played."""

    key: str
    day: date
    name: str
    kind: str
    host: Home


class Seat(NamedTuple):
    """A line of results."""

    round: int
    game: Game
    table: int
    player: str
    place: float
    score: int | None


def files(seed: int = SEED) -> Iterator[tuple[str, str]]:
    """Every file of `results/circuit/`: its path there, and its text."""
    random = Random(seed)
    yield from drawn(random, people(random), YEARS)


def drawn(random: Random, everyone: Sequence[Person], years: Iterable[int]) -> Iterator[tuple[str, str]]:
    """The files of a circuit of these players, who take part in these years."""
    yield (
        "players.csv",
        csv_text(
            ("id", "name", "sort_name", "club", "hidden"),
            [(each.id, each.name, each.sort_name, each.club, each.hidden) for each in everyone],
        ),
    )
    homes = [(each.club, each.latitude, each.longitude) for each in CLUBS]
    yield "clubs.csv", csv_text(("club", "latitude", "longitude"), homes)
    held: list[Sequence[Cell]] = []
    for event in _events(years):
        there = _there(random, event, everyone)
        held.append((*_told(event), _interclub(random, there)))
        yield f"results/{event.key}.csv", _results(event, _played(random, there))
    first = Event("2027-utrecht", NEXT, "New Year in Utrecht", "regular", CLUBS[5])
    held.append((*_told(first), ""))
    yield (
        "tournaments.csv",
        csv_text(("tournament", "date", "name", "kind", "latitude", "longitude", "interclub"), held),
    )


def _events(years: Iterable[int]) -> Iterator[Event]:
    """Nine Saturdays a year, at every club in turn, and the final in November."""
    for year in years:
        for number, month in enumerate(_MONTHS):
            host = CLUBS[(number + year) % len(CLUBS)]
            key = f"{year}-{month:02}-{slug(host.town)}"
            yield Event(key, _saturday(year, month, 2), f"{host.event} {year}", "regular", host)
        host = CLUBS[year % len(CLUBS)]
        yield Event(f"{year}-final", _saturday(year, 11, 2), f"Final {year}", "final", host)


def _saturday(year: int, month: int, number: int) -> date:
    first = date(year, month, 1)
    return first + timedelta((5 - first.weekday()) % 7 + 7 * (number - 1))


def _told(event: Event) -> tuple[Cell, ...]:
    return event.key, event.day, event.name, event.kind, event.host.latitude, event.host.longitude


def _there(random: Random, event: Event, everyone: Sequence[Person]) -> list[Person]:
    """Who come: those of the club itself more often than others, everyone more often to the final."""
    there = []
    for each in everyone:
        keenness = each.keenness + (0.3 if each.club == event.host.club else 0.0)
        if event.kind == "final":
            keenness += 0.05
        if random.random() < keenness and each.since <= event.day.year <= each.until:
            there.append(each)
    return shuffled(random, there)[:_MOST]


def _interclub(random: Random, there: Sequence[Person]) -> str:
    """The club whose four best players are the best together, on the day."""
    power = {}
    for club in CLUBS:
        best = sorted((each.strength for each in there if each.club == club.club), reverse=True)[:4]
        if len(best) == 4:
            power[club.club] = sum(best) + bell(random)
    return max(power, key=lambda club: power[club])


def _played(random: Random, there: Sequence[Person]) -> Iterator[Seat]:
    """Three rounds; a few come late or leave early, and nobody plays a game twice in a day."""
    played: dict[str, set[str]] = {each.id: set() for each in there}
    for number in (1, 2, 3):
        present = [each for each in there if random.random() > 0.04]
        for table, (game, players) in enumerate(_tables(random, shuffled(random, present), played), 1):
            for each in players:
                played[each.id].add(game.name)
            yield from _table(random, number, game, table, players)


def _tables(
    random: Random, players: Sequence[Person], played: dict[str, set[str]]
) -> Iterator[tuple[Game, Sequence[Person]]]:
    """Tables of four, and of three or five where the number asks for it."""
    start = 0
    for size in _sizes(random, len(players)):
        there = players[start : start + size]
        start += size
        known = set().union(*(played[each.id] for each in there))
        fitting = [each for each in GAMES if each.fewest <= size <= each.most]
        unplayed = [each for each in fitting if each.name not in known] or fitting
        loved = [each for each in unplayed if each.name in _FAVOURITES]
        yield pick(random, loved if loved and random.random() < 0.6 else unplayed), there


def _sizes(random: Random, players: int) -> list[int]:
    """As many tables as seat everyone: mostly of four, some of five, the rest of three."""
    fives = below(random, 4)
    rest = players - 5 * fives
    threes = -rest % 4
    return shuffled(random, [5] * fives + [3] * threes + [4] * ((rest - 3 * threes) // 4))


def _table(random: Random, number: int, game: Game, table: int, players: Sequence[Person]) -> Iterator[Seat]:
    """How a table ended: by score, or without one where the game keeps none; now and then ex aequo."""
    power = sorted(((each.strength + game.luck * bell(random), each.id) for each in players), reverse=True)
    if game.name in _NO_SCORES:
        places = _places([0 if random.random() < 0.02 else -n for n, _ in enumerate(power)])
        scores: Sequence[int | None] = [None] * len(power)
    else:
        scores = [max(0, round(game.score * (1 + 0.16 * each))) for each, _ in power]
        places = _places([each or 0 for each in scores])
    for (_, player), place, score in zip(power, places, scores, strict=True):
        yield Seat(number, game, table, player, place, score)


def _places(scores: Sequence[int]) -> list[float]:
    """The place of each score, best first: 1, 2, 2, 4."""
    return [1 + sum(other > each for other in scores) for each in scores]


def _results(event: Event, seats: Iterator[Seat]) -> str:
    """The file of a tournament; the spreadsheet has means for places ex aequo, and decimal commas."""
    rows = list(seats)
    in_excel = event.day.year == _EXCEL
    written: list[Sequence[Cell]] = [
        (
            event.key,
            seat.round,
            seat.game.name,
            seat.table,
            seat.player,
            _mean(seat, rows) if in_excel else f"{seat.place:g}",
            "" if seat.score is None else seat.score,
        )
        for seat in rows
    ]
    header = ("tournament", "round", "game", "table", "player", "place", "score")
    return csv_text(header, written, ";" if in_excel else ",")


def _mean(seat: Seat, rows: Sequence[Seat]) -> str:
    """The mean of the places that those ex aequo take up; 1,999 for three who share the first."""
    at = (seat.round, seat.table, seat.place)
    size = sum((each.round, each.table, each.place) == at for each in rows)
    if (seat.place, size) == (1, 3):
        return "1,999"
    return f"{seat.place + (size - 1) / 2:g}".replace(".", ",")
