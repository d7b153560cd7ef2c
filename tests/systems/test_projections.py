"""A page that foresees games is made again when these change, though nothing of its player does."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from golden import AS_OF
from page_reader import Row, page

from sitegen.publishing import build

pytestmark = pytest.mark.slow


def test_a_page_is_made_again_when_somebody_moves_whom_its_player_may_meet(
    write_site: Callable[..., Path],
) -> None:
    """Of An nothing changes, nor where she stands; Bob and Cléo have played."""
    root = write_site()

    def ahead(name: str) -> Sequence[Row]:
        report = build(root, root / name, AS_OF)
        assert report.plan, report.problems
        return page(root / name, "list/players/an/").rows("ahead")

    before = ahead("first")
    path = root / "results/list/matches.csv"
    path.write_text(f"{path.read_text('utf-8').rstrip()}\n{AS_OF},bob,cleo,9,\n", "utf-8")
    (root / "first").rename(root / "again")
    now, anew = map(ahead, ("again", "anew"))
    assert now == anew != before
    assert [row["Opponent"] for row in now] == [row["Opponent"] for row in before]
