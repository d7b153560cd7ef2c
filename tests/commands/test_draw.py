"""`sitegen draw`: rows added to the tables of a club, each file as it is written."""

import re
from collections.abc import Callable, Iterator
from gettext import NullTranslations
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from translations import translate_by

from sitegen.commands.cli import main
from sitegen.inputs.config.settings import load_site
from sitegen.inputs.results import results

SITE = """
[site]
title = "The Rook"
url = "https://rook.example/"

[[ranking]]
id = "chess"
system = "ijssel"
title = "Competition"
options.periods = 1

[[ranking]]
id = "list"
system = "fibs"
title = "Rating list"
"""
PLAYERS = (
    "id,name,aliases,final_rating,youth,hidden\nan,An Peeters,Annie,1900,,\nbo,Bo De Wit,,1800,,\n"
    "cy,Cy Claes,,1700,,yes\ndi,Di van Dam,,1600,,\neva,Eva Mertens,,1500,yes,\n"
)
ROUNDS = "round,date\n1,2026-10-01\n2,2026-10-08\n"
GAMES = "round,white,black,result,board\n1,an,bo,1-0,1\n1,cy,di,0-1,2\n"
ABSENCES = "round,player,code\n1,eva,odd\n"

HIDDEN_NOTE = (
    "Players who hide stand here under their own names: this list is for the committee, not for publication."
)

Site = Callable[..., Path]


@pytest.fixture
def club(tmp_path: Path) -> Site:
    """A site after one round; a file given by name replaces ours, None leaves it out."""

    def make(**files: str | bytes | None) -> Path:
        tables = {"players": PLAYERS, "rounds": ROUNDS, "games": GAMES, "absences": ABSENCES, **files}
        folder = tmp_path / "results/chess"
        folder.mkdir(parents=True)
        (tmp_path / "sitegen.toml").write_text(SITE, encoding="utf-8")
        (tmp_path / "results/list").mkdir()
        (tmp_path / "results/list/players.csv").write_text("id,name\n", encoding="utf-8")
        (tmp_path / "results/list/matches.csv").write_text("date,winner,loser,length\n", encoding="utf-8")
        for name, text in tables.items():
            if text is not None:
                (folder / f"{name}.csv").write_bytes(text if isinstance(text, bytes) else text.encode())
        return tmp_path

    return make


def draw(root: Path, *arguments: str, ranking: str = "chess") -> Result:
    return CliRunner().invoke(main, ["draw", ranking, "--site", str(root), *arguments])


def content(root: Path) -> dict[str, bytes]:
    return {
        path.name: path.read_bytes() for path in sorted((root / "results/chess").rglob("*")) if path.is_file()
    }


def test_the_next_round_is_drawn_told_and_added(club: Site) -> None:
    """An has met Bo, and Eva was left over; of the others Cy, who is hidden and lost, is rated lowest."""
    root = club()
    before = content(root)
    result = draw(root)
    chess = root / "results/chess"
    assert result.stdout.splitlines() == [
        HIDDEN_NOTE,
        "Round 2, 8 October 2026",
        "  1. Di van Dam – An Peeters",
        "  2. Bo De Wit – Eva Mertens (youth game, 20:00–22:00, one hour each)",
        "Left over: Cy Claes",
        f"{chess}/games.csv: 2 rows added.",
        f"{chess}/absences.csv: 1 row added.",
    ]
    assert content(root) == before | {
        "games.csv": before["games.csv"] + b"2,di,an,,1\n2,bo,eva,,2\n",
        "absences.csv": before["absences.csv"] + b"2,cy,odd\n",
    }
    assert [*root.rglob(".*")] == []


def test_a_drawn_round_is_a_sound_site_and_is_not_drawn_again(club: Site) -> None:
    root = club()
    draw(root)
    after = content(root)
    site, _ = load_site(root)
    assert site is not None
    assert results.read_results(site)[1] == []
    result = draw(root)
    assert result.exit_code == 1
    assert "Error: everyone has a game or an absence in round 2 already" in result.stderr
    assert content(root) == after


def test_who_is_away_by_id_name_or_alias_is_not_drawn_and_entered_as_absent(club: Site) -> None:
    root = club()
    before = content(root)["absences.csv"]
    result = draw(root, "--round", "2", "--absent", "Annie", "--absent", "cy", "--absent", "eva mertens")
    assert result.stdout.splitlines()[2:4] == [
        "  1. Di van Dam – Bo De Wit",
        "Not playing: An Peeters, Cy Claes, Eva Mertens",
    ]
    added = b"2,an,absent\n2,cy,absent\n2,eva,absent\n"
    assert content(root)["absences.csv"] == before + added


def test_games_without_a_column_of_boards_are_drawn(club: Site) -> None:
    root = club(games="round,white,black,result\n1,an,bo,1-0\n1,cy,di,0-1\n")
    assert draw(root).exit_code == 0
    assert len(re.findall(rb"^2,\w+,\w+,$", content(root)["games.csv"], re.MULTILINE)) == 2


def test_who_has_a_row_in_the_round_already_is_left_as_they_are(club: Site) -> None:
    games = GAMES + "2,eva,di,,7\n"
    absences = ABSENCES + "2,cy,bye\n2,an,external\n"
    result = draw(club(games=games, absences=absences))
    assert result.stdout.splitlines()[2:3] == ["Left over: Bo De Wit"]


def test_boards_go_on_from_those_that_are_there(club: Site) -> None:
    root = club(games=GAMES + "2,eva,an,,3\n", absences=ABSENCES + "2,cy,bye\n")
    draw(root)
    assert content(root)["games.csv"].endswith(b"2,eva,an,,3\n2,di,bo,,4\n")


@pytest.mark.parametrize(
    ("games", "added"),
    [
        pytest.param(GAMES[:-1], b"\n2,di,an,,1\n2,bo,eva,,2\n", id="no line end at the end"),
        pytest.param(
            GAMES.replace("\n", "\r\n"), b"2,di,an,,1\r\n2,bo,eva,,2\r\n", id="line ends of Windows"
        ),
        pytest.param(GAMES.replace("\n", "\r"), b"2,di,an,,1\r2,bo,eva,,2\r", id="line ends of old Macs"),
        pytest.param(
            "\ufeff" + GAMES.replace(",", ";"), b"2;di;an;;1\n2;bo;eva;;2\n", id="semicolons and a mark"
        ),
        pytest.param(GAMES.replace(",", "\t"), b"2\tdi\tan\t\t1\n2\tbo\teva\t\t2\n", id="tabs"),
        pytest.param("sep=,\n" + GAMES, b"2,di,an,,1\n2,bo,eva,,2\n", id="what Excel says of the delimiter"),
        pytest.param(
            "Board,Result,Black,White,Round\n1,1-0,bo,an,1\n2,0-1,di,cy,1\n",
            b"1,,an,di,2\n2,,eva,bo,2\n",
            id="another order of the columns",
        ),
        pytest.param(
            "round,white,black,result,board,,\n1,an,bo,1-0,1,,\n1,cy,di,0-1,2,,\n",
            b"2,di,an,,1\n2,bo,eva,,2\n",
            id="blank columns at the end",
        ),
        pytest.param(
            "\ufeffRonde;Bord;Wit;Zwart;Uitslag\r\n1;1;An Peeters;bo;1-0\r\n1;2;cy;di;0-1\r\n",
            b"2;1;di;an;\r\n2;2;bo;eva;\r\n",
            id="headings of a Dutch Excel",
        ),
        pytest.param(
            GAMES.replace(",", "\t").encode("utf-16"),
            "2\tdi\tan\t\t1\n2\tbo\teva\t\t2\n".encode("utf-16")[2:],
            id="Unicode text of Excel",
        ),
        pytest.param(
            "round,white,black,result,board\n1,an,bo,1-0,1\n1,cy,di,0-1,2\n# \xe9\n".encode("cp1252"),
            b"2,di,an,,1\n2,bo,eva,,2\n",
            id="Windows-1252",
        ),
    ],
)
def test_rows_are_written_as_the_file_is(club: Site, games: str | bytes, added: bytes) -> None:
    root = club(games=games)
    old = games if isinstance(games, bytes) else games.encode()
    assert draw(root).exit_code == 0
    assert content(root)["games.csv"] == old + added
    site, _ = load_site(root)
    assert site is not None
    inputs, _ = results.read_results(site)
    assert [(game.round, game.white, game.black) for game in inputs["chess"].games[-2:]] == [
        (2, "di", "an"),
        (2, "bo", "eva"),
    ]


def test_of_a_folder_of_files_the_last_grows_which_is_10_after_9(club: Site) -> None:
    root = club(games=None)
    folder = root / "results/chess/games"
    folder.mkdir()
    (folder / "9.csv").write_text(GAMES, encoding="utf-8")
    (folder / "10.csv").write_text("round,white,black,result,board\n", encoding="utf-8", newline="")
    assert f"{folder}/10.csv: 2 rows added." in draw(root).stdout
    assert (folder / "9.csv").read_text(encoding="utf-8") == GAMES
    assert (folder / "10.csv").read_bytes().endswith(b"board\n2,di,an,,1\n2,bo,eva,,2\n")


def test_a_table_that_is_not_there_yet_is_begun(club: Site) -> None:
    """Five players are one too many in the first round: the lowest rated is left over."""
    root = club(games="round,white,black,result,board\n", absences=None)
    draw(root)
    assert content(root)["absences.csv"] == b"round,player,code,result\n1,eva,odd,\n"


def test_a_table_is_begun_in_the_form_of_the_players(club: Site) -> None:
    players = "\ufeff" + PLAYERS.replace(",", ";").replace("\n", "\r\n")
    root = club(players=players, games="round,white,black,result,board\n", absences=None)
    draw(root)
    assert content(root)["absences.csv"] == b"\xef\xbb\xbfround;player;code;result\r\n1;eva;odd;\r\n"


@pytest.mark.parametrize("language", ["nl", "fr"])
def test_what_is_drawn_or_refused_is_told_in_the_language_of_the_site(
    club: Site, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    """A word as long as ours stands for each translation."""
    root = club()
    settings = root / "sitegen.toml"
    settings.write_text(
        settings.read_text().replace("[site]", f'[site]\nlanguage = "{language}"'), encoding="utf-8"
    )
    with translate_by(_Shouting):
        drawn, refused = draw(root), draw(root, "--lines", "2")
    day = {"nl": "8 oktober 2026", "fr": "8 octobre 2026"}[language]
    assert drawn.stdout.splitlines()[:2] == [
        f"{language}: {HIDDEN_NOTE.upper()}",
        f"{language}: ROUND 2, {day}",
    ]
    assert f"{language}: LEFT OVER: Cy Claes" in drawn.stdout
    assert "2 ROWS ADDED." in drawn.stdout
    assert refused.stderr.startswith(f"{language}: ERROR: {language}: A RANKING BY 'ijssel' HAS NO USE")


class _Shouting(NullTranslations):
    """Every text in capitals but for what is filled in, behind the language."""

    def __init__(self, code: str) -> None:
        super().__init__()
        self._code = code

    def gettext(self, message: str) -> str:
        said = re.sub(r"{\w+}|\w+", lambda found: found[0] if "{" in found[0] else found[0].upper(), message)
        return f"{self._code}: {said}" if message else ""

    def ngettext(self, singular: str, plural: str, number: int) -> str:
        return self.gettext(singular if number == 1 else plural)


def faulty() -> Iterator[object]:
    def case(
        message: str, *arguments: str, ranking: str = "chess", status: int = 2, **files: str | None
    ) -> object:
        return pytest.param(message, (ranking, *arguments), status, files, id=message[:40])

    yield case("no ranking is called 'ches' (did you mean 'chess'?)", ranking="ches")
    yield case("'list' is a ranking by 'fibs', which draws nothing up", ranking="list")
    yield case("round 1 has been played; the next is 2", "--round", "1")
    yield case(
        "a ranking by 'ijssel' has no use for --lines (it is drawn with --round, --absent)", "--lines", "2"
    )
    yield case("round 3 is not in the calendar, whose last is 2 (add it to rounds.csv)", "--round", "3")
    yield case(
        "round 2 of 8 October 2026 comes before round 3, and has not been drawn (draw it first; where it was"
        " put off, give it its new date)",
        *("--round", "3"),
        rounds=ROUNDS + "3,2026-10-15\n",
    )
    yield case("all rounds of the calendar have been played", status=1, rounds="round,date\n1,2026-10-01\n")
    yield case(
        "a ranking by 'ijssel' has no use for --pairs, --date (it is drawn with --round, --absent)",
        *("--pairs", "nofile.txt", "--date", "2026-10-08"),
    )
    yield case(
        "'ann' is not a player (did you mean 'an'?; for a known player correct the name, or add it to their"
        " 'aliases'; for somebody new add this row to results/chess/players.csv: 'ann,ann,,,,')",
        "--absent",
        "ann",
    )
    yield case(
        "no legal pairing of these 2 players exists for round 2: too many of them have met in this period"
        " (article 5.1) (let somebody take a bye, or enter a game by hand)",
        *("--absent", "cy", "--absent", "di", "--absent", "eva"),
        status=1,
    )


@pytest.mark.parametrize(("message", "asked", "status", "files"), list(faulty()))
def test_what_cannot_be_drawn_is_told_and_nothing_is_written(
    club: Site, message: str, asked: tuple[str, ...], status: int, files: dict[str, str]
) -> None:
    """What was asked for cannot be meant (2), or the tables do not allow it (1)."""
    root = club(**files)
    before = content(root)
    result = draw(root, *asked[1:], ranking=asked[0])
    assert (result.exit_code, result.stderr, result.stdout) == (status, f"Error: {message}\n", "")
    assert content(root) == before


def test_with_an_error_in_the_tables_nothing_is_drawn(club: Site) -> None:
    root = club(games=GAMES + "2,eva,foo,,3\n")
    before = content(root)
    result = draw(root)
    assert (result.exit_code, result.stdout) == (1, "")
    assert "results/chess/games.csv:4:7: 'foo' is not a player" in result.stderr
    assert result.stderr.endswith("1 error: nothing was drawn.\n")
    assert content(root) == before


def test_a_fault_of_another_ranking_stands_not_in_the_way(club: Site) -> None:
    root = club()
    (root / "results/list/matches.csv").write_text("date,winner,loser\n", encoding="utf-8")
    assert draw(root).exit_code == 0


def test_a_folder_that_is_no_site_is_told_so(tmp_path: Path) -> None:
    result = draw(tmp_path)
    assert result.exit_code == 1
    assert "sitegen.toml" in result.stderr


def test_where_it_cannot_be_written_nothing_is(club: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second file cannot be completed: the first has not taken its place either."""
    root = club()
    before = content(root)
    written = Path.write_bytes

    def refused(path: Path, data: bytes) -> int:
        if path.name == ".absences.csv.sitegen-new":
            raise OSError(28, "No space left on device")
        return written(path, data)

    monkeypatch.setattr(Path, "write_bytes", refused)
    result = draw(root)
    assert (result.exit_code, result.stderr) == (
        1,
        "Error: nothing was written: No space left on device\n",
    )
    assert content(root) == before
