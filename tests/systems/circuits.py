"""Small circuits for tests, written as short as they can be read."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from random import Random
from typing import Any

from committees import decide
from files import check

from sitegen.core.entities import Lot, Moment
from sitegen.core.model import Outcome
from sitegen.core.problems import Message
from sitegen.systems import ludo
from sitegen.systems.ludo.tables import Club, Inputs, Options, Player, Result, Tournament
from sitegen.toolkit.decisions import PointsDecision

GAMES = ("Azul", "Catan", "Dixit")
LATER = date(2099, 1, 1)
POINTS = {"points": (10.0, -25.5, 400.0)}


def players(ids: Iterable[str], **clubs: str) -> list[Player]:
    """Players in alphabetical order; `clubs` by id."""
    return [
        Player(id=player, name=player.title(), club=clubs.get(player, ""), alphabet=number, lot=Lot(player))
        for number, player in enumerate(ids, 1)
    ]


def tournament(key: str, day: str, kind: Any = "regular", **others: Any) -> Tournament:
    """A tournament on a day such as `2016-03-12`."""
    day_ = date.fromisoformat(day)
    return Tournament(key, day_, key.title(), kind, **others, source=f"tournaments.csv:{key}")


def table(where: str, *rows: str, game: str = "Catan") -> list[Result]:
    """A table `spring 1 A` (tournament, round, label) of rows `an 1 54`: player, place, score if kept."""
    key, round_, label = where.split()
    results = []
    for number, row in enumerate(rows, 1):
        player, place, *score = row.split()
        kept = float(score[0]) if score else None
        source = f"results.csv:{label}{number}"
        results.append(Result(key, int(round_), game, label, player, float(place), kept, source))
    return results


def inputs(results: Iterable[list[Result]], *tournaments: Tournament, **others: Any) -> Inputs:
    """The tables with everybody who played; without tournaments there is one, `spring` of 2016."""
    rows = [row for result in results for row in result]
    ids = sorted({row.player for row in rows})
    held = list(tournaments) or [tournament("spring", "2016-03-12")]
    return Inputs(**{"players": players(ids), "tournaments": held, "results": rows, **others})


def rated(tables: Inputs, as_of: date = LATER, **options: Any) -> Outcome:
    """What is published, of tables in which nothing is wrong, though it may look like a slip."""
    given = Options(**options)
    assert [fault for fault in check(ludo, tables, given) if not fault.warning] == []
    return ludo.rate(tables, given, Moment(as_of))


def told(tables: Inputs, *, warnings: bool = False, **options: Any) -> list[tuple[str, str, str]]:
    """Source (or `options`), column and message of each error, or of each warning; each has a hint."""
    given = Options(**options)
    faults = [fault for fault in check(ludo, tables, given) if fault.warning == warnings]
    assert all(isinstance(fault.message, Message) and fault.message.code and fault.hint for fault in faults)
    return [
        ("options" if fault.row is given else fault.row.source, fault.column, fault.message)
        for fault in faults
    ]


def rows(outcome: Outcome, name: str) -> Sequence[Any]:
    """The rows of a published table."""
    return next(table.in_files.rows for table in outcome.tables if table.name == name)


def field_of(count: int, key: str, round_: int = 1) -> list[Result]:
    """One table of so many players, `p001` first: a whole tournament in which nobody shares a place."""
    return table(f"{key} {round_} A", *(f"p{n:03} {n}" for n in range(1, count + 1)))


def places(groups: Sequence[int], *, mean: bool) -> list[float]:
    """The places at a table where so many are ex aequo each time, written in one of the two ways."""
    written: list[float] = []
    for size in groups:
        first = len(written) + 1
        written += [first + (size - 1) / 2 if mean else float(first)] * size
    return written


def drawn(random: Random, *, honest: bool = False) -> Inputs:
    """A circuit drawn by lot: four years of up to three tournaments, of which the third may be a final.

    If `honest` the scores are as games give them; otherwise they have nothing to do with the places.
    """
    everyone = [f"p{n:02}" for n in range(30)]
    clubs = {player: random.choice(("", "North", "North", "South", "South")) for player in everyone}
    held, played = [], []
    for year in range(2012, 2016):
        for number in range(random.randrange(4)):
            key, day = f"t{year}-{number}", f"{year}-{4 * number + 1:02}-{random.randrange(1, 29):02}"
            where = {"latitude": 50.0, "longitude": 4.0} if random.random() < 0.8 else {}
            kind = "final" if number == 2 and random.random() < 0.7 else "regular"
            attending = random.sample(everyone, random.randrange(6, 31))
            before = len(played)
            for round_ in range(1, random.randrange(1, 4) + 1):
                played += _round_of(random, f"{key} {round_}", attending, honest=honest)
            attending = [row.player for tournament_rows in played[before:] for row in tournament_rows]
            winner = random.choice(("", *({clubs[player] for player in attending} & {"South"})))
            held.append(tournament(key, day, kind, interclub=winner, **where))
    homes = [Club("North", 53.0, 5.0), Club("South", *random.choice(((51.0, 5.0), (None, None))))]
    circuit = inputs(played, *held, players=players(everyone, **clubs), clubs=homes)
    lines = enumerate(circuit.results, 2)
    return circuit._replace(results=[row.replace(source=f"results.csv:{line}") for line, row in lines])


def made(seed: int) -> tuple[Inputs, Options]:
    """A circuit by number, of a club that has changed some ceilings of the bonus and seats in finals."""
    random = Random(seed)
    circuit = drawn(random)
    ceilings = {} if random.random() < 0.5 else {2015: random.randrange(25)}
    played = {row.game for row in circuit.results}
    seats = {game: random.randrange(1, 7) for game in GAMES if game in played and random.random() < 0.3}
    ids, days = [player.id for player in circuit.players], [held.date for held in circuit.tournaments]
    decisions = decide(random, PointsDecision, ids, days, POINTS) if days else []
    options = Options(bonus_ceilings=ceilings, final_seats=seats)
    return circuit._replace(decisions=decisions), options


def _round_of(random: Random, where: str, attending: list[str], *, honest: bool) -> Iterator[list[Result]]:
    """Tables of two to five, of who is there and did not skip the round."""
    present = [player for player in attending if random.random() < 0.9]
    label = 0
    while len(present) > 1:
        size = min(random.randrange(2, 6), len(present))
        seated, present = present[:size], present[size:]
        written = places(list(_ex_aequo(random, size)), mean=random.random() < 0.5)
        kept = random.random() < 0.7
        label += 1
        game = random.choice(GAMES)
        points = _earned(random, game, written) if honest else [random.randrange(40) for _ in seated]
        yield table(
            f"{where} {label}",
            *(
                f"{player} {place:g} {score if kept else ''}"
                for player, place, score in zip(seated, written, points, strict=True)
            ),
            game=game,
        )


def _earned(random: Random, game: str, written: Sequence[float]) -> list[int]:
    """Scores that are the same for who are ex aequo; in Dixit the lowest wins."""
    of_place = {place: random.randrange(4) + 4 * n for n, place in enumerate(sorted(set(written)))}
    return [score if game == "Dixit" else 40 - score for score in map(of_place.__getitem__, written)]


def _ex_aequo(random: Random, size: int) -> Iterator[int]:
    while size:
        group = min(size, random.choice((1, 1, 1, 2, 3)))
        size -= group
        yield group
