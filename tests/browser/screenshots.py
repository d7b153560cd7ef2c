"""Pictures of every kind of page, on a phone, on a desk, light, dark, and on paper: `make screenshots`."""

from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

from chromium import launched
from playwright.sync_api import Browser
from sample_site import PAGES, build_demonstration, file_of

PICTURES = Path(__file__).parents[2] / "screenshots"
SIZES = {"phone": (360, 740, 2), "desk": (1280, 900, 1)}  # width, height, pixels to a point
HIGHEST = 2400  # of a long page the top is enough
PAPER = {"format": "A4", "prefer_css_page_size": True, "display_header_footer": False}


def photograph(browser: Browser, site: Path, size: str, scheme: str) -> None:
    """One picture of each page, named `list-phone-dark.png`."""
    width, height, scale = SIZES[size]
    with browser.new_context(
        viewport={"width": width, "height": height},
        device_scale_factor=scale,
        color_scheme="dark" if scheme == "dark" else "light",
    ) as context:
        page = context.new_page()
        for kind in PAGES:
            page.goto(file_of(site, kind))
            tall = page.evaluate("document.documentElement.scrollHeight")
            page.screenshot(
                path=PICTURES / f"{kind.replace(' ', '-')}-{size}-{scheme}.png",
                clip={"x": 0, "y": 0, "width": width, "height": min(tall, HIGHEST)},
                full_page=True,
            )


def print_out(browser: Browser, site: Path) -> None:
    """What each page is on paper, named `list-paper.pdf`."""
    with browser.new_context() as context:
        page = context.new_page()
        for kind in PAGES:
            page.goto(file_of(site, kind))
            page.pdf(path=PICTURES / f"{kind.replace(' ', '-')}-paper.pdf", **PAPER)


def main() -> None:
    """Build the demonstration, then take every picture anew."""
    PICTURES.mkdir(exist_ok=True)
    with TemporaryDirectory() as folder, launched() as browser:
        site = build_demonstration(Path(folder) / "output")
        for size, scheme in product(SIZES, ("light", "dark")):
            photograph(browser, site, size, scheme)
        print_out(browser, site)
    print(f"{len(list(PICTURES.iterdir()))} pictures in {PICTURES}")  # noqa: T201 - a script


if __name__ == "__main__":
    main()
