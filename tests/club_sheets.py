"""Style sheets such as a club can write."""

SHEETS = {
    "a blank in an address": r"""
@font-face { font-family: "My Club"; src: url("/static/My Club.woff2") format("woff2"),
  url(/static/a\ b.woff); unicode-range: U+0025-00FF, u+4??; font-display: swap }
""",
    "any last child of a cell in a nested rule": r"""
.hall { td :last-child { color: red }
& > td { color: red }
> th + th { color: red }
.dark & { color: red }
}
""",
    "in a layer": r"""
@layer base, club; @layer club { td :last-child { color: red }
@layer deep { a :is(b, i) { color: red }
}
}
""",
    "in a container": r"""
main { container: wide / inline-size }
@container wide (width >= 40rem) and (not (height < 3em)) { td :first-child { color: red }
}
""",
    "in a scope": r"""
@scope (.prose) to (table) { :scope { color: red }
p :where(a, b) { color: red }
img { border: 1px solid }
}
""",
    "a property of its own": r"""
@property --turn { syntax: "<angle>"; inherits: false; initial-value: 0deg }
a { rotate: var(--turn, 0deg) }
""",
    "selectors in selectors": r"""
tr:has(> td :not(.a, .b):hover) :where(a:is(:link, :visited))::after { content: counter(x) }
li:nth-child( 2n + 1 of .a ) { color: red }
""",
    "values of any kind": r"""
.a { --empty: ; --json: {"a": [1, 2]}; --text: " a  b "; --sum: 1px + 2px; --half: 0.50;
  --url: url( "a b.png" ); --x: !important; --y: a,  b }
""",
    "sums": r"""
.a { width: calc(100% - (2 * 1.50rem + 0.5px)); font-size: clamp(1rem, 0.5rem + 2vw, 2.0rem);
  margin: calc( -1 * var(--gut) ) min(1px , 2px) }
""",
    "important": r"""
.a { color: red ! important; margin: 0 0 0.0px !IMPORTANT }
@media print { .a { color: #FF0000 !important }
}
""",
    "widths": r"""
@media (width >= 600px) and (400px<height<=900px) { .a { color: red }
}
@media screen, not all and (color) { .b { color: red }
}
""",
    "signs of comments in texts": r"""
.a::before { content: "/* no comment */" }
.b::before { content: '*/' }
.c { background: url(//host/*.png) }
.d::after { content: "//" attr(title) }
.e { color: red }
""",
    "comments between all": r"""
/**/.a/**/.b/* x */.c /* y */ > /* z */ .d{color/**/:/**/red/* ; }
*/;margin:1px/**/2px}/* last { */
""",
    "signs of a language": r"""
.a::before { content: "\201C" "\26  b" "\"" }
.b::after { content: "– ½ ▲" }
:lang(nl) { quotes: "„" "”" "«" "»" }
""",
    "texts that go on": r"""
.a::before { content: "one \
    two" }
.b::after { content: "a\A   b"; white-space: pre }
""",
    "data": r"""
.a { background: url("data:image/svg+xml;utf8,<svg viewBox='0 0 8 8'><path d='M0 0 h8  v8'/></svg>") 0 0 }
.b { cursor: url( data:image/png;base64,iVBORw0KGgo= ) 1 1, auto }
""",
    "pictures for screens": r"""
.a { background-image: image-set("a b.png" 1x, url("a b@2.png") 2x type("image/png")) }
.b { mask: linear-gradient( 90deg , #000 calc(100% - 2rem) , #0000 ) }
""",
    "names that are escaped": r"""
.\31 st.sm\:wide#\#a > [data-x="a  b" i][href$='.pdf'] { color: red }
.\26 B { color: red }
.a\
{ color: red }
""",
    "what may be there": r"""
@supports (display: grid) and (not (display: inline-grid)) { .a {
  grid-template: 'a  b' 1fr / auto [end  last] }
}
@supports selector(:has(a)) { .b { inset: 0 auto }
}
""",
    "paper and movement": r"""
@page wide :first { size: A4 landscape; margin: 1cm }
@keyframes in { from { opacity: 0 }
33.3%, to { opacity: 1.0 }
}
@counter-style box { system: cyclic; symbols: '☐'; suffix: '  ' }
.a { animation: in .5s cubic-bezier(0.4, 0, .2, 1) }
""",
    "of another system": '\ufeff@charset "utf-8";\r\n.a\r\n{\r\n\tcolor : RED ;\r\n}\r\n',
    "colours": r"""
.a { color: rgb(0 0 0 / 50%); background: color-mix(in srgb, var(--up) 7%, transparent);
  border-color: light-dark(#FFF, #00000080); fill: hsl(120deg 100% 25% / 0.50) }
""",
    "mistakes that end by themselves": r"""
.a { colour: red; color: ; *zoom: 1; width: 3 px }
.b { color: red; }
}
.c { color: red }
;.d { color: red }
.e { color: red }
""",
}
"""By what each has that a program could get wrong."""
