"""What was corrected after it had been published: a page a ranking, and on a list what it was at first."""

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from sitegen.compare.correction import SHORT_ID_LENGTH, CorrectedRow, Correction, CorrectionHistory
from sitegen.compare.findings import FindingFormatter
from sitegen.core.model import Listing, Section
from sitegen.core.table import PlayerId, Rank, Rating, Table, column
from sitegen.pages.page import Page
from sitegen.rankings.datafiles import StoredTable
from sitegen.rankings.positions import Position, find_positions
from sitegen.rankings.ranking import RankingContext
from sitegen.rankings.tables import make_change_type

if TYPE_CHECKING:
    from sitegen.compare.lists import ListMove


def plan_corrections(board: RankingContext, past: CorrectionHistory) -> Page:
    """The page of the corrections of a ranking, the latest first."""
    teller = _make_formatter(board, past)
    shows = {
        "known": past.is_known,
        "why": board.language.format_message(past.reason),
        "earlier": past.earlier_count,
        "gaps": [gap.commit[:SHORT_ID_LENGTH] for gap in past.unreadable_commits],
        "corrections": [_describe_correction(correction, teller) for correction in past.corrections],
    }
    return Page(f"{board.home}corrections/", "corrections.html", shows, board.ranking.id)


def _make_formatter(board: RankingContext, past: CorrectionHistory) -> FindingFormatter:
    """What tells of players by the names that they are shown under now; others are former ones."""
    shown = {player.id: player.name for player in board.players if not player.hidden}
    labels = {real: board.names[label] for real, label in past.labels.items() if label in board.names}
    return FindingFormatter(shown | labels, board.language, board.derived.decimals)


def _describe_correction(correction: Correction, teller: FindingFormatter) -> dict[str, Any]:
    """A correction as the template is given it: in words, but for the address of its commit."""
    return {
        "id": correction.commit[:SHORT_ID_LENGTH],
        "commit": correction.commit,
        "day": correction.day,
        "subject": correction.subject,
        "rows": [_describe_row(row, teller) for row in correction.rows],
        "others": correction.others,
        "settings": list(correction.settings),
        "sentences": [teller.format_message(fact.build_message(teller)) for fact in correction.findings],
    }


def _describe_row(row: CorrectedRow, teller: FindingFormatter) -> dict[str, Any]:
    """A row with its cells by column, as they were and as they are."""
    names = dict.fromkeys([*row.before, *row.after])
    cells = [
        (name, *(_format_cell(row, of.get(name, ""), name, teller) for of in (row.before, row.after)))
        for name in names
    ]
    return {"kind": row.kind, "path": row.path, "line": row.line, "cells": cells}


def _format_cell(row: CorrectedRow, text: str, name: str, teller: FindingFormatter) -> str:
    return teller.format_player(text) if text and name in row.players else text


def describe_list_corrections(
    board: RankingContext, past: CorrectionHistory, listing: Listing
) -> dict[str, Any]:
    """What a list says of its own past: nothing where none is known, else what moved on it, and by what."""
    if not past.is_known:
        return {"known": False, "causes": [], "corrected": None}
    causes = [
        (cause.commit[:SHORT_ID_LENGTH], cause.day, cause.subject) for cause in past.find_causes(listing.day)
    ]
    return {
        "known": True,
        "causes": causes,
        "corrected": _build_section(board, past, listing) if causes else None,
    }


def _build_section(board: RankingContext, past: CorrectionHistory, listing: Listing) -> Section | None:
    """Old and new figure of everybody who stands elsewhere than on the day that the list was published."""
    from sitegen.compare.lists import find_moves  # noqa: PLC0415 - as above
    from sitegen.compare.state import IdentityMap  # noqa: PLC0415 - few lists were ever corrected

    edition = past.published_lists.get(listing.day)
    if edition is None:
        return None
    sections = listing.content.tables
    then = [_restore_section(section, edition.tables) for section in sections]
    who = IdentityMap(edition.hidden, {label: real for real, label in past.labels.items()})
    moved = find_moves(find_positions(then), find_positions(sections), who)
    figure = board.outcome.careers.figure if board.outcome.careers else Rating
    shown = {player.id: player.id for player in board.players} | dict(past.labels)
    rows = sorted(_compare_rows(moved, shown, board.derived.decimals[0]), key=_get_size, reverse=True)
    title = "As it was published"
    return Section("corrected", title, _make_table(figure), rows, note=_NOTE) if rows else None


_NOTE = (
    "Calculated by the present version of the program from the results as they were on that day. "
    "Who moved by less than can be seen is left out."
)


def _restore_section(section: Section, tables: Mapping[str, str]) -> Section:
    """A table of a list as it was published."""
    there = section.name in tables
    rows = StoredTable.from_json(json.loads(tables[section.name])).to_rows(section.table) if there else []
    return Section(section.name, section.title, section.table, rows)


def _compare_rows(
    moved: Sequence["ListMove"], shown: Mapping[str, str], decimals: int
) -> Iterator[tuple[Any, ...]]:
    """Who stands elsewhere, or whose figure is another one as far as that can be seen."""
    for move in moved:
        is_seen = move.gain is None or round(move.gain, decimals) or move.ranks[0] != move.ranks[1]
        if move.player in shown and is_seen:
            was, now = (_get_standing(of) for of in (move.before, move.after))
            yield shown[move.player], was[1], now[1], move.gain, was[0], now[0]


def _get_size(row: tuple[Any, ...]) -> float:
    """By how much a figure became another; of who came in or went out by all of it."""
    return float("inf") if row[3] is None else abs(row[3])


def _get_standing(position: Position | None) -> tuple[int | None, float | None]:
    return (position.rank, position.value) if position else (None, None)


@cache
def _make_table(figure: Any) -> type[Table]:
    """The table of what a list was and is; figures are of the type that the ranking says."""

    class Corrected(Table):
        player: PlayerId = column("who it is", label="Player")
        then: figure | None = column("figure when it was published", role="optional")
        now: figure | None = column("figure by what is known now", role="optional")
        change: make_change_type(figure) | None = column("what the corrections made of it", label="±")  # type: ignore[valid-type]
        rank_then: Rank | None = column("place when it was published", label="# then", role="optional")
        rank_now: Rank | None = column("place by what is known now", label="# now", role="optional")

    return Corrected
