"""What the pages of a circuit are made from: while that is the same, none of them need be made again."""

from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Sized
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, pairwise
from math import nan

from sitegen.digest import digest, digest_of
from sitegen.model import Evidence
from sitegen.systems.ludo.circuit import Circuit
from sitegen.systems.ludo.outputs import Seat
from sitegen.systems.ludo.rounds import Played
from sitegen.systems.ludo.tables import Result
from sitegen.toolkit.rows import grouped

Seen = tuple[Evidence | bytes, ...]
_told = Result.cells("place", "score", "source")


@dataclass(frozen=True)
class Proofs:
    """The rows of published tables that pages show, and digests of what stands in none of these."""

    circuit: Circuit

    @cached_property
    def places(self) -> Mapping[str, int]:
        """The place of each tournament among all that were played."""
        return {each.tournament: place for place, each in enumerate(self.circuit.tournaments)}

    def of_event(self, place: int) -> Seen:
        """Of the page of a tournament, by its place among all that were played."""
        return Evidence("rounds", self._rounds[place]), self._held[place], self._entered[place]

    def of_prizes(self, place: int) -> Seen:
        """Of the sheet of its prize-giving."""
        prizes, days = self._prizes[place], self.circuit.course.places[place]
        return Evidence("prizes", prizes), Evidence("days", days), digest(self._held[place], self._homes)

    def of_list(self, place: int, since: int) -> Seen:
        """Of the list after a tournament, to which those count that were played from the year `since` on."""
        first = next(at for at, each in enumerate(self.circuit.tournaments) if each.year >= since)
        days = self.circuit.course.places
        rows = range(days[first].start, days[place].stop)
        return Evidence("days", rows), digest(*self._held[first : place + 1])

    def of_player(self, player: str) -> Seen:
        """Of what a player did, and of the tournaments between which they stood on the lists."""
        rounds, days = self._rounds_of.get(player, ()), self._days_of.get(player, ())
        entered = [self._entered[self._visited[each]] for each in days]
        first, end = self._listed.get(player, (0, 0))
        told = digest(*self._held[first:end], *entered)
        return Evidence("rounds", rounds), Evidence("days", days), told, *self._this_year(player)

    def of_game(self, game: str) -> Seen:
        """Of the rankings of a game in all years, and of its final table in the latest."""
        years = [Evidence(f"games-{year}", rows.get(game, ())) for year, rows in self._games.items()]
        return *years, Evidence("final-tables", self._seats_at.get(game, ()))

    def of_year(self, year: int) -> Seen:
        """Of the rankings of a year, and of its final tables."""
        last = max(place for place, each in enumerate(self.circuit.tournaments) if each.year == year)
        seats, rows = self._seats.get(year, range(0)), range(len(self.circuit.years[year]))
        tables = Evidence(f"year-{year}", rows), Evidence("final-tables", seats)
        return *tables, *self.of_list(last, year - 2)

    def _this_year(self, player: str) -> Iterator[Evidence]:
        """The games of a player in the latest year, and the seats at its final tables."""
        if games := self._games_of.get(player):
            yield Evidence(f"games-{self.circuit.year}", games)
        yield Evidence("final-tables", self._seats_of.get(player, ()))

    @cached_property
    def _entered(self) -> Sequence[bytes]:
        """Of each tournament what was entered and is not published: places, scores and where they stand."""
        return [_entered(self.circuit.rounds_at[each.tournament]) for each in self.circuit.tournaments]

    @cached_property
    def _held(self) -> Sequence[bytes]:
        """Of each tournament its row, the ceiling of its year, and how much was played."""
        ceilings, sizes = self.circuit.ceilings, self.circuit.sizes
        return [
            digest_of((*each, ceilings.get(each.year), sizes[each.tournament]))
            for each in self.circuit.tournaments
        ]

    @cached_property
    def _homes(self) -> bytes:
        return repr(list(map(tuple, self.circuit.inputs.clubs))).encode()

    @cached_property
    def _listed(self) -> Mapping[str, tuple[int, int]]:
        """From which tournament until before which each player stood on the lists."""
        events = [*enumerate(self.circuit.course.events)]
        last, first = dict[str, int](), dict[str, int]()
        for place, each in events:
            last.update(dict.fromkeys(each.left, place + 1))
        for place, each in reversed(events):
            first.update(dict.fromkeys(each.left, place))
        return {player: (first[player], end) for player, end in last.items()}

    @cached_property
    def _rounds(self) -> Sequence[range]:
        """The rounds of each tournament."""
        return _ranges(self.circuit.rounds_at.values())

    @cached_property
    def _prizes(self) -> Sequence[range]:
        return _ranges(self.circuit.prizes)

    @cached_property
    def _rounds_of(self) -> Mapping[str, Sequence[int]]:
        return _places([each.player for each in self.circuit.receipts])

    @cached_property
    def _days_of(self) -> Mapping[str, Sequence[int]]:
        return _places([each.player for each in self.circuit.course.rows])

    @cached_property
    def _visited(self) -> Sequence[int]:
        """The place of the tournament of each row of the rankings of a day."""
        return [place for place, rows in enumerate(self.circuit.course.places) for _ in rows]

    @cached_property
    def _games(self) -> Mapping[int, Mapping[str, Sequence[int]]]:
        return {year: _places([each.game for each in rows]) for year, rows in self.circuit.games.items()}

    @cached_property
    def _games_of(self) -> Mapping[str, Sequence[int]]:
        return _places([each.player for each in self.circuit.games.get(self.circuit.year, ())])

    @cached_property
    def _seats(self) -> Mapping[int, range]:
        """The seats of each year."""
        return dict(zip(self.circuit.seats, _ranges(self.circuit.seats.values()), strict=True))

    @cached_property
    def _seats_of(self) -> Mapping[str, Sequence[int]]:
        return self._seats_by(lambda each: each.player)

    @cached_property
    def _seats_at(self) -> Mapping[str, Sequence[int]]:
        return self._seats_by(lambda each: each.game)

    def _seats_by(self, key: Callable[[Seat], str]) -> Mapping[str, Sequence[int]]:
        """The seats of the latest year."""
        year = self.circuit.year
        there = self._seats.get(year, range(0))
        found = _places(list(map(key, self.circuit.seats.get(year, ()))))
        return {each: [there[place] for place in places] for each, places in found.items()}


def _entered(rounds: Sequence[Played]) -> bytes:
    places, scores, sources = zip(*[_told(row.result) for row in rounds], strict=True)
    figures = array("d", [*places, *(nan if each is None else each for each in scores)])
    return digest(figures.tobytes(), "\n".join(sources).encode())


def _ranges(groups: Iterable[Sized]) -> list[range]:
    """The places of those of each group among all."""
    return [range(*pair) for pair in pairwise([0, *accumulate(map(len, groups))])]


def _places(keys: Sequence[str]) -> dict[str, list[int]]:
    """The places of each key."""
    return grouped(range(len(keys)), keys.__getitem__)
