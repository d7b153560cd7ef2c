"""What a list tells of how its players did of late: a course, a form and who played, all from careers.

Only the current list has these columns, which no file has: an earlier list stands as it was published.
"""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import cache, cached_property
from hashlib import blake2b
from typing import Annotated, Any, NamedTuple

from sitegen.board import Board
from sitegen.model import Career, Careers, Part, Section, Sheet
from sitegen.table import Course, Form, Shown, Table, column, column_of, columns, figure, many

_SAMPLES, _APART = 27, timedelta(days=14)
"""So many moments make a course of twelve months."""
_RESULTS = 10
_LETTERS = {"won": "w", "drawn": "d", "lost": "l"}
_Played = Annotated[bool, Shown("text", on_pages=False)]


class _Late(NamedTuple):
    """What is said of one player; `year` is None for who was not there twelve months ago."""

    course: Sequence[float]
    year: float | None
    form: str
    played: bool


_NOTHING = _Late((), None, "", played=False)


@dataclass(frozen=True)
class _Lately:
    """What the careers of a ranking say on the day of its current list."""

    board: Board
    careers: Careers

    @cached_property
    def known(self) -> dict[str, _Late]:
        """What is said of each player."""
        return {each.id: self._late(self.careers.of(each.id)) for each in self.board.players}

    @property
    def digest(self) -> bytes:
        """What tells whether the page has to be made again."""
        return blake2b(repr(self.known).encode(), digest_size=16).digest()

    def part(self, part: Part) -> Part:
        """A list with these columns; anything else as it is."""
        if not isinstance(part, Section) or not is_list(part.table) or not part.rows:
            return part
        place = [each.name for each in columns(part.table)].index("player")
        late = [self.known.get(row[place], _NOTHING) for row in part.rows]
        shown = column_of(self.careers.label, self.careers.figure).shown
        table = _extended(part.table, self.careers.label.lower(), self.careers.plays, shown.decimals)
        rows = _stilled(part, [each.played for each in late])
        return replace(
            part, table=table, rows=many(table, ((*row, *own) for row, own in zip(rows, late, strict=True)))
        )

    def _late(self, career: Career) -> _Late:
        course, played = self._course(career), self._played(career)
        year = course[-1] - course[0] if len(course) == _SAMPLES else None
        return _Late(course, year, _form(career), played)

    def _course(self, career: Career) -> list[float]:
        """The figure at each moment, from the first at which there was one."""
        days = [day for day, _ in career.course]
        today = self.board.outcome.listing.day
        places = [bisect_right(days, today - _APART * back) for back in reversed(range(_SAMPLES))]
        return [career.course[each - 1][1] for each in places if each]

    def _played(self, career: Career) -> bool:
        """Whether something was played that the list before did not have."""
        through, since = self.board.outcome.listing.through, self._since
        last = next((each.day for each in reversed(career.played) if each.day <= through), None)
        return last is not None and last > since

    @cached_property
    def _since(self) -> date:
        listing = self.board.outcome.listing
        earlier = (each.through for each in self.board.outcome.archive if each.day < listing.day)
        return max(earlier, default=date.min)


def is_list(table: type[Table]) -> bool:
    """Whether the rows of a table are players with a figure."""
    return figure(table) is not None and any(each.name == "player" for each in columns(table))


def current(board: Board) -> Sheet:
    """The sheet of the current list, with what its players did of late where careers tell it."""
    own, careers = board.outcome.listing.sheet, board.outcome.careers
    if careers is None:
        return earlier(own)
    late = _Lately(board, careers)
    evidence = own.evidence if isinstance(own.evidence, tuple) else (own.evidence,)
    return Sheet(own.facts, (*evidence, late.digest), lambda: [late.part(each) for each in own.parts()])


def earlier(own: Sheet) -> Sheet:
    """The sheet of a list on which a change of nothing at all is blank: nothing was played."""
    return replace(own, parts=lambda: [_still(each) for each in own.parts()])


def stilled(part: Section) -> Section:
    """A list on which a change of nothing at all is blank."""
    return replace(part, rows=_stilled(part, [False] * len(part.rows)))


def _still(part: Part) -> Part:
    return stilled(part) if isinstance(part, Section) and is_list(part.table) else part


def _stilled(section: Section, played: Sequence[bool]) -> Sequence[Any]:
    """The rows, without the changes of those who did not play."""
    changes = [each.name for each in columns(section.table) if each.role == "change"]
    if not changes:
        return section.rows
    blank = dict.fromkeys(changes)
    return [
        row if own or any(getattr(row, each) for each in changes) else row.but(**blank)
        for row, own in zip(section.rows, played, strict=True)
    ]


def _form(career: Career) -> str:
    ended = [_LETTERS[each.ended] for each in career.played[-5 * _RESULTS :] if each.ended]
    return "".join(ended[-_RESULTS:])


@cache
def _extended(table: type[Table], figure: str, plays: str, decimals: int) -> type[Table]:
    """A table with the columns of a `_Late` behind its own."""
    year = Annotated[float, Shown("signed", decimals, role="course")]
    return type(
        table.__name__,
        (table,),
        {
            "__slots__": (),
            "__annotations__": {
                "lately_course": Course,
                "lately_year": year | None,
                "lately_form": Form,
                "lately_played": _Played,
            },
            "lately_course": column(f"the {figure} over twelve months; the dot is today", label="12 months"),
            "lately_year": column(f"what the {figure} won or lost in these twelve months", label="In a year"),
            "lately_form": column(
                f"the latest ten {plays}, the last at the right", label="Last ten", unit=plays
            ),
            "lately_played": column("whether the player played since the list before"),
        },
    )
