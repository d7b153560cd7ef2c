"""What `diff` says for programs, laid out as the tables that say the same to people: they are to agree."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from sitegen.commands.diff import data
from sitegen.commands.diff.compare import Comparison, Step
from sitegen.compare.analysis import Difference
from sitegen.compare.state import SiteState
from sitegen.core.language import Language


def ranking(before: SiteState, after: SiteState, language: Language) -> dict[str, Any]:
    """What `diff --format json` says of the one ranking that changes; nothing where none does."""
    document = json.loads(
        data.dump_comparison(Comparison("", [Step("results", Difference(before, after))]), language)
    )
    return next(iter(document["steps"][0]["rankings"]), {})


def tables(
    ranking_data: dict[str, Any], before: SiteState, after: SiteState, language: Language
) -> list[list[tuple[str, ...]]]:
    """The rows of the table of today, and of each list that is published already, the latest first.

    Each has the place, the name, the figures before and after, and what was won; in no order.
    """
    if not ranking_data or not after.contexts:
        return []
    today, tables_with_figures = (
        after.as_of.isoformat(),
        [table for table in reversed(ranking_data["lists"]) if table["figures"]],
    )
    earlier = (
        table for table in tables_with_figures if table["day"] < today or table["through"] < table["day"]
    )
    every = [ranking_data["moves"], *(published_list["moves"] for published_list in earlier)]
    tables = (sorted(_rows(moves, ranking_data["id"], before, after, language)) for moves in every)
    return [table for table in tables if table]


def _rows(
    moves: Sequence[dict[str, Any]], ranking_id: str, before: SiteState, after: SiteState, language: Language
) -> Iterator[tuple[str, ...]]:
    was, now = before.contexts[ranking_id], after.contexts[ranking_id]
    gain_decimals, figure_decimals = now.derived.decimals
    for move in moves:
        old, new = (move[state] or {"rank": None, "value": None} for state in ("before", "after"))
        gain = round(move["gain"] or 0, gain_decimals)
        climb = old["rank"] - new["rank"] if old["rank"] and new["rank"] else 0
        is_same = bool(move["before"] and move["after"] and bool(old["rank"]) == bool(new["rank"]))
        if is_same and not gain and not climb:
            continue
        arrow = f"{'▲' if climb > 0 else '▼'}{abs(climb)} " if climb else ""
        names = now.names if move["player"] in now.names else was.names
        figures = [
            "" if row["value"] is None else language.make_number_formatter(figure_decimals)(row["value"])
            for row in (old, new)
        ]
        name, won = (
            names[move["player"]],
            language.make_number_formatter(gain_decimals, signed=True)(gain) if gain else "",
        )
        yield f"{arrow}{new['rank'] or '–'}", name, *figures, won


def rows(table: dict[str, Any]) -> list[tuple[str, ...]]:
    """The rows of a table that is made for people, in no order and without the words behind a name."""
    cut = ((place, name.split(" – ")[0], *figures) for place, name, *figures in table["rows"])
    return sorted(cut)
