"""The page of a player of the competition: standing, course, why the score moved, rounds, opponents."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from sitegen.model import Chart, Fact, PlayerPage, Section, Sheet
from sitegen.systems.ijssel.honours import Honours
from sitegen.systems.ijssel.pages import evening
from sitegen.systems.ijssel.pages.account import account, latest_first, recounted
from sitegen.systems.ijssel.pages.ahead import Next
from sitegen.systems.ijssel.ranking import Ranking, Standing, Standings
from sitegen.systems.ijssel.scores import BYES, Scored
from sitegen.systems.ijssel.shown import Looked, Opponent, Revalued, seen
from sitegen.systems.ijssel.tables import Gain, Player, Score
from sitegen.table import Figure, Movement, PlayerId, Rank, Rating
from sitegen.toolkit.order import places
from sitegen.toolkit.outcome import pages
from sitegen.toolkit.rows import companions

_NO_ROUND = "No round has been played yet."


def players(made: Ranking, won: Honours) -> list[PlayerPage]:
    """A page for everyone who has joined, in the order of their rows."""
    there = [each for each in made.competition.players if each.id in made.now]
    return pages(there, _Careers(made, won).sheet)


@dataclass(frozen=True)
class _Careers:
    """What the pages of all players are made from."""

    made: Ranking
    won: Honours

    @cached_property
    def _next(self) -> Next:
        return Next(self.made)

    @cached_property
    def _before(self) -> Standings:
        """The ranking before the last round that was played."""
        played = self.made.competition.played
        return self.made.before(played[-1]) if played else {}

    @cached_property
    def _places(self) -> Mapping[str, int]:
        return places(self.made.competition.players)

    def sheet(self, player: Player) -> Sheet:
        """The page of a player."""
        now, before = self.made.now[player.id], self._before.get(player.id)
        facts = [
            *_standing(now),
            *(self._moved(now, before) if before else ()),
            *self._group(player),
            *_record(now),
            *self._needed(player, now),
            *self._next_game(player),
        ]
        sections = [
            *account(self.made, now, before),
            *self._next.section(player.id),
            _revalued(now, before),
            self._history(player),
            self._head_to_head(now),
        ]
        return Sheet.of(facts, [*self._charts(player), *sections])

    def _moved(self, now: Standing, before: Standing) -> Iterator[Fact]:
        """What the last round did to the score: by itself, and by the new values of every round before."""
        latest = now.score_of(self.made.competition.played[-1:])
        gained = now.score - before.score
        yield Fact("Places won or lost", before.rank - now.rank, Movement)
        yield Fact("Change of the score", gained, Gain, note="since the round before")
        yield Fact("of which the last round", latest, Gain)
        yield Fact("of which new values", gained - latest, Gain, note="of the rounds before")

    def _group(self, player: Player) -> Iterator[Fact]:
        """Where the player stands in the latest period."""
        latest = max((each.period for each in self.won.groups), default=0)
        for row in self.won.periods:
            if (row.player, row.period) == (player.id, latest):
                yield Fact("Period", row.period, int)
                yield Fact("Group of the period", row.group, int)
                yield Fact("Place in the group", row.rank, Rank)

    def _needed(self, player: Player, now: Standing) -> Iterator[Fact]:
        """The byes that are left, and what the champion still needs (article 7 Overige bepalingen)."""
        competition = self.made.competition
        if not competition.is_over:
            taken = sum(each.entry.result == "bye" for each in now.scores)
            yield Fact("Byes left", BYES - taken, int)
        needed = max(0, competition.options.min_games - now.counted)
        to_come = sum(competition.belongs(player, each) for each in competition.to_come)
        note = "more than there are rounds to come" if needed > to_come else ""
        yield Fact("Games that count for the title", now.counted, int, note="games played and team matches")
        yield Fact("Games still needed to be champion", needed, int, note=note)

    def _next_game(self, player: Player) -> Iterator[Fact]:
        competition = self.made.competition
        for game in (each for round_ in competition.drawn[:1] for each in competition.games(round_)):
            if player.id in game.players:
                has_white = player.id == game.white
                note = "with white" if has_white else "with black"
                yield from evening(competition, "Next game in round", game.round)
                yield Fact("Next opponent", game.players[has_white], PlayerId, note=note)

    def _charts(self, player: Player) -> Iterator[Chart]:
        if mine := dict(self.made.course.of[player.id]):
            marks = {"Start rating": self.made.now[player.id].start_rating}
            yield Chart("Club rating", [(day, own.club_rating) for day, own in mine.items()], marks)
            yield Chart("Score", [(day, own.score) for day, own in mine.items()])

    def _history(self, player: Player) -> Section:
        rows = [self._looked(each) for each in latest_first(self.made.now[player.id])]
        articles = ["2.2 Rondescore", "2.3 Afwezigheid", "1 Clubrating", "6.1 Totaalranglijst"]
        return Section("rounds", "Rounds", Looked, rows, empty=_NO_ROUND, articles=articles, yearly=True)

    def _looked(self, scored: Scored) -> Looked:
        then = self.made.after[scored.entry.round][scored.entry.player]
        return seen(
            Looked,
            scored,
            opponent=scored.entry.opponent or None,
            colour={"w": "white", "b": "black"}.get(scored.entry.colour),
            club_rating=then.club_rating,
            total=then.score,
            rank=then.rank,
        )

    def _head_to_head(self, now: Standing) -> Section:
        played = [each.entry for each in now.scores if each.entry.is_played]
        rows = []
        for opponent, games in companions(played, lambda each: each.opponent, self._places):
            tally = Counter(mark for each in games for mark in (each.colour, each.result))
            rows.append(Opponent(opponent, len(games), *(tally[each] for each in "wb1½0")))
        note = "Games that were played, without forfeits; most played first."
        empty = "No game has been played yet."
        return Section("head-to-head", "Head to head", Opponent, rows, note=note, empty=empty)


def _standing(now: Standing) -> Iterator[Fact]:
    yield Fact("Rank", now.rank, Rank)
    yield Fact("Score", now.score, Score)
    yield Fact("Club rating", now.club_rating, Rating)
    yield Fact("Value", now.value, Figure, note="what a win against the player is worth")
    yield Fact("Start rating", now.start_rating, Rating)


def _record(now: Standing) -> Iterator[Fact]:
    yield Fact("Games", now.played, int, note="without forfeits")
    yield Fact("Won – drawn – lost", f"{now.won} – {now.drawn} – {now.lost}")


def _revalued(now: Standing, before: Standing | None) -> Section:
    """Every round score on the list before and now: why the sum moved, also of who did not play."""
    earlier = {each.key: each for each in before.scores} if before else {}
    return Section(
        "revalued",
        "Every round at the new values",
        Revalued,
        [Revalued.like(recounted(each, earlier.get(each.key))) for each in latest_first(now)],
        note="Every round counts again with the value that the opponent has now, so that a score moves"
        " without a game. Without an opponent it is the player's own value that counts.",
        empty=_NO_ROUND,
        articles=["2.2 Rondescore", "2.3 Afwezigheid"],
    )
