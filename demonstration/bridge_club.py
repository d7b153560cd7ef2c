"""The files of the demonstration's third ranking: three years of an invented bridge club's Mondays."""

import csv
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import NamedTuple

from lots import bell, below, shuffled
from roll import slug
from sheets import Cell, csv_text

SEED = 78
CLUB = "De Troefkaart"
FIRST, LAST = date(2023, 11, 20), date(2026, 11, 16)
TEAMS = ("Schoppen", "Harten", "Ruiten", "Klaveren", "Noord", "Zuid", "Oost", "West", "Troef", "Dummy")
_BOARDS = 12
_ROUNDS = 8
"""How many pairs a pair meets in a section with more pairs than that."""
_OWN_SCALE_UNTIL = date(2024, 7, 1)
"""Until then the club had victory points of its own."""
_EXCEL = 2025
_CLOSED = {
    *(date(2024, 4, 1), date(2024, 5, 20), date(2025, 4, 21)),
    *(date(2025, 6, 9), date(2026, 4, 6), date(2026, 5, 25)),
}
"""Easter Monday and Whit Monday."""
_LINE = ("date", "section", "pair", "player1", "player2", "score", "opponents")
_MATCH = ("date", "match", "team_a", "team_b", "imps_a", "boards", "vp_a", "vp_b")
_LINEUP = ("date", "team", "player1", "player2", "player3", "player4")

Row = Sequence[Cell]


class Member(NamedTuple):
    """Someone on the roll, `bridge_roll.csv`, with the `strength` that their results come from."""

    id: str
    name: str
    sort_name: str
    class_: str
    rating: str
    strength: float
    aliases: str
    hidden: str


class Couple(NamedTuple):
    """A pair on one evening, with the sum of their strengths."""

    ids: tuple[str, str]
    strength: float


def members() -> list[Member]:
    """Everyone on the roll; who stand beside each other there are regular partners."""
    with Path(__file__).with_name("bridge_roll.csv").open(encoding="utf-8", newline="") as file:
        return [_member(row) for row in csv.DictReader(file)]


def _member(row: Mapping[str, str]) -> Member:
    name = f"{row['given']} {row['family']}"
    sort_name = f"{row['family']}, {row['given']}"
    told = row["class"], row["rating"], float(row["strength"]), row["aliases"], row["hidden"]
    return Member(slug(name), name, sort_name, *told)


def files(seed: int = SEED) -> Iterator[tuple[str, str]]:
    """Every file of `results/bridge/`: its path there, and its text."""
    random, roll = Random(seed), members()
    columns = ("id", "name", "sort_name", "club", "aliases", "hidden", "rating", "class")
    rows = [
        (each.id, each.name, each.sort_name, CLUB, each.aliases, each.hidden, each.rating, each.class_)
        for each in roll
    ]
    yield "players.csv", csv_text(columns, rows)
    tables: dict[str, list[Row]] = {"pairs": [], "butler": [], "teams": [], "lineups": []}
    for number, day in enumerate(_mondays()):
        _evening(random, _form(number), day, _couples(random, roll, number), tables)
    for table, header in (("pairs", _LINE), ("butler", _LINE), ("teams", _MATCH), ("lineups", _LINEUP)):
        for year in range(FIRST.year, LAST.year + 1):
            of_year = [row for row in tables[table] if isinstance(row[0], date) and row[0].year == year]
            is_from_excel = (table, year) == ("butler", _EXCEL)
            text = _from_excel(roll, of_year) if is_from_excel else csv_text(header, of_year)
            if of_year:
                yield f"{table}/{year}.csv", text


def _mondays() -> list[date]:
    """The club's Mondays: none in July and August, around Christmas, and on Easter and Whit Monday."""
    days = (FIRST + timedelta(weeks=week) for week in range((LAST - FIRST).days // 7 + 1))
    return [
        day
        for day in days
        if day.month not in {7, 8} and day not in _CLOSED and not (day.month == 12 and day.day > 21)
    ]


def _form(number: int) -> str:
    """Pairs every other Monday, butler and teams between them."""
    return ("pairs", "butler", "pairs", "teams")[number % 4]


def _couples(random: Random, roll: Sequence[Member], number: int) -> list[Couple]:
    """Who are there, partner by partner; a few play with somebody else than they are used to."""
    couples = [each for each in zip(roll[::2], roll[1::2], strict=True) if random.random() < 0.62]
    there = [each for couple in couples for each in couple]
    if number % 3 == 0 and len(there) > 6:
        one, other = below(random, len(there)), below(random, len(there))
        there[one], there[other] = there[other], there[one]
    grown = {each.id: each.strength + _growth(each, number) for each in there}
    return [
        Couple((one.id, other.id), grown[one.id] + grown[other.id])
        for one, other in zip(there[::2], there[1::2], strict=True)
    ]


def _growth(member: Member, number: int) -> float:
    """Beginners learn, and masters grow no younger."""
    return (0.5 if member.class_ == "student" else -0.15 if member.class_ == "master" else 0.0) * number


def _evening(
    random: Random, form: str, day: date, couples: list[Couple], tables: Mapping[str, list[Row]]
) -> None:
    """The rows of an evening, added to those of its form."""
    if form == "teams":
        matches, line_ups = _teams(random, day, couples)
        tables["teams"].extend(matches)
        tables["lineups"].extend(line_ups)
        return
    couples = shuffled(random, couples)
    halves = [couples[::2], couples[1::2]] if len(couples) > 16 else [couples]
    for section, pairs in zip("AB" if len(halves) > 1 else ("",), halves, strict=True):
        met = _met(len(pairs))
        for pair, (couple, score) in enumerate(zip(pairs, _scores(random, form, pairs, met), strict=True), 1):
            opponents = " ".join(str(each + 1) for each in met[pair - 1]) if len(pairs) > _ROUNDS + 1 else ""
            tables[form].append((day, section, pair, *couple.ids, score, opponents))


def _met(count: int) -> list[list[int]]:
    """The pairs that each of `count` meets, in a few rounds; with an odd number one sits out."""
    size = count + count % 2
    met: list[list[int]] = [[] for _ in range(size)]
    circle = list(range(size))
    for _ in range(min(_ROUNDS, size - 1)):
        for one, other in zip(circle[: size // 2], reversed(circle[size // 2 :]), strict=True):
            met[one].append(other)
            met[other].append(one)
        circle = [circle[0], circle[-1], *circle[1:-1]]
    return [sorted(other for other in others if other < count) for others in met[:count]]


def _scores(random: Random, form: str, pairs: Sequence[Couple], met: Sequence[Sequence[int]]) -> list[Cell]:
    """What each pair scores: percentages whose mean is 50, or IMPs whose sum is 0."""
    per_point, luck = (1 / 80, 5.5) if form == "pairs" else (1 / 10, 24.0)
    raw = []
    for pair, others in zip(pairs, met, strict=True):
        opposition = sum(pairs[each].strength for each in others) / len(others)
        raw.append((pair.strength - opposition) * per_point + luck * bell(random))
    mean = sum(raw) / len(raw)
    if form == "pairs":
        return [f"{min(max(50 + each - mean, 20), 80):.2f}" for each in raw]
    return [str(round(each - mean)) for each in raw]


def _teams(random: Random, day: date, couples: list[Couple]) -> tuple[list[Row], list[Row]]:
    """Two matches for each team; a strong pair takes a weaker one with it."""
    ordered = sorted(couples, key=lambda item: -item.strength)
    count = min(len(ordered) // 4 * 2, len(TEAMS))
    fours = [(ordered[number], ordered[2 * count - 1 - number]) for number in range(count)]
    fours = shuffled(random, fours)
    line_ups: list[Row] = [
        (day, name, *one.ids, *other.ids) for name, (one, other) in zip(TEAMS, fours, strict=False)
    ]
    strength = {name: one.strength + other.strength for name, (one, other) in zip(TEAMS, fours, strict=False)}
    names, matches = list(strength), list[Row]()
    for match in (1, 2):
        for one, other in zip(names[::2], names[1::2], strict=True):
            imps = round((strength[one] - strength[other]) / 20 + 14 * bell(random))
            matches.append((day, match, one, other, *_result(random, day, imps)))
        names = [names[0], names[-1], *names[1:-1]]
    return matches, line_ups


def _result(random: Random, day: date, imps: int) -> tuple[Cell, Cell, Cell, Cell]:
    if day < _OWN_SCALE_UNTIL:
        points = min(20, max(0, 10 + round(4 * bell(random))))
        return "", "", points, 20 - points
    return imps, _BOARDS, "", ""


def _from_excel(roll: Sequence[Member], rows: Sequence[Row]) -> str:
    """As a Dutch Excel saves it: a byte order mark, semicolons, days first; and with names for ids."""
    name = {each.id: each.name for each in roll}
    typed = []
    for day, *cells in rows:
        written = day.strftime("%d-%m-%Y") if isinstance(day, date) else day
        typed.append([written, *(name.get(str(each), each) for each in cells)])
    return "\ufeff" + csv_text([each.capitalize() for each in _LINE], typed, ";")
