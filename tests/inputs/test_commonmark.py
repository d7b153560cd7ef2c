"""Pages as clubs write them in GitHub's editor: each is what its preview shows, or is told at its line."""

import html5lib
import pytest

from sitegen.core.language import Language
from sitegen.inputs.content.links import LinkResolver, render_markdown, render_page
from sitegen.inputs.content.texts import ContentPage


def outline(html: str) -> str:
    """The elements of a page and their texts: `ul(li(a))`, without boxes, spaces between and attributes."""
    pieces = []

    def add(element: object, parts: list[str]) -> None:
        name = str(element.tag).rpartition("}")[2]  # type: ignore[attr-defined]
        inside: list[str] = [element.text or ""]  # type: ignore[attr-defined]
        for child in element:  # type: ignore[attr-defined]
            add(child, inside)
            inside.append(child.tail or "")
        text = "".join(piece if piece.strip() else "" for piece in inside)
        is_box = name in {"div", "thead", "tbody", "label", "math", "mrow"}
        parts.append(text if is_box else f"{name}({' '.join(text.split())})")

    for element in html5lib.parseFragment(html, namespaceHTMLElements=False):
        add(element, pieces)
    return " ".join(pieces)


PAGES = {
    "We play on\n- Monday\n- Tuesday": "p(We play on) ul(li(Monday)li(Tuesday))",
    "The standing:\n| a | b |\n|---|--:|\n| 1 | 2 |\nmore": (
        "p(The standing:) table(tr(th(a)th(b))tr(td(1)td(2))tr(td(more)td()))"
    ),
    "- one\n  - two\n    - three\n- four": "ul(li(one ul(li(two ul(li(three)))))li(four))",
    "1. one\n   1. two\n   - three": "ol(li(one ol(li(two))ul(li(three))))",
    "- [ ] to do\n- [x] done\n- [y] neither": "ul(li(input() to do)li(input() done)li([y] neither))",
    "~~gone~~ and ~gone~": "p(s(gone) and s(gone))",
    "1-0\n½-½\n+1 -1\n-2": "p(1-0 ½-½ +1 -1 -2)",
    "text\n2026. no list": "p(text 2026. no list)",
    "1) one\n2) two": "ol(li(one)li(two))",
    "Title\n---\n\n***": "h2(Title) hr()",
    "> quoted\nlazy": "blockquote(p(quoted lazy))",
    "one  \ntwo\\\nthree\nfour": "p(onebr() twobr() three four)",
    "#no heading\n\n# Heading #": "p(#no heading) h2(Heading)",
    "- a\n```\ncode\n```\n- b\n  ~~~~ x\n  ```\n  ~~~~": (
        "ul(li(a)) pre(code(code)) ul(li(bpre(code(```))))"
    ),
    "snake_case_name 2*3*4 __b__ *a*b": "p(snake_case_name 2em(3)4 strong(b)em(a)b)",
    "Mail jan_de_vries@club.example, _me@club.example_.": (
        "p(Mail a(jan_de_vries@club.example), em(a(me@club.example)).)"
    ),
    "www.club.example/a_b and (https://a.example/b_(c)).": "p(a(www.club.example/a_b) and (a(https://a.example/b_(c))).)",
    "| `a\\|b` | c \\| d |\n|-|-|": "table(tr(th(code(a|b))th(c | d)))",
    "| $|x|$ | $5 | $6 |\n|-|-|-|\n| $a | b$ | `c` | US$ |": (
        "table(tr(th(mo(|)mi(x)mo(|))th($5)th($6))tr(td(mi(a)mo(|)mi(b))td(code(c))td(US$)))"
    ),
    "<details><summary>More</summary>\n\n- a\n\n</details>": "details(summary(More)ul(li(a)))",
    "a <xmp> b *c*\n\n<p><title>d</title></p>": "p(a <xmp> b em(c)) p(<title>d</title>)",
    "> [!TIP]\n> Come *early*": "p(strong(Tip))p(Come em(early))",
    "```math\n\\sqrt x\n```": "msqrt(mi(x))",
    "$`x`$ and $$y$$": "p(mi(x) and mi(y))",
    "> $$\n> x\n> $$\n>\n> - $$y$$ more": "blockquote(mi(x)ul(li(mi(y) more)))",
    "[a]: b\n\n[a] [c][a] [d]": "p(a(a)a(c) [d])",
    "\\* no \\# sign 1\\. &copy; AT&T": "p(* no # sign 1. © AT&T)",
    "a<!-- hidden -->b": "p(ab)",
    "H<sub>2</sub>O <kbd>Ctrl</kbd> <mark>m</mark><br>x": "p(Hsub(2)O kbd(Ctrl)mark(m)br()x)",
}


@pytest.mark.parametrize("text", PAGES)
def test_a_page_is_what_the_preview_shows(text: str) -> None:
    html, problems = render_markdown(text, "a.md")
    assert problems == []
    assert outline(html) == PAGES[text]


TOLD = {
    '!!! note "Mind"\n    this': (1, 1),
    "text\n\n[TOC]": (3, 1),
    "## Title {#own}": (1, 10),
    "![a](b.png){width=360 height=2}": (1, 12),
    "[a](#){: .k }": (1, 7),
    "Term\n:   what it is": (2, 1),
    "\n- won :tada: today": (2, 7),
    "a\n\n```mermaid\ngraph\n```": (3, 1),
    "> so\n> :thumbs_up:": (2, 3),
}


@pytest.mark.parametrize("text", TOLD)
def test_what_a_page_makes_nothing_of_is_told_at_its_place(text: str) -> None:
    _, problems = render_markdown(text, "a.md")
    assert [(problem.line, problem.column) for problem in problems] == [TOLD[text]]
    assert problems[0].severity.value == "warning"
    assert problems[0].hint


@pytest.mark.parametrize(
    "text",
    [
        "`:tada:` and `{#a}`",
        "at 20:30:45, from 9:00:12: to 10",
        "$x_{a=b}$ and $\\sum {n=1}$",
        "```\n!!! note\n[TOC]\n```",
        "https://club.example/:a:/b",
        "Voici la liste\n: un, deux",
        "wow!!! note that",
        "an address begins with https:// or (http://).",
        "\\:tada\\:",
        "a {b} and {c: d}",
    ],
)
def test_nothing_is_told_of_an_ordinary_text(text: str) -> None:
    assert render_markdown(text, "a.md")[1] == []


def test_a_bar_that_may_be_a_double_one_is_an_error_at_its_place() -> None:
    _, (problem,) = render_markdown("| a |\n|---|\n| $\\|x\\|$ |", "a.md")
    assert (problem.line, problem.column, problem.severity.value) == (3, 4, "error")
    assert str(problem).endswith("(write '\\vert' or '\\Vert')")


def test_a_notice_has_its_title_in_the_language_of_the_page() -> None:
    html, _ = render_markdown("> [!CAUTION]\n> x", "a.md", language=Language("nl"))
    assert "<strong>Let op</strong>" in html


def test_a_page_is_cleaned_once() -> None:
    """The first line of <pre> stays blank, and a link is moved, whichever way they meet."""
    page = ContentPage("content/a.md", "a/", "A", None, "<pre>\n\n one\n</pre>\n\n[b](b.md)", 1)
    resolver = LinkResolver(page.path, page.url, {"a/", "b/"}, {"content/b.md": "b/"})
    html, problems = render_page(page, resolver, Language("en"))
    assert problems == []
    (pre,) = html5lib.parseFragment(html, namespaceHTMLElements=False).iter("pre")
    assert pre.text == "\n one\n"
    assert 'href="../b/"' in html


def test_a_place_that_a_writer_named_can_be_linked_to() -> None:
    page = ContentPage("content/a.md", "a/", "A", None, '<a name="x"></a>\n\n[y](#x)', 1)
    assert render_page(page, LinkResolver(page.path, page.url, {"a/"}, {}), Language("en"))[1] == []


def test_a_field_that_a_writer_put_in_is_a_box_and_nothing_more() -> None:
    html, _ = render_markdown('<input type="password" name="q" value="z" autofocus>', "a.md")
    assert html == '<input type="checkbox">'
