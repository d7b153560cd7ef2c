"""Numbers as people and programs read them, many at once."""

from collections.abc import Iterable, Sequence

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
    known, pattern, zero = tuple(values), one * len(values), (one % 0.0).removeprefix("+")
    if None in known:
        pattern = "".join(["\n" if each is None else one for each in known])
        known = tuple([each for each in known if each is not None])
    return (pattern % known).replace(f"+{zero}", zero).replace(f"-{zero}", zero)


def by_column(values: Sequence[float | None], one: str, mark: str) -> Sequence[str]:
    """The same as people read them."""
    return in_lines(values, one).replace("-", MINUS).replace(".", mark).split("\n")[:-1]
