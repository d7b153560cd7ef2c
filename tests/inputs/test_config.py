"""Reading sitegen.toml: what a sound one means, and what is said of one that is wrong, with line and column."""

# ruff: noqa: E501 - what is said stands on one line, as it is printed

import os
import pickle
from datetime import UTC, date, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
import toy_system
from hypothesis import given
from hypothesis import strategies as st
from processes import needs_pipes
from sites import limit

from sitegen.core import system
from sitegen.core.plugins import Registration
from sitegen.inputs.config.settings import detect_language, load_site
from sitegen.inputs.config.site import Site, Title, compute_dates
from sitegen.inputs.config.syntax import build_source_map
from sitegen.inputs.results.results import read_results

SITE = '[site]\ntitle = "Toys"\nurl = "https://toy.example"\n'
RANKING = '[[ranking]]\nid = "toys"\nsystem = "toy"\ntitle = "Toy list"\n'
OPTIONS = "[ranking.options]\n"


@pytest.fixture(autouse=True)
def _installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy system and one that cannot be loaded are installed."""
    entries = {
        "broken": Registration("broken", "toy_system:NOTHING"),
        "toy": Registration("toy", "toy_system:TOY"),
    }
    monkeypatch.setattr(system, "find_systems", lambda: entries)


def loaded(root: Path, text: str | bytes) -> tuple[Site | None, list[str]]:
    """What is read of this file, and what is said of it."""
    (root / "sitegen.toml").write_bytes(text if isinstance(text, bytes) else text.encode())
    found, problems = load_site(root)
    return found, [str(problem).removeprefix("sitegen.toml") for problem in problems]


def test_a_sound_file_is_a_site(tmp_path: Path) -> None:
    text = (
        '[site]\r\ntitle = "Delta"\r\nurl = "https://delta.example/rankings/"\r\nlanguage = "NL"\r\n'
        'repository = "delta/rankings"\r\ncontact = "results.delta+new@club-1.example"\r\n[[ranking]]\r\nid = "back-gammon"\r\nsystem = "toy"\r\n'
        'title = "Ratinglijst"\r\narchive = 3\r\n[ranking.options]\r\ninitial = 1000\r\nmode = "Weekly"\r\nstrict = true\r\nlimits = { 2016 = 70, 02017 = 60 }\r\n'
    )
    found, problems = loaded(tmp_path, b"\xef\xbb\xbf" + text.encode())
    assert problems == []
    assert found is not None
    assert (found.root, found.title, found.url) == (tmp_path, "Delta", "https://delta.example/rankings/")
    assert (found.language, found.repository) == ("nl", "delta/rankings")
    assert found.contact == "results.delta+new@club-1.example"
    (ranking,) = found.rankings
    assert (ranking.id, ranking.name_of_system, ranking.system) == ("back-gammon", "toy", toy_system.TOY)
    assert (ranking.title, ranking.archive) == ("Ratinglijst", 3)
    assert ranking.options == toy_system.Options(1000.0, 4, "weekly", "", True, {2016: 70, 2017: 60})
    assert isinstance(ranking.options[0], float)


def test_what_is_left_out_has_its_default(tmp_path: Path) -> None:
    found, problems = loaded(tmp_path, SITE + RANKING)
    assert problems == []
    assert found is not None
    assert (found.url, found.language, found.repository) == ("https://toy.example/", "en", "")
    assert (found.rankings[0].archive, found.rankings[0].options) == (None, toy_system.Options())


def test_rankings_stay_in_their_order(tmp_path: Path) -> None:
    found, _ = loaded(tmp_path, SITE + RANKING + RANKING.replace("toys", "a") + RANKING.replace("toys", "b"))
    assert found is not None
    assert [ranking.id for ranking in found.rankings] == ["toys", "a", "b"]


SITE_KEYS = "known: title, url, language, languages, repository, contact, timezone, as_of, dates, errors, cards, engine"
OPTION_KEYS = "known: initial, weeks, mode, label, strict, limits, seats"
SLIP = "(is a digit or a decimal mark missing, or one too many?)"
NO_ADDRESS = "write it as https://club.example/ or with a path"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("", [":1:1: 'title' is missing in [site] (the name of the site)", ":1:1: 'url' is missing in [site] (the address where it will stand; may have a path)", ":1:1: there is no ranking (each ranking begins with [[ranking]], with double brackets)"], id="empty"),
        pytest.param(SITE, [":1:1: there is no ranking (each ranking begins with [[ranking]], with double brackets)"], id="no ranking"),
        pytest.param(SITE + "[ranking]\nid = 'a'\n", [":4:1: 'ranking' is not a list of tables (each ranking begins with [[ranking]], with double brackets)"], id="[ranking]"),
        pytest.param("site = 3\n" + RANKING, [":1:1: 'site' is not a table (write its keys below [site], with single brackets)"], id="site is a number"),
        pytest.param("titel = 'x'\n" + SITE + RANKING, [":1:1: 'titel' is not known in this file (known: site, ranking, theme)"], id="unknown key at the top"),
        pytest.param("[site]\nurl = 'http://x.be'\n  titel = 'x'\n" + RANKING, [f":3:3: 'titel' is not known in [site] (did you mean 'title'?; {SITE_KEYS})"], id="unknown key"),
        pytest.param(SITE + "[[ranking]]\nid = 'a'\nsystem = 'toy'\n", [":4:1: 'title' is missing in [[ranking]] (the name of the ranking)"], id="missing key"),
        pytest.param(SITE + "language = 'de'\n" + RANKING, [":4:12: language: 'de' is none of en, nl, fr (write one of them)"], id="language"),
        pytest.param(SITE.replace('"Toys"', "3") + RANKING, [":2:9: title: '3' is not a text (put it between quotes: \"3\")"], id="not a text"),
        pytest.param(SITE.replace('"Toys"', "' '") + RANKING, [":2:9: title: a blank title (say what it is called)"], id="blank title"),
        pytest.param(SITE.replace('"Toys"', '"\\u202eToys"') + RANKING, [":2:9: title: '\\u202eToys' holds U+202E RIGHT-TO-LEFT OVERRIDE, which is not seen (take it out)"], id="unseen"),
        pytest.param(SITE.replace("https://toy.example", "ftp://toy.example") + RANKING, [f":3:7: url: 'ftp://toy.example' is not an address ({NO_ADDRESS})"], id="ftp"),
        pytest.param(SITE.replace("https://toy.example", "https://toy.example/?a") + RANKING, [":3:7: url: 'https://toy.example/?a' is not an address (write 'https://toy.example/')"], id="query"),
        pytest.param(SITE.replace("https://toy.example", "http://localhost:8000/") + RANKING, [":3:7: url: 'http://localhost:8000/' is an address of your own computer (write the address at which visitors find the site)"], id="localhost"),
        pytest.param(SITE.replace("https://toy.example", "http://127.0.0.1") + RANKING, [":3:7: url: 'http://127.0.0.1' is an address of your own computer (write the address at which visitors find the site)"], id="own number"),
        pytest.param(SITE + "repository = 'delta'\n" + RANKING, [":4:14: repository: 'delta' is not a repository (write owner/name, as GitHub does)"], id="repository"),
        pytest.param(SITE + "contact = 'results'\n" + RANKING, [":4:11: contact: 'results' is no address of mail (write it as results@club.example)"], id="contact"),
        pytest.param(SITE + "contact = 'a@b.example?bcc=c@d.example'\n" + RANKING, [":4:11: contact: 'a@b.example?bcc=c@d.example' is no address of mail (write it as results@club.example)"], id="contact with more"),
        pytest.param(SITE + RANKING + "archive = true\n", [":8:11: archive: true is not a whole number (write it as 12)"], id="true is no number"),
        pytest.param(SITE + RANKING + "archive = -1\n", [f":8:11: archive: -1 is less than 0, the least that is possible {SLIP}"], id="bound"),
        pytest.param(SITE + RANKING.replace("toys", "Toys"), [":5:6: id: 'Toys' cannot be an address (use lower-case letters, digits and '-')"], id="id"),
        pytest.param(SITE + RANKING.replace("toys", "nul"), [":5:6: id: Windows keeps the name 'nul' for itself (choose another id)"], id="device as id"),
        pytest.param(SITE + RANKING.replace("toys", "news"), [":5:6: id: 'news' is an address of the site itself (choose another id)"], id="reserved"),
        pytest.param(SITE + RANKING.replace("toys", "nl"), [":5:6: id: 'nl' is an address of the site itself (choose another id)"], id="language as id"),
        pytest.param(SITE + RANKING + RANKING, [":9:6: the id 'toys' stands in line 5 too (choose another id)"], id="repeated id"),
        pytest.param(SITE + RANKING.replace('"toy"', '"ty"'), [":6:10: there is no system 'ty' (did you mean 'toy'?; known: broken, toy)"], id="unknown system"),
        pytest.param(SITE + RANKING.replace('"toy"', '""'), [":6:10: there is no system '' (known: broken, toy)"], id="blank system"),
        pytest.param(SITE + RANKING.replace('"toy"', '"broken"'), [":6:10: the system 'broken' cannot be loaded: AttributeError: module 'toy_system' has no attribute 'NOTHING' (this is a fault of that system: report it to its makers)"], id="broken system"),
        pytest.param(SITE + "timezone = 'CEST'\n" + RANKING, [":4:12: timezone: 'CEST' is not a time zone (write it as Europe/Brussels)"], id="letters for a zone"),
        pytest.param(SITE.replace("https://", "") + RANKING, [":3:7: url: 'toy.example' is not an address (write 'https://toy.example')"], id="no https"),
        pytest.param(SITE + "repository = 'https://github.com/delta/rankings'\n" + RANKING, [":4:14: repository: 'https://github.com/delta/rankings' is not a repository (write 'delta/rankings')"], id="address of a repository"),
        pytest.param(SITE.replace("[site]", "[Site]") + RANKING.replace("[[ranking]]", "[[rankings]]"), [":1:1: 'Site' is not known in this file (did you mean 'site'?; known: site, ranking, theme)", ":4:1: 'rankings' is not known in this file (did you mean 'ranking'?; known: site, ranking, theme)"], id="nearly the headers"),
        pytest.param(SITE + RANKING.replace("title = ", "[ranking.options]\ntitle = "), [":8:1: 'title' is not known in the options of 'toy' (it is no option: write it above [ranking.options])"], id="a needed key below the options"),
        pytest.param(SITE + "timezone = 'Brussels'\n" + RANKING, [":4:12: timezone: 'Brussels' is not a time zone (write 'Europe/Brussels')"], id="city for a zone"),
        pytest.param(SITE + "timezone = '../x'\n" + RANKING, [":4:12: timezone: '../x' is not a time zone (write it as Europe/Brussels)"], id="no zone"),
        pytest.param(SITE + "as_of = '21/11/2026'\n" + RANKING, [":4:9: as_of: '21/11/2026' is not a date such as 2026-11-20, without quotes (write 2026-11-21, without quotes)"], id="a text for a date"),
        pytest.param(SITE + RANKING + OPTIONS + "weeks = '2,5'\n", [":9:9: weeks: '2,5' is not a whole number (write 2.5, without quotes)"], id="a text for a number"),
        pytest.param(SITE + RANKING + "weeks = 2\n", [":8:1: 'weeks' is not known in [[ranking]] (it is an option: write it below [ranking.options])"], id="option above its header"),
        pytest.param(SITE + RANKING + OPTIONS + "archive = 2\n", [":9:1: 'archive' is not known in the options of 'toy' (it is no option: write it above [ranking.options])"], id="key below the options"),
        pytest.param("language = 'nl'\n" + SITE + RANKING + "[options]\nweeks = 2\n", [":1:1: 'language' is not known in this file (write it below [site])", ":9:1: 'options' is not known in this file (write [ranking.options], below its [[ranking]])"], id="keys at the top"),
        pytest.param(SITE + RANKING + OPTIONS + "mod = 'weekly'\n", [f":9:1: 'mod' is not known in the options of 'toy' (did you mean 'mode'?; {OPTION_KEYS})"], id="unknown option"),
        pytest.param(SITE + RANKING + OPTIONS + "mode = 'weekl'\n", [":9:8: mode: 'weekl' is none of weekly, immediate (did you mean 'weekly'?)"], id="option's choice"),
        pytest.param(SITE + RANKING + OPTIONS + "initial = nan\n", [":9:11: initial: 'nan' is not a number (write it as 12.5)"], id="nan"),
        pytest.param(SITE + RANKING + OPTIONS + "initial = false\n", [":9:11: initial: false is not a number (write it as 12.5)"], id="false is no number"),
        pytest.param(SITE + RANKING + OPTIONS + "weeks = 2.0\n", [":9:9: weeks: '2.0' is not a whole number (write it as 12)"], id="a decimal is not whole"),
        pytest.param(SITE + RANKING + OPTIONS + "strict = 1\n", [":9:10: strict: '1' is not true or false (write true, without quotes)"], id="1 is not true"),
        pytest.param(SITE + RANKING + OPTIONS + "initial = 3000.5\n", [f":9:11: initial: 3000.5 is more than 3000, the most that is possible {SLIP}"], id="option's bound"),
        pytest.param(SITE + RANKING + "options = { weeks = 0, mode = 'x' }\n", [f":8:21: weeks: 0 is less than 1, the least that is possible {SLIP}", ":8:31: mode: 'x' is none of weekly, immediate (write one of them)"], id="inline table"),
        pytest.param(SITE + RANKING + "options.weeks = 0\n", [f":8:17: weeks: 0 is less than 1, the least that is possible {SLIP}"], id="dotted key"),
        pytest.param(SITE + RANKING + "options.limits = 3\n", [":8:18: limits: '3' is not a table (write it as { name = 5 })"], id="no table"),
        pytest.param(SITE + RANKING + "options.limits = { x = 3 }\n", [":8:18: limits: in 'x': 'x' is not a whole number (write it in digits, such as 12)"], id="key of a table"),
        pytest.param(SITE + RANKING + "options.limits = { 2016 = -1 }\n", [f":8:18: limits: in '2016': -1 is less than 0, the least that is possible {SLIP}"], id="value of a table"),
        pytest.param(SITE + RANKING + "options.limits = { 2016 = 1, 02016 = 2 }\n", [":8:18: limits: two keys of it mean the same (take one of them out)"], id="a key twice"),
        pytest.param(SITE + RANKING + "options.seats = { catan = 'x' }\n", [":8:17: seats: in 'catan': 'x' is not a whole number (write it as 12)"], id="text in a table"),
        pytest.param(SITE + RANKING + "options = 3\n", [":8:1: 'options' is not a table (write its keys below [ranking.options], with single brackets)"], id="options are a number"),
        pytest.param("ranking = [\n  { id = 'a', system = 'toy', title = 'A' },\n  { id = 'b', system = 'ty', title = 'B' },\n]\n" + SITE, [":3:24: there is no system 'ty' (did you mean 'toy'?; known: broken, toy)"], id="array of inline tables"),
        pytest.param('[site]\nurl = "http://x.be"\ntitle = """\nA\n[[ranking]]\nid = 3 # no\n"""\n' + RANKING + "archive = 'x'\n", [":12:11: archive: 'x' is not a whole number (write it as 12)"], id="below a text of several lines"),
        pytest.param(SITE + RANKING + "'archive'.a = 1\n", [":8:1: archive: '{'a': 1}' is not a whole number (write it as 12)"], id="a table for a value"),
        pytest.param("[site]\ntitle = \n", [":2:9: not TOML: Invalid value (a line is: name = value, with nothing behind it; a text stands between straight quotes, a date is 2026-11-20)"], id="no value"),
        pytest.param("[site]\ntitle = 'x'\ntitle = 'y'\n", [":3:1: 'title' stands here for the second time (take one of the two out)"], id="key twice"),
        pytest.param('[site]\ntitle = """x', [':2:9: \'"""\' opens here and is not closed (close it with """)'], id="text without end"),
        pytest.param("x = " + "[" * 100_000, [": not TOML: brackets inside brackets without end"], id="bottomless"),
        pytest.param(b"[site]\ntitle = 'caf\xe9'\n", [":2:13: this file is not UTF-8 (save it as UTF-8)"], id="not UTF-8"),
    ],
)  # fmt: skip
def test_a_file_that_is_wrong_is_told_so(tmp_path: Path, text: str | bytes, expected: list[str]) -> None:
    found, problems = loaded(tmp_path, text)
    assert problems == expected
    assert found is None


NO_QUOTES = "a text stands between quotes (write straight quotes)"
OPEN_QUOTE = "the quote that opens here is not closed (close it with another)"
SINGLE_BRACKETS = "a ranking begins with double brackets (write [[ranking]] on a line of its own)"
LINE = "(a line is: name = value, with nothing behind it; a text stands between straight quotes, a date is 2026-11-20)"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("title = Our club", f":9: {NO_QUOTES}"),
        ('title = Our club"', f":9: {NO_QUOTES}"),
        ("title = “Our club” # Word", f":9: {NO_QUOTES}"),
        ('title = "Our club', f":9: {OPEN_QUOTE}"),
        ("title = 'Our club", f":9: {OPEN_QUOTE}"),
        ("title = 'Our club\nlines = 5\n[[ranking]]", f":9: {OPEN_QUOTE}"),
        ('title = """Our club\nlines = 5', ":9: '\"\"\"' opens here and is not closed (close it with \"\"\")"),
        ("lists = [", ":9: '[' opens here and is not closed (close it with ])"),
        ("lists = [1,\nlines = 5\n[site]", ":9: '[' opens here and is not closed (close it with ])"),
        ("lists = [\n1\n]\nseats = { Catan = 5", ":9: '{' opens here and is not closed (close it with })"),
        ("title = 'x'\ntitle = 'y'", ":1: 'title' stands here for the second time (take one of the two out)"),
        ("seats = { a = 1, a = 2 }", ":1: 'seats' stands here for the second time (take one of the two out)"),
        ("[site]\n[theme]\n[site]", ":1: [site] stands here for the second time (put its lines together, below the first)"),
        ("// our club", ":1: '// our club' is no comment (a comment begins with '#')"),
        ("-- our club", ":1: '-- our club' is no comment (a comment begins with '#')"),
        ("[ranking]\n[ranking]", f":1: {SINGLE_BRACKETS}"),
        ("[ranking]\nid = 'a'\n[[ranking]]", f":1: {SINGLE_BRACKETS}"),
        ("[ranking.options]\nid = 'a'\n[[ranking]]", f":1: {SINGLE_BRACKETS}"),
        ("lines = 1,5", f":10: not TOML: Expected newline or end of document after a statement {LINE}"),
        ('title "Our club"', f":7: not TOML: Expected '=' after a key in a key/value pair {LINE}"),
        ("title =", f":8: not TOML: Invalid value {LINE}"),
        ("[site", f":6: not TOML: Expected ']' at the end of a table declaration {LINE}"),
        ("* * *", f":1: not TOML: Invalid statement {LINE}"),
    ],
)  # fmt: skip
def test_a_line_that_is_not_toml_is_told_at_its_place(tmp_path: Path, line: str, expected: str) -> None:
    """Common slips are told in plain words, the others in those of the parser."""
    repeats = {
        "title = 'x'\ntitle = 'y'": 3,
        "[site]\n[theme]\n[site]": 4,
        "lists = [\n1\n]\nseats = { Catan = 5": 5,
    }
    _, problems = loaded(tmp_path, f"# settings\n{line}")
    assert problems == [f":{repeats.get(line, 2)}{expected}"]


def test_a_ranking_of_options_alone_is_told_what_it_lacks(tmp_path: Path) -> None:
    text = SITE + "[[ranking]]\n[ranking.options]\nid = 'a'\nsystem = 'toy'\ntitle = 'A'\n"
    found, problems = loaded(tmp_path, text)
    assert found is None
    assert [problem.split(" (")[0] for problem in problems] == [
        f":4:1: '{key}' is missing in [[ranking]]" for key in ("id", "system", "title")
    ]


def test_a_tab_is_a_space_like_any_other(tmp_path: Path) -> None:
    found, problems = loaded(tmp_path, SITE.replace(" = ", "\t=\t") + RANKING)
    assert (problems, found is not None) == ([], True)


@given(st.text("a1,.=\"'[]{}#“ \n\\", max_size=20))
def test_any_file_is_told_in_a_finite_time_with_a_code(text: str) -> None:
    with TemporaryDirectory() as folder:
        found, problems = loaded(Path(folder), text)
    assert found is None
    assert problems


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('[site]\nlanguage = "nl"\n', "nl"),
        ("[site]\nlanguage = 'FR' # French\n", "fr"),
        ("[site]\ntitle = Onze club\nlanguage = “nl”\n", "nl"),
        ("site.language = 'fr'\n", "fr"),
        ("[site]\nlanguage = nl\n", "nl"),
        ("[site]\n# language = 'nl'\n", "en"),
        ("[site]\nlanguage = 'de'\n", "en"),
        ("[site]\n", "en"),
        (b"[site]\nlanguage = 'nl' # \xe9", "en"),
    ],
)
def test_the_language_is_known_also_when_there_are_errors(
    tmp_path: Path, text: str | bytes, expected: str
) -> None:
    loaded(tmp_path, text)
    assert detect_language(tmp_path) == expected


def test_the_language_of_no_site_is_english(tmp_path: Path) -> None:
    assert detect_language(tmp_path) == "en"


NEARLY_MIDNIGHT = datetime(2026, 11, 21, 23, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("keys", "wanted", "expected"),
    [
        ("", None, ("2026-11-22", "2026-11-22")),
        ("timezone = 'America/Curacao'\n", None, ("2026-11-21", "2026-11-21")),
        ("as_of = 2026-09-01\n", None, ("2026-09-01", "2026-11-22")),
        ("as_of = 2027-09-01\n", None, ("2027-09-01", "2027-09-01")),
        ("as_of = 2026-09-01\n", date(2026, 3, 1), ("2026-03-01", "2026-11-22")),
    ],
)
def test_the_day_is_that_of_the_site_and_not_of_the_machine(
    tmp_path: Path, keys: str, wanted: date | None, expected: tuple[str, str]
) -> None:
    site, _ = loaded(tmp_path, SITE + keys + RANKING)
    assert tuple(map(str, compute_dates(site, NEARLY_MIDNIGHT, wanted))) == expected


def test_without_a_site_the_day_is_that_of_brussels() -> None:
    assert str(compute_dates(None, NEARLY_MIDNIGHT).as_of) == "2026-11-22"


def test_a_folder_without_the_file_is_no_site(tmp_path: Path) -> None:
    found, problems = load_site(tmp_path)
    assert found is None
    assert [str(problem) for problem in problems] == [
        "sitegen.toml: there is no such file here (a site is a folder with this file; `sitegen new` makes one)"
    ]


def test_all_that_is_wrong_is_told_by_place(tmp_path: Path) -> None:
    text = "[site]\nurl = 1\ntitle = 2\n[[ranking]]\nsystem = 'toy'\nid = 'A'\ntitle = 3\n[ranking.options]\nweeks = 'x'\n"
    _, problems = loaded(tmp_path, text)
    assert [problem.partition(": ")[0] for problem in problems] == [":2:7", ":3:9", ":6:6", ":7:9", ":9:9"]


KEY = st.text("ab.'\" ]=#\n\t\u00e9", min_size=1, max_size=4)
VALUE = st.recursive(
    st.integers() | st.booleans() | st.text("a'\"\\#[]{}=,\n ", max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEY, inner, max_size=3),
    max_leaves=6,
)


def written(value: Any) -> str:
    """A value as TOML."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return text(value)
    if isinstance(value, list):
        return "[" + ", ".join(map(written, value)) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{text(key)} = {written(inner)}" for key, inner in value.items()) + "}"
    return str(value)


def text(value: str) -> str:
    """A basic string of TOML."""
    escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return f'"{escaped}"'


@pytest.mark.slow
@given(st.lists(st.dictionaries(KEY, VALUE, max_size=4), max_size=4))
def test_keys_and_values_are_found_wherever_they_stand(tables: list[dict[str, Any]]) -> None:
    document, expected = "", {}
    for n, table in enumerate(tables):
        expected["t", n] = document.count("\n") + 1, 1, None
        document += "[[t]] # [[u]]\n"
        for key, value in table.items():
            line = document.count("\n") + 1
            expected["t", n, key] = line, 3, len(f"  {text(key)} = ") + 1
            document += f"  {text(key)} = {written(value)} # x = 1\n"
    places = build_source_map(document)
    for path, (line, key, value) in expected.items():
        assert places.locate_key(path) == (line, key)
        assert places.locate_value(path) == (line, value or key)
        assert places.locate_key((*path, "nothing", 3)) == (line, key)


def test_what_cannot_be_found_stands_at_the_top() -> None:
    assert build_source_map("a = 1\n").locate_key(("b", "c")) == (1, 1)


def test_a_fault_of_an_option_is_told_where_that_option_stands(tmp_path: Path) -> None:
    found, _ = loaded(tmp_path, SITE + RANKING + "options.weeks = 2\noptions.limits = { 1999 = 3 }\n")
    assert found is not None
    (tmp_path / "results/toys").mkdir(parents=True)
    for name, text in (("players", toy_system.PLAYERS), ("matches", toy_system.MATCHES)):
        (tmp_path / f"results/toys/{name}.csv").write_text(text)
    _, problems = read_results(found)
    assert [str(problem) for problem in problems] == [
        "sitegen.toml:9:18: limits: nothing was played in 1999 (take it out)"
    ]


MANY = {
    "brackets": "a = " + "[" * 250_000,
    "dots": ".".join("a" * 120_000) + " = 1",
    "a header of dots": "[" + ".".join(['"a"'] * 60_000) + "]",
    "spaces": "a" + " " * 250_000 + "b",
    "quotes": "a = '" + "a'b" * 80_000,
    "backslashes": 'a = "' + "\\" * 250_000,
    "unknown keys": "".join(f"key{number} = 1\n" for number in range(17_000)),
    "rankings": '[[ranking]]\nid = "one"\nsystem = "toy"\ntitle = "T"\n' * 4_500,
    "bytes": "# more\n" * 1_500_000,
}


@pytest.mark.slow
@pytest.mark.parametrize("text", MANY.values(), ids=MANY)
def test_much_of_anything_is_told_in_a_few_seconds(tmp_path: Path, text: str) -> None:
    (tmp_path / "sitegen.toml").write_text(text)
    with limit(20):
        _, problems = load_site(tmp_path)
        assert problems


@pytest.mark.slow
def test_a_site_has_so_many_rankings(tmp_path: Path) -> None:
    ranking = '[[ranking]]\nid = "r{}"\nsystem = "toy"\ntitle = "T"\n'
    site = '[site]\ntitle = "T"\nurl = "https://a.example"\n'
    (tmp_path / "sitegen.toml").write_text(site + "".join(map(ranking.format, range(1_001))))
    assert list(map(str, load_site(tmp_path)[1])) == [
        "sitegen.toml:4004:1: 1001 rankings, more than 1000 (make several sites)"
    ]


@needs_pipes
def test_what_is_no_file_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "sitegen.toml")
    (found,) = load_site(tmp_path)[1]
    assert found.code == "settings-unreadable"
    (tmp_path / "sitegen.toml").unlink()
    (tmp_path / "sitegen.toml").symlink_to("/dev/zero")
    (found,) = load_site(tmp_path)[1]
    assert found.code == "settings-unreadable"


def test_a_title_has_the_quotation_marks_of_its_language(tmp_path: Path) -> None:
    site, problems = loaded(
        tmp_path,
        '[site]\ntitle = { nl = "SV \'t Zand", fr = "L\'\\"Échiquier\\"" }\nurl = "https://toy.example"\n'
        'languages = ["nl", "fr"]\n' + RANKING.replace('"Toy list"', '"Toys\' list"'),
    )
    assert site is not None, problems
    french = site.localize("fr")
    assert (site.title, french.title) == ("SV ’t Zand", "L’«\xa0Échiquier\xa0»")  # noqa: RUF001
    assert site.rankings[0].title == french.rankings[0].title == "Toys’ list"  # noqa: RUF001


def test_a_title_in_two_languages_goes_from_one_process_to_another() -> None:
    title = Title({"en": "It's 'open'", "nl": "Open"}, "en")
    copy = pickle.loads(pickle.dumps(title))  # noqa: S301 - made here
    assert (copy, copy.texts, Title(copy.texts, "nl")) == (title, title.texts, "Open")
