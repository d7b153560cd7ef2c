"""What an officer asks of a draw, as it is typed, and what is asked of the system by it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from sitegen.cells import Parser
from sitegen.message import advise, say
from sitegen.request import PARTS, Request, WishError

_MOST = 2**20  # bytes of a file with pairs


@dataclass(frozen=True)
class Wish:
    """What an officer asks for, as it is typed: players by id, name or alias, and a file with pairs."""

    today: date
    round: int | None = None
    absent: Sequence[str] = ()
    pairs: Path | None = None
    lines: int | None = None
    day: date | None = None

    @property
    def given(self) -> list[str]:
        """The parts of a `Request` that were asked for."""
        return [part for part in PARTS if getattr(self, part) not in (None, ())]


def request(wish: Wish, resolve: Parser) -> Request:
    """What is asked of the system, with players by their ids."""
    absent = [*dict.fromkeys(player for each in wish.absent for player in _away(resolve, each))]
    pairs = list(_pairs(wish.pairs, resolve)) if wish.pairs else []
    return Request(wish.round, absent, pairs, wish.lines, wish.day or wish.today)


def _away(resolve: Parser, named: str) -> Sequence[str]:
    """The ids in one `--absent`: of one player, whose name may hold a comma, or of several between commas."""
    try:
        return [str(resolve(named))]
    except ValueError:
        several = [each for each in named.split(",") if each.strip()]
        if not several:
            raise WishError(
                say("nobody-absent", "--absent names nobody"), advise("name who will not come")
            ) from None
        return [_resolved(resolve, each) for each in several]


def _pairs(path: Path, resolve: Parser) -> Iterator[Sequence[str]]:
    """The pairs in a file, one a line: two players with a comma, semicolon or tab between, or one name."""
    for number, line in enumerate(_text(path).splitlines(), 1):
        cells = [each.strip() for each in re.split("[,;\t]", line)]
        if not line.strip() or line.startswith("#"):
            continue
        if len(cells) > 2:
            message = say(
                "pair-of-several",
                "{file}:{line}: {count} players where a pair has two",
                file=path,
                line=number,
                count=len(cells),
            )
            raise WishError(message)
        yield [_resolved(resolve, each) for each in cells] if len(cells) == 2 else cells


def _text(path: Path) -> str:
    """The text of a file that was named on the command line."""
    if path.is_dir():
        message = say("pairs-in-folder", "{file} is a folder, not a file", file=path)
        raise WishError(message, advise("name the file in it that has the pairs, one a line"))
    try:
        with path.open("rb") as file:
            return _whole(file.read(_MOST + 1), path).decode("utf-8-sig")
    except FileNotFoundError as error:
        message = say("pairs-not-there", "there is no file {file}", file=path)
        hint = advise("write its path from the folder that you are in")
        raise WishError(message, hint) from error
    except UnicodeDecodeError as error:
        message = say("pairs-not-utf8", "{file} is not UTF-8", file=path)
        raise WishError(message, advise("save it as text in UTF-8")) from error
    except OSError as error:
        message = say("pairs-not-read", "{file} cannot be read: {reason}", file=path, reason=error.strerror)
        raise WishError(message) from error


def _whole(content: bytes, path: Path) -> bytes:
    """What was read of a file, when that is all of it: a device may have no end."""
    if len(content) <= _MOST:
        return content
    message = say("pairs-too-many", "{file} has more than {most} bytes", file=path, most=f"{_MOST:,}")
    raise WishError(message, advise("name the file that has the pairs, one a line"))


def _resolved(resolve: Parser, named: str) -> str:
    try:
        return str(resolve(named))
    except ValueError as error:
        raise WishError(*error.args) from None
