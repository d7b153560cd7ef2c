"""Memberships: the club of a player on a day, and what is checked of the table that says it.

A system has `memberships: Sequence[Membership] = ()` among its `Inputs`, and `*MEMBERSHIP_RULES` among its
`rules`. It takes the players of a list from `Members.list_players`, with the clubs of its day.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property
from itertools import pairwise
from operator import attrgetter
from typing import Any, NamedTuple

from sitegen.core.entities import Fault, Player, declare_error, declare_warning
from sitegen.core.missing import select_complete
from sitegen.core.model import ClubPeriod
from sitegen.core.names import extract_letters
from sitegen.core.problems import Message, advise, quote_text
from sitegen.core.table import PlayerId, Source, Table, column
from sitegen.toolkit.order import group_by
from sitegen.toolkit.rules import MisspelledClub

_DAY = timedelta(days=1)
MEMBER_HEADINGS = ("speler", "naam", "lid", "joueur", "joueuse", "nom", "membre")
FIRST_DAY_HEADINGS = ("vanaf", "van", "begin", "du", "de", "à partir de", "a partir de", "début", "debut")
LAST_DAY_HEADINGS = (
    *("tot", "tot en met", "t/m", "einde"),
    *("au", "jusqu\N{RIGHT SINGLE QUOTATION MARK}au", "jusqu'au", "fin"),
)

_TURNED_AROUND = declare_error(
    "membership-turned-around",
    "the membership ends on {until}, before it begins on {first}",
    "'until' is the last day of the membership",
)
_WITHOUT_CLUB = declare_error(
    "last-day-without-club",
    "the player has no club until {until}, and none after it",
    "leave 'until' blank; where the player comes to a club again, add a row with its first day",
)


class Membership(Table):
    """A player comes to a club, or leaves one; the club in `players` is that of before the first row."""

    player: PlayerId = column("the player who comes to a club", headings=MEMBER_HEADINGS)
    club: str | None = column("the club; blank: none from that day on", headings=("vereniging", "cercle"))
    from_: date = column("the first day there", headings=FIRST_DAY_HEADINGS)
    until: date | None = column(
        "the last day there; blank: the next membership ends it", default=None, headings=LAST_DAY_HEADINGS
    )
    source: Source = column("where the row stands", default="", filled=True)

    def find_faults(self) -> Iterable[tuple[str, str, str]]:
        """Yield the column, message and hint of each fault inside the row."""
        if self.until is not None and self.until < self.from_:
            yield "until", *_TURNED_AROUND.fill(first=self.from_, until=self.until)
        elif self.club is None and self.until is not None and self.until >= self.from_:
            yield "until", *_WITHOUT_CLUB.fill(until=self.until)


_FIRST_DAY = attrgetter("from_")


@dataclass(frozen=True)
class Members:
    """The players of a ranking as of a day; a membership that begins later does not exist yet."""

    players: Sequence[Any]
    memberships: Sequence[Membership]
    as_of: date

    @cached_property
    def clubs(self) -> dict[str, list[ClubPeriod]]:
        """The clubs of each player who has a membership, by id, oldest first."""
        begun = sorted((row for row in self.memberships if row.from_ <= self.as_of), key=_FIRST_DAY)
        rows = group_by(begun, attrgetter("player"))
        return {
            player.id: [*self._follow(player.club, rows[player.id])]
            for player in self.players
            if player.id in rows
        }

    def _follow(self, first_club: str, rows: Sequence[Membership]) -> Iterator[ClubPeriod]:
        if first_club:
            yield ClubPeriod(first_club, None, rows[0].from_ - _DAY)
        for row, following in pairwise([*rows, None]):
            if row and row.club:
                end = following.from_ - _DAY if following else date.max
                last = min(row.until or end, end)
                yield ClubPeriod(row.club, row.from_, last if last < self.as_of else None)

    def find_club(self, player: Player, day: date) -> str:
        """Return the club of a player on a day, blank for none."""
        if player.id not in self.clubs:
            return player.club
        return next((period.club for period in self.clubs[player.id] if period.covers(day)), "")

    def list_players(self, day: date) -> Sequence[Any]:
        """Return the players, each with the club of a day."""
        if not self.clubs:
            return self.players
        clubs = [self.find_club(player, day) for player in self.players]
        return [
            player if player.club == club else player.replace(club=club)
            for player, club in zip(self.players, clubs, strict=True)
        ]


_SINGLE_DAY = declare_warning(
    "membership-of-a-day",
    "the membership is for one day, {day}",
    "'until' is the last day of the membership: correct it, unless one day is meant",
)
_SAME_DAY = declare_error(
    "memberships-of-same-day",
    "the player comes to {club} on the same day: {place}",
    "a player is at one club: take one of the two out, or correct its day",
)
_OVERLAP = declare_error(
    "memberships-overlap",
    "the player is at {club} until {until}: {place}",
    "leave 'until' blank there, as the next membership ends it, or correct a day",
)
_CLUB_ALREADY = declare_error(
    "at-this-club-already",
    "the player is at {club} then already: {place}",
    "take this row out, or give the membership before it its last day",
)
_NO_CLUB_ALREADY = declare_error(
    "without-club-already", "the player has no club then already: {place}", "take this row out"
)
_FORMER_CLUB = advise(
    "the club in players.csv is that of before the first membership: write the former club there,"
    " or take this row out"
)


class MembershipOrder(NamedTuple):
    """A membership that overlaps another of its player, changes nothing, or is of one day.

    A system without the table `memberships` has none.
    """

    def find_faults(self, inputs: Any) -> Iterator[Fault]:
        """Yield each such membership."""
        rows = getattr(inputs, "memberships", ())
        complete = sorted(select_complete(rows, "player", "club", "from_", "until"), key=_FIRST_DAY)
        is_sure = len(complete) == len(rows)
        players = {player.id: player for player in select_complete(inputs.players, "id", "club")}
        for player, player_rows in group_by(complete, attrgetter("player")).items():
            if is_sure and player in players:
                yield from _find_first_repetition(players[player], player_rows[0])
            for before, row in pairwise(player_rows):
                yield from _compare_rows(before, row, is_sure=is_sure)
        for row in complete:
            if row.until == row.from_:
                yield _SINGLE_DAY(row, "until", day=row.until)

    def describe(self) -> Message:
        """Return what is checked."""
        return advise("memberships: no two clubs of a player on a day, and no row that changes nothing")


def _find_first_repetition(player: Player, row: Membership) -> Iterator[Fault]:
    if _changes_nothing(player.club, row):
        yield from _report_repetition(row, player.source, _FORMER_CLUB)


def _changes_nothing(club: str, row: Membership) -> bool:
    """Whether a row says no more than that a player stays at a club, or without one."""
    return row.until is None and extract_letters(row.club or "") == extract_letters(club)


def _report_repetition(row: Membership, place: str, advice: Message | str = "") -> Iterator[Fault]:
    if row.club:
        yield _CLUB_ALREADY(row, "club", advice=advice, club=quote_text(row.club), place=place)
    else:
        yield _NO_CLUB_ALREADY(row, "club", place=place)


def _compare_rows(before: Membership, row: Membership, *, is_sure: bool) -> Iterator[Fault]:
    """Yield what is wrong with a row after the one before it of the same player."""
    names = {"club": quote_text(before.club or "-"), "place": before.source}
    if before.from_ == row.from_:
        yield _SAME_DAY(row, "from", **names)
    elif before.club and before.until and before.until >= row.from_:
        yield _OVERLAP(row, "from", until=before.until, **names)
    elif is_sure and before.until is None and _changes_nothing(before.club or "", row):
        yield from _report_repetition(row, before.source)


MEMBERSHIP_RULES = (MisspelledClub(["players", "memberships"]), MembershipOrder())
"""What is checked of clubs and memberships in every system."""
