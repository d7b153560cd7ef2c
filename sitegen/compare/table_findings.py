"""Findings of published lists and tables: late results, who is first, who enters, leaves or passes others."""

import re
from datetime import date
from typing import NamedTuple

from sitegen.compare.findings import Extremes, FindingFormatter
from sitegen.core.language import Language
from sitegen.core.problems import Message, advise, join_messages, pluralize


class Rewritten(NamedTuple):
    """Lists already published change, from that of the day `since` on."""

    lists: int
    since: date
    figures: int
    players: tuple[str, ...]

    def build_message(self, formatter: FindingFormatter) -> Message:
        """Return how many, since when, and whose."""
        return pluralize(
            self.lists,
            "The published list of {day} changes: {figures}, {players}.",
            "{number} published lists change, from that of {day} on: {figures}, {players}.",
            day=formatter.format_day(self.since),
            figures=pluralize(self.figures, "one figure", "{number} figures"),
            players=pluralize(len(self.players), "one player", "{number} players"),
        )


class Reworded(NamedTuple):
    """Lists already published have other names or clubs alone, from that of the day `since` on."""

    lists: int
    since: date
    players: tuple[str, ...]

    def build_message(self, formatter: FindingFormatter) -> Message:
        """Return how many, since when, and whose."""
        return pluralize(
            self.lists,
            "The published list of {day} says something else of {players}; its figures stay.",
            "{number} published lists say something else of {players}, from that of {day} on; their figures"
            " stay.",
            day=formatter.format_day(self.since),
            players=formatter.format_players(self.players),
        )


class ChangedTable(NamedTuple):
    """A published table, with how many of its rows went, and how many that stay say something else."""

    name: str
    removed: int
    changed: int

    def build_message(self, formatter: FindingFormatter) -> Message:
        """Return the title of the table, and how many rows."""
        return count_table_rows(self.name, formatter.language, removed=self.removed, changed=self.changed)


_YEAR = re.compile(r"-(\d{4})\Z")


def format_table_title(name: str, language: Language) -> str:
    """Return the title of a published table in a language: `games-2026` is `Games 2026`."""
    year = _YEAR.search(name)
    text = _YEAR.sub("", name).replace("-", " ").capitalize()
    title = language.translate(text)
    return f"{title} {year[1]}" if year else title


def count_table_rows(  # noqa: PLR0913 - all but two are named at the call
    name: str, language: Language, *, added: int = 0, removed: int = 0, changed: int = 0, figures: int = 0
) -> Message:
    """Return how much of a published table changes: `Matches: 2 rows added, 32 changed, 172 figures`."""
    counts = join_messages(
        pluralize(added, "one row added", "{number} rows added") if added else "",
        pluralize(removed, "one row removed", "{number} rows removed") if removed else "",
        pluralize(changed, "one row changed", "{number} rows changed") if changed else "",
        pluralize(figures, "one figure", "{number} figures") if figures else "",
        between=", ",
    )
    return advise("{table}: {told}", table=format_table_title(name, language), told=counts)


class Withdrawn(NamedTuple):
    """Lists that were published are gone."""

    days: tuple[date, ...]

    def build_message(self, formatter: FindingFormatter) -> Message:
        """Return how many, and the first of them."""
        return pluralize(
            len(self.days),
            "There is no list of {day} any more.",
            "{number} lists are no lists any more, the first that of {day}.",
            day=formatter.format_day(self.days[0]),
        )


class Appeared(NamedTuple):
    """Lists that did not exist before."""

    days: tuple[date, ...]

    def build_message(self, formatter: FindingFormatter) -> Message:
        """Return how many, and the first of them."""
        return pluralize(
            len(self.days),
            "The list of {day} is new.",
            "{number} lists are new, the first that of {day}.",
            day=formatter.format_day(self.days[0]),
        )


class Late(NamedTuple):
    """Results that come after their deadline, or after the list that they belong to.

    `list_day` and `deadline` are those of the first result; `later_count` others belong to later lists.
    """

    results: int
    list_day: date | None
    deadline: date | None
    later_count: int = 0

    def build_message(self, formatter: FindingFormatter) -> Message:
        """Return how many, their deadline, and the list."""
        day, due = (
            formatter.format_day(moment) if moment else "" for moment in (self.list_day, self.deadline)
        )
        if self.later_count:
            return self._build_several_message(day, due)
        if not due:
            return pluralize(
                self.results,
                "One result comes after the list of {day}, which should have had it.",
                "{number} results come after the list of {day}, which should have had them.",
                day=day,
            )
        if not day:
            return pluralize(
                self.results,
                "One result comes after its deadline, {due}.",
                "{number} results come after their deadline, {due}.",
                due=due,
            )
        return pluralize(
            self.results,
            "One result comes after its deadline, {due}: the list of {day} was made without it.",
            "{number} results come after their deadline, {due}: the list of {day} was made without them.",
            day=day,
            due=due,
        )

    def _build_several_message(self, day: str, due: str) -> Message:
        params = {"number": self.results, "day": day, "due": due}
        if not due:
            return advise(
                "{number} results come after the lists that should have had them, since {day}.", **params
            )
        if not day:
            return advise("{number} results come after their deadlines; the first was {due}.", **params)
        return advise(
            "{number} results come after their deadlines; the first was {due}: the lists since {day}"
            " were made without them.",
            **params,
        )


class Outstanding(NamedTuple):
    """Results of games that were pending on a published list: put off, and played since."""

    results: int
    day: date

    def build_message(self, formatter: FindingFormatter) -> Message:
        """Return how many, and the first of the lists."""
        return pluralize(
            self.results,
            "One result was still to come on the list of {day}, and is there now.",
            "{number} results were still to come on the lists since {day}, and are there now.",
            day=formatter.format_day(self.day),
        )


class Headed(NamedTuple):
    """Somebody is first of a table, or has a title, a seat or a right in it, in place of others.

    `words` say of which part of the table, each with the label of a number: period 3, Catan. `titles` are
    blank for being first.
    """

    table: str
    words: tuple[tuple[str, str], ...]
    titles: tuple[str, ...]
    players: tuple[str, ...]
    former_holders: tuple[str, ...]

    def build_message(self, formatter: FindingFormatter) -> Message:
        """Return who, of what, and who no more."""
        params = {
            "what": self._format_title(formatter),
            "player": formatter.format_players(self.players),
            "other": formatter.format_players(self.former_holders),
        }
        if not self.former_holders:
            return advise("{what}: {player}.", **params)
        if not self.players:
            return advise("{what}: no longer {other}.", **params)
        return advise("{what}: {player} in the place of {other}.", **params)

    def _format_title(self, formatter: FindingFormatter) -> str:
        translate = formatter.language.translate
        table = format_table_title(self.table, formatter.language)
        words = (f"{translate(label).lower()} {value}" if label else value for label, value in self.words)
        return ", ".join([table, *words, *(translate(title).lower() for title in self.titles)])


class Passed(NamedTuple):
    """Somebody comes to stand above others."""

    player: str
    rank: int
    other_players: tuple[str, ...]

    @property
    def players(self) -> tuple[str, ...]:
        """All of them."""
        return self.player, *self.other_players

    def build_message(self, formatter: FindingFormatter) -> Message:
        """Return who passes whom, and for which place."""
        return advise(
            "{player} passes {others} for {place}.",
            player=formatter.format_player(self.player),
            others=formatter.format_players(self.other_players),
            place=formatter.language.format_ordinal(self.rank),
        )


class Entered(NamedTuple):
    """Somebody gets a place: new on the list, or provisional until now."""

    player: str
    rank: int | None
    figure: float | None
    was_provisional: bool

    @property
    def players(self) -> tuple[str, ...]:
        """The player."""
        return (self.player,)

    def build_message(self, formatter: FindingFormatter) -> Message:
        """Return who, where, and with which figure."""
        params = {
            "player": formatter.format_player(self.player),
            "figure": formatter.format_figure(self.figure),
        }
        if self.rank is None:
            return (
                advise("{player} is new: {figure}.", **params)
                if params["figure"]
                else advise("{player} is new.", **params)
            )
        params["place"] = formatter.language.format_ordinal(self.rank)
        if self.was_provisional:
            return advise("{player} is ranked from now on: {place}, {figure}.", **params)
        return advise("{player} is new on the list: {place}, {figure}.", **params)


class Left(NamedTuple):
    """Somebody has no place any more."""

    player: str
    is_provisional: bool

    @property
    def players(self) -> tuple[str, ...]:
        """The player."""
        return (self.player,)

    def build_message(self, formatter: FindingFormatter) -> Message:
        """Return who, and whether they are provisional now."""
        name = formatter.format_player(self.player)
        if self.is_provisional:
            return advise("{player} has no place any more.", player=name)
        return advise("{player} drops out of the list.", player=name)


class Shifted(NamedTuple):
    """How many figures of the list change, for whatever reason, and which gain and lose most."""

    number: int
    extremes: Extremes

    @property
    def players(self) -> tuple[str, ...]:
        """Both extremes."""
        return self.extremes.players

    def build_message(self, formatter: FindingFormatter) -> Message:
        """Return how many change, and whose most."""
        if self.number > 1 and self.extremes.are_alike(formatter):
            params = {"number": self.number, "won": formatter.format_change(self.extremes.won)}
            return advise("{number} figures on the list change, each by {won}.", **params)
        return pluralize(
            self.number,
            "One figure on the list changes: {best}, {won}.",
            "{number} figures on the list change: from {best}, {won}, to {worst}, {lost}.",
            **self.extremes.format_arguments(formatter),
        )
