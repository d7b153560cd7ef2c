"""Published tables as data frames: what the files say, with types, names beside ids, and nothing hidden."""

import copy
import csv
import json
import re
from collections.abc import Callable, Iterator
from datetime import date
from functools import cache, partial
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
import sites
from golden import AS_OF, SITES, read_expected

import sitegen
from sitegen.commands.dataframes import SiteError

pytestmark = pytest.mark.slow

Write = Callable[..., Path]

DTYPES = {"date": "datetime64[s]", "integer": "Int64", "number": "float64", "boolean": "boolean"}


of_golden = cache(partial(sitegen.frames, as_of=AS_OF))


def published(site: Path) -> Iterator[tuple[str, str, list[dict[str, str]], list[dict[str, str]]]]:
    """Every table that a golden site publishes: ranking, name, its rows, and its columns as described."""
    files = read_expected(site)
    for path in files:
        if found := re.fullmatch(r"((?:clubs/)?[\w-]+)/([\w-]+)\.csv", path):
            rows = csv.DictReader(files[path].decode().splitlines())
            described = json.loads(files[path.replace(".csv", ".json")])["columns"]
            yield found[1], found[2], [*rows], described


def written(cell: Any) -> str:
    """A cell of a frame as the files write it."""
    if pd.isna(cell):
        return ""
    if isinstance(cell, pd.Timestamp):
        return cell.date().isoformat()
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    return f"{cell:.6f}" if isinstance(cell, float) else str(cell)


@pytest.mark.parametrize("site", SITES, ids=lambda site: site.name)
def test_a_frame_has_every_cell_of_the_published_file_with_its_type(site: Path) -> None:
    frames = of_golden(site)
    tables = [*published(site)]
    assert {(ranking_id, name) for ranking_id in frames for name in frames[ranking_id]} == {
        table[:2] for table in tables
    }
    for ranking, name, rows, described in tables:
        frame = frames[ranking][name]
        own = frame[[description["name"] for description in described]]
        cells = [dict(zip(own, map(written, row), strict=True)) for row in own.astype(object).to_numpy()]
        assert cells == rows, name
        for column in described:
            kind = frame[column["name"]].dtype
            assert kind == DTYPES.get(column["type"], kind), (name, column)
            if column["type"] == "text":
                assert kind.name in {"string", "category"}, (name, column)


@pytest.mark.parametrize("site", SITES, ids=lambda site: site.name)
def test_beside_each_id_of_a_player_stands_the_name(site: Path) -> None:
    frames = of_golden(site)
    for ranking in frames.values():
        names = {row.player: row.name for row in _named(ranking)}
        for frame in ranking.values():
            for column in frame:
                if f"{column}_name" in frame:
                    known = frame[frame[column].isin(names)]
                    assert (known[column].map(names) == known[f"{column}_name"]).all()
                    assert (frame[column].isna() == frame[f"{column}_name"].isna()).all()


def _named(ranking: Any) -> Iterator[Any]:
    for frame in ranking.values():
        if {"player", "name"} <= {*frame}:
            yield from frame[["player", "name"]].itertuples(index=False)


def test_a_table_without_names_gets_them(write_site: Write) -> None:
    matches = sitegen.frames(write_site(), AS_OF).list.matches
    assert [*matches.columns[:5]] == ["date", "winner", "winner_name", "loser", "loser_name"]
    assert {*zip(matches.winner, matches.winner_name, strict=True)} <= {
        ("an", "An Peeters"),
        ("bob", "Bob Claes"),
        ("cleo", "Cléo Dupont"),
    }


def test_who_is_hidden_stands_there_under_a_label(write_site: Write) -> None:
    players = "id,name,hidden\nan,An Secret,yes\nbob,Bob,\ncleo,Cléo,\n"
    frames = sitegen.frames(write_site({"results/list/players.csv": players}), AS_OF)
    text = "".join(frame.to_csv() for frame in frames.list.values())
    assert "player-1,Player 1" in text
    assert "Secret" not in text
    assert ",an," not in text


def test_a_frame_is_as_of_a_day(write_site: Write) -> None:
    root = write_site()
    assert len(sitegen.frames(root, as_of=date(2026, 1, 1)).list.matches) == 0
    assert len(sitegen.frames(root, as_of=AS_OF).list.matches) > 0
    assert len(sitegen.frames(root).list.matches) > 0


def test_a_site_with_errors_has_no_frames_and_says_why(write_site: Write) -> None:
    with pytest.raises(SiteError, match=re.escape("results/list/matches.csv:2")) as raised:
        sitegen.frames(write_site({"results/list/matches.csv": "date,winner,loser,length\nx,an,bob,5\n"}))
    assert raised.value.problems
    with pytest.raises(SiteError, match=r"sitegen\.toml"):
        sitegen.frames("no-such-folder")


def test_choices_are_a_category_and_ids_can_be_compared(tmp_path: Path) -> None:
    sites.write(tmp_path, sites.files("ruit", "elo"))
    frames = sitegen.frames(tmp_path, AS_OF)
    assert (frames.elo.games.home != frames.elo.games.away).all()
    assert frames.elo.games.home_name.notna().all()
    assert frames.ruit.evenings.form.dtype.name == "category"
    assert [*frames.ruit.evenings.form.cat.categories] == ["pairs", "butler", "teams"]


def test_tables_are_found_by_name_and_by_attribute_and_made_once(write_site: Write) -> None:
    frames = sitegen.frames(write_site(), AS_OF)
    assert frames["list"]["rating-list"] is frames.list.rating_list
    assert "rating_list" in dir(frames.list)
    assert "rating-list" in repr(frames.list)
    with pytest.raises(AttributeError, match="there is no 'games' here: rating_list, "):
        frames.list.games  # noqa: B018
    with pytest.raises(KeyError):
        frames["chess"]
    assert [*copy.copy(frames)] == ["list"]


def test_frames_is_there_however_it_was_asked_for_first() -> None:
    assert sitegen.frames is sitegen.frames
    with pytest.raises(AttributeError, match="no attribute 'tables'"):
        sitegen.tables  # type: ignore[attr-defined]  # noqa: B018
