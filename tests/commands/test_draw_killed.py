"""`sitegen draw` killed at any moment, and by several at once."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
from itertools import count
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from click.testing import CliRunner, Result
from processes import ending

from sitegen.commands.cli import main
from sitegen.commands.writing import lock_site, write_files
from sitegen.core.entities import DrawError
from sitegen.core.files import lock_folder

pytestmark = pytest.mark.slow

SITE = """
[site]
title = "The Rook"
url = "https://rook.example/"

[[ranking]]
id = "chess"
system = "ijssel"
title = "Competition"
options.periods = 1
"""
TABLES = {
    "players": (
        "id,name,final_rating,hidden\nan,An Peeters,1900,\nbo,Bo De Wit,1800,\ncy,Cy Claes,1700,\n"
        "di,Di van Dam,1600,\neva,Eva Mertens,1500,\n"
    ),
    "rounds": "round,date\n1,2026-10-01\n2,2026-10-08\n",
    "games": "round,white,black,result,board\n1,an,bo,1-0,1\n1,cy,di,0-1,2\n",
    "absences": "round,player,code\n1,eva,odd\n",
}
WRITERS = ("/commands/draw.py", "/results/append.py")


def club(root: Path) -> Path:
    """A site after one round."""
    (root / "results/chess").mkdir(parents=True)
    (root / "sitegen.toml").write_text(SITE, encoding="utf-8")
    for name, text in TABLES.items():
        (root / f"results/chess/{name}.csv").write_text(text, encoding="utf-8")
    return root


def run(command: str, root: Path, *arguments: str) -> Result:
    return CliRunner().invoke(main, [command, *arguments, "--site", str(root)])


def draw(root: Path) -> Result:
    return run("draw", root, "chess")


def content(root: Path) -> dict[str, bytes]:
    files = [path for path in root.rglob("*") if path.is_file()]
    return {file.relative_to(root).as_posix(): file.read_bytes() for file in files}


def named(files: dict[str, bytes], there: Path, here: Path) -> dict[str, bytes]:
    """The files of a site as they are where it stands elsewhere: the journal has the path."""
    return {path: data.replace(str(there).encode(), str(here).encode()) for path, data in files.items()}


def traced(root: Path, moment: Callable[[], object]) -> None:
    """Draw, and do something before every line of our own that writes."""

    def step(frame: FrameType, event: str, _: Any) -> Any:
        if not frame.f_code.co_filename.endswith(WRITERS):
            return None
        if event == "line":
            moment()
        return step

    before = sys.gettrace()
    sys.settrace(step)
    try:
        draw(root)
    finally:
        sys.settrace(before)


def killed(root: Path, at: int) -> bool:
    """Draw in a process that is killed before the `at`-th of those lines; whether it came to that."""
    child = os.fork()
    if not child:
        lines = count(1)
        traced(root, lambda: next(lines) < at or os.kill(os.getpid(), signal.SIGKILL))
        os._exit(0)
    return ending(child) != 0


def test_a_kill_at_any_moment_leaves_what_the_next_draw_finishes_or_makes(tmp_path: Path) -> None:
    old = content(club(tmp_path / "0"))
    told = draw(tmp_path / "0").stdout
    new = content(tmp_path / "0")
    whole = club(tmp_path / "whole")
    moments: list[dict[str, bytes]] = []
    traced(whole, lambda: moments.append(content(whole)))
    assert len(moments) > 50
    assert content(whole) == new
    seen = set()
    for at, standing in enumerate(moments, 1):
        if standing in moments[: at - 1]:  # then what comes of it is known
            continue
        root = club(tmp_path / str(at))
        assert killed(root, at)
        assert named(content(root), root, whole) == standing
        check = run("check", root)
        tables = {path: data for path, data in standing.items() if "/." not in f"/{path}"}
        state = "old" if tables == old else "new" if tables == new else "part"
        seen.add(state)
        assert ("a command was cut short" in check.output) or state != "part"
        assert check.exit_code == ("a command was cut short" in check.output), check.output
        again = draw(root)
        if state == "new":
            assert "Error: everyone has a game or an absence in round 2 already" in again.stderr
        else:
            assert again.exit_code == 0
            assert again.stdout.replace(str(root), str(tmp_path / "0")).endswith(told)
        assert content(root) == new
    assert seen == {"old", "part", "new"}
    assert not killed(club(tmp_path / "after"), len(moments) + 1)


def cut_short(root: Path) -> None:
    """What stands after a kill when all files were complete and the first had taken its place."""
    old = {
        f"results/chess/{name}.csv": sha256(TABLES[name].encode()).hexdigest()
        for name in ("games", "absences")
    }
    entry = json.dumps([old, [], ["Round 2"], "sitegen draw chess"])
    (root / ".sitegen-draw").write_text(f"{entry}\ncomplete\n")
    chess = root / "results/chess"
    (chess / "games.csv").write_text(TABLES["games"] + "2,an,di,,1\n")
    (chess / ".absences.csv.sitegen-new").write_text(TABLES["absences"] + "2,cy,odd\n")


def test_a_draw_that_was_cut_short_is_told_and_then_finished(tmp_path: Path) -> None:
    root = club(tmp_path / "site")
    cut_short(root)
    assert run("check", root).stderr == (
        ".sitegen-draw: a command was cut short, and part of its files are not written yet"
        " (run `sitegen draw chess` again to finish it)\n1 error: nothing was built.\n"
    )
    result = draw(root)
    assert (result.exit_code, result.stdout) == (
        0,
        "The last command was cut short. It is finished now; nothing else was done:\nRound 2\n",
    )
    assert content(root)["results/chess/absences.csv"] == TABLES["absences"].encode() + b"2,cy,odd\n"
    assert [*root.rglob(".*")] == []
    assert run("check", root).output.startswith("No problems found.")


@pytest.mark.parametrize("kept", [0, 1, 20, -2, -10])
def test_a_journal_that_was_cut_short_itself_is_forgotten(tmp_path: Path, kept: int) -> None:
    root = club(tmp_path / "site")
    cut_short(root)
    journal = root / ".sitegen-draw"
    journal.write_bytes(journal.read_bytes()[:kept])
    (root / "results/chess/games.csv").write_text(TABLES["games"])
    if 0 <= kept <= 20:  # then nothing had been written beside the tables
        (root / "results/chess/.absences.csv.sitegen-new").unlink()
    assert run("check", root).output.startswith("No problems found.")
    assert draw(root).exit_code == 0
    assert [*root.rglob(".*")] == []


def test_what_was_written_since_a_draw_was_cut_short_is_not_undone(tmp_path: Path) -> None:
    root = club(tmp_path / "site")
    cut_short(root)
    (root / "results/chess/absences.csv").write_text(TABLES["absences"] + "2,eva,bye\n")
    before = content(root)
    result = draw(root)
    assert (result.exit_code, result.stderr) == (
        1,
        (
            "Error: 'absences.csv' was changed after a command was cut short; '.absences.csv.sitegen-new' has"
            " what it should have become (enter it by hand, then delete that file and say the command"
            " again)\n"
        ),
    )
    assert content(root) == before
    (root / "results/chess/.absences.csv.sitegen-new").unlink()
    assert draw(root).exit_code == 0
    assert [*root.rglob(".*")] == []


def test_a_table_that_somebody_saves_while_the_draw_is_made_is_not_undone(tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_bytes(b"old\nmine\n")
    with pytest.raises(DrawError, match=r"^'x\.csv' was changed meanwhile \(say the command again\)$"):
        write_files(tmp_path, {"x.csv": b"old\nnew\n"})
    assert content(tmp_path) == {"x.csv": b"old\nmine\n"}


def test_an_interrupted_draw_leaves_all_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = club(tmp_path / "site")
    before = content(root)

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", interrupted)
    assert draw(root).exit_code == 130
    assert content(root) == before


def test_of_draws_at_once_one_draws_the_round(tmp_path: Path) -> None:
    new = content(club(tmp_path / "one")) and draw(tmp_path / "one") and content(tmp_path / "one")
    root = club(tmp_path / "many")
    command = [sys.executable, "-m", "sitegen", "draw", "chess", "--site", str(root)]
    running = [
        subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) for _ in range(4)
    ]
    try:
        assert sorted(process.wait(60) for process in running) == [0, 1, 1, 1]
    finally:
        for process in running:
            process.kill()
    assert content(root) == new


def test_a_draw_that_waited_too_long_for_another_gives_up(tmp_path: Path) -> None:
    root = club(tmp_path / "site")
    with lock_folder(root / "results", patience=0):
        assert run("check", root).exit_code == 0
        with (
            pytest.raises(DrawError, match=r"^another command is still writing to this site"),
            lock_site(root, patience=0.1),
        ):
            pytest.fail("two draws at once")
