"""Plan the page of the corrections of a ranking, and what a list says of its own corrections."""

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from math import inf
from typing import TYPE_CHECKING, Any

from sitegen.compare.correction import SHORT_ID_LENGTH, CorrectedRow, Correction, CorrectionHistory
from sitegen.core.model import Listing, PublishedTable, Section
from sitegen.core.table import PlayerId, Rank, Rating, Table, column
from sitegen.pages.page import Page
from sitegen.rankings.dataset import ListData
from sitegen.rankings.positions import Position, find_positions
from sitegen.rankings.published import StoredTable
from sitegen.rankings.ranking import RankingContext
from sitegen.rankings.tables import make_change_type

if TYPE_CHECKING:
    from sitegen.compare.findings import FindingFormatter
    from sitegen.compare.lists import ListMove


def plan_corrections(context: RankingContext, history: CorrectionHistory) -> Page:
    """Return the page of the corrections of a ranking, the latest first."""
    variables = {
        "known": history.is_known,
        "began": history.began,
        "why": context.language.format_message(history.reason),
        "earlier": history.earlier_count,
        "gaps": [gap.commit[:SHORT_ID_LENGTH] for gap in history.unreadable_commits],
        "corrections": _describe_corrections(context, history) if history.corrections else [],
    }
    return Page(f"{context.home}corrections/", "corrections.html", variables, context.ranking.id)


def _describe_corrections(context: RankingContext, history: CorrectionHistory) -> list[dict[str, Any]]:
    """Return the corrections in words, with the names under which players are shown now."""
    from sitegen.compare.findings import FindingFormatter  # noqa: PLC0415 - a check tells no corrections

    names = {player.id: player.name for player in context.players if not player.hidden}
    labels = {real: context.names[label] for real, label in history.labels.items() if label in context.names}
    formatter = FindingFormatter(names | labels, context.language, context.derived.decimals)
    return [_describe_correction(correction, formatter) for correction in history.corrections]


def _describe_correction(correction: Correction, formatter: "FindingFormatter") -> dict[str, Any]:
    """Return a correction as the template needs it: in words, but for the address of its commit."""
    return {
        "id": correction.commit[:SHORT_ID_LENGTH],
        "commit": correction.commit,
        "day": correction.day,
        "subject": correction.subject,
        "rows": [_describe_row(row, formatter) for row in correction.rows],
        "others": correction.other_count,
        "settings": list(correction.settings),
        "sentences": [
            formatter.format_message(fact.build_message(formatter)) for fact in correction.findings
        ],
        "tables": [formatter.format_message(table.build_message(formatter)) for table in correction.tables],
    }


def _describe_row(row: CorrectedRow, formatter: "FindingFormatter") -> dict[str, Any]:
    """Return a row with its cells by column, as they were and as they are."""
    names = dict.fromkeys([*row.before, *row.after])
    cells = []
    for name in names:
        texts = [values.get(name, "") for values in (row.before, row.after)]
        if name in row.players:
            texts = [text and formatter.format_player(text) for text in texts]
        cells.append((name, *texts))
    return {"kind": row.kind, "path": row.path, "line": row.line, "cells": cells}


def describe_list_corrections(
    context: RankingContext, history: CorrectionHistory, listing: Listing
) -> dict[str, Any]:
    """Return what a list says of its corrections: their causes, and the figures as they were published."""
    if not history.is_known:
        return {"known": False, "causes": [], "corrected": None}
    causes = [
        (cause.commit[:SHORT_ID_LENGTH], cause.day, cause.subject)
        for cause in history.find_causes(listing.day)
    ]
    return {
        "known": True,
        "causes": causes,
        "corrected": _build_section(context, history, listing) if causes else None,
    }


def _build_section(context: RankingContext, history: CorrectionHistory, listing: Listing) -> Section | None:
    """Return the old and the new figure of the players who moved since the list was published, if any did."""
    published = history.published_lists.get(listing.day)
    if published is None:
        return None
    from sitegen.compare.lists import find_moves  # noqa: PLC0415 - few lists were ever corrected
    from sitegen.compare.state import IdentityMap  # noqa: PLC0415 - as above

    tables = ListData.from_listing(listing).tables
    published_tables = [_restore_table(table, published.tables) for table in tables]
    identities = IdentityMap(published.hidden, {label: real for real, label in history.labels.items()})
    moves = find_moves(find_positions(published_tables), find_positions(tables), identities)
    figure = context.outcome.careers.figure if context.outcome.careers else Rating
    labels = {player.id: player.id for player in context.players} | dict(history.labels)
    rows = sorted(
        _compare_rows(moves, labels, context.derived.decimals[0]),
        key=lambda row: inf if row[3] is None else abs(row[3]),  # who came in or went out first
        reverse=True,
    )
    title = "As it was published"
    return Section("corrected", title, _make_table(figure), rows, note=_NOTE) if rows else None


_NOTE = (
    "Calculated by the present version of the program from the results as they were on that day. "
    "Who moved by less than can be seen is left out."
)


def _restore_table(table: PublishedTable, published: Mapping[str, str]) -> PublishedTable:
    """Return a table of a list as it was published; empty if it was not."""
    rows: Sequence[Any] = ()
    if table.name in published:
        rows = StoredTable.from_json(json.loads(published[table.name])).to_rows(table.table)
    return table._replace(rows=rows)


def _compare_rows(
    moves: Sequence["ListMove"], labels: Mapping[str, str], decimals: int
) -> Iterator[tuple[Any, ...]]:
    """Yield a row for each player whose place changed, or whose figure did so visibly."""
    for move in moves:
        is_visible = move.gain is None or round(move.gain, decimals) or move.ranks[0] != move.ranks[1]
        if move.player in labels and is_visible:
            before, after = (_get_standing(position) for position in (move.before, move.after))
            yield labels[move.player], before[1], after[1], move.gain, before[0], after[0]


def _get_standing(position: Position | None) -> tuple[int | None, float | None]:
    return (position.rank, position.value) if position else (None, None)


@cache
def _make_table(figure: Any) -> type[Table]:
    """Return the type of the table of corrected rows; `figure` is the type of the figures of the ranking."""

    class Corrected(Table):
        player: PlayerId = column("who it is", label="Player")
        then: figure | None = column("figure when it was published", role="optional")
        now: figure | None = column("figure by what is known now", role="optional")
        change: make_change_type(figure) | None = column("what the corrections made of it", label="±")  # type: ignore[valid-type]
        rank_then: Rank | None = column("place when it was published", label="# then", role="optional")
        rank_now: Rank | None = column("place by what is known now", label="# now", role="optional")

    return Corrected
