"""Who is registered on a day, and through which club: "Spelers" of the regulation."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from operator import attrgetter
from typing import NamedTuple

from sitegen.systems.fibs.tables import Player, Registration
from sitegen.toolkit.rows import grouped


@dataclass(frozen=True, eq=False)
class Register:
    """Who is registered on a day: the registration in force by player."""

    rows: Mapping[str, Registration]

    def of(self, player: Player) -> Player:
        """The player with the club of the registration in force, where it names one."""
        row = self.rows.get(player.id)
        return player.but(club=row.club) if row and row.club not in {"", player.club} else player


class Entry(NamedTuple):
    """From `day` on (an ordinal) the registration in force of a player is `row`, or none."""

    day: int
    player: str
    row: Registration | None


def entries(players: Iterable[Player], registrations: Iterable[Registration] | None) -> list[Entry]:
    """All changes of the register, in order of day.

    "Spelers": the list is for registered players, who register through a club for some time.
    """
    if registrations is None:  # a club without this table: everyone is registered always
        registrations = [Registration(player.id, date.min, date.max) for player in players]
    of_players = grouped(sorted(registrations, key=attrgetter("from_")), attrgetter("player"))
    changes = [entry for rows in of_players.values() for entry in _entries(rows)]
    return sorted(changes, key=attrgetter("day"))


def registers(changes: Sequence[Entry], days: Iterable[date]) -> dict[date, Register]:
    """The register on each of `days`, by "Spelers"; the same one as long as nothing changes."""
    found, now, done = dict[date, Register](), Register({}), 0
    for day in sorted({*days}):
        end = bisect_right(changes, day.toordinal(), lo=done, key=attrgetter("day"))
        if end > done:
            rows = {**now.rows, **{entry.player: entry.row for entry in changes[done:end]}}
            now, done = Register({player: row for player, row in rows.items() if row}), end
        found[day] = now
    return found


def _entries(rows: Sequence[Registration]) -> Iterator[Entry]:
    """The changes of one player; of rows that cover the same day the one that begins last is in force."""
    spans = [(row.from_.toordinal(), row.until.toordinal(), row) for row in rows]
    for day in sorted({edge for first, last, _ in spans for edge in (first, last + 1)}):
        covering = [row for first, last, row in spans if first <= day <= last]
        yield Entry(day, rows[0].player, covering[-1] if covering else None)
