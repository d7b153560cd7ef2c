"""A new site: what it starts with, and that it comes whole or not at all."""

import csv
import errno
import json
import re
import stat
import subprocess
import sys
import tomllib
from collections.abc import Callable
from datetime import date
from hashlib import sha256
from io import BytesIO
from os.path import normpath
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple
from zipfile import ZipFile

import pytest
from click.testing import CliRunner
from ruamel.yaml import YAML

from sitegen import __version__, publishing
from sitegen.commands.cli import main
from sitegen.commands.new import examples, site
from sitegen.commands.new import examples as new_folder
from sitegen.commands.new.examples import NewSiteError, get_starter_folder
from sitegen.core import model, system
from sitegen.core.language import Language
from sitegen.core.plugins import GROUP, Registration
from sitegen.core.table import PlayDate, PlayerId, Table, column, make_column
from sitegen.systems import fibs

pytestmark = pytest.mark.slow

INSTALLED = system.find_systems
FILES = {"sitegen.toml": b"[site]\n", "results/go/players.csv": b"id,name\n", "results/go/games.csv": b"\n"}


class Game(Table):
    date: PlayDate = column("the day")
    black: PlayerId = column("who began")
    komi: float = column("points for white", default=6.5)
    source: str = column("where it was read", default="", filled=True)


class Inputs(NamedTuple):
    players: list[model.Player]
    games_played: list[Game]
    registrations: list[Game] | None = None


@pytest.fixture(autouse=True)
def _systems(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three installed systems: one that brings examples, and two of other packages without."""
    toy = SimpleNamespace(
        title='Rating of "Go", 2020',
        interpretations=(),
        Inputs=Inputs,
        Options=Table,
        outputs={"games": Game},
        check=lambda _inputs, _options: (),
        rate=lambda _inputs, _options, _when: None,
    )
    monkeypatch.setitem(sys.modules, "toy", toy)  # type: ignore[arg-type]
    monkeypatch.setitem(sys.modules, "weekly", SimpleNamespace(**vars(fibs) | {"__file__": None}))  # type: ignore[arg-type]
    modules = {"fibs": "sitegen.systems.fibs", "Go_club": "toy", "weekly": "weekly"}
    entries = {name: Registration(name, module) for name, module in modules.items()}
    monkeypatch.setattr(system, "find_systems", lambda: entries)


def test_a_site_is_settings_results_pages_and_workflows() -> None:
    assert sorted(site.plan_site(["fibs"])) == [
        ".devcontainer/devcontainer.json",
        ".github/CODEOWNERS",
        ".github/CONTRIBUTING.md",
        ".github/ISSUE_TEMPLATE/complaint.yml",
        ".github/ISSUE_TEMPLATE/result.yml",
        ".github/dependabot.yml",
        ".github/pull_request_template.md",
        ".github/requirements.txt",
        ".github/workflows/check.yml",
        ".github/workflows/publish.yml",
        ".gitignore",
        "README.md",
        "content/fibs.md",
        "content/index.md",
        "content/news/2026-11-21-welcome.md",
        "requirements.txt",
        "results/fibs/matches/2026.csv",
        "results/fibs/players.csv",
        "sitegen.toml",
        "vendor/import.txt",
        "vendor/requirements.txt",
        "vendor/sitegen.schema.json",
        f"vendor/sitegen_rankings-{__version__}-py3-none-any.whl",
        "vendor/sitegen_runtime-0-py3-none-any.whl",
    ]


def test_the_settings_name_each_system_once() -> None:
    settings = tomllib.loads(
        site.plan_site(["fibs", "Go_club", "fibs"], title='The "Delta" club')["sitegen.toml"].decode()
    )
    assert settings["site"]["title"] == 'The "Delta" club'
    assert settings["ranking"] == [
        {"id": "fibs", "system": "fibs", "title": "Rating list"},
        {"id": "go-club", "system": "Go_club", "title": 'Rating of "Go", 2020'},
    ]


@pytest.mark.parametrize(
    ("repository", "url"),
    [
        ("Harbour/Rankings", "https://harbour.github.io/Rankings/"),
        ("Harbour/harbour.github.io", "https://harbour.github.io/"),
    ],
)
def test_the_settings_say_where_a_repository_is_published(repository: str, url: str) -> None:
    files = site.plan_site(["fibs"], repository=repository)
    settings = tomllib.loads(files["sitegen.toml"].decode())["site"]
    assert (settings["repository"], settings["url"]) == (repository, url)


@pytest.mark.parametrize(
    ("zone", "written"),
    [
        ("Pacific/Auckland", "Pacific/Auckland"),
        (":America/New_York", "America/New_York"),
        ("Etc/GMT+3", None),
        ("nowhere/at-all", None),
        ("UTC", None),
    ],
)
def test_the_settings_have_the_time_zone_of_the_machine(
    zone: str, written: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TZ", zone)
    found = site.find_timezone()
    assert found == (written or found)
    assert "/" in found
    settings = tomllib.loads(site.plan_site(["fibs"], timezone=found)["sitegen.toml"].decode())["site"]
    assert settings["timezone"] == found


def test_what_is_no_repository_is_refused() -> None:
    with pytest.raises(NewSiteError) as refused:
        site.plan_site(["fibs"], repository="https://github.com/harbour/rankings")
    assert Language("en").format_message(refused.value.args[0]) == (
        "'https://github.com/harbour/rankings' is not a repository; write 'harbour/rankings'"
    )


def test_without_examples_a_site_has_the_header_of_every_table_that_must_be_kept() -> None:
    files = site.plan_site(["Go_club"])
    assert {path: files[path] for path in files if path.startswith("results/")} == {
        "results/go-club/players.csv": b"\xef\xbb\xbfid,name,sort_name,club,aliases,hidden\r\n",
        "results/go-club/games-played/2026.csv": b"\xef\xbb\xbfdate,black,komi\r\n",
    }
    assert 'This ranking follows: Rating of "Go", 2020.' in files["content/go-club.md"].decode()


def test_the_program_is_installed_from_the_folder_of_the_site_by_its_digest() -> None:
    files = site.plan_site(["fibs"])
    wheels = [path for path in files if path.endswith(".whl")]
    assert files[".github/requirements.txt"].decode().splitlines() == [
        "--requirement ../vendor/requirements.txt",
        *(f"./{wheel} --hash=sha256:{sha256(files[wheel]).hexdigest()}" for wheel in wheels),
    ]
    assert len(wheels) == 2


def test_a_dev_container_installs_what_the_workflows_do_and_serves_the_site() -> None:
    files = site.plan_site(["fibs"])
    container = json.loads(files[".devcontainer/devcontainer.json"])
    assert container["postCreateCommand"] in files[".github/workflows/publish.yml"].decode()
    name, command, *options = container["postAttachCommand"].split()
    serve = main.commands[command]
    (port,) = (param.default for param in serve.params if param.name == "port")
    assert (name, container["forwardPorts"]) == ("sitegen", [port])
    assert {*options} <= {flag for param in serve.params for flag in param.opts}
    ours = json.loads((Path(__file__).parents[2] / ".devcontainer/devcontainer.json").read_text("utf-8"))
    told = ("image", "postAttachCommand", "forwardPorts", "portsAttributes")
    assert [ours[key] for key in told] == [container[key] for key in told]


def test_what_only_imports_exports_and_data_frames_load_is_installed_by_people_and_by_no_workflow() -> None:
    files = site.plan_site(["fibs"])
    assert files["requirements.txt"].decode().splitlines() == [
        "--requirement .github/requirements.txt",
        "--requirement vendor/import.txt",
    ]
    assert b"pandas" in files["vendor/import.txt"]
    for path in ("check.yml", "publish.yml"):
        assert b" --requirement .github/requirements.txt\n" in files[f".github/workflows/{path}"]


@pytest.mark.parametrize("name", ["requirements.txt", "import.txt"])
def test_the_libraries_are_those_of_the_locks_that_the_program_carries(name: str) -> None:
    lock = get_starter_folder() / "site/all/vendor" / name
    assert site.plan_site(["fibs"])[f"vendor/{name}"] == lock.read_bytes()


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The installed distribution of somebody else's system, on the path of this run."""
    about = tmp_path / "sitegen_go-2.1.dist-info"
    files = {
        "sitegen_go/__init__.py": "from toy import *\n",
        f"{about.name}/METADATA": "Metadata-Version: 2.1\nName: sitegen-go\nVersion: 2.1\n",
        f"{about.name}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{about.name}/entry_points.txt": f"[{GROUP}]\nGo_club = sitegen_go\n",
        f"{about.name}/INSTALLER": "pip\n",
    }
    record = [*files, "../bin/go", "sitegen_go/__pycache__/__init__.pyc", f"{about.name}/RECORD"]
    for path, text in {**files, f"{about.name}/RECORD": "".join(f"{entry},,\n" for entry in record)}.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(system, "find_systems", INSTALLED)
    return about


@pytest.mark.usefixtures("package")
def test_a_system_of_somebody_else_is_carried_as_it_is_installed_here() -> None:
    files = site.plan_site(["fibs", "Go_club"])
    name = "vendor/sitegen_go-2.1-py3-none-any.whl"
    digest = sha256(files[name]).hexdigest()
    lines = files[".github/requirements.txt"].decode().splitlines()
    assert f"./{name} --hash=sha256:{digest}" in lines[2:]
    with ZipFile(BytesIO(files[name])) as archive:
        assert {word for word in archive.namelist() if "dist-info" not in word} == {"sitegen_go/__init__.py"}
        assert "sitegen_go-2.1.dist-info/entry_points.txt" in archive.namelist()


def test_a_workflow_installs_the_second_lock_where_a_system_of_somebody_else_needs_it(package: Path) -> None:
    with (package / "METADATA").open("a", encoding="utf-8") as metadata:
        metadata.write("Requires-Dist: numpy>=2\n")
    files = site.plan_site(["Go_club"])
    assert files[".github/requirements.txt"].decode().splitlines()[:2] == [
        "--requirement ../vendor/requirements.txt",
        "--requirement ../vendor/import.txt",
    ]
    assert [path for path in files if "numpy" in path] == []


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("direct_url.json", '{"url": "file:///go", "dir_info": {"editable": true}}'),
        ("WHEEL", "Root-Is-Purelib: false\n"),
    ],
)
def test_what_cannot_be_carried_is_refused(package: Path, file: str, text: str) -> None:
    (package / file).write_text(text, encoding="utf-8")
    with pytest.raises(NewSiteError) as refused:
        site.plan_site(["Go_club"])
    assert refused.value.args[0].code == "package-not-carried"


LANGUAGES = ["en", "nl", "fr"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_site_is_of_its_language_and_speaks_of_its_own_rankings(language: str) -> None:
    files = site.plan_site(["fibs", "Go_club"], language=language)
    texts = {path: content.decode() for path, content in files.items() if not path.startswith("vendor/")}
    assert tomllib.loads(texts["sitegen.toml"])["site"]["language"] == language
    assert [path for path, text in texts.items() if "<<" in text or "delta" in text.lower()] == []
    assert [path for path, text in texts.items() if "backgammon/" in text] == []
    for path in ("README.md", ".github/CONTRIBUTING.md", ".github/CODEOWNERS"):
        assert "results/fibs/" in texts[path]
        assert "results/go-club/" in texts[path]


def test_each_language_has_words_of_its_own() -> None:
    kept = {
        ".devcontainer/devcontainer.json",
        ".gitignore",
        ".github/dependabot.yml",
        ".github/requirements.txt",
        "requirements.txt",
    }
    english, *others = (site.plan_site(["fibs"], language=language) for language in LANGUAGES)
    for other_system in others:
        same = {
            path
            for path in other_system
            if other_system[path] == english[path] and not path.startswith("vendor/")
        }
        assert same == kept


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("form", ["result.yml", "complaint.yml"])
def test_the_forms_name_the_rankings_and_show_a_row_that_is_there(language: str, form: str) -> None:
    files = site.plan_site(["weekly", "fibs"], title='The "Delta" club', language=language)
    body = YAML(typ="safe").load(files[f".github/ISSUE_TEMPLATE/{form}"].decode())["body"]
    fields = {field["id"]: field["attributes"] for field in body if "id" in field}
    assert fields["ranking"]["placeholder"] == "weekly"
    assert "weekly, fibs." in fields["ranking"]["description"]
    assert fields["row"]["placeholder"] == "results/weekly/matches/2026.csv:2"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_row_that_the_forms_name_is_the_one_they_show(language: str) -> None:
    files = site.plan_site(["fibs"], language=language)
    body = YAML(typ="safe").load(files[".github/ISSUE_TEMPLATE/result.yml"].decode())["body"]
    fields = {field["id"]: field["attributes"] for field in body if "id" in field}
    path, _, line = fields["row"]["placeholder"].partition(":")
    rows = files[path].decode("utf-8-sig").splitlines()
    assert rows[int(line) - 1] == fields["right"]["placeholder"]
    assert fields["right"]["placeholder"] in files[".github/CONTRIBUTING.md"].decode()


def test_the_forms_are_forms_of_github(tmp_path: Path) -> None:
    for language in LANGUAGES:
        new_folder.create_folder(tmp_path / language, site.plan_site(["fibs", "Go_club"], language=language))
    forms = [str(path) for path in tmp_path.glob("*/.github/ISSUE_TEMPLATE/*.yml")]
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.github-issue-forms"]
    done = subprocess.run([*command, *forms], capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("language", LANGUAGES)
def test_links_in_what_officers_read_lead_to_files_of_the_site(language: str) -> None:
    files = site.plan_site(["fibs"], language=language)
    for path in ("README.md", ".github/CONTRIBUTING.md"):
        linked = re.findall(r"\]\(([^)#:]+)\)", files[path].decode())
        local = [normpath(Path(path).parent / match) for match in linked if "issues/new" not in match]
        assert local
        folders = {Path(file).parent.as_posix() for file in files}
        assert [link for link in local if link not in {*files, *folders}] == []


def test_what_goes_wrong_is_told_in_the_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Language, "translate", lambda _, text: text)
    monkeypatch.setattr(Language, "format_message", lambda language, text: f"{language.code}: {text}")
    command = ["new", str(tmp_path / "site"), "--system"]
    refused = CliRunner().invoke(main, [*command, "x", "--language", "nl"])
    assert refused.output.startswith("nl: Error: no ranking system is called 'x'")
    made = CliRunner().invoke(main, [*command, "fibs", "--language", "fr"])
    assert made.output.startswith(f"fr: {tmp_path}/site: a new site.")


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("fib", "did you mean 'fibs'?"),
        ("elo", "known: fibs, Go_club, weekly"),
        ("", "known: fibs, Go_club, weekly"),
    ],
)
def test_an_unknown_system_is_refused_with_what_is_known(name: str, hint: str) -> None:
    with pytest.raises(
        examples.NewSiteError, match=f"^no ranking system is called '{name}' \\({re.escape(hint)}\\)$"
    ):
        site.plan_site([name])


@pytest.mark.parametrize("systems", [["fibs"], ["weekly"], ["fibs", "weekly"]])
def test_a_new_site_works(tmp_path: Path, systems: list[str]) -> None:
    new_folder.create_folder(tmp_path / "site", site.plan_site(systems))
    built = publishing.build(tmp_path / "site", tmp_path / "output", date(2026, 2, 1))
    assert built.problems == []
    for ranking in systems:
        assert (tmp_path / "output" / ranking / "index.html").exists()
        assert (tmp_path / "output" / ranking / "rules/index.html").exists()


PLAYED: dict[str, tuple[str, Callable[[dict[str, str]], object]]] = {
    "fibs": ("matches", lambda row: row["winner"]),
    "ijssel": ("rounds", lambda row: int(row["round"]) <= 3),
    "keizer": ("rounds", lambda row: int(row["round"]) <= 3),
    "ludo": ("tournaments", lambda row: row["kind"] == "regular"),
    "nbb": ("pairs", lambda row: row["score"]),
    "ruit": ("teams", lambda row: row["imps_a"]),
}
"""The table of each system that says when was played, and of which rows."""
DAYS = [date(2024, 2, 29), date(2026, 1, 1), date(2031, 12, 31)]


@pytest.mark.parametrize("today", DAYS, ids=str)
@pytest.mark.parametrize("name", ["fibs", "ijssel", "keizer", "ludo", "nbb", "ruit"])
def test_whenever_a_site_is_made_its_examples_were_played_lately_on_days_of_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, today: date
) -> None:
    monkeypatch.undo()
    new_folder.create_folder(tmp_path / "site", site.plan_site([name], today=today))
    made = publishing.prepare(tmp_path / "site", today)
    assert made.problems == []
    assert made.page_plan is not None
    table, is_played = PLAYED[name]
    kept = tmp_path / "site/results" / name
    (path,) = [*kept.glob(f"{table}.csv"), *kept.glob(f"{table}/*.csv")]
    text = path.read_text(encoding="utf-8-sig")
    rows = csv.DictReader(line for line in text.splitlines() if not line.startswith("#"))
    when = sorted(date.fromisoformat(row["date"]) for row in rows if is_played(row))
    assert 0 <= (today - when[-1]).days < 366
    assert len({day.weekday() for day in when}) == 1


@pytest.mark.parametrize("name", PLAYED)
def test_in_no_year_was_an_example_played_after_the_day_from_which_it_is_of_that_year(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.undo()
    of = system.load_system(name)
    _, _, since = examples.read_starter_text(name, "since.txt").strip().partition("-")
    table, is_played = PLAYED[name]
    for year in range(2020, 2050):
        today = date.fromisoformat(f"{year}-{since}")
        made = examples.load_examples(name, of, "en", today)
        (found,) = (example for example in made if example.name == table)
        rows = [dict(zip(found.header, row, strict=True)) for row in found.rows]
        when = [date.fromisoformat(row["date"]) for row in rows if is_played(row)]
        assert when[0].year == year
        assert max(when) < today


@pytest.mark.parametrize("later", [-2, 1, 5])
def test_examples_of_another_year_keep_their_day_of_the_week_and_the_names_of_their_years(later: int) -> None:
    event, plain = (make_column("", kind) for kind in (PlayDate, date))
    moved_day = date.fromisoformat(examples.shift_cell("2026-03-14", event, later))
    assert abs(moved_day - date(2026 + later, 3, 14)).days <= 3
    assert moved_day.weekday() == date(2026, 3, 14).weekday()
    assert examples.shift_cell("2026-08-31", plain, later) == f"{2026 + later}-08-31"
    text = make_column("", str)
    assert examples.shift_cell("2025-2026", text, later) == f"{2025 + later}-{2026 + later}"
    assert examples.shift_cell("2026-leuven", text, later) == f"{2026 + later}-leuven"
    assert examples.shift_cell("2026", make_column("", int), later) == "2026"


def test_the_examples_of_fibs_fill_both_lists(tmp_path: Path) -> None:
    new_folder.create_folder(tmp_path / "site", site.plan_site(["fibs"]))
    publishing.build(tmp_path / "site", tmp_path / "output", date(2026, 2, 1))
    listed = [
        (tmp_path / "output/fibs" / name).read_text(encoding="utf-8")
        for name in ["rating-list.csv", "provisional.csv"]
    ]
    assert [text.count("\n") - 1 for text in listed] == [4, 2]


def test_a_site_is_written_whole(tmp_path: Path) -> None:
    new_folder.create_folder(tmp_path / "clubs" / "delta", FILES)
    assert contents(tmp_path / "clubs") == {f"delta/{path}": content for path, content in FILES.items()}


def test_a_new_folder_has_the_mode_of_any_new_folder(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    new_folder.create_folder(tmp_path / "delta", FILES)
    modes = {stat.S_IMODE((tmp_path / name).stat().st_mode) for name in ["other", "delta"]}
    assert len(modes) == 1


def test_an_empty_folder_is_taken(tmp_path: Path) -> None:
    (tmp_path / "delta").mkdir()
    new_folder.create_folder(tmp_path / "delta", FILES)
    assert len(contents(tmp_path)) == len(FILES)


def test_a_folder_with_something_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"mine")
    for name in ["b", "c\n", "d"]:
        (tmp_path / name).mkdir()
    message = f"{tmp_path}: is not empty ('a', 'b', 'c\\u000a' …); name a folder that does not exist yet"
    with pytest.raises(examples.NewSiteError, match=f"^{re.escape(message)}$"):
        new_folder.create_folder(tmp_path, FILES)
    assert contents(tmp_path) == {"a": b"mine"}


def test_a_file_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "delta"
    file.write_bytes(b"mine")
    message = f"{file}: is a file; name a folder that does not exist yet"
    with pytest.raises(examples.NewSiteError, match=f"^{re.escape(message)}$"):
        new_folder.create_folder(file, FILES)
    assert contents(tmp_path) == {"delta": b"mine"}


def test_the_folder_one_is_in_is_not_put_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(
        examples.NewSiteError, match=r"^\.: is the folder you are in; name one that does not exist yet$"
    ):
        new_folder.create_folder(Path(), FILES)
    assert contents(tmp_path) == {}


@pytest.mark.parametrize("fails", range(len(FILES)))
def test_a_full_disk_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fails: int
) -> None:
    written = []
    write = Path.write_bytes

    def limited(path: Path, content: bytes) -> int:
        written.append(path)
        if len(written) > fails:
            raise OSError(errno.ENOSPC, "No space left on device")
        return write(path, content)

    monkeypatch.setattr(Path, "write_bytes", limited)
    folder = tmp_path / "delta"
    message = f"{folder}: nothing was written: No space left on device"
    with pytest.raises(examples.NewSiteError, match=f"^{re.escape(message)}$"):
        new_folder.create_folder(folder, FILES)
    assert list(tmp_path.iterdir()) == []


def contents(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }
