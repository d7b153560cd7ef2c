"""Decisions of the committee: a figure of a player set anew, points, or a player out of competition.

A system has a subclass of `Decision` that says in `what` which kinds it takes, `decisions` of it among its
`Inputs`, a `DecisionRule` among its `rules`, and `AppliedDecision` as `decisions` among its `outputs`. It
applies them to standings, which have a field for each kind with a figure, and `is_out`.

A system of points takes `PointsDecision` as it is, and publishes `AppliedPoints`. Points are added to what a
player has, so that two of a day count both; `find_excluded` tells who is out of competition on a day.
"""

import datetime as dt
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping, Sequence
from datetime import date
from functools import cache
from itertools import pairwise
from operator import attrgetter, itemgetter
from typing import Any, Literal, NamedTuple

from sitegen.core.columnar import Rows
from sitegen.core.entities import Fault, declare_error, declare_warning
from sitegen.core.missing import select_complete
from sitegen.core.model import Fact, PublishedTable, Section
from sitegen.core.problems import Message, Number, advise
from sitegen.core.system import list_dated_tables
from sitegen.core.table import (
    Change,
    Figure,
    PlayDate,
    PlayerId,
    Remark,
    Source,
    Table,
    column,
    get_columns,
    get_field_names,
    get_hints,
    parse_synonyms,
    split_alternatives,
)
from sitegen.toolkit.order import group_by
from sitegen.toolkit.rules import find_slipped_decimals

OUT, IN, POINTS = "out of competition", "in competition", "points"
_MAX_FIGURE = 100_000
KIND_HEADINGS = split_alternatives("wat|besluit|soort|quoi|décision|decision|kind")
_FIGURE_HEADINGS = split_alternatives("cijfer|getal|waarde|chiffre|valeur|nombre")
_SYNONYMS = {
    "rating": "beoordeling|elo|cote",
    "deviation": "afwijking|rd|écart|ecart",
    POINTS: "punten|pt|pts",
    OUT: "out|buiten competitie|hors compétition|hors competition",
    IN: "in|in competitie|en compétition|en competition",
}


class FigureBounds(NamedTuple):
    """The bounds of the figure that a kind of decision sets."""

    minimum: float
    maximum: float


RATING_BOUNDS = FigureBounds(0, 4000)
"""The bounds of a rating of two who play."""


def list_synonyms(*kinds: str) -> tuple[tuple[str, str], ...]:
    """Return how else these kinds are written, for the column `what` of the decisions of a system."""
    return parse_synonyms({kind: _SYNONYMS[kind] for kind in kinds})


class Decision(Table):
    """A decision of the committee about a player, which counts from its day on."""

    date: PlayDate = column(
        "the first day on which it counts", headings=split_alternatives("datum|dag|vanaf|jour|day")
    )
    player: PlayerId = column(
        "the player whom it is about",
        headings=split_alternatives("speler|naam|lid|joueur|joueuse|nom|membre"),
    )
    what: str = column("what is decided")
    reason: str = column(
        "why, in a sentence that everybody can read on the site",
        headings=split_alternatives("reden|motivering|raison|motif"),
    )
    figure: float | None = column(
        "the new figure; blank where nothing is set anew",
        default=None,
        minimum=-_MAX_FIGURE,
        maximum=_MAX_FIGURE,
        headings=_FIGURE_HEADINGS,
    )
    source: Source = column("where the row stands", default="", filled=True)

    def find_faults(self) -> Iterable[tuple[str, str, str]]:
        """Yield the column, message and hint of each fault inside the row."""
        for row in select_complete([self], "what", "figure"):
            if row.figure is None and row.what not in {OUT, IN}:
                hint = advise("write in 'figure' how many, with a minus where they are taken off")
                yield "figure", *_NO_FIGURE.fill(advice=hint if row.what == POINTS else "")
            elif row.figure is not None and row.what in {OUT, IN}:
                yield "figure", *_NEEDLESS_FIGURE.fill()
            elif row.what == POINTS and row.figure == 0:
                yield "figure", *_NO_POINTS.fill()
        if isinstance(self.reason, str) and not any(map(str.isalpha, self.reason)):
            yield "reason", *_NO_REASON.fill()


class RatingDecision(Decision):
    """A decision of the committee about a player, which counts from its day on."""

    what: Literal["rating", "out of competition", "in competition"] = column(
        "rating: set anew; out of competition: on no list from then on; in competition: on them again",
        synonyms=list_synonyms("rating", "out of competition", "in competition"),
        headings=KIND_HEADINGS,
    )


class PointsDecision(Decision):
    """A decision of the committee about a player, which counts from its day on."""

    what: Literal["points", "out of competition", "in competition"] = column(
        "points: given or taken off; out of competition: on no list from then on; in competition: on them"
        " again",
        synonyms=list_synonyms(POINTS, OUT, IN),
        headings=KIND_HEADINGS,
    )
    figure: float | None = column(
        "the points: 10 are given, -10 are taken off; blank where there are none",
        default=None,
        minimum=-_MAX_FIGURE,
        maximum=_MAX_FIGURE,
        headings=_FIGURE_HEADINGS,
    )


class AppliedDecision(Table):
    """A decision of the committee, with the figure before and after it."""

    date: PlayDate = column("the first day on which it counts")
    player: PlayerId = column("the player whom it is about", label="Player")
    what: Literal["rating", "deviation", "out of competition", "in competition"] = column(
        "what is decided", label="Decision"
    )
    before: Figure | None = column("the figure before it", label="Before")
    after: Figure | None = column("the figure that is set", label="Set to")
    reason: str = column("why")
    source: Source = column("where the row stands")


class AppliedPoints(Table):
    """A decision of the committee of a system of points; nothing need have been played on its day."""

    date: dt.date = column("the first day on which it counts")
    player: PlayerId = column("the player whom it is about", label="Player")
    what: Literal["points", "out of competition", "in competition"] = column(
        "what is decided", label="Decision"
    )
    points: Change | None = column("the points that are given, or below 0 taken off", label="Points")
    reason: str = column("why")
    source: Source = column("where the row stands")


Applied = AppliedDecision | AppliedPoints


def list_decisions(inputs: Any) -> list[Any]:
    """Return the decisions in order of day; the reader has left out the reasons of those who hide."""
    return sorted(inputs.decisions, key=attrgetter("date"))


def find_excluded(decisions: Iterable[Any], day: date) -> set[str]:
    """Return the ids of those who are out of competition on a day; decisions stand in order of day."""
    states = {row.player: row.what for row in decisions if row.date <= day and row.what in {OUT, IN}}
    return {player for player, what in states.items() if what == OUT}


def record_points(decisions: Iterable[Any]) -> list[AppliedPoints]:
    """Return the rows to publish of the decisions of a system of points."""
    return [AppliedPoints.combine(decision, points=decision.figure) for decision in decisions]


def apply_decisions(decisions: Iterable[Any], standings: MutableMapping[str, Any]) -> list[AppliedDecision]:
    """Change the standings, by id, as is decided; return the rows to publish."""
    return [_apply_decision(decision, standings) for decision in decisions]


def _apply_decision(decision: Any, standings: MutableMapping[str, Any]) -> AppliedDecision:
    standing, what = standings[decision.player], decision.what
    if what in {OUT, IN}:
        standings[decision.player] = standing._replace(is_out=what == OUT)
        return AppliedDecision.combine(decision, before=None, after=None)
    standings[decision.player] = standing._replace(**{what: decision.figure})
    return AppliedDecision.combine(decision, before=getattr(standing, what), after=decision.figure)


DatedDecision = tuple[date, Any]
"""A decision with the day before whose results it counts, which is the first of its period."""


def list_set_anew(decisions: Iterable[DatedDecision]) -> list[tuple[date, float]]:
    """Return the ratings that decisions set, each with the day before whose results it counts."""
    return [(day, row.after) for day, row in decisions if row.what == "rating" and row.after is not None]


def select_set_anew(decisions: Iterable[Applied]) -> set[str]:
    """Return the players whose rating is set anew by some decisions, by id."""
    return {row.player for row in decisions if row.what == "rating"}


Figures = Mapping[str, Any]
"""What a decision has in the history of a player, by the names of its columns."""


def read_rating(decision: AppliedDecision, column: str = "after") -> Figures:
    """Return what a decision does to the rating, which stands in a column of the history, and its change."""
    if decision.what != "rating" or decision.before is None or decision.after is None:
        return {}
    return {"change": decision.after - decision.before, column: decision.after}


def merge_decisions(
    results: Rows[Any],
    decisions: Sequence[DatedDecision],
    read_figures: Callable[[Any], Figures] = read_rating,
) -> Rows[Any]:
    """Return the results of a player and the decisions about them in the order in which they count.

    Results have a `date`; `read_figures` returns those of a decision for the columns that results have.
    """
    kind: Any = results.kind
    table, days = make_history_table(kind), results.get_column("date")
    rows: list[Any] = table.combine_all(results)
    merged, place = list[Any](), 0
    for day, decision in decisions:
        end = bisect_left(days, day)
        merged, place = [*merged, *rows[place:end]], end
        merged.append(make_history_row(table, decision, read_figures(decision)))
    return Rows.from_rows(table, [*merged, *rows[place:]])


@cache  # one class for each: renderers keep what they know of a table by its class
def make_history_table(kind: type[Table]) -> type[Table]:
    """Return a table of results that can have decisions too, which lack most cells of a result."""
    hints = get_hints(kind)
    kinds = {name: hints[name] for name in get_field_names(kind)}
    optional = {name: hint if hint in {str, date, Remark} else hint | None for name, hint in kinds.items()}
    place = "source" if "source" in kinds else ""
    remark = column("what the committee decided, and why", default="", before=place)
    own = {} if Remark in kinds.values() else {"decision": remark}
    namespace = {"__annotations__": {**optional, **dict.fromkeys(own, Remark)}, **own}
    return type(kind.__name__, (kind,), namespace)


def make_history_row(table: type[Table], decision: Applied, figures: Figures) -> Any:
    """Return the row of a decision in a table of results that can have decisions too."""
    hints = get_hints(table)
    cells: dict[str, Any] = {name: "" if hints[name] is str else None for name in get_field_names(table)}
    known = {"date": decision.date, "source": decision.source, **figures}
    cells |= {name: value for name, value in known.items() if name in cells}
    cells |= {name: describe_decision(decision) for name in cells if hints[name] is Remark}
    return table.combine(**cells)


def publish_decisions(rows: Sequence[Applied]) -> list[PublishedTable]:
    """Return the decisions as a file; none without any."""
    return [PublishedTable("decisions", type(rows[0]), rows)] if rows else []


def build_decision_section(rows: Sequence[Applied]) -> Iterator[Section]:
    """Yield the section with decisions on the page of an event; nothing without any."""
    if rows:
        yield Section("decisions", "Decisions of the committee", type(rows[0]), rows)


def describe_exclusion(decisions: Sequence[DatedDecision]) -> Fact:
    """Return since when a player is out of competition, by the last of these decisions that says so."""
    days = [row.date for _, row in decisions if row.what == OUT]
    return Fact("Out of competition since", days[-1], PlayDate)


def describe_decision(row: Applied) -> Message:
    """Return what is decided and why, as the history of the player says it."""
    decision = _describe_kind(row)
    if not row.reason:
        return decision
    return Message("", "{decision}: {reason}", {"decision": decision, "reason": row.reason})


def _describe_kind(row: Applied) -> Message:
    if row.what == OUT:
        return advise("Out of competition")
    if row.what == IN:
        return advise("In competition again")
    if isinstance(row, AppliedPoints):
        points = Number(abs(row.points or 0.0), "g")
        return (
            advise("Points given by the committee ({points})", points=points)
            if row.points and row.points > 0
            else advise("Points taken off by the committee ({points})", points=points)
        )
    if row.what == "rating":
        return advise("Rating set anew by the committee")
    return advise("Deviation set to {figure} by the committee", figure=Number(row.after or 0.0, "g"))


_NO_FIGURE = declare_error("no-figure-decided", "the figure is missing", "write the new figure in 'figure'")
_NEEDLESS_FIGURE = declare_error(
    "needless-figure-decided",
    "a decision of this kind has no figure",
    "leave 'figure' blank, or correct 'what'",
)
_NO_POINTS = declare_error(
    "no-points-decided",
    "0 points change nothing",
    "write the points that are given, or with a minus those that are taken off",
)
_NO_REASON = declare_error(
    "no-reason-decided",
    "the reason has no words",
    "write in a sentence why: everybody can read it on the site",
)
_FIGURE_OUT_OF_RANGE = declare_error(
    "figure-decided-out-of-range",
    "{figure} is not from {least} to {most}",
    "is a digit missing or too many, or is another figure meant?",
)
_DECIDED_TWICE = declare_error(
    "decided-twice",
    "this is decided on the same day already: {place}",
    "take one of the two out, or correct its day",
)
_STATE_ALREADY = declare_error(
    "decided-already",
    "this is so since another decision: {place}",
    "take this row out, or correct its day or 'what'",
)
_NOT_OUT = declare_error(
    "not-out-of-competition",
    "the player is not out of competition then",
    "take this row out, or correct 'what'",
)
_SAME_FIGURE = declare_error(
    "same-figure-decided",
    "the player has this figure since another decision: {place}",
    "take this row out, or correct its day or the figure",
)
_BEFORE_FIRST = declare_warning(
    "decided-before-first-result",
    "the player has no result before this day",
    "write the figure at the start in players.csv, or correct the day or the player, unless this is meant",
)


class DecisionRule(NamedTuple):
    """A decision with a figure out of bounds, or one that stands twice, changes nothing or comes too early.

    `kinds` are those with a figure, each with its bounds. Who is named in a row with a `date` played then.
    """

    kinds: Mapping[str, FigureBounds]

    def find_faults(self, inputs: Any) -> Iterator[Fault]:
        """Yield each such decision."""
        if not inputs.decisions:  # few committees decide anything, and there may be many results
            return
        decisions = select_complete(inputs.decisions, "date", "player", "what", "figure")
        days, is_sure = list[tuple[str, date]](), len(decisions) == len(inputs.decisions)
        for rows in list_dated_tables(inputs):
            kind: Any = type(rows[0])
            columns = [each.name for each in get_columns(kind) if each.display.style == "player"]
            complete = select_complete(rows, "date", *columns)
            is_sure &= len(complete) == len(rows)
            days += [(getattr(row, column), row.date) for row in complete for column in columns]
        days_by_player = group_by(days, itemgetter(0))
        for decision in decisions:
            yield from self._check_figure(decision)
        rows_of_state = (row for row in decisions if row.what != POINTS)  # points add up, and leave no state
        by_player = group_by(sorted(rows_of_state, key=attrgetter("date")), attrgetter("player"))
        for player, rows in by_player.items():
            yield from _find_twice(rows)
            if is_sure:
                days_of_player = [day for _, day in days_by_player.get(player, ())]
                yield from _find_needless(rows, days_of_player)
                yield from self._find_early(rows, min(days_of_player, default=date.max))

    def _check_figure(self, decision: Any) -> Iterator[Fault]:
        kind = self.kinds.get(decision.what)
        if kind and decision.figure is not None and not kind.minimum <= decision.figure <= kind.maximum:
            figure, least, most = (Number(each, "g") for each in (decision.figure, *kind))
            yield _FIGURE_OUT_OF_RANGE(decision, "figure", figure=figure, least=least, most=most)

    def _find_early(self, rows: Sequence[Any], first_day: date) -> Iterator[Fault]:
        """Yield each figure that is set before the first result of its player."""
        for row in rows:
            if row.what in self.kinds and row.date <= first_day:
                yield _BEFORE_FIRST(row, "date")

    def describe(self) -> Message:
        """Return what is checked."""
        return advise(
            "decisions: no figure out of bounds, none twice on a day, and none that changes nothing"
        )


def find_slipped_figures(decisions: Iterable[Any], kind: str, usual: float) -> Iterator[Fault]:
    """Yield each figure of a kind that is of the size of the `usual` one, but for its decimal mark.

    One that no rating can be is told already.
    """
    complete = [row for row in select_complete(decisions, "what", "figure") if row.what == kind]
    least, most = RATING_BOUNDS
    rows = [row for row in complete if row.figure is not None and least <= row.figure <= most]
    yield from find_slipped_decimals(rows, "figure", usual)


def _find_twice(rows: Sequence[Any]) -> Iterator[Fault]:
    """Yield each decision of a player of which a row above decides the same on its day."""
    for same in group_by(rows, lambda row: (row.date, _get_field(row))).values():
        for row in same[1:]:
            yield _DECIDED_TWICE(row, "date", place=same[0].source)


def _find_needless(rows: Sequence[Any], days: Sequence[date]) -> Iterator[Fault]:
    """Yield each decision that leaves a player as they were; `days` are those on which they played."""
    for field, same in group_by(rows, _get_field).items():
        for before, row in pairwise([None, *same]):
            if row is None or (before and before.date == row.date):
                continue
            if field != "is_out":
                if (
                    before
                    and before.figure == row.figure
                    and not any(before.date <= day < row.date for day in days)
                ):
                    yield _SAME_FIGURE(row, "figure", place=before.source)
            elif before and before.what == row.what:
                yield _STATE_ALREADY(row, "what", place=before.source)
            elif before is None and row.what == IN:
                yield _NOT_OUT(row, "what")


def _get_field(row: Any) -> str:
    """Return what of a player a decision changes."""
    what: str = row.what
    return "is_out" if what in {OUT, IN} else what
