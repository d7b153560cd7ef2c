"""Rules: what is checked of the tables of a system, declared so that one can read it aloud.

    rules = (
        Outlier("players", ["rating"]),
        Outlier("matches", ["reserve"], per=["length"]),
        OtherWeekday("matches"),
    )

A rule leaves out the rows of which a cell that it needs could not be read, so that only causes are told.
The reader checks the `rules` of a system before it calls its `check`; `sitegen systems NAME` prints them.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import date, timedelta
from operator import attrgetter, itemgetter
from typing import Any, NamedTuple

from sitegen.core.entities import Fault, FaultKind, declare_error, declare_warning
from sitegen.core.missing import select_complete
from sitegen.core.person_names import is_nobody
from sitegen.core.problems import Message, Number, advise, quote_text, suggest_nearest
from sitegen.toolkit.order import find_misspellings, group_by

_MIN_OTHERS = 5
"""From so many other numbers on it is known what is usual."""
_FACTOR, _FACTOR_OF_COUNT, _MIN_OF_COUNT = 3, 10, 20

_NUMBER_FAR = declare_warning(
    "number-far",
    "{number} is far from all others ({others})",
    "correct it if a digit is missing or too many, or if it is of another column; else leave it",
)


_DECIMALS_SLIPPED = declare_warning(
    "decimal-mark-slipped",
    "{number} is far from {usual}, and near it with the decimal mark elsewhere",
    "write {moved} if that is meant; else leave it",
)
_MIN_USUAL = 2
"""So many other numbers of one size say what is usual."""
_NEAR, _SIZE = 1.5, 3


def find_slipped_decimals(rows: Sequence[Any], column: str, usual: float | None = None) -> Iterator[Fault]:
    """Yield each number that is of the size of the `usual` one, but for its decimal mark: 161,25 for 1612,5.

    Where no number is given, the median is usual, if four of five numbers are of its size.
    """
    complete = [row for row in select_complete(rows, column) if getattr(row, column)]
    numbers = sorted(getattr(row, column) for row in complete)
    if usual is None:
        middle = numbers[(len(numbers) - 1) // 2 : len(numbers) // 2 + 1]
        usual = sum(middle) / len(middle) if len(numbers) > _MIN_USUAL else 0
        count = sum(usual / _SIZE < number < usual * _SIZE for number in numbers)
        if count < max(_MIN_USUAL, 0.8 * (len(numbers) - 1)):
            return
    for row in complete:
        number = getattr(row, column)
        moved_numbers = (round(number * factor, 6) for factor in (10, 0.1, 100, 0.01))
        moved = next((moved for moved in moved_numbers if _is_near(moved, usual)), 0)
        if moved and not usual / _SIZE < number < usual * _SIZE:
            texts = [Number(each, "g") for each in (number, usual, moved)]
            yield _DECIMALS_SLIPPED(row, column, number=texts[0], usual=texts[1], moved=texts[2])


def find_slipped_start(rows: Sequence[Any], column: str, start: float) -> Iterator[Fault]:
    """Yield the same of numbers too few to say what is usual: `start`, that of a new player, says it."""
    few = [row for row in select_complete(rows, column) if getattr(row, column) is not None]
    return find_slipped_decimals(few, column, start) if len(few) <= _MIN_USUAL else iter(())


def _is_near(number: float, usual: float) -> bool:
    return usual / _NEAR < number < usual * _NEAR


class Outlier(NamedTuple):
    """A number that is far from all others: of its columns, or of the rows that agree in the columns `per`.

    It is far where it is more than three times the highest or less than a third of the lowest, and where the
    gap is more than twice the range of the others and half of their median. Of counts, which can be small,
    only one of ten times the highest is. A number that two rows have is not far. With `has_one_size` the
    numbers are of one size, and one whose decimal mark slipped is told wherever two others say what is usual.
    """

    table: str
    columns: Sequence[str]
    per: Sequence[str] = ()
    is_count: bool = False
    has_one_size: bool = False

    def find_faults(self, inputs: Any) -> Iterator[Fault]:
        """Yield the lowest and the highest number of each group where they are far from the others."""
        slipped = [fault for name in self.columns for fault in self._find_slipped(inputs, name)]
        yield from slipped
        told = {(id(fault.row), fault.column) for fault in slipped}
        rows = select_complete(getattr(inputs, self.table) or (), *self.columns, *self.per)
        get_group = attrgetter(*self.per) if self.per else lambda _: None
        for group in group_by(rows, get_group).values():
            cells = [
                (number, row, name)
                for name in self.columns
                for number, row in zip(map(attrgetter(name), group), group, strict=True)
                if number is not None and (id(row), name) not in told
            ]
            yield from self._check_ends(sorted(cells, key=itemgetter(0)))

    def _find_slipped(self, inputs: Any, column: str) -> Iterator[Fault]:
        rows = getattr(inputs, self.table) or ()
        return find_slipped_decimals(rows, column) if self.has_one_size else iter(())

    def _check_ends(self, cells: Sequence[tuple[float, Any, str]]) -> Iterator[Fault]:
        if len(cells) <= _MIN_OTHERS:
            return
        for end, others in ((cells[0], cells[1:]), (cells[-1], cells[:-1])):
            numbers = [number for number, _, _ in others]
            if self._is_far(end[0], numbers):
                number, row, name = end
                low, high = (Number(extreme, "g") for extreme in (numbers[0], numbers[-1]))
                others_text = low if low == high else Message("", "{low}–{high}", {"low": low, "high": high})
                yield _NUMBER_FAR(row, name, number=Number(number, "g"), others=others_text)

    def _is_far(self, number: float, others: Sequence[float]) -> bool:
        low, high = others[0], others[-1]
        if self.is_count:
            return number > high + _MIN_OF_COUNT and number > _FACTOR_OF_COUNT * high
        gap = max(low - number, number - high)
        is_far_off = gap > max(2 * (high - low), 0.5 * abs(others[len(others) // 2]))
        return gap > 0 and (is_far_off or number > _FACTOR * high > 0 or 0 < _FACTOR * number < low)

    def describe(self) -> Message:
        """Return what is checked."""
        return advise(
            "{columns} of {table}: no number far from all others",
            columns=", ".join(self.columns),
            table=self.table,
        )


CLUB_NEARLY_ALIKE = declare_warning(
    "club-nearly-alike",
    "{club} is nearly {other}, which stands in {rows} rows",
    "write one club in one way",
)


_NO_CLUB = declare_warning(
    "no-club", "{club} is published as the name of a club", "leave the cell blank if there is no club"
)


class MisspelledClub(NamedTuple):
    """A club that is a word for none, or a rare one that is nearly a common one or has a number behind it.

    A system may lack some of the tables.
    """

    tables: Sequence[str] = ("players",)

    def find_faults(self, inputs: Any) -> Iterator[Fault]:
        """Yield each such club, where it stands first."""
        tables = [select_complete(getattr(inputs, name, None) or (), "club") for name in self.tables]
        rows = [row for table in tables for row in table if row.club]
        counts = Counter(row.club for row in rows)
        for club in counts:
            if is_nobody(club) or not any(map(str.isalnum, club)):
                row = next(row for row in rows if row.club == club)
                yield _NO_CLUB(row, "club", club=quote_text(club))
        for rare, common in find_misspellings(counts):
            row = next(row for row in rows if row.club == rare)
            names = {"club": quote_text(rare), "other": quote_text(common)}
            yield CLUB_NEARLY_ALIKE(row, "club", **names, rows=counts[common])

    def describe(self) -> Message:
        """Return what is checked."""
        return advise(
            "club of {tables}: no word for none, and no name nearly another", tables=", ".join(self.tables)
        )


class UnknownName(NamedTuple):
    """A name that must stand in other tables too, and stands in none of them; a blank cell names nothing.

    `known` has the column of such names of each table. If one there could not be read it may be that one, and
    nothing is found; so too where `is_key`, a known name is of one row alone, and one stands twice. Names
    agree where `get_key` returns the same of them. `kind` has the params `name`, and `names` for all that are
    known; `get_advice` returns a better hint from both, if there is one.
    """

    tables: Sequence[str]
    column: str
    known: Mapping[str, str]
    kind: FaultKind
    is_key: bool = False
    get_key: Callable[[str], str] = str
    get_advice: Callable[[str, Collection[str]], Message | str] = suggest_nearest

    def find_faults(self, inputs: Any) -> Iterator[Fault]:
        """Yield every row with such a name."""
        columns = [(getattr(inputs, table) or (), column) for table, column in self.known.items()]
        read = [getattr(row, column) for rows, column in columns for row in select_complete(rows, column)]
        names = sorted({*filter(None, read)})
        if len(names if self.is_key else read) < sum(len(rows) for rows, _ in columns):
            return
        keys = {*map(self.get_key, names)}
        for table in self.tables:
            for row in select_complete(getattr(inputs, table) or (), self.column):
                name = getattr(row, self.column)
                if name and self.get_key(name) not in keys:
                    params = {"name": quote_text(name), "names": ", ".join(names)}
                    advice = self.get_advice(name, names)
                    yield self.kind(row, self.column.rstrip("_"), advice=advice, **params)

    def describe(self) -> Message:
        """Return what is checked."""
        return advise(
            "{column} of {tables}: no name without a row in {known}",
            column=self.column.rstrip("_"),
            tables=", ".join(self.tables),
            known=", ".join(self.known),
        )


_NO_ORDER = declare_error(
    "no-order-of-play",
    "the order on the day is given for {place} and not here, and one player played both",
    "number all that a player played on the day, or nothing",
)
_ORDER_TWICE = declare_error(
    "order-of-play-twice",
    "{number} is also {place}, which one of the two players played on the same day",
    "number what a player played on a day in its order: 1, 2, 3",
)


class OrderOfPlay(NamedTuple):
    """A place in the order of play of a day that is not clear; `players` are the two columns with players.

    A player has an order for all rows of a day or for none, and each number once, so that sorting a table
    with an order never changes a figure.
    """

    table: str
    players: Sequence[str]

    def find_faults(self, inputs: Any) -> Iterator[Fault]:
        """Yield a fault for each row whose place is not clear."""
        rows = select_complete(getattr(inputs, self.table) or (), "date", "order", *self.players)
        days = {row.date for row in rows if row.order is not None}
        sides = [
            ((row.date, getattr(row, player)), row)
            for row in rows
            if row.date in days
            for player in self.players
        ]
        reported = set[int]()
        for pairs in group_by(sides, itemgetter(0)).values():
            player_rows = [row for _, row in pairs]
            first = {row.order: row for row in reversed(player_rows)}
            numbered_row = next((row for row in player_rows if row.order is not None), None)
            for row in player_rows:
                other = numbered_row if row.order is None else first[row.order]
                if other and other is not row and id(row) not in reported:
                    reported.add(id(row))
                    kind = _NO_ORDER if row.order is None else _ORDER_TWICE
                    yield kind(row, "order", number=row.order, place=other.source)

    def describe(self) -> Message:
        """Return what is checked."""
        return advise(
            "order of {table}: no player with a number twice on a day, or on some rows of it alone",
            table=self.table,
        )


_MIN_EVENINGS = 20
"""From so many evenings on one day of the week it is known on which day a club plays."""
_EVENINGS_OF_ONE = 50
"""One of so many evenings may be on another day; of fewer, one at most."""
_SEASON, _NO_TIME = timedelta(weeks=5), timedelta()

_UNUSUAL_WEEKDAY = declare_warning(
    "unusual-day-of-week",
    "{day} is another day of the week than {evenings} evenings of this club",
    "correct the date, unless this one match was played on another day",
)


class OtherWeekday(NamedTuple):
    """A result that is alone on a day of the week on which its club does not play.

    `get_club` returns the club of a row, from the columns `needed`, or None where its day says nothing. A row
    that could not be read may be of the same evening: then nothing is found.
    """

    table: str
    needed: Sequence[str] = ()
    get_club: Callable[[Any], str | None] = lambda _: ""

    def find_faults(self, inputs: Any) -> Iterator[Fault]:
        """Yield each such result."""
        rows = getattr(inputs, self.table) or ()
        complete = select_complete(rows, "date", *self.needed)
        if len(complete) == len(rows):
            row_counts = Counter(map(attrgetter("date"), complete))
            groups = group_by(complete, self.get_club) if 1 in row_counts.values() else {}
            for club, club_rows in groups.items():
                if club is not None:
                    yield from _find_other_weekdays(club_rows, row_counts)

    def describe(self) -> Message:
        """Return what is checked."""
        return advise("date of {table}: no result alone on a day without play", table=self.table)


def _find_other_weekdays(rows: Sequence[Any], row_counts: Mapping[date, int]) -> Iterator[Fault]:
    evenings = {*map(attrgetter("date"), rows)}
    usual_weekday, count = max(Counter(day.weekday() for day in evenings).items(), key=itemgetter(1))
    unusual_days = {day for day in evenings if day.weekday() != usual_weekday}
    if count < _MIN_EVENINGS or len(unusual_days) > max(1, count // _EVENINGS_OF_ONE):
        return
    for row in rows:
        is_alone = row.date in unusual_days and row_counts[row.date] == 1
        # A day far from all others is told in all systems.
        if is_alone and any(_NO_TIME < abs(day - row.date) <= _SEASON for day in evenings):
            yield _UNUSUAL_WEEKDAY(row, "date", day=row.date, evenings=count)
