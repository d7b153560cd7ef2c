"""On a machine that has not what POSIX has, everything works by plainer means, to the same bytes."""

import os
import re
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest
from processes import find_port
from pull_requests import commit, git

from sitegen.commands.new.examples import create_folder
from sitegen.commands.new.site import plan_site

pytestmark = pytest.mark.slow

PLAIN = Path(__file__).parents[1] / "plain"
PROGRAM = [sys.executable, "-c", "from sitegen.commands.cli import main; main()"]
ENVIRONMENT = os.environ | {"PYTHONPATH": str(PLAIN)}


def sitegen(*arguments: str | Path, plain: bool = True) -> str:
    return subprocess.run(
        [*PROGRAM, *map(str, arguments)],
        env=ENVIRONMENT if plain else None,
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    ).stdout


@pytest.fixture
def club(tmp_path: Path) -> Path:
    create_folder(tmp_path / "club", plan_site(["fibs", "ruit"]))
    git(tmp_path / "club", "init", "--quiet", "--initial-branch", "main")
    commit(tmp_path / "club", "As it came")
    return tmp_path / "club"


def test_what_is_taken_away_is_gone() -> None:
    asked = "import os, signal; print(hasattr(os, 'fork'), hasattr(signal, 'SIGPROF'))\nimport fcntl"
    done = subprocess.run(
        [sys.executable, "-c", asked],
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.stdout == "False False\n"
    assert "No module named 'fcntl'" in done.stderr or "import of fcntl halted" in done.stderr


def test_a_site_is_made_checked_compared_filled_and_built_to_the_same_bytes(
    club: Path, tmp_path: Path
) -> None:
    assert "a new site" in sitegen("new", tmp_path / "other", "--system", "elo")
    records = tmp_path / "old.csv"
    records.write_text("Winner;Loser;Date;Length;Score\nAn Peeters;Léa Moreau;2025-02-05;7;3\n", "utf-8")
    sitegen("import", records, "--to", "fibs", "--as", "matches", "--site", club)
    assert sitegen("check", "--site", club).startswith("No problems found.")
    assert "An Peeters" in sitegen("diff", "HEAD", "--site", club)
    outputs = [tmp_path / "plain", tmp_path / "usual"]
    for output in (*outputs, outputs[0]):  # the last one replaces what is there
        sitegen("build", "--site", club, "--output", output, plain=output == outputs[0])
    plain, usual = ((output / "SHA256SUMS").read_bytes() for output in outputs)
    assert plain == usual


def test_the_preview_serves_a_site(club: Path) -> None:
    command = [*PROGRAM, "serve", "--site", str(club), "--port", str(find_port())]
    with subprocess.Popen(command, env=ENVIRONMENT, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            address = next(filter(None, (re.search(r"http://\S+", line) for line in server.stdout)))
            with urlopen(address[0], timeout=60) as page:  # noqa: S310 - of the server that was started here
                assert b"<html" in page.read()
        finally:
            server.terminate()


def test_a_link_is_not_followed_and_no_file_is_a_folder(club: Path) -> None:
    (club / "content/linked.md").symlink_to(club / "sitegen.toml")
    done = subprocess.run(
        [*PROGRAM, "check", "--site", str(club)],
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert "content/linked.md: a symbolic link, which is not followed" in done.stdout + done.stderr
