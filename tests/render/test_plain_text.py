"""What pages say where no style sheet is: in a text browser, copied, or read aloud."""

from collections.abc import Callable, Iterator
from pathlib import Path

import elements
import pytest
from golden import SITES
from lxml.etree import _Element

from sitegen.inputs.content.formulas import FormulaFault, convert_formula
from sitegen.render.formula_text import add_formula_texts, mark_powers, write_formula

IN_LINE = {
    *("a", "abbr", "b", "bdi", "code", "em", "i", "label", "math", "output", "s", "small", "span"),
    *("strong", "sub", "time", "u"),
}
"""Elements that begin no line of their own; `<sup>` is left out, as an ordinal (1st) may touch its number."""


def joints(page: str) -> Iterator[str]:
    """Letters and figures of two elements that stand in one line with nothing between."""
    (main,) = elements.read(page).iter("main")
    last = ""

    def say(text: str | None) -> Iterator[str]:
        nonlocal last
        if text and (last[-1:].isalnum() or last[-1:] in {"%", "½", ")"}) and text[:1].isalnum():
            yield f"{last[-20:]}|{text[:20]}"
        last = text or last

    def walk(element: _Element) -> Iterator[str]:
        nonlocal last
        begins_line = element.tag not in IN_LINE
        last = "" if begins_line else last
        if element.tag != "math":
            yield from say(element.text)
            for child in element:
                yield from walk(child)
        last = "" if begins_line else last
        yield from say(element.tail)

    return walk(main)


@pytest.mark.parametrize("name", [site.name for site in SITES])
def test_words_of_two_elements_stand_apart(golden_output: Callable[[str], Path], name: str) -> None:
    pages = {path: path.read_text("utf-8") for path in golden_output(name).rglob("index.html")}
    found = {(str(path), joint) for path, page in pages.items() for joint in joints(page)}
    assert len(pages) > 4
    assert found == set()


@pytest.mark.parametrize(
    ("html", "found"),
    [
        ("<main><dd><span>1776</span><small>57.1 points</small></dd></main>", ["1776|57.1 points"]),
        ("<main><dd><span>1776</span> <small>57.1 points</small></dd></main>", []),
        ("<main><table><tr><td>1<td>2</table></main>", []),
        ("<main><p>a<p>b</main>", []),
    ],
)
def test_that_would_be_seen(html: str, found: list[str]) -> None:
    assert list(joints(f"<html><body>{html}")) == found


@pytest.mark.parametrize(
    ("latex", "text"),
    [
        (r"P = \frac{1}{1 + 10^{-(A-B)\sqrt{N}/2000}}", "P = 1/(1 + 10^(−(A − B)√N/2000))"),
        (r"V = 100 \cdot e^{\frac{R - 2000}{2000} \cdot 2.7}", "V = 100 ⋅ e^((R − 2000)/2000 ⋅ 2.7)"),
        (r"R_1, \ldots, R_g", "R_1, ..., R_g"),
        (r"H = -\frac{\text{own} - \text{other}}{40}", "H = −(own − other)/40"),
        (r"\frac{1}{2} x", "(1/2)x"),
        (r"\sqrt[3]{x + 1}", "(x + 1)^(1/3)"),
        (r"\sum_{i=1}^n x_i^2", "∑_(i = 1)^n x_i^2"),
        (r"\frac{\text{two words}}{(a)(b)}", "(two words)/((a)(b))"),
        (r"\begin{aligned} a &= 1 \\ b &= 2 \end{aligned}", "a = 1; b = 2"),
    ],
)
def test_a_formula_is_a_line_of_text_that_means_the_same(latex: str, text: str) -> None:
    math = convert_formula(latex, "block", "")
    assert not isinstance(math, FormulaFault)
    assert write_formula(math).replace(" ", "") == text.replace(" ", "")


def test_it_follows_the_formula_out_of_sight_unless_the_formula_reads_alike() -> None:
    half = "<math><mfrac><mn>1</mn><mn>2</mn></mfrac></math>"
    page = add_formula_texts(f"<p>{half} <math><mi>A</mi><mo>=</mo><mn>2</mn></math><math>&nbsp;</math>")
    assert page.startswith(f"<p>{half}<span class=vh aria-hidden=true> 1/2</span> <math><mi>A")
    assert page.count("<span") == 1


def test_signs_of_smaller_and_larger_stay_signs() -> None:
    page = add_formula_texts("<math><msup><mi>a</mi><mn>2</mn></msup><mo>&lt;</mo><mi>b</mi></math>")
    assert page.endswith("> a^2 &lt; b</span>")
    assert "<span class=vh aria-hidden=true> a^2 &lt; b</span>" in page


def test_a_power_in_a_line_keeps_its_signs() -> None:
    line = mark_powers("1/(1+10<sup>(a−b)/400</sup>)")
    assert "".join(elements.read(line).itertext()) == "1/(1+10^((a−b)/400))"


def test_a_formula_apart_can_be_reached_and_one_in_a_head_names_its_column() -> None:
    apart = add_formula_texts('<math display="block" alttext="p"><mi>p</mi></math>')
    assert apart == '<math tabindex="0" display="block" alttext="p"><mi>p</mi></math>'
    head = '<th class="right"><math display="inline"><mi>p</mi></math></th>'
    told = add_formula_texts(head)
    assert "<math aria-hidden=true " in told
    assert told.endswith("</math><span class=vh>p</span></th>")
    half = "<th><math><mfrac><mn>1</mn><mn>2</mn></mfrac></math></th>"
    assert add_formula_texts(half).endswith("</math><span class=vh>1/2</span></th>")
