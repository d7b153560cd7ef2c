"""What pages of a season share: facts of rounds, highlights, and the games and absences to come."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import Any

from sitegen.core.entities import Highlight, UpcomingEvent
from sitegen.core.model import MIN_RACE, Fact, Listing, PageContent, PageSection, Race, Section, Topic
from sitegen.core.table import Table
from sitegen.toolkit import highlights
from sitegen.toolkit.history import ListState, Snapshot
from sitegen.toolkit.rounds.ranking import AnyRanking
from sitegen.toolkit.rounds.season import RoundEntry, Season
from sitegen.toolkit.rounds.tables import Round, Score

NO_ROUND = "No round has been played yet."


def build_evening_facts(season: Season[Any], label: str, round_: int) -> Iterator[Fact]:
    """Yield the fact of a round, as a link where it has a page, and that of its evening.

    An evening is no link, since two rounds may be played on it.
    """
    has_page = round_ in season.entries or round_ in season.paired_rounds
    yield Fact(label, round_, Round if has_page else int)
    yield Fact("Evening", season.get_day(round_), date)


def list_next_round(season: Season[Any], event: Snapshot[Any, Any] | None) -> Iterator[Fact]:
    """Yield the facts of the round after that of an event; without one those of the first round."""
    place = season.round_positions[int(event.key)] + 1 if event else 0
    for next_round in season.round_order[place : place + 1]:
        yield from build_evening_facts(season, "Next round", next_round)


def build_season_topic(standings: Iterable[Any], order: Iterable[str]) -> Iterator[Topic]:
    """Yield the page with the course of the season: the scores after each round, as they were then.

    `standings` are those of all players after each round, such as `RoundStanding`; `order` has the players of
    the last ranking. There is none before a few rounds have been played.
    """
    totals: dict[tuple[date, str], dict[str, float]] = {}
    for row in standings:
        totals.setdefault((row.day, str(row.round)), {})[row.player] = row.total
    if len(totals) >= MIN_RACE:
        lines = {player: [of_round.get(player) for of_round in totals.values()] for player in order}
        race = Race(
            "race",
            "How the season went",
            [*totals],
            lines,
            note="Points behind the leader after each round, as the ranking was then.",
        )
        yield Topic("season", "Season", PageContent.create([], [race]))


def build_listing(  # noqa: PLR0913 - each is a part of the page, and most are named at the call
    ranking: AnyRanking,
    state: ListState[Any, Any],
    table: type[Table],
    rows: Iterable[Any],
    *,
    facts: Iterable[Fact],
    note: str,
    articles: Sequence[str] = (),
    upset: Highlight | None = None,
    below: Iterable[PageSection] = (),
) -> Listing:
    """Return the page of the ranking after a round; before the first it is that of the start.

    `rows` are those of the ranking, which get the changes of scores since the list before.
    `facts` follow that of the round, `upset` is a further highlight, and `below` stands after the ranking.
    """
    round_ = int(state.last_event.key) if state.last_event else None
    previous = {} if round_ is None else ranking.get_standings_of_list_before(round_)
    listed = [
        row.replace(change=row.score - previous[row.player].score if row.player in previous else None)
        for row in rows
    ]
    empty = "Nobody has joined yet."
    sections: list[PageSection] = [
        Section("ranking", "Ranking", table, listed, note, empty, articles=articles),
        *below,
    ]
    title, params = "List of {day} – before the first round", dict[str, object]()
    all_facts = list(facts)
    if round_ is not None:
        all_facts.insert(0, Fact("Round", f"{round_} / {ranking.competition.round_count}"))
        title, params = "List of {day} – after round {round}", {"round": round_}
        sections[:0] = highlights.collect_highlights(
            highlights.find_climber(listed, "Climber of the round"),
            upset,
            highlights.find_leader(listed, column="score", cell_type=Score),
            _count_games(ranking.competition.entries[round_]),
        )
    return Listing(state.day, state.day, PageContent.create(all_facts, sections), title, params)


def _count_games(entries: Sequence[RoundEntry]) -> Highlight:
    """Return the highlight with the number of games of a round."""
    games = [entry for entry in entries if entry.is_played]
    players = {game.player for game in games}
    absent = {entry.player for entry in entries if not entry.is_pending} - players
    params = {"players": len(players), "absent": len(absent)}
    note = "by {players} players; {absent} did not play"
    return Highlight("Games", "", "", len(games) // 2, int, note, params)


def list_upcoming(season: Season[Any], as_of: date) -> list[UpcomingEvent]:
    """Return the rounds to come from a day on, the next first; one that has been drawn has a page."""
    rounds = [round_ for round_ in season.upcoming_rounds if season.get_day(round_) >= as_of]
    return [
        UpcomingEvent(
            season.get_day(round_),
            "Round {round}",
            {"round": round_},
            str(round_) if round_ in season.paired_rounds else "",
            key=str(round_),
        )
        for round_ in rounds
    ]


def format_place(standing: Any | None) -> str:
    """Return the place after a round, and before it that on the list before, if it was another.

    Who is out of competition has none.
    """
    if standing is None or standing.rank is None:
        return ""
    is_moved = standing.rank_change
    return f"{standing.rank + is_moved}→{standing.rank}" if is_moved else str(standing.rank)
