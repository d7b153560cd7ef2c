"""What players did, told alike for every system: records, comparisons and small lines are made of it.

What a system says of the rows that it was given: what is wrong with them, and when they were played.

A table of results as an account: from the figure on one list to that on the next.

Moments: the day that a site is built for, what is to come, and the months that titles name.

The player, whom every ranking has: the columns that all systems share, and the lots that they draw.

What is asked of a draw, and what comes of it.

The strip above a list: the few answers that everybody looks for first.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from hashlib import sha256
from typing import Any, Literal, NamedTuple, Self

from sitegen.core.columnar import Rows
from sitegen.core.table import Rating, Source, Table, column, get_decimals

ResultOutcome = Literal["won", "drawn", "lost", ""]
PlayKind = Literal["matches", "games", "evenings", "sessions", "tournaments"]
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
    ended: ResultOutcome
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

    history: Sequence[tuple[date, float]] = ()
    result_rows: Sequence[Result] = ()
    start: float | None = None
    ranked_from: date = date.min

    def to_columns(self) -> "Career":
        """The same career, held by column."""
        return self._replace(history=self.points, result_rows=self.results)

    @property
    def points(self) -> Rows[Point]:
        """The course, by column."""
        return Rows.from_rows(Point, self.history)  # type: ignore[arg-type] # Pairs are the same to it.

    @property
    def results(self) -> Rows[Result]:
        """What was played, by column."""
        return Rows.from_rows(Result, self.result_rows)


class Careers(NamedTuple):
    """The careers of all players of a ranking, each made when it is asked for, by id.

    `plays` is what one plays, `label` and `figure` are the name and the type of what the courses are of.
    From careers every ranking gets small lines and ticks on its list, records, comparisons and risers.
    """

    get_career: Callable[[str], Career]
    plays: PlayKind = "games"
    label: str = "Rating"
    figure: Any = Rating

    @property
    def decimals(self) -> int:
        """How many the figure is shown with."""
        return get_decimals(self.figure)

    @property
    def has_winners(self) -> bool:
        """Whether who plays can win; elsewhere a figure rises or falls."""
        return self.plays in WITH_WINNERS


class Fault(NamedTuple):
    """Something wrong that only its system can see: with one row, of which `column` names the cell.

    Or with the options, of which it names the key. A `warning` does not stop the build. What is wrong inside
    a row whatever the others say is told by the row's own `faults()`, as `System` describes.
    """

    row: Any
    column: str
    message: str
    hint: str = ""
    warning: bool = False


class EventDate(NamedTuple):
    """That something is played on a day, as a row says: its cell in `column` holds the day, or leads to it.

    `is_played`: there is a result, so that the day cannot be still to come.
    """

    row: Any
    column: str
    day: date
    is_played: bool


class Balance(NamedTuple):
    """A figure at one end of a ledger, None where there was none; `title` is shown with the `day` in it."""

    title: str
    day: date
    value: float | None


class RatingExplanation(NamedTuple):
    """What stood before the first row of a section, and what after the last.

    What the rows have in their column of the role `change`, one after the other, leads from `opening` to
    `closing`, of which `change` is the difference; in that of the role `value` stands the figure after a row.
    `steps` are rows of tables of the system's own with the calculation behind them, one a row or as many as
    it takes: its template `steps.html` is given them as `rows` and writes the formula with their figures in
    it.
    """

    opening: Balance
    closing: Balance
    change: float | None
    steps: Sequence[Any] = ()


class Month(NamedTuple):
    """A month, as what a title names: shown as `November 2026`."""

    year: int
    month: int


class Quarter(NamedTuple):
    """A quarter of a year, as what a title names: shown as `4th quarter 2026`."""

    year: int
    quarter: int


class Moment(NamedTuple):
    """The moment a site is built for: what is dated after `as_of` does not exist yet.

    `archive` is how many of the latest earlier lists are shown in full, besides the last of each year.
    """

    as_of: date
    archive: int = 52


class UpcomingEvent(NamedTuple):
    """What is to come on a day: a round, a tournament, a list.

    `title` is shown with what is `named` in it: `Round {round}`. `event` is the key of its results page,
    empty where it has none yet.
    """

    day: date
    title: str
    params: Mapping[str, object] = {}
    event: str = ""


class Lot:
    """What a player draws wherever a regulation draws lots: `lot("spring-cup")`.

    It goes by the real id, also of a hidden player: no order may depend on who hides. It tells nobody the id.
    Where only a copy of the tables is at hand, it is known what was `drawn` on an occasion.
    """

    def __init__(self, id_: str, drawn: Mapping[str, str] | None = None) -> None:
        self._id = id_
        self._drawn = drawn or {}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Lot) and (self._id, self._drawn) == (other._id, other._drawn)

    def __hash__(self) -> int:
        return hash(self._id)

    def __call__(self, occasion: str) -> str:
        """SHA-256 of `occasion/id`, in hexadecimal digits; the lowest is drawn first."""
        return self._drawn.get(occasion) or sha256(f"{occasion}/{self._id}".encode()).hexdigest()


class Player(Table):
    """A player, with the columns that every system has; a system adds its own below them.

    Of a hidden player the reader lets nothing through that tells who it is: `id` and `name` are the label
    they are shown under ("player-3", "Player 3"), `sort_name` and `aliases` are empty.
    """

    id: str = column(
        "the key: lower-case letters, digits and '-'; it never changes",
        key=True,
        headings=("sleutel", "clé", "cle", "identifiant"),
    )
    name: str = column("the name as it is published", headings=("naam", "nom"))
    sort_name: str = column(
        "what the alphabetical order goes by, where that is not the name",
        default="",
        headings=("sorteernaam", "sorteren als", "nom de tri"),
    )
    club: str = column("the club", default="", headings=("vereniging", "cercle"))
    aliases: str = column(
        "other names that results may use, separated by |",
        default="",
        headings=("alias", "andere namen", "bijnamen", "autres noms"),
    )
    hidden: bool = column(
        "yes: counts in every calculation and is shown nowhere by name",
        default=False,
        headings=("verborgen", "caché", "cache", "masqué", "masque"),
    )
    alphabet: int = column(
        "place in the alphabetical order of all players, by real names; settles ties",
        default=0,
        filled=True,
    )
    lot: Lot = column("what the player draws by lot", default=Lot(""), filled=True)
    source: Source = column("where the row stands", default="", filled=True)

    def redact(self) -> Self:
        """The row of a hidden player as a copy may show it: a system leaves out what tells who that is."""
        return self


DRAW_FLAGS = {
    "round": "--round",
    "absent": "--absent",
    "pairs": "--pairs",
    "lines": "--lines",
    "day": "--date",
}
"""What can be asked of a draw: the fields of a `Request`, and how they are typed."""


class DrawRequest(NamedTuple):
    """What is asked of a draw, as far as the system takes it: what it does not take is refused before.

    The round (None: the next one) or the `day`; the ids of who will be `absent`, or the `pairs` that will be
    there, each by two ids or by one name that the system knows; and into how many `lines` (None: the usual).
    """

    round: int | None = None
    absent: Sequence[str] = ()
    pairs: Sequence[Sequence[str]] = ()
    lines: int | None = None
    day: date = date.min


class Pairings(NamedTuple):
    """What was drawn up.

    `rows` are new rows by table, the text of a cell by column; `told` is a line for each of them to be read
    by the officer, and whatever else there is to say. Where a table is a folder, `file` is the one that they
    stand in; blank: the last.
    """

    rows: Mapping[str, Sequence[Mapping[str, str]]]
    messages: Sequence[str]
    file: str = ""


class DrawError(Exception):
    """Why nothing could be drawn up, and what to do about it."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message, hint)
        self.message, self.hint = message, hint

    def translate(self, told: Callable[[str], str]) -> Self:
        """The same in the language in which messages are `told`."""
        return type(self)(told(self.message), told(self.hint))

    def __str__(self) -> str:
        return f"{self.message} ({self.hint})" if self.hint else self.message


class InvalidRequestError(DrawError):
    """What was asked for cannot be meant: a wrong use of the command."""


class PlayerName(NamedTuple):
    """A player whom a note names: shown by name, never as a link."""

    player: str


class Highlight(NamedTuple):
    """One answer in the strip above a list: who climbed most, what was the biggest win, who leads.

    `label` says of what; then `player`, an id, or else `text`; beside it a `figure`, shown as a cell of the
    type `shown`; below it a `note`. Text and note are shown with what is `named` in them. `event` is the key
    of where it happened.

    What is `named` stands there as a title has it, and besides: a `Named` as the name of the player
    with that id, a `float` as a number with one decimal, such as `named={"player": Named("ann"), "points":
    7.25}` in `{points} points ahead of {player}`.
    """

    label: str
    player: str = ""
    text: str = ""
    figure: object = None
    cell_type: Any = str
    note: str = ""
    params: Mapping[str, object] = {}
    event: str = ""


class Note(NamedTuple):
    """A sentence of a system, shown with what is `named` in it as a `Highlight` shows its note."""

    text: str
    params: Mapping[str, object] = {}


class Highlights(NamedTuple):
    """What happened since the list before, in at most four answers."""

    highlights: Sequence[Highlight]
