"""Rankings by a pattern: what a ranking.toml and the pattern mean together, and what is said of a wrong one."""

# ruff: noqa: E501 - what is said stands on one line, as it is printed

from collections.abc import Mapping
from datetime import date
from pathlib import Path

import pytest
import toy_system

from sitegen.core import system
from sitegen.core.plugins import Registration
from sitegen.inputs.config.patterns import inherit
from sitegen.inputs.config.settings import load_site
from sitegen.inputs.config.site import Place, Site
from sitegen.inputs.results.files import find_strays

SITE = '[site]\ntitle = "Toys"\nurl = "https://toy.example"\n'
PATTERN = '[[ranking]]\nfolder = "results/clubs/*"\nsystem = "toy"\narchive = 7\n'
OPTIONS = "[ranking.options]\ninitial = 1000\nweeks = 3\n"
CLUB = "results/clubs/toren/ranking.toml"
OWN = '[[ranking]]\nid = "toys"\nsystem = "toy"\ntitle = "Toy list"\n'


@pytest.fixture(autouse=True)
def _installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy system is installed under two names."""
    entries = {name: Registration(name, "toy_system:TOY") for name in ("toy", "other")}
    monkeypatch.setattr(system, "find_systems", lambda: entries)


def load(root: Path, settings: str, files: Mapping[str, str | bytes]) -> tuple[Site | None, list[str]]:
    """What is read of these settings and files, and what is said of them."""
    for path, text in {"sitegen.toml": settings, **files}.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(text if isinstance(text, bytes) else text.encode())
    found, problems = load_site(root)
    return found, [str(problem) for problem in problems]


def test_every_folder_is_a_ranking_at_its_own_address(tmp_path: Path) -> None:
    texts = {
        CLUB: 'title = "De Toren"\nregion = "Ghent"\n',
        "results/clubs/a-b/ranking.toml": '\ufefftitle = "A"\r\nshort_title = "a"\r\narchive = 2\r\n',
        "results/clubs/.git/x": "",
    }
    found, problems = load(tmp_path, SITE + PATTERN + OWN, texts)
    assert found is not None, problems
    assert problems == []
    told = [
        (each.id, each.title, each.short_title, each.region, each.archive, each.file)
        for each in found.rankings
    ]
    assert told == [
        ("clubs/a-b", "A", "a", "", 2, "results/clubs/a-b/ranking.toml"),
        ("clubs/toren", "De Toren", "", "Ghent", 7, CLUB),
        ("toys", "Toy list", "", "", None, "sitegen.toml"),
    ]
    assert [ranking.id for ranking in found.own_rankings] == ["toys"]
    assert [ranking.id for ranking in found.club_rankings] == ["clubs/a-b", "clubs/toren"]
    assert all(ranking.system is toy_system.TOY for ranking in found.rankings)


def test_titles_and_regions_are_in_the_language_of_the_page(tmp_path: Path) -> None:
    settings = SITE + 'languages = ["nl", "fr"]\n' + PATTERN
    title = 'title = { nl = "Toren", fr = "Tour" }\nregion = { nl = "Luik", fr = "Liège" }\n'
    found, problems = load(tmp_path, settings, {CLUB: title})
    assert found is not None, problems
    told = [
        (club.title, club.region) for site in (found, found.localize("fr")) for club in site.club_rankings
    ]
    assert told == [("Toren", "Luik"), ("Tour", "Liège")]


def test_an_option_of_the_club_goes_before_that_of_the_pattern(tmp_path: Path) -> None:
    found, problems = load(tmp_path, SITE + PATTERN + OPTIONS, {CLUB: 'title = "T"\n[options]\nweeks = 9\n'})
    assert found is not None, problems
    (ranking,) = found.rankings
    assert (ranking.options.initial, ranking.options.weeks) == (1000.0, 9)
    assert ranking.places[date.min, "initial"] == Place("sitegen.toml", 9, 11)
    assert ranking.places[date.min, "weeks"] == Place(CLUB, 3, 9)


def test_another_system_has_no_options_of_the_pattern(tmp_path: Path) -> None:
    found, problems = load(tmp_path, SITE + PATTERN + OPTIONS, {CLUB: 'title = "T"\nsystem = "other"\n'})
    assert found is not None, problems
    (ranking,) = found.rankings
    assert (ranking.name_of_system, ranking.archive, ranking.options) == ("other", 7, toy_system.Options())


CHANGE, OTHER = {"date": 1, "options": {"a": 2, "b": 3}}, {"date": 2, "options": {"a": 4}}


def test_a_change_of_the_pattern_leaves_out_what_the_club_says_itself() -> None:
    pattern = {"system": "x", "options": {"a": 1}, "from": [OTHER, CHANGE]}
    table, places = inherit({"title": "T", "options": {"a": 9}}, pattern)
    assert table["from"] == [{"date": 1, "options": {"b": 3}}]
    assert places["from", 0] == ("from", 1)
    assert inherit({"options": {"c": 9}}, pattern)[0]["from"] == [OTHER, CHANGE]
    assert inherit({"from": [OTHER]}, pattern)[0]["from"] == [OTHER]
    assert inherit({}, pattern)[0] == pattern
    assert inherit({"system": "y"}, pattern) == ({"system": "y"}, {})


WRONG = [
    ("no file", PATTERN, {"results/clubs/toren/players.csv": "id"}, [f'{CLUB}: this folder is a ranking, and has no ranking.toml (write one there, with a line such as title = "Chess club De Toren")']),
    ("no title", PATTERN, {CLUB: "archive = 1\n"}, [f"{CLUB}:1:1: 'title' is missing in ranking.toml (the name of the ranking, that of its club)"]),
    ("blank title", PATTERN, {CLUB: "title = ' '\n"}, [f"{CLUB}:1:9: title: a blank title (say what it is called)"]),
    ("unknown key", PATTERN, {CLUB: "title = 'T'\nregoin = 'x'\n"}, [f"{CLUB}:2:1: 'regoin' is not known in ranking.toml (did you mean 'region'?; known: title, system, short_title, region, keepers, archive, options, from)"]),
    ("an option above the options", PATTERN, {CLUB: "title = 'T'\nweeks = 4\n"}, [f"{CLUB}:2:1: 'weeks' is not known in ranking.toml (it is an option: write it below [options])"]),
    ("a key among the options", PATTERN, {CLUB: "title = 'T'\n[options]\nregion = 'x'\n"}, [f"{CLUB}:3:1: 'region' is not known in the options of 'toy' (it is no option: write it above [options])"]),
    ("a wrong option of the club", PATTERN, {CLUB: "title = 'T'\n[options]\nweeks = 'x'\n"}, [f"{CLUB}:3:9: weeks: 'x' is not a whole number (write it as 12)"]),
    ("a wrong option of the pattern, told once", PATTERN + "[ranking.options]\nweeks = 'x'\n", {CLUB: "title = 'T'\n", CLUB.replace("toren", "a"): "title = 'A'\n"}, ["sitegen.toml:9:9: weeks: 'x' is not a whole number (write it as 12)"]),
    ("an unknown system of the pattern", PATTERN.replace('"toy"', '"toi"'), {CLUB: "title = 'T'\n"}, ["sitegen.toml:6:10: there is no system 'toi' (known: toy, other)"]),
    ("no system", PATTERN.replace('system = "toy"\n', ""), {CLUB: "title = 'T'\n"}, [f"{CLUB}:1:1: 'system' is missing in ranking.toml (the system that calculates it, unless the pattern in sitegen.toml says it)"]),
    ("a title of the pattern", PATTERN + "title = 'T'\n", {CLUB: "title = 'T'\n"}, ["sitegen.toml:8:1: 'title' is not known in a [[ranking]] with a folder (write it in the ranking.toml of each folder)"]),
    ("an id of the pattern", PATTERN + "id = 'T'\n", {CLUB: "title = 'T'\n"}, ["sitegen.toml:8:1: 'id' is not known in a [[ranking]] with a folder (the id of each ranking is the name of its folder)"]),
    ("no pattern", PATTERN.replace("/*", ""), {CLUB: "title = 'T'\n"}, ["sitegen.toml:5:10: folder: 'results/clubs' stands for no folders (write it as \"results/clubs/*\")"]),
    ("no text", PATTERN.replace('"results/clubs/*"', "3"), {}, ["sitegen.toml:5:10: folder: '3' is not a text (put it between quotes: \"3\")"]),
    ("an address of the site", PATTERN.replace("clubs", "news"), {}, ["sitegen.toml:5:10: folder: 'news' is an address of the site itself (choose another id)"]),
    ("the folder of a ranking", OWN + PATTERN.replace("clubs", "toys"), {}, ["sitegen.toml:9:10: the id 'toys' stands in line 5 too (choose another id)"]),
    ("two patterns of one folder", PATTERN + PATTERN, {CLUB: "title = 'T'\n"}, ["sitegen.toml:9:10: the id 'clubs' stands in line 5 too (choose another id)"]),
    ("no folder yet", PATTERN, {}, ["sitegen.toml:5:10: there is no folder of a ranking yet (make one, with a ranking.toml in it)"]),
    ("a name that is no address", PATTERN, {"results/clubs/De Toren/ranking.toml": "title = 'T'\n"}, ["results/clubs/De Toren: 'De Toren' cannot be an address (use lower-case letters, digits and '-')"]),
    ("not TOML", PATTERN, {CLUB: "title: 'T'\n"}, [f"{CLUB}:1:6: a ':' stands here, where '=' belongs (write title = 'T')"]),
    ("not UTF-8", PATTERN, {CLUB: b"title = 'caf\xe9'\n"}, [f"{CLUB}:1:13: this file is not UTF-8 (save it as UTF-8)"]),
    ("bottomless", PATTERN, {CLUB: "x = " + "[" * 10_000}, [f"{CLUB}: not TOML: brackets inside brackets without end"]),
    ("too large", PATTERN, {CLUB: "#" * 300_000}, [f"{CLUB}: this file has more than 262,144 bytes (results and texts have files of their own)"]),
    ("a title that lacks the first language", PATTERN, {CLUB: "title = { nl = 'T' }\n"}, [f'{CLUB}:1:9: title: it says nothing in the first language, en (write en = "…" too)']),
]  # fmt: skip


@pytest.mark.parametrize(
    ("settings", "files", "expected"), [case[1:] for case in WRONG], ids=[case[0] for case in WRONG]
)
def test_what_is_wrong_is_told_at_its_place(
    tmp_path: Path, settings: str, files: Mapping[str, str | bytes], expected: list[str]
) -> None:
    found, problems = load(tmp_path, SITE + settings, files)
    assert problems == expected
    assert found is None


def test_a_ranking_file_that_is_a_link_is_not_followed(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("title = 'Secret'\n", encoding="utf-8")
    (tmp_path / CLUB).parent.mkdir(parents=True)
    (tmp_path / CLUB).symlink_to(secret)
    found, (problem,) = load(tmp_path, SITE + PATTERN, {})
    assert found is None
    assert problem.startswith(f"{CLUB}: this file cannot be read:")


def test_what_stands_beside_the_folders_belongs_to_no_ranking(tmp_path: Path) -> None:
    texts = {CLUB: 'title = "T"\n', "results/clubs/players.csv": "id\n", "results/loose/players.csv": "id\n"}
    found, problems = load(tmp_path, SITE + PATTERN, texts)
    assert found is not None, problems
    strays = find_strays(tmp_path, [ranking.id for ranking in found.rankings])
    assert [str(problem) for problem in strays] == [
        "results/loose: 'loose' belongs to no ranking (known: clubs)",
        "results/clubs/players.csv: 'players.csv' belongs to no ranking (known: toren)",
    ]
