"""Write the rules of a site's colours and font, and find mistakes in style sheets of its own.

They are joined to others, so that mistakes count which spoil the rules behind them. Whether a rule means what
somebody wants is no matter of ours, and browsers pass over what they do not know.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from posixpath import dirname, join, normpath
from urllib.parse import unquote

from sitegen.core.problems import Problem, Severity, advise, quote_text, say, suggest_nearest
from sitegen.inputs.config.site import Theme
from sitegen.inputs.content.files import ContentFile
from sitegen.inputs.results.records import locate_offset

_FONT_FORMATS = {".woff2": "woff2", ".woff": "woff", ".ttf": "truetype", ".otf": "opentype"}
_PARTNERS = {"{": "}", "(": ")", "[": "]"}
_TOKENS = re.compile(
    r"""/\*.*?\*/ | "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*' | \\. | url\(\s*(?:\\.|[^\\"'()\s])*\s*\)
      | (?P<sign> /\*.* | \*/ | ["'(){}\[\]] | @import(?![\w-]))""",
    re.VERBOSE | re.DOTALL | re.IGNORECASE,
)
"""Comments, texts, escapes and addresses, in which any sign can stand, and the signs outside them."""

_ADDRESSES = re.compile(
    r"""/\*.*?(?:\*/|\Z) | url\(\s*(?P<mark>["']?)(?P<address>[^"'()\\\s][^"'()\\\n]*?)(?P=mark)\s*\)
      | "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*'""",
    re.VERBOSE | re.DOTALL | re.IGNORECASE,
)
_ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:|[/#?]", re.IGNORECASE)


def build_branding_css(theme: Theme) -> str:
    """Return the rules that follow those of the style sheet; empty if a site changes nothing."""
    light, dark = _build_root_rule(theme.palette.light), _build_root_rule(theme.palette.dark)
    dark_rule = f"@media screen and (prefers-color-scheme:dark){{{dark}}}" if dark else ""
    return light + dark_rule + (_build_font_rule(theme.font) if theme.font else "")


def _build_root_rule(colours: dict[str, str]) -> str:
    declarations = ";".join(f"--{name}:{value}" for name, value in colours.items())
    return f":root{{{declarations}}}" if declarations else ""


def _build_font_rule(font: str) -> str:
    font_format = _FONT_FORMATS[Path(font).suffix]
    source = f'src:url("{font}") format("{font_format}")'
    face = f'@font-face{{font-family:"Own";{source};font-display:swap}}'
    return face + 'body{font-family:"Own",system-ui,sans-serif}'


def find_sheet_faults(file: ContentFile) -> Iterator[Problem]:
    """Yield problems for the first sign to which another belongs that is not there, and the first import."""
    text = file.data.decode("utf-8", "replace")
    signs = [token for token in _TOKENS.finditer(text) if token["sign"]]
    if single := _find_single(sign for sign in signs if sign[0][0] != "@"):
        message = say(
            "sign-without-partner", "what belongs to this {sign} is missing", sign=quote_text(single[0][:2])
        )
        hint = advise(
            "close what is open, and take out what closes nothing: the rules behind it do not count"
        )
        yield _make_warning(file, text, single, message, hint)
    imports = (sign for sign in signs if sign[0][0] == "@")
    if file.name.startswith("css/") and (sign := next(imports, None)):
        message = say(
            "import-in-joined-sheet", "this does not count, as the files of templates/css/ are joined"
        )
        hint = advise("put what it fetches into templates/css/, as a file of its own")
        yield _make_warning(file, text, sign, message, hint)


def find_dead_addresses(file: ContentFile, static_files: Collection[str]) -> Iterator[Problem]:
    """Yield problems for files that a style sheet fetches and that are not among those of the site.

    What is on other sites, at the root of the server or outside `static/` is no matter of ours.
    """
    text = file.data.decode("utf-8", "replace")
    folder = dirname(file.name.removeprefix("static/")) if file.name.startswith("static/") else ""
    for found in _ADDRESSES.finditer(text):
        address = found["address"]
        if address and not _ELSEWHERE.match(address):
            name = normpath(join(folder, unquote(re.split("[?#]", address)[0])))
            if name not in static_files and not name.startswith("../"):
                yield _make_warning(file, text, found, *explain_missing_file(name, static_files))


def explain_missing_file(name: str, static_files: Collection[str]) -> tuple[str, str]:
    """Return a message and a hint for a static file that is not there."""
    message = say("no-such-theme-file", "there is no file templates/static/{name}", name=name)
    return message, suggest_nearest(name, static_files) or advise("put it there")


def _find_single(signs: Iterable[re.Match[str]]) -> re.Match[str] | None:
    """Return the first sign without its partner: of brackets that cross each other the inner one."""
    opened: list[re.Match[str]] = []
    for sign in signs:
        if sign[0] in _PARTNERS:
            opened.append(sign)
        elif opened and sign[0] == _PARTNERS[opened[-1][0]]:
            opened.pop()
        else:
            return opened[-1] if opened and sign[0] == "}" else sign
    return opened[-1] if opened else None


def _make_warning(file: ContentFile, text: str, sign: re.Match[str], message: str, hint: str) -> Problem:
    return Problem(file.path, *locate_offset(text, sign.start()), message, hint, Severity.WARNING)
