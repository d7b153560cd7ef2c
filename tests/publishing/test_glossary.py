"""A term is translated one way, in the catalogues of the program and of all systems: see `glossary.tsv`."""

import csv
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from babel.messages.pofile import read_po

LOCALE = Path(__file__).parents[2] / "sitegen/locale"
TERMS = list(csv.DictReader((LOCALE / "glossary.tsv").read_text("utf-8").splitlines(), delimiter="\t"))
LANGUAGES = {"nl": "Dutch", "fr": "French"}
_CODE = re.compile(
    r"`[^`]*`|<<\w+>>|\{[^}]*\}|\[[^]]*\]|'[a-z_]+'|\*\*[^*]*\*\*|[\w-]+\.(?:csv|toml|example|io)\S*|https?:\S+"
)
"""What no translator may touch: code, names to fill in, articles of a regulation, files and addresses."""
_BLOCK = re.compile(r"^```.*?^```|^ *id: .*?$|^---$.*?^---$", re.MULTILINE | re.DOTALL)
"""Code on lines of its own, and the keys of a form."""


class Translation(NamedTuple):
    """A text of a catalogue, and what it is in another language."""

    place: str
    text: str
    translated: str


def translations(language: str) -> Iterator[Translation]:
    """Every text of every catalogue of a language, each form of a plural on its own."""
    for path in [LOCALE / f"{language}.po", *LOCALE.parent.glob(f"systems/*/locale/{language}.po")]:
        with path.open("rb") as file:
            for message in read_po(file):
                texts = (message.id, message.string)
                one_way = [[text] if isinstance(text, str) else [*text] for text in texts]
                for text, translated in zip(*one_way, strict=False):
                    yield Translation(f"{path.parent.parent.name}/{path.name}", text, translated)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_term_that_is_a_text_of_its_own_is_translated_one_way(language: str) -> None:
    terms = {term["English"]: term[LANGUAGES[language]] for term in TERMS}
    found = [item for item in translations(language) if item.text.lower() in terms]
    assert len(found) > 40
    assert [item for item in found if item.translated.lower() != terms[item.text.lower()]] == []


def other_words(language: str) -> re.Pattern[str]:
    """What matches a word that a language never has for a term."""
    words = {term[f"never in {LANGUAGES[language]}"] for term in TERMS} - {""}
    assert len(words) > 2
    return re.compile(rf"\b(?:{'|'.join(sorted(words))})s?\b", re.IGNORECASE)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_translation_has_another_word_for_a_term(language: str) -> None:
    other = other_words(language)
    assert [item for item in translations(language) if other.search(_CODE.sub("", item.translated))] == []


_SINGULAR = "is|was|wordt|werd|heeft|had|telt|staat|kan|mag|moet|komt|zegt|zal|gaat|doet|begint|eindigt"
FEMININE = re.compile(
    rf"\bhaar\b|\bze (?:\w+ )?(?:{_SINGULAR})\b|\b(?!kan|mag|moet)(?:{_SINGULAR}) ze\b", re.IGNORECASE
)
"""She in Dutch. Of a thing only a part of those who speak it say so; all of them say `die`, or its name."""
_SEVERAL = re.compile(r"\b(?:they|them|theirs?|these|those|all|both)\b", re.IGNORECASE)


def test_no_thing_is_a_woman_in_dutch() -> None:
    """`ze` is also they: an English text that is about several may have it."""
    she = [
        item
        for item in translations("nl")
        if FEMININE.search(item.translated)
        or (re.search(r"\bze\b", item.translated) and not _SEVERAL.search(item.text))
    ]
    assert she == []


def test_no_thing_is_a_woman_on_the_pages_of_the_guide_and_in_a_new_site() -> None:
    assert [line for line in read_lines("nl") if FEMININE.search(line[1])] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_of_the_guide_and_no_file_of_a_new_site_has_one(language: str) -> None:
    other = other_words(language)
    assert [place for place in read_lines(language) if other.search(_CODE.sub("", place[1]))] == []


def read_lines(language: str) -> list[tuple[str, str]]:
    """Return the lines of the guide, of rules to begin with and of a new site, each with its file."""
    root = LOCALE.parents[1]
    paths = [
        *root.glob(f"content/guide/{language}/*.md"),
        *root.glob(f"sitegen/systems/*/starter/*.{language}.md"),
        *root.glob("sitegen/systems/*/starter/*.csv"),
        *(path for path in root.glob(f"templates/new/*/{language}/**/*") if path.is_file()),
    ]
    assert len(paths) > 30
    return [
        (str(path.relative_to(root)), line)
        for path in paths
        for line in _BLOCK.sub("", path.read_text(encoding="utf-8")).splitlines()
        if path.suffix != ".csv" or line.startswith(f"# {language}: ")
    ]
