"""How many players have a row in each round: which rounds are filled, and of which games were played ahead.

Every property uses all rows whose cells could be read.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from math import sqrt

from sitegen.core.missing import select_complete
from sitegen.toolkit.order import group_by
from sitegen.toolkit.rounds.tables import RoundRow, SeasonInputs

_LARGEST_SHARE = 0.5
_DEVIATIONS = 3.5
"""A round is hardly filled that has at most this share of the usual number of players, and lies so many
standard deviations below it: evenings on which each member comes or not as usual are not among them."""
_MIN_MEMBERS = 8
"""From so many members on, a season in which rounds have a single game is not whole."""


@dataclass(frozen=True)
class Attendance:
    """The rows of each round of a season, compared with those of the others."""

    inputs: SeasonInputs

    @cached_property
    def started(self) -> set[int]:
        """The rounds of which a game has a result."""
        return {row.round for row in select_complete(self.inputs.games, "round") if row.result}

    @cached_property
    def counts(self) -> Mapping[int, int]:
        """The number of players with a game or an absence in each round."""
        rows: list[RoundRow] = [
            *select_complete(self.inputs.games, "round", "white", "black"),
            *select_complete(self.inputs.absences, "round", "player"),
        ]
        return {
            number: len({player for row in rows_of_round for _, player in row.player_cells})
            for number, rows_of_round in group_by(rows, lambda row: row.round).items()
        }

    @cached_property
    def ahead(self) -> Mapping[int, date]:
        """The rounds of which games may have been played ahead, and the dates from which they count.

        They come after every round of which all games have a result, and more than half of the usual players
        a row.
        """
        ahead: dict[int, date] = {}
        pending = {
            row.round
            for row in select_complete(self.inputs.games, "round", "white", "black", "result")
            if row.is_pending
        }
        fixtures = select_complete(self.inputs.rounds, "round", "date")
        latest_first = sorted(fixtures, key=lambda item: (item.date, item.round), reverse=True)
        for fixture in latest_first:
            number = fixture.round
            if number not in self.started:
                continue
            usual = self.find_usual_count(number) or self.count_members(number)
            if number not in pending and 2 * self.counts.get(number, 0) > usual:
                break
            ahead[number] = fixture.date
        return ahead

    @cached_property
    def waiting(self) -> Mapping[int, date]:
        """The rounds of which games were played ahead and nothing else is entered, with their dates."""
        return {number: day for number, day in self.ahead.items() if self.is_hardly_filled(number)}

    def count_members(self, round_: int) -> int:
        """Return the number of players who belong to a round."""
        players = select_complete(self.inputs.players, "joined", "left")
        return sum(player.joined <= round_ <= (player.left or round_) for player in players)

    def find_usual_count(self, round_: int) -> int:
        """Return how many players have a row in other rounds that were played, as a median; 0 without one.

        No more are usual than belong to the round: many may have left since.
        """
        counts = sorted(self.counts.get(number, 0) for number in self.started - {round_})
        usual = counts[len(counts) // 2] if counts else 0
        return min(usual, self.count_members(round_) or usual)

    def is_hardly_filled(self, round_: int) -> bool:
        """Whether far fewer players have a row in a round than in the others."""
        count, usual = self.counts.get(round_, 0), self.find_usual_count(round_)
        share = min(1.0, usual / (self.count_members(round_) or 1))
        deviation = max(1.0, sqrt(usual * (1 - share)))
        return count <= _LARGEST_SHARE * usual and count < usual - _DEVIATIONS * deviation

    def is_single_game(self, round_: int) -> bool:
        """Whether a round has one game, as the others have, and many members."""
        counts = self.counts.get(round_, 0), self.find_usual_count(round_)
        return 0 < min(counts) <= max(counts) <= 2 and self.count_members(round_) >= _MIN_MEMBERS
