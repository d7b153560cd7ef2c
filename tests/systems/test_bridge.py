"""What holds of every evening at bridge: scores that cancel out, and evenings that were read whole."""

from collections.abc import Sequence
from datetime import date
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from bridge import field_of

from sitegen.core.missing import Missing
from sitegen.systems.ruit.tables import PairsLine
from sitegen.toolkit.copies import CopiedEvening
from sitegen.toolkit.sessions import (
    IMPS,
    IMPS_A_BOARD,
    PERCENTAGES,
    Field,
    ScoreKind,
    check_imps,
    check_percentages,
    compute_surplus,
    group_complete,
)

pytestmark = pytest.mark.slow

DAY, NEXT = date(2026, 11, 2), date(2026, 11, 9)
SIZES = [4, 5, 6, 7, 8, 9, 10, 12, 13, 14, 16, 19, 24, 30, 40]


def played(seed: int, kind: ScoreKind) -> Field:
    """The scores of a field of 4 to 40 pairs, rounded as clubs do."""
    random = Random(seed)
    size = SIZES[seed % len(SIZES)]
    pairs = field_of(random, size, mitchell=seed % 3 == 0)
    if kind is PERCENTAGES:
        decimals = random.choice((2, 2, 1, 0))
        return Field([round(pair.percentage, decimals) for pair in pairs], odd_parts=size % 2)
    scores = [
        round(pair.imps_a_board, 2) if kind is IMPS_A_BOARD else float(sum(pair.imps)) for pair in pairs
    ]
    return Field(scores, odd_parts=size % 2)


@pytest.mark.parametrize("kind", [PERCENTAGES, IMPS, IMPS_A_BOARD], ids=str)
def test_an_honest_evening_raises_no_doubt_whatever_its_movement(kind: ScoreKind) -> None:
    assert [seed for seed in range(600) if compute_surplus(kind, played(seed, kind))] == []


@pytest.mark.parametrize(("kind", "slip"), [(PERCENTAGES, 30), (IMPS, 40), (IMPS_A_BOARD, 5)], ids=str)
def test_one_slipped_score_is_seen_in_a_field_of_any_size(kind: ScoreKind, slip: float) -> None:
    for seed in range(600):
        field = played(seed, kind)
        place = Random(seed).randrange(len(field.scores))
        for by in (slip, -slip):
            scores = [score + by * (number == place) for number, score in enumerate(field.scores)]
            assert compute_surplus(kind, field._replace(scores=scores))


HONEST = [57.5, 54.17, 52.08, 50.0, 47.92, 46.25, 48.33, 43.75]


ROWS = range(len(HONEST))


def test_the_score_that_nobody_makes_is_the_wrong_one() -> None:
    (fault,) = check_percentages(ROWS, DAY, Field([57.5, 94.17, *HONEST[2:]]))
    assert fault.row == 1
    assert fault.message == "the percentages of 2026-11-02 are 55.00 on average, and should be 50"
    assert fault.hint == "about 54.17 here would be right: compare it with the result"


@pytest.mark.parametrize(
    ("scores", "hint"),
    [
        ([67.5, *HONEST[1:]], "compare them with the result: one may be 10 too high"),
        ([37.5, *HONEST[1:]], "compare them with the result: one may be 20 too low"),
    ],
)
def test_of_ordinary_scores_it_cannot_be_told_which_is_wrong(scores: list[float], hint: str) -> None:
    (fault,) = check_percentages(ROWS, DAY, Field(scores))
    assert (fault.row, fault.hint) == (0, hint)


def test_percentages_may_be_saved_as_fractions() -> None:
    (fault,) = check_percentages(ROWS, DAY, Field([number / 100 for number in HONEST]))
    assert fault.message.code == "percentages-are-fractions"
    assert (
        fault.message == "no percentage of 2026-11-02 is above 1: they are 0.50 on average, and should be 50"
    )


def test_imps_may_be_percentages() -> None:
    (fault,) = check_imps(ROWS, DAY, Field(HONEST), IMPS)
    assert fault.message == "the IMPs of 2026-11-02 are 400 together, and should cancel out"
    assert fault.hint == "percentages belong in the table pairs"


def line(day: Any, score: Any = 50.0) -> PairsLine:
    return PairsLine(day, "1", "an", "bo", score)


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([line(DAY), line(DAY), line(NEXT)], {DAY: 2, NEXT: 1}),
        ([line(DAY), line(DAY, Missing()), line(NEXT)], {NEXT: 1}),
        ([line(DAY), line(Missing()), line(NEXT)], {}),
    ],
)
def test_an_evening_of_which_a_row_was_not_read_is_not_whole(
    rows: list[PairsLine], expected: dict[date, int]
) -> None:
    """A row without a day may be of any."""
    assert {
        day: len(complete) for (day,), complete in group_complete(rows, ["date"], "score").items()
    } == expected


def evening(day: date, *scores: float) -> list[PairsLine]:
    return [
        PairsLine(day, str(number), f"p{number}", f"q{number}", score, source=f"{day}.csv:{number + 2}")
        for number, score in enumerate(scores)
    ]


def copies(*scores: Sequence[float]) -> list[tuple[date, str]]:
    """The faults of evenings with these scores, a week apart."""
    rows = [row for day, numbers in zip((DAY, NEXT), scores, strict=True) for row in evening(day, *numbers)]
    rule = CopiedEvening("pairs", ("player1", "player2"), ["score"], are_scores=True)
    return [(fault.row.date, fault.message) for fault in rule.find_faults(SimpleNamespace(pairs=rows))]


def test_an_evening_is_a_copy_when_all_its_pairs_and_scores_are_those_of_another() -> None:
    assert copies(HONEST, HONEST) == [
        (NEXT, "8 of 8 results of 2026-11-09 are also those of 2026-11-02, from 2026-11-02.csv:2 on")
    ]
    assert copies(HONEST, HONEST[::-1]) == []
    assert copies([50, 50, 50, 50], [50, 50, 50, 50]) == []
    assert copies([60, 50, 40], [60, 50, 40]) == []
