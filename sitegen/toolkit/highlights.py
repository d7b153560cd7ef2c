"""Highlights that several rankings show above their lists: climber, biggest win, leader, number played."""

from collections.abc import Collection, Iterable, Sequence
from typing import Any, NamedTuple

from sitegen.core.columnar import make_cell_getters
from sitegen.core.entities import Highlight, Highlights, PlayerName
from sitegen.core.table import Change, Movement, Rating
from sitegen.toolkit.order import round_for_ranking


class Win(NamedTuple):
    """A win: who beat whom, the chance of the winner (0 to 1), the points won, and the key of its event."""

    player: str
    opponent: str
    chance: float
    gain: float | None
    event: str


def collect_highlights(*highlights: Highlight | None) -> list[Highlights]:
    """Return the highlights that are not None, as one section of a list; nothing without any."""
    present = [highlight for highlight in highlights if highlight]
    return [Highlights(present)] if present else []


def find_climber(rows: Sequence[Any], label: str, set_anew: Collection[str] = ()) -> Highlight | None:
    """Return who climbed most places on a rating list, among those who won points; then by most points.

    Players whose rating was `set_anew` since the list before did not climb.
    """
    columns = make_cell_getters(rows)
    cells = [columns[name]() for name in ("rank_change", "change", "rank", "player")] if rows else ()
    climbed = [row for row in zip(*cells, strict=True) if (row[0] or 0) > 0 and (row[1] or 0) > 0]
    climbed = [row for row in climbed if row[3] not in set_anew]
    if not climbed:
        return None
    places, points, rank, player = max(climbed, key=lambda row: (row[0], round_for_ranking(row[1]), -row[2]))
    params = {"points": points, "rank": rank}
    return Highlight(label, player, "", places, Movement, "{points} points won, to place {rank}", params)


def find_riser(rows: Sequence[Any], column: str, cell_type: Any) -> Highlight | None:
    """Return who has the largest `change`, shown as `cell_type`, with the figure in `column` and the rank."""
    risen = [(round_for_ranking(row.change), row) for row in rows if row.change and row.change > 0]
    if not risen:
        return None
    gain, best = max(risen, key=lambda pair: pair[0])
    note, params = "now at {rating}, place {rank}", {"rating": getattr(best, column), "rank": best.rank}
    return Highlight("Biggest rise", best.player, "", gain, cell_type, note, params)


def make_biggest_win(win: Win | None, note: str = "beat {player}, a {chance} % chance") -> Highlight | None:
    """Return the highlight of the biggest win, with its chance in whole percents; None without a win."""
    if win is None:
        return None
    params = {"player": PlayerName(win.opponent), "chance": round_percent(win.chance)}
    return Highlight("Biggest win", win.player, "", win.gain, Change, note, params, win.event)


def find_extremes(
    gains: Iterable[tuple[str, float | None]], cell_type: Any = Change
) -> tuple[Highlight | None, Highlight | None]:
    """Return who gained and who lost most in all, from pairs of a player and what a result brought."""
    sums: dict[str, float] = {}
    for player, gain in gains:
        sums[player] = sums.get(player, 0.0) + (gain or 0.0)
    rounded = {player: round_for_ranking(total) for player, total in sums.items()}
    most, least = (pick(rounded, key=rounded.__getitem__, default="") for pick in (max, min))
    return (
        Highlight("Gained most", most, "", sums[most], cell_type) if sums.get(most, 0) > 0 else None,
        Highlight("Lost most", least, "", sums[least], cell_type) if sums.get(least, 0) < 0 else None,
    )


def find_leader(
    rows: Sequence[Any], highest: float | None = None, column: str = "rating", cell_type: Any = Rating
) -> Highlight | None:
    """Return who leads a list by a column, with the margin, or with whom the first place is shared.

    `highest` is the highest figure that anybody ever had; where it is given, reaching it is mentioned.
    """
    if not rows:
        return None
    first, *runners_up = rows[:2]
    figure = getattr(first, column)
    is_record = highest is not None and round_for_ranking(figure) >= round_for_ranking(highest)
    if not runners_up:
        note = "the highest rating ever" if is_record else ""
        return Highlight("At the top", first.player, "", figure, cell_type, note)
    params: dict[str, object] = {"player": PlayerName(runners_up[0].player)}
    if runners_up[0].rank == first.rank:
        note = "shares the first place with {player}"
    else:
        note = "{points} points ahead of {player}"
        if is_record:
            note = "{points} points ahead of {player}, at the highest rating ever"
        params["points"] = figure - getattr(runners_up[0], column)
    return Highlight("At the top", first.player, "", figure, cell_type, note, params)


def find_first(label: str, rows: Sequence[Any], column: str, cell_type: Any) -> Highlight | None:
    """Return who is first of a ranking by a column, with the margin, or with whom the place is shared."""
    if not rows:
        return None
    first, *runners_up = rows[:2]
    note, params = "", dict[str, object]()
    if runners_up:
        margin = round_for_ranking(getattr(first, column)) - round_for_ranking(getattr(runners_up[0], column))
        note = "{points} points ahead of {player}" if margin else "shares the first place with {player}"
        params = {"points": margin, "player": PlayerName(runners_up[0].player)}
    return Highlight(label, first.player, "", getattr(first, column), cell_type, note, params)


def count_played(
    label: str, number: int, players: Collection[str], listed_players: Collection[str]
) -> Highlight:
    """Return how much was played, and by how many of the listed players."""
    if not number:
        return Highlight(label, text="None", note="Nobody has played since the list before.")
    params = {"players": len({*players} & {*listed_players}), "listed": len(listed_players)}
    return Highlight(label, "", "", number, int, "by {players} of {listed} players", params)


def round_percent(chance: float) -> int:
    """Return a chance (0 to 1) in whole percents, from 1 to 99."""
    return min(99, max(1, round(100 * chance)))
