"""What pages of a season share: facts of rounds, highlights, and the games and absences to come."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import Any, TypeVar

from sitegen.core.entities import Highlight, UpcomingEvent
from sitegen.core.model import Fact, Listing, PageContent, PageSection
from sitegen.core.table import Table
from sitegen.toolkit.history import ListState
from sitegen.toolkit.rounds.ranking import AnyRanking
from sitegen.toolkit.rounds.season import RoundEntry, Season
from sitegen.toolkit.rounds.tables import Round

T = TypeVar("T", bound=Table)
NO_ROUND = "No round has been played yet."


def build_evening_facts(season: Season[Any], label: str, round_: int) -> Iterator[Fact]:
    """Yield the fact of a round, as a link where it has a page, and that of its evening.

    An evening is no link, since two rounds may be played on it.
    """
    has_page = round_ in season.entries or round_ in season.paired_rounds
    yield Fact(label, round_, Round if has_page else int)
    yield Fact("Evening", season.get_day(round_), date)


def count_games(entries: Sequence[RoundEntry]) -> Highlight:
    """Return the highlight with the number of games of a round."""
    games = [entry for entry in entries if entry.is_played]
    players = {game.player for game in games}
    absent = len({entry.player for entry in entries} - players)
    note = "by {players} players; {absent} did not play"
    return Highlight(
        "Games",
        figure=len(games) // 2,
        cell_type=int,
        note=note,
        params={"players": len(players), "absent": absent},
    )


def make_listing(
    state: ListState[Any, Any], facts: Sequence[Fact], sections: Sequence[PageSection]
) -> Listing:
    """Return the page of the ranking after a round; before the first it is that of the start."""
    content = PageContent.create(facts, sections)
    if state.last_event is None:
        return Listing(state.day, state.day, content, "List of {day} – before the first round")
    return Listing(
        state.day, state.day, content, "List of {day} – after round {round}", state.last_event.params
    )


def add_changes(
    table: type[T], rows: Iterable[Any], ranking: AnyRanking, state: ListState[Any, Any]
) -> list[T]:
    """Return rows of a ranking as rows of `table`, with the changes of scores since the list before."""
    previous = ranking.get_standings_of_list_before(int(state.last_event.key)) if state.last_event else {}
    return [
        table.combine(row, change=row.score - previous[row.player].score if row.player in previous else None)
        for row in rows
    ]


def list_upcoming(season: Season[Any], as_of: date) -> list[UpcomingEvent]:
    """Return the rounds to come from a day on, the next first; one that has been drawn has a page."""
    rounds = [round_ for round_ in season.upcoming_rounds if season.get_day(round_) >= as_of]
    return [
        UpcomingEvent(
            season.get_day(round_),
            "Round {round}",
            {"round": round_},
            str(round_) if round_ in season.paired_rounds else "",
        )
        for round_ in rounds
    ]


def format_place(standing: Any | None) -> str:
    """Return the place after a round, and before it that on the list before, if it was another."""
    if standing is None:
        return ""
    is_moved = standing.rank_change
    return f"{standing.rank + is_moved}→{standing.rank}" if is_moved else str(standing.rank)
