"""Everyone who is ranked as a strip of marks, one file a ranking, so that a page draws its own mark alone.

The ends of the strip are round numbers: hardly ever does anybody move because somebody else did.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property

from sitegen.derived.positions import Position
from sitegen.language import Language
from sitegen.scale import Scale, scale

WIDTH = 600
_LEAST = 3  # so few make no strip
_LABEL = 110  # so far from the ends there is room for a word between those that are written there
_HEAD = (
    f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} 38"><style>'
    "path{stroke:#b8c4c0;stroke-width:1.5}text{font:12px system-ui,sans-serif;fill:#5b6764}"
    "@media(prefers-color-scheme:dark){path{stroke:#46575a}text{fill:#9babaa}}"
    "@media print{path{stroke:#888}text{fill:#444}}@media(max-width:28rem){text{font-size:19px}}"
    "</style>"
)


class Everyone:
    """The values of all who stand in the first section of a list that has ranks."""

    def __init__(self, positions: Mapping[str, Position]) -> None:
        ranked = [each for each in positions.values() if each.rank is not None and each.value is not None]
        self.section = ranked[0].section if ranked else ""
        self._here = [each for each in ranked if each.section == self.section]
        values = [each.value for each in self._here if each.value is not None]
        self._values = sorted(values) if len(values) >= _LEAST else []

    @property
    def is_shown(self) -> bool:
        """Whether they are enough, and not all level."""
        return bool(self._values) and self._values[0] < self._values[-1]

    @cached_property
    def _scale(self) -> Scale:
        return scale(self._values)

    def mark(self, position: Position) -> tuple[float, bool] | None:
        """Where on the strip a player stands, and whether a word has room below; None who does not."""
        if not self.is_shown or position.section != self.section or position.value is None:
            return None
        low, x, high = (_x(self._scale, each) for each in (self._values[0], position.value, self._values[-1]))
        return round(x, 1), low + _LABEL < x < high - _LABEL

    def svg(self, language: Language) -> Callable[[], bytes]:
        """The strip as a file, with its ends written below it."""
        column = self._here[0].column
        write = language.number(column.shown.decimals if column else 0)
        return lambda: _drawn(self._scale, self._values, write).encode()


def _x(axis: Scale, value: float) -> float:
    return 4 + axis.part(value) * (WIDTH - 8)


def _drawn(axis: Scale, values: Sequence[float], write: Callable[[float], str]) -> str:
    marks = "".join(f"M{_x(axis, each):.1f} 8V20" for each in dict.fromkeys(values))
    low, high = _x(axis, values[0]), _x(axis, values[-1])
    return (
        f'{_HEAD}<path d="{marks}"/><text x="{low:.1f}" y="36">{write(values[0])}</text>'
        f'<text x="{high:.1f}" y="36" text-anchor="end">{write(values[-1])}</text></svg>\n'
    )
