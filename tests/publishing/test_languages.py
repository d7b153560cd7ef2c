"""A site in several languages: the same pages in each, data once, and from each page the way to others."""

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from posixpath import normpath
from urllib.parse import unquote, urlsplit

import pytest
from multilingual_site import AS_OF, LANGUAGES, PREFIXES, settings, write_site
from sites import mark_hidden
from texts import catalog

from sitegen.commands.check import check
from sitegen.core.language import Language
from sitegen.core.problems import select_errors
from sitegen.publishing import build

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The published site."""
    root = write_site(tmp_path_factory.mktemp("site"))
    built = build(root, root / "output", AS_OF)
    assert list(map(str, built.problems)) == []
    return root / "output"


class _Page(HTMLParser):
    """What a page leads to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.language = ""
        self.links: list[str] = []
        self.alternates: dict[str, str] = {}
        self.switch: dict[str, str] = {}
        self.current = ""
        self._inside = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.language = found["lang"] if tag == "html" else self.language
        self._inside = found.get("class", "") if tag == "nav" else self._inside
        if tag == "link" and "hreflang" in found:
            self.alternates[found["hreflang"]] = found["href"]
        elif target := found.get("href") or found.get("src"):
            self.links.append(target)
        if self._inside == "language" and "lang" in found:
            self.switch[found["lang"]] = found.get("href", "")

    def handle_endtag(self, tag: str) -> None:
        self._inside = "" if tag == "nav" else self._inside


@cache
def paths(site: Path) -> frozenset[str]:
    """Every file of the site."""
    return frozenset(path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file())


@cache
def pages(site: Path) -> Mapping[str, _Page]:
    """Every page, by its path."""
    return {path: _Page((site / path).read_text("utf-8")) for path in paths(site) if path.endswith(".html")}


def place(path: str) -> tuple[str, str]:
    """The language that a path is of, and the rest of it."""
    first, _, rest = path.partition("/")
    return (first, rest) if first in LANGUAGES else ("nl", path)


def target(path: str, link: str) -> str | None:
    """The file that a link on a page leads to; None for another site."""
    parts = urlsplit(link)
    if parts.scheme or parts.netloc or not parts.path:
        return None
    folder, is_absolute = path.rpartition("/")[0], parts.path.startswith("/")
    found = normpath(
        unquote(parts.path).removeprefix("/rankings/") if is_absolute else f"{folder}/{unquote(parts.path)}"
    )
    found = found.strip("/").removeprefix("./")
    return (
        found
        if found.rpartition("/")[2].count(".") and not parts.path.endswith("/")
        else normpath(f"{found}/index.html").strip("/")
    )


def test_every_page_is_there_in_every_language(site: Path) -> None:
    of = {
        language: {place(path)[1] for path in pages(site) if place(path)[0] == language}
        for language in LANGUAGES
    }
    assert of["fr"] - of["nl"] == {"plan/index.html"}
    assert of["nl"] | {"plan/index.html"} == of["fr"]
    assert of["en"] == of["nl"]
    assert {"index.html", "404.html", "fibs/index.html", "about/index.html"} <= of["en"]


def test_a_page_says_its_language(site: Path) -> None:
    assert {path: page.language for path, page in pages(site).items()} == {
        path: place(path)[0] for path in pages(site)
    }


def test_data_and_static_files_stand_once(site: Path) -> None:
    others = [path for path in paths(site) if not path.endswith(".html") and place(path)[0] != "nl"]
    assert {path.rpartition("/")[2] for path in others} <= {"feed.xml", "calendar.ics"}
    assert {"en/feed.xml", "fr/feed.xml"} <= {*others}


def test_every_link_leads_to_a_file(site: Path) -> None:
    led = [(path, link, target(path, link)) for path, page in pages(site).items() for link in page.links]
    assert [
        language_code for language_code in led if language_code[2] and language_code[2] not in paths(site)
    ] == []


def test_a_link_stays_in_the_language_unless_it_is_one_to_data_or_to_a_language(site: Path) -> None:
    for path, page in pages(site).items():
        led = [link for link in page.links if link not in page.switch.values()]
        found = {target(path, language_code) for language_code in led} - {None}
        assert {place(str(link))[0] for link in found if str(link).endswith(".html")} <= {place(path)[0]}


def test_the_switch_keeps_the_place(site: Path) -> None:
    for path, page in pages(site).items():
        language, rest = place(path)
        if rest.endswith("/embed/index.html"):  # part of a page of somebody else's
            continue
        assert list(page.switch) == list(LANGUAGES)
        assert page.switch[language] == ""
        kept = {"404.html": "index.html", "plan/index.html": "index.html"}.get(rest, rest)
        led = {code: target(path, link) for code, link in page.switch.items() if code != language}
        assert led == {language_code: PREFIXES[language_code] + kept for language_code in led}


def test_the_script_of_all_pages_has_its_words_in_each_language(site: Path) -> None:
    beginning = (site / "static/sitegen.js").read_text("utf-8").splitlines()[0]
    words = json.loads(beginning.removeprefix("window.sitegen={words:").removesuffix("};"))
    labels = {"en": "My player", "nl": "Mijn speler", "fr": "À suivre"}
    assert {language: said["mine"] for language, said in words.items()} == labels
    assert {len([*filter(None, said.values())]) for said in words.values()} == {7}


def test_alternates_are_mutual(site: Path) -> None:
    base = "https://club.example/"
    for path, page in pages(site).items():
        rest = place(path)[1]
        if rest in {"404.html", "plan/index.html"} or rest.endswith("/embed/index.html"):
            assert page.alternates == {}
            continue
        url = rest.removesuffix("index.html")
        expected = {language: f"{PREFIXES[language]}{url}" for language in LANGUAGES} | {"x-default": url}
        assert {code: urlsplit(link).path for code, link in page.alternates.items()} == {
            code: f"{urlsplit(base).path}{unquote(link)}" for code, link in expected.items()
        }


def test_the_map_names_every_page_with_its_alternates(site: Path) -> None:
    text = (site / "sitemap.xml").read_text()
    named = re.findall(r"<loc>https?://[^/]*/(.*?)</loc>", text)
    left_out = ("404.html", "/embed/index.html")
    shown = {page.removesuffix("index.html") for page in pages(site) if not page.endswith(left_out)}
    assert {*map(unquote, named)} == shown
    assert text.count("<xhtml:link") == 3 * (len(shown) - 1)


def test_a_text_that_is_not_translated_is_shown_with_its_language(site: Path) -> None:
    french = (site / "fr/contact/index.html").read_text()
    assert '<div lang="nl">' in french
    assert 'href="../about/"' in french
    assert 'src="../../map.png"' in french
    assert re.search(r'lang="nl">De bar</a>', (site / "en/news/index.html").read_text())
    assert '<div lang="nl">' in (site / "en/fibs/rules/index.html").read_text()


def test_a_translated_text_stands_in_its_language(site: Path) -> None:
    text = (site / "fr/about/index.html").read_text()
    assert "<h1>Qui sommes-nous</h1>" in text
    assert 'href="../fibs/rules/"' in text
    assert 'src="../../map.png"' in text
    assert "Over ons" in (site / "about/index.html").read_text()
    news = (site / "fr/news/index.html").read_text()
    assert news.index("De bar") < news.index("Tournoi ouvert")
    assert "Open toernooi" not in news


def test_titles_are_those_of_the_language_or_of_the_first(site: Path) -> None:
    titles = {language: (site / PREFIXES[language] / "fibs/index.html").read_text() for language in LANGUAGES}
    assert "<h1>De club</h1>" in titles["nl"]
    assert "<h1>Le cercle</h1>" in titles["fr"]
    assert "<h1>De club</h1>" in titles["en"]


def test_a_feed_is_in_its_language_and_leads_into_it(site: Path) -> None:
    text = (site / "fr/feed.xml").read_text()
    assert 'xml:lang="fr"' in text
    assert "fr/fibs/lists/" in text
    assert "janvier 2026" in text


def test_an_unchanged_site_keeps_the_pages_of_every_language(tmp_path: Path) -> None:
    root = write_site(tmp_path)
    build(root, root / "output", AS_OF)
    again = build(root, root / "output", AS_OF).plan
    assert again is not None
    assert again.is_empty
    (root / "content" / "fr" / "contact.md").write_text("# Contact\n\nBonjour\n")
    changed = build(root, root / "output", AS_OF).plan
    assert changed is not None
    assert {*changed.changed} - {"SHA256SUMS"} == {"fr/contact/index.html"}


def test_a_page_that_a_language_gets_opens_its_door_in_the_others(tmp_path: Path) -> None:
    root = write_site(tmp_path)
    build(root, root / "output", AS_OF)
    (root / "content" / "plan.md").write_text("# Plattegrond\n\nHier\n")
    changed = build(root, root / "output", AS_OF).plan
    assert changed is not None
    assert "fr/plan/index.html" in changed.changed
    assert {"plan/index.html", "en/plan/index.html"} <= {*changed.added}


def test_the_first_language_is_the_site_that_has_it_alone(tmp_path: Path, site: Path) -> None:
    root = write_site(tmp_path, languages='["nl"]')
    (root / "content/fr/about.md").unlink()
    for text in ("about", "plan", "news/2026-11-02-open"):
        (root / f"content/fr/{text}.md").unlink(missing_ok=True)
    built = build(root, root / "output", AS_OF)
    assert list(map(str, built.problems)) == []
    data = [path for path in paths(root / "output") if path.endswith((".csv", ".json")) and "/" in path]
    assert data
    assert [
        path for path in data if (site / path).read_bytes() != (root / "output" / path).read_bytes()
    ] == []
    assert "class=language" not in (root / "output/index.html").read_text()
    assert "hreflang" not in (root / "output/index.html").read_text()


@pytest.mark.parametrize(
    ("languages", "path", "expected"),
    [
        ('["nl", "en"]', "fr/about.md", "'fr' is no language of this site"),
        ('["nl", "fr"]', "nl/contact.md", "the first language of the site has no folder of its own"),
    ],
)
def test_a_folder_of_no_other_language_is_told(
    tmp_path: Path, languages: str, path: str, expected: str
) -> None:
    root = write_site(tmp_path, {f"content/{path}": "# x\n"}, languages)
    found = check(root, AS_OF)
    assert [link.path for link in found if expected in link.message][:1] == [f"content/{path}"]


def test_what_is_wrong_is_told_once_and_of_every_language(tmp_path: Path) -> None:
    root = write_site(
        tmp_path, {"content/fr/contact.md": "[x](nothing/)\n", "content/bad.md": "[y](nowhere/)\n"}
    )
    found = [str(problem) for problem in check(root, AS_OF)]
    assert sum("nothing/" in link for link in found) == 1
    assert sum("nowhere/" in link for link in found) == 1


def test_a_text_has_the_marks_of_quotation_of_its_own_language(tmp_path: Path) -> None:
    """Also where another language of the site repeats it, as it has none of its own."""
    texts = {
        "content/contact.md": '# "Wij" in \'t Hof\n\n"Ja"\n',
        "content/fr/about.md": '# "Nous"\n\n"Oui"\n\n> [!NOTE]\n> x\n',
    }
    root = write_site(tmp_path, texts)
    build(root, root / "output", AS_OF)
    for path in ("contact", "fr/contact"):
        page = (root / "output" / path / "index.html").read_text()
        assert "“Wij” in ’t Hof</h1>" in page  # noqa: RUF001 - typographic
        assert "<p>“Ja”</p>" in page
    page = (root / "output/fr/about/index.html").read_text()
    assert "«\N{NO-BREAK SPACE}Nous\N{NO-BREAK SPACE}»</h1>" in page
    assert "<p>«&nbsp;Oui&nbsp;»</p>" in page
    assert "<strong>Remarque</strong>" in page


def test_a_site_in_one_language_shows_translations_of_a_page_from_folders_beside_it(tmp_path: Path) -> None:
    texts = {"guide/index": "# Wegwijs\n\n[Avond](evening/)", "guide/evening": "# Avond\n\nFijn"}
    texts |= {"guide/fr/index": "# Guide\n\n[Soirée](evening/)", "guide/fr/evening": "# Soirée\n\n[x](no/)"}
    texts |= {"guide/plan": "# Plan\n\nHier"}
    files = {f"content/{name}.md": f"{text}\n" for name, text in texts.items()}
    root = write_site(tmp_path, files, languages='["nl"]')
    for path in [*(root / "content/fr").rglob("*.md")]:
        path.unlink()
    assert [problem.path for problem in check(root, AS_OF)] == ["content/guide/fr/evening.md"]
    (root / "content/guide/fr/evening.md").write_text("# Soirée\n\nBien\n")
    assert list(map(str, build(root, root / "output", AS_OF).problems)) == []
    found = pages(root / "output")
    dutch, french = found["guide/evening/index.html"], found["guide/fr/evening/index.html"]
    assert dutch.switch == {"nl": "", "fr": "../../guide/fr/evening/"}
    assert french.switch == {"nl": "../../../guide/evening/", "fr": ""}
    assert dutch.alternates == french.alternates
    assert [*french.alternates] == ["nl", "fr", "x-default"]
    assert found["guide/fr/index.html"].switch == {"nl": "../../guide/", "fr": ""}
    assert found["guide/plan/index.html"].switch == {}
    article = '<article class=prose lang="fr">'
    assert article in (root / "output/guide/fr/evening/index.html").read_text()
    assert article not in (root / "output/guide/evening/index.html").read_text()


def test_a_hidden_name_in_a_title_of_another_language_is_told(tmp_path: Path) -> None:
    root = write_site(tmp_path)
    players = root / "results" / "fibs" / "players.csv"
    players.write_text("id,name,hidden\nb,Balthazar Ontdekker,yes\n")
    text = settings().decode().replace("Le cercle", "Le cercle Balthazar Ontdekker")
    (root / "sitegen.toml").write_text(text)
    assert any(
        problem.path == "sitegen.toml" and "hidden player is named" in problem.message
        for problem in check(root, AS_OF)
    )


@pytest.mark.parametrize(
    ("language", "wrong"),
    [("fr", r"(?<=\S) [:;!?»](?=\W|$)|« "), ("fr", r"[\d¼½¾}] ?%(?![(\w])"), ("nl", r"[\d¼½¾}] %(?![(\w])")],
)
def test_no_line_of_a_translation_can_begin_with_a_sign(language: str, wrong: str) -> None:
    """A space before one of them does not break; what stands between backticks is code."""
    said = [text for entry in catalog(language) if entry.id for text in forms(entry.string)]
    plain = [re.sub(r"`[^`]*`|56\.25%", "", form) for form in said]
    assert [text for text in plain if re.search(wrong, text)] == []


def forms(text: str | Sequence[str]) -> Sequence[str]:
    """The forms of a text, of which most have one."""
    return [text] if isinstance(text, str) else text


def test_signs_keep_to_what_they_follow() -> None:
    assert Language("en").translate("60 % of those") == "60\N{NO-BREAK SPACE}% of those"
    assert Language("en").translate("on %(date)s: 5") == "on %(date)s: 5"
    assert [Language(language).colon for language in LANGUAGES] == [":", "\N{NO-BREAK SPACE}:", ":"]


def test_who_hides_is_labelled_in_the_language_of_the_page_and_in_data_in_the_first(tmp_path: Path) -> None:
    root = write_site(tmp_path)
    players = root / "results" / "fibs" / "players.csv"
    lines = players.read_text("utf-8-sig").splitlines()
    header = next(n for n, line in enumerate(lines) if line.startswith("id,"))
    lines[header:] = mark_hidden(lines[header:], lambda line: line.startswith("joris"))
    players.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert select_errors(build(root, root / "output", AS_OF).problems) == []
    output = root / "output"
    labels = {"nl": "Speler 1", "fr": "Joueur 1", "en": "Player 1"}
    for language, label in labels.items():
        shown = [path.read_text() for path in (output / PREFIXES[language] / "fibs").rglob("index.html")]
        assert any(label in text for text in shown)
        others = [other for code, other in labels.items() if code != language]
        assert [other for other in others for text in shown if re.search(rf"\b{other}\b", text)] == []
    tables = [path.read_text() for path in (output / "fibs").glob("*.csv")]
    assert any("Speler 1" in table for table in tables)
