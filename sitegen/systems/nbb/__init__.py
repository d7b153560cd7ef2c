"""The NBB-Clubranking, the club ranking of the Dutch bridge federation, of 4 February 2019.

Chapters are cited by their headings, since the document has no numbers.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from sitegen import model
from sitegen.model import Coming, Dated, Fault, Outcome, When
from sitegen.systems.nbb.articles import articles
from sitegen.systems.nbb.checks import faults
from sitegen.systems.nbb.club import Club, club
from sitegen.systems.nbb.draw import draw, drawn_with
from sitegen.systems.nbb.outputs import Champion, PairChampion, PairRanked, Ranked, Receipt
from sitegen.systems.nbb.pages.careers import Careers
from sitegen.systems.nbb.pages.events import calendar, events
from sitegen.systems.nbb.pages.lists import listing
from sitegen.systems.nbb.pages.players import player_pages
from sitegen.systems.nbb.pages.topics import topic_of, topics
from sitegen.systems.nbb.tables import Inputs, Line, Options, Ranking, Sitting
from sitegen.table import Table
from sitegen.toolkit import rows
from sitegen.toolkit.outcome import outcome
from sitegen.unread import known

__all__ = [
    "Inputs", "Options", "articles", "check", "dated", "draw", "drawn_with", "interpretations", "outputs",
    "rate", "title",
]  # fmt: skip

_TITLES = {"pairs": "Pairs session", "butler": "Butler session", "teams": "Teams evening"}
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
)

outputs: Mapping[str, type[Table]] = {
    "ranking": Ranked,
    "points": Receipt,
    "championship": Champion,
    "pairs": PairRanked,
    "pairs-championship": PairChampion,
}


def check(inputs: Inputs, options: Options) -> Iterator[Fault]:
    """What is wrong with seasons, sessions, partnerships and teams."""
    return faults(inputs, options)


def dated(inputs: Inputs) -> Iterator[Dated]:
    """The sessions: a row with a score was played; without one it is drawn, and so is a line-up."""
    results: list[Line | Sitting] = [*inputs.pairs, *inputs.butler, *inputs.teams]
    for row in known(results, "date"):
        score = row.score if isinstance(row, Line) else row.vp
        yield Dated(row, "date", row.date, is_played=isinstance(score, float))
    yield from rows.dated(inputs.lineups, is_played=False)


def rate(inputs: Inputs, options: Options, when: When) -> Outcome:
    """Everything that is published on `when.as_of`, from all seasons since the first."""
    found = club(inputs, options, when)
    careers = Careers(found)
    return outcome(
        found.course,
        when,
        tables=found.published,
        listing=partial(listing, found),
        events=events(found),
        calendar=calendar(found.sessions),
        players=player_pages(found, careers, when.as_of),
        topics=list(topics(found)),
        topic_of=_addresses(found),
        careers=model.Careers(careers.career, "sessions", "Ranking", Ranking),
        coming=list(_coming(found, when)),
    )


def _addresses(club: Club) -> Mapping[str, str]:
    """The page of each partnership, by its key and by what pages call it."""
    found = topic_of(club.inputs.partnerships)
    return {**{called: found[key] for key, called in club.called.items()}, **found}


def _coming(club: Club, when: When) -> Iterator[Coming]:
    """The sessions that have been drawn."""
    for each in club.sessions:
        if not each.is_played and each.day >= when.as_of:
            title = f"{_TITLES[each.form]} ({{label}})" if each.label else _TITLES[each.form]
            yield Coming(each.day, title, {"label": each.label}, each.key)
