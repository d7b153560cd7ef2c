"""The pages of the lists of a ranking of duels: two tables, with highlights above them."""

from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import accumulate, chain, compress
from typing import Any, Generic, TypeVar

from sitegen.core.columnar import Rows
from sitegen.core.entities import Highlight, Highlights
from sitegen.core.model import Fact, Listing, PageContent, PageSection, Section
from sitegen.core.table import PlayDate, get_field_names
from sitegen.toolkit import highlights
from sitegen.toolkit.decisions import select_set_anew
from sitegen.toolkit.duel.games import GameColumns, PlayerGames
from sitegen.toolkit.history import ListState
from sitegen.toolkit.memberships import Members
from sitegen.toolkit.order import round_for_ranking
from sitegen.toolkit.ratings import RatingList, RatingLists

S = TypeVar("S", bound=Any)
_EXPECTATION_NOTE = "beat {player}, at an expectation of {chance} %"


def build_highlights(  # noqa: PLR0913 - each is a part of the highlights, and most are named at the call
    climber: Highlight | None,
    biggest_win: Highlight | None,
    *,
    lists: RatingLists,
    games: Rows[Any],
    columns: GameColumns,
    highest: float,
    plays: str = "Games",
) -> list[Highlights]:
    """Return the highlights of a list, from its tables and the games since the list before.

    `highest` is the highest rating that anybody has had so far; `plays` is the label of the last.
    """
    *sides, counted = (games.get_column(column) for column in columns)
    return highlights.collect_highlights(
        climber,
        biggest_win,
        highlights.find_leader(lists.ranked_rows, highest),
        highlights.count_played(
            plays,
            sum(counted),
            {player for side in sides for player in compress(side, counted)},
            {player for rows in lists for player in rows.get_column("player")},
        ),
    )


def find_least_likely_win(games: PlayerGames) -> highlights.Win | None:
    """Return the win that was least expected of these games; None where rows have no `chance` and `change`.

    Of equals it is of the player who played first, and of theirs the first.
    """
    if not {"chance", "change"} <= {*get_field_names(games.kind)}:
        return None
    names = ("date", "opponent", "result", "chance", "change")
    columns = [games.players, *(games.interleave(name) for name in names)]
    rows = [cells for cells in zip(*columns, strict=True) if cells[4] is not None]
    places = {player: place for place, (player, *_) in reversed([*enumerate(rows)])}
    wins = [
        (round_for_ranking(cells[4]), places[cells[0]], place)
        for place, cells in enumerate(rows)
        if cells[3] == "won"
    ]
    if not wins:
        return None
    player, day, opponent, _, chance, change = rows[min(wins)[2]]
    return highlights.Win(player, opponent, chance, change, games.history.event_keys[day])


@dataclass(frozen=True)
class ListPageBuilder(Generic[S]):
    """Builds the pages of all lists, from the games of all players."""

    members: Members
    rating_list: RatingList[S]
    games: PlayerGames

    def build_listing(self, state: ListState[Any, S]) -> Listing:
        """Return a list, whose rows are made when they are asked for."""
        facts = [*self.rating_list.limits]
        if state.previous_day:
            facts.append(Fact("Changes since the list of", state.previous_day, PlayDate))
        return state.with_content(PageContent.create(facts, partial(self._build_sections, state)))

    @cached_property
    def _event_days(self) -> list[Any]:
        return [event.day for event in self.games.history.events]

    @cached_property
    def _record_ratings(self) -> list[float]:
        """The highest rating that anybody had at the start, and through each event."""
        standings = [self.games.history.start, *(event.standings for event in self.games.history.events)]
        highest = (
            max((standing.rating for standing in by_player.values()), default=0.0) for by_player in standings
        )
        return list(accumulate(highest, max))

    def _build_highlights(self, state: ListState[Any, S], lists: RatingLists) -> list[Highlights]:
        first = bisect_right(self._event_days, state.previous_day) if state.previous_day else 0
        end = bisect_right(self._event_days, state.day)
        ranges = self.games.history.row_ranges[first:end]
        decisions = chain.from_iterable(event.decisions for event in self.games.history.events[first:end])
        games = self.games.take(range(ranges[0].start, ranges[-1].stop) if ranges else range(0))
        return build_highlights(
            highlights.find_climber(lists.ranked_rows, "Climber", select_set_anew(decisions)),
            highlights.make_biggest_win(find_least_likely_win(games), _EXPECTATION_NOTE),
            lists=lists,
            games=games.games,
            columns=games.columns,
            highest=self._record_ratings[end],
        )

    def _build_sections(self, state: ListState[Any, S]) -> list[PageSection]:
        players = self.members.list_players(state.day)
        lists = self.rating_list.build_lists(players, state.standings, state.previous_standings)
        return [
            *self._build_highlights(state, lists),
            Section(
                "rating-list",
                "Rating list",
                self.rating_list.ranked_table,
                lists.ranked_rows,
                note="By rating.",
                empty="Nobody has played enough to be ranked yet.",
            ),
            Section(
                "provisional",
                "Provisional ratings",
                self.rating_list.provisional_table,
                lists.provisional_rows,
                note="These ratings are provisional: they do not say much yet. The order is alphabetical.",
                empty="Nobody has a provisional rating.",
            ),
        ]
