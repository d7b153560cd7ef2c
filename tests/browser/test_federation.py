"""The clubs of a federation in a browser: found by name, on a phone too, and lists that know my player."""

from collections.abc import Iterator
from datetime import date

import pytest
import sites
from federation import list_files
from page_requirements import findings_of_both, width
from playwright.sync_api import Page, expect
from site_server import served

from sitegen.publishing import build

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def federation(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a federation of ten clubs, so many that one looks for some."""
    root, files = tmp_path_factory.mktemp("federation"), list_files()
    for number in range(6):
        folder = f"results/clubs/more-{number}/"
        copies = {path: data for path, data in files.items() if path.startswith("results/clubs/fou/")}
        files |= {path.replace("results/clubs/fou/", folder): data for path, data in copies.items()}
        title = "Les Échecs du Grand-Hornu et de Boussu-lez-Mons" if number == 0 else f"Club {number}"
        files[f"{folder}ranking.toml"] = f'title = "{title}"\nregion = "Hainaut"\n'.encode()
    sites.write(root / "site", files)
    assert build(root / "site", root / "output", date(2026, 11, 21)).problems == []
    with served(root / "output") as address:
        yield address


def test_a_club_is_found_by_a_part_of_its_name(page: Page, federation: str, complaints: list[str]) -> None:
    page.goto(f"{federation}clubs/")
    rows = page.locator("ranking-table tbody tr:visible")
    expect(rows).to_have_count(10)
    page.get_by_role("searchbox").first.fill("echecs")
    expect(rows).to_have_count(1)
    expect(page.locator("main section:visible h2")).to_have_text("Hainaut 6")
    rows.get_by_role("link").first.click()
    expect(page).to_have_url(f"{federation}clubs/more-0/")
    expect(page.locator("nav.site [aria-current=true]")).to_have_text("Clubs")
    assert complaints == []


@pytest.mark.parametrize("screen", [320, 360, 1280])
def test_the_page_of_all_clubs_fits_a_screen(page: Page, federation: str, screen: int) -> None:
    page.goto(f"{federation}clubs/")
    assert width(page, screen) <= screen
    assert findings_of_both(page) == []


def test_my_player_is_that_of_one_club(page: Page, federation: str, complaints: list[str]) -> None:
    page.goto(f"{federation}clubs/toren/players/mia-claes/")
    page.get_by_role("button", name="My player").click()
    for club, number in (("toren", 1), ("fou", 0)):
        page.goto(f"{federation}clubs/{club}/")
        expect(page.locator("tr.mine")).to_have_count(number)
    page.goto(f"{federation}clubs/toren/lists/2026-01-20/")
    expect(page.locator("tr.mine")).to_have_count(1)
    page.goto(federation)
    line = page.locator("section.my")
    expect(line).to_contain_text("De Toren")
    line.get_by_role("link").click()
    expect(page).to_have_url(f"{federation}clubs/toren/players/mia-claes/")
    assert complaints == []


def test_a_person_of_two_clubs_is_found_once_on_a_phone_and_has_a_page_that_fits(
    page: Page, federation: str, complaints: list[str]
) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto(federation)
    page.locator("a.find-all").first.click()
    page.get_by_role("combobox").fill("mia claes")
    expect(page.get_by_role("option")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{federation}players/mia-claes/")
    assert width(page, 320) <= 320
    assert findings_of_both(page) == []
    page.get_by_role("link", name="De Toren").click()
    expect(page).to_have_url(f"{federation}clubs/toren/players/mia-claes/")
    page.get_by_role("link", name="All rankings of this player").click()
    expect(page).to_have_url(f"{federation}players/mia-claes/")
    assert complaints == []
