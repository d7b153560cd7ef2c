"""The BGFed rating list a second time, straight from the text of the regulation, for differential tests.

Nothing here is shared with the project, and nothing is clever: decimals of 40 digits in the place of floats,
and every list calculated from the first match on, by going through all rows again.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal, getcontext
from typing import Any

getcontext().prec = 40


@dataclass
class Oracle:
    """A club's rows and options; `registrations` is None where the club keeps none."""

    players: Sequence[Any]
    matches: Sequence[Any]
    registrations: Sequence[Any] | None
    decisions: Sequence[Any]
    weekly: bool
    as_of: date
    initial: int = 1500
    below: int = 100
    per_point: int = 40
    delay: int = 11
    changes: Sequence[tuple[date, Mapping[str, Any]]] = ()

    def published(self) -> dict[str, list[tuple[Any, ...]]]:
        """The published tables, their rows as tuples in the order of the published columns."""
        day, through, before = self.publication()
        decided = self.play(through)[1]
        return {
            "rating-list": self.rating_list(day, through, before),
            "provisional": self.provisional(day, through, before),
            "not-registered": self.not_registered(day, through),
            **({"decisions": decided} if decided else {}),
            "matches": self.history(through),
        }

    def publication(self) -> tuple[date, date, tuple[date, date] | None]:
        """The list's day and its last day of results; the same of the one before, where there is one."""
        if self.weekly:
            day = self.as_of
            while day.strftime("%a") != "Sat":
                day -= timedelta(1)
            through, earlier = day - timedelta(6), (day - timedelta(7), day - timedelta(13))
        else:
            day = through = self.as_of
            counted = sorted(self.counted_days(through), reverse=True)
            if len(counted) < 2:
                return day, through, None
            earlier = counted[1], counted[1]
        return day, through, earlier if self.counted_days(earlier[1]) else None

    def counted_days(self, through: date) -> set[date]:
        """The days on which a match counts, or a committee decided something."""
        decided = {row.date for row in self.decisions if row.date <= through}
        return decided | {match.date for match in self.in_order(through) if not self.reason(match)}

    def in_order(self, through: date) -> list[Any]:
        days = sorted({match.date for match in self.matches if match.date <= through})
        return [match for day in days for match in self.matches if match.date == day]

    def registration(self, player: str, day: date) -> Any:
        """The row in force; True without the table, None when there is none."""
        if self.registrations is None:
            return True
        best = None
        for row in self.registrations:
            if (
                row.player == player
                and row.from_ <= day <= row.until
                and (not best or row.from_ >= best.from_)
            ):
                best = row
        return best

    def reason(self, match: Any) -> str:
        names = {player.id: player.name for player in self.players}
        out = [names[who] for who in (match.winner, match.loser) if not self.registration(who, match.date)]
        per_point, delay = self.per_point, self.delay
        for day, values in self.changes:
            if match.date >= day:
                per_point = values.get("min_seconds_per_point", per_point)
                delay = values.get("min_delay", delay)
        too_fast = match.reserve is not None and (
            Decimal(match.reserve) / match.length < per_point or match.delay < delay
        )
        conditions = [
            (match.online, "online"),
            (bool(out), "not registered: " + ", ".join(out)),
            (match.kind == "friendly" and not match.agreed, "not agreed beforehand"),
            (too_fast, "time control"),
        ]
        return next((reason for fails, reason in conditions if fails), "")

    def history(self, through: date) -> list[tuple[Any, ...]]:
        return self.play(through)[0]

    def is_out(self, player: Any, through: date) -> bool:
        """Whether a committee took a player out of competition, by the last day of results."""
        said = [
            row
            for row in self.decisions
            if row.player == player.id and row.date <= through and "competition" in row.what
        ]
        return bool(said) and max(said, key=lambda row: row.date).what.startswith("out")

    def play(self, through: date) -> tuple[list[Any], list[Any], dict[str, Decimal]]:
        """Each match, then each decision, as published; and the ratings after them all."""
        ratings = {p.id: Decimal(self.initial if p.rating is None else p.rating) for p in self.players}
        rows, decided = [], []
        waiting = [row for row in self.decisions if row.date <= through]
        waiting.sort(key=lambda row: row.date)
        for m in [*self.in_order(through), None]:
            while waiting and (m is None or waiting[0].date <= m.date):
                row = waiting.pop(0)
                before = after = None
                if row.what == "rating":
                    before, after = ratings[row.player], Decimal(str(row.figure))
                    ratings[row.player] = after
                decided.append((row.date, row.player, row.what, before, after, "", row.source))
            if m is None:
                break
            reason = self.reason(m)
            cells = (m.date, m.winner, m.loser, m.length, m.score, m.kind, m.event, not reason, reason)
            figures: tuple[Any, ...] = (None,) * 7
            if not reason:
                a, b = ratings[m.winner], ratings[m.loser]
                root = Decimal(m.length).sqrt()
                p = 1 / (1 + Decimal(10) ** (-(a - b) * root / 2000))
                s = 4 * root
                w = (1 - p) * s
                ratings[m.winner] += w
                ratings[m.loser] -= w
                figures = (a, b, p, s, w, ratings[m.winner], ratings[m.loser])
            rows.append((*cells, *figures, m.source))
        return rows, decided, ratings

    def record(self, player: Any, through: date) -> tuple[Decimal, int, int]:
        """Rating, experience, matches."""
        rows, _, ratings = self.play(through)
        lengths = [row[3] for row in rows if row[7] and player.id in row[1:3]]
        return ratings[player.id], player.experience + sum(lengths), len(lengths)

    def columns(self, player: Any, day: date, through: date) -> tuple[Any, ...]:
        row = self.registration(player.id, day)
        club = row.club if row and row is not True and row.club else player.club
        return player.id, player.name, club, *self.record(player, through)

    def change(self, player: Any, through: date, before: tuple[date, date] | None) -> Decimal | None:
        if before is None or not self.registration(player.id, before[0]) or self.is_out(player, before[1]):
            return None
        return self.record(player, through)[0] - self.record(player, before[1])[0]

    def by_rating(self, day: date, through: date) -> list[tuple[int, Any]]:
        def rating(player: Any) -> Decimal:
            return round(self.record(player, through)[0], 6)

        listed = [
            player
            for player in self.players
            if self.registration(player.id, day) and self.record(player, through)[1] >= self.below
            if not self.is_out(player, through)
        ]
        listed.sort(key=lambda player: (player.hidden, 0 if player.hidden else player.alphabet))
        listed.sort(key=rating, reverse=True)
        return [(1 + sum(rating(other) > rating(player) for other in listed), player) for player in listed]

    def rating_list(
        self, day: date, through: date, before: tuple[date, date] | None
    ) -> list[tuple[Any, ...]]:
        earlier = {player.id: rank for rank, player in self.by_rating(*before)} if before else {}
        return [
            (
                rank,
                *self.columns(player, day, through),
                self.change(player, through, before),
                earlier[player.id] - rank if player.id in earlier else None,
            )
            for rank, player in self.by_rating(day, through)
        ]

    def provisional(
        self, day: date, through: date, before: tuple[date, date] | None
    ) -> list[tuple[Any, ...]]:
        return [
            (*self.columns(player, day, through), self.change(player, through, before))
            for player in self.alphabetical()
            if self.registration(player.id, day) and self.record(player, through)[1] < self.below
            if not self.is_out(player, through)
        ]

    def not_registered(self, day: date, through: date) -> list[tuple[Any, ...]]:
        return [
            self.columns(player, day, through)
            for player in self.alphabetical()
            if not self.registration(player.id, day) and self.record(player, through)[2] > 0
            if not self.is_out(player, through)
        ]

    def alphabetical(self) -> Iterable[Any]:
        named = [player for player in self.players if not player.hidden]
        hidden = [player for player in self.players if player.hidden]
        return [*sorted(named, key=lambda player: player.alphabet), *hidden]
