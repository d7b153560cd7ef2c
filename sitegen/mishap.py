"""An exception that a ranking system ends in, told with the place in the system's own code."""

from pathlib import Path

from sitegen.message import Message, advise, say
from sitegen.problem import quoted

_LONGEST = 200


def reason(error: BaseException) -> str:
    """What an exception says, with its kind."""
    said = str(error)
    return quoted(f"{type(error).__name__}: {said}" if said else type(error).__name__, _LONGEST)[1:-1]


def frames(error: BaseException, code: Path | None) -> list[str]:
    """The places in a system's own code that an exception came through, outermost first: `elo/rate.py:12`.

    `code` is the folder of its package, or its only file.
    """
    if code is None:
        return []
    from traceback import extract_tb  # noqa: PLC0415 - for a system that fails

    passed = [(Path(each.filename), each.lineno) for each in extract_tb(error.__traceback__)]
    return [
        f"{path.relative_to(code.parent).as_posix()}:{line}"
        for path, line in passed
        if path.is_relative_to(code) and path.suffix == ".py"
    ]


def told(name: str, doing: str, error: BaseException, code: Path | None) -> Message:
    """That the system called `name` failed, in which of its functions, and why."""
    places = frames(error, code)
    named = {"system": quoted(name), "function": quoted(doing), "error": reason(error)}
    if places:
        return say(
            "system-failed-at",
            "{function} of the system {system} failed at {place}: {error}",
            place=places[-1],
            **named,
        )
    return say("system-failed", "{function} of the system {system} failed: {error}", **named)


def hint(package: str, *, is_ours: bool) -> Message | str:
    """To whom it is to be reported: it is no fault of who runs the site."""
    if is_ours:
        return advise("this is a fault of the program, not of your site: please report it")
    if package:
        return advise(
            "this is a fault of the package {package}: report it to its makers", package=quoted(package)
        )
    return advise("this is a fault of that system: report it to its makers")
