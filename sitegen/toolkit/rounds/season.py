"""A season of rounds as of a day: its calendar, the entries of all players in all rounds, and its history."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from itertools import takewhile
from operator import attrgetter
from typing import Any, Generic, NamedTuple, Self, TypeVar

from sitegen.toolkit.decisions import AppliedPoints, find_excluded, list_decisions, record_points
from sitegen.toolkit.order import group_by
from sitegen.toolkit.rounds.attendance import Attendance
from sitegen.toolkit.rounds.tables import FORFEITS, Absence, Fixture, Game, SeasonInputs, SeasonPlayer

WON_BY_FORFEIT = "1f"
BYE = "bye"
"""The result of a game without an opponent and without a result."""
PENDING = "pending"
"""The result of a game that is still to be played: worth nothing until then, and no absence."""
HALF_POINTS = {"1": 2, "½": 1, "0": 0}
"""The points of a game that was played, doubled so that they are whole; a forfeit is not played."""


class RoundEntry(NamedTuple):
    """The game or the absence of a player in a round, or a decision of the committee that counts with it.

    `result` is 1, ½, 0, 1f, 0f, `bye`, `pending`, the code of the absence or the kind of the decision.
    `counts` is false for a win by forfeit of a player who was then paired again, or left over. `opponent` is
    also blank for a forfeit whose other side was not written down. `points` are those of an external game,
    and `source` is the row.
    """

    round: int
    player: str
    opponent: str
    colour: str
    result: str
    counts: bool = True
    points: str = ""
    source: str = ""
    decision: AppliedPoints | None = None

    @property
    def is_played(self) -> bool:
        """Whether it is a game that was played."""
        return self.result in HALF_POINTS

    @property
    def is_game(self) -> bool:
        """Whether it is a game, played, forfeited or pending."""
        return self.colour != ""

    @property
    def is_pending(self) -> bool:
        """Whether it is a game that is still to be played."""
        return self.result == PENDING

    @property
    def absence(self) -> str | None:
        """Why there is no result: the code of the absence, `bye` or `pending`; None for a game with one."""
        return None if self.is_game and not self.is_pending else self.result


def list_entries(inputs: SeasonInputs) -> list[RoundEntry]:
    """Return all entries, those of one player together; a player has one in a round that counts.

    A win by forfeit does not count beside another entry in the round.
    """
    entries = [
        *(entry for game in inputs.games for entry in _list_game_entries(game)),
        *(
            RoundEntry(row.round, row.player, "", "", row.code, points=row.points, source=row.source)
            for row in inputs.absences
        ),
    ]
    numbers = Counter((entry.round, entry.player) for entry in entries)
    marked = (
        entry._replace(counts=entry.result != WON_BY_FORFEIT or numbers[entry.round, entry.player] == 1)
        for entry in entries
    )
    return sorted(marked, key=attrgetter("player", "counts"))


def _list_game_entries(game: Game) -> Iterator[RoundEntry]:
    if game.result:
        (white, black), mark = game.players, "f" if game.result in FORFEITS else ""
        of_white, of_black = game.result.removesuffix("f").split("-")
        if white:
            yield RoundEntry(game.round, white, black, "w", f"{of_white}{mark}", source=game.source)
        if black:
            yield RoundEntry(game.round, black, white, "b", f"{of_black}{mark}", source=game.source)
    elif game.is_pending:
        white, black = game.players
        yield RoundEntry(game.round, white, black, "w", PENDING, source=game.source)
        yield RoundEntry(game.round, black, white, "b", PENDING, source=game.source)
    elif game.is_bye:
        (player,) = game.pair
        yield RoundEntry(game.round, player, "", "", BYE, source=game.source)


P = TypeVar("P", bound=SeasonPlayer)
_ROUND, _DAY_AND_ROUND = attrgetter("round"), attrgetter("date", "round")


@dataclass(frozen=True)
class Season(Generic[P]):
    """A season as of a day; `entries` has the games and absences of each round so far, in order of play.

    Rounds are played in the order of their dates, and of their numbers on one date: one that was put off
    keeps its number. `decisions` are those of the committee through the day, in order.
    """

    inputs: Any
    options: Any
    fixtures: Sequence[Fixture]
    entries: Mapping[int, Sequence[RoundEntry]]
    attendance: Attendance
    decisions: Sequence[AppliedPoints] = ()

    @classmethod
    def build(cls, inputs: Any, options: Any, as_of: date) -> Self:
        """Return the season as of a day: a later round that has a result does not exist yet.

        Nor does one of which games were played ahead, and whose evening is still to be entered.
        """
        fixtures, attendance = sorted(inputs.rounds, key=_ROUND), Attendance(inputs)
        entries = group_by(list_entries(inputs), _ROUND)
        counting_rounds = attendance.started - attendance.waiting.keys()
        played = {
            fixture.round: entries[fixture.round]
            for fixture in sorted(fixtures, key=_DAY_AND_ROUND)
            if fixture.date <= as_of and fixture.round in counting_rounds
        }
        decisions = record_points(row for row in list_decisions(inputs) if row.date <= as_of)
        return cls(inputs, options, fixtures, played, attendance, decisions)

    @property
    def players(self) -> Sequence[P]:
        """All players of the season."""
        players: Sequence[P] = self.inputs.players
        return players

    @cached_property
    def players_by_id(self) -> Mapping[str, P]:
        """The players by their ids."""
        return {player.id: player for player in self.players}

    @property
    def round_count(self) -> int:
        """The number of rounds of the season."""
        return len(self.fixtures)

    @cached_property
    def played_rounds(self) -> Sequence[int]:
        """The rounds that have been played, in order of play."""
        return [*self.entries]

    @cached_property
    def decided_entries(self) -> Mapping[int, Sequence[RoundEntry]]:
        """The decisions that count with each round: the first on or after their day with their player.

        Round 0 has those that wait for a round to be played.
        """
        return group_by(map(self._find_decided_entry, self.decisions), _ROUND)

    def _find_decided_entry(self, decision: AppliedPoints) -> RoundEntry:
        joined = self.players_by_id[decision.player].joined
        rounds = (
            round_
            for round_ in self.played_rounds
            if self.get_day(round_) >= decision.date and joined <= round_
        )
        return RoundEntry(
            next(rounds, 0), decision.player, "", "", decision.what, source=decision.source, decision=decision
        )

    def list_decisions(self, round_: int) -> list[AppliedPoints]:
        """Return the decisions that count with a round; of round 0 those that wait for one."""
        entries = self.decided_entries.get(round_, ())
        return [entry.decision for entry in entries if entry.decision]

    def find_excluded(self, round_: int) -> set[str]:
        """Return the ids of those who are out of competition after a round."""
        return find_excluded(self.decisions, self.get_day(round_))

    @property
    def is_over(self) -> bool:
        """Whether all rounds of the season have been played, and no game is pending."""
        return 0 < self.round_count == len(self.entries) and not any(map(self.list_pending, self.entries))

    @cached_property
    def round_order(self) -> Sequence[int]:
        """All rounds, in the order in which they are played."""
        return [fixture.round for fixture in sorted(self.fixtures, key=_DAY_AND_ROUND)]

    @cached_property
    def round_positions(self) -> Mapping[int, int]:
        """The place of each round in `round_order`."""
        return {round_: place for place, round_ in enumerate(self.round_order)}

    @cached_property
    def next_rounds(self) -> Sequence[int]:
        """The rounds that come after the last one that has been played."""
        return (
            self.round_order[self.round_positions[self.played_rounds[-1]] + 1 :]
            if self.played_rounds
            else self.round_order
        )

    @cached_property
    def upcoming_rounds(self) -> Sequence[int]:
        """The rounds that have not been played, in the order of their dates."""
        return [round_ for round_ in self.round_order if round_ not in self.entries]

    def get_day(self, round_: int) -> date:
        """Return the evening of a round."""
        return self.fixtures[round_ - 1].date

    def is_member(self, player: SeasonPlayer, round_: int) -> bool:
        """Whether a player had joined, and not left, in a round."""
        return player.joined <= round_ <= (player.left or self.round_count)

    @cached_property
    def paired_rounds(self) -> Sequence[int]:
        """The rounds to come that have been drawn."""
        return [round_ for round_ in self._foreseeable_rounds if self.get_games(round_)]

    @cached_property
    def planned_absences(self) -> Sequence[Absence]:
        """The absences in rounds to come that have not been drawn, by round."""
        rounds = [round_ for round_ in self._foreseeable_rounds if round_ not in self.paired_rounds]
        return [row for round_ in rounds for row in self.get_absences(round_)]

    @property
    def _foreseeable_rounds(self) -> Sequence[int]:
        """The rounds to come that can have pairings on this day: those before the next that was played."""
        later_rounds = self.attendance.started - self.attendance.ahead.keys()
        return list(takewhile(lambda round_: round_ not in later_rounds, self.upcoming_rounds))

    def get_games(self, round_: int) -> Sequence[Game]:
        """Return the games of a round, by board as far as it is known."""
        return self._games_by_round.get(round_, [])

    def count_games(self, round_: int) -> int:
        """Return the number of games of a round; of one that was played without those that are pending."""
        return sum(not game.is_bye for game in self.get_games(round_)) - len(self.list_pending(round_))

    def list_pending(self, round_: int) -> list[Game]:
        """Return the games that are still to be played of a round that was played; none of one to come."""
        return [game for game in self.get_games(round_) if game.is_pending] if round_ in self.entries else []

    def count_absent(self, round_: int) -> int:
        """Return the number of players without a game in a round."""
        return len(self.get_absences(round_)) + sum(game.is_bye for game in self.get_games(round_))

    def get_absences(self, round_: int) -> Sequence[Absence]:
        """Return the absences of a round."""
        return self._absences_by_round.get(round_, [])

    @cached_property
    def _games_by_round(self) -> Mapping[int, Sequence[Game]]:
        games = sorted(self.inputs.games, key=lambda game: (game.board is None, game.board))
        return group_by(games, _ROUND)

    @cached_property
    def _absences_by_round(self) -> Mapping[int, Sequence[Absence]]:
        return group_by(self.inputs.absences, _ROUND)
