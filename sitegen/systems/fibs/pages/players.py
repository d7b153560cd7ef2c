"""The pages of players of the BGFed rating list: standing, chart, latest results, next match, history."""

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from itertools import compress
from operator import attrgetter, neg
from typing import Any

from sitegen.core.columnar import IndexedRows, Rows
from sitegen.core.entities import Career
from sitegen.core.model import Chart, Fact, PlayerPage, PublishedTable, Section
from sitegen.core.table import Figure
from sitegen.core.views import PageParts, Part, View, make_view_table
from sitegen.systems.fibs.calendar import Publication, Publications, Register, apply_clubs
from sitegen.systems.fibs.outputs import (
    GAME_COLUMNS,
    CalculatedMatch,
    MatchStep,
    Opponent,
    PlayerMatch,
    RegistrationPeriod,
    UnregisteredPlayer,
)
from sitegen.systems.fibs.pages.lists import ListPageBuilder
from sitegen.systems.fibs.rating import FibsStanding, RatingHistory, compute_change
from sitegen.systems.fibs.tables import Registration
from sitegen.toolkit.decisions import describe_exclusion, list_set_anew
from sitegen.toolkit.duel.games import (
    BothSides,
    PlayerGames,
    RatingPeriod,
    SplitCells,
    build_head_to_head,
    complement,
    mirror,
)
from sitegen.toolkit.history import make_player_pages
from sitegen.toolkit.order import index_players
from sitegen.toolkit.ratings import (
    RECENT_PERIOD,
    LikelyOpponents,
    ProjectedGame,
    build_projection,
    describe_highest,
    find_recent_opponents,
    make_rating_chart,
)

_NOTE = (
    "The effect on the rating, first against the opponents met most in the last twelve months, then"
    " against those who stand nearest. The match is of the length that this player plays most."
)


def _find_commonest(lengths: Iterable[int]) -> int:
    """Return the most common length, the first of those that are as common; 0 without any."""
    return next((length for length, _ in Counter(lengths).most_common(1)), 0)


def _project_match(opponent: str, rating: float, opponent_rating: float, length: int) -> ProjectedGame:
    """Return the changes by a win and by a loss; the winner wins what the loser loses ("Ratingformule")."""
    *_, won = compute_change(rating, opponent_rating, length)
    *_, lost = compute_change(opponent_rating, rating, length)
    return ProjectedGame(opponent, opponent_rating, won, -lost)


def _split_scores(matches: Rows[CalculatedMatch]) -> BothSides:
    """Return each score for the winner, such as `7–3`, and for the loser; `?` for points not reported."""
    lengths, scores = map(matches.get_column, ("length", "score"))
    pairs = [*zip(lengths, scores, strict=True)]
    texts = {(n, score): (n, "?" if score is None else score) for n, score in {*pairs}}
    won = {pair: f"{n}–{points}" for pair, (n, points) in texts.items()}
    lost = {pair: f"{points}–{n}" for pair, (n, points) in texts.items()}
    return map(won.__getitem__, pairs), map(lost.__getitem__, pairs)


_PLAYER_CELLS: Mapping[str, SplitCells] = {
    "result": lambda matches: (["won"] * len(matches), ["lost"] * len(matches)),
    "score": _split_scores,
    "chance": mirror("probability", complement),
    "change": mirror("change", neg),
}


_NO_MATCH = "No match has been processed yet."
_HISTORY_COLUMNS = "date opponent result score opponent_before chance change after event reason"


@dataclass(frozen=True)
class PlayerPageBuilder:
    """Builds the pages of all players; `tables` are those of the current list.

    `registrations` is None where the club keeps none: then everyone is registered always.
    """

    history: RatingHistory
    list_pages: ListPageBuilder
    current: Publication
    tables: Sequence[PublishedTable]
    publications: Publications
    registrations: Sequence[Registration] | None

    def build_pages(self) -> list[PlayerPage]:
        """Return a page for every player, with the club of their registration."""
        members = self.list_pages.members
        players = apply_clubs(members.list_players(members.as_of), self._register)
        return make_player_pages(players, PageParts([self._list_facts], self._declare_parts()))

    def build_career(self, player: str) -> Career:
        """Return all matches of a player, with the ratings; matches that do not count have no result."""
        ratings, results = self._matches.build_ratings(player), self._matches.get_results(player)
        return Career(
            ratings,
            results,
            self.history.start[player].rating,
            self._find_ranked_from(player),
            list_set_anew(self.history.decisions_by_player.get(player, ())),
        )

    @cached_property
    def _matches(self) -> PlayerGames:
        return PlayerGames(self.history, self.history.matches, GAME_COLUMNS, PlayerMatch, _PLAYER_CELLS)

    def _find_ranked_from(self, player: str) -> date:
        """Return the day on which a player had enough experience to be ranked."""
        provisional_below = self.list_pages.options.provisional_below
        experience = self.history.start[player].experience
        if experience >= provisional_below:
            return date.min
        columns = map(self._matches.get_games(player).get_column, ("date", "length", "counted"))
        for day, length, counted in zip(*columns, strict=True):
            experience += length * counted
            if experience >= provisional_below:
                return day  # type: ignore[no-any-return]
        return date.max

    @cached_property
    def _standings(self) -> Mapping[str, FibsStanding]:
        return self.list_pages.standings[self.current.through]

    @property
    def _register(self) -> Register:
        return self.list_pages.registers[self.current.day]

    @cached_property
    def _rows_by_player(self) -> Mapping[str, UnregisteredPlayer]:
        return {row.player: row for table in self.tables for row in table.rows}

    @cached_property
    def _places(self) -> Mapping[str, int]:
        return index_players(self.list_pages.members.players)

    def _list_facts(self, player: str) -> Iterator[Fact]:
        standing, start = self._standings[player], self.history.start[player]
        yield from self.list_pages.rating_list.describe_standing(standing, self._rows_by_player.get(player))
        if standing.is_out:
            yield describe_exclusion(self.history.decisions_by_player[player])
        yield from describe_highest(standing.highest, standing.highest_day)
        yield Fact("Rating at the start", start.rating, Figure)
        if start.experience:
            yield Fact("Experience at the start", start.experience, int)
        registration = self._register.get(player)
        if registration is None:
            yield Fact("Registered", value=False, cell_type=bool)
        elif registration.until != date.max:
            yield Fact("Registered until", registration.until, date)

    def _build_projection(self, player: str) -> Iterator[Section]:
        """Yield the section on the next match; nothing for who is not registered or active."""
        is_new = not self._standings[player].matches
        is_active = is_new or player in self._likely_opponents.recent_opponents
        if player in self._register and is_active:
            rating = self._standings[player].rating
            length = _find_commonest(self._recent_lengths.get(player, ())) or self._usual_length
            rows = [
                _project_match(opponent, rating, standing.rating, length)
                for opponent, standing in self._likely_opponents.find_opponents(player).items()
            ]
            title, articles = "The next match, of length {length}", ["Ratingformule", "Ramp-up"]
            yield from build_projection(
                ProjectedGame, rows, note=_NOTE, title=title, params={"length": length}, articles=articles
            )

    @cached_property
    def _recent_matches(self) -> Sequence[CalculatedMatch]:
        """The matches of the last twelve months that count."""
        matches = self.history.matches
        first = bisect_right(matches.get_column("date"), self.current.through - RECENT_PERIOD)
        return [match for match in matches[first:] if match.counted]

    @cached_property
    def _likely_opponents(self) -> LikelyOpponents[FibsStanding]:
        recent = find_recent_opponents(self._recent_matches, self.current.through, "winner", "loser")
        eligible = recent.keys() & self._register.keys()
        return LikelyOpponents(self.list_pages.members.players, self._standings, recent, eligible)

    @cached_property
    def _recent_lengths(self) -> Mapping[str, Sequence[int]]:
        """The lengths of each player's recent matches, the latest first."""
        lengths: defaultdict[str, list[int]] = defaultdict(list)
        for match in reversed(self._recent_matches):
            lengths[match.winner].append(match.length)
            lengths[match.loser].append(match.length)
        return lengths

    @cached_property
    def _usual_length(self) -> int:
        lengths, counted = map(self.history.matches.get_column, ("length", "counted"))
        return _find_commonest(compress(reversed(lengths), reversed(counted)))

    def _declare_parts(self) -> list[Part]:
        """Return what the page of each player shows."""
        return [
            self._build_chart,
            self._explain_rating,
            self._build_projection,
            self._build_history,
            self._build_head_to_head,
            *([] if self.registrations is None else [self._view_registrations()]),
        ]

    def _build_chart(self, player: str) -> list[Chart]:
        return make_rating_chart(self.history.start[player].rating, self._matches.build_ratings(player))

    def _explain_rating(self, player: str) -> Iterator[Section]:
        """Yield the section with what counts since the list before the last match ("Ratingformule")."""
        if rows := self._matches.list_history(player):
            publication = self.publications.find_publication(rows.get_column("date")[-1])
            before = publication.before
            period = RatingPeriod(publication.day, *((before.day, before.through) if before else ()))
            articles = ["Matchen", "Ratingformule", "Ramp-up"]
            yield self._matches.explain_rating(
                player, period, lambda calculated: calculated.view(MatchStep), articles=articles
            )

    def _build_history(self, player: str) -> Iterator[Section]:
        rows = self._matches.list_history(player)
        kind: Any = rows.kind
        table = make_view_table(kind, _HISTORY_COLUMNS)
        yield Section(
            "history",
            "Matches and decisions" if player in self.history.decisions_by_player else "Matches",
            table,
            rows.view(table)[::-1],
            empty=_NO_MATCH,
            articles=["Matchen", "Ratingformule"],
            is_yearly=True,
        )

    def _build_head_to_head(self, player: str) -> Iterator[Section]:
        matches = self._matches.select(player)
        reasons = matches.get_column("reason")
        if "online" in reasons:
            matches = matches.take([place for place, reason in enumerate(reasons) if reason != "online"])
        yield build_head_to_head(
            matches,
            Opponent,
            self._places,
            note="All live matches, also those that do not count for the rating; most played first.",
            empty=_NO_MATCH,
            articles=["Matchen", "Ratingformule"],
        )

    def _view_registrations(self) -> View:
        return View(
            IndexedRows(RegistrationPeriod, self._list_registrations, "player"),
            "from_ until club source",
            "registrations",
            "Registrations",
            latest_first=True,
            empty="Nobody has registered this player yet.",
            articles=["Spelers"],
        )

    def _list_registrations(self) -> Rows[RegistrationPeriod]:
        """Return the registrations that began by the day of the current list, in order of that day."""
        day = self.current.day
        begun = [registration for registration in self.registrations or () if registration.from_ <= day]
        rows = sorted(begun, key=attrgetter("from_"))
        return Rows.from_rows(Registration, rows).view(RegistrationPeriod)
