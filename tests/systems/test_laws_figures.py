"""What holds of the figures of rankings: they add up, and a second program publishes the same."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter, itemgetter
from pathlib import Path
from typing import Any

import golden
import oracle_fibs
import oracle_ijssel
import oracle_keizer
import oracle_ludo
import oracle_nbb
import oracle_ruit
import pytest
from decided_rounds import list_published
from drawn_cases import CASES, ROUNDS, SEQUENTIAL, Case, find_players, law, near, rows
from hypothesis import strategies as st

from sitegen.core.entities import Career
from sitegen.core.model import Outcome
from sitegen.core.roles import find_value_column
from sitegen.inputs.config.settings import load_site
from sitegen.inputs.results.results import read_results
from sitegen.systems import elo
from sitegen.toolkit.order import group_by

ADDITIVE = {"elo", "fibs", "glicko2", "nbb", "ruit"}
"""Those by which each result adds something to a figure, which nothing else changes."""


SIGNS = {"won": 1.0, "lost": -1.0}


def gain_by_decisions(outcome: Outcome, *players: str) -> float:
    """By how much a committee made the ratings of players higher."""
    decided = [row for row in rows(outcome, "decisions") if row.what == "rating"]
    return sum(row.after - row.before for row in decided if row.player in players or not players)


@law()
def test_careers_lead_to_the_figures_of_the_list(name: str, data: st.DataObject) -> None:
    case = data.draw(CASES[name])
    outcome = case.rated(as_of=data.draw(st.sampled_from(case.find_days())))
    assert outcome.careers is not None
    for page in outcome.players:
        career = outcome.careers.get_career(page.id)
        days, results = [day for day, _ in career.history], career.result_rows
        decided = [row for row in rows(outcome, "decisions") if row.player == page.id]
        assert days == sorted({*days})
        assert [result.day for result in results] == sorted(result.day for result in results)
        assert {result.event for result in results} <= {event.key for event in outcome.events}
        assert all(result.score for result in results)
        if name in ADDITIVE:
            changes = sum(result.change or 0.0 for result in results) + gain_by_decisions(outcome, page.id)
            assert (career.start or 0.0) + changes == pytest.approx(figure_of(career) or 0.0, abs=1e-6)
        if name in ADDITIVE and name != "glicko2":
            rated_days = {result.day for result in results if result.ended}
            assert days == sorted({*rated_days, *(row.date for row in decided if row.what == "rating")})
        if name not in ROUNDS:
            signs = [SIGNS.get(result.ended, 0.0) * (result.change or 0.0) for result in results]
            assert min(signs, default=0.0) >= -1e-9
            is_explained = any(section.explanation for section in page.content.tables)
            is_changed = any(result.ended for result in results) or bool(decided)
            assert is_changed <= is_explained <= bool(results or decided)
        if name in ROUNDS:
            course = [row for row in rows(outcome, "course") if row.player == page.id]
            figures = [getattr(row, "club_rating" if name == "ijssel" else "total") for row in course]
            assert [figure for _, figure in career.history] == figures
        if name in SEQUENTIAL:
            played = rows(outcome, SEQUENTIAL[name])
            assert len(results) == sum(page.id in find_players(row) for row in played)
            assert all((result.chance is None) == (not result.ended) for result in results)
    for section in outcome.listing.content.tables:
        if section.name != "year":  # of which no career tells
            for row in section.rows:
                hold_row(row, outcome.careers.get_career(row.player))


def hold_row(row: Any, career: Career) -> None:
    """The figure of a list and the numbers of results are those of the career."""
    column = find_value_column(type(row))
    figure = "club_rating" if hasattr(row, "club_rating") else column and column.name
    assert not figure or getattr(row, figure) == pytest.approx(figure_of(career), abs=1e-6)
    ended = Counter(result.ended for result in career.result_rows)
    for word in {"won", "drawn", "lost"} & {*row._fields}:
        assert getattr(row, word) == ended[word]
    if hasattr(row, "matches"):
        assert row.matches == ended["won"] + ended["lost"]


def figure_of(career: Career) -> float | None:
    return career.history[-1][1] if career.history else career.start


BETTER = {
    "ludo": ("rounds", ("tournament", "round", "table"), lambda row: (-row.place, row.points)),
    "nbb": ("points", ("date", "form", "line", "middle"), lambda row: (row.score, row.points)),
    "ruit": ("evenings", ("date",), lambda row: (row.after, row.change)),
}
"""The table with what each result brings, what those have in common that are compared, and these two."""


@law(BETTER)
def test_a_better_result_never_brings_less(name: str, data: st.DataObject) -> None:
    table, names, get_pair = BETTER[name]
    together = group_by(rows(data.draw(CASES[name]).rated(), table), attrgetter(*names))
    for played in together.values():
        brought = [amount for _, amount in sorted(map(get_pair, played))]
        assert brought == pytest.approx(sorted(brought), abs=1e-9)


@law(["elo", "fibs"])
def test_no_point_is_made_or_lost(name: str, data: st.DataObject) -> None:
    case = data.draw(CASES[name])
    same_for_all = {"options": elo.Options(k={0: 24.0})} if name == "elo" else {}
    outcome = case.rated(**same_for_all)
    assert outcome.careers is not None
    careers = [outcome.careers.get_career(player.id) for player in case.inputs.players]
    gains = [(figure_of(career) or 0.0) - (career.start or 0.0) for career in careers]
    assert sum(gains) == pytest.approx(gain_by_decisions(outcome), abs=1e-9)


@pytest.mark.article("ijssel", "2.2 Rondescore")
@pytest.mark.article("keizer", "3 Score")
@law(ROUNDS)
def test_scores_add_up_and_the_ranking_is_the_last_of_the_course(name: str, data: st.DataObject) -> None:
    case = data.draw(CASES[name])
    outcome = case.rated(as_of=data.draw(st.sampled_from(case.find_days())))
    ranking, scores = rows(outcome, "ranking"), rows(outcome, "rounds", "round-scores")
    has_own = name == "keizer" and case.options.get("own_value")
    if name == "ijssel" or not case.options.get("rounding"):
        for line in ranking:
            worth = [score.score for score in scores if score.player == line.player]
            assert sum(worth) + has_own * line.value == pytest.approx(line.score)
        assert [score.score for score in scores] == pytest.approx([row.factor * row.basis for row in scores])
    course = rows(outcome, "course")
    last = [row for row in course if row.round == course[-1].round and row.rank]
    standing = [(row.player, row.score, row.rank) for row in ranking]
    assert not course or [(row.player, row.total, row.rank) for row in last] == standing
    assert [row.rank for row in ranking] == [*range(1, len(ranking) + 1)]
    totals = [round(row.score, 6) for row in ranking]
    assert totals == sorted(totals, reverse=True)


def _calculate_fibs(case: Case) -> Mapping[str, Sequence[Any]]:
    tables = case.inputs.players, case.inputs.matches, case.inputs.registrations, case.inputs.decisions
    oracle = oracle_fibs.Oracle(*tables, case.options.publication == "weekly", case.as_of)
    oracle.below = case.options.provisional_below
    return oracle.published()


def _calculate_keizer(case: Case) -> Mapping[str, Sequence[Any]]:
    oracle = oracle_keizer.Oracle(case.inputs, case.options)
    rankings = {
        fixture.round: oracle.ranking(fixture.round)
        for fixture in case.inputs.rounds
        if fixture.date <= case.as_of
    }
    course = [
        (round_, line.player, line.value, line.score, line.rank)
        for round_, lines in rankings.items()
        for line in lines
    ]
    decided = list_published(case.inputs, [*rankings])
    ranking = [line for line in list(rankings.values())[-1] if line.rank]
    return {"ranking": ranking, "course": course, **({"decisions": decided} if decided else {})}


def _calculate_ludo(case: Case) -> Mapping[str, Sequence[Any]]:
    inputs, (*_, ceilings, seats) = case.inputs, case.options
    tables = map(list, (*inputs[:3], inputs.clubs))
    return oracle_ludo.Oracle(*tables, ceilings, seats, case.as_of, list(inputs.decisions)).tables()


SECOND_PROGRAMS: Mapping[str, Callable[[Case], Mapping[str, Sequence[Any]]]] = {
    "fibs": _calculate_fibs,
    "ijssel": lambda case: oracle_ijssel.Oracle(case.inputs, case.options, case.as_of).tables(),
    "keizer": _calculate_keizer,
    "ludo": _calculate_ludo,
    "nbb": lambda case: oracle_nbb.Oracle(case.inputs, case.options, case.as_of).tables(),
    "ruit": lambda case: oracle_ruit.Oracle(case.inputs, case.options, case.as_of).tables(),
}


def hold_second_program(name: str, case: Case) -> None:
    """Every table is that of the second program; the games of a round in any order."""
    outcome, calculated = case.rated(), SECOND_PROGRAMS[name](case)
    assert name == "keizer" or {table.name for table in outcome.tables} == calculated.keys()
    for table, expected in calculated.items():
        names = getattr(expected[0], "_fields", None) if expected else None
        ours = [tuple(getattr(row, name) for name in names or row._fields) for row in rows(outcome, table)]
        if table == "rounds":
            ours, expected = (sorted(part, key=itemgetter(0, 1, 4)) for part in (ours, expected))  # noqa: PLW2901
        assert ours == [tuple(map(near, row)) for row in expected], table


@pytest.mark.article(
    "ijssel",
    "1 Clubrating",
    "1.1 Startratings",
    "2.1 Waardecijfer",
    "2.2 Rondescore",
    "2.3 Afwezigheid",
    "6.1 Totaalranglijst",
)
@pytest.mark.article("keizer", "1 Order", "2 Value", "3 Score", "4 Valuation", "5 Ranking")
@pytest.mark.article(
    "nbb",
    "Het speelmoment en het speelseizoen",
    "Spelers",
    "Clubkampioenschap (individueel)",
    "Clubkampioenschap voor paren en driemanschappen",
)
@pytest.mark.article(
    "ruit", "RUIT butleravond", "RUIT parenavond", "RUIT viertallenschema", "Partnersubsidie", "Overig"
)
@pytest.mark.slow
@law(SECOND_PROGRAMS, tries=4)
def test_a_second_program_publishes_the_same(name: str, data: st.DataObject) -> None:
    case = data.draw(CASES[name])
    hold_second_program(name, case._replace(as_of=data.draw(st.sampled_from(case.find_days()))))


@pytest.mark.slow
def test_a_second_program_publishes_the_same_circuit_of_the_demonstration(demonstration: Path) -> None:
    site, _ = load_site(demonstration)
    assert site is not None
    ranking = next(ranking for ranking in site.rankings if ranking.id == "circuit")
    tables, _ = read_results(site, reveal=True)
    hold_second_program("ludo", Case(ranking.system, tables["circuit"], ranking.options, golden.AS_OF))
