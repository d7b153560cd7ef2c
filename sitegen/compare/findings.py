"""What a change does, as facts that a person would tell: each says its own sentence.

They hold ids, days and numbers alone, so that they can be kept and told in any language.

What facts are told with: the names that may be told, and numbers and days in a language.

What every fact of a change has, and what some have.

Facts of who players are: new names, a new id, or hiding.

What a system tells of a change in its own words.

The fact that rows stand in another order, where that moves figures.

Facts of a ranking as a whole: that it is new, and of rows that change no figure, not yet or never.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple, Protocol, Self

from sitegen.core.language import Language
from sitegen.core.problems import Message, advise, pluralize

_MAX_NAMES = 3
"""So many names are told of a crowd."""


class FindingFormatter(NamedTuple):
    """Tells of the players of one ranking in a language.

    `names` are by real ids; who is not among them is a former player. `decimals` are those of a change of
    the figure, and of the figure itself.
    """

    names: Mapping[str, str]
    language: Language
    decimals: tuple[int, int] = (1, 0)

    def format_player(self, player: str) -> str:
        """How a player is called."""
        return self.names.get(player) or self._former_player

    def has_player(self, player: str) -> bool:
        """Whether somebody is a player still."""
        return bool(self.names.get(player))

    @property
    def _former_player(self) -> str:
        return self.language.format_message(advise("a former player"))

    def format_players(self, players: Sequence[str]) -> str:
        """Some players by name: `An, Bo and 3 others`."""
        names = [self.format_player(player) for player in players[:_MAX_NAMES]]
        if left := len(players) - len(names):
            names.append(self.language.format_message(pluralize(left, "{number} other", "{number} others")))
        return self.language.format_list(names)

    def format_change(self, value: float | None) -> str:
        """What a figure won: `+4.7`."""
        return self.language.make_number_formatter(self.decimals[0], signed=True)(value)

    def format_figure(self, value: float | None) -> str:
        """A figure of the list."""
        return self.language.make_number_formatter(self.decimals[1])(value)

    def format_rank(self, rank: int) -> str:
        """A place on a list: `3rd`."""
        return self.language.format_ordinal(rank)

    def format_day(self, day: date) -> str:
        """`14 November 2026`."""
        return self.language.format_full_date(day)

    def format_message(self, message: Message) -> str:
        """A sentence in the language; one that begins with a former player begins with a capital."""
        text = self.language.format_message(message)
        return f"{text[:1].upper()}{text[1:]}" if text.startswith(self._former_player) else text


class Finding(Protocol):
    """Something that a change does; whom it is about are the real ids of `players`."""

    @property
    def players(self) -> tuple[str, ...]:
        """Whom it is about."""

    def build_message(self, teller: FindingFormatter) -> Message:
        """The sentence."""


class Extremes(NamedTuple):
    """Of all figures that moved, the one that won most and the one that lost most."""

    best: str
    won: float
    worst: str
    lost: float

    @classmethod
    def from_changes(cls, moved: Sequence[tuple[float, str]]) -> Self:
        """Those of some changes, each with whose it is."""
        (lost, worst), (won, best) = min(moved), max(moved)
        return cls(best, won, worst, lost)

    @property
    def players(self) -> tuple[str, ...]:
        """The two."""
        return self.best, self.worst

    def are_alike(self, teller: FindingFormatter) -> bool:
        """Whether all that can be seen is that every figure moved by as much."""
        return teller.format_change(self.won) == teller.format_change(self.lost)

    def format_arguments(self, teller: FindingFormatter) -> dict[str, str]:
        """What a sentence says of them, by the name that it has there."""
        return {
            "best": teller.format_player(self.best),
            "won": teller.format_change(self.won),
            "worst": teller.format_player(self.worst),
            "lost": teller.format_change(self.lost),
        }


class NewNames(NamedTuple):
    """Several players have other names, which a column does that was sorted by itself."""

    number: int

    @property
    def players(self) -> tuple[str, ...]:
        """Nobody: whose name it was may hide."""
        return ()

    def build_message(self, teller: FindingFormatter) -> Message:  # noqa: ARG002 - as every fact is told
        """How many."""
        return advise("{number} players have another name.", number=self.number)


class Renamed(NamedTuple):
    """A player has a new id, under which the same results stand; so have all who are `others`."""

    player: str
    old_id: str
    others: tuple[str, ...] = ()

    @property
    def players(self) -> tuple[str, ...]:
        """All of them."""
        return self.player, *self.others

    def build_message(self, teller: FindingFormatter) -> Message:
        """Who, and how the id was."""
        return pluralize(
            len(self.players),
            "{player} has another id; it was {was}.",
            "{number} players have another id; that of {player} was {was}.",
            player=teller.format_player(self.player),
            was=self.old_id,
        )


class Hid(NamedTuple):
    """A player hides from now on, or no more."""

    player: str
    is_hiding: bool

    @property
    def players(self) -> tuple[str, ...]:
        """The one."""
        return (self.player,)

    def build_message(self, teller: FindingFormatter) -> Message:
        """Under which name they are shown, as long as they are players."""
        if not teller.has_player(self.player):
            return (
                advise("A player hides from now on.") if self.is_hiding else advise("A player hides no more.")
            )
        if self.is_hiding:
            return advise(
                "A player hides from now on, and is shown as {player}.",
                player=teller.format_player(self.player),
            )
        return advise("{player} hides no more.", player=teller.format_player(self.player))


class Remarked(NamedTuple):
    """A sentence of the system's own, with the values that it names, and `who` are the players among them."""

    text: str
    arguments: Mapping[str, Any]
    players_by_key: Mapping[str, str]

    @property
    def players(self) -> tuple[str, ...]:
        """Whom it names."""
        return tuple(self.players_by_key.values())

    def build_message(self, teller: FindingFormatter) -> Message:
        """The sentence."""
        named = {
            **self.arguments,
            **{key: teller.format_player(player) for key, player in self.players_by_key.items()},
        }
        return advise("{sentence}", sentence=teller.language.format_title(self.text, named))


class Reordered(NamedTuple):
    """Rows of past days stand in another order, where the order of the rows is the order of play."""

    rows: int
    days: tuple[date, ...]

    @property
    def players(self) -> tuple[str, ...]:
        """Nobody in particular."""
        return ()

    def build_message(self, teller: FindingFormatter) -> Message:
        """How many rows, and of which day."""
        return pluralize(
            len(self.days),
            "{rows} rows of {day} stand in another order, which is the order of play.",
            "{rows} rows of {number} days since {day} stand in another order, which is the order of play.",
            rows=self.rows,
            day=teller.format_day(self.days[0]),
        )


class Waiting(NamedTuple):
    """Results that were played after what the current list counts: `through` is the last day of that."""

    results: int
    through: date

    @property
    def players(self) -> tuple[str, ...]:
        """Nobody in particular."""
        return ()

    def build_message(self, teller: FindingFormatter) -> Message:
        """How many, and when they count."""
        return pluralize(
            self.results,
            "One result counts with the next list: this one has results through {day}.",
            "{number} results count with the next list: this one has results through {day}.",
            day=teller.format_day(self.through),
        )


class UncountedResult(NamedTuple):
    """A result that counts for nothing: where it stands, and why, as its system remarks it if it does."""

    place: str
    remark: str


class Uncounted(NamedTuple):
    """Results that come in and count for nothing, out of how many that come in."""

    results: tuple[UncountedResult, ...]
    total: int

    @property
    def players(self) -> tuple[str, ...]:
        """Nobody in particular."""
        return ()

    def build_message(self, teller: FindingFormatter) -> Message:  # noqa: ARG002 - as every fact is told
        """How many."""
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


class Unmoved(NamedTuple):
    """Rows that change nothing that is published."""

    @property
    def players(self) -> tuple[str, ...]:
        """Nobody."""
        return ()

    def build_message(self, teller: FindingFormatter) -> Message:  # noqa: ARG002 - as every fact is told
        """That nothing changes."""
        return advise("No published figure changes.")


class Founded(NamedTuple):
    """A ranking is new, or is no more."""

    is_new: bool

    @property
    def players(self) -> tuple[str, ...]:
        """Nobody in particular."""
        return ()

    def build_message(self, teller: FindingFormatter) -> Message:  # noqa: ARG002 - as every fact is told
        """Which of these."""
        return advise("This ranking is new.") if self.is_new else advise("This ranking is no more.")
