"""The door for ranking systems of somebody else's: what one brings, and what is told of a wrong one."""

# ruff: noqa: E501 - what is said stands on one line, as it is printed

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from functools import cache
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from click.shell_completion import ShellComplete
from click.testing import CliRunner, Result
from sites import mark_hidden

from sitegen import testing
from sitegen.commands.cli import main
from sitegen.commands.new import examples, site
from sitegen.core import system
from sitegen.core.plugins import COMMANDS, GROUP, PACKAGE, find_registrations
from sitegen.publishing import build

pytestmark = pytest.mark.slow

TODAY = date(2026, 11, 21)
ROOT = Path(__file__).parents[2]
PLUGINS = ROOT / "tests/plugins"
DARTS = (PLUGINS / "sitegen_darts/__init__.py").read_text(encoding="utf-8")
METADATA = "Metadata-Version: 2.1\nName: {}\nVersion: 1.0\n"
WHEEL = "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


def install(folder: Path, distribution: str, name: str, value: str, group: str = GROUP) -> None:
    """Say of what stands in `folder` that it was installed, and which system or command it brings."""
    about = folder / f"{distribution.replace('-', '_')}-1.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text(METADATA.format(distribution), encoding="utf-8")
    (about / "WHEEL").write_text(WHEEL, encoding="utf-8")
    (about / "entry_points.txt").write_text(f"[{group}]\n{name} = {value}\n", encoding="utf-8")
    files = [path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()]
    (about / "RECORD").write_text("".join(f"{file},,\n" for file in files), encoding="utf-8")


@pytest.fixture(autouse=True)
def _forgotten() -> Iterator[None]:
    """Each test has packages of its own by the same names."""
    yield
    for name in [
        module for module in sys.modules if module.partition(".")[0] in {"sitegen_darts", "alone", "tallying"}
    ]:
        del sys.modules[name]


@pytest.fixture
def darts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The package of somebody else's as pip would install it; where it stands."""
    ignored = shutil.ignore_patterns("__pycache__")
    package = shutil.copytree(PLUGINS / "sitegen_darts", tmp_path / "lib/sitegen_darts", ignore=ignored)
    install(package.parent, "sitegen-darts", "darts", "sitegen_darts")
    monkeypatch.syspath_prepend(package.parent)
    return package


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, list(map(str, arguments)))


def test_it_comes_along_into_the_browser(club: Path, tmp_path: Path) -> None:
    """In a Python that has nothing else than what a site holds, it calculates what is published."""
    (tmp_path / "lib/sitegen_darts/worth.txt").write_text("1", encoding="utf-8")
    assert run("build", "--site", club, "--output", club / "output").exit_code == 0
    common, own = (
        json.loads((club / "output/engine" / word).read_text("utf-8"))["texts"]
        for word in ("sitegen.modules.json", "systems/darts.json")
    )
    assert own["sitegen_darts/worth.txt"] == "1"
    texts = common | own
    assert not [word for word in texts if word.startswith(("sitegen_darts/templates", "sitegen/render"))]
    for path, text in texts.items():
        (tmp_path / "alone" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "alone" / path).write_text(text, encoding="utf-8")
    script = (
        "import json, sys; from pathlib import Path; sys.path = [*(each for each in sys.path if 'site-packages' not"
        " in each), sys.argv[1]]; from sitegen.browser.session import Session;"
        " print(json.dumps(Session.from_text(Path(sys.argv[2]), Path(sys.argv[3]).read_text('utf-8')).rate_tables()))"
    )
    copy = club / "output/engine/darts.json"
    command = [sys.executable, "-I", "-S", "-c", script, tmp_path / "alone", tmp_path / "copy", copy]
    told = subprocess.run(
        list(map(str, command)), check=True, capture_output=True, text=True, timeout=60
    ).stdout
    tables = json.loads(told)
    assert (
        tables == {table: (club / f"output/darts/{table}.csv").read_text("utf-8") for table in tables} != {}
    )


def page(root: Path, path: str) -> str:
    return (root / "output" / path / "index.html").read_text(encoding="utf-8")


@cache
def plan_club() -> Mapping[str, bytes]:
    """A Dutch site that starts with it, which stands ready."""
    return site.plan_site(["darts"], language="nl", today=TODAY)


@pytest.fixture
def club(darts: Path, tmp_path: Path) -> Path:
    examples.create_folder(tmp_path / "club", plan_club())
    return tmp_path / "club"


def test_a_new_site_has_what_the_package_starts_with_in_years_and_words_of_its_own(club: Path) -> None:
    assert 'title = "Dartstand van de club"' in (club / "sitegen.toml").read_text(encoding="utf-8")
    legs = (club / "results/darts/legs/2026.csv").read_text("utf-8-sig").splitlines()
    assert legs[1:4] == ["# Een rij per leg.", "date;winner;loser", "2026-02-28;an;bob"]
    assert "Een punt voor elke gewonnen leg." in (club / "content/darts.md").read_text(encoding="utf-8")


def test_a_new_site_installs_the_package_with_all_that_it_brings(club: Path) -> None:
    (line,) = (
        text
        for text in (club / ".github/requirements.txt").read_text("utf-8").splitlines()
        if "darts" in text
    )
    wheel, digest = line.split(" ")
    assert digest.startswith("--hash=sha256:")
    with ZipFile(BytesIO((club / wheel).read_bytes())) as archive:
        theirs = {name for name in archive.namelist() if not name.endswith(("METADATA", "WHEEL", "RECORD"))}
    assert {"locale/nl.po", "templates/event.html", "starter/legs.csv", "__init__.py"} <= {
        name.removeprefix("sitegen_darts/") for name in theirs
    }


def test_a_new_site_installs_what_the_package_needs_where_no_lock_has_it(darts: Path) -> None:
    (darts.parent / "sitegen_throws.py").write_text("", encoding="utf-8")
    install(darts.parent, "sitegen-throws", "throws", "sitegen_throws")
    with (darts.parent / "sitegen_darts-1.0.dist-info/METADATA").open("a", encoding="utf-8") as file:
        for text in ("sitegen-rankings", "Jinja2>=3", "Sitegen_Throws>=1; python_version > '3'", "not-here"):
            file.write(f"Requires-Dist: {text}\n")
        file.write("Requires-Dist: pytest; extra == 'test'\n")
    wheels = {text.partition("-")[0] for text in site.plan_site(["darts"]) if text.endswith(".whl")}
    assert wheels == {
        f"vendor/{name}"
        for name in ("sitegen_rankings", "sitegen_runtime", "sitegen_darts", "sitegen_throws")
    }


def test_its_pages_have_its_words_and_its_templates(club: Path) -> None:
    built = run("build", "--site", club, "--as-of", TODAY)
    assert built.exit_code == 0, built.output
    (evening, *_) = sorted((club / "output/darts/results").glob("*/index.html"))
    told = evening.read_text(encoding="utf-8")
    assert '<p class="darts">Een gewonnen leg telt voor 1.</p>' in told
    assert "<h1>Dartavond, " in told
    listed = page(club, "darts")
    assert "Dartpunten" in listed
    assert "Dartstand <small>3</small>" in listed
    champion = page(club, "darts/champion")
    assert '<p class="darts">De kampioen gooit het eerst.</p>' in champion
    assert ">Kampioen van de Oche</a>" in page(club, "darts/results")
    assert "Dartpunten" in page(club, "")
    assert "de punten voor een gewonnen leg" in page(club, "darts/rules")


def test_the_words_of_the_program_stay_on_all_other_pages(club: Path) -> None:
    run("build", "--site", club, "--as-of", TODAY)
    assert "<html lang=nl" in page(club, "news")
    assert "Nieuws" in page(club, "darts")


def test_a_template_of_the_site_goes_before_that_of_the_package_and_may_extend_it(club: Path) -> None:
    own = club / "templates/systems/darts"
    own.mkdir(parents=True)
    (own / "event.html").write_text(
        '<b>Oche!</b>{% include "sitegen/systems/darts/event.html" %}', encoding="utf-8"
    )
    assert run("build", "--site", club, "--as-of", TODAY).exit_code == 0
    (evening, *_) = sorted((club / "output/darts/results").glob("*/index.html"))
    assert "<b>Oche!</b><p class" in evening.read_text(encoding="utf-8")


def test_a_mistake_in_its_template_is_told_where_it_stands(darts: Path, club: Path) -> None:
    (darts / "templates/event.html").write_text("a\n{{ 1/0 }}", encoding="utf-8")
    told = run("build", "--site", club, "--as-of", TODAY)
    assert told.exit_code == 1
    assert "templates/systems/darts/event.html:2: " in told.output
    assert "ZeroDivisionError" in told.output


def test_what_it_finds_wrong_is_told_in_its_words(club: Path) -> None:
    with (club / "results/darts/legs/2026.csv").open("a", encoding="utf-8") as file:
        file.write("2026-01-05;an;an\r\n")
    told = run("check", "--site", club)
    assert told.exit_code == 1
    assert "niemand dart alleen" in told.output


def test_systems_lists_it_and_tells_of_it_in_its_words(club: Path) -> None:
    assert "darts    Darts at the Oche, 2026 (hier: darts)" in run("systems", "--site", club).output
    assert "de punten voor een gewonnen leg" in run("systems", "darts", "--site", club).output


def hide_an(club: Path) -> None:
    players = club / "results/darts/players.csv"
    lines = [line for line in players.read_text("utf-8-sig").splitlines() if line[0] != "#"]
    told = mark_hidden(lines, lambda row: "An Peeters" in row, ";", "verborgen")
    players.write_text("\n".join([*told, ""]), encoding="utf-8")


def test_a_system_that_names_who_hides_does_not_keep_the_contract(darts: Path, club: Path) -> None:
    hide_an(club)
    testing.assert_contract(club, TODAY)
    spoilt(
        darts,
        swapped(
            '"Legs", Leg, legs)]', '"Legs", Leg, [each.replace(source="An Peeters:1") for each in legs])]'
        ),
    )
    assert "darts: the calendar names a hidden player" in testing.find_breaches(club, TODAY)


def test_no_page_is_of_a_player_who_hides_whatever_the_system_returns(club: Path) -> None:
    hide_an(club)
    told = run("build", "--site", club, "--as-of", TODAY)
    assert told.exit_code == 0, told.output
    pages = {path.name for path in (club / "output/darts/players").iterdir()}
    assert pages == {"bob", "cleo"}
    assert "Peeters" not in page(club, "darts")


def test_it_keeps_the_contract(club: Path) -> None:
    testing.assert_contract(club, TODAY)


@pytest.mark.parametrize(
    ("value", "code"),
    [
        ("sitegen_darts", "lib/sitegen_darts"),
        ("sitegen_darts.inside", "lib/sitegen_darts"),
        ("alone", "lib/alone.py"),
    ],
)
def test_what_it_brings_stands_in_the_package_that_its_module_lies_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, value: str, code: str
) -> None:
    package = tmp_path / "lib/sitegen_darts"
    package.mkdir(parents=True)
    for path in ("__init__.py", "inside.py", "../alone.py"):
        (package / path).write_text(DARTS, encoding="utf-8")
    (package / "locale").mkdir()
    (tmp_path / "lib/locale").mkdir()
    install(tmp_path / "lib", "sitegen-darts", "darts", value)
    monkeypatch.syspath_prepend(tmp_path / "lib")
    found = system.load_system("darts")
    assert found.title
    origin = system.find_origin("darts")
    assert (origin.package, origin.code, origin.is_builtin) == ("sitegen-darts", tmp_path / code, False)
    assert origin.find_folder("locale") == (package / "locale" if code.endswith("darts") else None)


Change = Callable[[str], str]


def swapped(*pairs: str) -> Change:
    """The text with each of these in the place of what stands before it here."""

    def change(text: str) -> str:
        for old, new_ in zip(pairs[::2], pairs[1::2], strict=True):
            assert old in text
            text = text.replace(old, new_)
        return text

    return change


def without(name: str) -> Change:
    return lambda text: f"{text}\ndel {name}\n"


WRONG: dict[str, tuple[Change, str]] = {
    "no title": (
        without("title"),
        "the system 'darts' lacks 'title' (expected: a text: the regulation and its date",
    ),
    "no interpretations": (without("interpretations"), "the system 'darts' lacks 'interpretations'"),
    "no check": (without("check"), "the system 'darts' lacks 'check' (expected: a function"),
    "no rate": (without("rate"), "the system 'darts' lacks 'rate' (expected: a function"),
    "no inputs": (without("Inputs"), "the system 'darts' lacks 'Inputs' (expected: a `typing.NamedTuple`"),
    "no outputs": (without("outputs"), "the system 'darts' lacks 'outputs' (expected: the published tables"),
    "no options": (
        without("Options"),
        "the system 'darts' lacks 'Options' (expected: a class that extends `Table`",
    ),
    "a title of nothing": (
        swapped('"Darts at the Oche, 2026"', '" "'),
        "'title' of the system 'darts' is '' ''",
    ),
    "one text for many": (
        swapped('("**Legs**: a leg that nobody finishes is not entered.",)', '"Legs"'),
        "'interpretations' of the system 'darts' is ''Legs''",
    ),
    "options that are no table": (
        swapped("class Options(Table)", "class Options(dict)"),
        "'Options' of the system",
    ),
    "rate of less": (
        swapped("def rate(inputs: Inputs, options: Options, when: Moment)", "def rate(inputs, when)"),
        "'rate' of the system 'darts' takes other arguments (it is called as rate(inputs, options, when)",
    ),
    "check of more": (
        swapped("def check(inputs: Inputs, options: Options)", "def check(inputs, options, more)"),
        "'check' of the system 'darts' takes other arguments (it is called as check(inputs, options)",
    ),
    "event_dates of nothing": (
        swapped("def event_dates(inputs: Inputs)", "def event_dates()"),
        "'event_dates' of the system 'darts' takes",
    ),
    "deadline of a day alone": (
        lambda text: text + "\ndef deadline(day):\n    return day\n",
        "'deadline' of the system 'darts' takes other arguments (it is called as deadline(day, options)",
    ),
    "explain_change that is none": (
        lambda text: text + "\nexplain_change = 'Well'\n",
        "'explain_change' of the system 'darts' is ''Well''",
    ),
    "draw that is none": (lambda text: text + "\ndraw = 3\n", "'draw' of the system 'darts' is '3'"),
    "draw_options with more": (
        lambda text: text + "\ndraw_options = ('darts',)\n",
        "'draw_options' of the system 'darts' is",
    ),
    "no players": (
        swapped("players: list[Player]", "people: list[Player]"),
        "'Inputs' of the system 'darts' has no players",
    ),
    "other players": (
        swapped("players: list[Player]", "players: list[Leg]"),
        "the players of the system 'darts' are no players",
    ),
    "no list": (
        swapped("legs: list[Leg]\n", "legs: Leg\n"),
        "the field 'legs' of 'Inputs' of 'darts' is no list of rows",
    ),
    "no rows": (
        swapped("legs: list[Leg]\n", "legs: list[str]\n"),
        "the field 'legs' of 'Inputs' of 'darts' is no list",
    ),
    "a type that is not there": (
        swapped("legs: list[Leg]\n", "legs: 'list[Throw]'\n"),
        "cannot be read: 'NameError:",
    ),
    "a column of no type": (
        swapped("winner: PlayerId", "winner: 'Somebody'"),
        "the types in 'legs' of the system 'darts'",
    ),
    "no source": (
        swapped('    source: Source = column("where the row stands", default="", filled=True)\n', ""),
        "the table 'Leg' of 'darts' has no 'source'",
    ),
    "a table that is none": (swapped('"legs": Leg}', '"legs": dict}'), "'outputs' of the system 'darts' is"),
    "a name of no file": (swapped('"standings": Place', '"../standings": Place'), "is no name of a file"),
    "not Python": (lambda _: "def\n", "the system 'darts' cannot be loaded: SyntaxError: invalid syntax"),
    "a library that is missing": (
        lambda _: "import nothing_of_the_kind\n",
        "cannot be loaded: ModuleNotFoundError: No",
    ),
    "an exception": (lambda _: "1 / 0\n", "cannot be loaded: ZeroDivisionError: division by zero"),
    "an end": (lambda _: "raise SystemExit(0)\n", "cannot be loaded: SystemExit: 0"),
}


def in_english(club: Path) -> None:
    settings = club / "sitegen.toml"
    text = settings.read_text("utf-8").replace('language = "nl"', 'language = "en"')
    settings.write_text(text, encoding="utf-8")


def spoilt(darts: Path, change: Change) -> None:
    (darts / "__init__.py").write_text(change(DARTS), encoding="utf-8")
    for name in [module for module in sys.modules if module.startswith("sitegen_darts")]:
        del sys.modules[name]
    shutil.rmtree(darts / "__pycache__", ignore_errors=True)


BARE = """

_whole = rate


def rate(inputs: Inputs, options: Options, when: Moment) -> Outcome:
    found = _whole(inputs, options, when)
    return found._replace(events=[], calendar=[], players=[], event_keys={}, topics=[])
"""
"""What leaves nothing but a list, without even a page of a player."""


def test_a_system_with_nothing_but_a_list_has_sane_pages(darts: Path, club: Path) -> None:
    spoilt(darts, lambda text: text + BARE)
    built = run("build", "--site", club, "--as-of", TODAY)
    assert built.exit_code == 0, built.output
    made = {
        path.parent.relative_to(club / "output/darts").as_posix()
        for path in club.glob("output/darts/**/index.html")
    }
    assert made == {".", "corrections", "embed", "enter", "lists", "results", "rules", "share", "what-if"}
    for word in ("", "darts", "darts/embed"):
        assert "Dartpunten" in page(club, word)
        assert "/players/" not in page(club, word).partition("<main")[2].partition("</main>")[0]


@pytest.mark.parametrize(("change", "told"), WRONG.values(), ids=list(WRONG))
def test_what_is_wrong_with_a_system_is_told_at_the_line_that_names_it(
    darts: Path, club: Path, change: Change, told: str
) -> None:
    in_english(club)
    spoilt(darts, change)
    line = (club / "sitegen.toml").read_text("utf-8").splitlines().index('system = "darts"') + 1
    found = [str(problem) for problem in build(club, club / "output", TODAY).problems]
    assert found[0].startswith(f"sitegen.toml:{line}:10: "), found
    assert told in found[0]
    assert "this is a fault of the package 'sitegen-darts': report it to its makers" in found[0]
    assert not (club / "output").exists()
    listed = run("systems", "--site", club)
    assert listed.exit_code == 0
    assert "darts    cannot be used: " in listed.output
    assert "fibs " in listed.output
    one = run("systems", "darts", "--site", club)
    assert (one.exit_code, one.output[:7]) == (1, "Error: ")
    with pytest.raises(examples.NewSiteError):
        site.plan_site(["darts"])


OUTCOMES: dict[str, tuple[Change, str]] = {
    "no outcome": (
        swapped("return Outcome(", "return dict("),
        "the system 'darts' returns 'dict', not an outcome",
    ),
    "a table that was not named": (
        swapped('PublishedTable("legs", Leg', 'PublishedTable("more", Leg'),
        "publishes 'more', which its",
    ),
    "a table of another kind": (
        swapped('PublishedTable("legs", Leg, legs)', 'PublishedTable("legs", Place, places)'),
        "publishes 'legs', which its",
    ),
    "a table too few": (
        swapped(', PublishedTable("legs", Leg, legs)]', "]"),
        "does not publish 'legs', one of its 'outputs'",
    ),
    "a number without end": (
        swapped(
            'points: int = column("for',
            'points: float = column("for',
            "won[each.id] * options.points",
            "float('inf')",
        ),
        "that is no finite number",
    ),
    "a link to no event": (
        swapped("event_keys={day: day", "event_keys={day: 'x' + day"),
        "which has no page",
    ),
    "a title of more": (
        swapped("Evening of darts, {day}", "Evening of darts, {night}"),
        "a title with something else",
    ),
    "two events": (
        swapped(
            "day.isoformat(),\n",
            "'evening',\n",
            "event_keys={day: day.isoformat()",
            "event_keys={day: 'evening'",
        ),
        "puts the event 'Evening of darts, Saturday 28 February 2026' and the event 'Evening of darts, Saturday 7 March 2026' at one address, 'darts/results/evening/'",
    ),
    "events that differ in case": (
        swapped(
            "day.isoformat(),\n",
            "('Evening' if day == days[0] else 'evening'),\n",
            "event_keys={day: day.isoformat()",
            "event_keys={day: 'evening'",
        ),
        "at one address, 'darts/results/Evening/'",
    ),
    "a player twice": (
        swapped(" for player in inputs.players\n", " for player in [*inputs.players, *inputs.players]\n"),
        "puts the player 'An Peeters' and the player 'An Peeters' at one address, 'darts/players/an/'",
    ),
    "two topics": (
        swapped("topics=[Topic(", 'topics=[Topic("champion", "Champ", champion), Topic('),
        "puts the topic 'Champ' and the topic 'Champion of the Oche' at one address, 'darts/champion/'",
    ),
    "two lists": (
        swapped("archive=[]", "archive=[Listing(when.as_of, when.as_of, standings)] * 2"),
        "puts the list of 2026-11-21 and the list of 2026-11-21 at one address, 'darts/lists/2026-11-21/'",
    ),
    "the page of the rules": (
        swapped('"champion", "Champion', '"rules", "Champion'),
        "a topic with the key 'rules', an address",
    ),
    "among the results": (
        swapped('"champion", "Champion', '"results/x", "Champion'),
        "'results/x', an address of sitegen",
    ),
    "among the lists": (
        swapped('"champion", "Champion', '"Lists", "Champion'),
        "'Lists', an address of sitegen itself",
    ),
    "a table of the same name": (
        swapped('"champion", "Champion', '"legs.csv", "Champion'),
        "at one address, 'darts/legs.csv'",
    ),
    "a page of the same name": (
        swapped('"champion", "Champion', '"index.html", "Champion'),
        "at one address, 'darts/'",
    ),
    "up": (
        swapped("day.isoformat(),\n", "'..',\n", "event_keys={day: day.isoformat()", "event_keys={day: '..'"),
        "has an event with the key '..', which can be no address",
    ),
    "a blank": (
        swapped('"champion", "Champion', '"the champion", "Champion'),
        "a topic with the key 'the champion', which",
    ),
    "nothing": (
        swapped('"champion", "Champion', '"", "Champion'),
        "a topic with the key '', which can be no address",
    ),
    "deep": (
        swapped('"champion", "Champion', '"a/b/c", "Champion'),
        "a topic with the key 'a/b/c', which can be no address",
    ),
    "a device": (
        swapped('"champion", "Champion', '"con", "Champion'),
        "a topic with the key 'con', which can be no address",
    ),
}


@pytest.mark.parametrize(("change", "told"), OUTCOMES.values(), ids=list(OUTCOMES))
def test_what_a_system_must_not_return_is_told_and_nothing_is_built(
    darts: Path, club: Path, change: Change, told: str
) -> None:
    in_english(club)
    spoilt(darts, change)
    found = run("build", "--site", club, "--as-of", TODAY)
    assert found.exit_code == 1
    assert told in found.output, found.output
    assert "sitegen.toml:" in found.output
    assert "this is a fault of the package 'sitegen-darts'" in found.output
    assert not (club / "output").exists()


def test_a_package_is_known_from_its_installation_until_it_is_removed(darts: Path) -> None:
    folder = darts.parent
    os.utime(folder, (1, 1))  # long ago: what changes now changes at another moment
    assert "throws" not in system.find_systems()
    install(folder, "sitegen-throws", "throws", "sitegen_throws")
    os.utime(folder, (2, 2))
    assert "throws" in system.find_systems()
    shutil.rmtree(folder / "sitegen_throws-1.0.dist-info")
    assert "throws" not in system.find_systems()


def test_of_two_packages_with_a_system_of_one_name_none_is_taken(darts: Path, club: Path) -> None:
    in_english(club)
    (darts.parent / "alone.py").write_text(DARTS, encoding="utf-8")
    install(darts.parent, "rival-darts", "darts", "alone")
    (found,) = map(str, build(club, club / "output", TODAY).problems)
    assert (
        "several packages bring a system called 'darts': rival-darts, sitegen-darts (uninstall all" in found
    )


def test_nobody_brings_a_system_in_the_place_of_one_of_ours(darts: Path) -> None:
    install(darts.parent, "rival-elo", "elo", "sitegen_darts")
    with pytest.raises(system.PluginLoadError) as refused:
        system.load_system("elo")
    assert "rival-elo, sitegen-rankings" in refused.value.message
    assert system.load_system("fibs").title


def test_our_own_are_those_that_the_program_registers() -> None:
    written = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))
    named = written["project"]["entry-points"][GROUP]
    assert {
        registration.name: registration.value
        for registration in find_registrations()
        if registration.package == PACKAGE
    } == named


def test_a_draw_that_fails_is_told_with_the_place_in_the_code_of_its_system(darts: Path, club: Path) -> None:
    in_english(club)
    spoilt(darts, lambda text: f"{text}\ndef draw(inputs, options, request):\n    return inputs.throws\n")
    told = run("draw", "--site", club, "darts")
    assert told.exit_code == 1
    assert "'draw' of the system 'darts' failed at sitegen_darts/__init__.py:" in told.output
    assert "1 error: nothing was drawn." in told.output


RAISED: dict[str, tuple[Change, str]] = {
    "rate": (
        swapped("    legs = sorted(", "    legs = {}['who']\n    legs = sorted("),
        "'rate' of the system 'darts' failed at",
    ),
    "check": (
        swapped("    for leg in inputs.legs:\n", "    raise KeyError('who')\n    for leg in inputs.legs:\n"),
        "'check' of the system 'darts' failed at",
    ),
    "event_dates": (
        swapped("return (EventDate(leg, ", "return (EventDate(leg.who, "),
        "'check' of the system 'darts' failed at",
    ),
    "faults of a row": (
        swapped(
            "class Inputs(", "    def find_faults(self):\n        raise KeyError('who')\n\n\nclass Inputs("
        ),
        "'check' of the system 'darts' failed at",
    ),
    "parts": (
        swapped("[legs[n] for n in rows[day]]", "[legs[n + 99] for n in rows[day]]"),
        "'parts' of the system 'darts' failed at",
    ),
    "the career of one player": (
        swapped(
            "import EventDate, ",
            "import Career, Careers, EventDate, ",
            "topics=[",
            "careers=Careers(lambda player: [Career()][player == inputs.players[-1].id]),\n        topics=[",
        ),
        "'parts' of the system 'darts' failed at",
    ),
    "check that returns nothing": (
        swapped(
            ": Options) -> Iterator[Fault]:", ": Options):\n    return None\n\n\ndef unused(inputs, options):"
        ),
        "'check' of the system 'darts' failed: TypeError: 'NoneType' object is not iterable",
    ),
}


@pytest.mark.parametrize(("change", "told"), RAISED.values(), ids=list(RAISED))
def test_what_a_system_raises_is_told_with_the_place_in_its_own_code(
    darts: Path, club: Path, change: Change, told: str
) -> None:
    in_english(club)
    spoilt(darts, change)
    found = run("check", "--site", club, "--as-of", TODAY)
    assert found.exit_code == 1
    assert told in found.output, found.output
    assert "failed: " in told or "sitegen_darts/__init__.py:" in found.output
    assert "Traceback" not in found.output
    assert "this is a fault of the package 'sitegen-darts': report it to its makers" in found.output


@pytest.mark.parametrize("workers", [1, 2])
def test_what_a_system_raises_for_a_picture_is_told_like_that_for_a_page(
    darts: Path, club: Path, workers: int, capfd: pytest.CaptureFixture[str]
) -> None:
    in_english(club)
    change, told = RAISED["the career of one player"]
    spoilt(darts, change)
    found = build(club, club / "output", TODAY, workers=workers)
    assert [problem.code for problem in found.problems] == ["system-failed-at"]
    assert told in str(found.problems[0].message)
    assert found.plan is None
    assert capfd.readouterr().err == ""


def test_a_fault_of_our_own_is_told_as_such_and_every_place_that_it_came_through(
    write_site: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    root = write_site()
    monkeypatch.setattr("sitegen.systems.fibs.rate_matches", None)
    found = run("check", "--site", root, "--as-of", TODAY, "--verbose")
    assert found.exit_code == 1
    assert "'rate' of the system 'fibs' failed at fibs/" in found.output
    assert "this is a fault of the program, not of your site: please report it" in found.output


def test_a_new_package_brings_a_system_that_passes_its_own_test(tmp_path: Path) -> None:
    folder, installed = tmp_path / "pool-ladder", tmp_path / "lib"
    made = run("new", "--system-package", folder)
    assert made.stdout == f"{folder}: a new ranking system. Its README.md says what is next.\n"
    assert not [path for path in folder.rglob("*") if path.is_file() and "<<" in path.read_text("utf-8")]
    [(name, module)] = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["project"][
        "entry-points"
    ][GROUP].items()
    shutil.copytree(folder / module, installed / module)
    install(installed, "sitegen-pool-ladder", name, module)
    ran = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-p",
            "no:cacheprovider",
            "--quiet",
            "--basetemp",
            tmp_path / "own",
            folder,
        ],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(installed), str(ROOT)])},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert (ran.returncode, ran.stdout.splitlines()[-1][:8]) == (0, "5 passed"), ran.stdout


@pytest.mark.parametrize("name", ["Ladder", "1-ladder", "my_ladder", "ladder-"])
def test_a_package_is_not_called_what_no_system_can_be_called(tmp_path: Path, name: str) -> None:
    refused = run("new", "--system-package", tmp_path / name)
    assert (refused.exit_code, not (tmp_path / name).exists()) == (2, True)
    assert f"'{name}' cannot be the name of a system; use lower-case letters" in refused.stderr


def test_a_starter_with_a_column_that_no_table_has_is_told(darts: Path, tmp_path: Path) -> None:
    (darts / "starter/legs.csv").write_text("date,winner,loser,start\n", encoding="utf-8")
    refused = run("new", tmp_path / "club", "--system", "darts")
    assert (refused.exit_code, (tmp_path / "club").exists()) == (2, False)
    assert "what 'darts' has for new sites cannot be read: " in refused.output
    assert "start" in refused.output.partition("cannot be read: ")[2]


TALLY = """
import click

@click.command("tally")
def tally():
    \"\"\"Count the legs.\"\"\"
    click.echo("7 legs")
"""


@pytest.fixture
def tally(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The module of somebody else's command; where it stands."""
    module = tmp_path / "lib/tallying.py"
    module.parent.mkdir()
    module.write_text(TALLY, encoding="utf-8")
    install(module.parent, "darts-tally", "tally", "tallying:tally", COMMANDS)
    install(module.parent, "z-tally", "check", "tallying:tally", COMMANDS)
    monkeypatch.syspath_prepend(module.parent)
    monkeypatch.setattr(main, "commands", {**main.commands})
    return module


def test_a_package_adds_a_command_and_takes_none_of_ours(tally: Path, tmp_path: Path) -> None:
    shown = run("--help").stdout
    assert re.search(r"^  import +Bring a club's records", shown, re.MULTILINE)
    assert re.search(r"^  tally +Count the legs\.$", shown, re.MULTILINE)
    assert run("tally").stdout == "7 legs\n"
    assert "Did you mean 'tally'?" in run("taly").stderr
    assert "sitegen.toml" in run("check", "--site", tmp_path).output
    completion = ShellComplete(main, {}, "sitegen", "_SITEGEN_COMPLETE")
    assert [choice.value for choice in completion.get_completions([], "ta")] == ["tally"]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("import nowhere", "ModuleNotFoundError: No module named 'nowhere'"),
        ("tally = print", "tallying:tally is no click.Command"),
        ("raise SystemExit(0)", "SystemExit: 0"),
    ],
)
def test_a_command_that_cannot_be_loaded_says_so_and_keeps_nothing_from_the_others(
    tally: Path, text: str, fault: str
) -> None:
    tally.write_text(text, encoding="utf-8")
    assert run("--help").exit_code == 0
    done = run("tally", "--round", 3)
    assert done.exit_code == 1
    assert done.stderr == (
        f"Error: the command 'tally' cannot be loaded: {fault}; this is a fault of the package 'darts-tally':"
        " report it to its makers\n"
    )
