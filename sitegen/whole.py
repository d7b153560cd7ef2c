"""Numbers without decimals as people read them."""

from collections.abc import Iterable

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
