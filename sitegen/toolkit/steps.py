"""The step of a system that plays one result after another, and what pages tell because of it.

A step is a function of a result and of the standings, by id. It changes the standings, and returns the row
to publish. A `Replay` takes it through all results, and has the history; a preview from the first day that
changed, where the step is a function or `partial` of equal arguments. From the same step it tells why a
figure changed, what a result to come would do to it, and how many results are still needed.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property, partial
from typing import Any, Generic, NamedTuple, TypeVar

from sitegen.core.entities import Balance, Moment
from sitegen.core.model import Section
from sitegen.core.table import Table
from sitegen.toolkit.decisions import Decision, apply_decisions
from sitegen.toolkit.history import History, Snapshot, group_decided_days
from sitegen.toolkit.ratings import LIST_TITLE, build_explanation, make_opening

R = TypeVar("R", bound=Any)
P = TypeVar("P", bound=Any)
S = TypeVar("S", bound=Any)
Step = Callable[[R, MutableMapping[str, S]], P]
"""Plays a result: changes the standings, by id, and returns the row to publish."""
_MOST_NEEDED = 10_000


class Move(NamedTuple, Generic[P, S]):
    """What a result did to a player: the published row, and the standing before and after it."""

    row: P
    before: S
    after: S


class _PlayedDay(NamedTuple, Generic[P, S]):
    """A day of play, and what each of its results did to whom."""

    event: Snapshot[P, S]
    moves: Sequence[Mapping[str, Move[P, S]]]


class Standings(MutableMapping[str, S]):
    """Standings by id, which keep what each change replaced until it is taken."""

    def __init__(self, start: Mapping[str, S]) -> None:
        self._standings = dict(start)
        self._replaced: dict[str, S] = {}

    def take_replaced(self) -> Mapping[str, S]:
        """Return the standings, by id, that were replaced since the last call, as they were then."""
        replaced, self._replaced = self._replaced, {}
        return replaced

    def __getitem__(self, player: str) -> S:
        return self._standings[player]

    def __setitem__(self, player: str, standing: S) -> None:
        self._replaced.setdefault(player, self._standings[player])
        self._standings[player] = standing

    def __delitem__(self, player: str) -> None:
        raise TypeError("a step takes nobody out of the standings")

    def __iter__(self) -> Iterator[str]:
        return iter(self._standings)

    def __len__(self) -> int:
        return len(self._standings)


@dataclass(frozen=True)
class Replay(Generic[R, P, S]):
    """The `results` through the day of the build, played one after another from the standings at the `start`.

    These are by id. Results have a `date`: see `group_by_day` for their order. `get_figure` reads the figure
    of a standing: the rating, or the place on a ladder, of which `is_rank` says that less is better. The
    `decisions` of the committee come before the results of their day.
    """

    start: Mapping[str, S]
    results: Sequence[R]
    when: Moment
    step: Step[R, S, P]
    get_figure: Callable[[S], Any]
    is_rank: bool = False
    decisions: Sequence[Decision] = ()

    @property
    def history(self) -> History[P, S]:
        """The days of play; a day that changed nobody's standing has no list."""
        return self._played[0]

    @property
    def moves(self) -> Sequence[Mapping[str, Move[P, S]]]:
        """What each result did, in order of play: a move for each player whose standing it changed, by id."""
        return self._played[1]

    @cached_property
    def _played(self) -> tuple[History[P, S], Sequence[Mapping[str, Move[P, S]]]]:
        days, step = self._list_days(), self.step
        rule = (step.func, step.args, step.keywords) if isinstance(step, partial) else step
        played = self.when.cache.resume("days", (self.start, rule), days, partial(self._play, days))
        return History(self.start, [day.event for day in played]), [
            move for day in played for move in day.moves
        ]

    def _list_days(self) -> list[tuple[date, Sequence[Any], Sequence[R]]]:
        """Return the decisions and results of each day."""
        return [*group_decided_days(self.decisions, self.results, self.when)]

    def _play(
        self, days: Sequence[tuple[date, Sequence[Any], Sequence[R]]], played_days: Sequence[_PlayedDay[P, S]]
    ) -> Iterator[_PlayedDay[P, S]]:
        """Yield what comes of each day after those that have been played."""
        standings = Standings(History(self.start, [day.event for day in played_days]).standings)
        for day, decisions, rows in days[len(played_days) :]:
            decided = apply_decisions(decisions, standings)
            played, changed = list[P](), {player: standings[player] for player in standings.take_replaced()}
            moves: list[Mapping[str, Move[P, S]]] = []
            for row in rows:
                played.append(published := self.step(row, standings))
                replaced = standings.take_replaced()
                changed |= {player: standings[player] for player in replaced}
                moves.append(
                    {player: Move(published, before, changed[player]) for player, before in replaced.items()}
                )
            event = Snapshot(
                day.isoformat(), day, played, changed, is_listed=bool(changed), decisions=decided
            )
            yield _PlayedDay(event, moves)

    @cached_property
    def _last_events(self) -> Mapping[str, int]:
        """The place of the last event that changed the standing of each player."""
        events = self.history.events
        return {player: place for place, event in enumerate(events) for player in event.standings}

    def explain(self, player: str, table: type[Table]) -> Iterator[Section]:
        """Yield the section that tells why the figure of a player changed on the last day that changed it.

        `table` has columns of the published rows, and `change` and `after` for the figure of the player,
        whose roles are `change` and `value`.
        """
        if player not in self._last_events:
            return
        place = self._last_events[player]
        event, previous_day = self.history.events[place], self.history.previous_days[place]
        places = self.history.row_ranges[place]
        moves = [self.moves[index][player] for index in places if player in self.moves[index]]
        rows = [
            table.combine(
                move.row,
                change=self.compare(move.before, move.after),
                after=self.get_figure(move.after),
            )
            for move in moves
        ]
        yield build_explanation(
            table,
            rows,
            steps=(),
            before=make_opening(previous_day, self.get_figure(moves[0].before), event.day),
            after=Balance(LIST_TITLE, event.day, self.get_figure(moves[-1].after)),
            is_rank=self.is_rank,
        )

    def compare(self, before: S, after: S) -> Any:
        """Return by how much the figure of a standing is better than before.

        It is without the noise of floats, which would tip a half the wrong way.
        """
        change = round(self.get_figure(after) - self.get_figure(before), 9)
        return -change if self.is_rank else change

    def foresee(self, player: str, result: R) -> Any:
        """Return by how much a result to come would better the figure of a player."""
        current = self.history.standings
        return self.compare(current[player], self._try(result, current)[player])

    def count_needed(
        self,
        player: str,
        list_results: Callable[[Mapping[str, S]], Iterable[R]],
        is_reached: Callable[[S], bool],
    ) -> int | None:
        """Return after how many results to come a player's standing is the one that `is_reached` asks for.

        `list_results` returns those that can come next, from the standings by then; each time the one counts
        that betters the figure most. None where no number of them is enough.
        """
        standings: Mapping[str, S] = self.history.standings
        for number in range(_MOST_NEEDED):
            before = standings[player]
            if is_reached(before):
                return number
            possible = [self._try(result, standings) for result in list_results(standings)]
            if not possible:
                return None
            standings = max(possible, key=lambda after: self.compare(before, after[player]))
            if standings[player] == before:
                return None
        return None

    def _try(self, result: R, standings: Mapping[str, S]) -> dict[str, S]:
        """Return the standings after one more result; the given ones stay as they are."""
        tried = dict(standings)
        self.step(result, tried)
        return tried
