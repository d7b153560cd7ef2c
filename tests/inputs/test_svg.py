"""A drawing is published when it runs nothing and loads nothing, however it is written."""

# ruff: noqa: E501 - a drawing stands on one line, as programs write it

import pytest
from sites import limit

from sitegen.inputs.content.sanitise import check_svg

pytestmark = pytest.mark.slow

NAMESPACES = "xmlns='http://www.w3.org/2000/svg' xmlns:l='http://www.w3.org/1999/xlink'"
PIXEL = "data:image/png;base64,iVBO\n Rw0K="


def svg(inside: str, more: str = "") -> str:
    return f"<svg {NAMESPACES} {more}>{inside}</svg>"


HIDDEN = """<!DOCTYPE svg [<!ENTITY % p "<!ATTLIST svg onload CDATA 'alert(1)'>"> %p;]>""" + svg("")


@pytest.mark.parametrize(
    ("drawing", "found"),
    [
        (svg("<script>alert(1)</script>"), "<script>"),
        (svg("<x:script xmlns:x='http://www.w3.org/2000/svg'/>"), "<script>"),
        (svg("<h:script xmlns:h='http://www.w3.org/1999/xhtml'/>"), "<script>"),
        (svg("<h:img xmlns:h='http://www.w3.org/1999/xhtml' src='x' onerror='x'/>"), "<img>"),
        (svg("<m:maction xmlns:m='http://www.w3.org/1998/Math/MathML'/>"), "<maction>"),
        (svg("<x:stylesheet xmlns:x='http://www.w3.org/1999/XSL/Transform'/>"), "<stylesheet>"),
        (svg("<b:x xmlns:b='http://www.mozilla.org/xbl'/>"), "<x>"),
        (svg("<script xmlns='http://www.w3.org/2000/svg&#9;'/>"), "<script>"),
        (svg("<foreignObject/>"), "<foreignObject>"),
        (svg("<handler/>"), "<handler>"),
        (svg("<iframe/>"), "<iframe>"),
        (svg("<video/>"), "<video>"),
        (svg("<feImage href='#a'/>"), "<feImage>"),
        (svg("<g ONLOAD='alert(1)'/>"), "ONLOAD"),
        (svg("", "onload='alert(1)'"), "onload"),
        (svg("<title><g onfocusin='x' tabindex='0'/></title>"), "onfocusin"),
        (svg("<d:x xmlns:d='http://www.inkscape.org/namespaces/inkscape' onload='x'/>"), "onload"),
        (svg("<d:x xmlns:d='http://www.inkscape.org/namespaces/inkscape' l:href='javascript:x'/>"), "href"),
        (svg("<a l:href=' java&#10;script:alert(1)'/>"), "href"),
        (svg("<a href='data:text/html,x'/>"), "href"),
        (svg("<a href='&#x1;javascript:x'/>".replace("&#x1;", "&#x9;")), "href"),
        (svg("<a href='//elsewhere.example/'/>"), "href"),
        (svg("<set attributeName='href' to='javascript:x'/>"), "<set>"),
        (svg("<a><animate attributeName='href' values='x; javascript:x'/></a>"), "<animate>"),
        (svg("<animateTransform attributeName='transform'/>"), "<animateTransform>"),
        (svg("<use href='x.svg#a'/>"), "href"),
        (svg("<use l:href='data:image/svg+xml;base64,AA#a'/>"), "href"),
        (svg("<image href='https://elsewhere.example/x.png'/>"), "href"),
        (svg("<image l:href='x.png'/>"), "href"),
        (svg("<image href='data:image/svg+xml;base64,AA'/>"), "href"),
        (svg("<g xml:base='https://elsewhere.example/'/>"), "base"),
        (svg("<g xmlns:e='http://www.w3.org/2001/xml-events' e:event='load'/>"), "event"),
        (svg("<g fill='url(https://elsewhere.example/#a)'/>"), "fill"),
        (svg("<g filter='URL( \"x.svg#a\")'/>"), "filter"),
        (svg("<g cursor='url(x)'/>"), "cursor"),
        (svg("<g style='fill:url(//elsewhere.example)'/>"), "style"),
        (svg(r"<g style='fill:u\72l(x)'/>"), "style"),
        (svg("<g style='background:image-set(\"x\" 1x)'/>"), "style"),
        (svg("<g style='x:expression(alert(1))'/>"), "style"),
        (svg("<style>@import 'x'</style>"), "<style>"),
        (svg("<style>@font-face{src:url(x)}</style>"), "<style>"),
        (svg("<style>g{fill:ur<!-- -->l(x)}</style>"), "<style>"),
        (svg("<style>g{fill:ur<![CDATA[l(]]>x)}</style>"), "<style>"),
        (svg("<style>g{fill:&#117;rl(x)}</style>"), "<style>"),
        (svg("<style>g{fill:url(<g>#a)</g>x)}</style>"), "<g>"),
        (HIDDEN, "<!DOCTYPE>"),
        ("<!DOCTYPE svg SYSTEM 'x.dtd'>" + svg(""), "<!DOCTYPE>"),
        ("<?xml-stylesheet href='x.xsl'?>" + svg(""), "<?xml-stylesheet?>"),
        (svg("<?xml-stylesheet href='x.css'?>"), "<?xml-stylesheet?>"),
        (svg("") + "<?x y?>", "<?x?>"),
    ],
)
def test_what_can_run_or_load_is_refused(drawing: str, found: str) -> None:
    told = f"a drawing with '{found}' can carry scripts, or load what stands elsewhere"
    assert check_svg(drawing.encode()) == told


@pytest.mark.parametrize(
    "data",
    [
        HIDDEN.encode("utf-16"),
        HIDDEN.encode("utf-16-le"),
        HIDDEN.encode("utf-32"),
        svg("").encode("utf-16"),
        b"<?xml version='1.0' encoding='UTF-7'?>" + svg("+ADw-script+AD4-").encode(),
        b"<?xml version='1.0' encoding='ISO-8859-1'?>" + svg("").encode(),
        b"<?xml version='1.0' encoding='ebcdic-cp-us'?>" + svg("").encode(),
        svg("caf\xe9").encode("latin-1"),
        HIDDEN.encode("cp037"),
    ],
)
def test_what_is_not_utf_8_is_never_a_drawing(data: bytes) -> None:
    assert check_svg(data) != ""


@pytest.mark.parametrize(
    ("drawing", "told"),
    [
        ("<svg/>", 'this is no drawing: that begins with <svg xmlns="http://www.w3.org/2000/svg">'),
        ("<g xmlns='http://www.w3.org/2000/svg'/>", 'this is no drawing: that begins with <svg xmlns="http://www.w3.org/2000/svg">'),
        ("<html xmlns='http://www.w3.org/1999/xhtml'/>", 'this is no drawing: that begins with <svg xmlns="http://www.w3.org/2000/svg">'),
        (svg("&x;"), "not a drawing that can be read: undefined entity: line 1, column 80"),
        (svg("<g>"), "not a drawing that can be read: mismatched tag: line 1, column 85"),
        ("", "not a drawing that can be read: no element found: line 1, column 0"),
        (svg("") + "<g/>", "not a drawing that can be read: junk after document element: line 1, column 86"),
    ],
)  # fmt: skip
def test_what_is_no_drawing_is_told(drawing: str, told: str) -> None:
    assert check_svg(drawing.encode()) == told


@pytest.mark.parametrize(
    "drawing",
    [
        svg("<text x='1'>onload; javascript: is a word, and so is url(x)</text><!-- <script> -->"),
        "\ufeff<?xml version='1.0' encoding='utf-8' standalone='no'?>\n" + svg("<title>Café</title>"),
        svg(
            "<defs><linearGradient id='a' x1='0%' gradientTransform='rotate(45)'><stop offset='0' stop-color='red'/>"
            "</linearGradient><clipPath id='c'><circle r='1'/></clipPath></defs>"
            "<g clip-path='url(#c)' style='fill:url(\"#a\");stroke:rgba(1,2,3,.5)'><use l:href='#a'/></g>",
            "viewBox='0 0 1 1' width='1cm' version='1.1' role='img' aria-label='Club(s) of 1950'",
        ),
        svg("<style>.a{fill:#fff}@media (prefers-color-scheme: dark){.a{fill:url( #b )}}</style>"),
        svg(f"<image width='1' height='1' l:href='{PIXEL}'/>"),
        svg("<a href='https://club.example/' target='_blank'><text>x</text></a><a l:href='#b'/>"),
        svg(
            "<s:namedview id='base' pagecolor='#ffffff' i:zoom='1'/><metadata><r:RDF><c:Work r:about=''/></r:RDF></metadata>"
            "<g i:groupmode='layer' i:label='x(1)'/>",
            "xmlns:s='http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd' s:docname='a.svg'"
            " xmlns:i='http://www.inkscape.org/namespaces/inkscape' xmlns:c='http://creativecommons.org/ns#'"
            " xmlns:r='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xml:space='preserve'",
        ),
        svg(
            "<filter id='f' x='-10%'><feGaussianBlur in='SourceAlpha' stdDeviation='2'/><feColorMatrix values='1 0 0'/>"
            "<feMerge><feMergeNode in='a'/></feMerge></filter><g filter='url(#f)' data-name='x' class='y'/>"
        ),
    ],
)
def test_what_drawing_programs_write_is_published(drawing: str) -> None:
    assert check_svg(drawing.encode()) == ""


@pytest.mark.parametrize(
    "inside",
    [
        f"<path d='{'M10-20' * 100_000}'/>",
        f"<g fill='{'(' * 300_000}'/>",
        f"<g fill='{' ' * 300_000}('/>",
        f"<image href='data:image/png;base64,{'A ' * 300_000}!'/>",
        f"<a href='{' ' * 300_000}'/>",
        "<g>" * 50_000 + "</g>" * 50_000,
        "<style>" + "a{}\n&#10;" * 50_000 + "</style>",
    ],
    ids=["words", "brackets", "blanks", "pixels", "address", "depth", "style"],
)
def test_no_drawing_takes_long(inside: str) -> None:
    with limit(20):
        check_svg(svg(inside).encode())
