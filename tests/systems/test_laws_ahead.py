"""What pages promise of the next game is what happens when that game is played."""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

import keizers
import pytest
from drawn_cases import CASES, Case, law, rows
from hypothesis import assume
from hypothesis import strategies as st
from leagues import day, match
from seasons import count_played, made

from sitegen.core.model import Outcome, Section
from sitegen.systems import fibs, ijssel, keizer
from sitegen.systems.fibs.calendar import find_last_day
from sitegen.systems.fibs.tables import Inputs as League
from sitegen.systems.fibs.tables import Match, Options, Player
from sitegen.systems.glicko2 import PERIODS
from sitegen.systems.ijssel.season import find_period
from sitegen.toolkit.duel.tables import Game as Duel
from sitegen.toolkit.ratings import ProjectedGame, find_neighbours, select_likely
from sitegen.toolkit.rounds.tables import Game

pytestmark = pytest.mark.slow

SEASONS = {
    "ijssel": (made, ijssel, "external-moved"),
    "keizer": (keizers.made, keizer, "club"),
}
_POINTS = {"won": ("1-0", 1.0), "drawn": ("½-½", 0.5), "lost": ("0-1", 0.0)}


def promised(outcome: Outcome) -> dict[str, Section]:
    """The section about the next game on the page of each player who has one."""
    parts = {page.id: page.content.tables for page in outcome.players}
    return {
        player: section
        for player, sections in parts.items()
        for section in sections
        if section.name == "ahead"
    }


def chosen(
    data: st.DataObject, outcome: Outcome, ends: Sequence[str]
) -> tuple[str, Section, ProjectedGame, str]:
    """One of the promises: whose it is, the section, the row, and how the game is to end."""
    promises = promised(outcome)
    assume(promises)
    player = data.draw(st.sampled_from([*promises]))
    row = data.draw(st.sampled_from(promises[player].rows))
    return player, promises[player], row, data.draw(st.sampled_from(ends))


@law(["elo", "glicko2"], tries=1)
def test_a_duel_does_what_was_promised(name: str, data: st.DataObject) -> None:
    club = data.draw(CASES[name])
    decided = [decision for decision in club.inputs.decisions if decision.date <= club.as_of]
    club = club._replace(inputs=club.inputs._replace(decisions=decided))
    games = club.inputs.games
    player, _, row, end = chosen(data, club.rated(), [*_POINTS])
    played = [game for game in games if game.date <= club.as_of]
    if name == "elo":
        game = Duel(club.as_of, player, row.opponent, _POINTS[end][0], source="new.csv:2")
        game_row = rows(club.rated(inputs=club.inputs._replace(games=[*played, game])), "games")[-1]
        assert game_row.home_change == pytest.approx(getattr(row, end), abs=1e-9)
        assert game_row.away_before == row.rating
        return
    of = PERIODS[club.options.period]
    first = of(club.as_of).last + timedelta(1)
    game = Duel(first, player, row.opponent, _POINTS[end][0], source="new.csv:2")
    then = club.rated(inputs=club.inputs._replace(games=[*played, game]), as_of=of(first).last)
    period = next(period for period in reversed(rows(then, "periods")) if period.player == player)
    assert period.rating_after - period.rating_before == getattr(row, end)


@law(["fibs"], tries=1)
def test_a_match_does_what_was_promised(name: str, data: st.DataObject) -> None:
    league = data.draw(CASES[name])
    outcome = league.rated()
    player, section, row, end = chosen(data, outcome, ["won", "lost"])
    today, pair = outcome.listing.day, (player, row.opponent)
    winner, loser = pair if end == "won" else pair[::-1]
    played = Match(today, winner, loser, section.params["length"], source="new.csv:2")
    counted = [
        hit for hit in league.inputs.matches if hit.date <= find_last_day(league.options, league.as_of)
    ]
    as_of = today if league.options.publication == "immediate" else today + timedelta(weeks=1)
    then = league.rated(inputs=league.inputs._replace(matches=[*counted, played]), as_of=as_of)
    match_row = rows(then, "matches")[-1]
    assert match_row.counted
    assert (match_row.change if end == "won" else -match_row.change) == getattr(row, end)
    assert (match_row.loser_before if end == "won" else match_row.winner_before) == row.rating


@law(SEASONS, tries=1)
def test_a_game_scores_what_was_promised_but_for_the_new_values(name: str, data: st.DataObject) -> None:
    make, system, code = SEASONS[name]
    whole, options = make(data.draw(st.integers(0, 10**6)))
    now = data.draw(st.integers(0, count_played(whole)))
    season = Case(system, _through(whole, now), options, _day(whole, now))
    inputs, outcome = season.inputs, season.rated()
    player, _, row, end = chosen(data, outcome, [*_POINTS])
    game = _to_be(inputs, now, player, row.opponent, _POINTS[end][0])
    assume(game.round <= len(inputs.rounds))
    finished = [game for game in inputs.games if game.result]
    others = [
        other.id
        for other in inputs.players
        if other.id not in game.pair and other.joined <= now < game.round <= (other.left or game.round)
    ]
    absences = [*inputs.absences, *(system.tables.Absence(game.round, other, code) for other in others)]
    then = inputs._replace(games=[*finished, game], absences=absences)
    after = season.rated(inputs=then, as_of=_day(whole, game.round))
    scores = (score for score in rows(after, "rounds", "round-scores") if score.player == player)
    score = next(score for score in scores if score.round == game.round and score.opponent)
    was, new = ({row.player: row.value for row in rows(made_of, "ranking")} for made_of in (outcome, after))
    assume({player, row.opponent} <= was.keys() & new.keys())  # who is out of competition is on no list
    halves = [name == "ijssel" and values[player] / 2 > values[row.opponent] for values in (was, new)]
    assume(halves[0] == halves[1])  # a win that is worth half of the own value on one day only
    of = player if end == "won" and halves[0] else row.opponent
    assert name == "keizer" or score.basis == new[of]
    rounding = options.get("rounding") if name == "keizer" else 0.0
    is_fixed = name == "keizer" and end == "lost" and "points" in options.get("consolation")
    worth = score.factor * (1 if is_fixed else was[of])
    assert getattr(row, end) == pytest.approx(worth, abs=rounding / 2 + 1e-9)


def _day(inputs: Any, round_: int) -> date:
    """The day of a round, 0 for the day before the first."""
    return inputs.rounds[round_ - 1].date if round_ else inputs.rounds[0].date - timedelta(days=1)


def _through(inputs: Any, now: int) -> Any:
    """The season as it was known after a round, with what has been drawn after the last."""
    is_last = now == count_played(inputs)
    games = [game for game in inputs.games if game.round <= now or (is_last and not game.result)]
    return inputs._replace(
        games=games, absences=[absence for absence in inputs.absences if absence.round <= now]
    )


def _to_be(inputs: Any, now: int, player: str, opponent: str, result: Any) -> Game:
    """That game, as it was drawn or else in the next round that is to be."""
    drawn = [game for game in inputs.games if not game.result and game.pair == {player, opponent}]
    if not drawn:
        kind = type(inputs.games[0]) if inputs.games else Game
        return kind(max([now, *(game.round for game in inputs.games)]) + 1, player, opponent, result)
    return drawn[0].replace(result=result if drawn[0].white == player else result[::-1])


@law(["fibs"], tries=1)
def test_only_registered_players_have_a_next_match_and_only_against_such(
    name: str, data: st.DataObject
) -> None:
    league = data.draw(CASES[name])
    outcome = league.rated()
    rows = league.inputs.registrations
    today, everybody = outcome.listing.day, {player.id for player in league.inputs.players}
    present = (
        {row.player for row in rows if row.from_ <= today <= row.until} if rows is not None else everybody
    )
    for player, section in promised(outcome).items():
        opponents = [row.opponent for row in section.rows]
        assert {player, *opponents} <= present
        assert len({player, *opponents}) == len(opponents) + 1 <= 6


def test_the_most_met_come_first_and_the_length_is_the_one_most_played_of_late() -> None:
    """Nothing is asked of more than a year ago: Dan and Eve do not play any more."""
    played = [
        *(match(f"2025-11-{number:02}", "ann", "dan", 9) for number in range(1, 15)),
        match("2025-11-15", "dan", "eve", 9),
        match("2025-12-01", "ann", "bob", 5),
        match("2026-03-01", "cas", "ann", 7),
        match("2026-04-01", "ann", "cas", 7),
    ]
    players = [
        Player(id=name, name=name, alphabet=place)
        for place, name in enumerate(("ann", "bob", "cas", "dan", "eve"))
    ]
    league = Case(fibs, League(players, played), Options(), day("2026-11-21"))
    sections = promised(league.rated())
    assert {player: [row.opponent for row in section.rows] for player, section in sections.items()} == {
        "ann": ["cas", "bob"],
        "bob": ["ann", "cas"],
        "cas": ["ann", "bob"],
    }
    assert {player: section.params["length"] for player, section in sections.items()} == {
        "ann": 7,
        "bob": 5,
        "cas": 7,
    }


@law(["ijssel"], tries=1)
def test_who_was_met_in_the_period_is_not_met_in_it_again(name: str, data: st.DataObject) -> None:
    make, system, _ = SEASONS[name]
    whole, options = make(data.draw(st.integers(0, 10**6)))
    now = data.draw(st.integers(0, count_played(whole)))
    inputs = _through(whole, now)
    drawn = {game.pair for game in inputs.games if not game.result}
    last, length = max([now, *(game.round for game in inputs.games)]), len(inputs.rounds)
    met = {
        game.pair
        for game in inputs.games
        if find_period(game.round, length, options) == find_period(last + 1, length, options)
    }
    members = {player.id for player in inputs.players if player.joined <= last + 1 <= (player.left or length)}
    for player, section in promised(Case(system, inputs, options, _day(whole, now)).rated()).items():
        pairs = [frozenset((player, row.opponent)) for row in section.rows]
        count = sum(pair in drawn for pair in pairs)
        assert all(pair in drawn for pair in pairs[:count])
        assert met.isdisjoint(pairs[count:])
        assert all(pair <= members for pair in pairs[count:])


def test_the_likely_are_few_possible_and_named_once() -> None:
    assert select_likely("abacdefgh", eligible="abcfgh") == [*"abcfg"]
    assert select_likely("", eligible="abc") == []


def test_neighbours_come_from_both_sides_until_all_have_been_named() -> None:
    assert "".join(find_neighbours("abcde", 1)) == "acde"
    assert [*find_neighbours("a", 0)] == []
