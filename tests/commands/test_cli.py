"""The commands as people and machines call them."""

import json
import os
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from gettext import NullTranslations
from pathlib import Path
from unittest.mock import patch

import click
import pytest
from click.shell_completion import ShellComplete
from click.testing import CliRunner, Result
from translations import translate_by

from sitegen import __version__
from sitegen.commands import console
from sitegen.commands.cli import main
from sitegen.core.language import Language
from sitegen.core.problems import Problem, Severity
from sitegen.publishing import disk

pytestmark = pytest.mark.slow

Write = Callable[..., Path]
ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
REFERENCE = (ROOT / "content/commands.md").read_text(encoding="utf-8")
BROKEN = "date,winner,loser,length\n2026-11-02,an,bo,7\n2026-11-31,an,an,x\n"


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments], catch_exceptions=False)


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds that a command reads from the clock, one after the other; the last counts from then on."""
    seconds = [0.0]
    monkeypatch.setattr(console, "perf_counter", lambda: seconds.pop(0) if seconds[1:] else seconds[0])
    return seconds


def test_build_writes_the_site_and_says_so(write_site: Write) -> None:
    root = write_site()
    first, second = (run("build", "--site", root, "--as-of", "2026-11-21") for _ in range(2))
    assert (first.exit_code, first.stderr) == (0, "")
    number = sum(path.is_file() for path in (root / "output").rglob("[!.]*"))
    assert first.stdout == f"{root / 'output'}: {number} files, {number} added. (0.0 s)\n"
    assert second.stdout == f"{root / 'output'}: {number} files, nothing changed. (0.0 s)\n"


def test_build_from_within_the_folder_that_it_replaces(
    write_site: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = write_site()
    run("build", "--site", root, "--as-of", "2026-11-20")
    (root / "content").mkdir()
    (root / "content/about.md").write_text("Hello\n")
    monkeypatch.chdir(root / "output")
    result = run("build", "--site", "..")
    monkeypatch.chdir(root)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith("../output: ")
    assert result.stdout.endswith("The folder you are in was replaced: `cd .` brings you to the new one.\n")
    assert (root / "output/about/index.html").exists()


@pytest.mark.parametrize("command", ["check", "build", "draw"])
def test_ctrl_c_ends_a_command_quietly_with_the_status_that_shells_know(
    write_site: Write, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("sitegen.inputs.config.settings.load_site", interrupted)
    result = run(command, *(["list"] if command == "draw" else []), "--site", write_site())
    assert (result.exit_code, result.output.strip()) == (130, "")


def test_check_writes_nothing_and_says_how_long_it_took(write_site: Write, clock: list[float]) -> None:
    clock[:] = [100.0, 101.24]
    root = write_site()
    before = sorted(root.rglob("*"))
    result = run("check", "--site", root, "--as-of", "2026-11-21")
    assert (result.exit_code, result.output) == (0, "No problems found. (1.2 s)\n")
    assert sorted(root.rglob("*")) == before


@pytest.mark.parametrize("command", ["check", "build"])
def test_errors_are_all_told_and_the_exit_status_is_1(write_site: Write, command: str) -> None:
    result = run(command, "--site", write_site({"results/list/matches.csv": BROKEN}))
    assert result.exit_code == 1
    assert [line.split(" ")[0] for line in result.stderr.splitlines()] == [
        "results/list/matches.csv:2:15:",
        "results/list/matches.csv:3:1:",
        "results/list/matches.csv:3:15:",
        "results/list/matches.csv:3:18:",
        "4",
    ]


def test_a_machine_gets_the_problems_as_json_and_nothing_else(write_site: Write) -> None:
    result = run("check", "--format", "json", "--site", write_site({"results/list/matches.csv": BROKEN}))
    assert [(problem["line"], problem["column"]) for problem in json.loads(result.stdout)] == [
        (2, 15),
        (3, 1),
        (3, 15),
        (3, 18),
    ]


def test_github_gets_annotations_with_paths_from_the_root_of_the_repository(
    write_site: Write, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    root = write_site({"results/list/matches.csv": BROKEN})
    summary = tmp_path / "summary.md"
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))
    result = run("check", "--format", "github", "--site", root.relative_to(tmp_path))
    assert result.stdout.startswith("::error file=site/results/list/matches.csv,line=2,col=15,")
    assert "4 errors" in summary.read_text()


@pytest.mark.parametrize(
    "arguments",
    [
        ["build", "--as-of", "21-11-2026"],
        ["build", "--unknown"],
        ["systems", "chess"],
        ["check", "--site", "nowhere"],
        ["build", "--site", "pyproject.toml"],
        ["serve", "--port", "0"],
        ["bild"],
    ],
)
def test_wrong_usage_is_exit_status_2(arguments: list[str]) -> None:
    assert run(*arguments).exit_code == 2


def test_a_site_that_is_not_there_is_named() -> None:
    assert "'nowhere' does not exist" in run("check", "--site", "nowhere").stderr


def test_a_system_that_is_not_there_is_told_with_those_that_are(write_site: Write) -> None:
    result = run("systems", "fibbs", "--site", write_site())
    assert (result.exit_code, result.stderr) == (
        2,
        (
            "Error: no ranking system is called 'fibbs'"
            " (did you mean 'fibs'?; known: elo, fibs, glicko2, ijssel, keizer, ludo, nbb, ruit)\n"
        ),
    )


def test_a_port_in_use_is_wrong_usage(write_site: Write) -> None:
    """In a process of its own: a server wants an event loop to itself."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        command = [sys.executable, "-m", "sitegen", "serve", "--site", write_site(), "--port", str(port)]
        result = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert result.returncode == 2
    assert f"port {port} cannot be used" in result.stderr


def test_an_output_among_the_sources_is_wrong_usage_and_a_full_disk_is_not(write_site: Write) -> None:
    root = write_site()
    result = run("build", "--site", root, "--output", root / "results")
    assert (result.exit_code, "name another folder with --output" in result.stderr) == (2, True)
    full = disk.PublishError("no space")
    with patch("sitegen.publishing.publication.apply_plan", side_effect=full):
        result = run("build", "--site", root)
    assert (result.exit_code, result.stderr) == (1, "Error: no space\n")


def test_a_folder_that_is_no_site_is_told_so(tmp_path: Path) -> None:
    result = run("check", "--site", tmp_path)
    assert result.exit_code == 1
    assert "sitegen.toml" in result.stderr


def test_a_folder_that_is_not_ours_is_not_written_to(write_site: Write, tmp_path: Path) -> None:
    foreign = tmp_path / "thesis"
    foreign.mkdir()
    (foreign / "chapter.txt").write_text("years of work")
    result = run("build", "--site", write_site(), "--output", foreign)
    assert result.exit_code == 2
    assert "'chapter.txt'" in result.stderr
    assert (foreign / "chapter.txt").read_text() == "years of work"


def test_new_makes_a_site_that_builds(tmp_path: Path) -> None:
    assert run("new", tmp_path / "club", "--system", "fibs").exit_code == 0
    assert run("check", "--site", tmp_path / "club").output == "No problems found. (0.0 s)\n"
    assert run("build", "--site", tmp_path / "club").exit_code == 0


def test_systems_tells_what_there_is_and_what_uses_it(write_site: Write, tmp_path: Path) -> None:
    told = (
        "elo      Elo rating, FIDE Handbook B.02\nfibs     BGFed rating list, 30 December 2019{}\n"
        "glicko2  Glicko-2, Glickman 2013\nijssel   De IJssel club competition, June 2024\n"
        "keizer   Keizer system\n"
        "ludo     LUDO, chapter 4: scoring, prizes and rankings\n"
        "nbb      NBB-Clubranking, 4 February 2019\nruit     Ruit rating system, 20 October 2018\n"
    )
    assert run("systems", "--site", write_site()).stdout == told.format(" (here: list)")
    assert run("systems", "--site", tmp_path).stdout == told.format("")


def test_systems_tells_every_column_with_what_it_takes() -> None:
    told = run("systems", "fibs").stdout
    for expected in ("winner", "club | tournament | friendly", "initial_rating", "rating-list.csv: rank,"):
        assert expected in told


DUTCH = {
    "warning": "waarschuwing",
    "{cell} is not a player": "{cell} is geen speler",
    "No problems found.": "Geen problemen gevonden.",
    "No problems found": "Geen problemen gevonden",
    "{number} error: nothing was built.": "{number} fout: er is niets gebouwd.",
    "{number} errors: nothing was built.": "{number} fouten: er is niets gebouwd.",
    "{number} error": "{number} fout",
    "{number} warning": "{number} waarschuwing",
    "{number} added": "{number} toegevoegd",
    "{folder}: {number} files, {changes}.": "{folder}: {number} bestanden, {changes}.",
    "{key} is not known in {where}": "{key} is niet bekend in {where}",
    "nothing is made with this template": "met dit sjabloon wordt niets gemaakt",
    "text": "tekst",
    "required": "verplicht",
    "Tables to keep": "Tabellen",
    "who won": "wie won",
    "This site shows the state of {day}: see as_of in sitegen.toml.": "Deze site staat stil op {day}.",
}
SITE = """
    [site]
    title = "Test club"
    url = "https://club.example/rankings"
    language = "nl"
    {}
    [[ranking]]
    id = "list"
    system = "fibs"
    title = "Rating list"
"""
DUTCH_SITE = {"sitegen.toml": SITE.format("")}


class _Dutch(NullTranslations):
    def gettext(self, message: str) -> str:
        return DUTCH.get(message, message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


@pytest.fixture
def dutch() -> Iterator[None]:
    """A few translations, whatever the catalogue has."""
    with translate_by(lambda code: _Dutch() if code == "nl" else NullTranslations()):
        yield


def test_a_log_gets_a_line_every_few_seconds_and_none_in_a_short_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], clock: list[float]
) -> None:
    clock[:] = [0.0, 4.9, 5.0, 9.9, 10.0, 11.0]
    with console.Console(tmp_path, Language("nl")).show_progress() as progress:
        for number in range(1, 6):
            progress.pages(number * 1000, 5063)
    assert capsys.readouterr().err == "2000 van 5063 pagina's\n4000 van 5063 pagina's\n"


UNUSED = {"templates/plyer.html": "x"}


@pytest.mark.usefixtures("dutch")
def test_everything_is_told_in_the_language_of_the_site(write_site: Write) -> None:
    root = write_site(DUTCH_SITE | UNUSED)
    told = run("build", "--site", root).output.splitlines()[:2]
    added = sum(path.is_file() for path in (root / "output").rglob("[!.]*"))
    assert told == [
        (
            "templates/plyer.html: waarschuwing: met dit sjabloon wordt niets gemaakt"
            " (did you mean 'player.html'?)"
        ),
        f"{root / 'output'}: {added} bestanden, {added} toegevoegd. (0,0 s)",
    ]
    (root / "templates/plyer.html").unlink()
    assert run("check", "--site", root).output == "Geen problemen gevonden. (0,0 s)\n"


@pytest.mark.usefixtures("dutch")
def test_errors_in_the_settings_are_told_in_the_language_that_they_name(write_site: Write) -> None:
    root = write_site({"sitegen.toml": SITE.format("titel = 'x'")})
    told = run("check", "--site", root).stderr.splitlines()
    assert told[0].startswith("sitegen.toml:5:1: 'titel' is niet bekend in [site] ")
    assert told[1:] == ["1 fout: er is niets gebouwd."]


@pytest.mark.usefixtures("dutch")
def test_github_and_its_summary_are_told_in_the_language_of_the_site(
    write_site: Write, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path / "summary.md"))
    monkeypatch.chdir(root := write_site(DUTCH_SITE | UNUSED))
    result = run("check", "--format", "github", "--site", root)
    assert "::templates/plyer.html: waarschuwing: met dit sjabloon" in result.stdout
    assert (tmp_path / "summary.md").read_text().startswith("### 1 waarschuwing\n")


def test_a_site_on_another_drive_is_named_by_its_whole_path(
    write_site: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Windows has no relative path from one drive to another."""
    root = write_site({"results/list/matches.csv": "date,winner,loser,length\n2026-11-31,an,bob,7\n"})

    def refuse(_: object) -> str:
        raise ValueError("path is on mount 'C:', start on mount 'D:'")

    with monkeypatch.context() as patch:
        patch.setattr("sitegen.commands.console.os.path.relpath", refuse)
        result = run("check", "--format", "github", "--site", root)
    assert f"file={root.as_posix()}/results/list/matches.csv" in result.stdout


@pytest.mark.usefixtures("dutch")
def test_json_has_codes_that_are_the_same_in_every_language(write_site: Write) -> None:
    result = run("check", "--format", "json", "--site", write_site(DUTCH_SITE | UNUSED))
    assert json.loads(result.stdout) == [
        {
            "path": json.loads(result.stdout)[0]["path"],
            "line": 0,
            "column": 0,
            "severity": "warning",
            "code": "template-unused",
            "message": "met dit sjabloon wordt niets gemaakt",
            "hint": "did you mean 'player.html'?",
            "also": [],
        }
    ]


@pytest.mark.usefixtures("dutch")
def test_a_system_is_told_in_the_language_of_the_site(write_site: Write) -> None:
    told = run("systems", "fibs", "--site", write_site(DUTCH_SITE)).stdout
    assert "\nTabellen\n" in told
    assert "tekst, verplicht" in told


def test_what_is_wrong_at_many_places_is_one_line_and_each_on_demand(write_site: Write) -> None:
    many = Problem("a.csv", 3, 0, "odd", "mend it", Severity.WARNING, other_places=("a.csv:4", "b.csv:7"))
    root = write_site()
    with patch("sitegen.commands.check.check", lambda *_, **__: [many]):
        short, long = run("check", "--site", root), run("check", "--site", root, "--verbose")
        data = json.loads(run("check", "--site", root, "--format", "json").stdout)
    assert short.stderr.splitlines() == [
        "a.csv:3: warning: odd (mend it); the same at 2 other places",
        "`sitegen check --verbose` shows every place.",
    ]
    assert long.stderr.splitlines() == [
        f"{place}: warning: odd (mend it)" for place in ("a.csv:3", "a.csv:4", "b.csv:7")
    ]
    assert [Path(path).name for path in data[0]["also"]] == ["a.csv:4", "b.csv:7"]


FROZEN = {"sitegen.toml": SITE.format("as_of = 2026-11-05\n").replace('"nl"', '"en"')}
STILL = "This site shows the state of 5 November 2026"


def test_a_site_can_stand_still_and_says_so(write_site: Write) -> None:
    root = write_site(FROZEN)
    result = run("build", "--site", root)
    assert result.stdout.splitlines()[1:] == [f"{STILL}: see as_of in sitegen.toml."]
    pages = {path.relative_to(root / "output").as_posix(): path for path in root.glob("output/**/*.html")}
    assert "list/results/2026-11-02/index.html" in pages
    assert "list/results/2026-11-09/index.html" not in pages
    told = {name for name, page in pages.items() if f"{STILL}." in page.read_text()}
    assert told == pages.keys()


def test_another_day_can_be_asked_of_a_site_that_stands_still(write_site: Write) -> None:
    root = write_site(FROZEN)
    assert run("build", "--site", root, "--as-of", "2026-11-10").stdout.count("\n") == 1
    assert "shows the state of 10 November 2026" in (root / "output/index.html").read_text()
    assert (root / "output/list/results/2026-11-09/index.html").exists()


def test_a_site_that_moves_says_nothing_of_it(write_site: Write) -> None:
    root = write_site()
    assert "shows the state" not in run("build", "--site", root).stdout
    assert "shows the state" not in (root / "output/index.html").read_text()


@pytest.mark.parametrize(
    ("zone", "day"), [("Pacific/Kiritimati", "2026-11-22"), ("Pacific/Pago_Pago", "2026-11-21")]
)
def test_the_day_is_that_of_the_site_whatever_the_machine_thinks(
    write_site: Write, monkeypatch: pytest.MonkeyPatch, zone: str, day: str
) -> None:
    monkeypatch.setattr(console, "get_current_time", lambda: datetime(2026, 11, 21, 22, tzinfo=UTC))
    root = write_site({"sitegen.toml": SITE.format(f"timezone = '{zone}'\n")})
    with patch("sitegen.publishing.build", side_effect=disk.PublishError("x")) as build:
        run("build", "--site", root)
    assert str(build.call_args.args[2]) == str(build.call_args.kwargs["latest"]) == day


def test_colours_are_for_terminals_and_for_those_who_want_them(
    write_site: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments = ["check", "--site", str(write_site(UNUSED))]
    assert "\x1b[33m" in CliRunner().invoke(main, arguments, color=True).stderr
    assert "\x1b" not in CliRunner().invoke(main, arguments).stderr
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in CliRunner().invoke(main, arguments, color=True).stderr


@pytest.mark.parametrize(
    ("words", "begun", "expected"),
    [
        (["systems"], "", ["elo", "fibs", "glicko2", "ijssel", "keizer", "ludo", "nbb", "ruit"]),
        (["systems"], "f", ["fibs"]),
        (["new", "x", "--system"], "n", ["nbb"]),
        (["draw"], "", ["list"]),
        (["draw"], "z", []),
        (["export"], "", ["list"]),
    ],
)
def test_a_shell_completes_systems_and_rankings(
    write_site: Write, monkeypatch: pytest.MonkeyPatch, words: list[str], begun: str, expected: list[str]
) -> None:
    monkeypatch.chdir(write_site())
    completion = ShellComplete(main, {}, "sitegen", "_SITEGEN_COMPLETE")
    assert [choice.value for choice in completion.get_completions(words, begun)] == expected


def test_a_shell_completes_the_rankings_of_the_site_that_is_named(write_site: Write, tmp_path: Path) -> None:
    completion = ShellComplete(main, {}, "sitegen", "_SITEGEN_COMPLETE")
    words = ["draw", "--site", str(write_site())]
    assert [choice.value for choice in completion.get_completions(words, "")] == ["list"]
    assert completion.get_completions(["draw", "--site", str(tmp_path)], "") == []


def commands() -> list[tuple[str, click.Command]]:
    names = main.list_commands(click.Context(main))  # with those that are found by an entry point
    return [(name, main.commands[name]) for name in names]


@pytest.mark.parametrize(("name", "command"), commands())
def test_every_command_and_option_has_its_help_and_is_in_the_guide(name: str, command: click.Command) -> None:
    assert command.help
    assert f"`sitegen {name}" in README
    assert f"`sitegen {name}" in REFERENCE
    for param in command.params:
        if isinstance(param, click.Option):
            assert param.help, param.name
            assert f"`{max(param.opts, key=len)}" in REFERENCE, param.name
    assert run(name, "--help").exit_code == 0


def test_the_version() -> None:
    assert run("--version").stdout == f"sitegen, version {__version__}\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no such device")
@pytest.mark.parametrize("command", ["check", "build", "systems", "--help"])
def test_what_cannot_be_told_is_told_in_a_line(write_site: Write, command: str) -> None:
    with Path("/dev/full").open("w") as full:
        ran = subprocess.run(
            [sys.executable, "-m", "sitegen", command],
            cwd=write_site(),
            env=os.environ | {"PYTHONPATH": str(ROOT)},
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            timeout=60,
        )
    assert ran.returncode == 1
    assert ran.stderr == "Error: the report cannot be written: No space left on device\n"


@pytest.mark.parametrize("error", [MemoryError(), RecursionError(), OSError(5, "Failing", "a.csv")])
def test_what_the_machine_does_not_let_be_done_is_one_line(
    write_site: Write, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr("sitegen.commands.check.check", fail)
    ran = CliRunner().invoke(main, ["check", "--site", str(write_site())])
    assert (ran.exit_code, ran.output.count("\n"), ran.output[:7]) == (1, 1, "Error: ")


def test_a_summary_that_cannot_be_written_is_told_beside_what_was_found(
    write_site: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = write_site()
    os.mkfifo(tmp_path / "pipe")
    for summary in (tmp_path / "pipe", tmp_path / "nowhere/summary"):
        monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))
        ran = CliRunner().invoke(main, ["check", "--site", str(root), "--format", "github"])
        assert (ran.exit_code, ran.output[:36]) == (0, "The summary could not be written: No")


HELP = {"nl": ("Gebruik:", "Opties", "De map van de site."), "fr": ("Utilisation", "Options", "Le dossier")}
SLIPS = [
    ("check", "--fromat", "x"),
    ("check", "--format", "x"),
    ("check", "--as-of", "31-12-2026"),
    ("check", "more", "than that"),
    ("serve", "--port", "0"),
    ("draw",),
    ("diff",),
    ("import", "nowhere.csv"),
    ("nothing",),
]


@pytest.mark.parametrize("language", ["nl", "fr"])
def test_help_and_usage_errors_are_in_the_language_of_the_site(
    write_site: Write, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    """What click says of itself as well; and then in English again, where a site is English."""
    root = write_site()
    settings = root / "sitegen.toml"
    settings.write_text(settings.read_text().replace("[site]", f'[site]\nlanguage = "{language}"'))
    monkeypatch.chdir(root)
    for word in HELP[language]:
        assert word in run("check", "--help").stdout
    told = [run(*slip).stderr for slip in SLIPS]
    for text in told:
        for word in ("Error", "Usage", "Invalid", "Missing", "No such", "Try ", "for help", "Got ", "exist."):
            assert word not in text, text
    monkeypatch.chdir(root.parent)
    assert run("check", "--help").stdout.startswith("Usage: ")


@pytest.mark.parametrize(
    ("library", "package", "arguments"),
    [
        ("openpyxl", '"sitegen-rankings[import]"', ("export", "list")),
        ("tornado", "tornado", ("serve", "--port", "8999")),
    ],
)
def test_a_library_that_is_missing_is_named_with_how_it_is_installed(
    write_site: Write, library: str, package: str, arguments: tuple[str, ...]
) -> None:
    code = f"import sys; sys.modules[{library!r}] = None; from sitegen.commands.cli import main; main()"
    command = [sys.executable, "-c", code, *arguments, "--site", str(write_site())]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 1
    needed = f"{library} is not installed here, and this needs it: `python -m pip install {package}`"
    assert done.stderr == f"Error: {needed}\n"


def test_so_is_pandas_where_data_frames_are_asked_for() -> None:
    code = "import sys; sys.modules['pandas'] = None; import sitegen; sitegen.frames()"
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.stderr.splitlines()[-1].endswith('`python -m pip install "sitegen-rankings[import]"`')
