"""Render a crosstable: on a desk a heat map with signs, on a narrow screen a strip for each player.

Both stand in one table, of which the style sheet shows one; each row opens with the results of its player. A
strip says with its place what its colour says: a stroke up for who was beaten, and down for who was not.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from markupsafe import Markup

from sitegen.core.entities import Result, ResultOutcome
from sitegen.core.model import Crosstable
from sitegen.render.cells import CellWriter
from sitegen.render.table_layout import wrap_table
from sitegen.render.tables import build_row_tag

HEAT_LIMIT = 40
"""The most players that have a heat map: on a desk each of its columns has room for two signs."""
_MAX_SIGNS = 4  # who met more often has a score
_SIGNS: Mapping[ResultOutcome, str] = {"won": "1", "drawn": "½", "lost": "0"}
_HALVES: Mapping[ResultOutcome, int] = {"won": 2, "drawn": 1, "lost": 0}
_STROKES = {"g": "0v5", "z": "4v2", "f": "5v5", "x": "0v10"}
"""The stroke of each kind of cell in a strip, which is 10 high; `x` is the player."""


class _Score(NamedTuple):
    """The points of a player in some results, doubled so that they are whole, and those of the opponents."""

    halves: int
    against: int

    @classmethod
    def from_results(cls, results: Sequence[Result]) -> "_Score":
        """Return the score of results: a win is one point and a draw is half of one."""
        halves = sum(_HALVES[result.ended] for result in results)
        return cls(halves, 2 * len(results) - halves)

    @property
    def kind(self) -> str:
        """Whether more was gained than lost (`g`), less (`f`), or as much (`z`)."""
        return "g" if self.halves > self.against else "f" if self.halves < self.against else "z"


def render_crosstable(crosstable: Crosstable, cells: CellWriter) -> Markup:
    """Return a crosstable as a `<table>`, which the heading of its section names."""
    players, heading = crosstable.players, f"{crosstable.name}-title"
    has_heat, used_ids = len(players) <= HEAT_LIMIT, {crosstable.name, heading, "main"}
    player, results, points = (cells.translate(text) for text in ("Player", "Results", "Points"))
    columns = (
        [f"<th scope=col>{number}" for number in range(1, len(players) + 1)]
        if has_heat
        else [f"<th scope=col>{results}"]
    )
    rows = [
        f"{build_row_tag(id_, used_ids, played=False)}<th><b>{number}</b> {cells.link_player(id_)}"
        f"{_render_row(number - 1, crosstable, cells, has_heat=has_heat)}"
        for number, id_ in enumerate(players, 1)
    ]
    head = f"<th scope=col><span class=vh>{player}</span>{''.join(columns)}<th scope=col class=p>{points}"
    return wrap_table("cross heat" if has_heat else "cross", heading, head, "".join(rows))


def _render_row(place: int, crosstable: Crosstable, cells: CellWriter, *, has_heat: bool) -> str:
    """Return the cells of the player at a place behind the name, and the row that they open."""
    players, results = crosstable.players, crosstable.results[crosstable.players[place]]
    meetings = _group_by_opponent(results)
    met = [meetings.get(player, ()) for player in players]
    kinds = ["x" if other == place else _find_kind(group) for other, group in enumerate(met)]
    row = "".join(map(_render_cell, kinds, met)) if has_heat else f"<td class=s>{_draw_strip(kinds)}"
    opened = [
        f"<li><b>{number}</b> {cells.link_player(players[number - 1])} {_render_results(group, cells)}"
        for number, group in enumerate(met, 1)
        if group
    ]
    points = _format_halves(_Score.from_results(results).halves)
    return (
        f"{row}<td class=p>{points} / {len(results)}"
        f"\n<tr><td colspan={row.count('<td') + 2}><details><summary>{cells.translate('Results')}</summary>"
        f"<ul class=met>{''.join(opened)}</ul></details>"
    )


def _group_by_opponent(results: Sequence[Result]) -> Mapping[str, Sequence[Result]]:
    groups: dict[str, list[Result]] = {}
    for result in results:
        groups.setdefault(result.opponents[0], []).append(result)
    return groups


def _find_kind(results: Sequence[Result]) -> str:
    """Return the kind of a cell, blank for two players who did not meet."""
    return _Score.from_results(results).kind if results else ""


def _render_cell(kind: str, results: Sequence[Result]) -> str:
    """Return a cell of the heat map: its signs in the order of play, or the score of many results."""
    text = "".join([_SIGNS[result.ended] for result in results])
    if len(results) > _MAX_SIGNS:
        text = "–".join(map(_format_halves, _Score.from_results(results)))
    return f"<td class={kind}>{text}" if kind else "<td>"


def _draw_strip(kinds: Sequence[str]) -> str:
    """Return the cells of a row as strokes, together as wide as there is room."""
    paths = dict.fromkeys(_STROKES, "")
    for place, kind in enumerate(kinds):
        if kind:
            paths[kind] += f"M{place} {_STROKES[kind]}"
    drawn = "".join(f'<path class={kind} d="{path}"/>' for kind, path in paths.items() if path)
    box = f'viewBox="-.5 0 {len(kinds)} 10" preserveAspectRatio=none'
    return f"<svg {box} aria-hidden=true>{drawn}</svg>"  # the opened row has it in words


def _render_results(results: Sequence[Result], cells: CellWriter) -> str:
    """Return the results against an opponent, each with its day."""
    texts = [
        f"<small><b>{result.score or _SIGNS[result.ended]}</b>"
        f" {cells.language.format_short_day(result.day)}</small>"
        for result in results
    ]
    return f"<span>{' '.join(texts)}</span>"


def _format_halves(halves: int) -> str:
    whole, half = divmod(halves, 2)
    return f"{whole or ''}½" if half else str(whole)
