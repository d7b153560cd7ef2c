"""A system of duels that has a step and nothing besides: its pages tell why, what if, and what is needed."""

from collections.abc import MutableMapping
from datetime import date, timedelta
from functools import partial
from operator import attrgetter

import pytest

from sitegen.core.entities import Lot, Moment, Player
from sitegen.core.model import Fact, Outcome, Section
from sitegen.systems.elo import compute_change
from sitegen.systems.elo.tables import Options
from sitegen.toolkit import duel
from sitegen.toolkit.duel.steps import count_games_needed
from sitegen.toolkit.ratings import RatingList
from sitegen.toolkit.steps import Replay

FIRST = date(2026, 11, 2)
PLAYERS = [
    Player(id=name, name=name.title(), lot=Lot(name, name), alphabet=place)
    for place, name in enumerate(("an", "bo", "cy"))
]


def play(game: duel.Game, now: MutableMapping[str, duel.DuelStanding]) -> duel.CalculatedGame:
    if not game.rated:
        return duel.CalculatedGame.combine(game, result=game.outcome)
    s = duel.POINTS[game.outcome]
    change = compute_change(now[game.home], now[game.away], s, Options())
    now[game.home] = now[game.home].add_game(s, now[game.home].rating + change.home_change)
    now[game.away] = now[game.away].add_game(1 - s, now[game.away].rating + change.away_change)
    return duel.CalculatedGame.combine(game, result=game.outcome, expectation=change.expectation)


def rated(*games: duel.Game, below: int = 4) -> Outcome:
    start = {player.id: duel.DuelStanding(1500.0) for player in PLAYERS}
    when = Moment(FIRST + timedelta(60))
    replay = Replay(start, games, when, play, attrgetter("rating"))
    return duel.build_ranking(
        PLAYERS,
        replay.history,
        when,
        rating_list=RatingList(duel.RankedPlayer, duel.ProvisionalPlayer, lambda own: own.games < below),
        game_table=duel.CalculatedGame,
        replay=replay,
    )


def game(days: int, home: str, away: str, result: str, *, counts: bool = True) -> duel.Game:
    return duel.Game.combine(
        date=FIRST + timedelta(days), home=home, away=away, result=result, rated=counts, source="games.csv:2"
    )


GAMES = (
    game(0, "an", "bo", "1-0"),
    game(7, "cy", "an", "1-0", counts=False),
    game(7, "an", "cy", "½-½"),
    game(7, "bo", "an", "0-1"),
)


@pytest.fixture
def outcome() -> Outcome:
    return rated(*GAMES)


def sections(outcome: Outcome, player: str) -> dict[str, Section]:
    (page,) = (page for page in outcome.players if page.id == player)
    return {section.name: section for section in page.content.tables}


def facts(outcome: Outcome, player: str) -> list[Fact]:
    (page,) = (page for page in outcome.players if page.id == player)
    return [*page.content.facts]


def test_games_of_the_last_day_explain_the_rating(outcome: Outcome) -> None:
    why = sections(outcome, "an")["why"]
    assert why.explanation is not None
    assert [row.result for row in why.rows] == ["lost", "drawn", "won"]
    assert why.rows[0].change is why.rows[0].after is None
    assert why.explanation.opening.value == 1516.0
    first = 32 * (0.5 - 1 / (1 + 10 ** (-16 / 400)))
    assert why.rows[1].change == pytest.approx(first)
    assert why.rows[2].after == why.explanation.closing.value == facts(outcome, "an")[0].value
    changes = [row.change for row in why.rows if row.change is not None]
    assert sum(changes) == pytest.approx(why.explanation.change)


def test_the_next_game_does_what_its_page_said(outcome: Outcome) -> None:
    ahead = sections(outcome, "bo")["ahead"]
    for row in ahead.rows:
        for result, gain in (("1-0", row.won), ("½-½", row.drawn), ("0-1", row.lost)):
            then = rated(*GAMES, game(8, "bo", row.opponent, result))
            after, before = facts(then, "bo")[0].value, facts(outcome, "bo")[0].value
            assert after - before == pytest.approx(gain, abs=1e-8)  # type: ignore[operator]


def test_who_is_not_ranked_yet_sees_how_many_games_are_needed(outcome: Outcome) -> None:
    def needed(player: str) -> list[object]:
        return [fact.value for fact in facts(outcome, player) if fact.label.startswith("Games still needed")]

    assert {player.id: needed(player.id) for player in PLAYERS} == {"an": [1], "bo": [2], "cy": [3]}


def test_what_no_games_bring_needs_no_number() -> None:
    def idle(game: duel.Game, _: object) -> duel.CalculatedGame:
        return duel.CalculatedGame.combine(game, result=game.outcome)

    count = partial(count_games_needed, standing=duel.DuelStanding(1500.0))
    assert count(idle, is_provisional=lambda own: own.games < 1) is None
    assert count(play, is_provisional=lambda own: own.games < 30) == 30
