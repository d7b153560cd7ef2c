"""OpenGotha: XML as version 3 of the program writes it."""

from collections.abc import Sequence
from xml.sax.saxutils import quoteattr

import pytest
from documents import rows, verdicts
from hypothesis import given
from hypothesis import strategies as st
from sites import limit

from sitegen.importing.kinds.opengotha import fits, read
from sitegen.importing.source import SourceError, SourceFile
from sitegen.importing.tournament import GAMES_HEADER

pytestmark = pytest.mark.slow


def element(tag: str, /, **attributes: object) -> str:
    return f"<{tag} " + " ".join(f"{key}={quoteattr(str(value))}" for key, value in attributes.items()) + "/>"


def player(name: str, first: str, rating: int = 1800, club: str = "Gro") -> str:
    more = {"agaId": "", "country": "NL", "egfPin": "12345678", "grade": "3K", "participating": "1" * 20}
    return element("Player", name=name, firstName=first, rating=rating, club=club, rank="3K", **more)


def game(number: int, table: int, white: str, black: str, result: str, *, stones: int = 0) -> str:
    return element(
        "Game",
        blackPlayer=black,
        handicap=stones,
        knownColor="true",
        result=f"RESULT_{result}",
        roundNumber=number,
        tableNumber=table,
        whitePlayer=white,
    )


PLAYERS = [
    player("de_Vries", "Jan", 2100),
    player("Smit", "Anneke"),
    player("Dréan-Gué", "Benjamin"),
    player("Li", "Bo"),
]
GAMES = [
    game(1, 1, "DE_VRIESJAN", "SMITANNEKE", "WHITEWINS"),
    game(1, 2, "DRÉAN-GUÉBENJAMIN", "LIBO", "EQUAL"),
    game(2, 1, "LIBO", "DE_VRIESJAN", "BLACKWINS_BYDEF"),
]


def write(
    players: Sequence[str] = PLAYERS, games: Sequence[str] = GAMES, end: str = "2026-02-08"
) -> SourceFile:
    general = element(
        "GeneralParameterSet", name="Open 2026", beginDate="2026-02-07", endDate=end, komi="7.5"
    )
    parts = [
        '<?xml version="1.0" encoding="UTF-8" standalone="no"?>',
        '<Tournament dataVersion="201" fullVersionNumber="3.50.01" runningMode="SAL" saveDT="20260208">',
        *("<Players>", *players, "</Players>", "<Games>", *games, "</Games>"),
        '<ByePlayers><ByePlayer player="SMITANNEKE" roundNumber="2"/></ByePlayers>',
        f"<TournamentParameterSet>{general}</TournamentParameterSet></Tournament>",
    ]
    return SourceFile("x.xml", "\n".join(parts).encode())


def test_games_forfeits_and_byes_have_the_names_of_players() -> None:
    assert fits(write())
    document = read(write())
    assert rows(document, "games", *GAMES_HEADER) == [
        ("", "1", "1", "de Vries, Jan", "Smit, Anneke", "1-0", "Open 2026"),
        ("", "1", "2", "Dréan-Gué, Benjamin", "Li, Bo", "½-½", "Open 2026"),
    ]
    assert [row[3:6] for row in rows(document, "forfeits")] == [("Li, Bo", "de Vries, Jan", "0-1f")]
    assert rows(document, "absences") == [("2", "Smit, Anneke", "odd")]
    assert rows(document, "players")[0] == ("de Vries, Jan", "2100", "Gro")
    assert verdicts(document) == []


def test_a_game_has_the_line_of_its_element_and_the_day_of_a_single_day() -> None:
    document = read(write(end="2026-02-07"))
    assert document.tables[1].rows[0].place == "line 10"
    assert rows(document, "games")[0][0] == "2026-02-07"


@pytest.mark.parametrize(
    ("bad", "word", "code"),
    [
        (game(3, 1, "LIBO", "SMITANNEKE", "UNKNOWN"), "left", "game-to-come"),
        (game(3, 1, "LIBO", "SMITANNEKE", "WHITEWINS", stones=4), "left", "handicap-game"),
        (game(3, 1, "LIBO", "SMITANNEKE", "BOTHWIN"), "doubtful", "won-by-both"),
        (game(3, 1, "LIBO", "SMITANNEKE", "EQUAL_BYDEF"), "doubtful", "forfeit-drawn"),
        (game(3, 1, "LIBO", "SMITANNEKE", "PURPLE"), "refused", "mark-not-read"),
        (game(3, 1, "LIBO", "NOBODY", "WHITEWINS"), "doubtful", "no-such-player"),
    ],
)
def test_what_is_no_certain_game_is_told(bad: str, word: str, code: str) -> None:
    document = read(write(games=[*GAMES, bad]))
    assert verdicts(document) == [("line 13", word, code)]


@pytest.mark.parametrize("result", ["BOTHLOSE", "BOTHLOSE_BYDEF"])
def test_a_game_lost_by_both_has_a_result_of_its_own(result: str) -> None:
    document = read(write(games=[game(3, 1, "LIBO", "SMITANNEKE", result)]))
    assert [row[5] for row in rows(document, "forfeits")] == ["0-0f"]


def test_two_players_of_one_name_cannot_be_told_apart() -> None:
    document = read(write([*PLAYERS, player("Li", "Bo")]))
    assert {code for _, _, code in verdicts(document)} == {"name-of-two"}
    assert len(rows(document, "games")) == 1


def test_entities_are_refused() -> None:
    bomb = b'<!DOCTYPE Tournament [<!ENTITY a "aaaa">]><Tournament dataVersion="201">&a;</Tournament>'
    with pytest.raises(SourceError):
        read(SourceFile("x", bomb))


@pytest.mark.parametrize(
    "data", [b"", b"<html dataVersion='2'/>", b"<Tournament/>", b"<USEBIO/>", b"dataVersion="]
)
def test_other_files_are_not_taken_for_a_tournament(data: bytes) -> None:
    assert not fits(SourceFile("x", data))


def test_five_thousand_games_take_no_time() -> None:
    with limit(20):
        assert len(rows(read(write(games=GAMES[:1] * 5000)), "games")) == 5000


DATA = write().data


@given(st.integers(0, len(DATA)), st.integers(0, 9), st.binary(max_size=4))
def test_damage_raises_nothing_else(at: int, size: int, new: bytes) -> None:
    damaged = SourceFile("x", DATA[:at] + new + DATA[at + size :])
    fits(damaged)
    try:
        document = read(damaged)
    except SourceError:
        return
    assert len(document.tables) <= 6
