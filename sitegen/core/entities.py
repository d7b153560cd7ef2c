"""The smaller values that a ranking system is given and returns: players, careers, faults, moments, pairings.

`sitegen.core.model` declares the pages that they are shown on, and exports most of them too. As there, a text
with `params` is a template in the style of `str.format`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from hashlib import sha256
from itertools import repeat
from operator import attrgetter
from typing import Any, Literal, NamedTuple, Protocol, Self

from sitegen.core.cache import NULL_CACHE, BuildCache
from sitegen.core.columnar import Rows
from sitegen.core.missing import select_complete
from sitegen.core.problems import Message
from sitegen.core.table import PlayerId, Rating, Source, Table, column, get_decimals, make_rows

ResultOutcome = Literal["won", "drawn", "lost", ""]
PlayKind = Literal["matches", "games", "evenings", "sessions", "tournaments"]
WITH_WINNERS: frozenset[str] = frozenset({"matches", "games"})
"""The kinds of play with a winner; in all others a figure just rises or falls."""


class Result(NamedTuple):
    """The result of one player in a match, a game, an evening or a tournament, alike in all systems.

    - `event`: the key of its results page.
    - `ended`: `won`, `drawn` or `lost`, or blank if the result does not count. In play without a winner it
      says whether the figure rose, stayed or fell.
    - `opponents`, `partners`: ids of players.
    - `score`: the score as people write it, seen from the player.
    - `chance`: the probability of winning, 0 to 1, before it was played; None if unknown.
    - `change`: the change of the figure; None if unknown.
    - `occasion`: what it was played for, in the words of the club.
    - `source`: where the row of a match or game stands, the same for both sides.
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
    """The figure of a player at the end of a day."""

    day: date
    figure: float


class Career(NamedTuple):
    """The history of one player: the figure at the end of each day on which it changed, and all results.

    Both are sequences, oldest first. `start` is the figure before the first result, None in a system without
    one. Figures before the day `ranked_from` are provisional, so they set no records; it is `date.max` for a
    player who has never been ranked. `set_anew` has the figures that the committee set, each with the day
    before whose results it counts: from the figure before to such a one nobody rises or falls.
    """

    history: Sequence[tuple[date, float]] = ()
    result_rows: Sequence[Result] = ()
    start: float | None = None
    ranked_from: date = date.min
    set_anew: Sequence[tuple[date, float]] = ()

    def to_columns(self) -> "Career":
        """Return the same career, held by column."""
        return self._replace(history=self.points, result_rows=self.results)

    @property
    def points(self) -> Rows[Point]:
        """The history, by column."""
        return Rows.from_rows(Point, self.history)  # type: ignore[arg-type] # pairs do as well as points

    @property
    def results(self) -> Rows[Result]:
        """The results, by column."""
        return Rows.from_rows(Result, self.result_rows)


class Careers(NamedTuple):
    """The careers of all players of a ranking; `get_career` returns that of the player with an id.

    `plays` says what is played. `label` and `figure` are the name and the column type of the figure of their
    histories. From careers every ranking gets sparklines and recent form on its list, and pages of records,
    comparisons and biggest risers; where one player wins against another, also a crosstable.
    """

    get_career: Callable[[str], Career]
    plays: PlayKind = "games"
    label: str = "Rating"
    figure: Any = Rating

    @property
    def decimals(self) -> int:
        """The number of decimals that the figure is shown with."""
        return get_decimals(self.figure)

    @property
    def has_winners(self) -> bool:
        """Whether there is a winner; if not, a figure just rises or falls."""
        return self.plays in WITH_WINNERS


class Fault(NamedTuple):
    """Something wrong with a row of the inputs or with the options, which `System.check` yields.

    `row` is the row itself, or the options; `column` names the wrong cell or option. `message` and `hint` are
    best made by `say` and `advise` of `sitegen.core.problems`, which can be translated. A `warning` does not
    stop the build. One with a day in `since` is wrong from that day on. What is wrong within one row is for
    its method `find_faults`, see `System`.
    """

    row: Any
    column: str
    message: str
    hint: str = ""
    warning: bool = False
    since: date | None = None


class Rule(Protocol):
    """What a system checks of its tables, declared: `sitegen.toolkit.rules` has kinds of them."""

    def find_faults(self, inputs: Any) -> Iterator[Fault]:
        """Yield what is wrong with the tables in `inputs`; cells that could not be read are `Missing`."""

    def describe(self) -> Message:
        """Return what is checked, in a sentence for people."""


class FaultKind(NamedTuple):
    """What can be wrong with a row, and how to mend it; both texts have the params of the call in braces.

        SEASON_LONG = declare_warning("season-long", "it lasts {days} days", "correct a date")
        yield SEASON_LONG(season, "end", days=days)

    The texts must be literals at the declaration, where the translations are collected from. With a `plural`
    the params have a `number`, and it is the text for one other than 1.
    """

    code: str
    text: str
    hint: str = ""
    is_warning: bool = False
    plural: str = ""

    def __call__(self, row: Any, column: str, /, *, advice: Message | str = "", **params: Any) -> Fault:
        """Return the fault of a cell of a row, or of an option; `advice` is a better hint."""
        return Fault(row, column, *self.fill(advice=advice, **params), warning=self.is_warning)

    def fill(self, *, advice: Message | str = "", **params: Any) -> tuple[Message, Message | str]:
        """Return the message and the hint, for `find_faults` of a table or for an exception."""
        return Message(self.code, self.text, params, self.plural), advice or Message("", self.hint, params)


def declare_error(code: str, text: str, hint: str = "", /) -> FaultKind:
    """Declare what stops the build. A `code` is in lower-case words with `-`, and never changes."""
    return FaultKind(code, text, hint)


def declare_warning(code: str, text: str, hint: str = "", /, *, plural: str = "") -> FaultKind:
    """Declare what is probably a slip; it does not stop the build."""
    return FaultKind(code, text, hint, is_warning=True, plural=plural)


class EventDate(NamedTuple):
    """The day on which the result in a row was played, or will be.

    `column` names the cell that holds the day, or from which it follows. If `is_played`, the row has
    a result, so that the day cannot be in the future.
    """

    row: Any
    column: str
    day: date
    is_played: bool


def read_event_dates(rows: Iterable[Any], *, is_played: bool) -> Iterator[EventDate]:
    """Yield the dates of rows in their column `date`, as far as they could be read."""
    dated_rows = select_complete(rows, "date")
    days = map(attrgetter("date"), dated_rows)
    return iter(make_rows(EventDate, zip(dated_rows, repeat("date"), days, repeat(is_played))))


class Balance(NamedTuple):
    """The figure at one end of an explanation, None if there was none; `title` can name the `day`."""

    title: str
    day: date
    value: float | None


class RatingExplanation(NamedTuple):
    """How a figure became another: the figures before the first and after the last row of a section.

    The rows have a column of the role `change`, and one of the role `value` with the figure after each row.
    Their changes add up from `opening` to `closing`, whose difference is `change` (None if there is none).
    `steps` are rows of the system's own tables with the calculation behind the section. The template
    `steps.html` of the system gets them as `rows` and writes the formula with their figures, but of those
    tables for which `calculations` has the formula to fill in, as `calculation` of a section is filled in.
    """

    opening: Balance
    closing: Balance
    change: float | None
    steps: Sequence[Any] = ()
    calculations: Mapping[type[Any], str] = {}


class Month(NamedTuple):
    """A month among the `params` of a title: shown as `November 2026`."""

    year: int
    month: int


class Quarter(NamedTuple):
    """A quarter of a year among the `params` of a title: shown as `4th quarter 2026`."""

    year: int
    quarter: int


class Moment(NamedTuple):
    """The moment that a site is built for: what is dated after `as_of` does not exist yet.

    `archive` is the number of earlier lists to show in full, the latest ones, besides the last of each year.
    `cache` has what was calculated of the ranking before: see `BuildCache.resume`.
    """

    as_of: date
    archive: int = 52
    cache: BuildCache = NULL_CACHE


class UpcomingEvent(NamedTuple):
    """A round, a tournament or a list that is still to come.

    `title` has `params`: `Round {round}`. `event` is the key of its results page, empty if it has none yet.
    `key` identifies it in calendars on whatever day it comes: the key that its results page will have.
    """

    day: date
    title: str
    params: Mapping[str, object] = {}
    event: str = ""
    key: str = ""


_AFTER_ALL_LOTS = "g"
"""Sorts after hexadecimal digits."""


class Lot:
    """The lot of a player, for regulations that draw lots: `player.lot("spring-cup")`.

    Lots are pseudo-random and the same in each build. They derive from the id, so whoever knows an id can
    draw its lot again. A hidden player draws none: they come after all others, by the `number` in their
    label.
    """

    def __init__(self, id_: str, number: int = 0) -> None:
        self._id = id_
        self._number = number

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Lot) and (self._id, self._number) == (other._id, other._number)

    def __hash__(self) -> int:
        return hash(self._id)

    def __call__(self, occasion: str) -> str:
        """Return the SHA-256 of `occasion/id` in hexadecimal digits; the lowest lot is drawn first."""
        if self._number:
            return f"{_AFTER_ALL_LOTS}{self._number:09d}"
        return sha256(f"{occasion}/{self._id}".encode()).hexdigest()


class Player(Table, records=("players",)):
    """A player, with the columns that every system has; a system adds its own below them.

    A system never learns who a hidden player is: `id` and `name` are a pseudonym (`player-3`, "Player 3"),
    `sort_name` and `aliases` are empty.
    """

    id: str = column(
        "the key: lower-case letters, digits and '-'; it never changes",
        key=True,
        headings=("sleutel", "clé", "cle", "identifiant"),
    )
    name: str = column("the name as it is published", headings=("naam", "nom"))
    sort_name: str = column(
        "name for the alphabetical order, where it differs from the name",
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
        "place in the alphabetical order of all players, hidden ones last by their labels; settles ties",
        default=0,
        filled=True,
    )
    lot: Lot = column("what the player draws by lot", default=Lot(""), filled=True)
    source: Source = column("where the row stands", default="", filled=True)

    def redact(self) -> Self:
        """Return the row of a hidden player for a public copy of the tables.

        A system whose own columns tell who the player is overrides it, and leaves them out.
        """
        return self


class ListedPlayer(Table):
    """A row about a player, with the columns that most of them begin with."""

    player: PlayerId = column("id of the player", label="Player")
    name: str = column("name of the player")


DRAW_FLAGS = {
    "round": "--round",
    "absent": "--absent",
    "pairs": "--pairs",
    "lines": "--lines",
    "day": "--date",
}
"""The fields of a `DrawRequest` by the option of `sitegen draw` that sets them."""


class DrawRequest(NamedTuple):
    """What `CanDraw.draw` is asked for.

    - `round`: the number of the round; None for the next one.
    - `absent`: the ids of players who will not be there.
    - `pairs`: the pairs that will be there, each as two ids or as one name that the system knows.
    - `lines`: the number of lines to divide them into; None for the usual number.
    - `day`: the day of play.
    """

    round: int | None = None
    absent: Sequence[str] = ()
    pairs: Sequence[Sequence[str]] = ()
    lines: int | None = None
    day: date = date.min


class Pairings(NamedTuple):
    """The result of a draw.

    `rows` are new rows for the tables of the club, by the name of the table; a row maps columns to texts.
    `messages` are lines for the person who draws: one for each row, and anything else to know. If a table is
    a folder, `file` is the file in it that the rows are for; blank for the last.
    """

    rows: Mapping[str, Sequence[Mapping[str, str]]]
    messages: Sequence[str]
    file: str = ""


class DrawError(Exception):
    """Nothing could be drawn; `message` says why, and `hint` what to do about it."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message, hint)
        self.message, self.hint = message, hint

    def translate(self, format_message: Callable[[str], str]) -> Self:
        """Return the same error in the language of `format_message`, such as `Language.format_message`."""
        return type(self)(format_message(self.message), format_message(self.hint))

    def __str__(self) -> str:
        return f"{self.message} ({self.hint})" if self.hint else self.message


class InvalidRequestError(DrawError):
    """The request itself is wrong, as a wrong use of the command is."""


class PlayerName(NamedTuple):
    """A player among the `params` of a note, by id: shown as the name, without a link."""

    player: str


class Highlight(NamedTuple):
    """One of the answers above a list: who climbed most, what was the biggest win, who leads.

    - `label`: the question.
    - `player`: the answer, as the id of a player; or else `text`.
    - `figure`: a value beside it, shown as a cell of the type `cell_type`.
    - `note`: a line below it.
    - `event`: the key of the event that it happened at.

    `text` and `note` have `params`. Besides what a title can have there, a `PlayerName` is shown as the name
    of a player and a `float` with one decimal: `{points} points ahead of {player}` with
    `{"player": PlayerName("ann"), "points": 7.25}`.
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
    """A sentence about a change; its `params` are those of the note of a `Highlight`."""

    text: str
    params: Mapping[str, object] = {}


class Highlights(NamedTuple):
    """What happened since the list before: at most four answers, shown above a list."""

    highlights: Sequence[Highlight]
