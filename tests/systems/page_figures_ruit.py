"""The Ruit rating recomputed from the published pages alone, as a player with pencil and paper would.

Every function yields what a page shows, with what follows from figures shown elsewhere on it or on pages that
it leads to. Who is hidden has no page, so that the rating before an evening cannot be followed.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise
from math import sqrt
from typing import NamedTuple

from page_reader import Between, Cell, Page, Row, mean, parse_figure, total

DIVISORS = {"pairs": 40, "butler": 10, "teams": 20}
MEANS = {"pairs": mean, "butler": total, "teams": total}
NOTHING = Between(0, 0)
_TAU = (sqrt(5) - 1) / 2
_ONE_CELL = ("Handicap", "Raw", "After", "Own", "Opposition")


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


def evening(page: Page) -> Iterator[Claim]:
    """Every figure of the page of an evening."""
    form, final, steps = page.facts["Form"], page.rows("final"), page.rows("ratings")
    yield from claims(page.path, page.facts, **{_units(form): len(final)}, Players=len(steps))
    yield from ranks(page.path, final, "After")
    yield from _teams(page) if form == "teams" else _pairs(page, form)
    for step, other in (
        pair for one, two in zip(steps[::2], steps[1::2], strict=True) for pair in ((one, two), (two, one))
    ):
        (unit,) = (unit for unit in final if step["Player"] in _names(unit))
        own = MEANS[form]([step["Before"].figure for step in steps if step["Player"] in _names(unit)])
        yield from claims(f"{page.path} {step['Player']}", unit, Own=own)
        yield from _step(page, form, unit, step, other)
    yield from _worked(page)


def _units(form: str) -> str:
    return "Teams" if form == "teams" else "Pairs"


def _names(row: Row) -> tuple[Cell, ...]:
    return tuple(
        row[heading] for heading in ("Player", "Partner", "Player 2", "Partner 2") if row.get(heading)
    )


def _pairs(page: Page, form: str) -> Iterator[Claim]:
    """The figures of pairs: the opposition is the mean of those that they met in their section."""
    final = page.rows("final")
    own = {(unit.get("Section"), unit["Pair or team"]): unit["Own"].figure for unit in final}
    for unit in final:
        met = [own[unit.get("Section"), seat] for seat in unit["Opponents"].split()]
        handicap = -(unit["Own"].figure - unit["Opposition"].figure) / DIVISORS[form]
        after = unit["Raw"].figure + unit["Handicap"].figure
        where = f"{page.path} {unit['Pair or team']}"
        yield from claims(where, unit, Opposition=mean(met), Handicap=handicap, After=after)


def _teams(page: Page) -> Iterator[Claim]:
    """The figures of teams: each sums those of its matches, which count for the first team."""
    final, matches = page.rows("final"), page.rows("matches")
    own = {unit["Pair or team"]: unit["Own"].figure for unit in final}
    for match in matches:
        yield from _match(f"{page.path} match {match['Match']} of {match['Team a']}", match, own)
    for unit in final:
        team = unit["Pair or team"]
        home = [row for row in matches if row["Team a"] == team]
        away = [row for row in matches if row["Team b"] == team]
        met = [own[row["Team b"]] for row in home] + [own[row["Team a"]] for row in away]
        points = total([*(row["VP"].figure for row in home), *(row["VP 2"].figure for row in away)])
        where = f"{page.path} {team}"
        yield from claims(where, unit, Opposition=mean(met), After=points, Matches=len(met))
        for heading, of in {"Handicap": "Handicap", "Raw": "IMPs"}.items():
            if unit.get(heading):
                sums = [*(row[of].figure for row in home), *(-row[of].figure for row in away)]
                yield from claims(where, unit, **{heading: total(sums)})


def _match(where: str, row: Row, own: dict[Cell, Between]) -> Iterator[Claim]:
    yield from claims(where, row, Own=own[row["Team a"]], Opposition=own[row["Team b"]])
    if row.get("Handicap"):
        handicap = -(row["Own"].figure - row["Opposition"].figure) / 20
        margin, boards = row["IMPs"].figure + row["Handicap"].figure, int(row["Boards"])
        points = row["Margin"].figure.by(lambda item: _victory_points(item, boards))
        yield from claims(where, row, Handicap=handicap, Margin=margin, VP=points)
    yield from claims(where, row, VP_2=20 - row["VP"].figure)


def _victory_points(margin: float, boards: int) -> float:
    if margin < 0:
        return 20 - _victory_points(-margin, boards)
    return min(20, 10 + 10 * (1 - _TAU ** (3 * margin / (15 * sqrt(boards)))) / (1 - _TAU**3))


def _step(page: Page, form: str, unit: Row, step: Row, other: Row) -> Iterator[Claim]:
    """The new rating of a player; the old one is that of the evening before on the player's own page."""
    where, after = f"{page.path} {step['Player']}", step["After"].figure
    yield from claims(where, step, Partner=str(other["Player"]))
    yield from claims(
        where, step, **{heading: str(unit[heading]) for heading in _ONE_CELL if heading in step}
    )
    change = {
        "pairs": lambda: 1.5 * (after - 50),
        "butler": lambda: 0.4 * after,
        "teams": lambda: after - 10 * int(unit.get("Matches", "0")),
    }[form]()
    subsidy = _subsidy(step["Before"].figure, other["Before"].figure)
    rating = step["Before"].figure + step["Change"].figure + step["Subsidy"].figure
    yield from claims(
        where, step, Change=change, Subsidy=subsidy, Rating=rating.by(lambda item: max(0, item))
    )
    if step["Player"].link:
        before = course(page.follow(step["Player"].link)).before(page)
        yield from claims(where, step, Before=before)


def _subsidy(rating: Between, other: Between) -> Between:
    """A point to the lower; of two that are shown alike either may be."""
    if rating.meets(other):
        return Between(-1, 1)
    return Between(1, 1) if rating.high < other.low else Between(-1, -1)


def _worked(page: Page) -> Iterator[Claim]:
    """The formulas that are filled in, with more decimals, so that tables have their outcomes to the last."""
    steps = {row["Player"]: row for row in page.rows("ratings")}
    for line in page.formula_lines:
        row: Row = {}
        for part in (term for term in line.split(";") if " = " in term):
            names, _, equation = part.strip().rpartition(": ")
            row = steps.get(Cell(names.split(", ")[0]), row)
            heading, *terms = equation.partition(" → ")[0].split(" = ")
            if "τ" not in equation:
                for left, right in pairwise(terms):
                    yield Claim(f"{page.path} {part}", right, _value(left))
            if row and "→" not in part:
                yield Claim(f"{page.path} {names} {heading}", row[heading], parse_figure(terms[-1]))


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
        (step,) = (row for row in event.rows("ratings") if event.follow(row["Player"].link) == page)
        (unit,) = (row for row in event.rows("final") if step["Player"] in _names(row))
        cells = {**step, **event.facts, "Pair or team": unit["Pair or team"]}
        for heading in {*row} - {"Date", "Change"}:
            yield Claim(f"{page.path} {row['Date']}: {heading}", row[heading], str(cells.get(heading, "")))
        yield Claim(f"{page.path} {row['Date']}: Change", step["Change"], row["Change"].figure)


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
    names = str(first["Pair or team"]) if facts["Form"] == "teams" else " – ".join(_names(first))
    counted = {"Pairs_or_teams": str(facts[_units(facts["Form"])]), "Players": str(facts["Players"])}
    yield from claims(page.path, line, Form=str(facts["Form"]), First=names, **counted)
    won = {row["Player"]: row["Rating"].figure - row["Before"].figure for row in event.rows("ratings")}
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
