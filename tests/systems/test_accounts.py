"""What players' pages say of why a figure changed adds up, for everybody and in every ranking."""

from pathlib import Path

import golden
import pytest
from accounts import account, wrong

from sitegen import config, rate, read

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("root", [ROOT, *golden.SITES], ids=lambda each: each.name)
def test_opening_and_changes_are_the_closing_of_every_player(root: Path) -> None:
    site, _ = config.load(root)
    assert site is not None
    inputs, _ = read.read(site, latest=golden.AS_OF)
    outcomes, problems = rate.outcomes(site, inputs, golden.AS_OF)
    assert problems == []
    told = [f"{name}: {each}" for name, outcome in outcomes.items() for each in wrong(outcome)]
    assert told == []


def test_everybody_who_played_backgammon_has_an_account() -> None:
    site, _ = config.load(ROOT)
    assert site is not None
    inputs, _ = read.read(site, latest=golden.AS_OF)
    outcomes, _ = rate.outcomes(site, inputs, golden.AS_OF)
    outcome = outcomes["backgammon"]
    assert outcome.careers is not None
    played = {each.id for each in outcome.players if outcome.careers.of(each.id).played}
    assert {each.id for each in outcome.players if account(each)} == played
