r"""Turn formulas in LaTeX into MathML, or say what is wrong with them.

math-core (https://github.com/tmke8/math-core) reads them. What it would read otherwise than LaTeX is
rewritten before, what it returns is mended, and a formula that would still come out otherwise is refused.
"""

import re
from collections.abc import Iterator
from functools import cache, partial
from typing import NamedTuple
from xml.etree.ElementTree import Element, ParseError, fromstring

from math_core import LatexError, LatexToMathML

from sitegen.core.problems import advise, quote_text, say, suggest_nearest
from sitegen.inputs.content.mathml import NotShownError, mend_mathml


class FormulaFault(NamedTuple):
    """What is wrong with a formula, `offset` characters into it, and how to mend it."""

    offset: int
    message: str
    hint: str = ""


_MAX_LENGTH, _MAX_DEPTH = 2_000, 50
"""The most characters and open braces of a formula: far more of them overflow the stack of math-core."""

_MACROS = {
    "substack": r"\begin{subarray}{c}#1\end{subarray}",
    "colon": r"\mathpunct{:}",
    "centerdot": r"\cdot",
    "dotsb": r"\cdots",
    "dotsc": r"\ldots",
    "dotsi": r"\cdots",
    "dotsm": r"\cdots",
    "dotso": r"\ldots",
    "mathnormal": "{#1}",
    "pmb": r"\boldsymbol{#1}",
    "smallsetminus": r"\setminus",
    "thickapprox": r"\approx",
}
"""What math-core does not know, or sets otherwise."""


def convert_formula(latex: str, display: str, display_text: str) -> Element | FormulaFault:
    """Return the formula as MathML, or what is wrong with it; `display_text` is the formula in messages."""
    fault = next(_iter_faults(latex, display_text), None)
    if fault:
        return fault
    try:
        mathml = _get_converter().convert_with_local_state(_rewrite(latex), displaystyle=display == "block")
        math = fromstring(mathml.replace("&ApplyFunction;", "\N{FUNCTION APPLICATION}"))  # noqa: S314 - no entity
        mend_mathml(math)
    except (NotShownError, ParseError, UnicodeError):
        return _explain_unread(0, _BEYOND, display_text)
    except LatexError as error:
        return _explain(str(error), latex, display_text)
    math.set("alttext", " ".join(latex.split()))
    math.set("display", display)
    return math


@cache
def _get_converter() -> LatexToMathML:
    return LatexToMathML(macros=_MACROS, allow_unreliable_rendering=True, fancy_error=False)


_TOKEN = re.compile(r"\\(?:begin|end)\s*\{[^{}]*\}|\\[A-Za-z]+\*?|\\.|[{}%]", re.DOTALL)
_DEFINITION = re.compile(
    r"\\(?:(?:re)?new(?:command|environment)|providecommand|[egx]?def|let|global|DeclareMathOperator)\*?"
)
_NUMBERING = re.compile(r"\\(?:tag|label|ref|eqref|notag|nonumber)\*?")
_INSTEAD = {
    r"\begin{align}": r"\begin{aligned}",
    r"\begin{multline}": r"\begin{aligned}",
    r"\begin{gather}": r"\begin{gathered}",
    r"\begin{equation}": r"\begin{gathered}",
    **dict.fromkeys(
        (r"\begin{alignat}", r"\begin{alignat*}", r"\begin{alignedat}"),
        r"\begin{aligned} … \end{aligned}",
    ),
    **dict.fromkeys((r"\begin{eqnarray}", r"\begin{eqnarray*}"), r"\begin{array}{rcl} … \end{array}"),
    r"\begin{tabular}": r"\begin{array}{ll} … \end{array}",
    r"\begin{smallmatrix}": r"\begin{matrix}",
    r"\begin{psmallmatrix}": r"\begin{pmatrix}",
    r"\begin{bsmallmatrix}": r"\begin{bmatrix}",
    **dict.fromkeys(
        (rf"\begin{{{name}}}" for name in ("math", "displaymath", "subequations")),
        r"\begin{gathered} … \end{gathered}",
    ),
    r"\mathop": r"\operatorname*{…}",
    r"\newline": r"\begin{gathered} … \\ … \end{gathered}",
    "\\\\": r"\begin{gathered} … \\ … \end{gathered}",
}
"""What pages do not show as LaTeX prints it: numbers, names, and lines outside a table; and what to write."""
_ENVIRONMENTS = (
    *("aligned", "align*", "array", "cases", "darray", "dcases", "drcases", "equation*", "gathered"),
    *(
        "gather*",
        "matrix",
        "bmatrix",
        "Bmatrix",
        "pmatrix",
        "vmatrix",
        "Vmatrix",
        "rcases",
        "split",
        "subarray",
    ),
)


def _iter_faults(latex: str, display_text: str) -> Iterator[FormulaFault]:
    """Yield what is wrong with the text of a formula, as far as math-core would not tell it."""
    open_braces: list[int] = []
    tables = latex.count(r"\substack")
    if len(latex) > _MAX_LENGTH:
        yield _explain_unread(0, advise("it is too long or too deeply nested"), display_text)
    for found in _TOKEN.finditer(latex):
        part, place = re.sub(r"\s", "", found[0]) or found[0], found.start()
        if part == "{":
            open_braces.append(place)
        if len(open_braces) > _MAX_DEPTH:
            yield _explain_unread(place, advise("it is too long or too deeply nested"), display_text)
        if part == "}" and not open_braces:
            yield _explain_lone_brace(part, place, display_text)
        elif part == "}":
            open_braces.pop()
        tables += part.startswith(r"\begin{") - part.startswith(r"\end{")
        if part != "\\\\" or not tables:
            yield from _judge_part(part, place, display_text)
    if open_braces:
        yield _explain_lone_brace("{", open_braces[-1], display_text)


def _judge_part(part: str, place: int, display_text: str) -> Iterator[FormulaFault]:
    """Yield what is wrong with a command, an environment or a comment."""
    params = {"formula": display_text, "command": quote_text(part)}
    if part == "%":
        message = say(
            "comment-in-formula",
            "the formula {formula} has '%', which hides the rest of its line",
            formula=display_text,
        )
        yield FormulaFault(place, message, advise("write '\\%'"))
    elif _DEFINITION.fullmatch(part):
        message = say(
            "definition-in-formula", "the formula {formula} defines a command with {command}", **params
        )
        yield FormulaFault(place, message, advise("write the formula out"))
    elif _NUMBERING.fullmatch(part) or part in _INSTEAD:
        message = say("formula-not-shown", "pages cannot show {command} of the formula {formula}", **params)
        hint = advise("write the number in the text, beside the formula")
        if part in _INSTEAD:
            hint = advise("write {value}", value=quote_text(_INSTEAD[part]))
        yield FormulaFault(place, message, hint)
    elif part.startswith(r"\begin{"):
        known = [rf"\begin{{{name}}}" for name in _ENVIRONMENTS]
        if part not in known:
            yield _explain_unknown(place, part, suggest_nearest(part, known), display_text)


def _explain_lone_brace(brace: str, place: int, display_text: str) -> FormulaFault:
    message = say(
        "lone-brace",
        "the formula {formula} has {sign} without its partner",
        formula=display_text,
        sign=quote_text(brace),
    )
    hint = advise("write {opening} or {closing} for a brace", opening="'\\{'", closing="'\\}'")
    return FormulaFault(place, message, hint)


def _explain_unknown(place: int, command: str, hint: str, display_text: str) -> FormulaFault:
    message = say(
        "unknown-command",
        "the formula {formula} uses the unknown command {command}",
        formula=display_text,
        command=quote_text(command),
    )
    return FormulaFault(place, message, hint)


def _explain_unread(place: int, reason: str, display_text: str) -> FormulaFault:
    message = say(
        "formula-unreadable",
        "the formula {formula} cannot be read: {why}",
        formula=display_text,
        why=reason,
    )
    return FormulaFault(place, message)


_BEYOND = advise("it is not LaTeX, or more than pages can show")
_NOTHING = advise("nothing stands behind '^' or '_'")
_REASONS = {
    'Expected closing token "\\right"': advise("a '\\left' has no '\\right'"),
    'Unmatched closing token: "\\right"': advise("a '\\right' has no '\\left'"),
    'Expected closing token "\\end': advise("a '\\begin' has no '\\end'"),
    'Unmatched closing token: "\\end': advise("an '\\end' has no '\\begin'"),
    'Expected "\\end': advise("a '\\begin' has no '\\end'"),
    "Expected argument": advise("something is missing here"),
    "'^' or '_'": _NOTHING,
    'Found "&"': advise("'&' stands outside a table such as 'aligned'"),
    'Found "\\limits"': advise("'\\limits' stands behind no operator"),
    "There must be a parenthesis": advise("no bracket stands behind '\\left', '\\right' or '\\big'"),
    "Not valid in text mode": advise("this cannot stand within '\\text'"),
    "Math mode within text mode": advise("this cannot stand within '\\text'"),
    "Not valid in math mode": advise("this can only stand within '\\text'"),
    "Direct Unicode input": advise("this sign has to be written as a command"),
    'Unknown color "': advise("there is no such colour"),
}
"""The meaning of the errors of math-core by the words they begin with."""
_UNKNOWN = re.compile(r'Unknown command "(.*)"\.', re.DOTALL)
_SHORTEST_NAME = len(r"\S")
"""Signs and accents of texts have a name of one letter, and nobody means them by a longer one."""
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def _explain(error: str, latex: str, display_text: str) -> FormulaFault:
    """Return the fault that an error of math-core means."""
    place, _, told = error.partition(": ")
    shift = 2 * latex.count("{split}", 0, int(place))  # `_rewrite` makes these longer
    offset = min(int(place) - shift, len(latex))
    unknown = _UNKNOWN.fullmatch(told)
    if unknown:
        spellings = (each for each in _iter_spellings(unknown[1]) if len(each) > _SHORTEST_NAME)
        hint = suggest_nearest(unknown[1], filter(_is_known, spellings))
        return _explain_unknown(offset, unknown[1], hint, display_text)
    reason = next((reason for words, reason in _REASONS.items() if told.startswith(words)), _BEYOND)
    if told.startswith("Duplicate"):
        is_power = latex[offset : offset + 1] == "^"
        twice = advise("two powers stand at one sign"), advise("two indices stand at one sign")
        reason = twice[0] if is_power else twice[1]
    elif told.startswith("Expected argument") and latex[:offset].rstrip().endswith(("^", "_")):
        reason = _NOTHING
    return _explain_unread(offset, reason, display_text)


def _iter_spellings(command: str) -> Iterator[str]:
    """Yield `command` with one letter left out, changed, added, or swapped with the next."""
    for place in range(1, len(command) + 1):
        before, after = command[:place], command[place:]
        yield before + after[1:]
        yield before + after[1:2] + after[:1] + after[2:]
        for letter in _LETTERS:
            yield before + letter + after
            yield before + letter + after[1:]


def _is_known(command: str) -> bool:
    try:
        _get_converter().convert_with_local_state(f"{command} ", displaystyle=False)
    except LatexError as error:
        return not re.search("Unknown command|Not valid in math mode", str(error))
    return True


_REWRITTEN = {
    r"(\\\\)(\s*\[\s*[-+]?[\d.,]+\s*[a-z]{2}\s*\]|\*)": r"\1",  # the space between two rows
    r"(\\begin\{(?:aligned|gathered|array|split)\})(\s*\[[bct]\])": r"\1",  # where it stands in its line
    r"(\\[mh]box|\\text(?:up|normal))(?![A-Za-z])": r"\\text",
    r"(\\operatorname\*?\s*)\{\s*\\(?:mathrm|text)\s*\{([^{}]*)\}\s*\}": r"\1{\2}",
    r"(\\cfrac)(\s*\[[lcr]\])": r"\1",  # the side of the numerator
    r"(\\(?:left|right|middle|[bB]igg?[lmr]?)\s*)<": "\\1\N{MATHEMATICAL LEFT ANGLE BRACKET}",
    r"(\\(?:left|right|middle|[bB]igg?[lmr]?)\s*)>": "\\1\N{MATHEMATICAL RIGHT ANGLE BRACKET}",
    r"\{split\}": "{aligned}",
}
"""What math-core prints as it stands, refuses or does not know, and the same in its words."""
_TEXT = re.compile(r"\\text[a-z]*\s*\{(?:[^{}\\]|\\.|\{(?:[^{}\\]|\\.)*\})*\}", re.DOTALL)
_BOLD = re.compile(r"\\(?:boldsymbol|bm|pmb)\s*(?:\d|\{(?:[^{}]|\{[^{}]*\})*\})")
_BOLD_DIGITS = str.maketrans("0123456789", "𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗")  # noqa: RUF001 - bold on purpose
"""Of what is bold math-core leaves the figures as they are."""
_LOST_BLANK = re.compile(r"(\\[^A-Za-z\s])[ \n]")


def _rewrite(latex: str) -> str:
    """Return a formula so that math-core reads what LaTeX does, with each of its parts at the same place."""
    for pattern, written in _REWRITTEN.items():
        latex = re.sub(pattern, partial(_replace, written), latex)
    latex = _BOLD.sub(lambda bold: bold[0].translate(_BOLD_DIGITS), latex)
    return _TEXT.sub(lambda text: _LOST_BLANK.sub("\\1\N{NO-BREAK SPACE}", text[0]), latex)


def _replace(written: str, found: re.Match[str]) -> str:
    return found.expand(written).ljust(len(found[0]))
