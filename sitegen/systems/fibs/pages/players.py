"""The page of a player of the BGFed rating list: standing, course, latest results, history, head to head.

Why the rating of a player changed: their latest matches, from one list to the next.

What the next match of a player would do to the rating, against each likely opponent.

All matches as their players look back on them: each stands twice, and those of a player together.
"""

from array import array
from bisect import bisect_right
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache, cached_property, partial
from itertools import accumulate, chain, compress, pairwise
from math import fsum
from operator import attrgetter, itemgetter
from typing import Any

from sitegen.core.columnar import Cells, Rows
from sitegen.core.entities import Balance, Career, Point, Result
from sitegen.core.model import Chart, Fact, PageContent, PlayerPage, Section
from sitegen.core.table import Figure
from sitegen.systems.fibs.calendar import ListPeriod, Publication, Publications, Register
from sitegen.systems.fibs.outputs import (
    CalculatedMatch,
    MatchStep,
    Opponent,
    PlayerMatch,
    ProvisionalPlayer,
    RankedPlayer,
    RegistrationPeriod,
)
from sitegen.systems.fibs.pages.lists import ListPages
from sitegen.systems.fibs.rating import FibsStanding, RatingHistory, compute_change
from sitegen.systems.fibs.tables import Player, Registration
from sitegen.toolkit.course import make_player_pages
from sitegen.toolkit.order import build_head_to_head, group_by, group_companions, index_players
from sitegen.toolkit.ratings import (
    LIST_TITLE,
    RECENT_PERIOD,
    LikelyOpponents,
    ProjectedGame,
    build_explanation,
    build_projection,
    describe_highest,
    find_recent_opponents,
    make_opening,
    make_rating_chart,
)


def explain_rating(
    receipts: Callable[[int], Rows[CalculatedMatch]],
    matches: Rows[PlayerMatch],
    period: ListPeriod | None,
    start: float,
) -> Iterator[Section]:
    """The matches of a player that count first by the list after `period`; nothing without any.

    `matches` are as the player looks back on them; `receipts` gives what they did, from one of them on.
    "Ratingformule": each wins or loses W.
    """
    if period is None:
        return
    days, after = matches.get_column("date"), matches.get_column("after")
    since = bisect_right(days, period.list_before.through) if period.list_before else 0
    opened = _find_last_rating(after[:since], start)
    ended = _find_last_rating(after[since:], opened)
    yield build_explanation(
        PlayerMatch,
        matches[since:],
        steps=receipts(since).view(MatchStep),
        before=make_opening(period.list_before and period.list_before.day, opened, days[since]),
        after=Balance(LIST_TITLE, period.list_after.day, ended),
        articles=["Matchen", "Ratingformule", "Ramp-up"],
    )


def _find_last_rating(after: Cells, before: float) -> float:
    """The rating after the last of some matches that counts."""
    return next((rating for rating in reversed(after) if rating is not None), before)


_NOTE = (
    "What it would do to the rating, against who was met most in the last twelve months, then against who"
    " stands nearest. It is of the length that this player plays most of late."
)


@dataclass(frozen=True)
class Projection:
    """What the next matches are supposed from, of which `through` is the last day that counts.

    `rows` are all matches by then, and `registered` are those who may play.
    """

    players: Sequence[Player]
    standings: Mapping[str, FibsStanding]
    rows: Rows[CalculatedMatch]
    registered_players: Collection[str]
    through: date

    def build_section(self, player: str) -> Iterator[Section]:
        """The next match of a player; nothing where none is expected."""
        if self._is_active(player):
            own, length = self.standings[player].rating, self._choose_length(player)
            against = self._likely_opponents.find_opponents(player)
            rows = [
                _project_match(opponent, own, other.rating, length) for opponent, other in against.items()
            ]
            title, articles = "The next match, of length {length}", ["Ratingformule", "Ramp-up"]
            yield from build_projection(
                ProjectedGame, rows, note=_NOTE, title=title, params={"length": length}, articles=articles
            )

    def _is_active(self, player: str) -> bool:
        """Whether a player is registered, and is new or has played in the last twelve months."""
        is_new = not self.standings[player].matches
        return player in self.registered_players and (
            is_new or player in self._likely_opponents.recent_opponents
        )

    @cached_property
    def _recent_matches(self) -> Sequence[CalculatedMatch]:
        """The matches of the last twelve months that count."""
        first = bisect_right(self.rows.get_column("date"), self.through - RECENT_PERIOD)
        return [row for row in self.rows[first:] if row.counted]

    @cached_property
    def _likely_opponents(self) -> LikelyOpponents[FibsStanding]:
        met = find_recent_opponents(self._recent_matches, self.through, "winner", "loser")
        return LikelyOpponents(self.players, self.standings, met, met.keys() & self.registered_players)

    @cached_property
    def _recent_lengths(self) -> Mapping[str, Sequence[int]]:
        """Of what length the matches of each player were of late, the latest first."""
        found: defaultdict[str, list[int]] = defaultdict(list)
        for row in reversed(self._recent_matches):
            found[row.winner].append(row.length)
            found[row.loser].append(row.length)
        return found

    def _choose_length(self, player: str) -> int:
        """What a player plays most of late; of who is new, what all others do."""
        return _find_commonest(self._recent_lengths.get(player, ())) or self._usual_length

    @cached_property
    def _usual_length(self) -> int:
        lengths, counted = self.rows.get_column("length"), self.rows.get_column("counted")
        return _find_commonest(compress(reversed(lengths), reversed(counted)))


def _find_commonest(lengths: Iterable[int]) -> int:
    """The length that occurs most, and the first of those that occur as often; 0 without any."""
    return next((length for length, _ in Counter(lengths).most_common(1)), 0)


def _project_match(opponent: str, own: float, other: float, length: int) -> ProjectedGame:
    """The winner wins what the loser loses ("Ratingformule")."""
    (*_, won), (*_, lost) = compute_change(own, other, length), compute_change(other, own, length)
    return ProjectedGame(opponent, other, won, -lost)


@dataclass(frozen=True)
class MatchHistories:
    """The matches of all players, held by column; with an experience `below` this a rating is provisional."""

    history: RatingHistory
    provisional_below: int

    def get_matches(self, player: str) -> Rows[PlayerMatch]:
        """The matches of a player, oldest first."""
        return self._player_matches[self._bounds[player]]

    def get_calculated_matches(self, player: str, since: int) -> Rows[CalculatedMatch]:
        """What the matches of a player did, from one of them on."""
        return self.history.matches.take(self._places[self._bounds[player]][since:])

    def build_career(self, player: str) -> Career:
        """What a player did, all matches among it; those that do not count have no result."""
        played, start = self._results[self._bounds[player]], self.history.start[player]
        return Career(self.build_rating_course(player), played, start.rating, self._first_ranked_days[player])

    def build_rating_course(self, player: str) -> Rows[Point]:
        """The rating of a player after each day on which a match counted."""
        pairs = zip(*map(self.get_matches(player).get_column, ("date", "after")), strict=True)
        course = {day: rating for day, rating in pairs if rating is not None}
        return Rows(Point, len(course), [[*course], [*course.values()]])

    @cached_property
    def _first_ranked_days(self) -> Mapping[str, date]:
        """The day on which each player had experience enough to be ranked."""
        lacking = {
            player: self.provisional_below - own.experience for player, own in self.history.start.items()
        }
        found = {player: date.max if lacks > 0 else date.min for player, lacks in lacking.items()}
        columns = map(self.history.matches.get_column, ("counted", "date", "length", "winner", "loser"))
        for counted, day, length, *both in zip(*columns, strict=True):
            for player in both if counted else ():
                if lacking[player] > 0:
                    lacking[player] -= length
                    if lacking[player] <= 0:
                        found[player] = day
        return found

    @cached_property
    def _bounds(self) -> Mapping[str, slice]:
        """Where the matches of each player stand."""
        played = Counter(self._interleave("winner", "loser"))
        ends = accumulate((played[player] for player in self.history.start), initial=0)
        return {
            player: slice(*both) for player, both in zip(self.history.start, pairwise(ends), strict=False)
        }

    def _interleave(self, of_winner: str, of_loser: str) -> Iterator[Any]:
        """The cells of a column of winners and of one of losers, by turns."""
        columns = map(self.history.matches.get_column, (of_winner, of_loser))
        return chain.from_iterable(zip(*columns, strict=True))

    def _group_by_player(self, by_turns: Iterable[Any]) -> Cells:
        """The same cells, those of a player together."""
        found: dict[str, list[Any]] = {player: [] for player in self.history.start}
        own = map(found.__getitem__, self._interleave("winner", "loser"))
        deque(map(list.append, own, by_turns), maxlen=0)  # a loop, in three quarters of the time
        return [*chain.from_iterable(found.values())]

    @cached_property
    def _places(self) -> Sequence[int]:
        """The place of each match among all receipts."""
        return array("i", self._group_by_player(side // 2 for side in range(2 * len(self.history.matches))))

    @cached_property
    def _player_matches(self) -> Rows[PlayerMatch]:
        """All matches, twice; the points of the loser may not be reported."""
        receipts = self.history.matches

        def choose(of_winner: str, of_loser: str) -> Callable[[], Cells]:
            return lambda: self._group_by_player(self._interleave(of_winner, of_loser))

        def scores() -> Cells:
            played = zip(*map(receipts.get_column, ("length", "score")), strict=True)
            return self._group_by_player(chain.from_iterable(_format_scores(*cells) for cells in played))

        def chances() -> Cells:
            own = receipts.get_column("probability")
            return self._group_by_player(chain.from_iterable((p, None if p is None else 1 - p) for p in own))

        def changes() -> Cells:
            own = receipts.get_column("change")
            return self._group_by_player(chain.from_iterable((w, None if w is None else -w) for w in own))

        same = {name: choose(name, name) for name in ("date", "event", "reason", "source")}
        columns: dict[str, Callable[[], Cells]] = {
            **same,
            "opponent": choose("loser", "winner"),
            "result": lambda: self._group_by_player(["won", "lost"] * len(receipts)),
            "score": scores,
            "opponent_before": choose("loser_before", "winner_before"),
            "chance": chances,
            "change": changes,
            "after": choose("winner_after", "loser_after"),
        }
        return Rows.join(PlayerMatch, 2 * len(receipts), columns)

    @cached_property
    def _results(self) -> Rows[Result]:
        """The same, as what players did."""
        column, event_of = self._player_matches.get_column, self.history.event_keys
        alone = {player: (player,) for player in self.history.start}

        def ends() -> Cells:
            pairs = zip(column("result"), column("change"), strict=True)
            return ["" if change is None else result for result, change in pairs]

        return self._player_matches.view(
            Result,
            day=lambda: column("date"),
            event=lambda: [*map(event_of.__getitem__, column("date"))],
            ended=ends,
            opponents=lambda: [*map(alone.__getitem__, column("opponent"))],
            occasion=lambda: column("event"),
        )


@cache
def _format_scores(length: int, score: int | None) -> tuple[str, str]:
    """A score as the winner writes it, such as `7–3`, and as the loser does; `?` for points not reported."""
    points = "?" if score is None else score
    return f"{length}–{points}", f"{points}–{length}"


_NO_MATCH = "No match has been processed yet."


@dataclass(frozen=True)
class PlayerPages:
    """What the pages of all players are made from; `sections` are those of the current list.

    `published` are all lists that were published. `registrations` is None where the club keeps none:
    everyone is registered always.
    """

    history: RatingHistory
    lists: ListPages
    current: Publication
    sections: Sequence[Section]
    publications: Publications
    registrations: Sequence[Registration] | None

    def build_pages(self) -> list[PlayerPage]:
        """A page for every player, with the club of their registration."""
        return make_player_pages(map(self._register.apply_club, self.lists.players), self._build_content)

    @cached_property
    def histories(self) -> MatchHistories:
        """The matches of all players."""
        return MatchHistories(self.history, self.lists.options.provisional_below)

    @cached_property
    def _standings(self) -> Mapping[str, FibsStanding]:
        return self.lists.standings[self.current.through]

    @property
    def _register(self) -> Register:
        return self.lists.registers[self.current.day]

    @cached_property
    def _rows_by_player(self) -> Mapping[str, RankedPlayer | ProvisionalPlayer]:
        return {row.player: row for section in self.sections[:2] for row in section.rows}

    @cached_property
    def _registration_periods(self) -> Mapping[str, Sequence[RegistrationPeriod]]:
        """The registrations of each player that began by the day of the current list, the latest first."""
        begun = [
            registration
            for registration in self.registrations or ()
            if registration.from_ <= self.current.day
        ]
        rows = group_by(sorted(begun, key=attrgetter("from_"))[::-1], attrgetter("player"))
        return {player: RegistrationPeriod.combine_all(own) for player, own in rows.items()}

    @cached_property
    def _places(self) -> Mapping[str, int]:
        return index_players(self.lists.players)

    def _build_content(self, player: Player) -> PageContent:
        own = self._standings[player.id]
        facts = [
            *self.lists.rating_list.describe_standing(own, self._rows_by_player.get(player.id)),
            Fact("Matches", own.matches, int, note="those that count"),
            Fact("Won – lost", f"{own.won} – {own.matches - own.won}", str),
            *describe_highest(own.highest, own.highest_day),
            *self._build_start_facts(player.id),
            *self._build_registration_facts(player.id),
        ]
        return PageContent(facts, partial(self._build_sections, player.id))

    @cached_property
    def _projection(self) -> Projection:
        through, registered = self.current.through, self._register.rows.keys()
        return Projection(self.lists.players, self._standings, self.history.matches, registered, through)

    def _find_period(self, matches: Rows[PlayerMatch]) -> ListPeriod | None:
        """From which list to which the latest matches of a player count."""
        days = matches.get_column("date")
        return self.publications.find_period(days[-1]) if days else None

    def _build_start_facts(self, player: str) -> Iterator[Fact]:
        start = self.history.start[player]
        yield Fact("Rating at the start", start.rating, Figure)
        if start.experience:
            yield Fact("Experience at the start", start.experience, int)

    def _build_registration_facts(self, player: str) -> Iterator[Fact]:
        row = self._register.rows.get(player)
        if row is None:
            yield Fact("Registered", value=False, cell_type=bool)
        elif row.until != date.max:
            yield Fact("Registered until", row.until, date)

    def _build_sections(self, player: str) -> list[Section | Chart]:
        matches, start = self.histories.get_matches(player), self.history.start[player].rating
        return [
            *make_rating_chart(start, self.histories.build_rating_course(player)),
            *explain_rating(
                partial(self.histories.get_calculated_matches, player),
                matches,
                self._find_period(matches),
                start,
            ),
            *self._projection.build_section(player),
            Section(
                "history",
                "Matches",
                PlayerMatch,
                matches[::-1],
                empty=_NO_MATCH,
                articles=["Matchen", "Ratingformule"],
                is_yearly=True,
            ),
            _build_head_to_head(matches, self._places),
            *self._build_registrations(player),
        ]

    def _select_registrations(self, player: str) -> Sequence[RegistrationPeriod] | None:
        return None if self.registrations is None else self._registration_periods.get(player, ())

    def _build_registrations(self, player: str) -> Iterator[Section]:
        rows = self._select_registrations(player)
        if rows is not None:
            title, empty = "Registrations", "Nobody has registered this player yet."
            yield Section("registrations", title, RegistrationPeriod, rows, empty=empty, articles=["Spelers"])


def _build_head_to_head(matches: Rows[PlayerMatch], places: Mapping[str, int]) -> Section:
    columns = map(matches.get_column, ("opponent", "result", "change", "reason"))
    live = [row[:3] for row in zip(*columns, strict=True) if row[3] != "online"]
    rows = Opponent.make_rows(
        _tally_opponent(*pair) for pair in group_companions(live, itemgetter(0), places)
    )
    note = "All live matches, also those that do not count for the rating; most played first."
    return build_head_to_head(
        Opponent, rows, note=note, empty=_NO_MATCH, articles=["Matchen", "Ratingformule"]
    )


def _tally_opponent(opponent: str, met: Sequence[tuple[Any, ...]]) -> tuple[str, int, int, int, float]:
    _, ended, changes = zip(*met, strict=True)
    won = ended.count("won")
    return opponent, len(met), won, len(met) - won, fsum(filter(None, changes))
