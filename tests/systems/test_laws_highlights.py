"""What lists and results answer at a glance is what the rows of the list and the careers of players say."""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from itertools import pairwise
from typing import Any

import pytest
from drawn_cases import CASES, SEQUENTIAL, law
from hypothesis import strategies as st

from sitegen.core.entities import Career, Highlight, Highlights, PlayerName, Result
from sitegen.core.model import Listing, Outcome, PageContent
from sitegen.core.roles import find_value_column

pytestmark = pytest.mark.slow

Careers = Mapping[str, Career]
CLIMBER = re.compile("Climber|Biggest rise")
WITH_RECORDS = {*SEQUENTIAL, "ruit"}


@law()
def test_a_list_says_what_its_rows_and_the_results_since_the_one_before_do(
    name: str, data: st.DataObject
) -> None:
    case = data.draw(CASES[name])
    outcome = case.rated(as_of=data.draw(st.sampled_from(case.find_days())))
    careers = find_careers(outcome)
    for before, listing in find_periods(outcome):
        answers, rows = find_answers(listing.content), listing.content.tables[0].rows
        hold_leader(answers.get("At the top"), rows)
        if name != "ludo":
            column = "change" if name in {"nbb", "ruit"} else "rank_change"
            hold_climber(
                next((answers[label] for label in answers if CLIMBER.match(label)), None), rows, column
            )
        if name in WITH_RECORDS and rows and "shares" not in answers["At the top"].note:
            best = max(find_figures(careers, listing.through))
            is_record = find_value(rows[0]) >= best - 1e-6
            assert ("highest rating ever" in answers["At the top"].note) == is_record
        if name in SEQUENTIAL:
            since = select_results(careers, before.through if before else date.min, listing.through)
            listed = {row.player for section in listing.content.tables[:2] for row in section.rows}
            hold_played(answers[SEQUENTIAL[name].title()], since, listed)
            hold_win(answers.get("Biggest win"), since, is_least_likely=name != "fibs")


@law(["elo", "fibs", "glicko2", "nbb", "ruit"])
def test_results_say_who_gained_and_who_lost_most(name: str, data: st.DataObject) -> None:
    outcome = data.draw(CASES[name]).rated()
    careers = find_careers(outcome)
    for event in outcome.events:
        changes = {
            player: sum(result.change or 0.0 for result in career.result_rows if result.event == event.key)
            for player, career in careers.items()
        }
        answers = find_answers(event.content)
        for label, extreme in (("Gained most", max(changes.values())), ("Lost most", min(changes.values()))):
            if answer := answers.get(label):
                assert answer.figure == pytest.approx(extreme, abs=1e-6)
                assert changes[answer.player] == pytest.approx(extreme, abs=1e-6)
            else:
                assert extreme <= 1e-6 if label == "Gained most" else extreme >= -1e-6


def find_careers(outcome: Outcome) -> Careers:
    assert outcome.careers is not None
    return {page.id: outcome.careers.get_career(page.id) for page in outcome.players}


def find_periods(outcome: Outcome) -> Sequence[tuple[Listing | None, Listing]]:
    """Each list that is shown in full with the one before it, as far as both are."""
    if outcome.short_listings:
        return [*pairwise(outcome.archive)]
    return [*pairwise([None, *outcome.archive])]  # type: ignore[list-item]


def find_answers(content: PageContent) -> Mapping[str, Highlight]:
    strips = [section for section in content.sections() if isinstance(section, Highlights)]
    assert len(strips) <= 1
    return {highlight.label: highlight for strip in strips for highlight in strip.highlights}


def find_value(row: Any) -> float:
    column = find_value_column(type(row))
    assert column is not None
    return float(getattr(row, column.name))


def find_figures(careers: Careers, through: date) -> Iterator[float]:
    for career in careers.values():
        yield from [] if career.start is None else [career.start]
        yield from (figure for day, figure in career.history if day <= through)


def select_results(careers: Careers, before: date, through: date) -> list[tuple[str, Result]]:
    """What counts after a day, through another, with its player."""
    return [
        (player, result)
        for player, career in careers.items()
        for result in career.result_rows
        if result.ended and before < result.day <= through
    ]


def hold_leader(answer: Highlight | None, rows: Sequence[Any]) -> None:
    """The one at the top has the highest figure, with the margin to the next."""
    assert (answer is None) == (not rows)
    if answer:
        figures = {row.player: find_value(row) for row in rows}
        best, *rest = sorted(figures.values(), reverse=True)
        assert answer.figure == figures[answer.player] == pytest.approx(best, abs=1e-6)
        if rest:
            other = answer.params["player"]
            assert isinstance(other, PlayerName)
            assert figures[other.player] == pytest.approx(rest[0], abs=1e-6)
            assert (answer.params.get("points") or 0) == pytest.approx(best - rest[0], abs=1e-6)
            assert ("shares" in answer.note) == (len([row for row in rows if row.rank == rows[0].rank]) > 1)


def hold_climber(answer: Highlight | None, rows: Sequence[Any], column: str) -> None:
    """Who has most in that column of those who won points, then most points, and of these the first."""
    climbed = [row for row in rows if (getattr(row, column) or 0) > 0 < (row.change or 0)]
    assert (answer is None) == (not climbed)
    if answer:
        best = max(climbed, key=lambda row: (round(getattr(row, column), 6), round(row.change, 6)))
        assert answer.player == best.player
        assert answer.figure == pytest.approx(getattr(best, column), abs=1e-6)
        figures = {"points": best.change, "rating": find_value(best), "rank": best.rank}
        assert answer.params == {name: figures[name] for name in answer.params}


def hold_played(answer: Highlight, since: Sequence[tuple[str, Result]], listed: set[str]) -> None:
    """How much was played, and by how many of those who are listed."""
    number = len({result.source for _, result in since})
    assert (answer.figure or 0, answer.text) == (number, "" if number else "None")
    if number:
        players = {player for player, _ in since}
        assert answer.params == {"players": len(players & listed), "listed": len(listed)}


def hold_win(answer: Highlight | None, since: Sequence[tuple[str, Result]], *, is_least_likely: bool) -> None:
    """Nobody won more by a win than the one who is named, of whom the chance is that of such a win.

    In games of two sides no win was less likely: what it moves hangs on more than that.
    """
    wins = [(player, result) for player, result in since if result.ended == "won"]
    assert (answer is None) == (not wins)
    if answer:
        beaten = answer.params["player"]
        assert isinstance(beaten, PlayerName)
        chances = {
            in_percent(result)
            for player, result in wins
            if (player, *result.opponents) == (answer.player, beaten.player)
            and (result.change is None or result.change == answer.figure)
        }
        assert answer.params["chance"] in chances
        gains = [result.change for _, result in wins if result.change is not None]
        if is_least_likely:
            assert answer.params["chance"] == min(in_percent(result) for _, result in wins)
        else:
            assert not gains or answer.figure == pytest.approx(max(gains), abs=1e-6)


def in_percent(result: Result) -> int:
    """The chance as a highlight says it."""
    return min(99, max(1, round(100 * (result.chance or 0.0))))
