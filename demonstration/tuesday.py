"""The files of the demonstration's fourth ranking: the Tuesdays of the bridge club, two seasons of them."""

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from random import Random
from typing import NamedTuple

from bridge_club import CLUB, Member, members
from lots import bell, below, shuffled
from sheets import Cell, csv_text

from sitegen.core.entities import DrawRequest
from sitegen.systems.nbb.draw import draw
from sitegen.systems.nbb.tables import (
    ButlerLine,
    Inputs,
    LineUp,
    Options,
    PairsLine,
    Partnership,
    Player,
    Season,
    Sitting,
)

SEED = 79
SEASONS = (
    Season("2025-2026", date(2025, 9, 1), date(2026, 8, 31)),
    Season("2026-2027", date(2026, 9, 1), date(2027, 8, 31)),
)
LAST, NEXT = date(2026, 11, 17), date(2026, 11, 24)
OPTIONS = Options(lines=3)
_COUNT = 48
_TRIO = ("gerlof-bruinsma-tamminga", "hilde-cappendijk", "ivo-steenwinkel")
_TEAMS = {(2025, 51), (2026, 22)}
_INTEGRAL = (2026, 11)
"""The weeks of teams, and that of the session whose points count for all lines together."""
_NAMES = ("Azen", "Boeren", "Heren", "Vrouwen", "Tienen", "Negens", "Achten", "Zevens", "Zessen", "Vijven")


class Evening(NamedTuple):
    """Who are there: pairs with the partnership that a substitute plays for (blank: none)."""

    pairs: list[tuple[str, str]]
    for_: dict[tuple[str, str], str]


def files(
    seed: int = SEED, roll: Sequence[Member] = (), club: str = CLUB, sessions: int = 0, later: int = 0
) -> Iterator[tuple[str, str]]:
    """Every file of `results/tuesday/`: its path there, and its text.

    Another club has a `roll` of its own, plays so many days `later` in the week, and no more than the latest
    `sessions`. It draws the lines by first rankings: to rate what was played before each would take long.
    """
    random, roll = Random(seed), roll or members()[:_COUNT]
    inputs = Inputs(_players(roll), list(SEASONS), [], _partnerships(roll), [], [], [], [])
    strength = {each.id: each.strength for each in roll}
    known = inputs._replace(pairs=[], butler=[], teams=[], lineups=[]) if sessions else inputs
    for number, day in enumerate(_tuesdays(later)[-sessions:]):
        if _week(day) in _TEAMS:
            _teams(random, day, _there(random, inputs, even=True).pairs, strength, inputs)
        else:
            _evening(random, number, _lines(random, number, day, known), strength, inputs)
    _draw(random, NEXT + timedelta(later), inputs)
    yield (
        "players.csv",
        csv_text(
            ("id", "name", "sort_name", "club", "hidden", "ranking"),
            [(each.id, each.name, each.sort_name, club, each.hidden, _first(each)) for each in roll],
        ),
    )
    yield (
        "seasons.csv",
        csv_text(("season", "start", "end"), [(each.season, each.start, each.end) for each in SEASONS]),
    )
    told = [
        (each.partnership, each.player1, each.player2, each.player3 or "") for each in inputs.partnerships
    ]
    yield "partnerships.csv", csv_text(("partnership", "player1", "player2", "player3"), told)
    for table, rows in (("pairs", inputs.pairs), ("butler", inputs.butler)):
        for day in dict.fromkeys(row.date for row in rows):
            yield f"{table}/{day}.csv", _session([row for row in rows if row.date == day])
    sittings: list[Sequence[Cell]] = [
        (row.date, row.sitting, row.team, row.opponent, f"{row.vp:g}") for row in inputs.teams
    ]
    yield "teams.csv", csv_text(("date", "sitting", "team", "opponent", "vp"), sittings)
    line_ups: list[Sequence[Cell]] = [
        (each.date, each.team, *(id_ for _, id_ in each.players)) for each in inputs.lineups
    ]
    yield "lineups.csv", csv_text(("date", "team", "player1", "player2", "player3", "player4"), line_ups)


def _first(member: Member) -> str:
    """The substitute ranking of the first season, as the committee guessed it."""
    return f"{40 + (member.strength - 120) / 6.5:.0f}"


def _players(roll: Sequence[Member]) -> list[Player]:
    return [
        Player(each.id, each.name, alphabet=number, ranking=float(_first(each)))
        for number, each in enumerate(sorted(roll, key=lambda item: item.sort_name))
    ]


def _partnerships(roll: Sequence[Member]) -> list[Partnership]:
    """Who stand beside each other on the roll; three of them are a trio."""
    pairs = [(one.id, other.id) for one, other in zip(roll[::2], roll[1::2], strict=True)]
    made = [Partnership(f"p{number:02}", *pair) for number, pair in enumerate(pairs, 1)]
    if not {*_TRIO} <= {each.id for each in roll}:
        return made
    return [
        *(each for each in made if not {each.player1, each.player2} & {*_TRIO}),
        Partnership("trio", *_TRIO),
    ]


def _week(day: date) -> tuple[int, int]:
    return day.isocalendar()[:2]


def _tuesdays(later: int) -> list[date]:
    """The club's Tuesdays, or days so much later, until now: none in July, August and around Christmas."""
    first = date(2025, 9, 2)
    days = (first + timedelta(later, weeks=week) for week in range((LAST - first).days // 7 + 1))
    return [day for day in days if day.month not in {7, 8} and not (day.month == 12 and day.day > 20)]


def _there(random: Random, inputs: Inputs, *, even: bool = False) -> Evening:
    """Who come; a few have no partner that evening, and play with each other."""
    pairs: list[tuple[str, str]] = []
    for_: dict[tuple[str, str], str] = {}
    alone: list[tuple[str, str]] = []
    for each in inputs.partnerships:
        players = shuffled(random, [player for _, player in each.players])[:2]
        chance = random.random()
        if chance < 0.66:
            pairs.append((players[0], players[1]))
        elif chance < 0.8:
            alone.append((players[0], each.partnership))
    for (one, partnership), (other, _) in zip(alone[::2], alone[1::2], strict=False):
        pairs.append((one, other))
        for_[one, other] = partnership
    if even and len(pairs) % 2:
        pairs.pop(below(random, len(pairs)))
    return Evening(pairs, for_)


def _evening(
    random: Random, number: int, lines: Sequence[PairsLine], strength: dict[str, float], inputs: Inputs
) -> None:
    day, form = lines[0].date, "butler" if number % 5 == 3 else "pairs"
    group = "TI" if _week(day) == _INTEGRAL else ""
    for letter in sorted({row.line for row in lines}):
        rows = [row for row in lines if row.line == letter]
        for row, score in zip(rows, _scores(random, form, rows, strength), strict=True):
            _table(inputs, form).append(
                (ButlerLine if form == "butler" else PairsLine)(
                    day, row.line, row.player1, row.player2, "", group, score, row.for_
                )
            )


def _table(inputs: Inputs, form: str) -> list[object]:
    table = inputs.butler if form == "butler" else inputs.pairs
    assert isinstance(table, list)
    return table


def _lines(random: Random, number: int, day: date, inputs: Inputs) -> list[PairsLine]:
    """The lines by ranking: three, and now and then two or four."""
    there = _there(random, inputs)
    count = {7: 2, 16: 4, 30: 2}.get(number, 3)
    drawn = draw(inputs, OPTIONS, DrawRequest(pairs=there.pairs, lines=count, day=day))
    return [
        PairsLine(day, row["line"], row["player1"], row["player2"], for_=_for(there, row))
        for row in drawn.rows["pairs"]
    ]


def _for(there: Evening, row: object) -> str:
    assert isinstance(row, dict)
    return there.for_.get((row["player1"], row["player2"]), "")


def _scores(random: Random, form: str, rows: Sequence[PairsLine], strength: dict[str, float]) -> list[float]:
    """Percentages whose mean is 50, or IMPs a board whose sum is 0."""
    sums = [strength[row.player1] + strength[row.player2] for row in rows]
    mean = sum(sums) / len(sums)
    per_point, luck = (1 / 60, 5.0) if form == "pairs" else (1 / 400, 0.75)
    raw = [(each - mean) * per_point + luck * bell(random) for each in sums]
    middle = (50.0 if form == "pairs" else 0.0) - sum(raw) / len(raw)
    return [round(each + middle, 2) for each in raw]


def _teams(
    random: Random, day: date, pairs: list[tuple[str, str]], strength: dict[str, float], inputs: Inputs
) -> None:
    """Two sittings; an odd number of teams plays a triangle."""
    ordered = sorted(pairs, key=lambda pair: -strength[pair[0]] - strength[pair[1]])
    count = min(len(ordered) // 4 * 2, len(_NAMES))
    fours = [(*ordered[number], *ordered[2 * count - 1 - number]) for number in range(count)]
    power = {name: sum(strength[each] for each in four) for name, four in zip(_NAMES, fours, strict=False)}
    assert isinstance(inputs.lineups, list)
    assert isinstance(inputs.teams, list)
    inputs.lineups.extend(LineUp(day, name, *four) for name, four in zip(_NAMES, fours, strict=False))
    names = list(power)
    for sitting in (1, 2):
        for one, other in zip(names[::2], names[1::2], strict=True):
            points = min(20.0, max(0.0, round(10 + (power[one] - power[other]) / 40 + 3.5 * bell(random), 2)))
            inputs.teams.append(Sitting(day, sitting, one, other, points))
            inputs.teams.append(Sitting(day, sitting, other, one, round(20 - points, 2)))
        names = [names[0], names[-1], *names[1:-1]]


def _draw(random: Random, day: date, inputs: Inputs) -> None:
    """The lines of the next session, without scores."""
    for row in _lines(random, 0, day, inputs):
        _table(inputs, "pairs").append(row)


def _session(rows: Sequence[PairsLine | ButlerLine]) -> str:
    header = ("date", "line", "group", "player1", "player2", "score", "for")
    written: list[Sequence[Cell]] = [
        (row.date, row.line, row.group, row.player1, row.player2, _score(row), row.for_) for row in rows
    ]
    return csv_text(header, written)


def _score(row: PairsLine | ButlerLine) -> str:
    return "" if row.score is None else f"{row.score:.2f}"
