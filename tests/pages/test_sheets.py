"""Mistakes in a club's own style sheet that reach beyond themselves are told at their places."""

import pytest
from club_sheets import SHEETS

from sitegen.inputs.content.files import ContentFile
from sitegen.pages.sheets import find_dead_addresses, find_sheet_faults

MISTAKEN = {
    ".a { color: red": [(1, 4, "{")],
    ".a { color: red\n.b { color: red }\n": [(1, 4, "{")],
    "@media print {\n  .a { color: red }\n": [(1, 14, "{")],
    ".a { color: red }\n}\n.b { color: red }": [(2, 1, "}")],
    ".a { color: rgb(1 2 3 }\n.b { color: red }": [(1, 16, "(")],
    ".a { color: red) }": [(1, 16, ")")],
    "a[href { color: red }": [(1, 2, "[")],
    ".a { color: red }\n/* to be done\n.b { color: red }": [(2, 1, "/*")],
    "/* .a { /* red */ color: red } */\n.b { color: red }": [(1, 30, "}")],
    "/* a /* b */ c */\n.b { color: red }": [(1, 16, "*/")],
    '.a::before { content: "now }\n.b { color: red }': [(1, 23, '"')],
    ".a::before { content: '60 }": [(1, 23, "'")],
    "/* { ( */ .a { content: '}' ; background: url(a{b.png) } .\\{ { color: red": [(1, 62, "{")],
    '\n@import "other.css";\n.a { color: red }': [(2, 1, "")],
    '@IMPORT url(https://fonts.example/css?family=A);\n@import "b.css";}': [(2, 17, "}"), (1, 1, "")],
}
"""With line and column of what is told, and the sign; none of an import."""


def faults(text: str, name: str = "css/club.css") -> list[tuple[int, int, str]]:
    file = ContentFile(f"templates/{name}", name, text.encode())
    return [
        (problem.line, problem.column, sign)
        for problem in find_sheet_faults(file)
        for sign in [problem.message.partition("this '")[2].partition("' is")[0]]
    ]


@pytest.mark.parametrize("text", MISTAKEN)
def test_a_mistake_that_reaches_further_is_told_at_its_place(text: str) -> None:
    assert faults(text) == MISTAKEN[text]


def test_a_sheet_that_stands_by_itself_may_import() -> None:
    assert faults('@import "other.css";', "static/club.css") == []


@pytest.mark.parametrize("kind", SHEETS)
def test_of_a_sheet_without_mistakes_nothing_is_told(kind: str) -> None:
    assert faults(SHEETS[kind]) == ([(4, 1, "}")] if kind.startswith("mistakes") else [])


@pytest.mark.parametrize(
    ("name", "text", "dead"),
    [
        ("css/club.css", "@font-face { src: url(clb.woff2) }", [(1, 19, "static/clb.woff2")]),
        ("css/club.css", ".a {}\n.b { background: url( 'fan%20.png?x' ) }", [(2, 18, "static/fan .png")]),
        (
            "static/a/own.css",
            "@import url(b.css); .a { src: url(../club.woff2) }",
            [(1, 9, "static/a/b.css")],
        ),
        ("css/club.css", 'a { src: url(club.woff2), url("club.woff2#x"), url(img/fan.png) }', []),
        (
            "css/club.css",
            "a { src: url(#x), url(data:,x), url(/x), url(//h/x), url(HTTPS://h/x), url(../x) }",
            [],
        ),
        ("css/club.css", "/* url(x) */ a { content: 'url(x)' \"url(x)\" } /* url(x)", []),
    ],
)
def test_a_file_that_a_sheet_fetches_in_vain_is_told(
    name: str, text: str, dead: list[tuple[int, int, str]]
) -> None:
    file = ContentFile(f"templates/{name}", name, text.encode())
    problems = find_dead_addresses(file, ["club.woff2", "img/fan.png"])
    assert [(each.line, each.column, each.message.partition("templates/")[2]) for each in problems] == dead
