"""The calendar of a ranking by year, once it is long, and what was hidden in all that is shared."""

import re
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path

import pytest
import small_site

from sitegen.pages import cards as pictures
from sitegen.pages.metadata import render_card
from sitegen.publishing import build

pytestmark = pytest.mark.slow

AS_OF = date(2026, 11, 21)
Write = Callable[..., Path]


def played(days: int) -> str:
    """Matches on so many days, the last of them in November 2026."""
    every = [date(2026, 11, 16) - timedelta(days=5 * number) for number in range(days)]
    rows = [f"{day},{'an,bob' if day.day % 2 else 'cleo,an'},7,5" for day in reversed(every)]
    return "\n".join(["date,winner,loser,length,score", *rows, ""])


def pages(output: Path) -> dict[str, str]:
    found = [output / "list/results/index.html", *sorted(output.glob("list/calendar/*/index.html"))]
    return {page.parent.relative_to(output).as_posix(): page.read_text(encoding="utf-8") for page in found}


def test_a_long_calendar_has_a_page_a_year_and_every_event_stands_on_one(write_site: Write) -> None:
    root = write_site({"results/list/matches.csv": played(160)})
    assert build(root, root / "output", AS_OF).problems == []
    found = pages(root / "output")
    assert [*found] == ["list/results", "list/calendar/2024", "list/calendar/2025"]
    for event in sorted((root / "output/list/results").glob("*/")):
        ways = {path: re.search(rf"[=/]{event.name}/>", text) for path, text in found.items()}
        here = "list/results" if event.name.startswith("2026") else f"list/calendar/{event.name[:4]}"
        assert [path for path, stands in ways.items() if stands] == [here]
    for path, text in found.items():
        up = "../" * (path.count("/"))
        for way in ("results/", "calendar/2025/", "calendar/2024/"):
            assert f'href="{up}{way}"' in text, path


def test_a_short_calendar_is_one_page(write_site: Write) -> None:
    root = write_site({"results/list/matches.csv": played(80)})
    assert build(root, root / "output", AS_OF).problems == []
    assert [*pages(root / "output")] == ["list/results"]


def test_whoever_is_hidden_stands_in_nothing_that_is_shared(
    write_site: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No feed, calendar, list, frame or address has the name, and nobody drew it."""
    drawn: list[str] = []
    render_card.cache_clear()  # of what other tests have drawn
    card, poster = pictures.draw_card, pictures.draw_poster
    monkeypatch.setattr(pictures, "draw_card", lambda shown: drawn.append(repr(shown)) or card(shown))
    monkeypatch.setattr(pictures, "draw_poster", lambda shown: drawn.append(repr(shown)) or poster(shown))
    players = (
        "id,name,club,hidden\nan,An Peeters,North,\nzyx,Canary Quux,North,yes\ncleo,Cléo Dupont,North,\n"
    )
    matches = "date,winner,loser,length,score\n2026-11-02,an,zyx,7,5\n2026-11-03,zyx,cleo,7,5\n"
    tables = {"results/list/players.csv": players, "results/list/matches.csv": matches}
    root = write_site({"sitegen.toml": small_site.DRAWN, **tables})
    assert build(root, root / "output", AS_OF).problems == []
    assert len(drawn) == 4
    shared = [*drawn]
    for path in (root / "output").rglob("*"):
        shared.append(path.relative_to(root).as_posix())
        if path.is_file():
            shared.append(path.read_bytes().decode("utf-8", "replace"))
    assert not [text for text in shared if any(name in text for name in ("Canary", "Quux", "zyx"))]
    assert "Player 1" in (root / "output/list/players/an/feed.xml").read_text()
    assert not (root / "output/list/players/player-1").exists()
