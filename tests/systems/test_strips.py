"""The answers above a list are those that the published results give."""

from itertools import pairwise
from typing import Any

import pytest
import strips
import test_duels_properties as duels
import test_fibs_properties as fibs
from examples import times
from hypothesis import given
from hypothesis import strategies as st
from seasons import made as season
from test_ijssel_properties import played as rounds_played
from test_ijssel_properties import rated as ijssel_rated

from sitegen.core.entities import PlayerName
from sitegen.core.model import Listing, Outcome

pytestmark = pytest.mark.slow

few = times(0.4)


def published(outcome: Outcome, name: str) -> list[Any]:
    return next(list(table.rows) for table in outcome.tables if table.name == name)


def periods(outcome: Outcome) -> list[tuple[Listing | None, Listing]]:
    """Each list that is shown in full with the one before it, as far as both are."""
    if outcome.short_listings:
        return list(pairwise(outcome.archive[-2:]))
    return list(pairwise([None, *outcome.archive]))  # type: ignore[list-item]


@given(fibs.leagues())
@few
def test_a_backgammon_list_says_what_the_matches_do(league: fibs.League) -> None:
    outcome = league.rated()
    start = [1500.0 if player.rating is None else player.rating for player in league.inputs.players]
    for before, listing in periods(outcome):
        every = [row for row in published(outcome, "matches") if row.counted and row.date <= listing.through]
        rows = [row for row in every if before is None or row.date > before.through]
        answers = strips.answers(listing)
        ranked, provisional = (strips.rows(listing, name) for name in ("rating-list", "provisional"))
        strips.hold_climber(
            next((answers[answer] for answer in answers if answer.startswith("Climber")), None), ranked
        )
        best = max([*start, *(figure for row in every for figure in (row.winner_after, row.loser_after))])
        is_record = strips.hold_leader(answers.get("At the top"), {row.player: row.rating for row in ranked})
        top = max((row.rating for row in ranked), default=None)
        if top is not None and "shares" not in answers["At the top"].note:
            assert is_record == (top >= best - 1e-6)
        players = {player for row in rows for player in (row.winner, row.loser)}
        listed = {row.player for row in (*ranked, *provisional)}
        strips.hold_played(answers["Matches"], len(rows), players, listed)
        assert ("Biggest win" in answers) == bool(rows)
        if rows:
            win = answers["Biggest win"]
            assert win.figure == pytest.approx(max(row.change for row in rows), abs=2e-6)
            beaten = win.params["player"]
            assert isinstance(beaten, PlayerName)
            chances = {
                min(99, max(1, round(100 * row.probability)))
                for row in rows
                if (row.winner, row.loser, row.change) == (win.player, beaten.player, win.figure)
            }
            assert win.params["chance"] in chances


@given(duels.clubs())
@few
def test_a_list_of_duels_says_what_the_games_do(club: duels.Club) -> None:
    outcome = club.rated()
    for before, listing in periods(outcome):
        rows = [row for row in published(outcome, "games") if row.rated and row.date <= listing.through]
        rows = [row for row in rows if before is None or row.date > before.through]
        answers = strips.answers(listing)
        ranked, provisional = (strips.rows(listing, name) for name in ("rating-list", "provisional"))
        strips.hold_climber(answers.get("Climber"), ranked)
        strips.hold_leader(answers.get("At the top"), {row.player: row.rating for row in ranked})
        players = {player for row in rows for player in (row.home, row.away)}
        strips.hold_played(
            answers["Games"], len(rows), players, {row.player for row in (*ranked, *provisional)}
        )
        won = [row for row in rows if row.result != "½-½"]
        assert ("Biggest win" in answers) == bool(won)
        if won:
            pairs = {(row.home, row.away) if row.result == "1-0" else (row.away, row.home) for row in won}
            beaten = answers["Biggest win"].params["player"]
            assert isinstance(beaten, PlayerName)
            assert (answers["Biggest win"].player, beaten.player) in pairs


@given(st.integers(0, 10**6))
@few
def test_a_list_of_the_chess_competition_says_what_the_round_did(seed: int) -> None:
    inputs, options = season(seed)
    last = rounds_played(inputs)
    for round_ in range(1, last + 1):
        outcome, before = ijssel_rated(inputs, options, round_), ijssel_rated(inputs, options, round_ - 1)
        ranked = published(outcome, "ranking")
        answers = strips.answers(outcome.listing)
        strips.hold_leader(answers["At the top"], {row.player: row.score for row in ranked})
        listed = strips.rows(outcome.listing, "ranking")
        strips.hold_climber(answers.get("Climber of the round"), listed)
        was = {row.player: row.score for row in published(before, "ranking")}
        for row in listed if round_ > 1 else ():
            gained = row.score - was[row.player] if row.player in was else None
            assert row.change == (None if gained is None else pytest.approx(gained))
        scored = [row for row in published(outcome, "round-scores") if row.round == round_]
        assert answers["Games"].figure == sum(row.result in {"1", "½", "0"} for row in scored) / 2
        ratings = {row.player: row.start_rating for row in published(outcome, "start-ratings")}
        ratings |= {row.player: row.club_rating for row in published(before, "ranking")}
        upsets = [ratings[row.opponent] - ratings[row.player] for row in scored if row.result == "1"]
        assert ("Biggest upset" in answers) == any(upset > 0 for upset in upsets)
        if "Biggest upset" in answers:
            assert answers["Biggest upset"].params["points"] == round(max(upsets))
