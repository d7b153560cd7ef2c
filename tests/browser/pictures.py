"""Pictures of the demonstration, for the guide in content/guide and for the README: `make pictures`."""

import csv
import io
import shutil
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from chromium import launched
from commits import commit
from guide import PAGES, blocks
from PIL import Image
from playwright.sync_api import Browser, Page
from sample_site import PUBLISHED, build_demonstration
from stub_worker import KEEPS_NOTHING, answering

from sitegen.commands.cli import main as run_command


class Picture(NamedTuple):
    """A part of a page as a phone shows it: from the first element that `top` selects downward."""

    address: str
    top: str
    height: int
    scrolled: int = 0  # how far the table there is scrolled to the right
    is_themed: bool = False  # whether it has the colours of the guide's page about themes
    opened: str = ""  # the details that are open


WIDTH, SCALE = 360, 2  # points, and pixels to a point
PICTURES = {
    "list": Picture("backgammon/", "#rating-list", 326),
    "week": Picture("backgammon/results/2026-W46/", "#matches", 260),
    "source": Picture("backgammon/results/2026-W46/", "#matches tbody", 248, opened="#matches details"),
    "deadline": Picture("backgammon/results/2026-W46/", ".facts", 186),
    "player": Picture("backgammon/players/geert-uyttendaele/", "#history", 280, scrolled=320),
    "formula": Picture("backgammon/results/2026-W46/", ".formula", 350, opened=".formula details"),
    "hidden": Picture("backgammon/", "#rating-list tbody tr:nth-child(18)", 258),
    "theme": Picture("backgammon/", "body", 300, is_themed=True),
}
"""The pictures by the name of their file."""

_PREPARED = """(start, { height, scrolled }) => {
  for (const table of document.querySelectorAll(".scroll")) table.scrollLeft = scrolled;
  const top = Math.max(0, start.getBoundingClientRect().top - 8);
  const frame = document.createElement("div");
  frame.style.cssText = `position: absolute; z-index: 9; left: 0; top: ${top}px; width: 100%;`
    + `height: ${height}px; border: 1px solid #aebab7; box-sizing: border-box`;
  document.body.append(frame);
  return top;
}"""  # scrolls, and draws the edge of the picture


class Shot(NamedTuple):
    """The first screen of a page, for the README."""

    address: str
    size: dict[str, int]
    scheme: str = "light"


ROOT = Path(__file__).parents[2]
README = ROOT / ".github" / "pictures"
_DESK, _PHONE = {"width": 1280, "height": 800}, {"width": 360, "height": 740}
SHOTS = {
    "list": Shot("backgammon/", _DESK),
    "player": Shot("backgammon/players/nico-plugboer/", _PHONE),
    "dark": Shot("chess/players/ellen-couwenaerde/", _PHONE, "dark"),
    "after": Shot("chess/", _PHONE),
}
"""The pictures of the README by the name of their file, but for those of an evening."""
EVENING = ("enter", "effect")
"""What comes before the picture `after`: its results on a phone, and what the check says of them."""
_GAMES = "results/chess/games/period-4.csv"
_ROUND = "22"
_COLOURS = 256  # few enough for a small file, and letters stay smooth


def shoot(browser: Browser, site: Path, name: str, folder: Path) -> Path:
    """Write a picture of the README."""
    shot = SHOTS[name]
    with browser.new_context(
        viewport=shot.size, color_scheme=shot.scheme, reduced_motion="reduce"
    ) as context:
        page = context.new_page()
        page.goto((site / shot.address / "index.html").as_uri())
        return save(page.screenshot(), folder / f"{name}.png")


def save(picture: bytes, path: Path) -> Path:
    """Write a picture with few colours, which takes a third of the bytes."""
    whole = Image.open(io.BytesIO(picture)).convert("RGB")
    whole.quantize(_COLOURS, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).save(path, optimize=True)
    return path


def shoot_evening(browser: Browser, folder: Path) -> list[Path]:
    """Write the pictures of a chess evening that is entered: the last round of the demonstration."""
    with TemporaryDirectory() as own:
        root = Path(own) / "site"
        results = _begin_evening(root)
        with browser.new_context(viewport=_PHONE, reduced_motion="reduce") as context:
            context.add_init_script(KEEPS_NOTHING)
            page = context.new_page()
            page.clock.set_fixed_time(f"{PUBLISHED}T20:12:00Z")
            run_command(["build", "--site", str(root)], standalone_mode=False)
            with answering(root / "output") as address:
                page.goto(f"{address}chess/enter/")
                page.get_by_role("button", name=f"Round {_ROUND}").click()
                for number, result in enumerate(results, 1):
                    row = page.get_by_role("group", name=f"Result, row {number}", exact=True)
                    row.get_by_role("button", name=result, exact=True).click()
                page.get_by_text("Accepted").first.wait_for()
                page.evaluate("scrollTo(0, 0)")
                entered = save(page.screenshot(), folder / "enter.png")
            shutil.copy(ROOT / _GAMES, root / _GAMES)
            effect = root.with_name("effect.html")
            run_command(["diff", "HEAD", "--site", str(root), "--page", str(effect)], standalone_mode=False)
            page.goto(effect.as_uri())
            return [entered, save(page.screenshot(), folder / "effect.png")]


def _begin_evening(root: Path) -> list[str]:
    """Write the chess of the demonstration as it was before its last round; return the results of that."""
    shutil.copytree(ROOT / "results/chess", root / "results/chess")
    (root / "content").mkdir()
    shutil.copy(ROOT / "content/chess.md", root / "content")
    head, *rankings = (ROOT / "sitegen.toml").read_text(encoding="utf-8").split("[[ranking]]")
    own = next(settings for settings in rankings if 'id = "chess"' in settings)
    (root / "sitegen.toml").write_text(f"{head}[[ranking]]{own}", encoding="utf-8")
    with (root / _GAMES).open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    results = [row["result"] for row in rows if row["round"] == _ROUND]
    with (root / _GAMES).open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0], lineterminator="\n")
        writer.writeheader()
        writer.writerows(row | {"result": ""} if row["round"] == _ROUND else row for row in rows)
    commit(root, "Before the round")
    return results


@contextmanager
def phone(browser: Browser) -> Iterator[Page]:
    """A page for the pictures of the guide."""
    with browser.new_context(
        viewport={"width": WIDTH, "height": 740},
        device_scale_factor=SCALE,
        reduced_motion="reduce",
        bypass_csp=True,
    ) as context:
        yield context.new_page()


def photograph(page: Page, site: Path, name: str, folder: Path) -> Path:
    """Write the picture `name`."""
    picture = PICTURES[name]
    page.goto((site / picture.address / "index.html").as_uri())
    if picture.is_themed:
        page.add_style_tag(content=f":root{{{_colours()}}}")
    if picture.opened:
        page.locator(picture.opened).first.evaluate("each => { each.open = true; }")
    start = page.locator(picture.top).first
    top = start.evaluate(_PREPARED, picture._asdict())
    path = folder / f"{name}.png"
    clip = {"x": 0, "y": top, "width": WIDTH, "height": picture.height}
    page.screenshot(path=path, clip=clip, full_page=True)
    return path


def _colours() -> str:
    """The colours of a club as the page about themes says them, as properties."""
    text = (PAGES / "themes.md").read_text(encoding="utf-8")
    settings = next(block.text for block in blocks(text) if block.file == "sitegen.toml")
    return "".join(f"--{name}: {value};" for name, value in tomllib.loads(settings)["theme"].items())


def main() -> None:
    """Build the demonstration, then take every picture anew."""
    with TemporaryDirectory() as folder, launched() as browser:
        site = build_demonstration(Path(folder) / "output")
        with phone(browser) as page:
            paths = [photograph(page, site, name, PAGES) for name in PICTURES]
        README.mkdir(exist_ok=True)
        paths += [*(shoot(browser, site, name, README) for name in SHOTS), *shoot_evening(browser, README)]
    size = sum(path.stat().st_size for path in paths) // 1000
    print(f"{len(paths)} pictures, {size} kB")  # noqa: T201 - a script


if __name__ == "__main__":
    main()
