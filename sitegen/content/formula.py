"""LaTeX -> MathML: the home of the library that does it, and what it would pass over in silence."""

import re
from xml.etree.ElementTree import Element

from markdown.util import AtomicString

from sitegen.message import advise, say
from sitegen.problem import quoted, suggestion

_DEFINITION = re.compile(
    r"\\(?:(?:re)?new(?:command|environment)|providecommand|g?def|DeclareMathOperator)(?![a-zA-Z])"
)
_COMMENT = re.compile(r"(?<!\\)%")
_Fault = tuple[int, str, str]  # where in the formula, what is wrong, how to mend it


def mathml(latex: str, display: str, shown: str) -> Element | _Fault:
    """The formula as MathML; what is wrong with it, called as it is `shown`, where it cannot be read."""
    from latex2mathml.converter import convert_to_element  # noqa: PLC0415 - slow; many sites have no formula

    fault = _misspelt(latex, shown)
    if fault:
        return fault
    try:
        math: Element = convert_to_element(latex, display=display)
    except Exception as error:  # noqa: BLE001 - the library lets whatever goes wrong inside it through
        why = _REASONS.get(type(error).__name__, advise("it is not LaTeX, or too deeply nested"))
        message = say(
            "formula-unreadable", "the formula {formula} cannot be read: {why}", formula=shown, why=why
        )
        return 0, message, ""
    for element in math.iter():
        element.text = AtomicString(element.text or "")
        if "columnalign" in element.attrib:  # which browsers no longer heed
            element.set("class", element.attrib.pop("columnalign"))
    math.set("alttext", " ".join(latex.split()))
    return _unknown_command(latex, math, shown) or math


def _misspelt(latex: str, shown: str) -> _Fault | None:
    """What the library would pass over without a word."""
    brace = _lone_brace(latex)
    if brace is not None:
        sign = quoted(latex[brace])
        message = say(
            "lone-brace", "the formula {formula} has {sign} without its partner", formula=shown, sign=sign
        )
        return (
            brace,
            message,
            advise("a brace to be seen is written {opening} or {closing}", opening="'\\{'", closing="'\\}'"),
        )
    comment = _COMMENT.search(latex)
    if comment:
        message = say(
            "comment-in-formula",
            "the formula {formula} has '%', which hides the rest of its line",
            formula=shown,
        )
        return comment.start(), message, advise("write '\\%'")
    definition = _DEFINITION.search(latex)
    if definition:
        command = quoted(definition[0])
        message = say(
            "definition-in-formula",
            "the formula {formula} defines a command with {command}",
            formula=shown,
            command=command,
        )
        return definition.start(), message, advise("write the formula out")
    return None


def _lone_brace(latex: str) -> int | None:
    """Where a brace stands that has no partner."""
    opened: list[int] = []
    for found in re.finditer(r"\\.|[{}]", latex, re.DOTALL):
        if found[0] == "{":
            opened.append(found.start())
        elif found[0] == "}" and not opened:
            return found.start()
        elif found[0] == "}":
            opened.pop()
    return opened[-1] if opened else None


def _unknown_command(latex: str, math: Element, shown: str) -> _Fault | None:
    """A command that the library does not know, which it would show by its name."""
    from latex2mathml.commands import CONVERSION_MAP  # noqa: PLC0415 - see mathml
    from latex2mathml.symbols_parser import SYMBOLS  # noqa: PLC0415 - see mathml

    for element in math.iter("mi"):
        command = element.text or ""
        if command.startswith("\\"):
            known = (each for each in (*CONVERSION_MAP, *SYMBOLS) if each.startswith("\\"))
            name, place = quoted(command), max(latex.find(command), 0)
            message = say(
                "unknown-command",
                "the formula {formula} uses the unknown command {command}",
                formula=shown,
                command=name,
            )
            return place, message, suggestion(command, known)
    return None


_REASONS = {
    "NumeratorNotFoundError": advise("a fraction has nothing above its line"),
    "DenominatorNotFoundError": advise("a fraction has nothing below its line"),
    "ExtraLeftOrMissingRightError": advise("a '\\left' has no '\\right'"),
    "MissingSuperScriptOrSubscriptError": advise("nothing stands behind '^' or '_'"),
    "DoubleSubscriptsError": advise("two indices stand at one sign"),
    "DoubleSuperscriptsError": advise("two powers stand at one sign"),
    "NoAvailableTokensError": advise("something is missing at its end"),
    "MissingEndError": advise("a '\\begin' has no '\\end'"),
    "LimitsMustFollowMathOperatorError": advise("'\\limits' stands behind no operator"),
}
"""What an error of the library means, by its name: it has no other words."""
