"""Sites in Dutch and French say everything in their language, and numbers and days as it writes them."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest
from babel.messages.catalog import Message
from sites import render
from texts import (
    AS_OF,
    TRANSLATION_LANGUAGES,
    Text,
    catalog,
    demonstration,
    folders,
    format_catalog,
    texts,
    texts_by_folder,
)

pytestmark = [pytest.mark.usefixtures("demonstration"), pytest.mark.slow]

PAGES = {
    "home": "index.html",
    "list": "backgammon/index.html",
    "earlier list": "backgammon/lists/2026-11-14/index.html",
    "lists": "backgammon/lists/index.html",
    "player": "backgammon/players/joris-van-den-berg/index.html",
    "week": "backgammon/results/2026-W45/index.html",
    "calendar": "backgammon/results/index.html",
    "rules": "backgammon/rules/index.html",
    "ranking": "chess/index.html",
    "chess player": "chess/players/ellen-couwenaerde/index.html",
    "round": "chess/results/22/index.html",
    "pairings": "chess/results/23/index.html",
    "rounds": "chess/results/index.html",
    "periods": "chess/periods/index.html",
    "places": "chess/places/index.html",
    "start ratings": "chess/start-ratings/index.html",
    "crosstable": "chess/crosstable/index.html",
    "season": "chess/season/index.html",
    "chess rules": "chess/rules/index.html",
    "ratings": "bridge/index.html",
    "bridge player": "bridge/players/ivo-steenwinkel/index.html",
    "pairs evening": "bridge/results/2026-11-09/index.html",
    "butler evening": "bridge/results/2026-11-02/index.html",
    "teams evening": "bridge/results/2026-11-16/index.html",
    "evenings": "bridge/results/index.html",
    "risers": "bridge/risers/index.html",
    "bridge rules": "bridge/rules/index.html",
    "club ranking": "tuesday/index.html",
    "club player": "tuesday/players/ivo-steenwinkel/index.html",
    "session": "tuesday/results/2026-11-10/index.html",
    "teams session": "tuesday/results/2026-05-26/index.html",
    "drawn session": "tuesday/results/2026-11-24/index.html",
    "sessions": "tuesday/results/index.html",
    "partnerships": "tuesday/partnerships/index.html",
    "championships": "tuesday/champions/index.html",
    "club rules": "tuesday/rules/index.html",
    "circuit": "circuit/index.html",
    "circuit player": "circuit/players/sule-wiersmanda/index.html",
    "tournament": "circuit/results/2025-03-liege/index.html",
    "tournaments": "circuit/results/index.html",
    "years": "circuit/years/index.html",
    "year": "circuit/years/2025/index.html",
    "games": "circuit/games/index.html",
    "game": "circuit/games/catan/index.html",
    "final tables": "circuit/final-tables/index.html",
    "prize-giving": "circuit/prizes/2026-10-antwerpen/index.html",
    "circuit rules": "circuit/rules/index.html",
    "news": "news/index.html",
    "404": "404.html",
}
PLACEHOLDER = re.compile(r"%\(\w+\)s|\{\w+\}|</?\w+>")
_PLACE = re.compile(r"[\w./-]+:\d+")  # a file and a line
_FEW = 8  # letters beside what is filled in: `{won} of {played}` is found in whatever has a Dutch `of`
UPDATE = "after a text has changed, say: python tests/texts.py, and translate what is empty"


@pytest.fixture(scope="module")
def said() -> set[Text]:
    """Every text that a site can show."""
    return texts()


@pytest.fixture(scope="module")
def sites(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, "Pages"]:
    """The pages of one site in each language, of which the first has no folder of its own."""
    root = demonstration(tmp_path_factory.mktemp("site"), TRANSLATION_LANGUAGES)
    paths = {
        language: {kind: f"{language}/{path}" if place else path for kind, path in PAGES.items()}
        for place, language in enumerate(TRANSLATION_LANGUAGES)
    }
    made = render(root, AS_OF, {path for own in paths.values() for path in own.values()}.__contains__)
    return {
        language: Pages(language, {kind: made[path] for kind, path in own.items()})
        for language, own in paths.items()
    }


@pytest.fixture(params=TRANSLATION_LANGUAGES)
def site(request: pytest.FixtureRequest, sites: Mapping[str, "Pages"]) -> "Pages":
    """The pages in a language."""
    return sites[request.param]


@pytest.fixture(scope="module")
def english_site(demonstration_output: Path) -> "Pages":
    """The pages in English."""
    return Pages("en", {kind: (demonstration_output / path).read_bytes() for kind, path in PAGES.items()})


class Pages:
    """Some pages of the demonstration in a language."""

    def __init__(self, language: str, pages: Mapping[str, bytes]) -> None:
        self.language = language
        self.pages = {kind: page.decode() for kind, page in pages.items()}

    def texts(self, kind: str) -> list[str]:
        """Everything that a page says, between tags and in attributes, each with single spaces.

        But for what stands there as it does in a file: the name of an option, a code, a place.
        """
        reader = _Reader()
        without = re.sub(r'<(code|span class="source")>.*?</(code|span)>', "", self.pages[kind])
        reader.feed(re.sub(r'(?<=[:\xa0]) [\w/-]+:\d+"', '"', without))
        said = (" ".join(text.split()) for text in reader.said if text.strip())
        return [text for text in said if not _PLACE.fullmatch(text)]


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []

    def handle_data(self, data: str) -> None:
        self.said.append(data)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        shown = {"title", "alt", "aria-label", "data-found"}
        self.said += [value for name, value in attrs if name in shown and value]


def entries(language: str) -> list[Message]:
    """The texts of a catalogue; its header is none."""
    return [message for message in catalog(language) if message.id]


def forms(text: str | Sequence[str] | None) -> Sequence[str]:
    """The forms of a text, of which most have one."""
    return [text] if isinstance(text, str) else text or []


def filled_in(text: str) -> Counter[str]:
    """The placeholders and tags of a text."""
    return Counter(PLACEHOLDER.findall(text))


@pytest.mark.parametrize("language", TRANSLATION_LANGUAGES)
def test_every_text_is_translated_and_no_other(said: set[Text], language: str) -> None:
    assert {entry.id for entry in entries(language)} == said, UPDATE
    assert [entry.id for entry in entries(language) if entry.fuzzy or not all(forms(entry.string))] == []


@pytest.mark.parametrize("language", TRANSLATION_LANGUAGES)
def test_a_catalogue_is_in_order_and_says_nothing_of_when_or_where_it_was_written(
    said: set[Text], language: str
) -> None:
    for folder, own in texts_by_folder(said, language).items():
        assert (folder / f"{language}.po").read_bytes() == format_catalog(language, folder, own), UPDATE


@pytest.mark.parametrize("language", TRANSLATION_LANGUAGES)
def test_a_translation_fills_in_what_the_english_text_fills_in(language: str) -> None:
    """The form for one may name the number or not: French has the same one for nothing at all."""
    for entry in entries(language):
        english, ours = forms(entry.id), forms(entry.string)
        assert len(ours) == (catalog(language).num_plurals if len(english) > 1 else 1)
        assert filled_in(ours[0]) in (filled_in(english[0]), filled_in(english[-1]))
        assert all(filled_in(form) == filled_in(english[-1]) for form in ours[1:])


@pytest.mark.night  # test_untranslated.py looks for the same on the pages of small sites
@pytest.mark.parametrize("kind", PAGES)
def test_a_page_says_nothing_in_english(site: Pages, english_site: Pages, kind: str) -> None:
    assert [text for text in site.texts(kind) if is_english(text, site.language)] == []
    assert any(is_english(text, site.language) for text in english_site.texts(kind))


@cache
def is_english(text: str, language: str) -> bool:
    """Whether a text has a translation which is not the same."""
    known = untranslated(language)
    return any(known.fullmatch(part) for part in parts(text))


def parts(text: str) -> Iterator[str]:
    """A text, and the parts of it that may have been put together: `Rules, Rating list – Delta`."""
    yield text
    yield from (part.strip() for part in re.split(r"[,.] | – |[←→:]", text))


@cache
def untranslated(language: str) -> re.Pattern[str]:
    """The English texts that are others in `language`, with whatever may be filled in."""
    different = [entry.id for entry in entries(language) if entry.id != entry.string]
    pieces = {piece for text in different for form in forms(text) for piece in re.split(r"</?\w+>", form)}
    worded = [piece.strip() for piece in pieces if _says(piece)]
    return re.compile("|".join(".+".join(map(re.escape, PLACEHOLDER.split(text))) for text in worded))


def _says(piece: str) -> bool:
    """Whether a piece of a text has words enough to be known by them."""
    letters = sum(map(str.isalpha, PLACEHOLDER.sub("", piece)))
    return letters > (_FEW if PLACEHOLDER.search(piece) else 0)


def test_the_page_says_which_language_it_is_in(site: Pages) -> None:
    for page in site.pages.values():
        assert page.startswith(f"<!doctype html>\n<html lang={site.language} ")


def test_a_list_is_of_a_day_as_its_language_writes_days(site: Pages) -> None:
    of = {
        "nl": "Lijst van 21 november 2026 – uitslagen tot en met 15 november",
        "fr": "Classement du 21 novembre 2026 – résultats jusqu\u2019au 15 novembre inclus",
    }
    assert of[site.language] in site.texts("list")
    assert of[site.language] in site.texts("home")


@pytest.mark.parametrize("kind", ["list", "player", "week", "calendar"])
def test_decimals_stand_after_a_comma_and_nothing_between_thousands(site: Pages, kind: str) -> None:
    numbers = [text for text in site.texts(kind) if re.fullmatch(r"[+−]?\d[\d.,'\s]*", text)]
    wrong = [number for number in numbers if not re.fullmatch(r"[+−]?\d+(,\d{1,2}|,\d{4})?", number)]
    assert wrong == []
    assert any("," in number for number in numbers)


def test_a_week_is_titled_in_the_language(site: Pages) -> None:
    titles = {"nl": "Week 45 van 2026", "fr": "Semaine 45 de 2026"}
    assert titles[site.language] in site.texts("week")


def test_the_catalogues_stand_where_the_program_looks_for_them() -> None:
    names = [f"{language}.po" for language in sorted(TRANSLATION_LANGUAGES)]
    assert {
        folder: sorted(path.name for path in folder.glob("*.po")) for folder in folders()
    } == dict.fromkeys(folders(), names)
