"""What is meant by lines of sitegen.toml that are not TOML: the slips of a hand that is used to letters."""

import re
import tomllib
from collections.abc import Iterator

from sitegen.config.line import SINGLE, Slip, slip
from sitegen.config.site import FILE
from sitegen.message import advise, say
from sitegen.problem import Problem, quoted

_MOST = 20
_LONGEST = 1_000  # of a line, in which what is meant is looked for again and again
_CLOSING = {'"""': '"""', "'''": "'''", "[": "]", "{": "}"}
_OPENED = re.compile(r"""=\s*(?P<mark>"{3}(?!.*"{3})|'{3}(?!.*'{3})|\[(?!.*\])|\{(?!.*\}))""")
_ENDLESS = re.compile("[0-9][0-9_]{4000,}")
_UNKNOWN = Slip(
    0,
    say("not-toml", "this line is not TOML"),
    advise("a line is: name = value, and a text stands between straight quotes"),
    is_confined=False,
)


def slips(text: str, error: ValueError) -> list[Problem]:
    """The lines at which reading stops, each with what was probably meant; `error` is that of the first.

    Below a slip that is confined to its line reading goes on as if that line were not there.
    """
    return list(_slips(text.split("\n"), error))


def _slips(lines: list[str], first: ValueError) -> Iterator[Problem]:
    error: ValueError | None = first
    for _ in range(_MOST):
        if error is None:
            return
        number, complaint = _place(error, lines)
        found = (
            _unclosed(lines[:number], complaint)
            or _misplaced(lines[:number], complaint)
            or _endless(lines[number - 1])
            or _slip(lines[number - 1], complaint)
            or _UNKNOWN
        )
        number -= found.above
        yield Problem(FILE, number, found.column, found.message, found.hint)
        if not found.is_confined:
            return
        lines[number - 1] = ""
        error = _read(lines)


def _slip(line: str, complaint: str) -> Slip | None:
    return slip(line, complaint) if len(line) <= _LONGEST else None


def _read(lines: list[str]) -> ValueError | None:
    try:
        tomllib.loads("\n".join(lines))
    except ValueError as error:
        return error
    return None


def _place(error: ValueError, lines: list[str]) -> tuple[int, str]:
    """The line and the complaint, which Python before 3.14 has in its message only; else the last line."""
    found = re.fullmatch(r"(.*) \(at line (\d+), column \d+\)", str(error), re.DOTALL)
    if found:
        return int(found[2]), found[1]
    endless = (number for number, line in enumerate(lines, 1) if _ENDLESS.search(line))
    last = max((number for number, line in enumerate(lines, 1) if line.strip()), default=1)
    return next(endless, last), str(error)


def _endless(line: str) -> Slip | None:
    """A number of more digits than Python makes one of."""
    found = _ENDLESS.search(line)
    if not found:
        return None
    message = say("too-many-digits", "{number} has more than {most} digits", number=quoted(found[0]), most=15)
    return Slip(found.start() + 1, message, advise("shorten it"))


def _unclosed(lines: list[str], complaint: str) -> Slip | None:
    """What was opened on one of the lines down to that at which reading stopped, and never closed."""
    reaches_up = complaint.startswith(("Unclosed", "Unterminated", "Expected \"'''\""))
    for above, line in enumerate(reversed(lines if reaches_up else lines[-1:])):
        opened = _OPENED.search(line[:_LONGEST])
        if opened:
            message = say("not-closed", "{mark} opens here and is not closed", mark=quoted(opened["mark"]))
            hint = advise("close it with {mark}", mark=_CLOSING[opened["mark"]])
            return Slip(opened.start("mark") + 1, message, hint, is_confined=False, above=above)
    return None


def _misplaced(lines: list[str], complaint: str) -> Slip | None:
    """A header `[ranking]` or `[ranking.options]` above the first `[[ranking]]`, at which reading stopped."""
    if not (lines[-1].strip().startswith("[[ranking]]") and complaint.startswith("Cannot overwrite")):
        return None
    for above, line in enumerate(reversed(lines)):
        found = re.match(r"\s*\[\s*ranking\s*(?P<below>[.\w\s]*)\]", line)
        if found and found["below"]:
            message = say(
                "options-above-ranking", "{header} stands above its [[ranking]]", header=found[0].strip()
            )
            return Slip(line.index("[") + 1, message, advise("put it below"), is_confined=False, above=above)
        if found:
            return Slip(line.index("[") + 1, *SINGLE, is_confined=False, above=above)
    return None
