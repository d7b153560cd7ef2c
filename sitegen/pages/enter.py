"""The page on which results are entered, made from what the tables of a system declare.

A script makes a grid of it, and a file of what is in the grid. Without one the page says what a file has to
hold, and where it belongs.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from functools import partial
from itertools import pairwise
from typing import Any

from sitegen.board import Board, Entered
from sitegen.config import Site
from sitegen.model import Player
from sitegen.pages.drawn import drawn
from sitegen.pages.page import Page
from sitegen.system import Kept, kept
from sitegen.table import Column, cell_columns

_PLAYERS = "players"
_LATEST = 200
"""Rows of a table from which it is told what a club fills in."""
_FEW = 5
"""A column is shown at once where more than one in so many rows fill it in."""
_NEARLY = 0.75
"""A column goes on from row to row where more than so many of them say there what the one above them says."""
_MOST = 60
"""Texts that are offered for a cell."""
_MANY = 1_000
"""Players who stand on the page; more are in a file beside it, which the script reads."""
_BESIDE = "players.json"
_OFFERED = {"topic", "event"}
_KINDS = {date: "date", int: "whole", float: "number", bool: "yes"}


def enter(site: Site, board: Board) -> Iterator[Page]:
    """The page of a ranking, which calculates where the site does, and those whom it does not hold."""
    players = [_known(each) for each in board.players if not each.hidden]
    is_apart = len(players) > _MANY
    yield _page(site, board, {"players": [] if is_apart else players, "beside": _BESIDE if is_apart else ""})
    if is_apart:
        made = partial(_written, players)
        yield Page(f"{board.home}enter/{_BESIDE}", _BESIDE, {"players": players}, board.ranking.id, make=made)


def _written(players: Sequence[tuple[str, str, str, str]]) -> bytes:
    return json.dumps(players, ensure_ascii=False, separators=(",", ":")).encode()


def _page(site: Site, board: Board, known: dict[str, Any]) -> Page:
    every = zip(kept(board.ranking.system), board.entered, strict=True)
    tables = [_Entered(*each) for each in every]
    offered = _offered(tables)
    shows = {
        "tables": [each.told(offered) for each in sorted(tables, key=_order)],
        "lists": offered,
        "veiled": any(each.hidden for each in board.players),
        "drawn": drawn(board),
        "day": site.as_of.isoformat() if site.as_of else "",
    }
    return Page(f"{board.home}enter/", "enter.html", shows | known, board.ranking.id)


class _Entered:
    """A table to be entered, with the latest of its rows, in which nobody hides."""

    def __init__(self, table: Kept, entered: Entered) -> None:
        self.name = table.name
        self.number = entered.number
        self.columns = cell_columns(table.rows)
        self.of_evenings = {name for each in self.columns for name in each.drawn}
        self.latest = [each for each in entered.rows[-_LATEST:] if not getattr(each, "hidden", False)]

    @property
    def names_players(self) -> bool:
        """Whether a row is about players whom another table knows."""
        return any(each.shown.style == "player" for each in self.columns)

    def told(self, offered: Iterable[str]) -> dict[str, Any]:
        """The table as the template is given it."""
        known = {*offered}
        asked = [each for each in self.columns if each.name != "order" or self._is_used(each)]
        return {"name": self.name, "columns": [self._column(each, known) for each in asked]}

    def _column(self, column: Column, offered: set[str]) -> dict[str, Any]:
        return {
            "name": column.name,
            "label": column.label,
            "doc": column.doc,
            "kind": "player" if column.shown.style == "player" else _KINDS.get(column.kind, "text"),
            "choices": column.choices,
            "headings": column.headings,
            "required": column.required and not column.blank,
            "needed": column.required,
            "key": column.key,
            "drawn": bool(column.drawn),
            "evening": column.name in self.of_evenings,
            "counts": column.counts,
            "wanted": column.required or self._is_used(column) or self._is_likely(column),
            "steady": self._is_steady(column),
            "list": column.name if column.name in offered and self._offers(column) else "",
        }

    def _is_used(self, column: Column) -> bool:
        """Whether not few of the latest rows say something there that goes without saying otherwise."""
        used = sum(value not in (None, "", column.default) for value in self.values(column))
        return used > len(self.latest) // _FEW

    def _is_likely(self, column: Column) -> bool:
        """Whether a choice may be missing only because it is yet to be made, in a table without rows."""
        return not self.latest and bool(column.choices) and column.default is None

    def _is_steady(self, column: Column) -> bool:
        """Whether a row nearly always says there what the one above it says."""
        alike = [bool(one == other) for one, other in pairwise(self.values(column))]
        return sum(alike) > len(alike) * _NEARLY

    def _offers(self, column: Column) -> bool:
        return column.kind is str and not column.choices and column.shown.style != "player"

    def values(self, column: Column) -> Iterator[Any]:
        """What the latest rows have in a column, the last first."""
        name = column.name if not self.latest or hasattr(self.latest[0], column.name) else f"{column.name}_"
        return (getattr(each, name) for each in reversed(self.latest))


def _order(table: _Entered) -> tuple[bool, bool, int]:
    """Results first: what is about players; of such tables the fullest; and the players themselves last."""
    return table.name == _PLAYERS, not table.names_players, -table.number


def _offered(tables: Iterable[_Entered]) -> dict[str, list[str]]:
    """Texts by column that were entered before: those that have pages, and clubs."""
    found: dict[str, dict[str, None]] = {}
    for table in tables:
        for each in table.columns:
            if each.kind is str and (each.shown.style in _OFFERED or each.name == "club"):
                values = dict.fromkeys(value for value in table.values(each) if value)
                found[each.name] = found.get(each.name, {}) | values
    return {name: list(values)[:_MOST] for name, values in found.items()}


def _known(player: Player) -> tuple[str, str, str, str]:
    """What a player is found by: the id, the name, other names and the club."""
    return player.id, player.name, player.aliases, player.club
