"""The pages of a Keizer competition: lists, rounds and players, with what takes turns in a valuation."""

from collections.abc import Iterator, Sequence
from functools import partial

from sitegen.core.model import Fact, Listing, Section
from sitegen.core.problems import Message, advise
from sitegen.core.views import Course, PageParts
from sitegen.systems.keizer import outputs
from sitegen.systems.keizer.outputs import RankingRow, TurnRow
from sitegen.systems.keizer.ranking import KeizerStanding, Ranking
from sitegen.systems.keizer.scores import LIMITED, Turn, project_amount
from sitegen.systems.keizer.tables import (
    DRAW,
    RANKING,
    SCORE,
    VALUATION,
    VALUE,
)
from sitegen.toolkit.history import ListState
from sitegen.toolkit.rounds import pages
from sitegen.toolkit.rounds.events import RoundPages
from sitegen.toolkit.rounds.players import NextGame, PlayerHistories
from sitegen.toolkit.rounds.rows import RoundStanding

ARTICLES = {
    "ranking": [RANKING, VALUE],
    "race": [RANKING, SCORE],
    "turns": [VALUATION],
    "games": [SCORE, DRAW],
    "scores": [SCORE],
    "why": [SCORE, VALUATION],
    "revalued": [VALUATION],
    "rounds": [SCORE, VALUE],
    "ahead": [SCORE, DRAW],
}
"""The articles of each section, by its name."""
_PROJECTION_NOTE = (
    "What each result would be worth at the values as they are now: after the round all values are calculated"
    " anew. Who has been drawn stands first, then who is nearest on the ranking and can be met."
)


def build_listing(ranking: Ranking, state: ListState[Turn, KeizerStanding]) -> Listing:
    """Return the ranking after a round; before the first it is that of the start."""
    event, options = state.last_event, ranking.competition.options
    note = (
        "By score: the own value once and what all rounds are worth, at the values that follow from this very"
        " ranking."
    )
    if options.frozen:
        note = "By score: the own value once and what all rounds are worth, each at the values before it."
    elif options.get("once"):
        note = "By score: the own value once and what all rounds are worth, at the values of the list before."
    elif event and event.rows:
        note = (
            "By score: the own value once and what all rounds are worth, at the means of the values in the"
            " orders below, which take turns."
        )
    return pages.build_listing(
        ranking,
        state,
        RankingRow,
        ranking.build_rows(event.standings if event else state.standings),
        facts=pages.list_next_round(ranking.competition, event),
        note=note,
        below=build_turns(event.rows) if event else (),
    )


def build_turns(turns: Sequence[Turn]) -> Iterator[Section]:
    """Yield the section on orders that take turns; nothing where the order stays the same."""
    if turns:
        rows = [
            TurnRow.combine(turn, least=float(turn.least), most=float(turn.most), mean=float(turn.mean))
            for turn in turns
        ]
        yield Section(
            "turns",
            "{orders} orders that take turns",
            TurnRow,
            rows,
            note="At the values of each of these orders the scores give the next, and those of the last give"
            " the first again, so that none stays. The values and the scores that count are the means over"
            " all of them, and the ranking follows from these scores. Who is not here has the same place in"
            " each.",
            params={"orders": turns[0].orders},
        )


def make_rounds(ranking: Ranking) -> RoundPages[Ranking]:
    """Return the pages of rounds and the calendar."""
    return RoundPages(ranking, outputs.CALCULATION)


def declare_round_page(rounds: RoundPages[Ranking]) -> PageParts:
    """Return what the page of each round shows."""
    return PageParts(
        [rounds.list_day, rounds.list_counts],
        [
            rounds.build_games,
            rounds.build_scores,
            rounds.build_decisions,
            lambda key: build_turns(rounds.ranking.rows_by_round.get(int(key), ())),
        ],
    )


def make_histories(ranking: Ranking) -> PlayerHistories[Ranking]:
    """Return what each player did; the figure of a career is the score, at the start the own value."""
    tables = outputs.PlayerRound, RoundStanding
    return PlayerHistories(ranking, {}, *tables, figure="score", start="own", change="score")


def declare_player_page(histories: PlayerHistories[Ranking]) -> PageParts:
    """Return what the page of each player shows."""
    season, standings = histories.ranking.competition, histories.ranking.current_standings
    options, own_value = season.options, partial(_list_own_value, histories)
    columns = "round opponent colour result absence factor basis score total rank source"
    next_game = NextGame(
        histories.ranking,
        outputs.ProjectedGame,
        "score",
        "value",
        partial(season.find_recent_pairs, rematch=options.get("rematch")),
        lambda _, opponent, result: project_amount(result, standings[opponent].value, options),
        _PROJECTION_NOTE,
    )
    return PageParts(
        [
            histories.list_place,
            partial(_list_value, histories),
            histories.list_gains,
            histories.list_games,
            partial(_list_absences, histories),
            histories.list_next_game,
        ],
        [
            Course("Score", histories.course, "day", "total"),
            partial(histories.explain_score, own_value, outputs.STEP),
            next_game,
            *histories.declare_tables(columns),
        ],
    )


def _list_value(histories: PlayerHistories[Ranking], player: str) -> Iterator[Fact]:
    row = histories.get_row(player)
    yield Fact.from_cell(row, "value", note="what a win against the player is worth")


def _list_absences(histories: PlayerHistories[Ranking], player: str) -> Iterator[Fact]:
    """Yield the absences that still count, where not all do."""
    standing, limit = histories.get_standing(player), histories.ranking.competition.options.get("absences")
    absences = [item for item in standing.scores if item.entry.result in LIMITED]
    if limit is not None:
        yield Fact("Absences that still count", max(0, limit - len(absences)), int)


def _list_own_value(histories: PlayerHistories[Ranking], player: str) -> Iterator[tuple[float, Message]]:
    """Yield the change of the own value since the list before."""
    standing, previous = histories.get_standing(player), histories.get_previous(player)
    yield standing.own - (previous.own if previous else 0.0), advise("the own value")
