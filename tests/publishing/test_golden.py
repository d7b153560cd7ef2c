"""Small sites become, byte for byte, what was looked at and kept."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from golden import AS_OF, SITES, build_site, copy_site, is_whole, read_expected, read_output, select_kept
from jinja2 import Environment, Template
from outline import read_page
from sites import render

from sitegen.pages.theme import get_templates_folder

SYSTEMS = Path(__file__).parents[2] / "sitegen" / "systems"
SMALLEST = ("club", "handicap", "season")  # which `make quick` makes too
ELSEWHERE = {"alone", "between", "check", "effect", "import", "languages", "rankings", "year"}
"""The templates of what none of these sites has: the program in the browser, a second language, corrections,
and many rankings or years."""

SAMPLE = "keep a page that has it whole: SAMPLES in golden.py"

Output = Callable[[str], Path]


def mark(smallest: tuple[str, ...], other: pytest.MarkDecorator) -> pytest.MarkDecorator:
    """Each site, those that are not among the smallest marked."""
    sites = [pytest.param(site, marks=[] if site.name in smallest else other) for site in SITES]
    return pytest.mark.parametrize("site", sites, ids=lambda site: site.name)


@mark(SMALLEST, pytest.mark.slow)
def test_a_site_becomes_what_was_kept(site: Path, golden_output: Output) -> None:
    now, then = select_kept(site, golden_output(site.name)), read_expected(site)
    assert now.keys() == then.keys()
    for path in now:
        assert now[path].decode() == then[path].decode(), f"{path}: if that is meant, say: make golden"


@pytest.mark.slow
@mark(("periods",), pytest.mark.night)
def test_two_processes_make_the_same(site: Path, golden_output: Output, tmp_path: Path) -> None:
    """Of the largest site on each run, of the others at night."""
    one, two = read_output(golden_output(site.name)), read_output(build_site(site, tmp_path, workers=2))
    assert [path for path in one.keys() | two.keys() if one.get(path) != two.get(path)] == []


@pytest.mark.slow
def test_every_template_makes_a_page_that_is_kept_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    used = set[Path]()
    get_template = Environment.get_template

    def record(self: Environment, *arguments: object, **options: object) -> Template:
        template = get_template(self, *arguments, **options)  # type: ignore[arg-type]
        used.add(Path(str(template.filename)))
        return template

    monkeypatch.setattr(Environment, "get_template", record)
    for site in SITES:
        render(copy_site(site, tmp_path), AS_OF, partial(is_whole_page, site))
    every = {*get_templates_folder().glob("*.html"), *SYSTEMS.glob("*/templates/*.html")}
    assert {template.stem for template in every - used} == ELSEWHERE, SAMPLE


def is_whole_page(site: Path, path: str) -> bool:
    return path.endswith(".html") and is_whole(site, path)


@pytest.mark.slow
def test_no_element_class_or_attribute_is_only_on_pages_that_are_outlined(golden_output: Output) -> None:
    whole, outlined = set[tuple[str, str]](), set[tuple[str, str]]()
    for site in SITES:
        for path, page in read_output(golden_output(site.name)).items():
            if path.endswith(".html"):
                (whole if is_whole(site, path) else outlined).update(read_markup(page.decode()))
    assert outlined - whole == set(), SAMPLE


def read_markup(page: str) -> Iterator[tuple[str, str]]:
    """The elements of a page, each with its classes and with its attributes."""
    for element in read_page(page)[0].iter():
        yield element.tag, ""
        for name, value in element.items():
            yield element.tag, f"@{name}"
            for word in value.split() if name == "class" else ():
                yield element.tag, word
