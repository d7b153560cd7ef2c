"""What is published can be compared with what a checkout makes, and says what made it."""

import re
import socket
import subprocess
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from folder_server import published
from pull_requests import git

from sitegen import __version__
from sitegen.commands.cli import main
from sitegen.core.files import read_git_head
from sitegen.publishing import build
from sitegen.publishing.output import CHECKSUMS_FILE, parse_checksums

pytestmark = pytest.mark.slow

Write = Callable[..., Path]
AS_OF = date(2026, 11, 15)


def verify(site: Path, url: str) -> Result:
    return CliRunner().invoke(main, ["verify", "--site", str(site), url])


def built(site: Path, folder: Path) -> Path:
    assert build(site, folder, AS_OF).plan is not None
    return folder


def test_the_sums_are_those_of_all_files_and_the_usual_program_reads_them(
    write_site: Write, tmp_path: Path
) -> None:
    output = built(write_site(), tmp_path / "output")
    files = {path.relative_to(output).as_posix() for path in output.rglob("*") if path.is_file()}
    assert {*parse_checksums((output / CHECKSUMS_FILE).read_text()).digests} == files - {
        CHECKSUMS_FILE,
        ".sitegen.json",
    }
    command = ["sha256sum", "--check", "--strict", "--quiet", CHECKSUMS_FILE]
    done = subprocess.run(command, cwd=output, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_a_second_build_has_the_same_sums_as_a_new_one(write_site: Write, tmp_path: Path) -> None:
    """Also where most pages are kept, and where somebody has touched what stands there."""
    site = write_site()
    output = built(site, tmp_path / "output")
    matches = site / "results/list/matches.csv"
    matches.write_text(matches.read_text() + "2026-11-10,an,bob,5,1\n")
    again = built(site, output)
    assert (again / CHECKSUMS_FILE).read_bytes() == (
        built(site, tmp_path / "new") / CHECKSUMS_FILE
    ).read_bytes()
    (output / CHECKSUMS_FILE).write_text("touched")
    assert (built(site, output) / CHECKSUMS_FILE).read_bytes() == (
        tmp_path / "new" / CHECKSUMS_FILE
    ).read_bytes()


def test_a_site_that_is_what_the_checkout_makes_is_said_to_be(write_site: Write, tmp_path: Path) -> None:
    site = write_site()
    with published(built(site, tmp_path / "output")) as url:
        done = verify(site, url)
    assert done.exit_code == 0
    assert f"Published by sitegen {__version__} as of 15 November 2026." in done.output
    assert "files, all the same here." in done.output


def test_whatever_differs_is_told_with_its_first_line(write_site: Write, tmp_path: Path) -> None:
    site = write_site()
    output = built(site, tmp_path / "output")
    listed = output / "list/provisional.csv"
    listed.write_text(listed.read_text().replace("An Peeters", "An Pieters"))
    (output / "list/matches.csv").unlink()
    sums = output / CHECKSUMS_FILE
    sums.write_text(sums.read_text() + f"{'0' * 64}  list/secret.csv\n")
    with published(output) as url:
        done = verify(site, f"{url}/")
    assert done.exit_code == 1
    assert "list/provisional.csv:2: published is 'an,An Pieters," in done.output
    assert "this checkout makes 'an,An Peeters," in done.output
    assert "list/matches.csv: cannot be fetched: 404" in done.output
    assert "list/secret.csv: is not made by this checkout" in done.output
    assert "3 differences." in done.output


def test_a_difference_late_in_a_line_is_shown(write_site: Write, tmp_path: Path) -> None:
    """Both excerpts begin a little before it; where only the last end of a line is missing none is shown."""
    site = write_site()
    output = built(site, tmp_path / "output")
    line = (output / "list/matches.csv").read_text().splitlines()[1]
    text = (output / "list/matches.csv").read_text()
    (output / "list/matches.csv").write_text(text.replace(line, f"{line[:-1]}x"))
    listed = output / "list/provisional.csv"
    listed.write_text(listed.read_text().removesuffix("\n"))
    with published(output) as url:
        said = verify(site, url).output
    told = next(word for word in said.splitlines() if word.startswith("list/matches.csv:2: "))
    there, here = re.findall(r"'([^']*)'", told)
    assert (there, here) == (f"…{line[-31:-1]}x", f"…{line[-31:]}")
    assert "list/provisional.csv: differs" in said


def test_a_result_that_was_changed_since_is_seen_in_what_follows_from_it(
    write_site: Write, tmp_path: Path
) -> None:
    site = write_site()
    with published(built(site, tmp_path / "output")) as url:
        matches = site / "results/list/matches.csv"
        matches.write_text(matches.read_text().replace("an,bob,7,5", "bob,an,7,5"))
        done = verify(site, url)
    assert done.exit_code == 1
    assert "list/matches.csv:2: published is '2026-11-02,an,bob,7," in done.output


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (None, "SHA256SUMS cannot be fetched there: 404"),
        ("<html>", "SHA256SUMS there is not what a build writes"),
        (f"{'0' * 64}  ../../etc/passwd\n", "SHA256SUMS there is not what a build writes"),
        (f"{'0' * 64}  index.html\n", "does not give the day"),
    ],
)
def test_what_is_no_such_site_is_told_so(
    write_site: Write, tmp_path: Path, text: str | None, said: str
) -> None:
    folder = tmp_path / "other"
    folder.mkdir()
    if text is not None:
        (folder / CHECKSUMS_FILE).write_text(text)
    with published(folder) as url:
        done = verify(write_site(), url)
    assert (done.exit_code, said in done.output) == (1, True), done.output


def test_where_nothing_answers_is_told_so(write_site: Write) -> None:
    """Of a port that was free a moment ago."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    done = verify(write_site(), f"http://127.0.0.1:{port}/")
    said = "Error: nothing answers at that address: is it right, and is the site online yet?\n"
    assert (done.exit_code, done.stderr) == (1, said)


@pytest.mark.parametrize("url", ["club.example", "file:///etc", "http://"])
def test_an_address_that_is_none_is_wrong_usage(write_site: Write, url: str) -> None:
    done = verify(write_site(), url)
    assert done.exit_code == 2
    assert "is no address such as" in done.output


def test_a_site_with_errors_is_not_compared(write_site: Write, tmp_path: Path) -> None:
    site = write_site()
    with published(built(site, tmp_path / "output")) as url:
        (site / "results/list/matches.csv").write_text("date,winner\n")
        done = verify(site, url)
    assert done.exit_code == 1
    assert "nothing was built" in done.output


def test_the_commit_is_that_which_git_says_wherever_it_keeps_it(write_site: Write, tmp_path: Path) -> None:
    site = write_site()
    assert read_git_head(site) == ""
    git(site, "init", "--quiet")
    assert read_git_head(site) == ""
    git(site, "add", ".")
    git(site, "commit", "--quiet", "--message", "First")
    head = git(site, "rev-parse", "HEAD")
    assert read_git_head(site) == head
    assert read_git_head(site / "results") == head
    git(site, "pack-refs", "--all")
    assert read_git_head(site) == head
    git(site, "worktree", "add", "--quiet", str(tmp_path / "second"))
    assert read_git_head(tmp_path / "second") == head
    git(site, "checkout", "--quiet", "--detach")
    assert read_git_head(site) == head
    output = built(site, tmp_path / "output")
    maker = parse_checksums((output / CHECKSUMS_FILE).read_text()).build_info
    assert maker is not None
    assert (maker.commit, maker.as_of, maker.version) == (head, AS_OF, __version__)
