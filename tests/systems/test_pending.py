"""Rounds with pending games, of which games were played ahead, which are thin, copied or without results."""

from collections.abc import Sequence
from datetime import date, timedelta
from pathlib import Path
from random import Random

import keizers
import pytest
from chess import check as check_ijssel
from chess import level
from chess import season as ijssel_season
from keizers import check, club, evening, published, rated, season
from sites import write

from sitegen.commands.check import check as check_site
from sitegen.core.cells import make_parser
from sitegen.core.table import get_columns
from sitegen.systems.keizer import event_dates
from sitegen.systems.keizer.tables import Game, Inputs

TEN = club(10)
FULL = "a 1-0 b, c ½-½ d, e 0-1 f, g 1-0 h, i 0-1 j"
OTHER = "b 1-0 c, d ½-½ e, f 0-1 g, h 1-0 i, j 0-1 a"


def codes(inputs: Inputs, through: date = keizers.AFTERWARDS) -> list[str]:
    """The codes of what is told by a day."""
    faults = check(inputs)
    return [fault.message.code for fault in faults if fault.since is None or fault.since <= through]  # type: ignore[attr-defined]


def results(inputs: Inputs, number: int, *, as_of: date = keizers.AFTERWARDS) -> dict[str, str]:
    """What each player did in a round."""
    rows = published(inputs, as_of=as_of)["rounds"]
    return {row.player: row.result for row in rows if row.round == number}


def test_a_game_that_was_put_off_is_worth_nothing_and_no_absence() -> None:
    inputs = season(club(4), ["a 1-0 b, c v d", "a ½-½ c, b 1-0 d"])
    assert results(inputs, 1) == {"a": "1", "b": "0", "c": "pending", "d": "pending"}
    ranking = {row.player: row for row in published(inputs)["ranking"]}
    values = {row.player: row.basis for row in published(inputs)["rounds"] if row.result == "pending"}
    assert values == {"c": ranking["d"].value, "d": ranking["c"].value}
    assert [ranking[player].absences for player in "abcd"] == [0, 0, 0, 0]
    assert codes(inputs, evening(6)) == []
    assert codes(inputs, evening(7)) == ["game-without-result"]


def test_who_has_a_game_to_play_is_shown_against_whom_and_for_which_round() -> None:
    outcome = rated(season(club(4), ["a 1-0 b, c v d", "a ½-½ c, b 1-0 d"]))
    facts = {
        page.id: [
            (fact.value, fact.note.format(**fact.params))
            for fact in page.content.facts
            if fact.label == "Still to be played"
        ]
        for page in outcome.players
    }
    assert facts == {"a": [], "b": [], "c": [("d", "for round 1")], "d": [("c", "for round 1")]}


def test_an_evening_that_is_not_entered_yet_is_no_round() -> None:
    inputs = season(club(4), ["a 1-0 b, c 1-0 d", "a v c, b v d"])
    assert results(inputs, 2) == {}
    assert codes(inputs) == []


@pytest.mark.parametrize("line", ["a 1-0 c", "a 1-0 c, b v d, e v g, f v h", "a 1-0 c, e excused"])
def test_a_game_may_be_played_ahead_of_its_round(line: str) -> None:
    inputs = season(TEN, [FULL, line])
    assert results(inputs, 2, as_of=evening(2) - timedelta(1)) == {}
    assert codes(inputs, evening(2)) == []
    assert [event.day for event in event_dates(inputs) if event.is_played] == [evening(1)]


def test_a_game_played_ahead_waits_until_its_evening_is_entered() -> None:
    inputs = season(TEN, [FULL, "a 1-0 c"])
    assert results(inputs, 2) == {}
    assert codes(inputs, evening(2) + timedelta(1)) == ["round-waits"]
    whole = season(TEN, [FULL, "a 1-0 c, b 1-0 d, e 0-1 g, f 1-0 h"])
    assert results(whole, 2)["a"] == "1"
    assert results(whole, 2)["i"] == "unexcused"
    assert codes(whole) == []


def test_both_lose_a_double_forfeit() -> None:
    assert results(season(club(4), ["a 1-0 b, c 0-0f d"]), 1) == {"a": "1", "b": "0", "c": "0f", "d": "0f"}


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ([FULL, OTHER, "a 1-0 c, b 1-0 d", FULL.replace("1-0", "0-1")], ["round-thin"]),
        (["a 1-0 b", "c 1-0 d", "e 1-0 f"], ["round-thin"]),
        ([FULL, OTHER, FULL], ["round-repeated"]),
        ([FULL, OTHER, FULL.replace("a 1-0 b", "a 0-1 b")], []),
        ([FULL, "a v c, b v d", "a v e, b v f"], ["rounds-without-results"]),
        ([FULL.replace("1-0", "v").replace("0-1", "v").replace("½-½", "v")] * 2, ["rounds-without-results"]),
        ([FULL, "a v c, b v d"], []),
    ],
)
def test_a_round_that_is_thin_copied_or_without_results_is_told(
    lines: Sequence[str], told: Sequence[str]
) -> None:
    assert codes(season(TEN, lines)) == told


def test_the_same_rule_tells_a_copied_round_of_every_system_of_rounds() -> None:
    lines = ["an 1-0 bo, ci 1-0 di, eva 1-0 fay"] * 2
    faults = check_ijssel(ijssel_season(level("an bo ci di eva fay"), lines))
    assert [fault.message.code for fault in faults] == ["round-repeated"]  # type: ignore[attr-defined]


@pytest.mark.parametrize("share", [0.6, 0.75, 0.9])
def test_hardly_an_evening_to_which_members_come_or_not_is_thin(share: float) -> None:
    """Twenty seasons of twenty rounds, with six to twenty-five members."""
    random, told = Random(7), 0
    for count in range(6, 26):
        lines = []
        for _ in range(20):
            there = [player.id for player in club(count) if random.random() < share]
            random.shuffle(there)
            games = zip(there[::2], there[1::2], strict=False)
            lines.append(",".join(f"{a} {random.choice(('1-0', '0-1', '½-½'))} {b}" for a, b in games))
        told += len({"round-thin", "round-waits", "round-repeated"} & {*codes(season(club(count), lines))})
    assert told <= 2


@pytest.mark.parametrize(
    ("cell", "hint"),
    [
        ("0-0", "write ½-½ if it was played, 0-0f if not"),
        ("1-0 w.o.", "write 1-0 if it was played, 1-0f if not"),
        ("*", "write one of them, or leave it blank while the game is still to be played"),
    ],
)
def test_no_hint_makes_a_played_game_or_a_win_of_what_was_not(cell: str, hint: str) -> None:
    (result,) = (column for column in get_columns(Game) if column.name == "result")
    with pytest.raises(ValueError, match="is none of") as error:
        make_parser(result, ".,")(cell)
    assert str(error.value.args[1]) == hint


@pytest.mark.parametrize(
    ("as_of", "codes_told"), [("2026-01-23", []), ("2026-03-20", ["game-without-result"])]
)
def test_a_check_as_of_a_day_misses_no_result_that_is_late_on_a_later_one(
    tmp_path: Path, as_of: str, codes_told: Sequence[str]
) -> None:
    files = {
        "sitegen.toml": '[site]\ntitle = "C"\nurl = "https://c.example/"\nlanguage = "en"\n'
        '[[ranking]]\nid = "k"\nsystem = "keizer"\ntitle = "K"\n',
        "results/k/players.csv": "id,name\na,An Aa\nb,Bo Bb\nc,Cy Cc\nd,Di Dd\n",
        "results/k/rounds.csv": "round,date\n1,2026-01-15\n2,2026-01-22\n",
        "results/k/games.csv": "round,white,black,result\n1,a,b,1-0\n1,c,d,\n2,a,c,1-0\n2,b,d,0-1\n",
    }
    write(tmp_path, {path: text.encode() for path, text in files.items()})
    problems = check_site(tmp_path, date.fromisoformat(as_of))
    assert [problem.code for problem in problems] == codes_told
