"""Article 2 of the chess club's regulation: what games, forfeits and absences score, and who is present."""

from collections.abc import Sequence
from typing import Any

import pytest
from chess import check, club, factors, level, published, ranking, rounded, scores, season

from sitegen.systems.ijssel.tables import Inputs

TWO_THIRDS = 0.666667


# 2.2. Rondescore


@pytest.mark.article("ijssel", "2.2 Rondescore")
def test_every_round_is_scored_again_with_the_values_of_the_last() -> None:
    """Bo's win in the second round makes an's win over bo in the first worth more than it was then."""
    played = ["an 1-0 bo, ci ½-½ di", "bo 1-0 ci, an ½-½ di"]
    then, now = (scores(season(level("an bo ci di"), played[:n]), "an")[0] for n in (1, 2))
    assert rounded(then) == (1, "an", "bo", "w", "1", 1, 94.264785, 94.264785)
    assert now.basis == now.score > then.score
    assert now.basis == ranking(season(level("an bo ci di"), played))["bo"].value


@pytest.mark.article("ijssel", "2.2 Rondescore")
def test_a_win_is_worth_at_least_half_the_own_value() -> None:
    """48·an = 7·15950 + 8050: an is at 2493.75, bo at 1506.25, with values of 194.753 and 51.347."""
    inputs = season(club(an=2600, bo=1400), ["an 1-0 bo"])
    assert rounded(scores(inputs, "an")[0]) == (1, "an", "bo", "w", "1", 0.5, 194.753116, 97.376558)
    assert rounded(scores(inputs, "bo")[0]) == (1, "bo", "an", "b", "0", 0.333333, 194.753116, 64.917705)


@pytest.mark.article("ijssel", "2.2 Rondescore")
def test_only_a_win_is_worth_at_least_half_the_own_value() -> None:
    """48·an = 7·15600 + 8400 by a draw: an is at 2450 and bo at 1550, with values of 183.584 and 54.471."""
    (row,) = scores(season(club(an=2600, bo=1400), ["bo ½-½ an"]), "an")
    assert rounded(row) == (1, "an", "bo", "b", "½", TWO_THIRDS, 54.471095, 36.314063)


@pytest.mark.article("ijssel", "2.2 Rondescore")
def test_a_forfeit_too_is_worth_at_least_half_the_own_value() -> None:
    """Nobody has played: the ratings are 2600 and 1400, the values 224.790799 and 44.485807."""
    inputs = season(club(an=2600, bo=1400), ["an 1-0f bo"])
    assert rounded(scores(inputs, "an")[0]) == (1, "an", "bo", "w", "1f", 0.5, 224.790799, 112.395399)
    assert rounded(scores(inputs, "bo")[0]) == (1, "bo", "an", "b", "0f", 0.333333, 224.790799, 74.930266)


# 2.3 and 5.2: forfeits


@pytest.mark.article("ijssel", "2.2 Rondescore", "5.2 Definitieve indeling")
def test_a_forfeit_scores_like_a_game_and_is_not_one() -> None:
    """Everyone stays at 2000: nobody has performed."""
    inputs = season(level("an bo"), ["an 0-1f bo"], rounds=5)
    table = ranking(inputs, min_games=1)
    assert rounded(scores(inputs, "bo")[0]) == (1, "bo", "an", "b", "1f", 1, 100, 100)
    assert rounded(scores(inputs, "an")[0]) == (1, "an", "bo", "w", "0f", 0.333333, 100, 33.333333)
    for row in table.values():
        assert (row.club_rating, row.played, row.won, row.drawn, row.lost) == (2000, 0, 0, 0, 0)
        assert (row.absent, row.qualifies) == (0, False)


@pytest.mark.article("ijssel", "5.2 Definitieve indeling", "2.3 Afwezigheid")
def test_who_wins_by_forfeit_and_plays_all_the_same_scores_that_game_alone() -> None:
    inputs = season(level("an bo ci di"), ["bo 0-1f an, an ½-½ ci, di club"], rounds=5)
    assert sorted(map(rounded, scores(inputs, "an"))) == [
        (1, "an", "bo", "b", "1f", 0, 100, 0),
        (1, "an", "ci", "w", "½", TWO_THIRDS, 100, 66.666667),
    ]
    assert factors(inputs, "bo") == [("0f", 0.333333)]
    row = ranking(inputs)["an"]
    assert (round(row.score, 6), row.played, row.drawn, row.absent) == (66.666667, 1, 1, 0)


@pytest.mark.article("ijssel", "5.2 Definitieve indeling", "2.3 Afwezigheid")
def test_who_wins_by_forfeit_and_is_left_over_scores_that_alone() -> None:
    inputs = season(level("an bo ci di"), ["an 1-0f bo, an odd, ci ½-½ di"], rounds=5)
    assert sorted(map(rounded, scores(inputs, "an"))) == [
        (1, "an", "", "", "odd", TWO_THIRDS, 100, 66.666667),
        (1, "an", "bo", "w", "1f", 0, 100, 0),
    ]
    assert factors(inputs, "bo") == [("0f", 0.333333)]


@pytest.mark.article("ijssel", "2.3 Afwezigheid")
def test_a_forfeit_of_which_nobody_wrote_down_the_other_counts_against_the_own_value() -> None:
    """2.3: as without an opponent, who is oneself. The winner was there, and neither of them has played."""
    inputs = season(level("an bo ci di"), ["an 1-0f ?, ? 1-0f bo, ci 1-0 di"], rounds=5)
    table = ranking(inputs, min_games=1)
    for player, row in (("an", ("w", "1f", 1.0)), ("bo", ("b", "0f", 1 / 3))):
        ((_, _, opponent, colour, result, factor, basis, score),) = scores(inputs, player)
        assert (opponent, colour, result, factor) == ("", *row)
        assert basis == table[player].value
        assert score == table[player].score == factor * basis
        assert (table[player].played, table[player].absent, table[player].qualifies) == (0, 0, False)


@pytest.mark.article("ijssel", "5.2 Definitieve indeling", "2.3 Afwezigheid")
def test_who_won_by_forfeit_against_nobody_knows_whom_may_play_again_or_be_left_over() -> None:
    inputs = season(level("an bo ci di"), ["an 1-0f ?, an ½-½ bo, ? 0-1f ci, ci odd, di club"], rounds=5)
    assert check(inputs) == []
    assert factors(inputs, "an") == [("1f", 0), ("½", TWO_THIRDS)]
    assert factors(inputs, "ci") == [("1f", 0), ("odd", TWO_THIRDS)]


@pytest.mark.article("ijssel", "2.3 Afwezigheid")
@pytest.mark.parametrize(("game", "factor"), [("an 1-0f ?", 0.5), ("an 0-1f ?", 0.25)])
def test_only_who_won_by_forfeit_was_there(game: str, factor: float) -> None:
    """An was there twice, or once: then an absence in the last two rounds of the period counts a quarter."""
    lines = [f"{game}, bo ½-½ ci", "an 1-0 bo, ci club", "bo ½-½ ci, an absent"]
    inputs = season(level("an bo ci"), lines, rounds=4)
    assert factors(inputs, "an", periods=1)[-1] == ("absent", factor)


@pytest.mark.article("ijssel", "2.3 Afwezigheid")
@pytest.mark.parametrize("result", ["1", "½", "0", None])
@pytest.mark.parametrize("code", ["external", "external-moved"])
def test_the_result_of_an_external_game_counts_for_nothing(code: str, result: Any) -> None:
    inputs = season(level("an bo ci"), [f"an ½-½ bo, ci {code}"], rounds=5)
    corrected = inputs._replace(absences=[inputs.absences[0].replace(result=result)])
    assert published(corrected) == published(inputs)
    assert factors(corrected, "ci") == [(code, TWO_THIRDS)]


# 2.3: absence


@pytest.mark.article("ijssel", "2.3 Afwezigheid")
@pytest.mark.parametrize(
    ("code", "factor", "score"),
    [
        ("external", TWO_THIRDS, 66.666667),
        ("external-moved", TWO_THIRDS, 66.666667),
        ("club", TWO_THIRDS, 66.666667),
        ("bye", TWO_THIRDS, 66.666667),
        ("odd", TWO_THIRDS, 66.666667),
        ("absent", 0.5, 50),
        ("no-show", 0.25, 25),
    ],
)
def test_an_absence_scores_a_part_of_the_own_value(code: str, factor: float, score: float) -> None:
    inputs = season(level("an bo ci"), [f"an ½-½ bo, ci {code}"], rounds=25)
    assert [rounded(row) for row in scores(inputs, "ci")] == [(1, "ci", "", "", code, factor, 100, score)]
    row = ranking(inputs)["ci"]
    assert (row.played, row.absent) == (0, 1)


@pytest.mark.article("ijssel", "2.3 Afwezigheid")
def test_the_own_value_is_that_of_the_player_who_is_absent() -> None:
    inputs = season(club(an=2100, bo=1900, ci=1500), ["an ½-½ bo, ci club"], rounds=25)
    assert rounded(scores(inputs, "ci")[0][-2:]) == (50.915642, 33.943761)


def of_ci(entries: Sequence[str], rounds: int) -> Inputs:
    """A season in which ci does this, round after round, while an and bo play each other and di is away."""
    lines = [
        f"ci ½-½ eva, {OTHERS}" if entry == "game" else f"{entry}, eva club, {OTHERS}" for entry in entries
    ]
    return season(level("an bo ci di eva"), lines, rounds=rounds)


OTHERS = "an ½-½ bo, di club"


def codes(*entries: str) -> list[str]:
    """Absences of ci with these codes; a game stays one."""
    return [entry if entry == "game" else f"ci {entry}" for entry in entries]


@pytest.mark.article("ijssel", "2.3 Afwezigheid")
@pytest.mark.parametrize(
    ("entries", "expected"),
    [
        (("absent",) * 5, (0.5, 0.5, 0.5, 0.25, 0.25)),
        (("game", "absent", "absent", "absent", "absent"), (0.5, 0.5, 0.25, 0.25)),
        (("game", "club", "absent", "absent", "absent"), (0.5, 0.5, 0.5)),
        (("absent", "absent", "odd", "absent", "absent"), (0.5, 0.5, 0.25, 0.25)),
        (("game", "absent", "absent", "absent", "game"), (0.5, 0.5, 0.25)),
        (("game", "absent", "absent", "game", "absent"), (0.5, 0.5, 0.5)),
        (("absent", "absent", "absent", "game", "absent"), (0.5, 0.5, 0.5, 0.25)),
        (("no-show", "no-show", "no-show", "absent", "no-show"), (0.25, 0.25, 0.25, 0.25, 0.25)),
        (("game", "game", "absent", "no-show", "absent"), (0.5, 0.25, 0.5)),
    ],
)
def test_in_the_last_two_rounds_of_a_period_it_counts_who_has_been_there_twice(
    entries: Sequence[str], expected: Sequence[float]
) -> None:
    """Of 25 rounds the first five are a period; the sixth begins the next with nothing to its account."""
    shares = factors(of_ci(codes(*entries, "absent"), rounds=25), "ci")
    assert [factor for code, factor in shares if code in {"absent", "no-show"}] == [*expected, 0.5]


@pytest.mark.article("ijssel", "2.3 Afwezigheid")
@pytest.mark.parametrize(
    ("entry", "factor"),
    [
        *[
            (text, 0.5)
            for text in ("game", "ci external", "ci external-moved", "ci club", "ci bye", "ci odd")
        ],
        *[("ci absent", 0.25), ("ci no-show", 0.25)],
    ],
)
def test_present_is_who_played_or_had_a_reason_not_to(entry: str, factor: float) -> None:
    shares = factors(of_ci([entry, entry, "ci absent", "ci absent"], rounds=25), "ci")
    assert shares[-1] == ("absent", factor)


@pytest.mark.article("ijssel", "2.3 Afwezigheid")
@pytest.mark.parametrize(
    ("forfeit", "factor"),
    [
        ("ci 1-0f eva", 0.5),
        ("eva 0-1f ci", 0.5),
        ("ci 0-1f eva", 0.25),
        ("eva 1-0f ci", 0.25),
    ],
)
def test_a_forfeit_is_presence_for_the_one_who_was_there(forfeit: str, factor: float) -> None:
    lines = [f"{forfeit}, {OTHERS}"] * 2 + [f"ci absent, eva club, {OTHERS}"] * 2
    assert factors(season(level("an bo ci di eva"), lines, rounds=25), "ci")[-1] == ("absent", factor)


@pytest.mark.article("ijssel", "5.2 Definitieve indeling", "2.3 Afwezigheid")
@pytest.mark.parametrize("second", ["ci ½-½ di, an ½-½ bo", "ci odd, di club, an ½-½ bo"])
def test_who_wins_by_forfeit_and_plays_or_is_left_over_was_present_once(second: str) -> None:
    lines = [f"ci 1-0f eva, {second}", *[f"ci absent, eva club, {OTHERS}"] * 3]
    assert factors(season(level("an bo ci di eva"), lines, rounds=25), "ci")[-1] == ("absent", 0.25)


@pytest.mark.article("ijssel", "2.3 Afwezigheid")
def test_being_there_in_one_period_does_not_count_in_the_next() -> None:
    shares = factors(of_ci(["game"] * 5 + codes(*["absent"] * 5), rounds=25), "ci")
    assert [factor for _, factor in shares[5:]] == [0.5, 0.5, 0.5, 0.25, 0.25]


# 2.3: byes


@pytest.mark.article("ijssel", "2.3 Afwezigheid")
@pytest.mark.parametrize(
    ("entries", "expected"),
    [
        (("absent", "game", "absent", "absent", "game"), ("bye", "½", "bye", "absent", "½")),
        (("absent", "bye", "absent", "absent", "game"), ("bye", "bye", "absent", "absent", "½")),
        (("absent", "bye", "bye", "absent", "game"), ("absent", "bye", "bye", "absent", "½")),
        (("no-show", "game", "game", "absent", "game"), ("no-show", "½", "½", "bye", "½")),
        (("no-show", "no-show", "game", "game", "game"), ("no-show", "no-show", "½", "½", "½")),
        (("game", "game", "club", "absent", "absent"), ("½", "½", "club", "bye", "bye")),
    ],
)
def test_after_the_last_round_unused_byes_take_the_place_of_the_earliest_absences(
    entries: Sequence[str], expected: Sequence[str]
) -> None:
    played = of_ci(codes(*entries), rounds=5)
    assert [code for code, _ in factors(played, "ci")] == list(expected)
    assert {factor for code, factor in factors(played, "ci") if code == "bye"} <= {TWO_THIRDS}
    ahead = of_ci(codes(*entries), rounds=6)
    assert [code for code, _ in factors(ahead, "ci")] == [
        "½" if entry == "game" else entry for entry in entries
    ]


@pytest.mark.article("ijssel", "2.3 Afwezigheid")
def test_a_bye_that_took_the_place_of_an_absence_is_presence() -> None:
    """With all five rounds in one period, the two byes at its start spare the quarters at its end."""
    entries = codes(*["absent"] * 5)
    assert [factor for _, factor in factors(of_ci(entries[:4], rounds=5), "ci", periods=1)] == [
        *(0.5, 0.5, 0.5, 0.25)
    ]
    assert factors(of_ci(entries, rounds=5), "ci", periods=1) == [
        *[("bye", TWO_THIRDS)] * 2,
        *[("absent", 0.5)] * 3,
    ]


@pytest.mark.article("ijssel", "2.3 Afwezigheid")
def test_an_absence_that_became_a_bye_is_still_a_round_without_a_game() -> None:
    row = ranking(of_ci(codes("absent", "game", "absent"), rounds=3))["ci"]
    assert (row.played, row.absent) == (1, 2)
