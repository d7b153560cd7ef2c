"""PGN: tags are read, moves and comments never taken for a game."""

import pytest
from documents import rows, verdicts
from hypothesis import given
from hypothesis import strategies as st
from sites import limit

from sitegen.importing.kinds.pgn import fits, read
from sitegen.importing.source import Document, SourceFile

pytestmark = pytest.mark.slow

MOVES = "1. e4 e5 2. Nf3 {a comment} Nc6 3. Bb5 a6 $1 (3... Nf6 4. O-O) 4. Ba4"


def game(white: str, black: str, result: str, moves: str = MOVES, end: str | None = None, **tags: str) -> str:
    """A game in the export format of the standard: seven tags in their order, then others."""
    seven = {"Event": "Club", "Site": "?", "Date": "2026.02.05", "Round": "3", "White": white, "Black": black}
    seven |= {"Result": result} | tags
    head = "".join(f'[{tag} "{value}"]\n' for tag, value in seven.items())
    return f"{head}\n{moves} {result if end is None else end}\n\n"


def read_text(*games: str, encoding: str = "utf-8") -> Document:
    return read(SourceFile("x.pgn", "".join(games).encode(encoding)))


FIRST, SECOND = game("Smit, Anneke", "Jansen, Piet", "1-0"), game("de Vries, Jan", "Müller, Jörg", "1/2-1/2")
TWO = [
    ("2026-02-05", "3", "", "Smit, Anneke", "Jansen, Piet", "1-0", "Club"),
    ("2026-02-05", "3", "", "de Vries, Jan", "Müller, Jörg", "½-½", "Club"),
]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1", "utf-16"])
def test_a_game_is_what_its_tags_say_at_its_line(encoding: str) -> None:
    document = read_text(FIRST, SECOND, encoding=encoding)
    assert rows(document) == TWO
    assert [row.place for row in document.tables[0].rows] == ["line 1", "line 11"]
    assert document.tables[0].rows[1].cells[3].place == "line 15"


@pytest.mark.parametrize(
    "moves",
    [
        '1. e4 {see\n\n[White "Kasparov"]\n[Black "Karpov"]\n} e5',
        '1. e4 {[White "Kasparov"] e5',
        '1. e4 ; [White "Kasparov"]\ne5',
        '1. e4\n%[White "Kasparov"]\ne5',
        "1. e4 {[%clk 0:10:00]} e5 {never closed",
        "1. e4 {one { two} e5",
        "1. e4 e5 ({)} 1... c5)",
    ],
)
def test_what_stands_in_moves_and_comments_is_no_game(moves: str) -> None:
    document = read_text(game("Smit, Anneke", "Jansen, Piet", "1-0", moves), SECOND)
    assert rows(document) == TWO


def test_tags_may_stand_on_one_line() -> None:
    tags = '[Event "Open"] [Date "2026.01.08"][Round "1"]\n[White "A"] [Black "B"] [Result "1-0"]'
    text = f"{tags}\n\n1. e4 e5 1-0\n"
    assert fits(SourceFile("x.pgn", text.replace("]\n[White", "] [White").encode()))
    (row,) = rows(read_text(text))
    assert (row[0], row[1], *row[3:6]) == ("2026-01-08", "1", "A", "B", "1-0")


def test_a_board_stands_beside_the_round_or_alone() -> None:
    document = read_text(game("A", "B", "1-0", Round="1.3"), game("C", "D", "0-1", Round="2", Board="7"))
    assert [row[1:3] for row in rows(document)] == [("1", "3"), ("2", "7")]


@pytest.mark.parametrize("how", ["unplayed", "Unplayed", "forfeit", "default", "no show"])
def test_a_game_that_was_not_played_is_a_forfeit(how: str) -> None:
    document = read_text(FIRST, game("A", "B", "0-1", moves="", Termination=how))
    assert [row[3:6] for row in rows(document, "forfeits")] == [("A", "B", "0-1f")]
    assert len(rows(document)) == 1


def test_a_game_lost_on_time_was_played() -> None:
    assert len(rows(read_text(game("A", "B", "0-1", Termination="Time forfeit")))) == 1


@pytest.mark.parametrize(
    ("text", "word", "code"),
    [
        (game("A", "BYE", "1-0", moves=""), "left", "game-of-a-bye"),
        (game("spielfrei", "B", "0-1", moves=""), "left", "game-of-a-bye"),
        (game("A", "B", "*"), "left", "game-to-come"),
        (game("A", "?", "1-0"), "doubtful", "player-unknown"),
        (game("A", "B", "1-0", Date="2026.02.??"), "doubtful", "date-not-whole"),
        (game("A", "B", "1-0", Date="2026.02.31"), "doubtful", "date-not-whole"),
        (game("A", "B", "1-0", end="0-1"), "doubtful", "moves-end-otherwise"),
        (game("A", "B", "2-0", end=""), "refused", "mark-not-read"),
        (game("A", "B", "1-0", moves=""), "doubtful", "game-without-moves"),
        (game("A", "B", "1-0", Termination="forfeit"), "doubtful", "forfeit-with-moves"),
        (game("A", "B", "1/2-1/2", moves="", Termination="unplayed"), "doubtful", "forfeit-drawn"),
        ('[White "A"]\n', "doubtful", "player-unknown"),
    ],
)
def test_what_is_no_certain_game_is_told(text: str, word: str, code: str) -> None:
    document = read_text(FIRST, SECOND, text)
    assert verdicts(document) == [("line 21", word, code)]
    assert rows(document) == TWO


def test_a_list_of_results_without_moves_is_of_games() -> None:
    document = read_text(game("A", "B", "1-0", moves=""), game("C", "D", "0-1", moves=""))
    assert len(rows(document)) == 2


def test_equal_games_are_all_there() -> None:
    assert rows(read_text(FIRST, FIRST)) == [TWO[0], TWO[0]]


def test_tags_may_stand_anyhow_and_hold_quotes() -> None:
    text = '  [ Black   "Jan \\"de\\" Vries" ]\n[White "An"]\n[Result "1/2-1/2"]\n1/2-1/2\n'
    text += '[White "Bo"]\n[Black "Cy"]\n1-0'
    assert [row[3:6] for row in rows(read_text(text))] == [
        ("An", 'Jan "de" Vries', "½-½"),
        ("Bo", "Cy", "1-0"),
    ]


@pytest.mark.parametrize("data", [b"", b'<p>\n[White "A"]', b'{"a":\n[White "b"', b"White;Black\n", b"\0\0"])
def test_other_files_are_not_taken_for_games(data: bytes) -> None:
    assert not fits(SourceFile("x", data))


def test_thousands_of_games_take_no_time() -> None:
    with limit(20):
        assert len(rows(read_text(*[FIRST] * 5000))) == 5000
        read(SourceFile("x", b"{" * 300_000 + b'[White "' * 20_000))


DATA = f"{FIRST}{SECOND}{FIRST}".encode()


@given(st.integers(0, len(DATA)), st.integers(0, 40), st.binary(max_size=4))
def test_damage_never_raises_and_loses_no_other_game(at: int, size: int, new: bytes) -> None:
    damaged = SourceFile("x", DATA[:at] + new + DATA[at + size :])
    fits(damaged)
    document = read(damaged)
    whole = rows(document)
    assert len(whole) + len(verdicts(document)) + len(rows(document, "forfeits")) >= 1
