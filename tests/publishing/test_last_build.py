"""What is taken over from the last build: the same bytes as made anew, or a refusal that says why."""

import shutil
from collections.abc import Callable
from datetime import date
from pathlib import Path
from random import Random

import pytest
import sites
from commits import commit, git
from federation import list_files

from sitegen import publishing
from sitegen.commands.check import check
from sitegen.core.problems import select_errors
from sitegen.publishing import last_build
from sitegen.publishing.disk import PublishError
from sitegen.publishing.rankings import RankingJobs
from sitegen.publishing.staging import MANIFEST, RECORDS_FOLDER

pytestmark = pytest.mark.slow

TODAY = date(2026, 11, 21)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the `site` of a federation, a hidden player among them, and its `output`."""
    folder = tmp_path_factory.mktemp("federation")
    files = list_files(is_over_clubs=True)
    rows = files["results/clubs/fou/players.csv"].decode().splitlines()
    named = [row for row in rows if "#" not in row]
    hidden = sites.mark_hidden(named, lambda row: row.startswith("ewa-nowak"))
    sites.write(folder / "site", files | {"results/clubs/fou/players.csv": "\n".join(hidden).encode()})
    commit(folder / "site", "First")
    build(folder, folder / "output")
    return folder


@pytest.fixture
def folder(built: Path, tmp_path: Path) -> Path:
    """A copy of that folder."""
    return Path(shutil.copytree(built, tmp_path / "copy"))


def build(folder: Path, last: Path | None, as_of: date = TODAY, output: str = "output") -> Path:
    """Build the site; the folder of it."""
    result = publishing.build(folder / "site", folder / output, as_of, history=True, last=last)
    assert select_errors(result.problems) == []
    return folder / output


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The rankings that are made, by and by; none of them to be compared."""
    made, run = list[str](), RankingJobs._run

    def record(jobs: RankingJobs[object], ranking: object) -> object:
        made.append(ranking.id)  # type: ignore[attr-defined]
        return run(jobs, ranking)  # type: ignore[arg-type]

    monkeypatch.setattr(RankingJobs, "_run", record)
    monkeypatch.setattr(last_build, "_SAMPLE", 0)
    return made


def append(path: str, text: str) -> Callable[[Path], None]:
    """A change that writes more at the end of a file, which need not be there."""

    def change(site: Path) -> None:
        (site / path).parent.mkdir(parents=True, exist_ok=True)
        with (site / path).open("ab") as file:
            file.write(text.encode())

    return change


ALL = {"elo", "clubs/fou", "clubs/keizer", "clubs/rebond", "clubs/toren"}
GAMES = "results/clubs/toren/games/2026.csv"


def drop_result(site: Path) -> None:
    """Take the last result of a club out, and commit it."""
    place = site / GAMES
    place.write_bytes(b"".join(place.read_bytes().splitlines(keepends=True)[:-1]))
    commit(site, "Not played")


def rename_player(site: Path) -> None:
    """Give a player of a club the name of another there."""
    place = site / "results/clubs/toren/players.csv"
    place.write_text(place.read_text("utf-8").replace("Mia Claes", "Mia Claesens"), "utf-8")


CHANGES: dict[str, tuple[Callable[[Path], None], set[str]]] = {
    "nothing": (lambda _: None, set()),
    "a result": (drop_result, {"clubs/toren", "elo"}),
    "the options of a club": (
        append("results/clubs/toren/ranking.toml", "[options]\nk = 16\n"),
        {"clubs/toren", "elo"},
    ),
    "a name, where somebody hides": (rename_player, ALL),
    "the rules of a club": (append("content/clubs/toren.md", "\nBe there at eight.\n"), {"clubs/toren"}),
    "a text of the site": (append("content/about.md", "---\nmenu: true\n---\n# About\n"), ALL),
    "an option of all": (append("sitegen.toml", "[ranking.options]\nk = 20\n"), ALL),
    "a style": (append("templates/static/own.css", "a { color: red }\n"), ALL),
    "a template": (append("templates/menu.html", "Hello\n"), ALL),
}


@pytest.mark.parametrize("what", CHANGES)
def test_taken_over_or_made_anew_the_bytes_are_the_same(what: str, folder: Path, made: list[str]) -> None:
    change, changed = CHANGES[what]
    change(folder / "site")
    output = build(folder, folder / "output")
    assert {*made} == changed
    anew = build(folder, None, output="anew")
    assert sites.published(output) == sites.published(anew)
    assert not (anew / RECORDS_FOLDER).exists()
    made.clear()
    build(folder, output)
    assert made == []


def test_a_check_tries_what_changed(folder: Path, made: list[str]) -> None:
    """It finds in the changed club what it finds in all, and tells again what the build told."""
    site = folder / "site"
    assert check(site, TODAY, last=folder / "output") == []
    assert made == []
    append(GAMES, "2026-11-10,nobody,nobody,1-0\n")(site)
    problems = check(site, TODAY, last=folder / "output")
    assert {*made} == {"clubs/toren", "elo"}
    assert problems == check(site, TODAY) != []


def test_a_check_reads_the_records_alone(folder: Path, made: list[str]) -> None:
    """It looks at no page of the last build, and follows no link: what a link hides is tried."""
    output = folder / "output"
    (output / "clubs/toren/index.html").unlink()
    record = output / RECORDS_FOLDER / "clubs/fou"
    record.rename(folder / "elsewhere")
    record.symlink_to(folder / "elsewhere")
    assert check(folder / "site", TODAY, last=output) == []
    assert made == ["clubs/fou"]


def test_each_day_all_is_made_anew(folder: Path, made: list[str]) -> None:
    output = build(folder, folder / "output", date(2026, 11, 22))
    assert {*made} == ALL
    assert sites.published(output) == sites.published(build(folder, None, date(2026, 11, 22), "anew"))


def test_a_program_that_changed_takes_nothing_over(
    folder: Path, made: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sitegen.publishing.digests.sys.version", "4.0")
    build(folder, folder / "output")
    assert {*made} == ALL


def test_a_folder_elsewhere_or_none_is_a_last_build_too(folder: Path, made: list[str]) -> None:
    other = build(folder, folder / "output", output="other")
    assert made == []
    build(folder, folder / "nothing", output="third")
    assert {*made} == ALL
    assert sites.published(other) == sites.published(folder / "third")


def test_no_record_names_a_hidden_player(folder: Path) -> None:
    records = [path for path in (folder / "output" / RECORDS_FOLDER).rglob("*") if path.is_file()]
    assert len(records) == len(ALL)
    assert not [path for path in records if b"nowak" in path.read_bytes().lower()]


def damage_page(output: Path) -> None:
    page = output / "clubs/toren/results/index.html"
    page.write_bytes(page.read_bytes().replace(b"<h1", b"<h2", 1))


def damage_record(output: Path) -> None:
    record = output / RECORDS_FOLDER / "clubs/toren"
    record.write_bytes(record.read_bytes()[:-20])


def take_record_of_another(output: Path) -> None:
    """The digest of a club, and the pages of another."""
    record, other = (output / RECORDS_FOLDER / "clubs" / club for club in ("toren", "fou"))
    head = record.read_bytes().partition(b"\n")[0]
    record.write_bytes(head + b"\n" + other.read_bytes().partition(b"\n")[2])


@pytest.mark.parametrize(
    "damage",
    [
        damage_page,
        damage_record,
        take_record_of_another,
        lambda output: (output / "clubs/toren/index.html").unlink(),
    ],
)
def test_what_no_build_made_is_refused(
    folder: Path, damage: Callable[[Path], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(last_build, "_SAMPLE", 0)
    damage(folder / "output")
    before = (folder / "output" / MANIFEST).read_bytes()
    with pytest.raises(PublishError, match="is not what a build makes"):
        build(folder, folder / "output")
    assert (folder / "output" / MANIFEST).read_bytes() == before


def test_a_sample_is_made_again_and_compared(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A record with a figure of its own, and a digest that fits: whoever wrote it knows all that we know."""
    record = folder / "output" / RECORDS_FOLDER / "clubs/toren"
    data = record.read_bytes()
    forged = data.replace(b"De Toren", b"De Taren", 1)
    assert forged != data
    record.write_bytes(forged)
    monkeypatch.setattr(last_build, "_SAMPLE", len(ALL))
    with pytest.raises(PublishError, match="clubs/toren is not what a build makes"):
        build(folder, folder / "output")


def test_a_folder_with_links_is_refused(folder: Path) -> None:
    other = Path(shutil.copytree(folder / "output", folder / "other"))
    page = other / "clubs/toren/index.html"
    page.unlink()
    page.symlink_to("/etc/passwd")
    with pytest.raises(PublishError, match="holds links"):
        build(folder, other)


def test_random_changes_of_clubs_are_made_anew(folder: Path, made: list[str]) -> None:
    """Results taken out and put back in several clubs, one build after the other."""
    chance = Random(1)
    clubs = ["fou", "rebond", "toren"]
    for number in range(3):
        for club in chance.sample(clubs, chance.randint(0, 3)):
            place = folder / "site/results/clubs" / club / "games/2026.csv"
            lines = place.read_bytes().splitlines(keepends=True)
            place.write_bytes(b"".join(lines[: -chance.randint(1, 2)]))
        if git(folder / "site", "status", "--porcelain") and chance.random() < 0.5:
            commit(folder / "site", f"Change {number}")
        output = build(folder, folder / "output")
    assert sites.published(output) == sites.published(build(folder, None, output="anew"))


def test_an_error_of_one_ranking_is_told_and_no_other_is_blamed(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those that would be compared are not made any more once anything is wrong."""
    monkeypatch.setattr(last_build, "_SAMPLE", 5)
    append(GAMES, "2026-11-10,nobody,nobody,1-0\n")(folder / "site")
    result = publishing.build(folder / "site", folder / "output", TODAY, history=True, last=folder / "output")
    assert result.plan is None
    assert {problem.path for problem in select_errors(result.problems)} == {GAMES}
