"""Convert Markdown as GitHub previews it, with formulas, to HTML that is not yet sanitised.

The parser is markdown-it-py (https://github.com/executablebooks/markdown-it-py), with its plug-ins for
footnotes and for addresses that stand in the text. Here are the rules and the HTML that pages have besides.
"""

import re
import unicodedata
from collections.abc import Iterator, MutableMapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.renderer import RendererHTML
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from markdown_it.utils import OptionsDict
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.gfm_autolink import gfm_autolink_plugin

from sitegen.core.language import Language
from sitegen.core.problems import advise, say
from sitegen.inputs.content import math_rules
from sitegen.inputs.content.flaws import Flaw, find_differences
from sitegen.inputs.content.typography import OPAQUE, set_characters

Environment = MutableMapping[str, Any]
"""What the rules of one text share: its `language`, and the `flaws` and `notes` that they find."""

_MAX_NESTING = 10_000
"""Beyond this the parser would leave out text in silence; Python's own limit comes first, and is told."""
_PROTOCOLS = ("http", "https", "mailto", "xmpp")
_NO_HOST = re.compile(r"://(?!\w)")
_MAIL = re.compile(r"(?<![\w.+-])[A-Za-z0-9.+_-]+@(?:[A-Za-z0-9_-]+\.)+[A-Za-z0-9_-]*[A-Za-z0-9](?![\w@-])")
_RAW_TEXT = re.compile(r"<(?=/?(?:title|textarea|xmp|noembed|noframes|plaintext)[\s/>])", re.IGNORECASE)
"""The elements that would make text of all that follows; as on GitHub they are text themselves."""
_DIAGRAMS = {"mermaid", "geojson", "topojson", "stl"}
"""The blocks of code that GitHub draws."""
_SIGNS = re.compile(r"""["'«»{:!]|--|\.\.\.|\[TOC\]""")
"""What there is in a text of which anything is told, or printed otherwise than it was typed."""
_ALERTS = {
    "NOTE": advise("Note"),
    "TIP": advise("Tip"),
    "IMPORTANT": advise("Important"),
    "WARNING": advise("Warning"),
    "CAUTION": advise("Caution"),
}


class Conversion(NamedTuple):
    """A text as HTML, what is wrong with its formulas, and what is shown otherwise than on GitHub.

    `code` has the first line of each block of code, and the line below it.
    """

    html: str
    flaws: Sequence[Flaw] = ()
    notes: Sequence[Flaw] = ()
    code: Sequence[tuple[int, int]] = ()


def convert_markdown(text: str, language: Language) -> Conversion:
    """Return `text` as HTML that is not yet sanitised, with its quotation marks in the language."""
    environment: Environment = {"language": language, "flaws": [], "notes": []}
    parser = _get_parser()
    tokens = parser.parse(text, environment)
    html = parser.renderer.render(tokens, parser.options, environment)
    blocks = [token for token in tokens if token.type in {"fence", "code_block"}]
    diagrams = [_describe_diagram(token) for token in blocks if token.info.strip() in _DIAGRAMS]
    code = [
        (token.map[0], token.map[1]) for token in blocks if token.map and not math_rules.is_formula(token)
    ]
    return Conversion(html.rstrip("\n"), environment["flaws"], [*environment["notes"], *diagrams], code)


def _describe_diagram(token: Token) -> Flaw:
    message = say("diagram-not-drawn", "the text of the drawing is shown, and not the drawing")
    return Flaw("", 0, message, advise("put a picture of it in content/"), (token.map or [0])[0] + 1)


@cache
def _get_parser() -> MarkdownIt:
    """Return the parser of all texts, which keeps nothing of one for the next."""
    options: dict[str, Any] = {"xhtmlOut": False, "maxNesting": _MAX_NESTING}
    options |= {"tasklists": True, "alerts": True, "strikethrough_single_tilde": True}
    parser = MarkdownIt("commonmark", options, renderer_cls=_PageRenderer)
    parser.enable(["table", "strikethrough"])
    parser.use(gfm_autolink_plugin).use(footnote_plugin, inline=False).use(math_rules.formula_plugin)
    parser.inline.ruler.before("gfm_autolink_protocol", "colon", _read_colon)
    parser.disable("gfm_autolink_email")
    parser.core.ruler.before("text_join", "mail", _link_mail)
    for name in ("ref", "block_open", "block_close", "open", "anchor"):  # the plug-in's come first
        parser.add_render_rule(f"footnote_{name}", getattr(_PageRenderer, f"footnote_{name}"))
    parser.core.ruler.before("text_join", "headings", _lay_out_headings)
    parser.core.ruler.before("text_join", "boxes", _lay_out_boxes)
    parser.core.ruler.before("text_join", "typography", _set_type)
    # Addresses stay as they were written, to be found again and judged: the cleaning refuses what is unsafe.
    parser.normalizeLink = str  # type: ignore[method-assign,assignment]
    parser.normalizeLinkText = str  # type: ignore[method-assign,assignment]
    parser.validateLink = lambda url: True  # type: ignore[method-assign]  # noqa: ARG005
    return parser


def _read_colon(state: StateInline, silent: bool) -> bool:
    """Read a colon behind which no address begins: the plug-in would look through all before it.

    Nor does one where `https://` stands alone, of which the plug-in makes a link.
    """
    place = state.pos
    if state.src[place] != ":" or (
        state.src.endswith(_PROTOCOLS, max(0, place - 6), place) and not _NO_HOST.match(state.src, place)
    ):
        return False
    if not silent:
        state.pending += ":"
    state.pos += 1
    return True


def _link_mail(state: StateCore) -> None:
    """Make links of addresses of mail; the plug-in does so before it knows which underscores are emphasis."""
    for token in state.tokens:
        if token.children and "@" in token.content:
            depth = 0
            children: list[Token] = []
            for child in token.children:
                depth += child.nesting if child.tag == "a" else 0
                children += [child] if depth or child.type != "text" else _split_mail(child.content)
            token.children = children


def _split_mail(text: str) -> Iterator[Token]:
    end = 0
    for found in _MAIL.finditer(text):
        yield Token("text", "", 0, content=text[end : found.start()])
        yield Token("link_open", "a", 1, {"href": f"mailto:{found[0]}"}, info="auto")
        yield Token("text", "", 0, content=found[0])
        yield Token("link_close", "a", -1, info="auto")
        end = found.end()
    yield Token("text", "", 0, content=text[end:])


def _lay_out_headings(state: StateCore) -> None:
    """Make the highest heading h2, since h1 is the title of the page, shift the others, and give all ids."""
    headings = [place for place, token in enumerate(state.tokens) if token.type == "heading_open"]
    highest = min((int(state.tokens[place].tag[1]) for place in headings), default=2)
    slugs = _Slugs()
    former = {}
    for place in headings:
        opening, inline, closing = state.tokens[place : place + 3]
        opening.tag = closing.tag = f"h{min(int(opening.tag[1]) - highest + 2, 6)}"
        text = get_plain_text(inline)
        if slug := slugs.make_slug(text):
            opening.attrSet("id", slug)
        former[place + 1] = text
    for place, text in former.items():
        if old := slugs.make_former_slug(text):
            anchor = Token("html_inline", "", 0, content=f'<span id="{old}"></span>')
            state.tokens[place].children = [anchor, *(state.tokens[place].children or ())]


_KEPT_CATEGORIES = {"Nd", "Nl", "Pc"}
"""What an id has besides letters and the marks on them."""


class _Slugs:
    """Makes the ids of the headings of a page, as GitHub does: the second of one name ends in `-1`."""

    def __init__(self) -> None:
        self._slugs: dict[str, int] = {}
        self._former: dict[str, int] = {}

    def make_slug(self, text: str) -> str:
        """Return the name of the next heading; blank for one without letters or figures."""
        base = "".join(filter(_is_kept, text.strip().lower())).replace(" ", "-")
        return _make_unique(base, "-", self._slugs) if base else ""

    def make_former_slug(self, text: str) -> str:
        """Return the name that this program gave a heading before it went by GitHub, if nothing else has it.

        Links from elsewhere may lead there. Call it when all headings of the page have their own.
        """
        letters = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
        base = re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", letters).strip().lower())
        slug = _make_unique(base, "_", self._former) if base else ""
        return "" if slug in self._slugs else slug


def _make_unique(base: str, sign: str, numbers: dict[str, int]) -> str:
    """Return a name that is not among the keys, and add it; the values are the numbers given last."""
    slug = base
    while slug in numbers:
        numbers[base] += 1
        slug = f"{base}{sign}{numbers[base]}"
    numbers[slug] = 0
    return slug


def _is_kept(character: str) -> bool:
    category = unicodedata.category(character)
    return character in "- " or category[0] in "LM" or category in _KEPT_CATEGORIES


def get_plain_text(inline: Token) -> str:
    """Return the text of a heading or a cell, without pictures and elements."""
    kinds = {"text", "text_special", "code_inline", math_rules.INLINE}
    return "".join(token.content for token in inline.children or () if token.type in kinds)


def _lay_out_boxes(state: StateCore) -> None:
    """Align cells by class (`left`, `center`, `right`), name boxes, title notices, and label tasks."""
    names: list[str] = []
    opening = Token("", "", 0)
    for token, following, text in zip(
        state.tokens, state.tokens[1:], [*state.tokens[2:], opening], strict=False
    ):
        if token.type == "table_open":
            opening, names = token, []
        elif token.type in {"th_open", "td_open"}:
            if align := token.attrs.pop("style", ""):
                token.attrs["class"] = str(align).removeprefix("text-align:")
            names += [get_plain_text(following).strip()] if token.type == "th_open" else []
        elif token.type == "thead_close":
            opening.meta["label"] = ", ".join(filter(None, names))
        elif token.type == "alert_open":
            token.attrs["class"] = f"notice notice-{token.info.lower()}"
            title = state.env["language"].format_message(_ALERTS[token.info])
            text.children = [
                Token("strong_open", "strong", 1),
                Token("text", "", 0, content=title),
                Token("strong_close", "strong", -1),
            ]
        elif token.type == "alert_title_open":
            token.attrs.clear()
        elif token.type == "list_item_open" and "checked" in token.meta and text.type == "inline":
            checked = ' checked=""' if token.meta["checked"] else ""
            box = f'<label><input disabled=""{checked} type="checkbox"> '
            start, end = (Token("html_inline", "", 0, content=html) for html in (box, "</label>"))
            text.children = [start, *(text.children or ()), end]
            token.attrs["class"] = "task"


_BREAKS = {"softbreak": "\n", "hardbreak": "\n"}
_WITHOUT_TEXT = {"html_inline", "footnote_ref", "link_open", "link_close"}


def _set_type(state: StateCore) -> None:
    """Tell what is shown as it was typed, and print quotation marks and dashes as the language has them."""
    language = state.env["language"].code
    for token in state.tokens:
        if token.children and _SIGNS.search(token.content):
            pieces = _list_pieces(token.children)
            line = token.map[0] + 1 if token.map else 0
            state.env["notes"] += find_differences("".join(pieces), line)
            _set_pieces(token.children, pieces, language)
            for child in token.children:
                if child.type == "image" and child.children:
                    _set_pieces(child.children, _list_pieces(child.children), language)


def _list_pieces(tokens: Sequence[Token]) -> list[str]:
    """Return the text of each token; each piece of code, formula or address is a word of no letters."""
    pieces = []
    is_address = False
    for token in tokens:
        if token.type in {"link_open", "link_close"}:
            is_address = token.type == "link_open" and token.info == "auto"
        if token.type == "text":
            pieces.append(OPAQUE * len(token.content) if is_address else token.content)
        elif token.type in _BREAKS:
            pieces.append(_BREAKS[token.type])
        else:
            pieces.append(OPAQUE if token.nesting == 0 and token.type not in _WITHOUT_TEXT else "")
    return pieces


def _set_pieces(tokens: Sequence[Token], pieces: Sequence[str], language: str) -> None:
    """Print what stands between elements as one text: a mark may open before an element and close in it."""
    printed = set_characters("".join(pieces), language)
    end = 0
    for token, piece in zip(tokens, pieces, strict=True):
        start, end = end, end + len(piece)
        if token.type == "text" and not piece.startswith(OPAQUE):
            token.content = "".join(printed[start:end])


class _PageRenderer(RendererHTML):
    """Writes what pages of the site have otherwise than the parser: tables, footnotes and formulas."""

    def table_open(self, tokens: Sequence[Token], idx: int, _options: OptionsDict, _env: Environment) -> str:
        """Begin a box that scrolls by keyboard too, labelled with the columns of the table."""
        label = tokens[idx].meta.get("label")
        if not label:
            return '<div class="scroll" tabindex="0"><table>\n'
        return f'<div aria-label="{escapeHtml(label)}" class="scroll" role="region" tabindex="0"><table>\n'

    def table_close(self, *_: object) -> str:
        """End the box of a table."""
        return "</table></div>\n"

    def list_item_open(
        self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Environment
    ) -> str:
        """Begin an item; the box of a task is in its text."""
        return self.renderToken(tokens, idx, options, env)

    def fence(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Environment) -> str:
        """Return a block of code, or the formula that it is."""
        if math_rules.is_formula(tokens[idx]):
            return math_rules.render_block(tokens[idx], env["flaws"])
        return super().fence(tokens, idx, options, env)

    def html_block(self, tokens: Sequence[Token], idx: int, *_: object) -> str:
        """Return HTML as it was written."""
        return _RAW_TEXT.sub("&lt;", tokens[idx].content)

    def html_inline(self, tokens: Sequence[Token], idx: int, *_: object) -> str:
        """Return HTML as it was written."""
        return _RAW_TEXT.sub("&lt;", tokens[idx].content)

    def footnote_ref(self, tokens: Sequence[Token], idx: int, *_: object) -> str:
        """Return the number of a footnote: its place among those that the text refers to."""
        label, number = escapeHtml(tokens[idx].meta["label"]), tokens[idx].meta["id"] + 1
        name = _name_reference(tokens[idx])
        return f'<sup id="{name}"><a class="footnote-ref" href="#fn:{label}">{number}</a></sup>'

    def footnote_block_open(self, *_: object) -> str:
        """Begin the footnotes."""
        return '<div class="footnote">\n<hr>\n<ol>\n'

    def footnote_block_close(self, *_: object) -> str:
        """End the footnotes."""
        return "</ol>\n</div>\n"

    def footnote_open(self, tokens: Sequence[Token], idx: int, *_: object) -> str:
        """Begin a footnote."""
        return f'<li id="fn:{escapeHtml(tokens[idx].meta["label"])}">\n'

    def footnote_anchor(self, tokens: Sequence[Token], idx: int, *_: object) -> str:
        """Return the link from a footnote back to a place that refers to it."""
        name, number = _name_reference(tokens[idx]), tokens[idx].meta["id"] + 1
        return f'\N{NO-BREAK SPACE}<a class="footnote-backref" href="#{name}" title="↩ {number}">↩</a>'

    def renderInlineAsText(  # noqa: N802 - the name that the parser calls
        self, tokens: Sequence[Token] | None, options: OptionsDict, env: Environment
    ) -> str:
        """Return the description of a picture, in which a formula is what was typed."""
        texts = (
            Token("text", "", 0, content=token.markup) if token.type == math_rules.INLINE else token
            for token in tokens or ()
        )
        return super().renderInlineAsText([*texts], options, env)


def _name_reference(token: Token) -> str:
    """Return the id of a place that refers to a footnote: `fnref:note`, `fnref2:note`."""
    number = token.meta["subId"] + 1
    return f"fnref{number if number > 1 else ''}:{escapeHtml(token.meta['label'])}"
