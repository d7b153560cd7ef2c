"""Plan the pages that calculate in the browser: the entry of results, the check of all data files.

The page on which results are entered is made from the tables that a system declares, and so is the one that
asks what a result would do. A script makes it a grid and writes a file of what is in the grid. Without a
script the page says what a file has to hold and where it belongs. Pairings that were drawn and not played are
offered, evening by evening.
"""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property, partial
from itertools import pairwise
from operator import attrgetter
from typing import Any

from sitegen import __version__
from sitegen.browser import published
from sitegen.core.language import Language
from sitegen.core.system import DECISIONS, InputTable, list_input_tables
from sitegen.core.table import Column, get_columns, get_input_columns
from sitegen.inputs.config.site import Site
from sitegen.inputs.results.files import MEMBERSHIPS
from sitegen.inputs.results.pairings import PLAYER_PLACEHOLDER
from sitegen.pages.overview import RankingSummary
from sitegen.pages.page import LocalizedSite, Page
from sitegen.rankings.ranking import InputRows, RankingContext
from sitegen.toolkit.order import group_by


def plan_check_page(localized_site: LocalizedSite, summaries: Sequence[RankingSummary]) -> Page:
    """Return the page that checks all data files: its tables, and how many lists and files there are."""
    rankings = localized_site.site.rankings
    variables = {
        "title": Language(localized_site.language).translate("Check it yourself"),
        "tables": [
            (ranking.id, ranking.title, *summary.data_files)
            for ranking, summary in zip(rankings, summaries, strict=True)
        ],
        "version": __version__,
        "runtime": published.get_runtime_folder(),
        **_describe_program(),
    }
    return Page(f"{localized_site.prefix}check/", "check.html", variables)


def build_period_context(context: RankingContext) -> dict[str, Any]:
    """Return the first and the latest day of the form for any two days; empty if no figure moved."""
    if not context.derived.career_summaries or not context.derived.risers_between:
        return {}
    days = context.derived.career_summaries.days
    return {"first": days[0].isoformat(), "latest": days[-1].isoformat(), **_describe_program()}


def _describe_program() -> dict[str, Any]:
    """Return the scripts of the engine, the bytes to load at most, and those of them that are counted."""
    return {
        "size": published.ENGINE_SIZE,
        "counted": published.count_runtime_bytes(),
        "worker": f"{published.ENGINE_FOLDER}/worker.js",
        "offline": published.OFFLINE_SCRIPT,
    }


PairingCell = tuple[str, str, str]
"""The column, what a file has in it, and what people see; a placeholder stands for a hidden player."""


def find_pending_pairings(context: RankingContext) -> list[dict[str, Any]]:
    """Return the evenings that were drawn and not played, the next first, each with its rows."""
    return sorted(
        _PendingPairings(context).find_evenings(), key=lambda evening: (evening["day"], evening["table"])
    )


@dataclass(frozen=True)
class _PendingPairings:
    """Finds the pairings of a ranking that wait for a result."""

    context: RankingContext

    def find_evenings(self) -> Iterator[dict[str, Any]]:
        """Yield the evenings, table by table."""
        for table, table_rows in self._tables:
            for result in get_input_columns(table.rows):
                if result.drawn:
                    waiting = [row for row in table_rows or () if _is_pending(row, result)]
                    evenings = group_by(waiting, attrgetter(*result.drawn))
                    for rows in evenings.values():
                        yield self._describe_evening(table, result, rows)

    def _describe_evening(self, table: InputTable, result: Column, rows: Sequence[Any]) -> dict[str, Any]:
        columns = {column.name: column for column in get_columns(table.rows)}
        values = [(columns[name], getattr(rows[0], name)) for name in result.drawn]
        dated = (
            value if isinstance(value, date) else self._calendar_days.get((column.name, value))
            for column, value in values
        )
        day = next(filter(None, dated), None)
        return {
            "table": table.name,
            "day": day.isoformat() if day else "",
            "title": self._format_title(values, day),
            "rows": [{"source": row.source, "cells": list(self._format_cells(table, row))} for row in rows],
        }

    def _format_title(self, values: Sequence[tuple[Column, Any]], day: date | None) -> str:
        """Return the title of an evening: `Round 23, 26 November 2026`."""
        language = self.context.language
        words = [
            f"{language.translate(column.label)} {value}"
            for column, value in values
            if value and value != day
        ]
        return ", ".join([*words, *([language.format_full_date(day)] if day else [])])

    def _format_cells(self, table: InputTable, row: Any) -> Iterator[PairingCell]:
        """Yield the cells of a row that are filled in; of hidden players the label alone."""
        for column in get_input_columns(table.rows):
            value = getattr(row, column.name, None) or getattr(row, f"{column.name}_", None)
            if not value:
                continue
            if column.display.style == "player":
                yield (
                    column.name,
                    PLAYER_PLACEHOLDER if value in self._hidden_ids else value,
                    self.context.get_name(value),
                )
            else:
                yield column.name, str(value), str(value)

    @cached_property
    def _hidden_ids(self) -> Collection[str]:
        return {player.id for player in self.context.players if player.hidden}

    @cached_property
    def _tables(self) -> Sequence[tuple[InputTable, Sequence[Any] | None]]:
        rows = (table.rows for table in self.context.input_tables)
        return list(zip(list_input_tables(self.context.ranking.system), rows, strict=True))

    @cached_property
    def _calendar_days(self) -> Mapping[tuple[str, Any], date]:
        """The days of a calendar, by its key column and the value there, such as the number of a round."""
        calendar_days: dict[tuple[str, Any], date] = {}
        for table, rows in self._tables:
            columns = get_input_columns(table.rows)
            keys = [column for column in columns if column.key]
            days = [column for column in columns if column.kind is date]
            if len(keys) == len(days) == 1 and keys != days:
                key, day = keys[0].name, days[0].name
                calendar_days |= {(key, getattr(row, key)): getattr(row, day) for row in rows or ()}
        return calendar_days


def _is_pending(row: Any, result: Column) -> bool:
    """Return whether a row waits for a result; a bye, which has no opponent, gets none."""
    return getattr(row, result.name) is None and not getattr(row, "is_bye", False)


UNREGISTERED = "not-registered"
"""The name of a section of the list with players whose results do not count now."""
_PLAYERS_TABLE = "players"
_MAX_SAMPLE_ROWS = 200
"""The most rows of a table that show what a club fills in: the latest."""
_SELDOM_TABLES = {MEMBERSHIPS, DECISIONS}
"""Tables that few clubs have, and of which a row is entered once in a while: all their columns are shown."""
_USED_ONE_IN = 5
"""A column is shown at once if more than one in so many rows fill it in."""
_STEADY_SHARE = 0.75
"""A column is filled in from the row above if more than this share of rows have what that one has."""
_MAX_SUGGESTIONS = 60
"""The most texts that are offered for a cell."""
_MAX_INLINE_PLAYERS = 1_000
"""The most players on the page itself; more are in a file beside it, which the script reads."""
_PLAYERS_FILE = "players.json"
_SUGGESTED_STYLES = {"topic", "event"}
_INPUT_KINDS = {date: "date", int: "whole", float: "number", bool: "yes"}


def plan_entry_page(site: Site, context: RankingContext) -> Iterator[Page]:
    """Yield the page on which results are entered, and a file of the players if they are many.

    Where the site calculates, the same form asks on a page of its own what a result would do: *What if*.
    """
    clubs = {
        player.id: player.club for player in context.outcome.players if player.id in context.outcome.clubs
    }
    notes = _find_unregistered(context)
    players = [
        (player.id, player.name, player.aliases, clubs.get(player.id, player.club), notes.get(player.id, ""))
        for player in context.players
        if not player.hidden
    ]
    is_short = len(players) <= _MAX_INLINE_PLAYERS
    shown_players, players_file = (players, "") if is_short else ([], f"../enter/{_PLAYERS_FILE}")
    for name in ("enter", "what-if") if site.engine else ("enter",):
        load = partial(_describe_form, site, context, shown_players, players_file)
        yield Page(f"{context.home}{name}/", "enter.html", ranking=context.ranking.id, load_context=load)
    if is_short:
        return
    yield Page(
        f"{context.home}enter/{_PLAYERS_FILE}",
        _PLAYERS_FILE,
        {"players": players},
        context.ranking.id,
        make=lambda: json.dumps(players, ensure_ascii=False, separators=(",", ":")).encode(),
    )


def _find_unregistered(context: RankingContext) -> Mapping[str, str]:
    """Return who stands on the list but may not play along now, with the title that says so."""
    return {
        row.player: context.language.format_title(section.title, section.params)
        for section in context.outcome.listing.content.tables
        if section.name == UNREGISTERED
        for row in section.all_rows
    }


def _describe_form(
    site: Site, context: RankingContext, players: Sequence[tuple[str, ...]], players_file: str
) -> Mapping[str, Any]:
    pairs = zip(list_input_tables(context.ranking.system), context.input_tables, strict=True)
    language = Language(site.language).with_catalogues(context.ranking.origin)
    tables = [_EntryTable(table, entered, language) for table, entered in pairs]
    suggestions = _collect_suggestions(tables)
    return {
        "tables": [table.describe(suggestions) for table in sorted(tables, key=lambda table: table.order)],
        "lists": suggestions,
        "has_hidden_players": any(player.hidden for player in context.players),
        "drawn": find_pending_pairings(context),
        "day": site.as_of.isoformat() if site.as_of else "",
        "players": players,
        "players_file": players_file,
    }


class _EntryTable:
    """A table in which results are entered, with the latest of its rows but those of hidden players.

    `language` is that of its new files.
    """

    def __init__(self, table: InputTable, entered: InputRows, language: Language) -> None:
        self.name, self.language = table.name, language
        self.row_count = entered.row_count
        self.columns = get_input_columns(table.rows)
        self.evening_columns = {name for column in self.columns for name in column.drawn}
        self.latest = [row for row in entered.rows[-_MAX_SAMPLE_ROWS:] if not getattr(row, "hidden", False)]

    @property
    def order(self) -> tuple[bool, bool, bool, int]:
        """The key to sort tables by: results, which are about players, the fullest first; then players.

        Tables that few clubs have come last as long as they have no rows.
        """
        has_players = any(column.display.style == "player" for column in self.columns)
        is_seldom = self.name in _SELDOM_TABLES and not self.row_count
        return is_seldom, self.name == _PLAYERS_TABLE, not has_players, -self.row_count

    def describe(self, suggestions: Iterable[str]) -> dict[str, Any]:
        """Return the table as the template needs it; `suggestions` are the columns that have any."""
        suggested = {*suggestions}
        columns = [column for column in self.columns if column.name != "order" or self._is_used(column)]
        return {
            "name": self.name,
            "columns": [self._describe_column(column, suggested) for column in columns],
        }

    def _describe_column(self, column: Column, suggested: set[str]) -> dict[str, Any]:
        is_text = column.kind is str and not column.choices and column.display.style != "player"
        # a choice in a table without rows may be missing only because nobody has made it yet
        is_likely = not self.latest and bool(column.choices) and column.default is None
        matches = [bool(value == above) for value, above in pairwise(self.get_values(column))]
        return {
            "name": column.name,
            "heading": self.language.format_message(column.heading),
            "label": column.label,
            "doc": column.doc,
            "kind": "player" if column.display.style == "player" else _INPUT_KINDS.get(column.kind, "text"),
            "choices": [self.language.format_message(word) for word in column.words],
            "headings": column.headings,
            "required": column.is_required and not column.blank,
            "needed": column.is_required,
            "key": column.key,
            "drawn": bool(column.drawn),
            "evening": column.name in self.evening_columns,
            "counts": column.counts,
            "wanted": column.is_required or self._is_used(column) or is_likely,
            "steady": sum(matches) > len(matches) * _STEADY_SHARE,
            "list": column.name if column.name in suggested and is_text else "",
        }

    def _is_used(self, column: Column) -> bool:
        """Return whether enough of the latest rows have something else than the default."""
        if self.name in _SELDOM_TABLES:
            return True
        used_count = sum(value not in (None, "", column.default) for value in self.get_values(column))
        return used_count > len(self.latest) // _USED_ONE_IN

    def get_values(self, column: Column) -> Iterator[Any]:
        """Yield what the latest rows have in a column, the last row first."""
        name = column.name if not self.latest or hasattr(self.latest[0], column.name) else f"{column.name}_"
        return (getattr(row, name) for row in reversed(self.latest))


def _collect_suggestions(tables: Iterable[_EntryTable]) -> dict[str, list[str]]:
    """Return the texts that were entered before, by column: those that have pages, and clubs."""
    texts: dict[str, dict[str, None]] = {}
    for table in tables:
        for column in table.columns:
            if column.kind is str and (column.display.style in _SUGGESTED_STYLES or column.name == "club"):
                values = dict.fromkeys(value for value in table.get_values(column) if value)
                texts[column.name] = texts.get(column.name, {}) | values
    return {name: list(values)[:_MAX_SUGGESTIONS] for name, values in texts.items()}
