"""What was corrected after it had been published: a page a ranking, and on a list what it was at first."""

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from sitegen.board import Board
from sitegen.datafiles import Stored
from sitegen.derived.positions import Position, positions
from sitegen.derived.tables import signed
from sitegen.difference.teller import Teller
from sitegen.model import Listing, Section
from sitegen.pages.page import Page
from sitegen.past import SHORT, Correction, Past, RowTold
from sitegen.table import PlayerId, Rank, Rating, Table, column

if TYPE_CHECKING:
    from sitegen.difference.standing import Move


def corrections(board: Board, past: Past) -> Page:
    """The page of the corrections of a ranking, the latest first."""
    teller = _teller(board, past)
    shows = {
        "known": past.is_known,
        "why": board.language.told(past.why),
        "earlier": past.earlier,
        "gaps": [each.commit[:SHORT] for each in past.gaps],
        "corrections": [_shown(each, teller) for each in past.corrections],
    }
    return Page(f"{board.home}corrections/", "corrections.html", shows, board.ranking.id)


def _teller(board: Board, past: Past) -> Teller:
    """What tells of players by the names that they are shown under now; others are former ones."""
    shown = {each.id: each.name for each in board.players if not each.hidden}
    labels = {real: board.names[label] for real, label in past.labels.items() if label in board.names}
    return Teller(shown | labels, board.language, board.derived.decimals)


def _shown(correction: Correction, teller: Teller) -> dict[str, Any]:
    """A correction as the template is given it: in words, but for the address of its commit."""
    return {
        "id": correction.commit[:SHORT],
        "commit": correction.commit,
        "day": correction.day,
        "subject": correction.subject,
        "rows": [_row(each, teller) for each in correction.rows],
        "others": correction.others,
        "settings": list(correction.settings),
        "sentences": [teller.said(each.said(teller)) for each in correction.facts],
    }


def _row(row: RowTold, teller: Teller) -> dict[str, Any]:
    """A row with its cells by column, as they were and as they are."""
    names = dict.fromkeys([*row.before, *row.after])
    cells = [
        (name, *(_cell(row, of.get(name, ""), name, teller) for of in (row.before, row.after)))
        for name in names
    ]
    return {"kind": row.kind, "path": row.path, "line": row.line, "cells": cells}


def _cell(row: RowTold, text: str, name: str, teller: Teller) -> str:
    return teller.name(text) if text and name in row.players else text


def corrected(board: Board, past: Past, listing: Listing) -> dict[str, Any]:
    """What a list says of its own past: nothing where none is known, else what moved on it, and by what."""
    if not past.is_known:
        return {"known": False, "causes": [], "corrected": None}
    causes = [(each.commit[:SHORT], each.day, each.subject) for each in past.causes(listing.day)]
    return {"known": True, "causes": causes, "corrected": _section(board, past, listing) if causes else None}


def _section(board: Board, past: Past, listing: Listing) -> Section | None:
    """Old and new figure of everybody who stands elsewhere than on the day that the list was published."""
    from sitegen.difference.identity import Identity  # noqa: PLC0415 - few lists were ever corrected
    from sitegen.difference.standing import moves  # noqa: PLC0415 - as above

    edition = past.editions.get(listing.day)
    if edition is None:
        return None
    sections = listing.sheet.sections
    then = [_section_then(each, edition.tables) for each in sections]
    who = Identity(edition.hidden, {label: real for real, label in past.labels.items()})
    moved = moves(positions(then), positions(sections), who)
    figure = board.outcome.careers.figure if board.outcome.careers else Rating
    shown = {each.id: each.id for each in board.players} | dict(past.labels)
    rows = sorted(_rows(moved, shown, board.derived.decimals[0]), key=_size, reverse=True)
    title = "As it was published"
    return Section("corrected", title, _table(figure), rows, note=_NOTE) if rows else None


_NOTE = (
    "Calculated by the present version of the program from the results as they were on that day. "
    "Who moved by less than can be seen is left out."
)


def _section_then(section: Section, tables: Mapping[str, str]) -> Section:
    """A table of a list as it was published."""
    there = section.name in tables
    rows = Stored.read(json.loads(tables[section.name])).of(section.table) if there else []
    return Section(section.name, section.title, section.table, rows)


def _rows(moved: Sequence["Move"], shown: Mapping[str, str], decimals: int) -> Iterator[tuple[Any, ...]]:
    """Who stands elsewhere, or whose figure is another one as far as that can be seen."""
    for each in moved:
        is_seen = each.gain is None or round(each.gain, decimals) or each.ranks[0] != each.ranks[1]
        if each.player in shown and is_seen:
            was, now = (_stood(of) for of in (each.before, each.after))
            yield shown[each.player], was[1], now[1], each.gain, was[0], now[0]


def _size(row: tuple[Any, ...]) -> float:
    """By how much a figure became another; of who came in or went out by all of it."""
    return float("inf") if row[3] is None else abs(row[3])


def _stood(position: Position | None) -> tuple[int | None, float | None]:
    return (position.rank, position.value) if position else (None, None)


@cache
def _table(figure: Any) -> type[Table]:
    """The table of what a list was and is; figures are of the type that the ranking says."""

    class Corrected(Table):
        player: PlayerId = column("who it is", label="Player")
        then: figure | None = column("figure when it was published", role="optional")
        now: figure | None = column("figure by what is known now", role="optional")
        change: signed(figure) | None = column("what the corrections made of it", label="±")  # type: ignore[valid-type]
        rank_then: Rank | None = column("place when it was published", label="# then", role="optional")
        rank_now: Rank | None = column("place by what is known now", label="# now", role="optional")

    return Corrected
