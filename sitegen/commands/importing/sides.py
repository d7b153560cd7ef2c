"""A match as sources have it, seen from one side or the other -> winner and loser, or home and away."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from sitegen.message import advise, say
from sitegen.names import letters
from sitegen.problem import quoted

if TYPE_CHECKING:
    from sitegen.commands.importing.records import Record
    from sitegen.commands.importing.targets import Target

_WON = {*["w", "won", "win", "g", "gewonnen", "winst", "gagne", "gagnee", "victoire", "1", "1-0", "+", "ja"]}
_LOST = {
    *["l", "lost", "loss", "v", "verloren", "verlies", "perdu", "perdue", "defaite", "p", "0", "0-1", "nee"]
}
_DRAWN = {
    *[
        "d",
        "draw",
        "drawn",
        "r",
        "remise",
        "rem",
        "gelijk",
        "n",
        "nul",
        "nulle",
        "½",
        "0.5",
        "0-5",
        "1-2",
        "½-½",
        "=",
    ]
}
_MARK = str.maketrans({",": ".", "–": "-", "—": "-"})


def outcome(text: str) -> float | None:
    """What the first side made of a match: 1, 0.5 or 0; None where the text does not say it."""
    plain = text.strip().translate(_MARK).casefold()
    folded = letters(plain) or plain
    for known, value in ((_WON, 1.0), (_LOST, 0.0), (_DRAWN, 0.5)):
        if plain in known or folded in known:
            return value
    return None


def turn(record: "Record", target: "Target") -> None:
    """Give a record the columns of its table, where the source names two sides and what came of it."""
    cells = record.cells
    if not {"side1", "side2"} <= {*cells} or not target.sides:
        return
    first, second = target.sides
    record.has_sides = True
    made = _points_of_first(record)
    if first == "winner":
        if made is None or made == 0.5:
            reason = say(
                "winner-unknown", "it is not said who won: {cell}", cell=quoted(_stated_result(record))
            )
            record.judge("doubtful", reason, advise("say what it was under [cells]"), _where(record))
            return
        own, other = ("side1", "side2") if made else ("side2", "side1")
        record.is_turned = not made
        record.cells = _renamed(cells, {own: first, other: second})
        _scores(record, cells, won="1" if made else "2", columns={*target.columns})
    else:
        record.cells = _renamed(cells, {"side1": first, "side2": second})
        if "result" in target.columns and made is not None and "home_score" not in cells:
            record.cells["result"] = {1.0: "1-0", 0.5: "½-½", 0.0: "0-1"}[made]
    for column, source in ((first, "side1"), (second, "side2")):
        record.places.setdefault(column, record.places.get(source, record.place))


def _renamed(cells: Mapping[str, str], names: Mapping[str, str]) -> dict[str, str]:
    left = {"outcome", "score1", "score2", "side1", "side2"}
    return {name: text for name, text in cells.items() if name not in left} | {
        column: cells[name] for name, column in names.items()
    }


def _points_of_first(record: "Record") -> float | None:
    """What the first side made: as its outcome says, else as the scores do."""
    cells = record.cells
    if cells.get("outcome", "").strip():
        return outcome(cells["outcome"])
    try:
        first, second = (float(cells[name].replace(",", ".")) for name in ("score1", "score2"))
    except (KeyError, ValueError):
        return None
    return 0.5 if first == second else float(first > second)


def _scores(record: "Record", cells: Mapping[str, str], won: str, columns: set[str]) -> None:
    """Length and score of a match to so many points, out of both scores."""
    lost = "2" if won == "1" else "1"
    if cells.get(f"score{lost}", "").strip() and "score" in columns:
        record.cells["score"] = cells[f"score{lost}"]
        record.places["score"] = record.places.get(f"score{lost}", "")
    if cells.get(f"score{won}", "").strip() and "length" in columns and not record.cells.get("length"):
        record.cells["length"] = cells[f"score{won}"]
        record.places["length"] = record.places.get(f"score{won}", "")


def _stated_result(record: "Record") -> str:
    cells = record.cells
    return cells.get("outcome") or "-".join(cells.get(name, "?") for name in ("score1", "score2"))


def _where(record: "Record") -> str:
    return record.places.get("outcome") or record.places.get("score1", "")


def mirrored(records: Iterable["Record"], target: "Target") -> list["Record"]:
    """The second of any two records that are one match, seen from either side.

    Each names one of the two players first, and both say the same of everything else. A match that stands
    for one side alone is not among them, nor one that was played again.
    """
    waiting: defaultdict[tuple[object, ...], Counter[str]] = defaultdict(Counter)
    found = []
    for record in records:
        if not (record.is_open and record.has_sides):
            continue
        key, seen_by = _match(record, target)
        others = [each for each, number in waiting[key].items() if number and each != seen_by]
        if others:
            waiting[key][others[0]] -= 1
            found.append(record)
        else:
            waiting[key][seen_by] += 1
    return found


def _match(record: "Record", target: "Target") -> tuple[tuple[object, ...], str]:
    """What two views of one match have in common, and whose view this is."""
    cells = record.row or record.cells
    first, second = (letters(cells.get(name, "")) for name in target.sides)
    seen_by = second if record.is_turned else first
    result = cells.get("result", "")
    if target.sides[0] != "winner" and first > second:
        first, second = second, first
        result = {"1-0": "0-1", "0-1": "1-0"}.get(result, result)
    left = {*target.sides, "result", "order"}
    others = sorted((name, text) for name, text in cells.items() if name not in left and text)
    return (first, second, result, *others), seen_by
