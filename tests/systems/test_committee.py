"""The committee decides: what was published before stays as it was, and what is to come is not there yet."""

from datetime import date, timedelta

from drawn_cases import CASES, ROUNDS, law
from hypothesis import assume
from hypothesis import strategies as st
from test_memberships import everything, lists_before

from sitegen.core.model import Outcome

NAMES = ("elo", "fibs", "glicko2", "ludo", "nbb", "ruit", *ROUNDS)
LISTS = {"rating-list", "provisional", "not-registered", "ranking", "ratings", "ludo"}


def pages_before(outcome: Outcome, day: date) -> dict[str, object]:
    """The lists and the pages of results of before a day, by their days and what they are.

    Where every round is calculated again after each of them, its page does not stay as it was.
    """
    pages = lists_before(outcome._replace(events=[]), day), lists_before(outcome._replace(archive=[]), day)
    return {f"{kind} {page_day}": page for kind, of_kind in enumerate(pages) for page_day, page in of_kind}


@law(NAMES)
def test_what_was_published_before_a_decision_stays_as_it_was(name: str, data: st.DataObject) -> None:
    case = data.draw(CASES[name])
    assume(case.inputs.decisions)
    first = min(decision.date for decision in case.inputs.decisions)
    without = case._replace(inputs=case.inputs._replace(decisions=[]))
    outcomes = [each.rated() for each in (case, without)]
    if name in ROUNDS:
        outcomes = [outcome._replace(events=[]) for outcome in outcomes]
    now, then = (pages_before(outcome, first) for outcome in outcomes)
    assert {key: now[key] for key in now.keys() & then.keys()} == {
        key: then[key] for key in now.keys() & then.keys()
    }


@law(NAMES)
def test_a_decision_that_is_still_to_come_changes_nothing(name: str, data: st.DataObject) -> None:
    case = data.draw(CASES[name])
    assume(case.inputs.decisions)
    day = min(decision.date for decision in case.inputs.decisions) - timedelta(days=1)
    without = case._replace(inputs=case.inputs._replace(decisions=[]), as_of=day)
    assert everything(case.rated(as_of=day)) == everything(without.rated())


@law(NAMES)
def test_who_is_out_of_competition_stands_on_no_list_and_keeps_a_page(name: str, data: st.DataObject) -> None:
    case = data.draw(CASES[name])
    outcome = case.rated()
    decided = [row for table in outcome.tables if table.name == "decisions" for row in table.rows]
    said = {row.player: row.what for row in decided if "competition" in row.what}
    out = {player for player, what in said.items() if what == "out of competition"}
    listed = {row.player for table in outcome.tables if table.name in LISTS for row in table.rows}
    assert listed.isdisjoint(out)
    pages = {page.id: page for page in outcome.players}
    for player in out:
        assert "Out of competition since" in {fact.label for fact in pages[player].content.facts}
