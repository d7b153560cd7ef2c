"""Entering results in a real browser: what is accepted there is accepted here, and does what was told."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from shutil import copytree
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect
from served import served
from sites import ALL, files, write

from sitegen import config
from sitegen.build import build
from sitegen.commands.check import check
from sitegen.difference import Difference, State, state
from sitegen.difference.teller import Teller
from sitegen.language import Language

pytestmark = pytest.mark.slow

TODAY = date(2026, 11, 21)
DAYS = config.Days(TODAY, TODAY)
HOSTILE = '"><img src=x onerror=alert(1)>, "quoted"; #'
PATIENCE = 60_000  # milliseconds: the runtime is loaded once for a page
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


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Dutch site with a ranking of every system, and as it is published."""
    root = tmp_path_factory.mktemp("enter")
    given = files(*ALL)
    settings = given["sitegen.toml"].decode().replace('language = "en" ', 'language = "nl" ')
    more = '[site]\nengine = true\nrepository = "delta/rankings"\n'
    write(root / "site", {**given, "sitegen.toml": settings.replace("[site]\n", more).encode()})
    built = build(root / "site", root / "served/rankings", TODAY)
    assert built.plan is not None, built.problems
    return root


@pytest.fixture(scope="module")
def home(club: Path) -> Iterator[str]:
    with served(club / "served") as address:
        yield f"{address}rankings/"


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page on a phone, on the day of the demonstration."""
    with browser.new_context(viewport={"width": 360, "height": 740}, locale="nl-BE") as context:
        page = context.new_page()
        page.clock.set_fixed_time("2026-11-21T20:12:00Z")
        yield page


def enter(page: Page, rows: Sequence[Row]) -> None:
    """Type rows, as a person does: a new one after each of the same table."""
    filled: dict[str, int] = {}
    for table, cells in rows:
        page.get_by_label("What you enter").select_option(table)
        if filled.setdefault(table, 0):
            page.get_by_role("button", name="Add a row").click()
        row = page.locator("tbody tr").nth(filled[table])
        filled[table] += 1
        for name, text in cells.items():
            cell = row.locator(f"[data-name={name}] > :is(input, select)")
            if cell.evaluate("cell => cell.tagName") == "SELECT":
                cell.select_option(text)
            else:
                cell.fill(text)


def sent(page: Page) -> dict[str, str]:
    """The files out of the addresses that they are sent by, by their paths."""
    found = {}
    for link in page.get_by_role("link", name="Send by GitHub").all():
        parts = urlsplit(link.get_attribute("href") or "")
        asked = parse_qs(parts.query, strict_parsing=True)
        folder = parts.path.removeprefix("/delta/rankings/new/main/")
        found[f"{folder}/{asked['filename'][0]}"] = asked["value"][0]
    return found


def told(before: State, after: State) -> list[str]:
    """What a change does, in Dutch."""
    language = Language("nl").with_words_of(*(each.origin for each in after.site.rankings))
    return [
        teller.said(fact.said(teller))
        for effect in Difference(before, after).effects
        for teller in [Teller(effect.names(language), language)]
        for fact in effect.facts
    ]


@pytest.mark.parametrize("name", ALL)
def test_what_is_accepted_does_what_was_told(
    page: Page, home: str, club: Path, tmp_path: Path, complaints: list[str], name: str
) -> None:
    page.goto(f"{home}{name}/enter/")
    enter(page, ENTERED[name])
    expect(page.locator(".does li").first).to_be_visible(timeout=PATIENCE)
    assert page.locator("[aria-invalid]").count() == 0
    root = copytree(club / "site", tmp_path / "site")
    found = sent(page)
    assert [*found.values()] == page.locator(".made pre").all_text_contents()
    write(root, {path: text.encode() for path, text in found.items()})
    assert check(root, TODAY) == []
    said = told(state(club / "site", DAYS), state(root, DAYS))
    assert page.locator(".does li").all_text_contents() == said
    assert build(root, tmp_path / "output", TODAY).plan is not None
    assert complaints == []
