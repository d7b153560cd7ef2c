"""What players did, told alike for every system: records, comparisons and small lines are made of it."""

from collections.abc import Callable, Sequence
from datetime import date
from typing import Any, Literal, NamedTuple

from sitegen.table import Rating, Rows, decimals

Ended = Literal["won", "drawn", "lost", ""]
Plays = Literal["matches", "games", "evenings", "sessions", "tournaments"]
WITH_WINNERS: frozenset[str] = frozenset({"matches", "games"})
"""What somebody wins; by all else a figure rises or falls."""


class Result(NamedTuple):
    """What a player did once: a match, a game, an evening or a tournament, told alike for every system.

    `event` is the key of its results page, `occasion` what it was played for in the words of the club.
    `ended` is `won`, `drawn` or `lost`: where nobody wins, whether the figure rose, stayed or fell; blank
    for what counts for nothing. `opponents` and `partners` are ids; `score` is as people write it. `chance`
    is that of winning beforehand, 0 to 1, and `change` what it did to the figure: None where neither is said.
    `source` is where the row of a match or game stands, the same for both sides.
    """

    day: date
    event: str
    ended: Ended
    opponents: tuple[str, ...] = ()
    partners: tuple[str, ...] = ()
    score: str = ""
    chance: float | None = None
    change: float | None = None
    occasion: str = ""
    source: str = ""


class Point(NamedTuple):
    """A figure, and the day after which it stood."""

    day: date
    figure: float


class Career(NamedTuple):
    """The course of one player: the figure after each day on which it moved, and all that was played.

    Both oldest first; `start` is the figure before, None where nobody has one. Figures before the day
    `ranked_from` are provisional, and so no records; it is `date.max` of who never was ranked yet.
    """

    course: Sequence[tuple[date, float]] = ()
    played: Sequence[Result] = ()
    start: float | None = None
    ranked_from: date = date.min

    def by_column(self) -> "Career":
        """The same career, held by column."""
        return self._replace(course=self.points, played=self.results)

    @property
    def points(self) -> Rows[Point]:
        """The course, by column."""
        return Rows.of(Point, self.course)  # type: ignore[arg-type] # Pairs are the same to it.

    @property
    def results(self) -> Rows[Result]:
        """What was played, by column."""
        return Rows.of(Result, self.played)


class Careers(NamedTuple):
    """The careers of all players of a ranking, each made when it is asked for, by id.

    `plays` is what one plays, `label` and `figure` are the name and the type of what the courses are of.
    From careers every ranking gets small lines and ticks on its list, records, comparisons and risers.
    """

    of: Callable[[str], Career]
    plays: Plays = "games"
    label: str = "Rating"
    figure: Any = Rating

    @property
    def decimals(self) -> int:
        """How many the figure is shown with."""
        return decimals(self.figure)

    @property
    def has_winners(self) -> bool:
        """Whether who plays can win; elsewhere a figure rises or falls."""
        return self.plays in WITH_WINNERS
