"""The page of a player: the standing, its course, the tournaments, the games and what a next one would do."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from operator import attrgetter
from typing import NamedTuple

from sitegen.model import Chart, Fact, Part, PlayerPage, Section, Sheet
from sitegen.systems.ludo.articles import DAY, GAMES, ROUND, YEARS
from sitegen.systems.ludo.circuit import Circuit
from sitegen.systems.ludo.games import WIN, divisor, with_one_more
from sitegen.systems.ludo.needed import Needed, Needs
from sitegen.systems.ludo.outputs import DayRanked, GameRanked, Seat
from sitegen.systems.ludo.pages.careers import FEWER, Careers
from sitegen.systems.ludo.rounds import GAME, POINTS, Played
from sitegen.systems.ludo.shown import NOTHING_YET, Campaign, Ever, Looked, NextGame, Visit
from sitegen.systems.ludo.sums import added
from sitegen.systems.ludo.tables import Player, Points, Tournament
from sitegen.table import Rank, many
from sitegen.toolkit.outcome import pages
from sitegen.toolkit.rows import grouped

_PLAYER = attrgetter("player")


class _Ludo(NamedTuple):
    """Where a player stood in LUDO."""

    ludo_rank: int
    ludo: float


def player_pages(circuit: Circuit, careers: Careers, needs: Needs | None) -> list[PlayerPage]:
    """A page for everyone."""
    return pages(circuit.inputs.players, _Sheets(circuit, careers, needs).sheet)


@dataclass(frozen=True)
class _Sheets:
    """What everybody did, by player."""

    circuit: Circuit
    careers: Careers
    needs: Needs | None

    def sheet(self, player: Player) -> Sheet:
        """The page of a player; what hangs on others is made at once."""
        needed, years = self._needed(player.id), self._campaigns.get(player.id, ())
        return Sheet(list(self._facts(player.id)), partial(self._parts, player.id, needed, years))

    def _parts(self, player: str, needed: Sequence[Needed], years: Sequence[Campaign]) -> list[Part]:
        account = [*self.careers.why(player), *self._ahead(needed)]
        return [*self._chart(player), *account, *self._sections(player, years)]

    def _facts(self, player: str) -> Iterator[Fact]:
        """Where a player stands now."""
        year = self.circuit.year
        if year and (ludo := self.circuit.ludo[year].get(player)):
            yield Fact("LUDO total", ludo.total, Points)
            yield Fact("LUDO place", ludo.rank, Rank)
        if year and (of_year := self.circuit.years[year].get(player)):
            yield Fact("Total of the year", of_year.total, Points)
            yield Fact("Place of the year", of_year.rank, Rank)
            yield Fact("Regular tournaments that count", of_year.counted, int)
        if seats := sum(not seat.reserve for seat in self._seats.get(player, ())):
            yield Fact("Seats at final tables", seats, int)

    def _chart(self, player: str) -> Iterator[Chart]:
        """The course of the LUDO ranking, since the first tournament of a player."""
        points = {day: own.ludo for day, own in self.circuit.course.of[player]}
        if points:
            yield Chart("LUDO total", list(points.items()), note=FEWER)

    def _needed(self, player: str) -> list[Needed]:
        """What the next tournament would have to bring."""
        return list(self.needs.of(player)) if self.needs else []

    def _ahead(self, rows: Sequence[Needed]) -> Iterator[Section]:
        if self.needs and rows:
            title, named = "What is still needed on {day}", {"day": self.needs.tournament.date}
            note = (
                "As if nobody else took part. The places are those before it: in a new year, what earlier"
                " ones brought is worth less. What takes more points than anybody ever had in a tournament,"
                " or for a seat more than a win at a table of four, is not named."
            )
            articles = [YEARS, *([GAMES] if any(row.game for row in rows) else [])]
            yield Section("ahead", title, Needed, rows, note, named=named, articles=articles)

    def _sections(self, player: str, years: Sequence[Campaign]) -> Iterator[Section]:
        """The tournaments, games, rounds and years of a player."""
        mine, none = self._rounds.get(player, []), NOTHING_YET
        visits = [*map(self._visit, reversed(self._days.get(player, [])))]
        yield Section(
            "tournaments", "Tournaments", Visit, visits, empty=none, articles=[DAY, YEARS], yearly=True
        )
        note, empty = "What one more game would do to each ranking.", "No game has been played this year."
        games = self._next_games(player)
        yield Section("next", "Games this year", NextGame, games, note, empty, articles=[GAMES])
        note, ever = "Most played first.", _ever(mine, self.circuit.game_names)
        yield Section("games", "Games in all years", Ever, ever, note, none, articles=[ROUND])
        yield Section("years", "Years", Campaign, years, FEWER, none, articles=[YEARS])
        rounds = Looked.each_like([each.worth for each in mine], [each.result for each in mine])[::-1]
        yield Section("rounds", "Rounds", Looked, rounds, empty=none, articles=[ROUND], yearly=True)

    def _next_games(self, player: str) -> list[NextGame]:
        seats = {seat.game: seat for seat in self._seats.get(player, ())}
        found = sorted(self._games.get(player, ()), key=lambda row: -row.played)
        return [_next_game(row, seats.get(row.game)) for row in found]

    @cached_property
    def _campaigns(self) -> Mapping[str, Sequence[Campaign]]:
        """The years of everybody, the latest first."""
        found = defaultdict[str, list[Campaign]](list)
        for year, ranking in reversed(self.circuit.years.items()):
            ends, ludo = self.circuit.ends[year], self.circuit.ludo[year]
            places = many(_Ludo, ((ludo[each].rank, ludo[each].total) for each in ranking))
            campaigns = Campaign.each_like(places, map(ends.__getitem__, ranking), ranking.values())
            for player, campaign in zip(ranking, campaigns, strict=True):
                found[player].append(campaign)
        return found

    def _visit(self, row: DayRanked) -> Visit:
        held, players = self._held[row.tournament], len(self.circuit.days[row.tournament])
        counted = self.circuit.ends[held.year][row.player].counts(row, held.kind)
        return Visit.like(row, date=held.date, players=players, counted=counted)

    @cached_property
    def _held(self) -> Mapping[str, Tournament]:
        return {each.tournament: each for each in self.circuit.tournaments}

    @cached_property
    def _days(self) -> Mapping[str, Sequence[DayRanked]]:
        """The tournaments of everybody."""
        return grouped(self.circuit.course.rows, _PLAYER)

    @cached_property
    def _games(self) -> Mapping[str, Sequence[GameRanked]]:
        """The rankings of games this year."""
        return grouped(self.circuit.games.get(self.circuit.year, ()), _PLAYER)

    @cached_property
    def _seats(self) -> Mapping[str, Sequence[Seat]]:
        """The seats at the final tables of this year."""
        return grouped(self.circuit.seats.get(self.circuit.year, ()), _PLAYER)

    @cached_property
    def _rounds(self) -> Mapping[str, Sequence[Played]]:
        return grouped(self.circuit.rounds, attrgetter("who.id"))


def _next_game(row: GameRanked, seat: Seat | None) -> NextGame:
    now, then = divisor(row.played), divisor(row.played + 1)
    return NextGame.like(
        row,
        average=row.points / row.played,
        win=with_one_more(row, WIN),
        last=with_one_more(row, 0.0),
        needed=row.points * (then - now) / now,
        seat=seat.seat if seat else None,
        reserve=seat.reserve if seat else None,
    )


def _ever(rounds: Sequence[Played], games: Sequence[str]) -> list[Ever]:
    """Every game that a player ever played, the most played first; `games` are all, by the alphabet."""
    of = grouped(rounds, GAME)
    there = [(each, of[each]) for each in games if each in of]
    return [
        Ever(
            game=game,
            played=len(rows),
            won=sum(each.worth.win_bonus > 0 for each in rows),
            average=added(map(POINTS, rows)) / len(rows),
            best=max(map(POINTS, rows)),
        )
        for game, rows in sorted(there, key=lambda pair: -len(pair[1]))
    ]
