"""The style sheet: one small file, with rules for what there is alone."""

import re
from itertools import chain
from pathlib import Path

from sitegen.pages import theme

ROOT = Path(__file__).parents[2]
MOST = 35_000
MADE = re.compile(r"[bdfpt]\d+")  # numbered by the columns that are changes, words, left out first, or last


def style_sheet(site: Path) -> str:
    return theme.find_static_files(site)["sitegen.css"]().decode()


def test_it_is_small_and_tells_browsers_nothing_that_is_for_people(tmp_path: Path) -> None:
    made = style_sheet(tmp_path)
    assert len(made.encode()) <= MOST
    assert re.search(r"/\*|\*/|\n[ \t]", made) is None


def test_each_class_in_it_is_written_by_a_template_a_script_or_a_drawing(tmp_path: Path) -> None:
    kinds = (
        (ROOT / "templates").rglob("*.*ml"),
        (ROOT / "templates").glob("*/*.js"),
        (ROOT / "sitegen").rglob("*.html"),
        (ROOT / "sitegen/render").glob("*.py"),
        (ROOT / "sitegen/inputs/content").glob("*.py"),
    )
    written = {*re.findall(r"[\w-]+", " ".join(path.read_text("utf-8") for path in chain(*kinds)))}
    selectors = " ".join(re.findall(r"([^{}]+)\{", style_sheet(tmp_path)))
    classes = {name for name in re.findall(r"\.([a-zA-Z][\w-]*)", selectors) if not MADE.fullmatch(name)}
    assert sorted(classes - written) == []


def test_what_a_site_wrote_is_copied_as_it_is(tmp_path: Path) -> None:
    own = "/* ours */\r\n.hall { td  :last-child { content: '/*  x + y';  --c: 0.50 } }\n"
    (tmp_path / "templates/css").mkdir(parents=True)
    (tmp_path / "templates/css/zz.css").write_bytes(b"\xef\xbb\xbf" + own.encode())
    assert style_sheet(tmp_path).endswith(f"}}\n\n{own}")


def test_a_script_of_a_site_follows_those_of_all_pages(tmp_path: Path) -> None:
    (tmp_path / "templates/js").mkdir(parents=True)
    (tmp_path / "templates/js/zz.js").write_text("alert('Thursday!');\n", "utf-8")
    made = theme.find_static_files(tmp_path)["sitegen.js"]().decode()
    ours = [
        (ROOT / "templates/js" / name).read_text("utf-8") for name in ("_sitegen.js", "mine.js", "search.js")
    ]
    assert made == "\n".join([*ours, "alert('Thursday!');\n"])
    assert theme.find_stray_files(tmp_path) == []
