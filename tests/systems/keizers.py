"""Seasons of the Keizer system out of a few terse lines or drawn by lot, and what is published of them."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from random import Random
from typing import Any

from decided_rounds import decided

from sitegen.core.entities import Fault, Moment
from sitegen.core.model import Outcome
from sitegen.systems import keizer
from sitegen.systems.keizer.tables import Absence, Game, Inputs, Options, Player
from sitegen.toolkit.rounds.tables import Fixture

FIRST_EVENING = date(2026, 9, 1)
AFTERWARDS = date(2099, 1, 1)


def evening(number: int) -> date:
    """The date of a round: one a week."""
    return FIRST_EVENING + timedelta(weeks=number - 1)


def club(count: int, **cells: Mapping[str, Any]) -> list[Player]:
    """So many players `a`, `b`, `c` … by rating, 100 apart; `cells` are further ones by player."""
    return [
        Player(
            **{
                "id": chr(97 + place),
                "name": chr(65 + place),
                "alphabet": place,
                "rating": 2000.0 - 100 * place,
                **cells.get(chr(97 + place), {}),
            }
        )
        for place in range(count)
    ]


def season(players: Sequence[Player], evenings: Iterable[str], *, rounds: int = 0) -> Inputs:
    """The tables of a season: a line a round such as `a 1-0 b, c v d, e bye, f club`; `?` is nobody."""
    entries = [
        (number, *word.split())
        for number, line in enumerate(evenings, start=1)
        for word in line.split(",")
        if word.strip()
    ]
    last = max([rounds, *(entry[0] for entry in entries)])
    games, absences = list[Game](), list[Absence]()
    for number, player, *words in entries:
        source = f"games.csv:{len(games) + 2}"
        if words == ["bye"]:
            games.append(Game(number, player, None, None, source=source))
        elif len(words) == 1:
            absences.append(Absence(number, player, words[0], f"absences.csv:{len(absences) + 2}"))  # type: ignore[arg-type]
        else:
            sides = (None if side == "?" else side for side in (player, words[1]))
            result: Any = None if words[0] == "v" else words[0]
            games.append(Game(number, *sides, result, source=source))
    return Inputs(
        list(players),
        [Fixture(number, evening(number), f"rounds.csv:{number + 1}") for number in range(1, last + 1)],
        games,
        absences,
    )


def rated(inputs: Inputs, *, as_of: date = AFTERWARDS, **options: Any) -> Outcome:
    """All that is published of a season."""
    return keizer.rate(inputs, Options(**options), Moment(as_of))


def published(inputs: Inputs, *, as_of: date = AFTERWARDS, **options: Any) -> Mapping[str, Sequence[Any]]:
    """The rows of every published table, by its name."""
    return {table.name: table.rows for table in rated(inputs, as_of=as_of, **options).tables}


def scores(inputs: Inputs, **options: Any) -> dict[str, float]:
    """The scores by player, in the order of the ranking."""
    return {row.player: row.score for row in published(inputs, **options)["ranking"]}


def amounts(inputs: Inputs, player: str, **options: Any) -> list[float]:
    """What each round is worth to a player."""
    return [row.score for row in published(inputs, **options)["rounds"] if row.player == player]


def check(inputs: Inputs, **options: Any) -> list[Fault]:
    """All that is wrong with a season."""
    return list(keizer.check(inputs, Options(**options)))


def made(seed: int) -> tuple[Inputs, Options]:
    """A season by number, in which all happens that the tables can say."""
    random = Random(seed)
    length = random.randint(1, 7)
    count = random.randint(2, 9)
    cells = {
        chr(97 + place): {
            "joined": random.randint(1, length) if place > 1 and random.random() < 0.2 else 1,
            "left": random.randint(1, length) if place > 1 and random.random() < 0.15 else None,
            "rating": random.choice((None, 1500.0, float(random.randint(1000, 2200)))),
        }
        for place in range(count)
    }
    for row in cells.values():
        row["left"] = row["left"] and max(row["left"], row["joined"])
    players = club(count, **cells)
    evenings = []
    for number in range(1, length + 1):
        there = [player.id for player in players if player.joined <= number <= (player.left or length)]
        random.shuffle(there)
        words = [f"{there.pop()} {random.choice(('1-0', '0-1', '½-½'))} {there.pop()}"]
        while there:
            kind = random.choice(("game", "game", "game", "bye", "club", "excused", "unexcused", "", "alone"))
            player = there.pop()
            if kind == "game" and there:
                result = random.choice(("1-0", "0-1", "½-½", "1-0f", "0-1f", "0-0f", "v"))
                words.append(f"{player} {result} {there.pop()}")
            elif kind == "alone":
                words.append(f"{player} {random.choice(('1-0f', '0-1f'))} ?")
            elif kind not in ("game", ""):
                words.append(f"{player} {kind}")
        evenings.append(",".join(words))
    inputs, options = season(players, evenings), _make_options(random)
    days = [fixture.date for fixture in inputs.rounds]
    return inputs._replace(decisions=decided(random, players, days)), options


def _make_options(random: Random) -> Options:
    amounts = ("", "", "", "1/3", "0.45", "3 points")
    return Options(
        like=random.choice((None, "kfc", "chesspairing", "knsb", "freekeizer")),
        first=random.choice((None, None, 30.0)),
        step=random.choice((1.0, 1.0, 0.5, 2.0)),
        ratio=random.choice((None, None, 3.0, 1.5)),
        own_value=random.random() < 0.7,
        **{name: random.choice(amounts) for name in ("consolation", "bye", "club", "excused", "unexcused")},
        left=random.choice(("", "1/2", "2 points")),
        forfeit_won=random.choice(("1", "0.5")),
        forfeit_lost=random.choice(("0", "0.1")),
        absences=random.choice((None, 1, 0)),
        decay=random.random() < 0.3,
        late=random.choice((None, None, 1.5)),
        frozen=random.random() < 0.25,
        once=random.choice((None, None, None, True)),
        rounding=random.choice((None, None, 0.5, 1.0)),
    )
