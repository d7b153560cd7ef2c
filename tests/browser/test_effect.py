"""The page of what a change does, in a browser: its policy holds, axe finds nothing, nothing is cut off."""

from pathlib import Path

import pytest
from page_requirements import findings_of_both, open_all
from playwright.sync_api import Page

from sitegen.commands.cli import main
from tests.club import MATCHES, PLAYERS, SETTINGS, Club, matches, players

pytestmark = pytest.mark.slow

FOUR = ("an-peeters", "bo-claes-de-wit-van-der-heijdenrijk", "cy-maes", "di-wouters")
AUTUMN = ("2026-10-06,an-peeters,cy-maes,7", f"2026-10-08,di-wouters,{FOUR[1]},5")
LATER = (f"2026-10-06,{FOUR[1]},an-peeters,7", "2026-11-12,di-wouters,an-peeters,7")


@pytest.fixture(scope="module")
def effect(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of a correction in October, an evening in November and a player who is new."""
    club = Club(tmp_path_factory.mktemp("effect") / "club")
    given = {"sitegen.toml": SETTINGS, PLAYERS: players(*FOUR), MATCHES: matches(*AUTUMN)}
    club.commit("Begin", "2026-10-09", given)
    club.write({MATCHES: matches(AUTUMN[1], *LATER), PLAYERS: players(*FOUR, "el-ooms")})
    page = club.root.parent / "effect.html"
    arguments = ["diff", "HEAD", "--site", str(club.root), "--as-of", "2026-11-21", "--page", str(page)]
    main(arguments, standalone_mode=False)
    return page


def test_axe_finds_nothing_and_nothing_is_cut_off(page: Page, effect: Path) -> None:
    """With all that can be opened open, by day on a desk and by night on a phone."""
    page.goto(effect.as_uri())
    open_all(page)
    assert findings_of_both(page) == []


def test_its_style_is_obeyed_and_nothing_is_asked_for(
    page: Page, effect: Path, complaints: list[str]
) -> None:
    """The policy lets the style through that stands there, and nothing else is wanted."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(effect.as_uri())
    assert page.locator("header").evaluate("each => getComputedStyle(each).color") == "rgb(255, 255, 255)"
    assert asked == [effect.as_uri()]
    assert complaints == []


def test_its_policy_stops_what_somebody_puts_in(page: Page, effect: Path, complaints: list[str]) -> None:
    """Neither a script nor another style nor a picture of elsewhere."""
    text = effect.read_text("utf-8")
    strange = '<script>document.title = "obeyed"</script><style>h1 { color: red }</style><img src="x.png">'
    other = effect.with_name("other.html")
    other.write_text(text.replace("<main>", f"<main>{strange}"), "utf-8")
    page.goto(other.as_uri())
    assert page.title() == "What changes – Weekly"
    assert page.locator("h1").evaluate("each => getComputedStyle(each).color") != "rgb(255, 0, 0)"
    assert len(complaints) == 3
