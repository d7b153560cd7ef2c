"""The page of a player of the BGFed rating list: standing, course, latest results, history, head to head."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from itertools import takewhile

from sitegen.model import Chart, Evidence, Fact, PlayerPage, Section, Sheet
from sitegen.systems.fibs.events import steps
from sitegen.systems.fibs.lists import Course, Lists, Standing, standings
from sitegen.systems.fibs.matches import Calculated, Career
from sitegen.systems.fibs.outputs import Opponent, Played, Processed, Step
from sitegen.systems.fibs.tables import Options, Player, starting_rating
from sitegen.systems.fibs.timetable import Publication, Register, event_key
from sitegen.table import Change, PlayDate, Rank, Rating
from sitegen.toolkit.order import places

_NO_MATCH = "No match has been processed yet."


@dataclass(frozen=True)
class _Pages:
    """What the pages of all players are made from; `ranks` and `changes` are those of the current list."""

    course: Course
    rows: Sequence[Processed]
    ranks: dict[str, int]
    changes: dict[str, float | None]
    shown: dict[str, int]
    register: Register

    def page(self, standing: Standing, career: Career) -> PlayerPage:
        """The page of one player."""
        player = standing.player
        sheet = Sheet(
            [*self._standing(standing), *_record(standing, career), *self._registration(player)],
            Evidence("matches", career.rows),
            partial(self._parts, player, career.rows),
        )
        return PlayerPage(player.id, player.name, standing.club, sheet)

    def _standing(self, standing: Standing) -> Iterator[Fact]:
        below = self.course.options.provisional_below
        yield Fact("Provisional rating" if standing.is_provisional else "Rating", standing.rating, Rating)
        if rank := self.ranks.get(standing.player.id):
            yield Fact("Rank", rank, Rank)
        if (change := self.changes.get(standing.player.id)) is not None:
            yield Fact("Change", change, Change, note="since the list before")
        yield Fact(
            "Experience", standing.experience, int, note="sum of the lengths of the matches that count"
        )
        if standing.is_provisional:
            yield Fact("Experience still needed to be ranked", below - standing.experience, int)

    def _registration(self, player: Player) -> Iterator[Fact]:
        row = self.register.rows.get(player.id)
        if row is None:
            yield Fact("Registered", value=False, shown=bool)
        elif row.until != date.max:
            yield Fact("Registered until", row.until, date)

    def _parts(self, player: Player, indices: Sequence[int]) -> list[Section | Chart]:
        mine = [self.rows[index] for index in indices]
        return [
            *_chart(player, mine, self.course.options),
            _latest(mine, self.course.options),
            _history(player, mine),
            _head_to_head(player, mine, self.shown),
        ]


def player_pages(
    course: Course, publication: Publication, current: Lists, done: Calculated
) -> list[PlayerPage]:
    """A page for every player who is not hidden, in the order of their rows."""
    now = standings(course, publication)
    changes = {row.player: row.change for row in current.rating_list}
    changes |= {row.player: row.change for row in current.provisional}
    pages = _Pages(
        course,
        done.rows,
        {row.player: row.rank for row in current.rating_list},
        changes,
        places(course.players),
        course.registers[publication.day],
    )
    return [pages.page(now[each.id], done.careers[each.id]) for each in course.players if not each.hidden]


def _record(standing: Standing, career: Career) -> Iterator[Fact]:
    yield Fact("Matches", standing.matches, int, note="those that count")
    yield Fact("Won – lost", f"{career.won} – {standing.matches - career.won}", str)
    yield Fact("Highest rating", career.highest, Rating)
    if career.reached:
        yield Fact("Reached on", career.reached, PlayDate)


def _chart(player: Player, mine: Sequence[Processed], options: Options) -> Iterator[Chart]:
    after = {
        row.date: row.winner_after if row.winner == player.id else row.loser_after
        for row in mine
        if row.counted
    }
    if after:
        points = [(day, rating) for day, rating in after.items() if rating is not None]
        yield Chart("Rating", points, {"Rating at the start": starting_rating(player, options)})


def _latest(mine: Sequence[Processed], options: Options) -> Section:
    """The last week or day with a match of the player: a function of their matches, not of today."""
    last = event_key(options, mine[-1].date) if mine else ""
    newest_first = takewhile(lambda row: event_key(options, row.date) == last, reversed(mine))
    latest = list(newest_first)[::-1]
    title = "Latest week of play" if options.publication == "weekly" else "Latest day of play"
    return Section(
        "latest",
        title,
        Step,
        steps(latest),
        note="The rating A of the winner goes up by W, the rating B of the loser goes down by W.",
        empty=_NO_MATCH,
    )


def _history(player: Player, mine: Sequence[Processed]) -> Section:
    played = Played.rows([_won(row) if row.winner == player.id else _lost(row) for row in reversed(mine)])
    return Section("history", "Matches", Played, played, empty=_NO_MATCH)


def _won(row: Processed) -> tuple[object, ...]:
    day, _, loser, length, score, _, event, _, reason, _, opponents, p, _, change, after, _, _ = row
    return day, loser, "won", f"{length}–{_points(score)}", opponents, p, change, after, event, reason


def _lost(row: Processed) -> tuple[object, ...]:
    day, winner, _, length, score, _, event, _, reason, opponents, _, p, _, change, _, after, _ = row
    chance = None if p is None else 1 - p
    lost = None if change is None else -change
    return day, winner, "lost", f"{_points(score)}–{length}", opponents, chance, lost, after, event, reason


def _points(score: int | None) -> int | str:
    """The points of the loser; a result may come without them."""
    return "?" if score is None else score


def _head_to_head(player: Player, mine: Sequence[Processed], shown: dict[str, int]) -> Section:
    tally: dict[str, tuple[int, int, float]] = {}
    for row in mine:
        if row.reason == "online":
            continue
        is_won, change = row.winner == player.id, row.change or 0.0
        opponent = row.loser if is_won else row.winner
        played, won, moved = tally.get(opponent, (0, 0, 0.0))
        tally[opponent] = played + 1, won + is_won, moved + (change if is_won else -change)
    order = sorted((-played, shown[opponent], opponent) for opponent, (played, _, _) in tally.items())
    between = [(opponent, *tally[opponent]) for _, _, opponent in order]
    return Section(
        "head-to-head",
        "Head to head",
        Opponent,
        Opponent.rows([(opponent, all_, won, all_ - won, moved) for opponent, all_, won, moved in between]),
        note="All live matches, also those that do not count for the rating; most played first.",
        empty=_NO_MATCH,
    )
