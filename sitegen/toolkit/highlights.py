"""The answers that several rankings give above their lists, each made in one place."""

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from sitegen.core.columnar import make_cell_getters
from sitegen.core.entities import Highlight, Highlights, PlayerName
from sitegen.core.table import Change, Movement, Rating
from sitegen.toolkit.order import round_for_ranking


class Win(NamedTuple):
    """A win: who beat whom, how likely that was (0 to 1), what it brought, and the key of its event."""

    player: str
    opponent: str
    chance: float
    gain: float | None
    event: str


def collect_highlights(*highlights: Highlight | None) -> list[Highlights]:
    """The answers that there are, above a list; nothing where there is none."""
    there = [highlight for highlight in highlights if highlight]
    return [Highlights(there)] if there else []


def find_climber(rows: Sequence[Any], label: str) -> Highlight | None:
    """Who won most places on a rating list, by their own doing; the most points decide between equals."""
    columns = make_cell_getters(rows)
    cells = [columns[name]() for name in ("rank_change", "change", "rank", "player")] if rows else ()
    climbed = [row for row in zip(*cells, strict=True) if (row[0] or 0) > 0 and (row[1] or 0) > 0]
    if not climbed:
        return None
    places, points, rank, player = max(climbed, key=lambda row: (row[0], round_for_ranking(row[1]), -row[2]))
    named = {"points": points, "rank": rank}
    return Highlight(label, player, "", places, Movement, "{points} points won, to place {rank}", named)


def find_riser(rows: Sequence[Any], figure: str, shown: Any) -> Highlight | None:
    """Whose column `figure` rose most, with the change `shown` and where that leads."""
    risen = [(round_for_ranking(row.change), row) for row in rows if row.change and row.change > 0]
    if not risen:
        return None
    gain, best = max(risen, key=lambda pair: pair[0])
    note, named = "now at {rating}, place {rank}", {"rating": getattr(best, figure), "rank": best.rank}
    return Highlight("Biggest rise", best.player, "", gain, shown, note, named)


def make_biggest_win(won: Win | None, note: str = "beat {player}, a {chance} % chance") -> Highlight | None:
    """The win that most was made of; a chance is told in whole percents, of which none is 0 or 100."""
    if won is None:
        return None
    named = {"player": PlayerName(won.opponent), "chance": round_percent(won.chance)}
    return Highlight("Biggest win", won.player, "", won.gain, Change, note, named, won.event)


def find_leader(
    rows: Sequence[Any], highest: float | None = None, column: str = "rating", shown: Any = Rating
) -> Highlight | None:
    """Who is at the top of a list by a column, and how far; those who share the first place are told as such.

    `highest` is the highest that anybody ever had, where it means something to have reached it.
    """
    if not rows:
        return None
    first, *others = rows[:2]
    figure = getattr(first, column)
    is_record = highest is not None and round_for_ranking(figure) >= round_for_ranking(highest)
    if not others:
        note = "the highest rating ever" if is_record else ""
        return Highlight("At the top", first.player, "", figure, shown, note)
    named: dict[str, object] = {"player": PlayerName(others[0].player)}
    if others[0].rank == first.rank:
        note = "shares the first place with {player}"
    else:
        note = "{points} points ahead of {player}"
        if is_record:
            note = "{points} points ahead of {player}, at the highest rating ever"
        named["points"] = figure - getattr(others[0], column)
    return Highlight("At the top", first.player, "", figure, shown, note, named)


def find_first(label: str, rows: Sequence[Any], figure: str, shown: Any) -> Highlight | None:
    """Who is first of a ranking by the column `figure`, and how far; a shared first place is told as such."""
    if not rows:
        return None
    first, *others = rows[:2]
    note, named = "", dict[str, object]()
    if others:
        margin = round_for_ranking(getattr(first, figure)) - round_for_ranking(getattr(others[0], figure))
        note = "{points} points ahead of {player}" if margin else "shares the first place with {player}"
        named = {"points": margin, "player": PlayerName(others[0].player)}
    return Highlight(label, first.player, "", getattr(first, figure), shown, note, named)


def count_played(label: str, number: int, by: Collection[str], listed: Collection[str]) -> Highlight:
    """How much was played, by how many of those who are listed; kindly so where nothing was."""
    if not number:
        return Highlight(label, text="None", note="Nobody has played since the list before.")
    named = {"players": len({*by} & {*listed}), "listed": len(listed)}
    return Highlight(label, "", "", number, int, "by {players} of {listed} players", named)


def round_percent(chance: float) -> int:
    """A chance in whole percents, of which none is 0 or 100."""
    return min(99, max(1, round(100 * chance)))
