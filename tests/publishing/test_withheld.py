"""A slip of one club: all others are published, and it stays as it was at its latest good commit."""

import re
import shutil
from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path

import pytest
import sites
from click.testing import CliRunner
from commits import commit
from federation import list_files
from site_links import find_dead_links

from sitegen import publishing
from sitegen.commands.cli import main
from sitegen.commands.verify import verify
from sitegen.core.problems import select_errors
from sitegen.publishing.parts import Part
from sitegen.publishing.publication import BuildResult

pytestmark = pytest.mark.slow

TODAY = date(2026, 11, 21)
TOREN, FOU = "results/clubs/toren", "results/clubs/fou"
NOTE = "Results of these clubs are lacking here, as their files have an error: {}."


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A federation whose clubs stop nobody else, and have no errors, with its list over clubs."""
    root = tmp_path_factory.mktemp("federation") / "site"
    files = list_files(is_over_clubs=True)
    settings = files["sitegen.toml"].decode().replace("[site]\n", '[site]\nerrors = "stop their club"\n', 1)
    sites.write(root, files | {"sitegen.toml": settings.encode()})
    commit(root, "First")
    return root


@pytest.fixture
def root(good: Path, tmp_path: Path) -> Path:
    """A copy of that site."""
    return Path(shutil.copytree(good, tmp_path / "site"))


def build(root: Path, output: str = "output", last: Path | None = None) -> BuildResult:
    """Build the site beside it."""
    return publishing.build_despite_errors(root, root.parent / output, TODAY, history=True, last=last)


def read(root: Path, output: str = "output") -> Mapping[str, bytes]:
    """What is published of the site, but for the digests of all."""
    published = sites.published(root.parent / output)
    return {path: data for path, data in published.items() if path != "SHA256SUMS"}


def drop_notes(published: Mapping[str, bytes]) -> dict[str, bytes]:
    """The files of a site without what is said of errors of clubs."""
    note = re.compile(
        rf"<p class=note>{NOTE.format('[^<]*')}</p>\n?| <small>its files have an error</small>".encode()
    )
    return {path: note.sub(b"", data) for path, data in published.items()}


def append(path: str, text: str) -> Callable[[Path], None]:
    """A change that writes more at the end of a file."""

    def change(root: Path) -> None:
        (root / path).write_bytes((root / path).read_bytes() + text.encode())

    return change


def replace(path: str, old: str, new: str) -> Callable[[Path], None]:
    """A change that writes something else in a file."""

    def change(root: Path) -> None:
        text = (root / path).read_text("utf-8")
        assert old in text
        (root / path).write_text(text.replace(old, new, 1), "utf-8")

    return change


SLIPS: dict[str, tuple[Callable[[Path], None], str]] = {
    "a result of nobody": (
        append(f"{TOREN}/games/2026.csv", "2026-11-10,nobody,mia-claes,1-0\n"),
        "not-a-player",
    ),
    "a player twice": (append(f"{TOREN}/players.csv", "mia-claes,Mia Claes\n"), ""),
    "a header": (replace(f"{TOREN}/players.csv", "id,name", "id,zzz"), ""),
    "the settings": (append(f"{TOREN}/ranking.toml", "k = = 3\n"), ""),
    "an option": (append(f"{TOREN}/ranking.toml", "[options]\nk = -1\n"), ""),
    "no settings": (lambda root: (root / TOREN / "ranking.toml").unlink(), "no-ranking-file"),
    "a file astray": (lambda root: (root / TOREN / "notes.txt").write_text("x"), "unknown-table"),
    "its page": (append("content/clubs/toren.md", "\n[dead](nowhere/)\n"), ""),
}


@pytest.mark.parametrize("what", SLIPS)
def test_a_club_with_an_error_stays_as_it_was_and_all_others_are_published(root: Path, what: str) -> None:
    slip, code = SLIPS[what]
    assert build(root, "before").withheld == ()
    slip(root)
    append(f"{FOU}/games/2026.csv", "2026-11-09,mia-claes,karim-benali,1-0\n")(root)
    commit(root, "A slip, and a result of another club")
    result = build(root)
    assert result.plan is not None
    errors = select_errors(result.problems)
    assert {problem.path.split("/")[2].removesuffix(".md") for problem in errors} == {"toren"}
    assert not code or code in {problem.code for problem in errors}
    assert [(club.id, club.title, club.has_pages) for club in result.withheld] == [
        ("clubs/toren", "De Toren", True)
    ]
    before, after = read(root, "before"), read(root)
    tables = {path for path in before if re.fullmatch(r"clubs/toren/.*\.(csv|json)", path)}
    assert len(tables) > 3
    assert {path: after[path] for path in tables} == {path: before[path] for path in tables}
    assert after["clubs/fou/games.csv"] != before["clubs/fou/games.csv"]
    assert find_dead_links(after) == set()


def test_what_is_published_is_the_site_with_the_good_files_and_notes(root: Path) -> None:
    """No figure is another, and the notes are all that is said."""
    (root.parent / "all").mkdir()
    copy = Path(shutil.copytree(root, root.parent / "all/site"))
    SLIPS["a result of nobody"][0](root)
    build(root)
    build(copy)
    kept, good = read(root), read(copy)
    assert drop_notes(kept) == good
    noted = {path for path in kept if kept[path] != good[path]}
    said = NOTE.format("De Toren").encode()
    assert {path for path in kept if said in kept[path]} == noted - {"clubs/index.html"}
    assert {"index.html", "elo/index.html", "elo/results/index.html", "clubs/toren/index.html"} <= noted
    assert not any(path.startswith(("clubs/fou/", "players/", "news/")) for path in noted)
    page = kept["clubs/index.html"].decode()
    assert re.findall(r'<a href="([^"]*)" dir=auto>[^<]*</a> <small>[^<]*</small> <small>([^<]*)', page) == [
        ("../clubs/toren/", "its files have an error")
    ]


def test_without_a_good_commit_a_club_is_left_out_and_named(root: Path) -> None:
    """A new club that never was without errors; what others say of it leads to nothing that is not there."""
    sites.write(root / "results/clubs/new", {"ranking.toml": b'title = "New club"\nregion = "Ghent"\n'})
    sites.write(root / "results/clubs/new", {"players.csv": b"id,name\nzoe,Zoe Zand\n"})
    sites.write(
        root / "results/clubs/new", {"games.csv": b"date,home,away,result\n2026-01-06,zoe,nobody,1-0\n"}
    )
    commit(root, "A new club")
    result = build(root)
    assert [(club.title, club.region, club.has_pages) for club in result.withheld] == [
        ("New club", "Ghent", False)
    ]
    published = read(root)
    assert not any(path.startswith("clubs/new/") for path in published)
    assert find_dead_links(published) == set()
    page = published["clubs/index.html"].decode()
    ghent = page.partition("Ghent <small>2</small>")[2].partition("</section>")[0]
    assert "<span dir=auto>New club</span> <small>its files have an error</small>" in ghent
    assert NOTE.format("New club") in published["elo/index.html"].decode()
    assert NOTE.format("New club") in published["index.html"].decode()
    assert b"New club" not in published["clubs/toren/index.html"]


def test_without_git_a_club_with_an_error_is_left_out(root: Path) -> None:
    shutil.rmtree(root / ".git")
    SLIPS["a result of nobody"][0](root)
    result = build(root)
    assert result.plan is not None
    assert [club.has_pages for club in result.withheld] == [False]
    published = read(root)
    assert find_dead_links(published) == set()
    assert b"Mia Claes" in published["elo/games.csv"] or b"mia-claes" in published["elo/games.csv"]


def test_an_error_stays_for_a_while_grows_and_is_mended(root: Path) -> None:
    """Each build takes over from the one before; the good state is found behind several bad ones."""
    output = root.parent / "output"
    build(root, last=output)
    good = drop_notes(read(root))
    SLIPS["a result of nobody"][0](root)
    commit(root, "Slip")
    build(root, last=output)
    first = read(root)
    assert drop_notes(first).keys() == good.keys()
    append(f"{TOREN}/ranking.toml", "[options]\nk = -1\n")(root)
    commit(root, "Another slip of the same club")
    assert [club.has_pages for club in build(root, last=output).withheld] == [True]
    assert read(root)["clubs/toren/rating-list.csv"] == first["clubs/toren/rating-list.csv"]
    anew = build(root, "anew")
    assert anew.plan is not None
    assert read(root, "anew") == read(root)
    append(f"{FOU}/games/2026.csv", "2026-11-09,nobody,karim-benali,1-0\n")(root)
    commit(root, "A slip of another club")
    assert [club.title for club in build(root, last=output).withheld] == ["Le Fou", "De Toren"]
    assert NOTE.format("Le Fou, De Toren") in read(root)["elo/index.html"].decode()
    for path in (f"{TOREN}/games/2026.csv", f"{FOU}/games/2026.csv"):
        lines = (root / path).read_bytes().splitlines(keepends=True)
        (root / path).write_bytes(b"".join(lines[:-1]))
    replace(f"{TOREN}/ranking.toml", "[options]\nk = -1\n", "")(root)
    commit(root, "All is mended")
    result = build(root, last=output)
    assert (result.problems, result.withheld) == ([], ())
    assert read(root)["clubs/toren/rating-list.csv"] == good["clubs/toren/rating-list.csv"]
    assert NOTE.format("")[:40].encode() not in b"".join(read(root).values())


HIDE = ("jonas-vermeulen", "Jonas Vermeulen")


def hide(root: Path, club: str) -> None:
    """Hide a player in the files of a club."""
    path = root / club / "players.csv"
    rows = [row for row in path.read_text("utf-8").splitlines() if "#" not in row]
    path.write_text("\n".join(sites.mark_hidden(rows, lambda row: row.startswith(HIDE[0]))) + "\n", "utf-8")


WHERE_ONE_HIDES = {
    **{what: SLIPS[what][0] for what in ("a result of nobody", "a player twice", "the settings")},
    "a quote inside a row": replace(f"{TOREN}/players.csv", "\nchloe-dubois,", '\nchloe-dubois,"'),
}


@pytest.mark.parametrize("what", WHERE_ONE_HIDES)
def test_who_hides_in_files_that_are_withheld_hides_on_the_whole_site(root: Path, what: str) -> None:
    build(root)
    assert HIDE[1].encode() in b"".join(read(root).values())
    hide(root, TOREN)
    WHERE_ONE_HIDES[what](root)
    commit(root, "Hide somebody, with a slip")
    result = build(root)
    assert result.plan is not None
    published = b"".join(read(root).values())
    assert HIDE[1].encode() not in published
    assert HIDE[0].encode() not in published
    assert not any(HIDE[0] in path for path in read(root))
    assert [club.has_pages for club in result.withheld] == [True]
    assert b"Player 1" in read(root)["clubs/toren/index.html"]


@pytest.mark.parametrize("is_always_named", [False, True])
def test_old_files_that_name_a_player_who_hides_now_are_not_published(
    root: Path, *, is_always_named: bool
) -> None:
    """The rules of the club name the player: an older state is shown, and where all did so none."""
    if is_always_named:
        shutil.rmtree(root / ".git")
    append("content/clubs/toren.md", f"\n{HIDE[1]} keeps the key.\n")(root)
    commit(root, "Who keeps the key")
    hide(root, TOREN)
    (root / "content/clubs/toren.md").write_text("# Rules\n", "utf-8")
    SLIPS["a result of nobody"][0](root)
    commit(root, "Hide somebody, with a slip")
    result = build(root)
    assert result.plan is not None
    assert [club.has_pages for club in result.withheld] == [not is_always_named]
    assert HIDE[1].encode() not in b"".join(read(root).values())
    assert find_dead_links(read(root)) == set()


def test_a_cell_that_looks_like_a_yes_stops_nothing_where_the_players_can_be_read(root: Path) -> None:
    """A new player with one game: the cell `1` stands in another column than that of who hides."""
    append(f"{TOREN}/players.csv", "zoe,Zoe Zand,,,1500,1,\n")(root)
    SLIPS["a result of nobody"][0](root)
    result = build(root)
    assert result.plan is not None
    assert [club.has_pages for club in result.withheld] == [True]


UNREADABLE: dict[str, Callable[[Path], None]] = {
    "an open quote": replace(f"{TOREN}/players.csv", "id,name", '"id,name'),
    "a file that is gone": lambda root: (root / TOREN / "players.csv").unlink(),
    "a workbook": lambda root: (root / TOREN / "players.csv").write_bytes(b"PK\x03\x04 yes"),
    "a column without its name": replace(f"{TOREN}/players.csv", "hidden", "hdn"),
}


@pytest.mark.parametrize("what", UNREADABLE)
def test_where_it_cannot_be_read_who_hides_nothing_is_published(root: Path, what: str) -> None:
    hide(root, TOREN)
    UNREADABLE[what](root)
    commit(root, "Hide somebody, and spoil the file")
    result = build(root)
    assert result.plan is None
    assert "hiding-unknown" in {problem.code for problem in result.problems}
    assert not (root.parent / "output").exists()


OTHERS: dict[str, Callable[[Path], None]] = {
    "the settings of the site": append("sitegen.toml", "[options]\n"),
    "a list of the site": append("results/elo/players.csv", "mia-claes,Mia Claes\n"),
    "a page of the site": append("content/about.md", "[dead](nowhere/)\n"),
    "a file beside the clubs": lambda root: (root / "results/clubs/notes.txt").write_text("x"),
}


@pytest.mark.parametrize("what", OTHERS)
def test_an_error_of_no_club_stops_all(root: Path, what: str) -> None:
    (root / "content/about.md").write_text("# About\n")
    OTHERS[what](root)
    SLIPS["a result of nobody"][0](root)
    result = build(root)
    assert result.plan is None
    assert (
        "not-a-player" in {problem.code for problem in result.problems} or what == "the settings of the site"
    )


def test_without_the_setting_an_error_of_a_club_stops_all(root: Path) -> None:
    replace("sitegen.toml", '"stop their club"', '"stop all"')(root)
    SLIPS["a result of nobody"][0](root)
    result = build(root)
    assert (result.plan, result.withheld) == (None, ())


SAID = {
    "nl": ("Hier ontbreken", "de bestanden hebben een fout"),
    "fr": ("Il manque ici", "les fichiers contiennent une erreur"),
}


@pytest.mark.parametrize("language", SAID)
def test_notes_are_in_the_language_of_the_page(root: Path, language: str) -> None:
    replace("sitegen.toml", 'language = "en"', f'languages = ["en", "{language}"]')(root)
    SLIPS["a result of nobody"][0](root)
    build(root)
    page, clubs = SAID[language]
    published = read(root)
    for path in ("index.html", "elo/index.html", "clubs/toren/index.html"):
        assert page in published[f"{language}/{path}"].decode()
        assert "Results of these clubs are lacking" in published[path].decode()
    assert clubs in published[f"{language}/clubs/index.html"].decode()


def test_the_command_tells_the_errors_and_ends_with_a_status_of_its_own(root: Path) -> None:
    SLIPS["a result of nobody"][0](root)
    arguments = ["build", "--site", str(root), "--as-of", str(TODAY), "--output", str(root.parent / "output")]
    result = CliRunner().invoke(main, arguments, catch_exceptions=False)
    assert result.exit_code == 3
    assert "'nobody' is not a player" in result.output
    assert "Built as they were before their errors: De Toren." in result.output
    assert "nothing was built" not in result.output
    shutil.rmtree(root / ".git")
    result = CliRunner().invoke(main, arguments, catch_exceptions=False)
    assert result.exit_code == 3
    assert "Left out, as no state without errors was found in git: De Toren." in result.output


def test_a_site_in_a_folder_of_its_repository_is_found_there_too(root: Path) -> None:
    top = root.parent / "repository"
    top.mkdir()
    shutil.rmtree(root / ".git")
    root.rename(top / "rankings")
    commit(top, "First")
    SLIPS["a result of nobody"][0](top / "rankings")
    commit(top, "Slip")
    result = publishing.build_despite_errors(top / "rankings", root.parent / "output", TODAY, history=True)
    assert [club.has_pages for club in result.withheld] == [True]
    assert b"De Toren" in sites.published(root.parent / "output")["clubs/toren/index.html"]


def test_a_site_without_the_files_of_a_club_can_be_verified(root: Path) -> None:
    """A checkout of the commit makes the same bytes, which hold no more than good files."""
    SLIPS["a result of nobody"][0](root)
    commit(root, "Slip")
    build(root)
    published = sites.published(root.parent / "output")
    result = verify(root, published.__getitem__)
    assert (result.differences, select_errors(result.problems)) == ([], [])
    assert result.file_count == len(published) - 1


def test_a_part_of_a_site_is_strict(root: Path) -> None:
    """The other parts would not know what is withheld."""
    SLIPS["a result of nobody"][0](root)
    parts = [
        publishing.build_despite_errors(root, root.parent / f"part-{number}", TODAY, part=Part(number, 2))
        for number in (1, 2)
    ]
    assert None in [part.plan for part in parts]
    assert [part.withheld for part in parts] == [(), ()]
