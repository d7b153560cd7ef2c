"""Written pages: nothing unsafe comes out, formulas are read or told to be wrong, links lead somewhere."""

import re
from collections.abc import Mapping

import html5lib
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from sites import limit

from sitegen.core.language import ENGLISH
from sitegen.core.problems import Problem
from sitegen.inputs.content import formulas, links, markdown
from sitegen.inputs.content.links import (
    ALLOWED_ATTRIBUTES,
    ALLOWED_TAGS,
    ALLOWED_VALUES,
    FORCED_VALUES,
    LinkResolver,
)
from sitegen.inputs.content.markup import PageElements
from sitegen.inputs.content.texts import ContentPage

HOSTILE = [
    "<script>alert(1)</script>",
    "<ScRiPt src=//x.example/a.js></sCrIpT>",
    "<img src=x onerror=alert(1)>",
    "<svg onload=alert(1)><script>alert(1)</script></svg>",
    "<iframe src=https://x.example></iframe>",
    '<p style="position:fixed">over all</p>',
    "<style>*{display:none}</style>",
    "<a href='java&#115;cript:alert(1)'>x</a>",
    "[x](javascript:alert(1))",
    "[x](data:text/html,<script>alert(1)</script>)",
    "[x](vbscript:x)",
    "![x](javascript:alert(1))",
    "<javascript:alert(1)>",
    "[x]: javascript:alert(1)\n\n[x]",
    "text {: onclick=alert(1) style=color:red }",
    "# x {: onmouseover=alert(1) }",
    r"$\href{javascript:alert(1)}{x}$",
    r"$\text{<script>alert(1)</script>}$",
    r"$\text{</mtext></math><img src=x onerror=alert(1)>}$",
    r"$$\style{background:red}{x}$$",
    r"$\class{x onclick=y}{z}$",
    "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>",
    "<math><annotation-xml encoding='text/html'><script>alert(1)</script></annotation-xml></math>",
    "<form action=//x.example><input name=q><button>x</button></form>",
    "<base href=//x.example><meta http-equiv=refresh content=0><link rel=stylesheet href=x>",
    "<object data=x></object><embed src=x>",
    "<noscript><p title='</noscript><img src=x onerror=alert(1)>'></noscript>",
    "<div tabindex=1 role=alert>x</div>",
    "<!--><img src=x onerror=alert(1)>-->",
    "<![CDATA[<img src=x onerror=alert(1)>]]>",
    "<div>\n<![x[y]]>\n</div>",
    '<a title="<table><img src=x onerror=alert(1)>" href="x">y</a>',
]
ACTIVE = {"script", "style", "iframe", "object", "embed", "form", "base", "meta", "link", "svg", "template"}
PIECES = [
    *"$#*_`|:-<>&\"'{}[]()!\\\n ^=~",
    "$$", "\n\n", "    ", "[^1]", "\n[^1]: ", "```\n", "| a | b |\n|--|-:|\n", "!!! note\n", "[TOC]",
    "<div>", "</div>", "<td>", "<math>", "</math>", r"\frac{1}{2}", r"\left(", r"\begin{cases}",
    "\x02", "\x03", "0",
]  # fmt: skip
FIBS = r"P = \frac{1}{1 + 10^{-(A-B)\sqrt{N}/2000}}"


def unsafe(html: str) -> list[str]:
    """What stands in `html`, as a browser would read it, that the allow-list does not have."""
    found = []
    for element in html5lib.parseFragment(html, namespaceHTMLElements=False).iter():
        tag = str(element.tag).rpartition("}")[2]
        if tag == "DOCUMENT_FRAGMENT":
            continue
        allowed = (
            ALLOWED_ATTRIBUTES["*"]
            | ALLOWED_ATTRIBUTES.get(tag, frozenset())
            | ({"rel"} if tag == "a" else set())
        )
        found += [tag] if tag not in ALLOWED_TAGS or tag in ACTIVE else []
        for name, value in element.attrib.items():
            known = (
                name in allowed
                or value == FORCED_VALUES.get(tag, {}).get(name)
                or value in ALLOWED_VALUES.get(tag, {}).get(name, frozenset())
            )
            if not known or name.startswith("on") or name == "style":
                found.append(f"{tag} {name}={value}")
            if name in {"href", "src"} and re.match(r"[\s\w]*script\s*:", value.lower()):
                found.append(value)
    return found


@pytest.mark.parametrize("payload", HOSTILE)
def test_no_script_handler_style_or_frame_comes_out(payload: str) -> None:
    html, _ = links.render_markdown(f"before\n\n{payload}\n\nafter {payload}", "content/x.md")
    assert unsafe(html) == []
    assert html.startswith("<p>before</p>")


def test_the_allow_list_has_nothing_that_acts() -> None:
    names = frozenset().union(*ALLOWED_ATTRIBUTES.values(), *ALLOWED_VALUES.values())
    assert ALLOWED_TAGS.isdisjoint(ACTIVE)
    assert not [name for name in names if name.startswith("on") or name in {"style", "srcdoc", "target"}]


def test_what_the_allow_list_is_checked_with_sees_what_is_unsafe() -> None:
    assert unsafe('<p style="x">a</p><script>b</script><a href="javascript:c">d</a><div role="alert">') == [
        "p style=x",
        "script",
        "javascript:c",
        "div role=alert",
    ]


@pytest.mark.slow
@given(st.lists(st.sampled_from([*PIECES, *HOSTILE]) | st.text(max_size=8), max_size=12).map("".join))
@example("$" + "{" * 3000 + "}" * 3000 + "$")
@example("> " * 1500)
@example("- " * 1500 + "x")
@example("<div>" * 1000)
@example("$$\n\n$$")
def test_any_text_becomes_safe_html(text: str) -> None:
    html, problems = links.render_markdown(text, "content/x.md")
    assert unsafe(html) == []
    assert all(problem.path == "content/x.md" for problem in problems)
    assert all(0 <= problem.line <= text.count("\n") + text.count("\r") + 1 for problem in problems)


LEFTOVERS = [
    "# Title\n\n## Title\n\n[TOC]",
    "A note[^1] and [a link][here].\n\n[^1]: Below.\n\n[here]: https://club.example/",
    "Another note[^1] and [no link][here].\n\n[^1]: Another.",
    "!!! note\n    Beware\n\n    of this",
    "    of this",
    "Word\n:   what it means",
    "| a | b |\n| - | -: |\n| 1 | $x$ |",
    "```\n$$ code\n```",
    "$$x^2$$ and $\\unknown$ and $$ not closed",
    "<div markdown='1'>\n\n*inside*\n\n</div>",
    "<div>\n\nnot closed",
    "* one\n* two\n    1. three",
    "- [ " * 500,
    "> " * 500,
    '"quoted" -- it\'s {: .class } text',
]
"""Whatever a reader could still have in mind when it comes to the next text."""


@given(st.lists(st.sampled_from(LEFTOVERS), max_size=5), st.sampled_from(LEFTOVERS))
def test_a_text_becomes_the_same_whatever_was_read_before(before: list[str], text: str) -> None:
    markdown._get_parser.cache_clear()
    alone = links.render_markdown(text, "a.md")
    for text_before in before:
        links.render_markdown(text_before, "a.md")
    assert links.render_markdown(text, "a.md") == alone


def test_a_text_that_was_cut_short_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "* one\n\n    * $x$\n\n[^1]: Below."
    whole = links.render_markdown(text, "a.md")

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(formulas, "convert_formula", interrupted)
        with pytest.raises(KeyboardInterrupt):
            links.render_markdown(text, "a.md")
    assert links.render_markdown(text, "a.md") == whole


def test_the_formula_of_the_regulation_is_mathml() -> None:
    html, problems = links.render_markdown(f"$${FIBS}$$", "content/x.md")
    assert problems == []
    math = html5lib.parseFragment(html, namespaceHTMLElements=False).find(".//{*}math")
    assert math.get("display") == "block"
    assert math.get("alttext") == FIBS
    assert [math.find(f".//{{*}}{name}") is not None for name in ("mfrac", "msup", "msqrt")] == [True] * 3
    assert "".join(math.itertext()) == "P=11+10−(A−B)N/2000"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It costs $5 and $10.", "<p>It costs $5 and $10.</p>"),
        ("US$5 or A$6, $7/$8", "<p>US$5 or A$6, $7/$8</p>"),
        ("US$5 (A$).", "<p>US$5 (A$).</p>"),
        (r"\$x\$ and \$\$", "<p>$x$ and $$</p>"),
        ("`$x$` and ``$$y$$``", "<p><code>$x$</code> and <code>$$y$$</code></p>"),
        ("    $$x$$", "<pre><code>$$x$$\n</code></pre>"),
        ("```\n$$x$$\n```", "<pre><code>$$x$$\n</code></pre>"),
        ("<pre>$x$</pre>", "<pre>$x$</pre>"),
    ],
)
def test_dollars_that_are_no_formula_stay(text: str, expected: str) -> None:
    assert links.render_markdown(text, "content/x.md") == (expected, [])


@pytest.mark.parametrize(
    "text",
    [
        "a $x$ b",
        "$5 for $x$",
        "text\n$$\nx\n$$\nmore",
        "1. item\n\n    $$x$$\n\n2. next",
        "- item $x$",
        "> $$x$$",
        "| a |\n|---|\n| $x$ |",
        "# Title $x$",
        "word[^1]\n\n[^1]: note $x$",
        "*stress $x$*",
    ],
)
def test_a_formula_can_stand_anywhere_in_the_text(text: str) -> None:
    html, problems = links.render_markdown(text, "content/x.md")
    assert problems == []
    assert "<mi>x</mi></mrow></math>" in html


def test_a_formula_alone_is_a_paragraph() -> None:
    html, _ = links.render_markdown("$x$", "content/x.md")
    assert html == '<p><math alttext="x" display="inline"><mrow><mi>x</mi></mrow></math></p>'


def test_signs_that_mean_something_elsewhere_are_themselves_in_a_formula() -> None:
    html, problems = links.render_markdown(r"$a<b \& c > \text{<i>'} \backslash d_1*2*3$", "content/x.md")
    assert problems == []
    math = html5lib.parseFragment(html, namespaceHTMLElements=False).find(".//{*}math")
    assert "".join(math.itertext()) == "a<b&c><i>’\\d1∗2∗3"  # noqa: RUF001 - typographic


def test_cells_of_a_formula_are_aligned_by_class() -> None:
    html, _ = links.render_markdown(r"$$\begin{cases} 1 & x \\ 2 & y \end{cases}$$", "content/x.md")
    assert re.findall(r'<mtd class="(\w+)', html) == ["left"] * 4


@pytest.mark.parametrize("sign", ["=", "> 1", "- 1", "# 2", "+ 1", "*"])
def test_nothing_in_a_display_formula_is_markdown(sign: str) -> None:
    html, _ = links.render_markdown(f"text\n$$\nx\n{sign}\ny_1 y_2\n$$\nmore", "content/x.md")
    tags = {str(element.tag) for element in html5lib.parseFragment(html, namespaceHTMLElements=False).iter()}
    assert tags.isdisjoint({"h1", "h2", "ul", "li", "blockquote", "em"})
    assert html.startswith("<p>text</p>")
    assert html.endswith("<p>more</p>")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "A\n\nwhere $\\fracc{1}{2}$ is",
            (
                ":12:8: the formula '$\\fracc{1}{2}$' uses the unknown command '\\fracc'"
                " (did you mean '\\frac'?)"
            ),
        ),
        (
            "$$\n1 + \\zzzz\n$$",
            ":11:5: the formula '$$ 1 + \\zzzz $$' uses the unknown command '\\zzzz'",
        ),
        (
            "a $\\frac{1{2}$",
            (
                ":10:9: the formula '$\\frac{1{2}$' has '{' without its partner"
                " (write '\\{' or '\\}' for a brace)"
            ),
        ),
        (
            "$x}$",
            (":10:3: the formula '$x}$' has '}' without its partner (write '\\{' or '\\}' for a brace)"),
        ),
        (
            "$x_$",
            ":10:4: the formula '$x_$' cannot be read: nothing stands behind '^' or '_'",
        ),
        ("$x^2^3$", ":10:5: the formula '$x^2^3$' cannot be read: two powers stand at one sign"),
        (
            "$50% of x$",
            ":10:4: the formula '$50% of x$' has '%', which hides the rest of its line (write '\\%')",
        ),
        (
            "$\\def\\a{b}$",
            (":10:2: the formula '$\\def\\a{b}$' defines a command with '\\def' (write the formula out)"),
        ),
        (
            "so\n$$ x + 1\n\nand",
            (
                ":11:1: '$$ x + 1' opens a formula that is not closed"
                " (end it with '$$' before the next blank line; for two dollar signs write '\\$\\$')"
            ),
        ),
    ],
)
def test_a_formula_that_cannot_be_read_is_an_error_at_its_place(text: str, expected: str) -> None:
    _, problems = links.render_markdown(text, "content/x.md", line=10)
    assert [str(problem) for problem in problems] == [f"content/x.md{expected}"]


def test_no_sign_of_one_letter_is_suggested() -> None:
    _, (problem,) = links.render_markdown(r"$\SI{5}{m}$", "a.md")
    assert str(problem).endswith(r"uses the unknown command '\SI'")


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        (r"a \\ b", r":1:4: pages cannot show '\\' of the formula"),
        (r"\begin{align} a \end{align}", r":1:2: pages cannot show '\begin{align}' of the formula"),
        (r"x = 1 \tag{2}", r":1:8: pages cannot show '\tag' of the formula"),
        (r"\mathop{max}_x", r":1:2: pages cannot show '\mathop' of the formula"),
        (r"\begin{alignd} a \end{alignd}", r"(did you mean '\begin{aligned}'?)"),
        (r"\begin{alignat*}{2} a \end{alignat*}", r"(write '\begin{aligned} … \end{aligned}')"),
        (r"\begin{eqnarray} a \end{eqnarray}", r"(write '\begin{array}{rcl} … \end{array}')"),
        (r"\begin{tabular}{l} a \end{tabular}", r"(write '\begin{array}{ll} … \end{array}')"),
        (r"\aplha", r"(did you mean '\alpha'?)"),
        (r"x + \sqr{2}", r":1:6: the formula"),
        (r"a & b", r":1:4: the formula '$a & b$' cannot be read: '&' stands outside a table"),
        (r"\left( x", r"a '\left' has no '\right'"),
        (r"x \right)", r"a '\right' has no '\left'"),
        (r"\begin{cases} x", r"a '\begin' has no '\end'"),
        (r"\text{x^2}", r"this cannot stand within '\text'"),
        (
            r"\text{a $x$ b}",
            r":1:10: the formula '$\text{a $x$ b}$' cannot be read: this cannot stand within",
        ),
        (r"a \newline b", r":1:4: pages cannot show '\newline' of the formula"),
        (r"\large x", r"this can only stand within '\text'"),
        (r"\textcolor{blu}{x}", r"there is no such colour"),
        (r"\xcancel{x}", r"more than pages can show"),
        (r"\hspace{-1em}x", r"more than pages can show"),
        (r"\textsf{x}", r"more than pages can show"),
        (r"\sqrt" * 500, r"it is too long or too deeply nested"),
        (r"\begin{split} a &= b \\ c &= \zzzz \end{split}", r":1:31: the formula"),
    ],
)
def test_a_formula_that_would_come_out_otherwise_is_refused_at_its_place(formula: str, expected: str) -> None:
    html, problems = links.render_markdown(f"${formula}$", "a.md")
    assert [expected in str(problem) for problem in problems] == [True]
    assert "<math" not in html


@pytest.mark.parametrize(
    "formula", ["|x|", r"\left|\frac{a}{b}\right|", "P(A|B)", r"\begin{array}{l|r}a&b\end{array}"]
)
def test_the_bars_of_a_formula_divide_no_cells(formula: str) -> None:
    alone, _ = links.render_markdown(f"${formula}$", "a.md")
    html, problems = links.render_markdown(f"| a | ${formula}$ |\n|---|---|\n| `$` | ${formula}$ |", "a.md")
    assert problems == []
    assert html.count(alone.removeprefix("<p>").removesuffix("</p>")) == 2
    assert html.count("<td>") == 2


def test_dollars_of_money_divide_cells_as_before() -> None:
    html, problems = links.render_markdown("|Name|$|€|\n|-|-|-|\n|x|$5|$6|\n|y| $5 | $6 |", "a.md")
    assert problems == []
    assert re.findall("<t[hd]>(.*)</t[hd]>", html) == [
        *("Name", "$", "€"),
        *("x", "$5", "$6"),
        *("y", "$5", "$6"),
    ]


def test_a_bar_that_may_be_a_double_one_is_asked_about() -> None:
    _, (problem,) = links.render_markdown("| a | b |\n|---|---|\n| `$\\|$` | $\\|x\\|$ |", "a.md")
    assert str(problem).startswith(
        "a.md:3:13: in a table '\\|' is a bar of the formula '$\\|x\\|$' or a double"
    )
    assert str(problem).endswith("(write '\\vert' or '\\Vert')")


def test_lists_nested_beyond_reading_are_an_error() -> None:
    html, problems = links.render_markdown("- " * 1500 + "x", "content/x.md")
    assert html == ""
    assert [str(problem) for problem in problems] == [
        "content/x.md: lists or quotations are nested too deeply to be read"
    ]


def test_an_exception_of_any_kind_in_a_formula_is_an_error() -> None:
    deep = "{" * 3000 + "}" * 3000
    _, problems = links.render_markdown(f"$x{deep}$", "content/x.md")
    assert [str(problem).partition("cannot be read")[2] for problem in problems] == [
        ": it is too long or too deeply nested"
    ]


def test_the_same_mistake_twice_is_told_at_both_places_and_not_in_code() -> None:
    _, problems = links.render_markdown("`$\\zz$`\n\n```\n$\\zz$\n```\n\n$\\zz$ and\n$\\zz$", "content/x.md")
    assert [(problem.line, problem.column) for problem in problems] == [(7, 2), (8, 2)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "a <name> b",
            (
                ":1:3: warning: the element '<name>' is left out: pages do not allow it"
                " (for the sign itself write '&lt;'; a heading is written with '#')"
            ),
        ),
        (
            "[call](tel:+32123)",
            (
                ":1:8: warning: the href 'tel:+32123' is left out: pages do not allow it"
                " (allowed: http, https, mailto and addresses within the site)"
            ),
        ),
    ],
)
def test_what_is_left_out_is_told(text: str, expected: str) -> None:
    _, problems = links.render_markdown(text, "content/x.md")
    assert [str(problem) for problem in problems] == [f"content/x.md{expected}"]


def test_headings_start_at_h2_whatever_the_writer_began_with() -> None:
    for marks in ("#", "##", "###"):
        html, _ = links.render_markdown(f"{marks} One\n\n{marks}# Two\n\n{marks} Three", "content/x.md")
        assert html == '<h2 id="one">One</h2>\n<h3 id="two">Two</h3>\n<h2 id="three">Three</h2>'


def test_links_lead_to_headings_as_on_github_and_as_they_did_before() -> None:
    """Accents stay, punctuation goes, the second of a name ends in -1; names of former years stay too."""
    text = "## Été: l'ordre\n\n## Été: l'ordre\n\n## `a|b` & *c* - 2½\n\n## Deel_1 (nieuw!)\n\n## !\n\n"
    anchors = [
        "été-lordre",
        "été-lordre-1",
        "ab--c---2",
        "deel_1-nieuw",
        "ete-lordre",
        "ete-lordre_1",
        "ab-c-212",
    ]
    pointers = " ".join(f"[x](#{anchor})" for anchor in anchors)
    html, problems = render_page(written(text + pointers), "about/", {"about/"})
    assert problems == []
    root = html5lib.parseFragment(html, namespaceHTMLElements=False)
    assert [heading.get("id") for heading in root.iter("h2")] == [*anchors[:4], None]


def test_a_table_scrolls_and_its_cells_are_aligned_by_class() -> None:
    text = "| Length | $N$ | |\n|:--|--:|:-:|\n| 1 | 2 | 3 |"
    html, problems = links.render_markdown(text, "content/x.md")
    assert problems == []
    box, *_ = html5lib.parseFragment(html, namespaceHTMLElements=False)
    assert dict(box.attrib) == {
        "class": "scroll",
        "tabindex": "0",
        "role": "region",
        "aria-label": "Length, N",
    }
    assert [cell.get("class") for cell in box.iter("td")] == ["left", "right", "center"]


def test_footnotes_code_quotes_notices_and_tasks_survive_the_cleaning() -> None:
    text = (
        'It\'s "so"[^b], see[^a] and[^b]\n\n[^a]: Note\n\n[^b]: Other\n\n'
        "```python\nx\n```\n\n> [!WARNING]\n> Mind\n\n3. three\n\n- [x] done\n- [ ] to do"
    )
    html, problems = render_page(written(text), "about/", {"about/"})
    assert problems == []
    for part in (
        "It’s “so”",  # noqa: RUF001 - typographic
        '<sup id="fnref:b"><a class="footnote-ref" href="#fn:b" rel="noopener noreferrer">1</a></sup>',
        '<sup id="fnref:a"><a class="footnote-ref" href="#fn:a" rel="noopener noreferrer">2</a></sup>',
        '<sup id="fnref2:b">',
        '<ol>\n<li id="fn:b">\n<p>Other',
        '<a class="footnote-backref" href="#fnref2:b"',
        '<code class="language-python">',
        '<div class="notice notice-warning">\n<p><strong>Warning</strong></p>',
        '<ol start="3">',
        '<li class="task"><label><input disabled="" checked="" type="checkbox"> done</label>',
        '<label><input disabled="" type="checkbox"> to do</label>',
    ):
        assert part in html


def test_links_to_other_sites_tell_them_nothing() -> None:
    html, _ = links.render_markdown("[a](https://example.org) <b@example.org>", "content/x.md")
    assert html == (
        '<p><a href="https://example.org" rel="noopener noreferrer">a</a>'
        ' <a href="mailto:b@example.org" rel="noopener noreferrer">b@example.org</a></p>'
    )


KNOWN = {
    "",
    "about/",
    "about/team.jpg",
    "backgammon/",
    "backgammon/rules/",
    "backgammon/matches.csv",
    "news/",
}


PAGES = {
    "content/index.md": "",
    "content/about.md": "about/",
    "content/backgammon.md": "backgammon/rules/",
    "content/news/2026-11-14-open.md": "news/2026-11-14-open/",
}


def render_page(
    page: ContentPage, url: str, addresses: set[str], pages: Mapping[str, str] | None = None
) -> tuple[str, list[Problem]]:
    return links.render_page(page, LinkResolver(page.path, url, addresses, pages or {}), ENGLISH)


def broken(page_html: str, url: str) -> list[tuple[str, str, str]]:
    flaws = LinkResolver(f"content/{url}index.md", url, KNOWN, {}).find_dead_links(PageElements(page_html))
    return [(flaw.source, flaw.message, flaw.hint) for flaw in flaws]


def written(text: str, url: str = "about/") -> ContentPage:
    return ContentPage(f"content/{url.strip('/')}.md", url, "Title", None, text, 1)


@pytest.mark.parametrize(
    ("url", "target"),
    [
        ("about/", "../"),
        ("about/", ".."),
        ("about/", "."),
        ("about/", "team.jpg"),
        ("about/", "../backgammon/"),
        ("about/", "../backgammon/rules/#formula"),
        ("about/", "../backgammon/matches.csv?raw=1"),
        ("about/", "../%62ackgammon/index.html"),
        ("about/", "#here"),
        ("about/", "#top"),
        ("about/", "#"),
        ("about/", "https://example.org/x"),
        ("about/", "//example.org/x"),
        ("about/", "mailto:a@example.org"),
        ("backgammon/rules/", "../../about/"),
        ("backgammon/rules/", "../matches.csv"),
        ("", "about/"),
        ("", "./"),
    ],
)
def test_a_link_that_leads_somewhere_is_no_fault(url: str, target: str) -> None:
    assert broken(f'<p id="here"><a href="{target}">x</a></p>', url) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "x\n\n[a](../backgamon/)",
            (
                ":3:5: '../backgamon/' leads to 'backgamon/', which this site does not have"
                " (did you mean '../backgammon/'?)"
            ),
        ),
        (
            "[a](../backgammon)",
            (
                ":1:5: '../backgammon' leads to 'backgammon', which this site does not have"
                " (write '../backgammon/')"
            ),
        ),
        (
            "[a](/backgammon/rules/)",
            (
                ":1:5: '/backgammon/rules/' starts at the root of the server, where this site need"
                " not stand (write '../backgammon/rules/')"
            ),
        ),
        ("[a](../../x)", ":1:5: '../../x' leads out of the site"),
        (
            "[a](#formla)\n\n## Formula",
            ":1:5: '#formla' leads to nothing on this page (did you mean 'formula'?)",
        ),
        (
            "![a](tem.jpg)",
            (
                ":1:6: 'tem.jpg' leads to 'about/tem.jpg', which this site does not have"
                " (did you mean 'team.jpg'?)"
            ),
        ),
        (
            "![a](https://example.org/a.png)",
            (
                ":1:6: the image 'https://example.org/a.png' is on another site, which pages do not"
                " load (put it in content/)"
            ),
        ),
        ("[a][1]\n\n[1]: ../b/", ":3:6: '../b/' leads to 'b/', which this site does not have"),
    ],
)
def test_a_dead_link_is_an_error_at_its_place(text: str, expected: str) -> None:
    _, problems = render_page(written(text), "about/", KNOWN)
    assert [str(problem) for problem in problems] == [f"content/about.md{expected}"]


FILES = "known: about.md, backgammon.md, index.md, news/2026-11-14-open.md"
BESIDE = {*KNOWN, "team.png", "img/map.png", "news/2026-11-14-open/", "news/2026-11-14-open/photo.jpg"}


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        ("content/about.md", "backgammon.md", "../backgammon/rules/"),
        ("content/about.md", "./backgammon.md#formula", "../backgammon/rules/#formula"),
        ("content/about.md", "index.md", "../"),
        ("content/about.md", "about.md", "./"),
        ("content/about.md", "news/2026-11-14-open.md", "../news/2026-11-14-open/"),
        ("content/about.md", "team.png", "../team.png"),
        ("content/about.md", "img/map.png", "../img/map.png"),
        ("content/backgammon.md", "team.png", "../../team.png"),
        ("content/news/2026-11-14-open.md", "../about.md", "../../about/"),
        ("content/news/2026-11-14-open.md", "2026-11-14-open/photo.jpg", "photo.jpg"),
        ("content/index.md", "about.md", "about/"),
        ("content/index.md", "team.png", "team.png"),
        ("content/about.md", "team.jpg", "team.jpg"),
    ],
)
def test_a_link_to_a_file_works_as_it_does_on_github(source: str, target: str, expected: str) -> None:
    """From the page where that leads somewhere, and else from the file that it is written in."""
    text = f"[a]({target}) ![b]({target})" if "." in expected.strip("./") else f"[a]({target})"
    page = ContentPage(source, PAGES[source], "Title", None, text, 1)
    html, problems = render_page(page, page.url, BESIDE, PAGES)
    assert problems == []
    assert f'<a href="{expected}" rel=' in html
    assert ("![b]" in text) == (f'src="{expected}"' in html)


def test_a_link_that_is_only_shown_as_code_stays_as_it_is() -> None:
    html, _ = render_page(written('`<a href="index.md">` and [x](index.md)'), "about/", BESIDE, PAGES)
    assert html == (
        '<p><code>&lt;a href="index.md"&gt;</code> and <a href="../" rel="noopener noreferrer">x</a></p>'
    )


@pytest.mark.parametrize(
    ("target", "hint"),
    [
        ("fibs.md", FILES),
        ("bakgammon.md", f"did you mean 'backgammon.md'?; {FILES}"),
        ("/team.png", "write '../team.png'"),
        ("/content/team.png", "write '../team.png'"),
        ("/content/backgammon.md#a", "write '../backgammon/rules/#a'"),
        ("content/backgammon.md", "write '../backgammon/rules/'"),
        ("backgammon", "write '../backgammon/'"),
        ("../backgammon.html", "write '../backgammon/'"),
        ("Team.jpg", "write 'team.jpg'"),
        ("img/mapp.png", "did you mean '../img/map.png'?"),
        ("../../about/", "write './'"),
    ],
)  # fmt: skip
def test_what_is_said_of_a_dead_link_is_to_be_copied_as_it_stands(target: str, hint: str) -> None:
    _, (problem,) = render_page(written(f"[a]({target})"), "about/", BESIDE, PAGES)
    assert problem.hint == hint


@given(st.lists(st.sampled_from([*PIECES, *HOSTILE]) | st.text(max_size=8), max_size=12).map("".join))
def test_moving_a_link_changes_nothing_else(text: str) -> None:
    html, _ = links.render_markdown(f"{text}\n\n[a](index.md)", "content/about.md")
    moved, _ = render_page(written(f"{text}\n\n[a](index.md)"), "about/", BESIDE, PAGES)
    assert moved.replace('href="../"', 'href="index.md"') == html


def test_a_dead_link_on_every_page_of_a_site_gets_a_hint_that_works() -> None:
    for url in ("", "about/", "backgammon/rules/"):
        for known in sorted(KNOWN):
            ((_, _, hint),) = broken(f'<a href="/{known}">x</a>', url)
            mended = hint.removeprefix("write '").removesuffix("'")
            assert broken(f'<a href="{mended}">x</a>', url) == []


def test_what_is_no_address_is_told() -> None:
    target = "//a\u2100b/"  # a letter that would be a slash once normalised
    assert broken(f'<a href="{target}">x</a>', "") == [(target, f"'{target}' is not an address", "")]


@given(st.text(max_size=30))
def test_any_address_is_judged(target: str) -> None:
    escaped = target.replace("&", "&amp;").replace('"', "&quot;")
    assert len(broken(f'<a href="{escaped}">x</a>', "about/")) <= 1


@pytest.mark.slow
@pytest.mark.parametrize("text", ["[" * 10_000, "[a" * 10_000 + "]" * 10_000, "![a](" * 4_000])
def test_many_brackets_take_no_longer_than_they_are_many(text: str) -> None:
    with limit(20):
        links.render_markdown(text, "content/about.md")


def test_a_page_has_a_length() -> None:
    _, problems = links.render_markdown("a" * (2**18 + 1), "content/about.md")
    assert list(map(str, problems)) == [
        "content/about.md: this page has 262,145 characters, more than 262,144"
    ]


@pytest.mark.slow
def test_of_many_dead_links_as_many_are_told_as_can_be_mended_in_one_go() -> None:
    assert (
        len(
            LinkResolver("content/a.md", "a/", KNOWN, {}).find_dead_links(
                PageElements('<a href="gone/">a</a>' * 30_000)
            )
        )
        == 100
    )
