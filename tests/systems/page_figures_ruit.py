"""The Ruit rating recomputed from the published pages alone, as a player with pencil and paper would.

Every function yields what a page shows, with what follows from figures shown elsewhere on it or on pages that
it leads to. Who is hidden has no page, so that the rating before an evening cannot be followed.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise, permutations
from math import sqrt
from typing import NamedTuple

from page_reader import CALCULATION, Between, Cell, Page, Row, mean, parse_figure, total

DIVISORS = {"pairs": 40, "butler": 10, "teams": 20}
MEANS = {"pairs": mean, "butler": total, "teams": total}
NOTHING = Between(0, 0)
_TAU = (sqrt(5) - 1) / 2


class Claim(NamedTuple):
    """What a page shows somewhere, and what it must be."""

    where: str
    shown: str
    expected: Between | str

    @property
    def holds(self) -> bool:
        """Whether it is what was found, as far as the rounding of the figures that are shown can tell."""
        if isinstance(self.expected, str):
            return self.shown == self.expected
        return self.shown != "" and parse_figure(self.shown).meets(self.expected)


def claims(where: str, row: Row, **figures: Between | float | str) -> Iterator[Claim]:
    """What is found for some columns of a row; their headings are written with `_` for a space."""
    for name, value in figures.items():
        heading = name.replace("_", " ").strip()
        expected = Between(value, value) if isinstance(value, float | int) else value
        yield Claim(f"{where}: {heading}", row[heading], expected)


# An evening


class Side(NamedTuple):
    """One of the two players of a row: what the opened row adds up to the new rating."""

    player: Cell
    gain: Cell
    before: Cell
    change: Cell
    subsidy: int
    sum: Cell

    @property
    def rating(self) -> Between:
        """The rating after the evening, which is never below zero."""
        return self.sum.figure.by(lambda item: max(0, item))

    @property
    def won(self) -> Between:
        """What the evening brought."""
        return self.rating - self.before.figure


def equations(row: Row) -> dict[str, list[str]]:
    """The sides of each equation that a row opens, by what it is of."""
    parts = [part.partition(" → ")[0].split(" = ") for part in row[CALCULATION].split(";")]
    return {name.strip(): sides for name, *sides in parts if sides}


def sides(row: Row) -> tuple[Side, Side]:
    """Both players of a row."""
    columns = [(row["Player"], row["±"]), (row["Partner"], row["± 2"])]
    one, two = (_side(name, gain, *equations(row)[name]) for name, gain in columns)
    return one, two


def _side(player: Cell, gain: Cell, terms: str, rating: str) -> Side:
    before, change, subsidy = (term.strip("()") for term in terms.split(" + "))
    return Side(player, gain, Cell(before), Cell(change), int(subsidy.replace("−", "-")), Cell(rating))


def evening(page: Page) -> Iterator[Claim]:
    """Every figure of the page of an evening."""
    form, rows = page.facts["Form"], page.rows("final")
    units = units_of(rows)
    yield from claims(page.path, page.facts, **{_units(form): len(units)}, Players=2 * len(rows))
    yield from ranks(page.path, [pairs[0] for pairs in units], "After")
    yield from _teams(page, units) if form == "teams" else _pairs(page, form)
    for pairs in units:
        strength = MEANS[form]([side.before.figure for row in pairs for side in sides(row)])
        for row in pairs:
            where = f"{page.path} {row['Player']}"
            yield from _worked(where, row)
            yield Claim(f"{where} own", equations(row)["Own"][-1], strength)
            yield from _change(where, form, row)
            for side, other in permutations(sides(row)):
                yield from _side_claims(page, row, side, other)
    yield from _answers(page, rows)


def _answers(page: Page, rows: Sequence[Row]) -> Iterator[Claim]:
    """Who won, and whose rating rose and fell most."""
    won = {side.player: side.won for row in rows for side in sides(row)}
    yield Claim(f"{page.path}: won", page.answers["Won"][1], rows[0]["After"].figure)
    for question, most in (("Gained most", max), ("Lost most", min)):
        if question in page.answers:
            who, shown = page.answers[question]
            yield Claim(f"{page.path}: {question}", shown, most(won.values(), key=lambda gain: gain.low))
            yield Claim(f"{page.path}: {question}, who", shown, won[who])


def units_of(rows: Sequence[Row]) -> list[list[Row]]:
    """The pairs one by one, or the two of each team together."""
    by_unit: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        by_unit.setdefault((row.get("Section", Cell()), row["Pair or team"]), []).append(row)
    return list(by_unit.values())


def _units(form: str) -> str:
    return "Teams" if form == "teams" else "Pairs"


def _own(row: Row) -> Between:
    return parse_figure(equations(row)["Own"][-1])


def _pairs(page: Page, form: str) -> Iterator[Claim]:
    """The figures of pairs: the opposition is the mean of those that they met in their section."""
    final = page.rows("final")
    own = {(unit.get("Section"), unit["Pair or team"]): _own(unit) for unit in final}
    for unit in final:
        met = [own[unit.get("Section"), seat] for seat in unit["Opponents"].split()]
        handicap = -(_own(unit) - unit["Opposition"].figure) / DIVISORS[form]
        after = unit["Raw"].figure + unit["Handicap"].figure
        where = f"{page.path} {unit['Pair or team']}"
        yield from claims(where, unit, Opposition=mean(met), Handicap=handicap, After=after)


def _teams(page: Page, units: Sequence[Sequence[Row]]) -> Iterator[Claim]:
    """The figures of teams: each sums those of its matches, which count for the first team."""
    matches = page.rows("matches")
    own = {pairs[0]["Pair or team"]: _own(pairs[0]) for pairs in units}
    for match in matches:
        yield from _match(f"{page.path} match {match['Match']} of {match['Team a']}", match, own)
    for unit in (row for pairs in units for row in pairs):
        team = unit["Pair or team"]
        home = [row for row in matches if row["Team a"] == team]
        away = [row for row in matches if row["Team b"] == team]
        met = [own[row["Team b"]] for row in home] + [own[row["Team a"]] for row in away]
        points = total([*(row["VP"].figure for row in home), *(row["VP 2"].figure for row in away)])
        where = f"{page.path} {team}"
        yield from claims(where, unit, Opposition=mean(met), After=points, Matches=len(met))
        if unit.get("Handicap"):
            handicaps = [_handicap(row) for row in home] + [-_handicap(row) for row in away]
            margins = [row["IMPs"].figure for row in home] + [-row["IMPs"].figure for row in away]
            yield from claims(where, unit, Handicap=total(handicaps), Raw=total(margins))


def _handicap(match: Row) -> Between:
    return parse_figure(equations(match)["Handicap"][-1])


def _match(where: str, row: Row, own: dict[Cell, Between]) -> Iterator[Claim]:
    yield from claims(where, row, Own=own[row["Team a"]], Opposition=own[row["Team b"]])
    if row.get("IMPs"):
        yield from _worked(where, row)
        handicap = -(row["Own"].figure - row["Opposition"].figure) / 20
        margin, boards = parse_figure(equations(row)["Margin"][-1]), int(row["Boards"])
        points = margin.by(lambda item: _victory_points(item, boards))
        yield Claim(f"{where}: Handicap", equations(row)["Handicap"][-1], handicap)
        yield Claim(f"{where}: Margin", equations(row)["Margin"][-1], row["IMPs"].figure + _handicap(row))
        yield Claim(f"{where}: most", equations(row)["VP"][-1], points if margin.low > 0 else 20 - points)
        yield from claims(where, row, VP=points)
    yield from claims(where, row, VP_2=20 - row["VP"].figure)


def _victory_points(margin: float, boards: int) -> float:
    if margin < 0:
        return 20 - _victory_points(-margin, boards)
    return min(20, 10 + 10 * (1 - _TAU ** (3 * margin / (15 * sqrt(boards)))) / (1 - _TAU**3))


def _change(where: str, form: str, row: Row) -> Iterator[Claim]:
    """What the score of a row does to both ratings."""
    after = row["After"].figure
    change = {
        "pairs": lambda: 1.5 * (after - 50),
        "butler": lambda: 0.4 * after,
        "teams": lambda: after - 10 * int(row.get("Matches", "0")),
    }[form]()
    yield Claim(f"{where}: Change", equations(row)["Change"][-1], change)
    if form == "teams":
        yield Claim(f"{where}: After", equations(row)["Change"][0].partition(" − ")[0], after)
        return
    for heading in ("Handicap", "After"):
        yield Claim(f"{where}: {heading}", equations(row)[heading][-1], row[heading].figure)
    yield Claim(f"{where}: Raw", equations(row)["After"][0].partition(" + ")[0], row["Raw"].figure)


def _side_claims(page: Page, row: Row, side: Side, other: Side) -> Iterator[Claim]:
    """The new rating of a player; the old one is that of the evening before on the player's own page."""
    where = f"{page.path} {side.player}"
    rating = side.before.figure + side.change.figure + side.subsidy
    yield Claim(f"{where}: Rating", side.sum, rating)
    yield Claim(f"{where}: ±", side.gain, side.won)
    yield Claim(f"{where}: Change", equations(row)["Change"][-1], side.change.figure)
    yield Claim(f"{where}: Subsidy", str(side.subsidy), _subsidy(side.before.figure, other.before.figure))
    if side.player.link:
        before = course(page.follow(side.player.link)).before(page)
        yield Claim(f"{where}: Before", side.before, before)


def _subsidy(rating: Between, other: Between) -> Between:
    """A point to the lower; of two that are shown alike either may be."""
    if rating.meets(other):
        return Between(-1, 1)
    return Between(1, 1) if rating.high < other.low else Between(-1, -1)


def _worked(where: str, row: Row) -> Iterator[Claim]:
    """Every equation that a row opens comes to what it says."""
    for name, terms in equations(row).items():
        for left, right in pairwise(terms):
            if "τ" not in left:
                yield Claim(f"{where} {name} = {left}", right, _value(left))


def _value(expression: str) -> Between:
    """What a sum comes to: a figure with several decimals is rounded, any other exact."""
    exact = re.sub(r"\d+\.\d\d+", lambda item: f"shown('{item[0]}')", expression)
    plain = exact.replace("−", "-").replace("×", "*")
    return NOTHING + eval(plain, {"shown": parse_figure})  # noqa: S307 - of a page that was made just now


# A player


@dataclass(frozen=True)
class Course:
    """The evenings of a player as the player's page shows them."""

    page: Page

    @cached_property
    def rows(self) -> list[Row]:
        """The evenings, oldest first."""
        return self.page.every("history")[::-1]

    @cached_property
    def ratings(self) -> list[Between]:
        """The rating at the start, and after each evening."""
        start = self.page.facts["Start rating"]
        return [Between(float(start), float(start)), *(row["Rating"].figure for row in self.rows)]

    @cached_property
    def gains(self) -> list[tuple[Row, Between]]:
        """What each evening brought."""
        steps = zip(self.rows, pairwise(self.ratings), strict=True)
        return [(row, _gain(row, *ratings)) for row, ratings in steps]

    @cached_property
    def events(self) -> list[str]:
        """Where each evening has its page."""
        return [self.page.follow(row["Date"].link).path for row in self.rows]

    def before(self, event: Page) -> Between:
        """The rating before an evening."""
        return self.ratings[self.events.index(event.path)]

    def won(self, is_meant: Callable[[Row], bool]) -> list[Between]:
        """What the evenings that are meant brought, one by one."""
        return [gain for row, gain in self.gains if is_meant(row)]

    def at(self, day: str) -> "Stand":
        """How the player stood at the end of a day."""
        played = bisect_right([row["Date"].day for row in self.rows], day)
        is_there = played > 0 and self.rows[played - 1]["Date"].day == day
        return Stand(self.ratings[played], played, self.gains[played - 1][1] if is_there else None)


@cache
def course(page: Page) -> Course:
    """The evenings of a player, read once."""
    return Course(page)


def _gain(row: Row, before: Between, after: Between) -> Between:
    """What an evening brought: the change with the subsidy, or what was left to lose."""
    return row["Change"].figure + round(row["Subsidy"].figure.low) if after.low > 0 else after - before


class Stand(NamedTuple):
    """Where a player stands."""

    rating: Between
    sessions: int
    change: Between | None


def player(page: Page) -> Iterator[Claim]:
    """Every figure of the page of a player."""
    career, facts = course(page), page.facts
    now, rows = career.at("9999-12-31"), career.rows
    yield from claims(page.path, facts, Rating=now.rating, Evenings=len(rows))
    for form in {row["Form"] for row in rows}:
        won = total(career.won(lambda row, form=form: row["Form"] == form))
        yield from claims(page.path, facts, **{f"Won in {form}": won})
    if rows:
        best = Between(
            max(rating.low for rating in career.ratings[1:]),
            max(rating.high for rating in career.ratings[1:]),
        )
        (reached,) = (row for row in rows if row["Date"] == facts["Reached on"])
        yield from claims(page.path, facts, Highest_rating=best, Last_played_on=str(rows[-1]["Date"]))
        yield Claim(f"{page.path} reached", facts["Highest rating"], reached["Rating"].figure)
    yield from _evenings(page, rows)
    for line in page.rows("partners"):
        together = career.won(lambda row, item=line: row["Partner"] == item["Partner"])
        where = f"{page.path} with {line['Partner']}"
        yield from claims(where, line, Evenings=len(together), **{"±": total(together)})


def _evenings(page: Page, rows: Sequence[Row]) -> Iterator[Claim]:
    """Each is the same on its own page."""
    for row in rows:
        event = page.follow(row["Date"].link)
        pairs = ((unit, *sides(unit)) for unit in event.rows("final"))
        ((unit, side, partner),) = (
            (unit, *chosen)
            for unit, *both in pairs
            for chosen in permutations(both)
            if event.follow(chosen[0].player.link) == page
        )
        where = f"{page.path} {row['Date']}"
        expected: dict[str, Between | str] = {
            "Form": str(event.facts["Form"]),
            "Partner": str(partner.player),
            "Change": side.change.figure,
            "Subsidy": Between(side.subsidy, side.subsidy),
            "Rating": side.rating,
        }
        for heading in {*row} - {"Date"}:
            yield Claim(
                f"{where}: {heading}", row[heading], expected.get(heading, str(unit.get(heading, "")))
            )


# Lists


def ratings(page: Page) -> Iterator[Claim]:
    """Every figure of a list, and who played that evening."""
    rows, day = page.rows("ratings"), page.facts["Latest evening"].day
    exact, unmoved = [row["Rating"].figure for row in rows], 0
    for place, row in _with_page(rows):
        stand = course(page.follow(row["Player"].link)).at(day)
        change: Between | str = "" if stand.change is None else stand.change
        if row["±"] == "" and stand.change and stand.change.meets(0):  # a change of nothing is not shown
            change, unmoved = "", unmoved + 1
        figures = {"Rating": stand.rating, "Sessions": stand.sessions, "±": change}
        yield from claims(f"{page.path} {row['Player']}", row, **figures)
        exact[place] = stand.rating
    yield from _ranked(page.path, rows, exact)
    played = sum(row["±"] != "" for row in rows) + unmoved
    yield from claims(page.path, page.facts, Players_that_evening=played)


def _with_page(rows: Sequence[Row]) -> list[tuple[int, Row]]:
    return [(place, row) for place, row in enumerate(rows) if row["Player"].link]


def current(page: Page) -> Iterator[Claim]:
    """What the pages of players say of the latest list."""
    for _, row in _with_page(page.rows("ratings")):
        facts = page.follow(row["Player"].link).facts
        cells = (facts["Rank"], facts["Rating"], str(facts.get("Change", "")))
        for heading, cell in zip(("#", "Rating", "±"), cells, strict=True):
            yield Claim(f"{page.path} {row['Player']}: {heading}", row[heading], str(cell))


def risers(page: Page) -> Iterator[Claim]:
    """Who rose how much, in each period and form."""
    for section in page.sections:
        rows, year = page.rows(section), section.removeprefix("period-")
        for _, record in _with_page(rows):
            career = course(page.follow(record["Player"].link))
            for heading in {*record} - {"#", "Player"}:
                won = [gain for row, gain in career.gains if _is_of(row, heading.lower(), year)]
                expected = total(won) if won else ""
                yield Claim(f"{page.path} {section} {record['Player']}: {heading}", record[heading], expected)
        yield from ranks(f"{page.path} {section}", rows, "All")


def _is_of(row: Row, form: str, year: str) -> bool:
    return form in {"all", row["Form"]} and (year == "all" or row["Date"].day.startswith(year))


def calendar(page: Page, event: Page) -> Iterator[Claim]:
    """The line of an evening in the calendar."""
    (line,) = (row for row in page.rows("evenings") if page.follow(row["Results"].link) == event)
    facts, first = event.facts, event.rows("final")[0]
    pair = f"{first['Player']} – {first['Partner']}"
    names = str(first["Pair or team"]) if facts["Form"] == "teams" else pair
    counted = {"Pairs_or_teams": str(facts[_units(facts["Form"])]), "Players": str(facts["Players"])}
    yield from claims(page.path, line, Form=str(facts["Form"]), First=names, **counted)
    every = [side for row in event.rows("final") for side in sides(row)]
    won = {side.player: side.won for side in every}
    most = Between(max(gain.low for gain in won.values()), max(gain.high for gain in won.values()))
    yield from claims(f"{page.path} {event.path}", line, Biggest_rise=most)
    yield Claim(f"{page.path} {event.path}: By", line["Biggest rise"], won[line["By"]])


def ranks(where: str, rows: Sequence[Row], heading: str) -> Iterator[Claim]:
    """The rank of each row by a figure, the highest first; equal ones share it."""
    return _ranked(where, rows, [row[heading].figure for row in rows])


def _ranked(where: str, rows: Sequence[Row], figures: Sequence[Between]) -> Iterator[Claim]:
    for row, figure in zip(rows, figures, strict=True):
        surely = sum(other.low > figure.high for other in figures)
        maybe = sum(other.high > figure.low for other in figures) - (
            figure.high > figure.low
        )  # but for itself
        yield from claims(f"{where} {row['#']}", row, **{"#": Between(1 + surely, 1 + maybe)})
