"""Small drawings in the cells of a list: how a figure went, and how the latest games ended."""

from collections.abc import Sequence

_STEP, _LOW, _HIGH = 4, 21, 3
_APART = 6
_TICKS = {"w": "9V1", "d": "8V12", "l": "11V19"}
"""From where to where a tick goes: up, across the middle, down."""
_WIDEST = 26 * _STEP


def spread(courses: Sequence[Sequence[float]]) -> float:
    """The least difference that fills the height of a line: an eighth of that between all of today.

    So a course of little ups and downs is as flat beside one of great ones as it should be.
    """
    last = [course[-1] for course in courses if course]
    return (max(last) - min(last)) / 8 if last else 0.0


def spark(course: Sequence[float], least: float) -> str:
    """A course as a small line that ends in a dot; nothing without two moments."""
    if len(course) < 2:
        return ""
    low, high = min(course), max(course)
    span = max(high - low, least) or 1.0
    bottom = (low + high - span) / 2
    scale = (_LOW - _HIGH) / span
    start = _WIDEST - _STEP * (len(course) - 1)
    heights = [round(_LOW - (value - bottom) * scale) for value in course]
    path = f"M{start} {heights[0]}l{_steps(heights)}"
    dot = f'<circle cx={_WIDEST} cy={heights[-1]} r="2"/>'
    return f'<svg class=spark viewBox="0 0 108 24" aria-hidden=true><path d="{path}"/>{dot}</svg>'


def _steps(heights: Sequence[int]) -> str:
    """The line from height to height, each step from where the last one ended; level ones are one."""
    steps, along = [], 0
    for before, height, after in zip(heights[:-1], heights[1:], [*heights[2:], None], strict=True):
        along += _STEP
        if not before == height == after:
            steps.append(f"{along} {height - before}".replace(" -", "-"))
            along = 0
    return " ".join(steps)


def ticks(form: str, said: str) -> str:
    """The latest results as ticks: up for won, down for lost; `said` for who cannot see them."""
    first = 10 - len(form)
    paths = dict.fromkeys("wdl", "")
    for n, kind in enumerate(form, first):
        paths[kind] += f"M{3 + _APART * n} {_TICKS[kind]}"
    drawn = "".join(f'<path class={kind} d="{path}"/>' for kind, path in paths.items() if path)
    return f'<svg class=ticks viewBox="0 0 60 20" role=img aria-label="{said}">{drawn}</svg>'
