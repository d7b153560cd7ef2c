"""The two sides of a match: who won, who was at home, and which two records are one match."""

from collections import Counter, defaultdict
from collections.abc import Iterable

from sitegen.core.names import extract_letters
from sitegen.core.problems import advise, quote_text, say
from sitegen.importing.record import Record
from sitegen.importing.targets import SOURCE_ONLY, Target
from sitegen.importing.values import parse_amount

_RESULT_WORDS = {
    1.0: "w won win g gewonnen winst gagne gagnee victoire 1 1-0 + ja",
    0.0: "l lost loss v verloren verlies perdu perdue defaite p 0 0-1 nee",
    0.5: "d draw drawn r remise rem gelijk n nul nulle ½ 0.5 0-5 1-2 ½-½ =",
}
_POINTS = {word: points for points, words in _RESULT_WORDS.items() for word in words.split()}
"""The points of the first side by the word in a source."""
_SIGN_TABLE = str.maketrans({",": ".", "–": "-", "—": "-"})


def assign_sides(record: Record, target: Target) -> None:
    """Replace `side1`, `side2` and the outcome of a record by the columns of its table."""
    cells, places = record.cells, record.places
    if not {"side1", "side2"} <= {*cells} or not target.sides:
        return
    first, second = target.sides
    record.has_sides = True
    first_score = _score_first_side(record)
    if first == "winner" and first_score not in {0.0, 1.0}:
        scores = f"{cells.get('score1', '?')}-{cells.get('score2', '?')}"
        stated_result = cells.get("outcome") or scores
        reason = say("winner-unknown", "the winner is not known: {cell}", cell=quote_text(stated_result))
        places.setdefault("outcome", places.get("score1", record.place))
        asked = record.said.get("outcome") or scores
        record.judge("doubtful", reason, advise("write its meaning under [values]"), "outcome", asked)
        return
    record.is_swapped = first == "winner" and not first_score
    first_side, second_side = ("2", "1") if record.is_swapped else ("1", "2")
    record.cells = {name: text for name, text in cells.items() if name not in SOURCE_ONLY}
    record.cells |= {first: cells[f"side{first_side}"], second: cells[f"side{second_side}"]}
    if first == "winner":
        for column, source in (("score", f"score{second_side}"), ("length", f"score{first_side}")):
            is_given = column == "length" and record.cells.get("length")
            if cells.get(source, "").strip() and column in target.columns and not is_given:
                record.cells[column], places[column] = cells[source], places.get(source, "")
    elif "result" in target.columns and first_score is not None and "home_score" not in cells:
        record.cells["result"] = {1.0: "1-0", 0.5: "½-½", 0.0: "0-1"}[first_score]
    for column, source in ((first, "side1"), (second, "side2")):
        places.setdefault(column, places.get(source, record.place))


def is_outcome(text: str) -> bool:
    """Whether a text says what the first of two players made of a match."""
    return text.strip().translate(_SIGN_TABLE).casefold() in _POINTS


def _score_first_side(record: Record) -> float | None:
    """Return the points of the first side, by its outcome or the winner's name, or else by the scores."""
    cells = record.cells
    if outcome := cells.get("outcome", "").strip().translate(_SIGN_TABLE).casefold():
        by_name = {extract_letters(cells["side2"]): 0.0, extract_letters(cells["side1"]): 1.0}
        letters = extract_letters(outcome)
        return by_name.get(letters, _POINTS.get(outcome, _POINTS.get(letters or outcome)))
    first, second = (parse_amount(cells.get(name, "")) for name in ("score1", "score2"))
    if first is None or second is None:
        return None
    return 0.5 if first == second else float(first > second)


def find_mirrored(records: Iterable[Record], target: Target) -> list[Record]:
    """Return the second of each two records that are one match, recorded by both sides.

    Each of the two names another player first, and both agree in all other cells. A match recorded by one
    side only is not returned, nor is a repeated match.
    """
    unmatched: defaultdict[tuple[object, ...], Counter[str]] = defaultdict(Counter)
    mirrored = []
    for record in records:
        if not (record.is_open and record.has_sides):
            continue
        key, seen_by = _make_match_key(record, target)
        opposite = next((side for side, number in unmatched[key].items() if number and side != seen_by), None)
        if opposite is None:
            unmatched[key][seen_by] += 1
        else:
            unmatched[key][opposite] -= 1
            mirrored.append(record)
    return mirrored


def _make_match_key(record: Record, target: Target) -> tuple[tuple[object, ...], str]:
    """Return a key that both records of one match share, and the player who recorded this one."""
    cells = record.row or record.cells
    first, second = (extract_letters(cells.get(name, "")) for name in target.sides)
    seen_by = second if record.is_swapped else first
    result = cells.get("result", "")
    if target.sides[0] != "winner" and first > second:
        first, second = second, first
        result = {"1-0": "0-1", "0-1": "1-0"}.get(result, result)
    ignored_columns = {*target.sides, "result", "order"}
    other_cells = sorted((name, text) for name, text in cells.items() if name not in ignored_columns and text)
    return (first, second, result, *other_cells), seen_by
