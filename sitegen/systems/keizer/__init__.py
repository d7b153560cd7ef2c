"""The Keizer system for clubs: scores by values of opponents, and values by places on the ranking of scores.

Sources: the system of J. H. Keizer as clubs in the Netherlands, Belgium and Germany play it; the documents of
the programs KeizerForClubs and chesspairing. Where these differ a preset gives what one of them does.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from functools import partial

from sitegen.core.entities import Careers, EventDate, Fault, Moment, declare_error, declare_warning
from sitegen.core.missing import select_complete
from sitegen.core.model import Outcome, PublishedTable
from sitegen.core.problems import Number, quote_text
from sitegen.core.system import NewSeason
from sitegen.core.table import Table
from sitegen.systems.keizer.draw import draw
from sitegen.systems.keizer.outputs import RankingRow
from sitegen.systems.keizer.pages import (
    ARTICLES,
    build_listing,
    declare_player_page,
    declare_round_page,
    make_histories,
    make_rounds,
)
from sitegen.systems.keizer.ranking import build_ranking
from sitegen.systems.keizer.scores import KeizerSeason, assign_values
from sitegen.systems.keizer.tables import AMOUNTS, Inputs, Options, articles, parse_amount
from sitegen.toolkit.decisions import AppliedPoints, publish_decisions
from sitegen.toolkit.history import build_outcome, cite_articles
from sitegen.toolkit.memberships import MEMBERSHIP_RULES, Members
from sitegen.toolkit.rounds import calendar, checks
from sitegen.toolkit.rounds.attendance import Attendance
from sitegen.toolkit.rounds.draw import draw_options
from sitegen.toolkit.rounds.pages import build_season_topic, list_upcoming
from sitegen.toolkit.rounds.rows import RoundStanding
from sitegen.toolkit.rounds.scores import CalculatedScore
from sitegen.toolkit.rounds.tables import Score
from sitegen.toolkit.rules import Outlier

__all__ = [
    "Inputs",
    "Options",
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

title = "Keizer system"

interpretations: Sequence[str] = (
    (
        "**1 Order**: names go by the alphabet; players who hide stand behind the others of their rating,"
        " since their place would tell between which names theirs is. A place is a value, so where ratings"
        " are equal or missing, figures of others can move a little when somebody hides."
    ),
    (
        "**2 Value**: with `ratio` the values fall by `step` from place to place, or from `first` on; they"
        " are not rounded to whole numbers, unless `whole` says so: then the first is, a half to the even"
        " number, and the others follow by `step`."
    ),
    (
        "**3 Score**: of absences with and without an excuse together at most as many as `absences` count,"
        " the earliest; byes, forfeits and absences for the club are not among them, nor does `decay` halve"
        " them."
    ),
    (
        "**3 Score**: a game won by forfeit counts the value of the opponent, as one that was played does;"
        " only where no opponent is written down it counts the own value. After `0-0f` both have lost by"
        " forfeit."
    ),
    (
        "**3 Score**: a game that is put off is worth nothing until it has a result, and is no absence; then"
        " it counts in its own round."
    ),
    (
        "**3 Score**: an opponent who has left counts with a share of the own value, so that a win is worth"
        " that share and a draw half of it, by forfeit too. A forfeit lost against them is worth what any"
        " forfeit lost is; KeizerForClubs gives the consolation for it."
    ),
    (
        "**3 Score**: who has left is on no list from the next round on, their later rounds are no absences,"
        " and they have no place in the valuation; who joins later takes part from their first round on."
    ),
    (
        "**3 Score**: a decision of the committee counts with the first round on or after its day in which"
        " the player takes part. Points that are given or taken off are added to the score as they are,"
        " whatever the values; by the order they move values as all points do."
    ),
    (
        "**4 Valuation**: after each round it begins with the order at the start. Where an order comes that"
        " was there before, the orders since then take turns; the values and the scores are the means over"
        " all of them."
    ),
    (
        "**4 Valuation**: with `frozen` the own value is that of the place which the rounds alone give, and"
        " the points of who joins later count from their first round on."
    ),
    (
        "**4 Valuation**: with `once`, as in KeizerForClubs, all rounds are valued at the list before, which"
        " was made in the same way of the rounds before it and the players of now. That program counts an"
        " adjourned game as a draw until it is played, here it is worth nothing until then; and where scores"
        " are equal its list goes by the points of the games first, here the rating decides."
    ),
    (
        "**Presets**: an absence without an excuse is worth 1/20 with `kfc`, as in the settings that"
        " KeizerForClubs ships, and not the 7/20 of its manuals. With `chesspairing` any number of orders"
        " can take turns, of which that program sees two; the means are not rounded once more, and `decay`"
        " halves before the rounding."
    ),
    (
        "**5 Ranking**: who is out of competition is on no list, and the others move up there. In the"
        " valuation they keep their place and their value, so that games against them are worth what they"
        " were, and no score of others changes."
    ),
    (
        "**6 Draw**: where nobody can be met otherwise, players further apart meet, so that all places in the"
        " games of the round together are as close as possible; a forfeit is no meeting. Where two pairings"
        " are equally close, the one counts that is closer for who stands highest. In a small club the"
        " closest games are taken that leave a pairing in the next rounds, as many as `rematch`."
    ),
)

rules = (
    Outlier("players", ["rating"], has_one_size=True),
    Outlier("games", ["board"]),
    *MEMBERSHIP_RULES,
    checks.DECISION_RULE,
)
outputs: Mapping[str, type[Table]] = {
    "ranking": RankingRow,
    "rounds": CalculatedScore,
    "course": RoundStanding,
    "decisions": AppliedPoints,
}


_NO_AMOUNT = declare_error(
    "no-amount",
    "{amount} is neither a share nor a number of points",
    "write it as 1/2, 0.5 or 15 points",
)
_VALUE_BELOW_ZERO = declare_warning(
    "value-below-zero",
    "of {players} players the last has a value of {value}, so that a win against them costs points",
    "take a higher first value, or a smaller step",
)


def event_dates(inputs: Inputs) -> Iterator[EventDate]:
    """Yield the dates of the calendar, and of each round the first row that says that it has been played."""
    return calendar.find_event_dates(inputs, Attendance(inputs).ahead)


def check(inputs: Inputs, options: Options) -> Iterator[Fault]:
    """Yield what is wrong with the calendar, with what was played and with the options."""
    attendance = Attendance(inputs)
    yield from calendar.check_calendar(inputs, attendance.ahead)
    yield from calendar.check_membership(inputs)
    yield from checks.check_evenings(inputs, checks.group_rows(inputs))
    yield from checks.check_waiting(inputs, attendance)
    yield from checks.check_attendance(inputs, attendance)
    yield from checks.check_boards(inputs.games)
    yield from checks.check_decisions(inputs, is_left_listed=False)
    yield from _check_options(options, [player.id for player in select_complete(inputs.players, "id")])


def _check_options(options: Options, players: list[str]) -> Iterator[Fault]:
    """Yield options that are written otherwise than an amount, and values below zero."""
    for name in AMOUNTS:
        text = getattr(options, name)
        if text and parse_amount(text) is None:
            yield _NO_AMOUNT(options, name, amount=quote_text(text))
    lowest = min(assign_values(players, options).values())
    if lowest < 0:
        column = "step" if options.first is None else "first"
        yield _VALUE_BELOW_ZERO(options, column, players=len(players), value=Number(float(lowest), "g"))


def begin_season(inputs: Inputs, options: Options, start: date) -> NewSeason:  # noqa: ARG001 - the protocol's
    """Return the next season, in the order of the ratings that the club keeps."""
    return calendar.begin_rounds(inputs, start, lambda _: {})


def rate(inputs: Inputs, options: Options, when: Moment) -> Outcome:
    """Return everything that is published on `when.as_of`; every round values the whole season again."""
    ranking = build_ranking(KeizerSeason.build(inputs, options, when.as_of))
    rounds, histories = make_rounds(ranking), make_histories(ranking)
    events = rounds.build_events(declare_round_page(rounds))
    members = Members(inputs.players, inputs.memberships, when.as_of)
    outcome = build_outcome(
        ranking.history,
        when,
        tables=[
            PublishedTable("ranking", RankingRow, ranking.build_rows(ranking.current_standings)),
            PublishedTable("rounds", CalculatedScore, ranking.round_scores),
            PublishedTable("course", RoundStanding, histories.course.rows),
            *publish_decisions(ranking.history.decisions),
        ],
        build_listing=partial(build_listing, ranking),
        events=events,
        calendar=rounds.build_calendar(),
        players=histories.build_pages(declare_player_page(histories), members),
        topics=[*build_season_topic(histories.course.rows, ranking.current_standings)],
        event_keys={int(event.key): event.key for event in events},
        careers=Careers(histories.build_career, "games", "Score", Score),
        upcoming_events=list_upcoming(ranking.competition, when.as_of),
        clubs=members.clubs,
    )
    return cite_articles(outcome, ARTICLES)
