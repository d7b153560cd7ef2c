"""What players' pages say of why a figure changed adds up, for everybody and in every ranking."""

from pathlib import Path

import golden
import pytest
import test_duels_properties as duels
import test_fibs_properties as fibs
from accounts import account, wrong
from examples import times
from hypothesis import given
from hypothesis import strategies as st
from seasons import made as season
from test_ijssel_properties import played as rounds_played
from test_ijssel_properties import rated as ijssel_rated

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
few = times(0.4)


@pytest.mark.parametrize("root", [ROOT, *golden.SITES], ids=lambda item: item.name)
def test_opening_and_changes_are_the_closing_of_every_player(root: Path) -> None:
    outcomes, problems = golden.outcomes(root)
    assert problems == []
    flaws = [f"{name}: {flaw}" for name, outcome in outcomes.items() for flaw in wrong(outcome)]
    assert flaws == []


@pytest.mark.usefixtures("demonstration")
def test_everybody_who_played_backgammon_has_an_account() -> None:
    outcome = golden.outcomes(ROOT)[0]["backgammon"]
    assert outcome.careers is not None
    played = {player.id for player in outcome.players if outcome.careers.get_career(player.id).result_rows}
    assert {player.id for player in outcome.players if account(player)} == played


@given(fibs.leagues())
@few
def test_the_accounts_of_any_backgammon_league_add_up(league: fibs.League) -> None:
    assert list(wrong(league.rated())) == []


@given(duels.clubs())
@few
def test_the_accounts_of_any_duels_add_up(club: duels.Club) -> None:
    assert list(wrong(club.rated())) == []


@given(st.integers(0, 10**6))
@few
def test_the_accounts_of_any_chess_season_add_up_after_every_round(seed: int) -> None:
    inputs, options = season(seed)
    for round_ in range(rounds_played(inputs) + 1):
        assert list(wrong(ijssel_rated(inputs, options, round_))) == []
