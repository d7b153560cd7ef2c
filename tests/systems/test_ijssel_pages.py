"""The pages of the chess competition: what they answer, and that their figures add up."""

from fractions import Fraction
from typing import Any

import pytest
from chess import club, evening, season
from examples import times
from hypothesis import given
from hypothesis import strategies as st
from seasons import evening as of_evening
from seasons import made

from sitegen.core.entities import Moment
from sitegen.core.model import Event, Outcome, PlayerPage, Section
from sitegen.core.table import make_column
from sitegen.systems import ijssel
from sitegen.systems.ijssel.tables import Inputs, Options

TWO_ROUNDS = [
    "an 1-0 bo, ci ½-½ di",
    "an bye, bo 1-0 ci, di absent",
]


def rated(inputs: Inputs, round_: int, **options: Any) -> Outcome:
    return ijssel.rate(inputs, Options(**options), Moment(evening(round_)))


def four(lines: list[str], rounds: int = 20) -> Inputs:
    return season(club(an=1900, bo=1800, ci=1700, di=1600), lines, rounds=rounds)


def page(outcome: Outcome, player: str) -> PlayerPage:
    return next(player_page for player_page in outcome.players if player_page.id == player)


def facts(of: PlayerPage | Event) -> dict[str, Any]:
    return {fact.label: fact.value for fact in of.content.facts}


def section(of: PlayerPage | Event, name: str) -> Section:
    return next(
        section for section in of.content.sections() if isinstance(section, Section) and section.name == name
    )


@pytest.mark.article("ijssel", "2.2 Rondescore")
def test_why_a_score_moved_without_a_game_is_told_by_the_values_of_each_opponent() -> None:
    """Di did not play in round 2; Ci, whom Di drew against, lost: the draw is worth less than before."""
    outcome = rated(four(TWO_ROUNDS), 2)
    absent, draw = section(page(outcome, "di"), "revalued").rows
    assert (absent.round, absent.opponent, absent.score_before) == (2, None, None)
    assert (draw.round, draw.opponent) == (1, "ci")
    assert draw.now < draw.before
    assert draw.change == draw.score - draw.score_before < 0
    assert facts(page(outcome, "di"))["of which new values"] == pytest.approx(draw.change)


@pytest.mark.article("ijssel", "2.2 Rondescore")
@given(st.integers(0, 10**6))
@times(0.4)
def test_what_moved_a_score_adds_up_to_what_it_moved(seed: int) -> None:
    inputs, options = made(seed)
    last = max(game.round for game in inputs.games if game.result)
    outcome = ijssel.rate(inputs, options, Moment(of_evening(last)))
    for player in outcome.players:
        values = facts(player)
        rows = section(player, "rounds").rows
        given = (row.score for row in rows if row.round == last and getattr(row, "decision", ""))
        moves = sum((row.change for row in section(player, "revalued").rows), sum(given))
        if "Change of the score" in values:
            assert moves == pytest.approx(values["Change of the score"])
            assert values["of which the last round"] + values["of which new values"] == pytest.approx(moves)
        scores = sum(row.score for row in rows)
        assert scores == pytest.approx(values["Score"])


@pytest.mark.article("ijssel", "2.2 Rondescore")
def test_a_round_says_what_each_score_was_on_the_day_and_is_now() -> None:
    first = rated(four(TWO_ROUNDS), 2).events[0]
    (then, now) = (section(event, "games").rows for event in (rated(four(TWO_ROUNDS), 1).events[0], first))
    for before, after in zip(then, now, strict=True):
        assert (after.white_then, after.black_then) == pytest.approx((before.white_score, before.black_score))
        white, black = Fraction(after.white_factor), Fraction(after.black_factor)
        assert after.white_since == pytest.approx(white * after.white_value - after.white_then)
        assert after.black_since == pytest.approx(black * after.black_value - after.black_then)


@pytest.mark.article("ijssel", "1 Clubrating")
def test_the_rating_of_a_round_can_be_calculated_from_its_row() -> None:
    """R = (g × opponents + F + d × start) / (g + 1 + d) + dp."""
    for row in section(rated(four(TWO_ROUNDS), 2).events[1], "ratings").rows:
        games = row.games * (row.opponents or 0) + row.fictitious + row.draws * row.start
        assert row.uncapped == pytest.approx(games / (row.games + 1 + row.draws) + row.dp)


def test_the_next_pairings_stand_in_the_calendar_and_on_their_own_page() -> None:
    outcome = rated(four([*TWO_ROUNDS, "ci v an, bo v di"]), 2)
    pairings, to_come, played = outcome.calendar
    assert [(row.white, row.black, row.result) for row in pairings.rows] == [
        ("ci", "an", ""),
        ("bo", "di", ""),
    ]
    assert [row.round for row in to_come.rows] == list(range(3, 21))
    assert [row.round for row in played.rows] == [2, 1]
    assert [event.key for event in outcome.events] == ["1", "2", "3"]
    assert facts(page(outcome, "an"))["Next opponent"] == "ci"
    assert outcome.event_keys == {1: "1", 2: "2", 3: "3"}


def test_who_signed_off_for_a_round_that_is_not_drawn_stands_in_the_calendar() -> None:
    """Of one that is drawn it stands on the page of the round."""
    lines = [*TWO_ROUNDS, "ci v an, bo external, di absent", "", "an club"]
    signed_off, to_come, _ = rated(four(lines), 2).calendar[1:]
    assert (signed_off.name, signed_off.title, to_come.name) == ("signed-off", "Signed off", "to-come")
    assert [(row.round, row.player, row.absence) for row in signed_off.rows] == [(5, "an", "club")]
    third = rated(four(lines), 2).events[-1]
    assert [(row.player, row.absence) for row in section(third, "absent").rows] == [
        ("bo", "external"),
        ("di", "absent"),
    ]


def test_a_round_to_come_has_a_page_with_its_pairings_and_who_does_not_play() -> None:
    lines = [*TWO_ROUNDS, "ci v an, bo external, di absent", "an v di"]
    outcome = rated(four(lines, rounds=5), 2, periods=2)
    third = outcome.events[2]
    assert (third.key, third.title, third.params, third.day) == (
        "3",
        "Round {round}",
        {"round": 3},
        evening(3),
    )
    assert list(facts(third).values()) == [evening(3), "1 / 2", 1, 2]
    games, away = third.content.sections()
    assert isinstance(games, Section)
    assert isinstance(away, Section)
    assert (games.title, away.title) == ("Pairings", "Not playing")
    (game,) = games.rows
    after = {row.player: row.club_rating for row in outcome.tables[0].rows}
    assert (game.white, game.black, game.result) == ("ci", "an", "")
    assert (game.white_rating, game.black_rating) == (after["ci"], after["an"])
    assert [row[:3] for row in away.rows] == [("bo", "external", ""), ("di", "absent", "")]


def test_the_calendar_has_the_pairings_of_the_next_round_alone_and_the_days_of_all() -> None:
    outcome = rated(four([*TWO_ROUNDS, "ci v an", "an v di"], rounds=5), 2, periods=2)
    pairings, to_come, played = outcome.calendar
    assert (pairings.title, pairings.params) == ("Pairings of round {round}", {"round": 3})
    assert [row[:3] for row in to_come.rows] == [(3, evening(3), 1), (4, evening(4), 2), (5, evening(5), 2)]
    assert [row[:6] for row in played.rows] == [
        (2, evening(2), 1, 1, 2, "an"),
        (1, evening(1), 1, 2, 0, "an"),
    ]
    assert [row.source for row in played.rows] == ["rounds.csv:3", "rounds.csv:2"]


def test_of_a_round_that_is_none_yet_nobody_has_signed_off() -> None:
    lines = [*TWO_ROUNDS, "ci 1-0 an, bo external, di absent", "an club"]
    assert [event.name for event in rated(four(lines), 2).calendar] == ["to-come", "played"]


def test_a_forfeit_of_one_is_shown_without_the_other() -> None:
    inputs = four(["an 1-0f ?, bo ½-½ ci, di club"])
    outcome = rated(inputs, 1)
    (game, _) = section(outcome.events[0], "games").rows
    assert (game.white, game.black, game.result) == ("an", "", "1–0f")
    assert (game.white_rating, game.black_rating) == (1900, None)
    assert game.remark == "the other player was not written down"
    (round_,) = section(page(outcome, "an"), "rounds").rows
    assert (round_.opponent, round_.colour, round_.result, round_.absence) == (None, "white", "1f", None)
    assert section(page(outcome, "an"), "head-to-head").rows == []


def test_the_result_of_an_external_game_stands_beside_the_code() -> None:
    inputs = four(["an ½-½ bo, ci external, di external-moved", "an v ci, bo external-moved"])
    corrected = inputs._replace(absences=[absence.replace(result="½") for absence in inputs.absences])
    outcome = rated(corrected, 1)
    (round_,) = section(page(outcome, "ci"), "rounds").rows
    assert (round_.result, round_.absence) == ("½", "external")
    scored = [row for row in section(outcome.events[0], "scores").rows if row.absence]
    assert {(row.absence, row.result) for row in scored} == {("external", "½"), ("external-moved", "½")}
    (to_come,) = section(outcome.events[1], "absent").rows
    assert (to_come.absence, to_come.result) == ("external-moved", "½")


def test_a_round_that_was_put_off_is_shown_where_it_was_played() -> None:
    """The second of three is played last: what stood before it is the list after the third."""
    inputs = four(["an 1-0 bo, ci ½-½ di", "an 1-0 ci, bo ½-½ di", "an 1-0 di, bo ½-½ ci"], rounds=4)
    rounds = [inputs.rounds[0], inputs.rounds[1].replace(date=evening(3).replace(day=20)), *inputs.rounds[2:]]
    moved = inputs._replace(rounds=rounds)
    before, after = rated(moved, 3), rated(moved, 4)
    assert [event.key for event in before.events] == ["1", "3"]
    assert [row.round for row in before.calendar[0].rows] == [2, 4]
    assert [event.key for event in after.events] == ["1", "3", "2"]
    assert [listing.day for listing in after.archive] == [evening(1), evening(3), rounds[1].date]
    ratings = {row.player: row.club_rating for row in before.tables[0].rows}
    changed = {row.player: row.rating - row.change for row in section(after.events[-1], "ratings").rows}
    assert changed == pytest.approx(ratings)
    listed = {fact.label: fact.value for fact in after.listing.content.facts}
    assert (listed["Changes since round"], listed["Next round"], listed["Evening"]) == (3, 4, evening(4))


def test_pairings_after_a_round_that_does_not_exist_yet_do_not_exist_either() -> None:
    outcome = rated(four([*TWO_ROUNDS, "ci v an, bo v di"]), 1)
    assert [event.key for event in outcome.events] == ["1"]
    assert "Next opponent" not in facts(page(outcome, "an"))


@pytest.mark.article("ijssel", "6.1 Totaalranglijst", "7 Overige bepalingen")
@pytest.mark.parametrize(
    ("minimum", "rounds", "needed", "note"),
    [(2, 20, 1, ""), (1, 20, 0, ""), (9, 9, 8, "more than there are rounds to come")],
)
def test_what_is_still_needed_to_be_champion(minimum: int, rounds: int, needed: int, note: str) -> None:
    """An has played one game in two rounds; a bye is no game."""
    outcome = rated(four(TWO_ROUNDS, rounds), 2, min_games=minimum)
    fact = next(
        fact
        for fact in page(outcome, "an").content.facts
        if fact.label == "Games still needed to be champion"
    )
    assert (fact.value, fact.note) == (needed, note)


@pytest.mark.article("ijssel", "6.1 Totaalranglijst", "7 Overige bepalingen")
def test_the_champion_is_the_first_who_played_enough_and_only_after_the_last_round() -> None:
    """Article 6.1 and 7: An leads with one game and a bye; Bo, who has two, is next."""
    inputs = four(TWO_ROUNDS, rounds=2)
    honours = {topic.key: topic for topic in rated(inputs, 2, min_games=2, periods=1).topics}["places"]
    assert rated(inputs, 2, min_games=2, periods=1).tables[0].rows[0].player == "an"
    assert {fact.label: fact.value for fact in honours.content.facts}["Club champion"] == "bo"
    unfinished = {topic.key: topic for topic in rated(inputs, 1, min_games=0, periods=1).topics}["places"]
    assert "Club champion" not in {fact.label for fact in unfinished.content.facts}


def test_a_player_sees_the_next_game_alone_and_how_many_byes_are_left() -> None:
    outcome = rated(four([*TWO_ROUNDS, "ci v an", "an v bo"]), 2)
    shown = [(fact.label, fact.value, fact.note) for fact in page(outcome, "an").content.facts]
    assert ("Byes left", 1, "") in shown
    assert [fact for fact in shown if fact[0].startswith("Next")] == [
        ("Next game in round", 3, ""),
        ("Next opponent", "ci", "with black"),
    ]
    assert ("Evening", evening(3), "") in shown
    assert facts(page(outcome, "bo"))["Byes left"] == 2
    assert "Next game in round" not in facts(page(outcome, "bo"))
    with_white = page(outcome, "ci").content.facts[-1]
    assert (with_white.label, with_white.value, with_white.note) == ("Next opponent", "an", "with white")


@pytest.mark.article("ijssel", "7 Overige bepalingen")
def test_the_page_of_the_places_says_in_which_rounds_they_are_held() -> None:
    sheet = rated(four(TWO_ROUNDS), 2).topics[1].content
    assert [fact.value for fact in sheet.facts] == ["16 – 20", 16, evening(16)]
    assert [section.rows for section in sheet.sections() if isinstance(section, Section)] == [[], [], []]


@pytest.mark.article("ijssel", "6.1 Totaalranglijst", "7 Overige bepalingen")
def test_nobody_is_champion_who_did_not_play_enough() -> None:
    outcome = rated(four(TWO_ROUNDS, rounds=2), 2, min_games=3, periods=1)
    for sheet in (outcome.listing.content, outcome.topics[1].content):
        assert "Club champion" not in {fact.label for fact in sheet.facts}


def test_before_the_first_round_the_list_is_that_of_the_start() -> None:
    outcome = rated(four(TWO_ROUNDS, rounds=3), 0, min_games=2)
    listing = outcome.listing
    assert (listing.day, listing.through, outcome.archive) == (evening(0), evening(0), [])
    assert listing.title == "List of {day} – before the first round"
    values = {fact.label: fact.value for fact in listing.content.facts}
    assert values == {"Next round": 1, "Evening": evening(1), "Games that the champion needs": 2}
    (section,) = listing.content.sections()
    assert isinstance(section, Section)
    assert [(row.rank, row.player, row.score, row.rank_change) for row in section.rows] == [
        (rank, player, 0, None) for rank, player in enumerate(("an", "bo", "ci", "di"), 1)
    ]


@pytest.mark.article("ijssel", "3 Jeugdspelers")
def test_a_youth_game_says_when_it_is_played() -> None:
    players = club(an=1900, bo={"estimate": 1200.0, "youth": True}, ci=1700, di=1600)
    games = section(rated(season(players, ["an 1-0 bo, ci ½-½ di"], rounds=20), 1).events[0], "games")
    assert [row.remark for row in games.rows] == ["youth game, 20:00–22:00, one hour each", ""]


@pytest.mark.article("ijssel", "6.2 Periode ranglijst")
@pytest.mark.parametrize("round_", [2, 4, 6])
def test_the_page_of_the_periods_crowns_whom_the_published_ranking_does(round_: int) -> None:
    """6.2: a champion is one when the period is over, and of the period that goes on there is none yet."""
    outcome = rated(four(TWO_ROUNDS * 3, rounds=8), round_, periods=2)
    (periods,) = (topic for topic in outcome.topics if topic.key == "periods")
    shown = next(
        section
        for section in periods.content.sections()
        if isinstance(section, Section) and section.name == "champions"
    )
    (ranked,) = (table for table in outcome.tables if table.name == "periods")
    crowned = {(row.period, row.group, row.player) for row in ranked.rows if row.champion}
    assert {(row.period, row.group, row.player) for row in shown.rows} == crowned
    assert bool(crowned) == (round_ >= 4)


def test_two_rounds_on_one_evening_each_lead_to_their_own_page() -> None:
    """A link goes by the round: an evening may have two."""
    inputs = four([*TWO_ROUNDS, "ci v an"], rounds=5)
    rounds = [inputs.rounds[0], inputs.rounds[1].replace(date=evening(1)), *inputs.rounds[2:]]
    outcome = rated(inputs._replace(rounds=rounds), 1)
    assert outcome.event_keys == {1: "1", 2: "2", 3: "3"}
    every = [
        *outcome.listing.content.facts,
        *(fact for topic in outcome.topics for fact in topic.content.facts),
    ]
    links = [fact for fact in every if make_column("", fact.cell_type).display.style == "event"]
    assert [(link.label, link.value) for link in links] == [
        ("Changes since round", 1),
        ("Next round", 3),
        ("Its last round", 2),
        ("The first of them", 1),
    ]
    looked = section(page(outcome, "an"), "rounds").rows
    assert [row.round for row in looked] == [2, 1]


def test_everything_that_was_kept_of_a_round_leads_to_its_row() -> None:
    """Games, absences, also those that an absence became, and the round itself."""
    inputs = four([*TWO_ROUNDS, "an 1-0 di, bo odd, ci club"], rounds=4)
    outcome = rated(inputs, 3)
    rows = {row.source: row for row in (*inputs.games, *inputs.absences)}
    games = [row for event in outcome.events for row in section(event, "games").rows]
    shown = [row for event in outcome.events for row in section(event, "scores").rows]
    looked = [row for player in outcome.players for row in section(player, "rounds").rows]
    assert 2 * len(games) + len(shown) == len(looked) == 12
    for game in games:
        assert {game.white, game.black} == {player for _, player in rows[game.source].player_cells}
    for line in shown:
        row = rows[line.source]
        assert line.player in {player for _, player in row.player_cells}
        assert line.absence == getattr(row, "code", None)
    assert {line.source for line in looked} == rows.keys()
    (starts,) = (topic for topic in outcome.topics if topic.key == "start-ratings")
    (began,) = starts.content.sections()
    assert isinstance(began, Section)
    assert [row.final_rating for row in began.rows] == [1900, 1800, 1700, 1600]


def test_what_a_hidden_player_brought_is_not_told() -> None:
    players = club(an=1900, bo={"final_rating": 1800.0, "hidden": True, "source": "players.csv:3"})
    outcome = rated(season(players, ["an 1-0 bo"], rounds=5), 1)
    (starts,) = (topic for topic in outcome.topics if topic.key == "start-ratings")
    (began,) = starts.content.sections()
    assert isinstance(began, Section)
    hidden = next(row for row in began.rows if row.player == "bo")
    assert (hidden.final_rating, hidden.knsb_reliable, hidden.basis, hidden.source) == (None, None, 1800, "")


@pytest.mark.article("ijssel", "1 Clubrating")
@pytest.mark.parametrize(("round_", "least"), [(4, 6), (5, 8), (9, 10)])
def test_a_round_says_how_many_games_a_club_rating_takes(round_: int, least: int) -> None:
    outcome = rated(four(["an 1-0 bo, ci ½-½ di"] * 9), round_)
    assert facts(outcome.events[-1])["Minimum of games for a club rating"] == least
    for row in section(outcome.events[-1], "ratings").rows:
        assert row.games + row.draws == max(round_, least)
        assert [player for player, _ in row.met] == [
            {"an": "bo", "bo": "an", "ci": "di", "di": "ci"}[row.player]
        ] * round_
