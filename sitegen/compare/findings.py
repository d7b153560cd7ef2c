"""Findings: what a change does, each as a fact that builds its own sentence.

A finding holds ids, days and numbers alone, so that it can be stored and worded in any language. Here are
those of players, of rows and of a ranking as a whole; `result_findings` and `table_findings` have the others.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple, Protocol, Self

from sitegen.core.language import Language
from sitegen.core.problems import Message, Number, advise, pluralize

_MAX_NAMES = 3
"""Names to give of several players; the others are counted."""


class FindingFormatter(NamedTuple):
    """Formats players, numbers and days of one ranking in a language.

    `names` are by real id: whoever is not among them is a former player. `decimals` are those of a change of
    the figure, and of the figure itself.
    """

    names: Mapping[str, str]
    language: Language
    decimals: tuple[int, int] = (1, 0)

    def format_player(self, player: str) -> str:
        """Return the name of a player."""
        return self.names.get(player) or self._former_player

    @property
    def _former_player(self) -> str:
        return self.language.format_message(advise("a former player"))

    def format_players(self, players: Sequence[str]) -> str:
        """Return the names of some players: `An, Bo and 3 others`."""
        names = [self.format_player(player) for player in players[:_MAX_NAMES]]
        if rest_count := len(players) - len(names):
            names.append(
                self.language.format_message(pluralize(rest_count, "{number} other", "{number} others"))
            )
        return self.language.format_list(names)

    def format_change(self, value: float | None) -> str:
        """Return the change of a figure: `+4.7`."""
        return self.language.make_number_formatter(self.decimals[0], signed=True)(value)

    def format_figure(self, value: float | None) -> str:
        """Return a figure of the list."""
        return self.language.make_number_formatter(self.decimals[1])(value)

    def format_day(self, day: date) -> str:
        """Return a day: `14 November 2026`."""
        return self.language.format_full_date(day)

    def format_message(self, message: Message) -> str:
        """Return a sentence in the language; one that begins with a former player gets a capital."""
        text = self.language.format_message(message)
        return f"{text[:1].upper()}{text[1:]}" if text.startswith(self._former_player) else text


class Finding(Protocol):
    """Something that a change does; if it is about players, it has their real ids as `players`."""

    def build_message(self, formatter: FindingFormatter) -> Message:
        """Return the sentence."""


def get_players(finding: Finding) -> tuple[str, ...]:
    """Return the players that a finding is about, by their real ids."""
    players: tuple[str, ...] = getattr(finding, "players", ())
    return players


class Extremes(NamedTuple):
    """The player whose figure gained most, and the one whose figure lost most."""

    best: str
    won: float
    worst: str
    lost: float

    @classmethod
    def from_changes(cls, changes: Sequence[tuple[float, str]]) -> Self:
        """Return the extremes of some changes, each with its player."""
        (lost, worst), (won, best) = min(changes), max(changes)
        return cls(best, won, worst, lost)

    @property
    def players(self) -> tuple[str, ...]:
        """Both players."""
        return self.best, self.worst

    def are_alike(self, formatter: FindingFormatter) -> bool:
        """Whether both changes look the same as they are rounded."""
        return formatter.format_change(self.won) == formatter.format_change(self.lost)

    def format_arguments(self, formatter: FindingFormatter) -> dict[str, str]:
        """Return the arguments of a sentence by name."""
        return {
            "best": formatter.format_player(self.best),
            "won": formatter.format_change(self.won),
            "worst": formatter.format_player(self.worst),
            "lost": formatter.format_change(self.lost),
        }


class NewNames(NamedTuple):
    """Several players have other names, as happens when a column was sorted by itself."""

    number: int

    def build_message(self, formatter: FindingFormatter) -> Message:  # noqa: ARG002 - as of every finding
        """Return how many."""
        return advise("{number} players have another name.", number=self.number)


class NewName(NamedTuple):
    """Players have other names, also on what was published; what these were is not said."""

    players: tuple[str, ...]

    def build_message(self, formatter: FindingFormatter) -> Message:
        """Return who."""
        return pluralize(
            len(self.players),
            "{player} had another name on what was published before.",
            "{number} players had other names on what was published before: {player}.",
            player=formatter.format_players(self.players),
        )


class NewClub(NamedTuple):
    """A player has another club, also on what was published; so have all `other_players`."""

    player: str
    before: str
    after: str
    other_players: tuple[str, ...] = ()

    @property
    def players(self) -> tuple[str, ...]:
        """All of them."""
        return self.player, *self.other_players

    def build_message(self, formatter: FindingFormatter) -> Message:
        """Return who, and the clubs."""
        if self.other_players:
            return advise(
                "{number} players have another club, also on what was published before: {players}.",
                number=len(self.players),
                players=formatter.format_players(self.players),
            )
        params = {
            "player": formatter.format_player(self.player),
            "club": self.after,
            "was": self.before,
        }
        if not self.before:
            return advise("{player} has the club {club}, also on what was published before.", **params)
        if not self.after:
            return advise("{player} has no club any more, also on what was published before.", **params)
        return advise(
            "{player} has the club {club} in the place of {was}, also on what was published before.", **params
        )


class Transfer(NamedTuple):
    """A player comes to another club by a membership, or leaves one: then `club` is None.

    `until` is the last day of the membership, None if it has none; with `is_undone` it is taken out.
    """

    player: str
    club: str | None
    day: date
    until: date | None
    is_undone: bool = False

    @property
    def players(self) -> tuple[str, ...]:
        """The player."""
        return (self.player,)

    def build_message(self, formatter: FindingFormatter) -> Message:
        """Return who, from which day on, and at which club."""
        params = {
            "player": formatter.format_player(self.player),
            "club": self.club or "",
            "day": formatter.format_day(self.day),
        }
        if self.is_undone:
            return advise("The membership of {player} from {day} on no longer counts.", **params)
        if not self.club:
            return advise("{player} has no club from {day} on.", **params)
        if self.until:
            until = formatter.format_day(self.until)
            return advise("{player} is at {club} from {day} to {until}.", **params, until=until)
        return advise("{player} is at {club} from {day} on.", **params)


class Decided(NamedTuple):
    """The committee decides something about a player; with `is_undone` it no longer does."""

    player: str
    day: date
    what: str
    figure: float | None
    reason: str
    is_undone: bool = False

    @property
    def players(self) -> tuple[str, ...]:
        """The player."""
        return (self.player,)

    def build_message(self, formatter: FindingFormatter) -> Message:
        """Return what is decided about whom, from which day on, and why."""
        params = {
            "player": formatter.format_player(self.player),
            "day": formatter.format_day(self.day),
            "figure": Number(self.figure or 0.0, "g"),
            "reason": self.reason,
        }
        if self.is_undone:
            return advise("The decision of {day} about {player} no longer counts.", **params)
        if self.what == "points":
            params["figure"] = Number(abs(self.figure or 0.0), "g")
            if (self.figure or 0.0) > 0:
                return advise("Points are given to {player} on {day} ({figure}): {reason}", **params)
            return advise("Points are taken off {player} on {day} ({figure}): {reason}", **params)
        texts = {
            "rating": advise("{player} has a rating of {figure} from {day} on: {reason}", **params),
            "deviation": advise("{player} has a deviation of {figure} from {day} on: {reason}", **params),
            "out of competition": advise("{player} is out of competition from {day} on: {reason}", **params),
            "in competition": advise("{player} is in competition again from {day} on: {reason}", **params),
        }
        return texts[self.what]


class NewRule(NamedTuple):
    """An option has another value from a day on; `value` is as in the settings."""

    option: str
    value: str
    day: date
    players: tuple[str, ...] = ()

    def build_message(self, formatter: FindingFormatter) -> Message:
        """Return which option, its value, and from which day on."""
        day = formatter.format_day(self.day)
        return advise(
            "From {day} on, {option} is {value}.", day=day, option=self.option, value=self.value or "–"
        )


class Renamed(NamedTuple):
    """A player has a new id, under which the same results stand; so have all `other_players`."""

    player: str
    old_id: str
    other_players: tuple[str, ...] = ()

    @property
    def players(self) -> tuple[str, ...]:
        """All of them."""
        return self.player, *self.other_players

    def build_message(self, formatter: FindingFormatter) -> Message:
        """Return who, and what the id was."""
        return pluralize(
            len(self.players),
            "{player} has another id; it was {was}.",
            "{number} players have another id; that of {player} was {was}.",
            player=formatter.format_player(self.player),
            was=self.old_id,
        )


class Hid(NamedTuple):
    """A player hides from now on, or no longer."""

    player: str
    is_hiding: bool

    @property
    def players(self) -> tuple[str, ...]:
        """The player."""
        return (self.player,)

    def build_message(self, formatter: FindingFormatter) -> Message:
        """Return under which name somebody is shown who is a player still."""
        name = formatter.names.get(self.player)
        if self.is_hiding and name:
            return advise("A player hides from now on, and is shown as {player}.", player=name)
        if self.is_hiding:
            return advise("A player hides from now on.")
        if name:
            return advise("{player} is no longer hidden.", player=name)
        return advise("A player is no longer hidden.")


class Remarked(NamedTuple):
    """A sentence of the system's own, with the values in it; `players_by_key` are the players among them."""

    text: str
    arguments: Mapping[str, Any]
    players_by_key: Mapping[str, str]

    @property
    def players(self) -> tuple[str, ...]:
        """The players in it."""
        return tuple(self.players_by_key.values())

    def build_message(self, formatter: FindingFormatter) -> Message:
        """Return the sentence."""
        arguments = {
            **self.arguments,
            **{key: formatter.format_player(player) for key, player in self.players_by_key.items()},
        }
        return advise("{sentence}", sentence=formatter.language.format_title(self.text, arguments))


class Reordered(NamedTuple):
    """Rows of past days are in another order, where that is the order of play."""

    rows: int
    days: tuple[date, ...]

    def build_message(self, formatter: FindingFormatter) -> Message:
        """Return how many rows, and of which day."""
        return pluralize(
            len(self.days),
            "{rows} rows of {day} stand in another order, which is the order of play.",
            "{rows} rows of {number} days since {day} stand in another order, which is the order of play.",
            rows=self.rows,
            day=formatter.format_day(self.days[0]),
        )


class Waiting(NamedTuple):
    """Results played after those that the current list counts: `through` is the last day of these."""

    results: int
    through: date

    def build_message(self, formatter: FindingFormatter) -> Message:
        """Return how many, and when they count."""
        return pluralize(
            self.results,
            "One result counts with the next list: this one has results through {day}.",
            "{number} results count with the next list: this one has results through {day}.",
            day=formatter.format_day(self.through),
        )


class UncountedResult(NamedTuple):
    """A result that does not count: its place, and the remark of its system, if any."""

    place: str
    remark: str


class Uncounted(NamedTuple):
    """New results that do not count, of how many new ones."""

    results: tuple[UncountedResult, ...]
    total: int

    def build_message(self, formatter: FindingFormatter) -> Message:  # noqa: ARG002 - as of every finding
        """Return how many."""
        if len(self.results) == self.total:
            return pluralize(
                self.total,
                "The result that comes in does not count.",
                "None of the {number} results that come in counts.",
            )
        return pluralize(
            len(self.results),
            "One of the {among} results that come in does not count.",
            "{number} of the {among} results that come in do not count.",
            among=self.total,
        )


class LongAgo(NamedTuple):
    """New results of days that lie more than a week before the change."""

    total: int
    first: date
    last: date

    def build_message(self, formatter: FindingFormatter) -> Message:
        """Return how many, and when they were played."""
        first, last = formatter.format_day(self.first), formatter.format_day(self.last)
        if self.first == self.last:
            return pluralize(
                self.total, "One new result is of {day}.", "{number} new results are of {day}.", day=first
            )
        return advise(
            "{number} new results are of {first} to {last}.", number=self.total, first=first, last=last
        )


class Repeated(NamedTuple):
    """New rows of a day that repeat rows of the day `other` in all but the date."""

    repeated_count: int
    total: int
    day: date
    other: date

    def build_message(self, formatter: FindingFormatter) -> Message:
        """Return how many of how many, and of which days."""
        return advise(
            "{number} of the {total} added rows of {day} repeat those of {other}.",
            number=self.repeated_count,
            total=self.total,
            day=formatter.format_day(self.day),
            other=formatter.format_day(self.other),
        )


class Unmoved(NamedTuple):
    """A change of rows or settings that changes nothing published."""

    def build_message(self, formatter: FindingFormatter) -> Message:  # noqa: ARG002 - as of every finding
        """Return that nothing changes."""
        return advise("No published figure changes.")


class Founded(NamedTuple):
    """A ranking is new, or is gone."""

    is_new: bool

    def build_message(self, formatter: FindingFormatter) -> Message:  # noqa: ARG002 - as of every finding
        """Return which of these."""
        return advise("This ranking is new.") if self.is_new else advise("This ranking is gone.")
