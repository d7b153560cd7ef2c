"""The internal competition of chess club De IJssel, regulation of June 2024."""

from collections.abc import Mapping, Sequence
from datetime import date
from functools import partial

from sitegen.core.entities import Careers, Moment
from sitegen.core.model import Outcome, PublishedTable
from sitegen.core.system import NewSeason
from sitegen.core.table import Rating, Table
from sitegen.systems.ijssel.checks import check, event_dates
from sitegen.systems.ijssel.draw import draw
from sitegen.systems.ijssel.outputs import PeriodRankingRow, RankingRow, RoundStanding, StartRating, TeamPlace
from sitegen.systems.ijssel.pages import events
from sitegen.systems.ijssel.pages.players import declare_player_page, make_histories
from sitegen.systems.ijssel.ranking import award_places, award_titles, build_ranking
from sitegen.systems.ijssel.season import Competition
from sitegen.systems.ijssel.tables import Inputs, Options, articles
from sitegen.toolkit.decisions import AppliedPoints, publish_decisions
from sitegen.toolkit.history import build_outcome, cite_articles
from sitegen.toolkit.memberships import MEMBERSHIP_RULES, Members
from sitegen.toolkit.rounds import checks
from sitegen.toolkit.rounds.calendar import begin_rounds
from sitegen.toolkit.rounds.draw import draw_options
from sitegen.toolkit.rounds.pages import build_season_topic, list_upcoming
from sitegen.toolkit.rounds.scores import CalculatedScore
from sitegen.toolkit.rules import Outlier

__all__ = [
    "Inputs",
    "Options",
    "article_language",
    "articles",
    "check",
    "draw",
    "draw_options",
    "event_dates",
    "interpretations",
    "outputs",
    "rate",
    "rules",
    "title",
]

article_language = "nl"
title = "De IJssel club competition, June 2024"

interpretations: Sequence[str] = (
    (
        "**1 Clubrating**: opponents count with their present club rating as it is before outliers are "
        "capped (`uncapped` on the page of a round); the fictitious opponent at place *n* has the *n*-th "
        "highest of the club ratings, capped, after the round before; the fictitious draw comes on top of "
        "the minimum number of games."
    ),
    (
        "**1 Clubrating**: the performance is FIDE's table on a score rounded to 0.01, half up; with the "
        "option `performance` at `logistic` it is the curve itself, without rounding."
    ),
    (
        '**1 Clubrating**: "number one" and "number two" are places on the ranking before the round; '
        "ratings are capped where there are 8 players or more."
    ),
    (
        "**1.1 Startratings**: a quarter of the players is rounded half up; who joins later starts with "
        "their basis and changes nobody else's start rating."
    ),
    (
        "**2.3 Afwezigheid**: a game declared lost scores as a loss, not as a no-show; it is not played, "
        "and counts as presence for the one who was there. After `0-0f` it is declared lost for both: each "
        "scores 1/3 of the other's value, and neither was there. Where neither came, two rows `no-show` in "
        "place of the game give each 1/4 of the own value. A game that is put off scores nothing until it "
        "has a result, and then counts in its own round."
    ),
    (
        "**2.3 Afwezigheid**: after the last round unused byes, also one of two, take the place of a "
        "player's earliest `absent` rounds, never of a no-show."
    ),
    (
        "**2.3 Afwezigheid**: where a game was forfeited and nobody wrote down who the other was, players"
        " stand for their own opponent: a win scores 1 and a loss 1/3 of the own value."
    ),
    ("**2.3 Afwezigheid**: an external game counts the same whatever its result, which is only shown."),
    (
        "**5 Wedstrijdindeling**: of opponents about as close in club rating the draw prefers one who was"
        " not met earlier in the season: by the option `rematch` each earlier meeting counts as so many"
        " squared places; with 8, neighbours who met once are as far apart as three places."
    ),
    (
        "**5.1 Limitering**: rounds count in the order of their dates; one that was put off keeps its number"
        " and its period. The minimum number of games is that of the latest period that has begun, and a"
        " period is over when all its rounds have been played."
    ),
    (
        "**5.1 Limitering**: a game that was forfeited, or is still to be played, counts as a meeting when "
        "a round is drawn."
    ),
    (
        "**5.1 Limitering**: where few can still be met, the draw takes the closest games that leave all"
        " members a pairing in the rounds of the period that are still to be drawn."
    ),
    (
        '**6.2 Periode ranglijst**: "groups of as equal value as possible" are bands of club rating, with '
        "the option `groups` 3 or 4 of them; a title once won is not taken back by a later revaluation."
    ),
    (
        "**6.2 Periode ranglijst**: a tie is broken as on the ranking, by club rating, start rating and the "
        "alphabet, so that a group has one champion."
    ),
    (
        "**6.1 Ranglijst**: nobody shares a place, and places move ratings: who are equal in score, club "
        "rating and start rating stand by the alphabet, and players who hide behind the others, since their "
        "place would tell between which names theirs is. In such a tie figures of others can move a little "
        "when somebody hides."
    ),
    (
        "**7 Overige bepalingen**: a decision of the committee counts with the first round on or after its"
        " day in which the player takes part. Points that are given or taken off are added to the sum of the"
        " round scores, also to that of the period of the round; they are never valued again. The place that"
        " follows counts for the club rating as any place does."
    ),
    (
        "**7 Overige bepalingen**: who is out of competition is on no list, and can win no period, no title"
        " and no place in a team; the others move up there. Where club ratings go by places they keep theirs,"
        " so that no figure of others changes, and games against them count."
    ),
    (
        "**6.1 Ranglijst**: who has left the season stays on the ranking with what they scored, and in every"
        " calculation; their later rounds are no absences. A committee can put them out of competition."
    ),
    ("**7 Overige bepalingen**: in a season of fewer than five rounds a place is held after all of them."),
)

rules = (
    Outlier("players", ["final_rating", "knsb_rating", "estimate"], has_one_size=True),
    Outlier("games", ["board"]),
    *MEMBERSHIP_RULES,
    checks.DECISION_RULE,
)
outputs: Mapping[str, type[Table]] = {
    "ranking": RankingRow,
    "round-scores": CalculatedScore,
    "course": RoundStanding,
    "periods": PeriodRankingRow,
    "start-ratings": StartRating,
    "places": TeamPlace,
    "decisions": AppliedPoints,
}


def begin_season(inputs: Inputs, options: Options, start: date) -> NewSeason:
    """Return the next season: everybody brings the club rating of the end ("1.1 Startratings")."""
    ranking = build_ranking(Competition.build(inputs, options, start))
    ratings = {
        player: f"{standing.club_rating:.0f}" for player, standing in ranking.current_standings.items()
    }
    return begin_rounds(inputs, start, lambda player: {"final_rating": ratings.get(player.id, "")})


def rate(inputs: Inputs, options: Options, when: Moment) -> Outcome:
    """Return everything that is published on `when.as_of`; every round recalculates the whole season."""
    ranking = build_ranking(Competition.build(inputs, options, when.as_of))
    titles = award_titles(ranking)
    rounds, histories = events.make_rounds(ranking), make_histories(ranking)
    round_events = rounds.build_events(events.declare_page(rounds))
    members = Members(inputs.players, inputs.memberships, when.as_of)
    outcome = build_outcome(
        ranking.history,
        when,
        tables=[
            PublishedTable("ranking", RankingRow, ranking.build_rows(ranking.current_standings)),
            PublishedTable("round-scores", CalculatedScore, ranking.round_scores),
            PublishedTable("course", RoundStanding, histories.course.rows),
            PublishedTable("periods", PeriodRankingRow, titles.period_rows),
            PublishedTable("start-ratings", StartRating, ranking.start_ratings),
            PublishedTable("places", TeamPlace, award_places(ranking, titles)),
            *publish_decisions(ranking.history.decisions),
        ],
        build_listing=partial(events.build_listing, ranking, titles),
        events=round_events,
        calendar=rounds.build_calendar(),
        players=histories.build_pages(declare_player_page(histories, titles), members),
        topics=[
            *build_season_topic(histories.course.rows, ranking.current_standings),
            *events.build_topics(ranking, titles),
        ],
        event_keys={
            int(event.key): event.key for event in round_events
        },  # two rounds may be played on one evening
        careers=Careers(histories.build_career, "games", "Club rating", Rating),
        upcoming_events=list_upcoming(ranking.competition, when.as_of),
        clubs=members.clubs,
    )
    return cite_articles(outcome, events.ARTICLES)
