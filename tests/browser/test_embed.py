"""The list in a frame on another site: which rows it shows, where they lead, how it looks."""

import pytest
from page_requirements import width
from playwright.sync_api import Browser, FrameLocator, Page, expect

pytestmark = pytest.mark.slow


def framed(page: Page, address: str, asked: str = "", ranking: str = "backgammon") -> FrameLocator:
    """A page of somebody else with the list of a ranking in a frame."""
    page.set_content(f'<p>Ours</p><iframe src="{address}{ranking}/embed/{asked}" width="600"></iframe>')
    frame = page.frame_locator("iframe")
    expect(frame.locator("embedded-list.chosen")).to_be_attached()
    return frame


def names(frame: FrameLocator) -> list[str]:
    rows = frame.locator("tbody tr:visible th")
    return [text.split("\n")[0].strip() for text in rows.all_inner_texts()]


def test_a_frame_shows_the_first_ten_or_as_many_as_are_asked_for(
    page: Page, address: str, complaints: list[str]
) -> None:
    ten = names(framed(page, address))
    assert len(ten) == 10
    assert names(framed(page, address, "?top=3")) == ten[:3]
    assert len(names(framed(page, address, "?top=nonsense"))) == 10
    assert complaints == []


def test_a_frame_shows_a_club_or_a_player(page: Page, address: str) -> None:
    club = framed(page, address, "?club=De+Blokkade")
    clubs = club.locator("tbody tr:visible small").all_inner_texts()
    assert len(clubs) > 1
    assert {text.strip() for text in clubs} == {"De Blokkade"}
    one = framed(page, address, "?player=nico-plugboer")
    assert [name.split(" De ")[0] for name in names(one)] == ["Nico Plugboer"]
    assert len(names(framed(page, address, "?club=De+Blokkade&top=2"))) == 2


def test_a_link_opens_the_site_itself(page: Page, address: str) -> None:
    frame = framed(page, address, "?player=nico-plugboer")
    frame.locator("tbody a:visible").click()
    expect(page).to_have_url(f"{address}backgammon/players/nico-plugboer/")


def test_without_scripts_the_first_ten_are_there(browser: Browser, address: str) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(f"{address}chess/embed/")
        assert page.locator("tbody tr:visible").count() == 10


def test_it_is_light_or_dark_and_never_wider_than_its_frame(page: Page, address: str) -> None:
    page.goto(f"{address}circuit/embed/")
    assert [width(page, number) <= number for number in (600, 320)] == [True, True]
    ground = "getComputedStyle(document.body).backgroundColor"
    assert page.evaluate(ground) == "rgb(255, 255, 255)"
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(ground) != "rgb(255, 255, 255)"


def test_the_page_that_says_how_shows_code_that_works(
    page: Page, address: str, complaints: list[str]
) -> None:
    page.goto(f"{address}backgammon/share/")
    codes = page.locator("pre code").all_inner_texts()
    assert len(codes) == 3
    theirs = page.context.new_page()  # an empty page has the policy of the one before it
    for code in codes:
        theirs.set_content(code.replace("https://delta.example/", address))
        expect(theirs.frame_locator("iframe").locator("embedded-list.chosen")).to_be_attached()
        assert theirs.frame_locator("iframe").locator("tbody tr:visible").count() > 0
    assert complaints == []
