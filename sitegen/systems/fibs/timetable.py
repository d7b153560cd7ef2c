"""When lists are published, of which results, and who is registered on a day."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property
from hashlib import blake2b
from typing import NamedTuple

from sitegen.systems.fibs.tables import Options, Player, Registration

_SATURDAY = 5


class Publication(NamedTuple):
    """A list published on `day` of the results through `through`; its changes are since `before`."""

    day: date
    through: date
    before: "Publication | None" = None


def through(options: Options, as_of: date) -> date:
    """The last day whose results are processed on `as_of`.

    "Registratie van matchresultaten": in the weekend of week N+1 the ratings are published on the results of
    week N, without those of week N+1. The weekend's day is taken to be Saturday; week N ended six days
    before it.
    """
    return as_of if options.publication == "immediate" else _saturday(as_of) - timedelta(days=6)


def publications(options: Options, counted: Sequence[date], as_of: date) -> list[Publication]:
    """All lists published until `as_of`, oldest first, from the first by which a match was counted.

    `counted` are the days with a match that counts, in order, none later than `through`.
    """
    if options.publication == "immediate":
        return _after_each_day(counted, as_of)
    return _weekly(counted, as_of)


def complaints_until(options: Options, played: date) -> date:
    """The last day for complaints about a result ("Klachten": until one week after its publication)."""
    return published(options, played) + timedelta(days=options.complaint_days)


def published(options: Options, played: date) -> date:
    """The day on which the results of the day `played` are published."""
    return played if options.publication == "immediate" else _sunday(played) + timedelta(days=6)


def event_key(options: Options, played: date) -> str:
    """The key of the results page that a day of play belongs to: the day, or its ISO week `2026-W46`."""
    if options.publication == "immediate":
        return played.isoformat()
    year, week, _ = played.isocalendar()
    return f"{year}-W{week:02}"


def _weekly(counted: Sequence[date], as_of: date) -> list[Publication]:
    last = _saturday(as_of)
    first = _sunday(counted[0]) + timedelta(days=6) if counted else last
    made: list[Publication] = []
    for week in range((last - first).days // 7 + 1):
        day = first + timedelta(weeks=week)
        made.append(Publication(day, day - timedelta(days=6), _alone(made)))
    return made


def _after_each_day(counted: Sequence[date], as_of: date) -> list[Publication]:
    made: list[Publication] = []
    for day in counted:
        made.append(Publication(day, day, _alone(made)))
    if not made:
        return [Publication(as_of, as_of)]
    if made[-1].day < as_of:
        made.append(Publication(as_of, as_of, made[-1].before))
    return made


def _alone(made: Sequence[Publication]) -> Publication | None:
    """The latest publication without the chain of those before it."""
    return made[-1]._replace(before=None) if made else None


def _saturday(day: date) -> date:
    """The last Saturday not after `day`."""
    return day - timedelta(days=(day.weekday() - _SATURDAY) % 7)


def _sunday(day: date) -> date:
    """The Sunday that closes the week of `day`."""
    return day + timedelta(days=6 - day.weekday())


@dataclass(frozen=True)
class Register:
    """Who is registered on a day: the registration in force by player."""

    rows: Mapping[str, Registration]

    def club(self, player: Player) -> str:
        """The club of a player: of the registration in force, else the player's own."""
        row = self.rows.get(player.id)
        return row.club if row and row.club else player.club

    @cached_property
    def digest(self) -> bytes:
        """What the register says, in 16 bytes."""
        clubs = "\n".join(sorted(f"{player}\t{row.club}" for player, row in self.rows.items()))
        return blake2b(clubs.encode(), digest_size=16).digest()


class Entry(NamedTuple):
    """From `day` on (an ordinal) the registration in force of a player is `row`, or none."""

    day: int
    player: str
    row: Registration | None


def entries(players: Iterable[Player], registrations: Iterable[Registration] | None) -> list[Entry]:
    """All changes of the register, in order of day."""
    if registrations is None:  # a club without this table: everyone is registered always
        registrations = [Registration(player.id, date.min, date.max) for player in players]
    rows_of: dict[str, list[tuple[int, int, Registration]]] = {}
    for row in sorted(registrations, key=lambda row: row.from_):
        rows_of.setdefault(row.player, []).append((row.from_.toordinal(), row.until.toordinal(), row))
    changes = [entry for player, rows in rows_of.items() for entry in _entries(player, rows)]
    return sorted(changes, key=lambda entry: entry.day)


def registers(changes: Sequence[Entry], days: Iterable[date]) -> Iterator[Register]:
    """The register on each of `days`, which are in order; the same one as long as nothing changes."""
    now, done = Register({}), 0
    for day in days:
        end = bisect_right(changes, day.toordinal(), lo=done, key=lambda entry: entry.day)
        if end > done:
            due = {entry.player: entry.row for entry in changes[done:end]}
            now, done = Register(_amended(now.rows, due)), end
        yield now


def _amended(
    rows: Mapping[str, Registration], due: Mapping[str, Registration | None]
) -> dict[str, Registration]:
    return {player: row for player, row in {**rows, **due}.items() if row}


def _entries(player: str, rows: Sequence[tuple[int, int, Registration]]) -> Iterator[Entry]:
    """The changes of one player; of rows that cover the same day the one that begins last is in force."""
    for day in sorted({edge for first, last, _ in rows for edge in (first, last + 1)}):
        covering = [row for first, last, row in rows if first <= day <= last]
        yield Entry(day, player, covering[-1] if covering else None)
