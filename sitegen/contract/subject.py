"""A ranking that is held to the contract: its tables as they were read, and what its system makes of them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from sitegen.board import Board, boards
from sitegen.config import Ranking, Site
from sitegen.model import Outcome, Part, Player, Sheet
from sitegen.table import Table

_DAYS = 4
CALENDAR = "the calendar"
Change = Callable[[Table], Table | None]
"""What becomes of a row; None: it goes."""


@dataclass(frozen=True)
class Subject:
    """A ranking of a site, its tables, and the day through which it is looked at."""

    site: Site
    ranking: Ranking
    inputs: Any
    as_of: date

    @property
    def players(self) -> Sequence[Player]:
        """Everybody, as the system was given them."""
        players: Sequence[Player] = self.inputs.players
        return players

    def rated(self, day: date, inputs: Any = None) -> Outcome:
        """What the system makes of its tables, or of others, on `day`."""
        given = self.inputs if inputs is None else inputs
        when = self.ranking.when(day, len(given.players))
        return self.ranking.system.rate(given, self.ranking.options, when)

    def board(self, day: date) -> Board:
        """The same, as it is about to be shown."""
        own, id_ = self.site._replace(rankings=(self.ranking,)), self.ranking.id
        (found,) = boards(own, {id_: self.inputs}, {id_: self.rated(day)})
        return found

    def days(self) -> list[date]:
        """The latest days on which something happened, and the last one."""
        happened = {each.day for each in self.rated(self.as_of).events if each.day < self.as_of}
        return [*sorted(happened)[-_DAYS:], self.as_of]

    def changed(self, change: Change) -> Any:
        """The tables with every row as `change` makes it; one that is not there stays so."""
        tables = self.inputs._asdict()
        return self.inputs._replace(
            **{
                name: [new for row in rows if (new := change(row)) is not None]
                for name, rows in tables.items()
                if rows is not None
            }
        )


def sheets(outcome: Outcome) -> Iterator[tuple[str, Sheet]]:
    """Every sheet, with the page that it is on."""
    yield "the current list", outcome.listing.sheet
    yield from ((f"the list of {each.day}", each.sheet) for each in outcome.archive)
    yield from ((f"the event {each.key!r}", each.sheet) for each in outcome.events)
    yield from ((f"the topic {each.key!r}", each.sheet) for each in outcome.topics)
    yield from ((f"the player {each.id!r}", each.sheet) for each in outcome.players)


def parts(outcome: Outcome) -> Mapping[str, Sequence[Part]]:
    """What every page shows below its facts, by the page; the calendar among them."""
    return {CALENDAR: outcome.calendar} | {page: sheet.parts() for page, sheet in sheets(outcome)}
