"""The pages of players: standing, charts, why the score changed, the next game, rounds, opponents; careers.

The figure of a career is the club rating. The ranking is by score, but a score only rises through a season,
so that its chart says little; members compare club ratings, and scores are valued by them.
"""

from collections.abc import Iterator
from functools import partial
from math import fsum

from sitegen.core.model import Fact
from sitegen.core.problems import Message, advise
from sitegen.core.table import Figure
from sitegen.core.views import Course, PageParts
from sitegen.systems.ijssel.outputs import PlayerRound, RoundStanding
from sitegen.systems.ijssel.ranking import Ranking, SeasonTitles
from sitegen.systems.ijssel.scores import BYES_PER_SEASON, project_score
from sitegen.toolkit.ratings import ProjectedDrawableGame
from sitegen.toolkit.rounds.players import NextGame, PlayerHistories
from sitegen.toolkit.rounds.tables import Gain

_PROJECTION_NOTE = (
    "The round score at the values as they are now: after the round all values are calculated anew, and every"
    " round score with them. Who has been drawn stands first, then who is nearest in club rating and may"
    " still be met in the period."
)


def make_histories(ranking: Ranking) -> PlayerHistories[Ranking]:
    """Return what each player did; the list before that of the first round is the one of the start."""
    columns = {"figure": "club_rating", "start": "start_rating", "change": "rating_change"}
    return PlayerHistories(ranking, ranking.history.start, PlayerRound, RoundStanding, **columns)


def declare_player_page(histories: PlayerHistories[Ranking], titles: SeasonTitles) -> PageParts:
    """Return what the page of each player shows."""
    ranking, course = histories.ranking, histories.course
    values = {player: standing.value for player, standing in ranking.current_standings.items()}
    next_game = NextGame(
        ranking,
        ProjectedDrawableGame,
        "club_rating",
        "club_rating",
        ranking.competition.find_met_pairs,
        partial(project_score, values=values),
        _PROJECTION_NOTE,
    )
    return PageParts(
        [
            histories.list_place,
            partial(_list_ratings, histories),
            histories.list_gains,
            partial(_list_gains, histories),
            partial(_list_period, titles),
            histories.list_games,
            partial(_list_requirements, histories),
            histories.list_next_game,
        ],
        [
            Course("Club rating", course, "day", "club_rating", {"Start rating": "start_rating"}),
            Course("Score", course, "day", "total"),
            partial(histories.explain_score, partial(_list_byes, histories), ""),
            next_game,
            *histories.declare_tables(
                "round opponent colour result absence factor basis score club_rating total rank source"
            ),
        ],
    )


def _list_ratings(histories: PlayerHistories[Ranking], player: str) -> Iterator[Fact]:
    """Yield club rating, value and start rating."""
    row = histories.get_row(player)
    yield Fact.from_cell(row, "club_rating", "Club rating", figure="now")
    yield Fact.from_cell(row, "value", cell_type=Figure, note="what a win against the player is worth")
    yield Fact.from_cell(row, "start_rating", "Start rating")


def _list_gains(histories: PlayerHistories[Ranking], player: str) -> Iterator[Fact]:
    """Yield what is due to the last round and to new values."""
    standing, previous = histories.get_standing(player), histories.get_previous(player)
    if previous:
        latest = standing.sum_scores(histories.ranking.competition.played_rounds[-1:])
        new_values = standing.score - previous.score - latest
        yield Fact("of which the last round", latest, Gain)
        yield Fact("of which new values", new_values, Gain, note="of the rounds before")


def _list_period(titles: SeasonTitles, player: str) -> Iterator[Fact]:
    """Yield the place in the latest period."""
    latest_period = max((group.period for group in titles.groups), default=0)
    for row in titles.period_rows:
        if (row.player, row.period) == (player, latest_period):
            yield Fact.from_cell(row, "period")
            yield Fact.from_cell(row, "group", "Group of the period")
            yield Fact.from_cell(row, "rank", "Place in the group")


def _list_requirements(histories: PlayerHistories[Ranking], player: str) -> Iterator[Fact]:
    """Yield the byes left, and the games needed to be champion (article 7 Overige bepalingen)."""
    standing, competition = histories.get_standing(player), histories.ranking.competition
    if not competition.is_over:
        bye_count = sum(round_score.entry.result == "bye" for round_score in standing.scores)
        yield Fact("Byes left", BYES_PER_SEASON - bye_count, int)
    counting, note = standing.counting_games, "games played and team matches"
    yield Fact("Games that count for the title", counting, int, note=note)
    games_needed = max(0, competition.options.min_games - counting)
    member = competition.players_by_id[player]
    rounds_left = sum(competition.is_member(member, round_) for round_ in competition.upcoming_rounds)
    rounds_left += sum(round_score.entry.is_pending for round_score in standing.scores)
    note = "more than there are rounds to come" if games_needed > rounds_left else ""
    yield Fact("Games still needed to be champion", games_needed, int, note=note)


def _list_byes(histories: PlayerHistories[Ranking], player: str) -> Iterator[tuple[float, Message]]:
    """Yield what byes brought that took the place of absences (article 2.3 Afwezigheid)."""
    if gains := [row.change for row in histories.changes.select(player) if row.replaced]:
        yield fsum(gains), advise("unused byes, in the place of absences")
