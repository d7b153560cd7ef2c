"""The handicap rating of bridge club Ruit, regulation of 20 October 2018.

Articles are cited by the headings of the regulation, which has no numbers.
"""

from collections.abc import Iterator
from functools import partial

from sitegen.core import model
from sitegen.core.entities import EventDate, Moment, UpcomingEvent, read_event_dates
from sitegen.core.model import Outcome, PublishedTable
from sitegen.systems.ruit.checks import check
from sitegen.systems.ruit.evenings import EveningTables
from sitegen.systems.ruit.handicap import Evening, RuitStanding, rate_days
from sitegen.systems.ruit.outputs import CalculatedScore, RankedPlayer, Riser
from sitegen.systems.ruit.pages.events import build_calendar, build_events
from sitegen.systems.ruit.pages.lists import build_listing, find_highest_ratings
from sitegen.systems.ruit.pages.players import EveningHistories, declare_player_page
from sitegen.systems.ruit.ratings import Requirements, build_ratings, find_latest_evening
from sitegen.systems.ruit.risers import build_period_section, build_risers_topic, rank_risers, sum_gains
from sitegen.systems.ruit.tables import Inputs, Options, articles
from sitegen.toolkit.copies import CopiedEvening
from sitegen.toolkit.decisions import AppliedDecision, DecisionRule, FigureBounds, publish_decisions
from sitegen.toolkit.history import History, build_outcome, make_player_pages
from sitegen.toolkit.memberships import MEMBERSHIP_RULES, Members
from sitegen.toolkit.rules import Outlier

__all__ = [
    "Inputs",
    "Options",
    "article_language",
    "articles",
    "check",
    "event_dates",
    "interpretations",
    "outputs",
    "rate",
    "rules",
    "title",
]

article_language = "nl"
title = "Ruit rating system, 20 October 2018"

interpretations = (
    (
        "**RUIT parenavond**: the strength of a pair is the mean of the two ratings, since only then one "
        "class is 1¼ %; with the option `pairs_strength` at `sum` it is their sum."
    ),
    (
        "**RUIT viertallenschema**: the IMPs of a match after handicap become victory points on the "
        "continuous scale of the WBF; a club with a scale of its own gives the victory points."
    ),
    (
        "**RUIT viertallenschema**: with another number of matches than two a rating stays as it is at ten "
        "victory points a match."
    ),
    '**Partnersubsidie**: "mid-May 2012" is the 15th; the option `subsidy_from` names another day.',
    "**Overig**: ratings keep their decimals and are shown whole.",
    (
        "**Overig**: a decision of the committee, of which the regulation says nothing, counts before the "
        "evening of its day; who is out of competition is not among the ratings, and their evenings count."
    ),
)

rules = (
    Outlier("players", ["rating"], has_one_size=True),
    Outlier("teams", ["match"]),
    *MEMBERSHIP_RULES,
    DecisionRule({"rating": FigureBounds(0, 1000)}),
    *(
        CopiedEvening(table, ("player1", "player2"), ["score"], are_scores=True)
        for table in ("pairs", "butler")
    ),
)
outputs = {
    "ratings": RankedPlayer,
    "evenings": CalculatedScore,
    "decisions": AppliedDecision,
    "risers": Riser,
}


def event_dates(inputs: Inputs) -> Iterator[EventDate]:
    """Yield the day of each row: pairs, butler and teams are results, and a line-up is of a day to play."""
    yield from read_event_dates([*inputs.pairs, *inputs.butler, *inputs.teams], is_played=True)
    yield from read_event_dates(inputs.lineups, is_played=False)


def rate(inputs: Inputs, options: Options, when: Moment) -> Outcome:
    """Return everything that is published on `when.as_of`, from all evenings since the first."""
    players, members = inputs.players, Members(inputs.players, inputs.memberships, when.as_of)
    start = {player.id: RuitStanding(player.start_rating or 0.0) for player in players}
    history = History(start, list(rate_days(inputs, options, when, start)))
    evenings = [day for day in history.events if isinstance(day, Evening)]
    latest = find_latest_evening(evenings, when.as_of)
    ratings, gains = build_ratings(players, history.standings, latest), sum_gains(history.rows)
    tables = EveningTables({evening.key: evening for evening in evenings})
    histories = EveningHistories(history, tables)
    requirements = Requirements(evenings, options, ratings, history.standings, when.as_of)
    # Line-ups alone say what is still to be played.
    upcoming_days = sorted({line_up.date for line_up in inputs.lineups if line_up.date > when.as_of})
    return build_outcome(
        history,
        when,
        tables=[
            PublishedTable("ratings", RankedPlayer, ratings),
            PublishedTable("evenings", CalculatedScore, history.rows),
            *publish_decisions(history.decisions),
            PublishedTable("risers", Riser, list(rank_risers(players, gains))),
        ],
        build_listing=partial(build_listing, players, evenings, find_highest_ratings(history)),
        events=build_events(history.events, tables),
        calendar=[build_calendar(players, history.events)],
        players=make_player_pages(
            members.list_players(when.as_of), declare_player_page(players, histories, requirements)
        ),
        clubs=members.clubs,
        topics=[build_risers_topic(players, evenings, gains)],
        careers=model.Careers(histories.build_career, "evenings"),
        upcoming_events=[UpcomingEvent(day, "Teams evening", key=str(day)) for day in upcoming_days],
        compare_days=partial(build_period_section, players, history.rows),
    )
