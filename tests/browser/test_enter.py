"""Entering results in a real browser: what is accepted there is accepted here, and does what was told."""

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from importlib import import_module
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import diff_tables
import pytest
from chromium import anew, listen
from page_requirements import findings_of_both
from playwright.sync_api import Browser, Locator, Page, expect
from run_cache import RunCache
from site_server import served
from sites import ALL, files, mark_hidden, write
from stub_worker import Bare, answering

from sitegen.commands.check import check
from sitegen.compare.loading import load_state
from sitegen.core.language import Language
from sitegen.inputs.config import site
from sitegen.publishing import build

pytestmark = pytest.mark.slow

ENTERING = import_module("sitegen.pages.entry")
TODAY = date(2026, 11, 21)
DAYS = site.SiteDates(TODAY, TODAY)
HOSTILE = '"><img src=x onerror=alert(1)>, "quoted"; #'
DUTCH = Language("nl")
Row = tuple[str, Mapping[str, str]]
"""A table, and what is typed in the columns of one row of it."""
GAME = {"date": "2026-03-03", "home": "Mia Claes", "away": "Ewa Nowak", "result": "1-0"}
MATCH = {"date": "2026-02-05", "winner": "Léa Moreau", "loser": "Tom Claes", "length": "7", "score": "3"}
PLACES = ("an-peeters", "Léa Moreau", "Zofia Wrona")
PAIRS = (("An Peeters", "Léa Moreau"), ("Tom Claes", "Nora Simons"))
ENTERED: Mapping[str, Sequence[Row]] = {
    "elo": [("games", GAME)],
    "glicko2": [("games", GAME)],
    "fibs": [("matches", MATCH)],
    "ijssel": [("absences", {"round": "5", "player": "An Peeters", "code": "bye"})],
    "keizer": [("absences", {"round": "5", "player": "An Peeters", "reason": "afgemeld"})],
    "ludo": [
        ("tournaments", {"tournament": "2026-brugge", "date": "2026-06-06", "name": "Brugge 2026"}),
        *(
            (
                "results",
                {
                    "tournament": "2026-brugge",
                    "round": "1",
                    "game": "Azul",
                    "table": "1",
                    "player": player,
                    "place": str(place),
                },
            )
            for place, player in enumerate(PLACES, 1)
        ),
    ],
    "nbb": [
        (
            "pairs",
            {"date": "2026-09-29", "line": "A", "player1": one, "player2": other, "score": str(score)},
        )
        for (one, other), score in zip(PAIRS, (60, 40), strict=True)
    ],
    "ruit": [
        (
            "pairs",
            {"date": "2026-02-05", "pair": str(n), "player1": one, "player2": other, "score": str(score)},
        )
        for n, ((one, other), score) in enumerate(zip(PAIRS, (60, 40), strict=True), 1)
    ],
}
"""What is typed for each system."""
SELDOM: Sequence[Row] = [
    ("memberships", {"player": "Mia Claes", "club": "Double Six", "from": "2026-03-01"}),
    (
        "decisions",
        {
            "date": "2026-03-03",
            "player": "Ewa Nowak",
            "what": "rating",
            "figure": "1620",
            "reason": "The rating of another federation.",
        },
    ),
]
"""The first rows of tables that few clubs have: what a secretary adds once in some years."""


def write_club(root: Path, *systems: str) -> Path:
    """A Dutch site with rankings of these systems."""
    given = files(*systems)
    settings = given["sitegen.toml"].decode().replace('language = "en" ', 'language = "nl" ')
    more = '[site]\nengine = true\nrepository = "delta/rankings"\n'
    write(root, {**given, "sitegen.toml": settings.replace("[site]\n", more).encode()})
    return root


@pytest.fixture(scope="module")
def club(run_cache: RunCache) -> Path:
    """One of every system, and as it is published."""

    def fill(root: Path) -> None:
        built = build(write_club(root / "site", *ALL), root / "served/rankings", TODAY)
        assert built.plan is not None, built.problems

    return run_cache.make_folder("enter", fill)


@pytest.fixture(scope="module")
def home(club: Path) -> Iterator[str]:
    with answering(club / "served") as address:
        yield f"{address}rankings/"


@pytest.fixture(scope="module")
def bare(club: Path) -> Iterator[str]:
    """The address of the site at such a host."""
    with served(club / "served", Bare) as address:
        yield f"{address}rankings/"


@pytest.fixture
def page(phone: Page, home: str) -> Iterator[Page]:
    """The page where the site calculates."""
    with anew(phone, home) as page:
        yield page


@pytest.fixture
def plain(phone: Page, bare: str) -> Iterator[Page]:
    """The page where it does not."""
    with anew(phone, bare) as page:
        yield page


def said(text: str, **named: str) -> str:
    """A text of the page in the language of the site."""
    return DUTCH.translate(text).format(**named)


ALONE = said("Only the columns are checked here. The rest is checked when the file arrives.")
LONG = said("The file is too long for the address of GitHub's form: share or download it.")
SENT = said("Sent at {time}.", time="21:12")
BEGUN = said(
    "Opened at {time}. It is sent once you have proposed it there, or sent the letter.", time="21:12"
)


def above(page: Page, name: str) -> Locator:
    """The field of what is the same in all rows."""
    return page.locator(f".choices [data-shared={name}]").locator("input, select")


def enter(page: Page, rows: Sequence[Row]) -> None:
    """Type rows, as a person does: a new one after each of the same table."""
    filled: dict[str, int] = {}
    for table, cells in rows:
        page.get_by_label(said("What you enter")).select_option(table)
        if filled.setdefault(table, 0):
            page.get_by_role("button", name=said("Add a row")).click()
        row = page.locator("tbody tr").nth(filled[table])
        filled[table] += 1
        for name, text in cells.items():
            own = row.locator(f"[data-name={name}]")
            place, kind = row.evaluate(_WHERE, [name, text])
            cell = own.locator("> :is(input, select)") if place == "own" else above(page, name)
            if kind == "BUTTON":
                own.locator(f"button[value='{text}']").click()
            elif kind == "SELECT":
                cell.select_option(text)
            else:
                cell.fill(text)


_WHERE = """(row, [name, text]) => {
  const own = `[data-name=${name}]`, cell = ":is(input, select)";
  const button = row.querySelector(`${own} button[value='${text}']`);
  if (button?.checkVisibility()) return ["own", "BUTTON"];
  const inside = row.querySelector(`${own} > ${cell}`);
  const found = inside ?? document.querySelector(`.choices [data-shared=${name}] ${cell}`);
  return [inside ? "own" : "above", found.tagName];
}"""
"""Where a column is entered, in the row or above all, and in what: asked of the browser at once."""


def sent(page: Page, count: int = 1) -> dict[str, str]:
    """The files that can be sent, by their paths, once there are so many."""
    links = page.get_by_role("link", name=said("Send by GitHub"))
    expect(links).to_have_count(count)
    return read_files(links)


def read_files(links: Locator) -> dict[str, str]:
    """The files out of the addresses that they are sent by, by their paths."""
    found = {}
    for link in links.all():
        parts = urlsplit(link.get_attribute("href") or "")
        asked = parse_qs(parts.query, strict_parsing=True)
        folder = parts.path.removeprefix("/delta/rankings/new/main/")
        found[f"{folder}/{asked['filename'][0]}"] = asked["value"][0]
    return found


def tables(page: Page) -> list[list[tuple[str, ...]]]:
    """The rows of the tables that say who moves."""
    read = """tables => tables.map((table) => ({
      rows: [...table.tBodies[0].rows].map((row) => [...row.cells].map((cell) => cell.textContent)),
    }))"""
    return [diff_tables.rows(table) for table in page.locator(".does table").evaluate_all(read)]


@pytest.fixture
def _quiet(complaints: list[str]) -> Iterator[None]:
    """A browser that complains of nothing, its policy among it."""
    yield
    assert complaints == []


BY_DAY = ["elo", "fibs", "nbb"]
BY_NIGHT = [pytest.param(name, marks=pytest.mark.night) for name in ALL if name not in BY_DAY]
"""Their rows are entered in the same grid, and test_program.py asks the engine about them."""


@pytest.mark.usefixtures("_quiet")
@pytest.mark.parametrize("name", BY_DAY + BY_NIGHT)
def test_what_is_accepted_does_what_was_told(page: Page, home: str, tmp_path: Path, name: str) -> None:
    hold_entry(page, home, tmp_path, name, ENTERED[name])


@pytest.mark.usefixtures("_quiet")
def test_the_first_membership_and_the_first_decision_are_entered_like_results(
    page: Page, home: str, tmp_path: Path
) -> None:
    hold_entry(page, home, tmp_path, "elo", SELDOM)
    offered = (
        page.get_by_label(said("What you enter"))
        .locator("option")
        .evaluate_all("options => options.map((option) => option.value)")
    )
    assert offered == ["games", "players", "memberships", "decisions"]


def hold_entry(page: Page, home: str, tmp_path: Path, name: str, rows: Sequence[Row]) -> None:
    """Type rows on the page of a ranking, and compare what it tells with what is calculated here."""
    page.goto(f"{home}{name}/enter/")
    enter(page, rows)
    expect(page.locator(".does li").first).to_be_visible()
    assert page.locator("[aria-invalid]").count() == 0
    published, root = (write_club(tmp_path / word, name) for word in ("published", "site"))
    found = sent(page, len({table for table, _ in rows}))
    assert [*found.values()] == page.locator(".made pre").all_text_contents()
    write(root, {path: text.encode() for path, text in found.items()})
    assert check(root, TODAY) == []
    before, after = load_state(published, DAYS), load_state(root, DAYS)
    language = Language("nl").with_catalogues(*(ranking.origin for ranking in after.site.rankings))
    facts = diff_tables.ranking(before, after, language)
    assert page.locator(".does li").all_text_contents() == [fact["sentence"] for fact in facts["facts"]]
    assert tables(page) == diff_tables.tables(facts, before, after, language)
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert build(root, tmp_path / "output", TODAY).plan is not None


def cell(page: Page, row: int, name: str) -> Any:
    """The input of a cell; rows count from 0."""
    return page.locator("tbody tr").nth(row).locator(f"[data-name={name}] > :is(input, select)")


def file(page: Page) -> str:
    """The text of the one file that is entered."""
    return page.locator(".made pre").text_content() or ""


def test_what_is_wrong_is_told_at_its_cell_in_the_language_of_the_site(page: Page, home: str) -> None:
    page.goto(f"{home}fibs/enter/")
    enter(page, [("matches", {**MATCH, "score": "zeven"})])
    wrong = page.locator("[data-name=score] small")
    expect(wrong).to_have_text("'zeven' is geen geheel getal (schrijf het in cijfers, zoals 12)")
    assert cell(page, 0, "score").get_attribute("aria-describedby") == wrong.get_attribute("id")
    assert page.get_by_role("link", name=said("Send by GitHub")).count() == 0
    enter(page, [("matches", {**MATCH, "loser": "Zoë Nieuw"})])
    expect(page.locator("[data-name=loser] small")).to_contain_text("'Zoë Nieuw' is geen speler")
    page.get_by_role("button", name=said("New player")).click()
    expect(page.locator(".does")).to_contain_text("Zoë Nieuw is nieuw")
    players, matches = sent(page, 2).values()
    assert players == "id,naam\nzoe-nieuw,Zoë Nieuw\n"
    assert matches.endswith(",zoe-nieuw,7,3\n")


def test_a_row_that_repeats_is_told_at_that_row(page: Page, home: str) -> None:
    """Also where its first cell stands above all rows, and where the other row is published."""
    page.goto(f"{home}fibs/enter/")
    enter(page, [("matches", MATCH), ("matches", MATCH)])
    rows = page.locator("tbody tr")
    expect(rows.nth(1).locator("small")).to_contain_text("herhaalt precies een eerdere")
    assert page.locator(".choices small, tbody tr:first-child small").count() == 0
    page.goto(f"{home}keizer/enter/")
    game = {"round": "3", "white": "an-peeters", "black": "tom-claes", "result": "1-0"}
    enter(page, [("games", game)])
    told = "results/keizer/games/2026.csv:11: deze partij van ronde 3 staat al in rij 1"
    expect(rows.nth(0).locator("small")).to_contain_text(told)


def test_a_round_may_be_sent_while_games_of_it_are_still_to_be_played(page: Page, home: str) -> None:
    page.goto(f"{home}ijssel/enter/")
    game = {"round": "4", "white": "Zofia Wrona", "black": "emre-yildiz", "result": "1-0"}
    enter(page, [("games", game)])
    assert [*sent(page)] == ["results/ijssel/games/2026-11-21-2112.csv"]


def test_without_what_calculates_the_columns_say_what_is_wrong(plain: Page, bare: str) -> None:
    plain.goto(f"{bare}fibs/enter/")
    enter(plain, [("matches", {**MATCH, "length": "x"})])
    expect(plain.get_by_role("status")).to_contain_text(ALONE)
    expect(plain.locator("[data-name=length] small")).to_have_count(1)
    assert sent(plain, 0) == {}
    cell(plain, 0, "length").fill("5")
    text = "datum,winnaar,verliezer,lengte,score\n2026-02-05,lea-moreau,tom-claes,5,3\n"
    assert sent(plain) == {"results/fibs/matches/2026-02-05-2112.csv": text}
    plain.get_by_role("button", name=said("Start anew")).click()
    expect(plain.locator(".made")).to_be_hidden()


def test_nothing_is_lost_and_no_window_overwrites_another(plain: Page, bare: str) -> None:
    plain.goto(f"{bare}fibs/enter/")
    plain.get_by_label(said("Club"), exact=True).fill("Café Zürich")
    enter(plain, [("matches", MATCH)])
    other = plain.context.new_page()
    other.goto(f"{bare}fibs/enter/")
    expect(cell(other, 0, "winner")).to_have_value("Léa Moreau")
    other.get_by_role("button", name=said("Add a row")).click()
    cell(other, 1, "winner").fill("Zofia Wrona")
    expect(cell(plain, 1, "winner")).to_have_value("Zofia Wrona")
    cell(plain, 0, "score").fill("5")
    expect(cell(other, 0, "score")).to_have_value("5")
    other.close()
    plain.reload()
    for row, name in enumerate(("Léa Moreau", "Zofia Wrona")):
        expect(cell(plain, row, "winner")).to_have_value(name)
    expect(plain.locator(".made h3")).to_have_text("results/fibs/matches/2026-02-05-cafe-zurich-2112.csv")
    assert file(plain).startswith(
        "datum,winnaar,verliezer,lengte,score,club\n2026-02-05,lea-moreau,tom-claes,7,5,Café Zürich\n"
    )
    plain.get_by_role("button", name=said("Start anew")).click()
    plain.reload()
    expect(cell(plain, 0, "winner")).to_have_value("")


@pytest.mark.parametrize("between", ["\t", ";"])
def test_what_a_spreadsheet_had_goes_over_the_cells(plain: Page, bare: str, between: str) -> None:
    plain.goto(f"{bare}elo/enter/")
    cell(plain, 0, "home").focus()
    plain.evaluate(
        """text => {
          const clipboardData = new DataTransfer();
          clipboardData.setData("text/plain", text);
          document.activeElement.dispatchEvent(
            new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
          );
        }""",
        "3/3/2026\tMia Claes\tEwa Nowak\t1/2-1/2\r\n2026-03-04\tewa nowak\tMia Claes\t1-0\textra\r\n".replace(
            "\t", between
        ),
    )
    lines = (
        "datum,thuis,uit,uitslag\n3/3/2026,mia-claes,ewa-nowak,1/2-1/2\n2026-03-04,ewa-nowak,mia-claes,1-0\n"
    )
    expect(plain.locator(".made pre")).to_have_text(lines, use_inner_text=False)
    assert file(plain) == lines


def test_hostile_text_is_text_and_comes_through_byte_for_byte(plain: Page, bare: str) -> None:
    complaints: list[str] = []
    listen(plain, complaints)
    plain.goto(f"{bare}ludo/enter/")
    enter(plain, [("tournaments", {"tournament": "2026-x", "name": HOSTILE})])
    (text,) = sent(plain).values()
    assert text == file(plain)
    (row,) = list(csv.reader(text.splitlines()))[1:]
    assert HOSTILE in row
    assert plain.locator("img[src=x]").count() == 0
    assert [complaint for complaint in complaints if "404" not in complaint] == []


def test_a_file_too_long_for_an_address_is_downloaded(plain: Page, bare: str, tmp_path: Path) -> None:
    plain.goto(f"{bare}ludo/enter/")
    enter(plain, [("tournaments", {"tournament": "2026-x", "name": "é" * 2000})])
    expect(plain.get_by_text(LONG)).to_be_visible()
    assert sent(plain, 0) == {}
    with plain.expect_download() as waiting:
        plain.get_by_role("link", name=said("Download the file")).click()
    waiting.value.save_as(tmp_path / "file.csv")
    assert (tmp_path / "file.csv").read_text("utf-8") == file(plain)
    expect(plain.locator(".made div > .note")).to_be_visible()


def test_what_was_downloaded_is_marked_until_it_is_published(plain: Page, bare: str) -> None:
    plain.goto(f"{bare}fibs/enter/")
    enter(plain, [("matches", MATCH)])
    with plain.expect_download():
        plain.get_by_role("link", name=said("Download the file")).click()
    saved = plain.get_by_text(said("Downloaded at {time}, and not sent yet.", time="21:12"))
    expect(saved).to_be_visible()
    cell(plain, 0, "score").fill("4")
    stale = said("Changed since it was downloaded at {time}.", time="21:12")
    expect(plain.get_by_text(stale)).to_be_visible()
    cell(plain, 0, "score").fill("3")
    plain.reload()
    expect(saved).to_be_visible()
    (path,) = sent(plain)
    plain.context.route("**/engine/fibs.json", lambda route: route.fulfill(json={"files": {path: []}}))
    plain.reload()
    expect(plain.get_by_text(said("Published: the site has this file."))).to_be_visible()


def test_keys_alone_bring_eight_results_within_reach(plain: Page, bare: str) -> None:
    plain.goto(f"{bare}fibs/enter/")
    cell(plain, 0, "winner").focus()
    for _ in range(8):
        for text in ("Léa Moreau", "Tom Claes", "7", "3"):
            plain.keyboard.type(text)
            plain.keyboard.press("Tab" if text != "3" else "Enter")
    eight = re.compile(r"(?:,lea-moreau,tom-claes,7,3\s+(?:\S+(?=,lea))?){8}$")
    expect(plain.locator(".made pre")).to_have_text(eight)
    rows = plain.locator("tbody tr").evaluate_all(
        "rows => rows[8].getBoundingClientRect().top - rows[0].getBoundingClientRect().top"
    )
    assert rows < 740
    assert plain.evaluate("document.documentElement.scrollWidth") == 360


@pytest.mark.parametrize("system", ["elo", "glicko2"])
def test_a_result_is_one_tap_where_it_has_few_words(plain: Page, bare: str, system: str) -> None:
    plain.goto(f"{bare}{system}/enter/")
    enter(plain, [("games", {name: GAME[name] for name in ("date", "home", "away")})])
    picks = plain.locator("tbody tr").first.locator(".picks button")
    cell(plain, 0, "away").press("Enter")
    expect(picks.first).to_be_focused()
    assert picks.all_inner_texts() == ["1-0", "½-½", "0-1", "1-0f", "0-1f", "0-0f"]
    picks.nth(1).click()
    expect(plain.locator(".made pre")).to_contain_text(
        re.compile(r"mia-claes,ewa-nowak,½-½|mia-claes;ewa-nowak;½-½")
    )


def test_pairs_are_numbered_one_after_the_other(plain: Page, bare: str) -> None:
    plain.goto(f"{bare}ruit/enter/")
    enter(plain, [("pairs", {"date": "2026-02-05", "pair": "1"})])
    for number in ("2", "3"):
        cell(plain, int(number) - 2, "score").fill("50")
        plain.get_by_role("button", name=said("Add a row")).click()
        expect(cell(plain, int(number) - 1, "pair")).to_have_value(number)


def test_one_button_is_filled(plain: Page, bare: str) -> None:
    plain.goto(f"{bare}fibs/enter/")
    enter(plain, [("matches", MATCH)])
    expect(plain.get_by_role("link", name=said("Send by GitHub"))).to_be_visible()
    filled = """ways => ways.filter(way => way.checkVisibility())
        .map(way => [way.textContent, getComputedStyle(way).backgroundColor])"""
    ways = dict(plain.locator(".acts > :is(a, button)").evaluate_all(filled))
    main = ways.pop(said("Send by GitHub"))
    assert main not in ways.values()
    assert len({*ways.values()}) == 1


def test_what_if_begins_with_the_player(plain: Page, bare: str) -> None:
    plain.goto(f"{bare}fibs/players/tom-claes/")
    plain.get_by_role("link", name=said("What if …?")).click()
    expect(cell(plain, 0, "winner")).to_have_value("Tom Claes")
    assert plain.url.endswith("/fibs/what-if/?player=tom-claes")
    expect(plain.get_by_role("heading", level=1)).to_have_text(said("What if …?"))
    assert plain.title().startswith("Tom Claes: ")


def test_what_if_sends_nothing_and_leaves_what_is_entered(plain: Page, bare: str) -> None:
    plain.goto(f"{bare}fibs/enter/")
    enter(plain, [("matches", MATCH)])
    plain.goto(f"{bare}fibs/what-if/?player=tom-claes")
    expect(plain.locator("tbody tr")).to_have_count(1)
    enter(plain, [("matches", MATCH)])
    expect(plain.get_by_role("status")).to_contain_text(ALONE)
    expect(plain.get_by_role("button", name=said("Start anew"))).to_be_visible()
    assert plain.locator(".made a, .made pre").count() == 0
    plain.goto(f"{bare}fibs/enter/")
    expect(plain.locator("tbody tr")).to_have_count(1)
    assert file(plain).count("\n") == 2


def test_axe_finds_nothing(plain: Page, bare: str) -> None:
    plain.goto(f"{bare}fibs/enter/")
    enter(plain, [("matches", {**MATCH, "length": "x", "loser": "Niemand"})])
    expect(plain.get_by_role("status")).to_contain_text(ALONE)
    expect(plain.locator("[data-name=length] small")).to_be_visible()
    plain.locator("details").evaluate_all("all => all.forEach(each => { each.open = true; })")
    assert findings_of_both(plain) == []


def test_without_a_script_it_says_how_and_where(browser: Browser, home: str) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(f"{home}fibs/enter/")
        link = page.get_by_role("link", name="results/fibs/matches")
        assert link.get_attribute("href") == "https://github.com/delta/rankings/new/main/results/fibs/matches"
        assert page.locator("form[hidden]").count() == 1


def test_where_they_are_many_players_are_read_from_beside_the_page(
    page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """But for who hides, who stands nowhere."""
    monkeypatch.setattr(ENTERING, "_MAX_INLINE_PLAYERS", 0)
    root = write_club(tmp_path / "site", "fibs")
    path = root / "results/fibs/players.csv"
    lines = [line for line in path.read_text("utf-8-sig").splitlines() if line[0] != "#"]
    told = mark_hidden(lines, lambda row: row.startswith("tom-claes"))
    path.write_text("\n".join([*told, ""]), encoding="utf-8")
    assert build(root, tmp_path / "rankings", TODAY).plan is not None
    folder = tmp_path / "rankings/fibs/enter"
    assert "An Peeters" not in (folder / "index.html").read_text("utf-8")
    assert names_in(folder / "players.json") == ["An Peeters"]
    with served(tmp_path) as address:
        page.goto(f"{address}rankings/fibs/what-if/?player=an-peeters")
        expect(cell(page, 0, "winner")).to_have_value("An Peeters")
        cell(page, 0, "loser").fill("mo LE")
        page.keyboard.press("Enter")
        expect(cell(page, 0, "loser")).to_have_value("Léa Moreau")


def names_in(path: Path) -> list[str]:
    """Who of these stands in a file: one who is shown, and all forms of one who hides."""
    text = path.read_text("utf-8")
    return [word for word in ("An Peeters", "tom-claes", "Tom Claes", "Speler 1", "player-1") if word in text]


def test_nobody_who_hides_is_offered(fibs_output: Path) -> None:
    assert names_in(fibs_output / "fibs/enter/index.html") == ["An Peeters"]


def test_every_module_is_asked_for_at_once(page: Page, home: str, club: Path) -> None:
    page.goto(f"{home}fibs/enter/")
    asked = page.locator("link[rel=modulepreload], script[type=module]").evaluate_all(
        "all => all.map(each => (each.href || each.src).split('/').pop())"
    )
    folder = club / "served/rankings/static/enter"
    assert sorted(asked) == sorted(path.name for path in folder.iterdir())


def test_a_telephone_shares_the_file_itself(plain: Page, bare: str) -> None:
    plain.goto(f"{bare}fibs/enter/")
    plain.evaluate("""() => {
      navigator.canShare = () => true;
      navigator.share = async ({ files: [file] }) => { window.shared = [file.name, await file.text()]; };
    }""")
    enter(plain, [("matches", MATCH)])
    plain.get_by_role("button", name=said("Share the file")).click()
    expect(plain.get_by_text(SENT)).to_be_visible()
    assert plain.evaluate("window.shared") == ["2026-02-05-2112.csv", file(plain)]
