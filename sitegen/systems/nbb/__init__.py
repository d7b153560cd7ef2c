"""The NBB-Clubranking, the club ranking of the Dutch bridge federation, of 4 February 2019.

Chapters are cited by their headings, since the document has no numbers.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from functools import partial
from operator import attrgetter

from sitegen.core import model
from sitegen.core.entities import EventDate, Moment, UpcomingEvent, read_event_dates
from sitegen.core.missing import select_complete
from sitegen.core.model import Outcome
from sitegen.core.system import NewSeason
from sitegen.core.table import Table
from sitegen.systems.nbb.checks import check, rules
from sitegen.systems.nbb.club import Club, build_club
from sitegen.systems.nbb.draw import draw, draw_options
from sitegen.systems.nbb.outputs import CalculatedScore, Champion, PairChampion, RankedPair, RankedPlayer
from sitegen.systems.nbb.pages.events import build_calendar, build_events, build_topics, map_topic_addresses
from sitegen.systems.nbb.pages.lists import build_listing
from sitegen.systems.nbb.pages.players import RankingHistories, declare_player_page
from sitegen.systems.nbb.scores import SessionScores
from sitegen.systems.nbb.tables import Inputs, Line, Options, Ranking, Sitting, articles
from sitegen.toolkit.decisions import AppliedPoints
from sitegen.toolkit.history import build_outcome, make_player_pages
from sitegen.toolkit.memberships import Members
from sitegen.toolkit.seasons import add_year, name_season, refuse_overlap

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
]  # fmt: skip

_TITLES = {"pairs": "Pairs session", "butler": "Butler session", "teams": "Teams evening"}
article_language = "nl"
title = "NBB-Clubranking, 4 February 2019"

interpretations: Sequence[str] = (
    "**Evenredig naar plaats in de lijn**: pairs with equal scores share the mean of their places.",
    (
        "**Rankingpunten toekennen**: where a line has one pair, or all its scores are equal, the points "
        "by place and in proportion to the scores are the middle of the line."
    ),
    (
        "**Naar rato van de scores, gebalanceerd**: the top score is worth the top of the line or of the "
        "top-integral group, so that the width is that of the line or group."
    ),
    (
        "**Rankingpunten toekennen**: both directions of a Mitchell movement are one line, and are ranked "
        "together."
    ),
    (
        "**Rankings**: the substitute ranking of a season is the club's own, else the ranking at the end "
        "of the season before; who sat that one out keeps the substitute ranking."
    ),
    (
        "**Clubkampioenschap**: the minimum is 60 % of the sessions of the season so far, rounded up, "
        "where the club sets none; a teams evening is one session."
    ),
    (
        "**Clubkampioenschap**: points by decision of the committee, of which the regulation says nothing, "
        "are added to the average of the individual championship of the season of their day. Who is out of "
        "competition is not in the ranking, and with their partners in no championship; their sessions count."
    ),
)

outputs: Mapping[str, type[Table]] = {
    "ranking": RankedPlayer,
    "points": CalculatedScore,
    "decisions": AppliedPoints,
    "championship": Champion,
    "pairs": RankedPair,
    "pairs-championship": PairChampion,
}


def event_dates(inputs: Inputs) -> Iterator[EventDate]:
    """Yield the day of each row; a row with a score was played, one without it, and a line-up, was drawn."""
    results: list[Line | Sitting] = [*inputs.pairs, *inputs.butler, *inputs.teams]
    for row in select_complete(results, "date"):
        score = row.score if isinstance(row, Line) else row.vp
        yield EventDate(row, "date", row.date, is_played=isinstance(score, float))
    yield from read_event_dates(inputs.lineups, is_played=False)


def begin_season(inputs: Inputs, options: Options, start: date) -> NewSeason:  # noqa: ARG001 - the protocol's
    """Return the season of a year from `start`; its substitute rankings are those at the end of the last."""
    end = add_year(start) - timedelta(days=1)
    latest = max(inputs.seasons, key=attrgetter("start"), default=None)
    refuse_overlap(latest.end if latest else date.min, start)
    name = name_season(latest.season, start, end) if latest else None
    years = str(start.year) if end.year == start.year else f"{start.year}-{end.year}"
    return NewSeason({"seasons": [{"season": name or years, "start": str(start), "end": str(end)}]})


def rate(inputs: Inputs, options: Options, when: Moment) -> Outcome:
    """Return everything that is published on `when.as_of`, from all seasons since the first."""
    club = build_club(inputs, options, when)
    scores = SessionScores(club)
    histories = RankingHistories(club, scores)
    members = Members(inputs.players, inputs.memberships, when.as_of)
    return build_outcome(
        club.history,
        when,
        tables=club.tables,
        build_listing=partial(build_listing, club),
        events=build_events(club, scores),
        calendar=build_calendar(club),
        players=make_player_pages(
            members.list_players(when.as_of), declare_player_page(club, histories, when.as_of)
        ),
        clubs=members.clubs,
        topics=list(build_topics(club)),
        topic_keys=map_topic_addresses(inputs.partnerships, club.partnership_names),
        careers=model.Careers(histories.build_career, "sessions", "Ranking", Ranking),
        upcoming_events=list(_list_upcoming(club, when)),
    )


def _list_upcoming(club: Club, when: Moment) -> Iterator[UpcomingEvent]:
    """Yield the sessions that have been drawn and not played."""
    for session in club.sessions:
        if not session.is_played and session.day >= when.as_of:
            title = f"{_TITLES[session.form]} ({{label}})" if session.label else _TITLES[session.form]
            yield UpcomingEvent(session.day, title, {"label": session.label}, session.key)
