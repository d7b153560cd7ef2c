"""A match as sources have it, seen from one side or the other -> winner and loser, or home and away."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import TYPE_CHECKING

from sitegen.commands.importing.reading import amount
from sitegen.message import advise, say
from sitegen.names import letters
from sitegen.problem import quoted

if TYPE_CHECKING:
    from sitegen.commands.importing.records import Record
    from sitegen.commands.importing.targets import Target

_WORDS = {
    1.0: "w won win g gewonnen winst gagne gagnee victoire 1 1-0 + ja",
    0.0: "l lost loss v verloren verlies perdu perdue defaite p 0 0-1 nee",
    0.5: "d draw drawn r remise rem gelijk n nul nulle ½ 0.5 0-5 1-2 ½-½ =",
}
_POINTS = {word: points for points, words in _WORDS.items() for word in words.split()}
"""What the first side made of a match, by what a source says."""
_MARK = str.maketrans({",": ".", "–": "-", "—": "-"})
_OF_SOURCES = {"outcome", "score1", "score2", "side1", "side2"}


def outcome(text: str) -> float | None:
    """What the first side made of a match: 1, 0.5 or 0; None where the text does not say it."""
    plain = text.strip().translate(_MARK).casefold()
    return _POINTS.get(plain, _POINTS.get(letters(plain) or plain))


def turn(record: "Record", target: "Target") -> None:
    """Give a record the columns of its table, where the source names two sides and what came of it."""
    cells, places = record.cells, record.places
    if not {"side1", "side2"} <= {*cells} or not target.sides:
        return
    first, second = target.sides
    record.has_sides = True
    made = _points_of_first(record)
    if first == "winner" and made not in {0.0, 1.0}:
        stated = cells.get("outcome") or "-".join(cells.get(name, "?") for name in ("score1", "score2"))
        reason = say("winner-unknown", "it is not said who won: {cell}", cell=quoted(stated))
        where = places.get("outcome") or places.get("score1", "")
        record.judge("doubtful", reason, advise("say what it was under [cells]"), where)
        return
    record.is_turned = first == "winner" and not made
    one, other = ("2", "1") if record.is_turned else ("1", "2")
    record.cells = {name: text for name, text in cells.items() if name not in _OF_SOURCES}
    record.cells |= {first: cells[f"side{one}"], second: cells[f"side{other}"]}
    if first == "winner":
        for column, source in (("score", f"score{other}"), ("length", f"score{one}")):
            is_given = column == "length" and record.cells.get("length")
            if cells.get(source, "").strip() and column in target.columns and not is_given:
                record.cells[column], places[column] = cells[source], places.get(source, "")
    elif "result" in target.columns and made is not None and "home_score" not in cells:
        record.cells["result"] = {1.0: "1-0", 0.5: "½-½", 0.0: "0-1"}[made]
    for column, source in ((first, "side1"), (second, "side2")):
        places.setdefault(column, places.get(source, record.place))


def _points_of_first(record: "Record") -> float | None:
    """What the first side made: as its outcome says, else as the scores do."""
    if record.cells.get("outcome", "").strip():
        return outcome(record.cells["outcome"])
    first, second = (amount(record.cells.get(name, "")) for name in ("score1", "score2"))
    if first is None or second is None:
        return None
    return 0.5 if first == second else float(first > second)


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
        other = next((each for each, number in waiting[key].items() if number and each != seen_by), None)
        if other is None:
            waiting[key][seen_by] += 1
        else:
            waiting[key][other] -= 1
            found.append(record)
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
