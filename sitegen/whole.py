"""Numbers as people and programs read them, many at once."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

MINUS = "\N{MINUS SIGN}"
"""A true one, as wide as the plus."""


class _Texts(dict[int, str]):
    """Whole numbers as they are written: pages show few of them, each many times."""

    def __missing__(self, number: int) -> str:
        self[number] = text = str(number).replace("-", MINUS)
        return text


_TEXTS = _Texts()


def wholes(values: Iterable[float | None]) -> list[str]:
    """Numbers without decimals, which are rounded as `%` does, to the even one of two; None is blank."""
    return ["" if each is None else _TEXTS[round(each)] for each in values]


def in_lines(values: Sequence[float | None], one: str) -> str:
    """Numbers, `one` as Python writes it in a line; None is a blank line, and zero has no sign."""
    known, zero = tuple([each for each in values if each is not None]), (one % 0.0).removeprefix("+")
    are_all = len(known) == len(values)
    pattern = one * len(values) if are_all else "".join(["\n" if each is None else one for each in values])
    return (pattern % known).replace(f"+{zero}", zero).replace(f"-{zero}", zero)


@lru_cache(maxsize=16)
def by_column(values: tuple[float | None, ...], one: str, mark: str) -> Sequence[str]:
    """The same as people read them; a page has columns twice, in tables and formulas."""
    return in_lines(values, one).replace("-", MINUS).replace(".", mark).split("\n")[:-1]
