"""The style sheet: one small file, with rules for what there is alone."""

import re
from itertools import chain
from pathlib import Path

from sitegen.pages import theme

ROOT = Path(__file__).parents[2]
MOST = 25_800
MADE = re.compile(r"[dft]\d")  # numbered by the columns that are changes, words, or left out first


def style_sheet() -> str:
    return theme.find_static_files(ROOT)["sitegen.css"]().decode()


def test_it_is_small() -> None:
    assert len(style_sheet().encode()) <= MOST


def test_each_class_in_it_is_written_by_a_template_a_script_or_a_drawing() -> None:
    kinds = (
        (ROOT / "templates").rglob("*.*ml"),
        (ROOT / "templates/static").glob("*.js"),
        (ROOT / "sitegen").rglob("*.html"),
        (ROOT / "sitegen/render").glob("*.py"),
        (ROOT / "sitegen/content").glob("*.py"),
    )
    written = {*re.findall(r"[\w-]+", " ".join(path.read_text("utf-8") for path in chain(*kinds)))}
    selectors = " ".join(re.findall(r"([^{}]+)\{", style_sheet()))
    classes = {name for name in re.findall(r"\.([a-zA-Z][\w-]*)", selectors) if not MADE.fullmatch(name)}
    assert sorted(classes - written) == []


def test_only_between_elements_a_sign_loses_its_spaces(tmp_path: Path) -> None:
    own = "@media print{.a + .b ~ p{margin:calc(1px + 2px);--c:'x + y'}}\n"
    (tmp_path / "templates/css").mkdir(parents=True)
    (tmp_path / "templates/css/zz.css").write_text(own, encoding="utf-8")
    made = theme.find_static_files(tmp_path)["sitegen.css"]().decode()
    assert made.endswith("@media print{.a+.b~p{margin:calc(1px + 2px);--c:'x + y'}}")
