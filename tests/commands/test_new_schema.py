"""The schema of sitegen.toml says what the reader takes, so that an editor neither misses nor refuses it."""

import json
import tomllib
from collections.abc import Callable, Iterator
from copy import deepcopy
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft7Validator

from sitegen.commands.new import schema, site
from sitegen.core import system
from sitegen.core.language import Language
from sitegen.core.table import get_input_columns
from sitegen.inputs.config import settings

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
SYSTEMS = ["elo", "fibs", "glicko2", "ijssel", "keizer", "ludo", "nbb", "ruit"]
LANGUAGES = ["en", "nl", "fr"]
Document = dict[str, Any]


@pytest.fixture(scope="module")
def validator() -> Draft7Validator:
    described = json.loads(schema.build_schema(Language("en")))
    Draft7Validator.check_schema(described)
    return Draft7Validator(described)


def as_editors_read(value: Any) -> Any:
    """A value of TOML as JSON has it: a day is a text."""
    if isinstance(value, dict):
        return {key: as_editors_read(each) for key, each in value.items()}
    if isinstance(value, list):
        return [*map(as_editors_read, value)]
    return value.isoformat() if isinstance(value, date) else value


def list_faults(validator: Draft7Validator, text: str) -> list[str]:
    return [fault.message for fault in validator.iter_errors(as_editors_read(tomllib.loads(text)))]


def test_every_key_and_option_is_explained_in_the_language(validator: Draft7Validator) -> None:
    described = json.loads(schema.build_schema(Language("nl")))
    kinds = described["properties"]["ranking"]["items"]["oneOf"]
    rankings = [kind for kind in kinds if "id" in kind["properties"]]
    assert [ranking["properties"]["system"]["const"] for ranking in rankings] == SYSTEMS
    for ranking in rankings:
        name = ranking["properties"]["system"]["const"]
        loaded = system.load_system(name)
        words = Language("nl").with_catalogues(system.find_origin(name))
        assert {
            option: described_option["description"]
            for option, described_option in ranking["properties"]["options"]["properties"].items()
        } == {column.name: words.format_message(column.doc) for column in get_input_columns(loaded.Options)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_editor_finds_the_schema_of_a_new_site_and_nothing_wrong_with_its_settings(language: str) -> None:
    files = site.plan_site(SYSTEMS, language=language, repository="club/rankings")
    text = files["sitegen.toml"].decode()
    mark, path = text.splitlines()[0].split()
    assert mark == "#:schema"
    assert list_faults(Draft7Validator(json.loads(files[path])), text) == []


@pytest.mark.parametrize(
    "path",
    [ROOT / "sitegen.toml", *sorted((ROOT / "tests/sites").glob("*/sitegen.toml"))],
    ids=lambda path: path.parent.name,
)
def test_settings_that_the_reader_takes_are_taken(validator: Draft7Validator, path: Path) -> None:
    assert list_faults(validator, path.read_text("utf-8")) == []


PATTERN = '[site]\ntitle = "T"\nurl = "https://club.example/"\n[[ranking]]\nfolder = "results/clubs/*"\n'


@pytest.mark.parametrize("more", ["", 'system = "elo"\n', 'system = "elo"\noptions = { spread = 300 }\n'])
def test_so_is_a_pattern_of_folders(validator: Draft7Validator, more: str) -> None:
    assert list_faults(validator, PATTERN + more) == []
    assert list_faults(validator, PATTERN + 'title = "Clubs"\n' + more)


SETTINGS = """
[site]
title = { nl = "Delta", fr = "Delta" }
url = "https://delta.example/"
languages = ["nl", "fr"]
as_of = 2026-11-20

[theme]
accent = "#0b645d"

[[ranking]]
id = "list"
system = "elo"
title = "List"

[ranking.options]
k = { 0 = 40, 30 = 20 }

[[ranking.from]]
date = 2026-10-01

[ranking.from.options]
k = 16
"""
DAMAGE: dict[str, Callable[[Document], Any]] = {
    "unknown key": lambda document: document["site"].update(titel="Delta"),
    "unknown table": lambda document: document.update(rankings=[]),
    "unknown option": lambda document: document["ranking"][0]["options"].update(factor=1),
    "no title": lambda document: document["site"].pop("title"),
    "no ranking": lambda document: document.pop("ranking"),
    "no system": lambda document: document["ranking"][0].update(system="chess"),
    "another type": lambda document: document["site"].update(engine="yes, please"),
    "another language": lambda document: document["site"].update(languages=["de"]),
    "out of bounds": lambda document: document["ranking"][0].update(archive=-1),
    "number for a text": lambda document: document["ranking"][0].update(title=1),
    "text for a number": lambda document: document["ranking"][0]["options"].update(k="high"),
    "change without a day": lambda document: document["ranking"][0]["from"][0].pop("date"),
    "change of a title": lambda document: document["ranking"][0]["from"][0].update(title="Other"),
}


def read_problems(document: Document) -> list[str]:
    """What the reader of the program has to say of the same settings."""
    _, problems = settings._read_site(Path(), SETTINGS, document, ())
    return [problem.message for problem in problems]


@pytest.mark.parametrize("damage", [None, *DAMAGE])
def test_an_editor_refuses_what_the_reader_refuses(validator: Draft7Validator, damage: str | None) -> None:
    document = deepcopy(tomllib.loads(SETTINGS))
    if damage:
        DAMAGE[damage](document)
    told: Iterator[Any] = validator.iter_errors(as_editors_read(document))
    is_refused = any(True for _ in told)
    assert is_refused == bool(read_problems(document)) == (damage is not None)
