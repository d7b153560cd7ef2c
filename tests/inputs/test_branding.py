"""The colours, the logo and the font of a site's own: read, checked, and in its style sheet."""

from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegen.commands.check import check
from sitegen.inputs.config.palette import (
    DARK_PAGE,
    MIN_CONTRAST,
    WHITE,
    ColourPair,
    Palette,
    compute_contrast,
    find_readable,
    parse_colour,
)
from sitegen.publishing import build

pytestmark = pytest.mark.slow

TODAY = date(2026, 11, 21)
Write = Callable[..., Path]
COLOURS = st.integers(0, 0xFFFFFF).map(lambda value: f"#{value:06x}")
SITE = """
[site]
title = "Club"
url = "https://club.example/"

[[ranking]]
id = "list"
system = "fibs"
title = "List"

"""


def told(root: Path) -> list[str]:
    return [str(problem) for problem in check(root, TODAY)]


@pytest.mark.parametrize(
    ("one", "other", "expected"),  # as the tools of the W3C's working group have them
    [
        ("#000000", "#ffffff", 21),
        ("#767676", "#ffffff", 4.54),
        ("#ff0000", "#ffffff", 4.0),
        ("#fff", "#fff", 1),
    ],
)
def test_contrast_is_that_of_the_guidelines(one: str, other: str, expected: float) -> None:
    assert compute_contrast(parse_colour(one), parse_colour(other)) == pytest.approx(expected, abs=0.005)


@given(COLOURS)
def test_what_is_made_of_a_colour_can_be_read(accent: str) -> None:
    palette = Palette(accent)
    assert compute_contrast(palette.light["band"], WHITE) >= MIN_CONTRAST
    assert compute_contrast(palette.dark["accent"], DARK_PAGE) >= MIN_CONTRAST
    assert compute_contrast(palette.dark["band"], WHITE) >= MIN_CONTRAST


@given(COLOURS, st.sampled_from([WHITE, DARK_PAGE]))
def test_the_colour_that_is_proposed_can_be_read_and_is_the_same_where_that_could(
    one: str, behind: str
) -> None:
    proposed = find_readable(ColourPair("accent", one, behind))
    assert compute_contrast(proposed, behind) >= MIN_CONTRAST
    assert (proposed == one) == (compute_contrast(one, behind) >= MIN_CONTRAST)


def test_a_faint_colour_is_told_with_one_that_can_be_read(write_site: Write) -> None:
    root = write_site({"sitegen.toml": SITE + '[theme]\naccent = "#fc0"\nband = "#5b1a3a"\n'})
    (found,) = told(root)
    assert found.startswith(
        "sitegen.toml:11:10: warning: accent: '#ffcc00' on '#ffffff' has a contrast of 1.5"
    )
    assert "write '#8c7000'" in found


def test_what_is_no_colour_no_font_or_not_there_is_an_error(write_site: Write) -> None:
    theme = '[theme]\naccent = "teal"\nfont = "club.css"\nlogo = "lgo.svg"\n'
    root = write_site({"sitegen.toml": SITE + theme})
    assert [text.partition(" (")[0] for text in told(root)] == [
        "sitegen.toml:11:10: accent: 'teal' is not a colour",
        "sitegen.toml:12:8: font: 'club.css' is not a font",
    ]
    icon = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>'
    files = {"sitegen.toml": SITE + '[theme]\nlogo = "lgo.svg"\n', "templates/static/logo.svg": icon}
    assert told(write_site(files, "other")) == [
        "sitegen.toml:11:8: logo: there is no file templates/static/lgo.svg (did you mean 'logo.svg'?)"
    ]


def test_the_style_sheet_says_what_the_site_chose(write_site: Write) -> None:
    root = write_site({"sitegen.toml": SITE + '[theme]\naccent = "#8a1f55"\nfont = "club.woff2"\n'})
    (root / "templates/static").mkdir(parents=True)
    (root / "templates/static/club.woff2").write_bytes(b"wOF2")
    assert build(root, root / "output", TODAY).plan
    sheet = (root / "output/static/sitegen.css").read_text("utf-8")
    assert sheet.index("--accent:#8a1f55") > sheet.index("--accent:")  # behind our own, which it overrides
    assert "@media screen and (prefers-color-scheme:dark)" in sheet  # paper is white
    assert 'url("club.woff2") format("woff2")' in sheet
    assert "font-src 'self'" in (root / "output/index.html").read_text("utf-8")


def test_a_style_sheet_of_its_own_may_bring_fonts(write_site: Write) -> None:
    face = '@font-face { font-family: "Club"; src: url("club.woff2") }'
    for name, sheet, allowed in (("own", face, True), ("none", "a { color: red }", False)):
        root = write_site({"sitegen.toml": SITE, "templates/css/z.css": sheet}, name)
        assert build(root, root / "output", TODAY).plan
        assert ("font-src 'self'" in (root / "output/index.html").read_text("utf-8")) is allowed
