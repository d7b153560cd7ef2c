"""Where each player stands on the current list: derived from the rows of its sections by role.

Courses of rank: the place of each player on every list that is shown in full.

Everyone who is ranked as a strip of marks, one file a ranking, so that a page draws its own mark alone.

The ends of the strip are round numbers: hardly ever does anybody move because somebody else did.
"""

from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import cached_property
from itertools import groupby
from typing import Any, NamedTuple

from sitegen.core.columnar import get_cells
from sitegen.core.language import Language
from sitegen.core.model import Chart, Listing, PageSection, PlayerPage, Section
from sitegen.core.numbers import Scale, make_scale
from sitegen.core.roles import Roles, get_roles
from sitegen.core.table import Column


class RankHistories(NamedTuple):
    """What all lists say: the `courses` of rank by player, and how many rows each list has, by its day.

    A course is by turns a day, as an ordinal, and the rank on it: those of all players together take little.
    """

    histories: Mapping[str, Sequence[int]]
    list_lengths: Mapping[date, int]

    @classmethod
    def from_lists(cls, lists: Iterable[Listing]) -> "RankHistories":
        """What these lists say."""
        courses: defaultdict[str, array[int]] = defaultdict(lambda: array("i"))
        lengths: dict[date, int] = {}
        for listing in lists:
            sections = listing.content.tables
            lengths[listing.day] = max((len(section.rows) for section in sections), default=0)
            day = listing.day.toordinal()
            for player, rank in _read_ranks(sections):
                courses[player].extend((day, rank))
        return cls(courses, lengths)

    def get_history(self, player: str) -> list[tuple[date, int]]:
        """The ranks of a player, with the day of the list that each is on."""
        course = self.histories.get(player, ())
        return list(zip(map(date.fromordinal, course[::2]), course[1::2], strict=True))

    def add_chart(self, player: PlayerPage) -> PlayerPage:
        """The page with the chart of the ranks behind its other charts; the same where there is no line."""
        if len(self.histories.get(player.id, ())) <= 2:
            return player

        def added(parts: Sequence[PageSection]) -> Sequence[PageSection]:
            chart = Chart("Rank", self.get_history(player.id), is_rank=True)
            behind = max((place for place, part in enumerate(parts) if isinstance(part, Chart)), default=-1)
            return [*parts[: behind + 1], chart, *parts[behind + 1 :]]

        return player._replace(content=player.content.map_sections(added))


def _read_ranks(sections: Iterable[Section]) -> Iterable[tuple[str, int]]:
    """Who stands on a list at which place: on its first table that has places."""
    for section in sections:
        places = get_roles(section.table).positions
        if "rank" in places and "name" in places and section.rows:
            return zip(*(get_cells(section.rows, places[role]) for role in ("name", "rank")), strict=True)
    return ()


class Neighbour(NamedTuple):
    """Who stands next above or below."""

    player: str
    rank: int
    value: float | None


class Position(NamedTuple):
    """Where a player stands: in which section of the list, at which place, and who stands around.

    `of` is how many are ranked there, `level` are who share the place; `column` says how values are shown.
    `is_new` are who were not on the list before. Where a section has no ranks, as one of who are provisional
    has not, there is none of this.
    """

    section: str
    value: float | None = None
    change: float | None = None
    rank: int | None = None
    ranked_count: int = 0
    move: int | None = None
    is_new: bool = False
    ties: tuple[str, ...] = ()
    above: Neighbour | None = None
    below: Neighbour | None = None
    column: Column | None = None

    @property
    def is_provisional(self) -> bool:
        """Whether the player has no place yet."""
        return self.section == "provisional"

    @property
    def difference_decimals(self) -> int:
        """The decimals of the difference between two values: one at least."""
        return max(1, self.column.display.decimals if self.column else 0)


def find_positions(sections: Sequence[Section]) -> dict[str, Position]:
    """The position of each player of a list: in the first of its sections that has them."""
    found: dict[str, Position] = {}
    for section in sections:
        for player, position in _list_positions(section):
            found.setdefault(player, position)
    return found


def _list_positions(section: Section) -> Iterator[tuple[str, Position]]:
    of = get_roles(section.table)
    if "name" not in of.positions:
        return
    ranked = dict(_rank_positions(section, of))
    for row in section.rows:
        who = of.get_cell(row, "name")
        yield (
            who,
            ranked.get(who) or Position(section.name, *_read_values(of, row), column=of.get_column("value")),
        )


def _read_values(of: Roles, row: Any) -> tuple[float | None, float | None]:
    return of.get_cell(row, "value"), of.get_cell(row, "change")


def _rank_positions(section: Section, of: Roles) -> Iterator[tuple[str, Position]]:
    rows = [row for row in section.rows if of.get_cell(row, "rank") is not None]
    places = [list(group) for _, group in groupby(rows, key=lambda row: of.get_cell(row, "rank"))]
    around = [None, *places, None]
    is_moving = "move" in of.positions and any(of.get_cell(row, "move") is not None for row in rows)
    for above, here, below in zip(around, places, around[2:], strict=False):
        for row in here:
            move, who = of.get_cell(row, "move"), of.get_cell(row, "name")
            yield (
                who,
                Position(
                    section.name,
                    *_read_values(of, row),
                    rank=of.get_cell(row, "rank"),
                    ranked_count=len(rows),
                    move=move,
                    is_new=is_moving and move is None,
                    ties=tuple(name for other in here if (name := of.get_cell(other, "name")) != who),
                    above=_read_neighbour(of, above[-1]) if above else None,
                    below=_read_neighbour(of, below[0]) if below else None,
                    column=of.get_column("value"),
                ),
            )


def _read_neighbour(of: Roles, row: Any) -> Neighbour:
    return Neighbour(of.get_cell(row, "name"), of.get_cell(row, "rank"), of.get_cell(row, "value"))


STRIP_WIDTH = 600
_MIN_PLAYERS = 3  # so few make no strip
_LABEL_ROOM = 110  # so far from the ends there is room for a word between those that are written there
_SVG_HEAD = (
    f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {STRIP_WIDTH} 38"><style>'
    "path{stroke:#b8c4c0;stroke-width:1.5}text{font:12px system-ui,sans-serif;fill:#5b6764}"
    "@media(prefers-color-scheme:dark){path{stroke:#46575a}text{fill:#9babaa}}"
    "@media print{path{stroke:#888}text{fill:#444}}@media(max-width:28rem){text{font-size:19px}}"
    "</style>"
)


class Distribution:
    """The values of all who stand in the first section of a list that has ranks."""

    def __init__(self, positions: Mapping[str, Position]) -> None:
        ranked = [
            position
            for position in positions.values()
            if position.rank is not None and position.value is not None
        ]
        self.section = ranked[0].section if ranked else ""
        self._here = [position for position in ranked if position.section == self.section]
        values = [position.value for position in self._here if position.value is not None]
        self._values = sorted(values) if len(values) >= _MIN_PLAYERS else []

    @property
    def is_shown(self) -> bool:
        """Whether they are enough, and not all level."""
        return bool(self._values) and self._values[0] < self._values[-1]

    @cached_property
    def _scale(self) -> Scale:
        return make_scale(self._values)

    def place_mark(self, position: Position) -> tuple[float, bool] | None:
        """Where on the strip a player stands, and whether a word has room below; None who does not."""
        if not self.is_shown or position.section != self.section or position.value is None:
            return None
        low, x, high = (
            _scale_x(self._scale, value) for value in (self._values[0], position.value, self._values[-1])
        )
        return round(x, 1), low + _LABEL_ROOM < x < high - _LABEL_ROOM

    def make_svg(self, language: Language) -> Callable[[], bytes]:
        """The strip as a file, with its ends written below it."""
        column = self._here[0].column
        write = language.make_number_formatter(column.display.decimals if column else 0)
        return lambda: _draw_svg(self._scale, self._values, write).encode()


def _scale_x(axis: Scale, value: float) -> float:
    return 4 + axis.get_fraction(value) * (STRIP_WIDTH - 8)


def _draw_svg(axis: Scale, values: Sequence[float], write: Callable[[float], str]) -> str:
    marks = "".join(f"M{_scale_x(axis, value):.1f} 8V20" for value in dict.fromkeys(values))
    low, high = _scale_x(axis, values[0]), _scale_x(axis, values[-1])
    return (
        f'{_SVG_HEAD}<path d="{marks}"/><text x="{low:.1f}" y="36">{write(values[0])}</text>'
        f'<text x="{high:.1f}" y="36" text-anchor="end">{write(values[-1])}</text></svg>\n'
    )
