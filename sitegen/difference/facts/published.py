"""Facts of what is published already, and of who is first of something."""

from datetime import date
from typing import NamedTuple

from sitegen.difference.teller import Teller
from sitegen.message import Message, advise, counted


class Rewritten(NamedTuple):
    """Lists that are published already become other ones, from that of the day `since` on."""

    lists: int
    since: date
    figures: int
    players: tuple[str, ...]

    def said(self, teller: Teller) -> Message:
        """How many, since when, and whose."""
        return counted(
            self.lists,
            "The published list of {day} changes: {figures}, {players}.",
            "{number} published lists change, from that of {day} on: {figures}, {players}.",
            day=teller.day(self.since),
            figures=counted(self.figures, "one figure", "{number} figures"),
            players=counted(len(self.players), "one player", "{number} players"),
        )


class Withdrawn(NamedTuple):
    """Lists that were published are lists no more."""

    days: tuple[date, ...]

    @property
    def players(self) -> tuple[str, ...]:
        """Nobody in particular."""
        return ()

    def said(self, teller: Teller) -> Message:
        """How many, and the first of them."""
        return counted(
            len(self.days),
            "The list of {day} is no list any more.",
            "{number} lists are no lists any more, the first that of {day}.",
            day=teller.day(self.days[0]),
        )


class Appeared(NamedTuple):
    """Lists that there were not before."""

    days: tuple[date, ...]

    @property
    def players(self) -> tuple[str, ...]:
        """Nobody in particular."""
        return ()

    def said(self, teller: Teller) -> Message:
        """How many, and the first of them."""
        return counted(
            len(self.days),
            "The list of {day} is new.",
            "{number} lists are new, the first that of {day}.",
            day=teller.day(self.days[0]),
        )


class Late(NamedTuple):
    """Results that come after the day they were `due`, or after the list that they belong to.

    Both are of the first of them; `more` are how many others belong to later lists.
    """

    results: int
    published: date | None
    due: date | None
    more: int = 0

    @property
    def players(self) -> tuple[str, ...]:
        """Nobody in particular."""
        return ()

    def said(self, teller: Teller) -> Message:
        """How many, when they were due, and which list that was."""
        told = {"day": teller.day(self.published) if self.published else ""}
        if self.more:
            return self._several(told["day"], teller.day(self.due) if self.due else "")
        if self.due is None:
            return counted(
                self.results,
                "One result comes after the list of {day}, which should have had it.",
                "{number} results come after the list of {day}, which should have had them.",
                **told,
            )
        told["due"] = teller.day(self.due)
        if self.published is None:
            return counted(
                self.results,
                "One result comes after its deadline, {due}.",
                "{number} results come after their deadline, {due}.",
                **told,
            )
        return counted(
            self.results,
            "One result comes after its deadline, {due}: the list of {day} was made without it.",
            "{number} results come after their deadline, {due}: the list of {day} was made without them.",
            **told,
        )

    def _several(self, day: str, due: str) -> Message:
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
    instead: tuple[str, ...]

    def said(self, teller: Teller) -> Message:
        """Who, of what, and who no more."""
        told = {
            "what": self._what(teller),
            "player": teller.listed(self.players),
            "other": teller.listed(self.instead),
        }
        if not self.instead:
            return advise("{what}: {player}.", **told)
        if not self.players:
            return advise("{what}: no longer {other}.", **told)
        return advise("{what}: {player} in the place of {other}.", **told)

    def _what(self, teller: Teller) -> str:
        word = teller.language.word
        table = word(self.table.replace("-", " ").capitalize())
        words = (f"{word(label).lower()} {value}" if label else value for label, value in self.words)
        return ", ".join([table, *words, *(word(each).lower() for each in self.titles)])
