"""Facts of what is published already, and of who is first of something.

Facts of a list: who gets a place, loses it, passes others, and how figures move.
"""

from datetime import date
from typing import NamedTuple

from sitegen.compare.findings import Extremes, FindingFormatter
from sitegen.core.problems import Message, advise, pluralize


class Rewritten(NamedTuple):
    """Lists that are published already become other ones, from that of the day `since` on."""

    lists: int
    since: date
    figures: int
    players: tuple[str, ...]

    def build_message(self, teller: FindingFormatter) -> Message:
        """How many, since when, and whose."""
        return pluralize(
            self.lists,
            "The published list of {day} changes: {figures}, {players}.",
            "{number} published lists change, from that of {day} on: {figures}, {players}.",
            day=teller.format_day(self.since),
            figures=pluralize(self.figures, "one figure", "{number} figures"),
            players=pluralize(len(self.players), "one player", "{number} players"),
        )


class Withdrawn(NamedTuple):
    """Lists that were published are lists no more."""

    days: tuple[date, ...]

    @property
    def players(self) -> tuple[str, ...]:
        """Nobody in particular."""
        return ()

    def build_message(self, teller: FindingFormatter) -> Message:
        """How many, and the first of them."""
        return pluralize(
            len(self.days),
            "The list of {day} is no list any more.",
            "{number} lists are no lists any more, the first that of {day}.",
            day=teller.format_day(self.days[0]),
        )


class Appeared(NamedTuple):
    """Lists that there were not before."""

    days: tuple[date, ...]

    @property
    def players(self) -> tuple[str, ...]:
        """Nobody in particular."""
        return ()

    def build_message(self, teller: FindingFormatter) -> Message:
        """How many, and the first of them."""
        return pluralize(
            len(self.days),
            "The list of {day} is new.",
            "{number} lists are new, the first that of {day}.",
            day=teller.format_day(self.days[0]),
        )


class Late(NamedTuple):
    """Results that come after the day they were `due`, or after the list that they belong to.

    Both are of the first of them; `more` are how many others belong to later lists.
    """

    results: int
    list_day: date | None
    deadline: date | None
    later_count: int = 0

    @property
    def players(self) -> tuple[str, ...]:
        """Nobody in particular."""
        return ()

    def build_message(self, teller: FindingFormatter) -> Message:
        """How many, when they were due, and which list that was."""
        told = {"day": teller.format_day(self.list_day) if self.list_day else ""}
        if self.later_count:
            return self._build_several_message(
                told["day"], teller.format_day(self.deadline) if self.deadline else ""
            )
        if self.deadline is None:
            return pluralize(
                self.results,
                "One result comes after the list of {day}, which should have had it.",
                "{number} results come after the list of {day}, which should have had them.",
                **told,
            )
        told["due"] = teller.format_day(self.deadline)
        if self.list_day is None:
            return pluralize(
                self.results,
                "One result comes after its deadline, {due}.",
                "{number} results come after their deadline, {due}.",
                **told,
            )
        return pluralize(
            self.results,
            "One result comes after its deadline, {due}: the list of {day} was made without it.",
            "{number} results come after their deadline, {due}: the list of {day} was made without them.",
            **told,
        )

    def _build_several_message(self, day: str, due: str) -> Message:
        """The same of results of several lists."""
        told = {"number": self.results, "day": day, "due": due}
        if not due:
            return advise(
                "{number} results come after the lists that should have had them, since {day}.", **told
            )
        if not day:
            return advise(
                "{number} results come after their deadlines, the first of which was {due}.", **told
            )
        return advise(
            "{number} results come after their deadlines, the first of which was {due}: the lists since "
            "{day} were made without them.",
            **told,
        )


class Headed(NamedTuple):
    """Somebody is first of a table, or has a title, a seat or a right in it, in the place of others.

    `words` are of what in it, each with the name of what it counts: period 3, Catan; `titles` what there is
    to have besides being first.
    """

    table: str
    words: tuple[tuple[str, str], ...]
    titles: tuple[str, ...]
    players: tuple[str, ...]
    former_holders: tuple[str, ...]

    def build_message(self, teller: FindingFormatter) -> Message:
        """Who, of what, and who no more."""
        told = {
            "what": self._format_title(teller),
            "player": teller.format_players(self.players),
            "other": teller.format_players(self.former_holders),
        }
        if not self.former_holders:
            return advise("{what}: {player}.", **told)
        if not self.players:
            return advise("{what}: no longer {other}.", **told)
        return advise("{what}: {player} in the place of {other}.", **told)

    def _format_title(self, teller: FindingFormatter) -> str:
        word = teller.language.translate
        table = word(self.table.replace("-", " ").capitalize())
        words = (f"{word(label).lower()} {value}" if label else value for label, value in self.words)
        return ", ".join([table, *words, *(word(title).lower() for title in self.titles)])


class Passed(NamedTuple):
    """Somebody comes to stand above others."""

    player: str
    rank: int
    others: tuple[str, ...]

    @property
    def players(self) -> tuple[str, ...]:
        """All of them."""
        return self.player, *self.others

    def build_message(self, teller: FindingFormatter) -> Message:
        """Who passes whom, and for which place."""
        told = {"player": teller.format_player(self.player), "others": teller.format_players(self.others)}
        return advise("{player} passes {others} for {place}.", place=teller.format_rank(self.rank), **told)


class Entered(NamedTuple):
    """Somebody gets a place: new on the list, or provisional until now."""

    player: str
    rank: int | None
    figure: float | None
    was_provisional: bool

    @property
    def players(self) -> tuple[str, ...]:
        """The one."""
        return (self.player,)

    def build_message(self, teller: FindingFormatter) -> Message:
        """Who, where, and with what."""
        told = {"player": teller.format_player(self.player), "figure": teller.format_figure(self.figure)}
        if self.rank is None:
            return (
                advise("{player} is new: {figure}.", **told)
                if told["figure"]
                else advise("{player} is new.", **told)
            )
        told["place"] = teller.format_rank(self.rank)
        if self.was_provisional:
            return advise("{player} is ranked from now on: {place}, {figure}.", **told)
        return advise("{player} is new on the list: {place}, {figure}.", **told)


class Left(NamedTuple):
    """Somebody has no place any more."""

    player: str
    is_provisional: bool

    @property
    def players(self) -> tuple[str, ...]:
        """The one."""
        return (self.player,)

    def build_message(self, teller: FindingFormatter) -> Message:
        """Who, and where they are now."""
        name = teller.format_player(self.player)
        if self.is_provisional:
            return advise("{player} has no place any more.", player=name)
        return advise("{player} drops out of the list.", player=name)


class Shifted(NamedTuple):
    """How many figures of the list move, by whatever cause, and which win and lose most."""

    number: int
    extremes: Extremes

    @property
    def players(self) -> tuple[str, ...]:
        """The two."""
        return self.extremes.players

    def build_message(self, teller: FindingFormatter) -> Message:
        """How many move, and who most."""
        if self.number > 1 and self.extremes.are_alike(teller):
            told = {"number": self.number, "won": teller.format_change(self.extremes.won)}
            return advise("{number} figures on the list change, each by {won}.", **told)
        return pluralize(
            self.number,
            "One figure on the list changes: {best}, {won}.",
            "{number} figures on the list change: from {best}, {won}, to {worst}, {lost}.",
            **self.extremes.format_arguments(teller),
        )
