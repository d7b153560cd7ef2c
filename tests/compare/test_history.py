"""What a change of a club does, out of the history that git has of it, whatever happened to that history."""

import os
import shutil
import subprocess
from collections.abc import Callable
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from pull_requests import commit, git, merge

from sitegen.commands.cli import main
from sitegen.commands.diff.compare import compare_revision
from sitegen.compare.analysis import analyze_effect
from sitegen.compare.findings import FindingFormatter
from sitegen.compare.repository import HistoryError, Repository, check_out
from sitegen.core.language import Language

pytestmark = pytest.mark.slow

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
AS_OF = date(2026, 11, 21)
SETTINGS = """[site]
title = "Test club"
url = "https://club.example/"

[[ranking]]
id = "r"
system = "elo"
title = "Ratings"
"""
PLAYERS = "id,name,rating,games\nan,An Peeters,1500,30\nbo,Bo Claes,1500,30\ncas,Cas Maes,1400,30\n"
GAMES = "date,home,away,result\n2026-11-02,an,bo,1-0\n2026-11-02,cas,an,0-1\n2026-11-09,bo,cas,1-0\n"
FIRST, SECOND, THIRD = GAMES.splitlines()[1:]
GAME, PERSON = "results/r/games.csv", "results/r/players.csv"


@pytest.fixture(autouse=True)
def _nobody_s_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Git of somebody who has set nothing."""
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "gitconfig"))
    monkeypatch.setenv("GIT_CONFIG_SYSTEM", os.devnull)


def write(root: Path, path: str, text: str) -> None:
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    (root / path).write_text(text, encoding="utf-8", newline="")


def begin(root: Path, below: str = "") -> Path:
    """A repository with the site of a club in it, committed on main."""
    root.mkdir(parents=True, exist_ok=True)
    git(root, "init", "--quiet", "--initial-branch", "main")
    site = root / below
    for path, text in (("sitegen.toml", SETTINGS), (PERSON, PLAYERS), (GAME, GAMES)):
        write(site, path, text)
    commit(root, "As it was")
    return site


@pytest.fixture
def site(tmp_path: Path) -> Path:
    return begin(tmp_path / "club")


def told(site: Path, base: str = "HEAD") -> tuple[list[str], dict[str, float], list[str]]:
    """The rows by kind and place, what each figure wins, and the sentences."""
    rows, gains, said = list[str](), dict[str, float](), list[str]()
    with compare_revision(site, base, NOW, AS_OF) as comparison:
        assert not comparison.problems
        for effect in (step_effect for step in comparison.steps for step_effect in step.difference.effects):
            for line in effect.rows:
                places = [row.place for row in (line.before, line.after) if row]
                rows.append(f"{line.kind} {'>'.join(dict.fromkeys(places))}")
            gains |= {move.player: round(move.gain, 1) for move in effect.moves if move.gain}
            teller = FindingFormatter(effect.map_names(Language("en")), Language("en"))
            said += [
                teller.format_message(finding.build_message(teller)) for finding in analyze_effect(effect)
            ]
    return rows, gains, said


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, [*map(str, arguments)], catch_exceptions=False)


def diff(site: Path, base: str) -> Result:
    return run("diff", base, "--site", site, "--as-of", AS_OF)


# What happens to rows, files and players


def replaced(path: str, old: str, new: str) -> Callable[[Path], None]:
    def change(site: Path) -> None:
        write(site, path, (site / path).read_text("utf-8").replace(old, new))

    return change


def both(*changes: Callable[[Path], Any]) -> Callable[[Path], None]:
    def change(site: Path) -> None:
        for made_change in changes:
            made_change(site)

    return change


def folder(**files: str) -> Callable[[Path], None]:
    """The games in these files, in the place of one."""

    def change(site: Path) -> None:
        (site / GAME).unlink()
        for name, text in files.items():
            write(site, f"results/r/games/{name}.csv", text)

    return change


HEADER = "date,home,away,result\n"
EVENING = f"{HEADER}2026-11-16,an,cas,½-½\n"
CHANGES: dict[str, tuple[Callable[[Path], Any], list[str], set[str]]] = {
    "a new file": (
        folder(first=GAMES, second=EVENING),
        ["moved results/r/games.csv:2>results/r/games/first.csv:2",
         "moved results/r/games.csv:3>results/r/games/first.csv:3",
         "moved results/r/games.csv:4>results/r/games/first.csv:4",
         "added results/r/games/second.csv:2"],
        {"an", "cas"},
    ),
    "an addition": (
        replaced(GAME, THIRD, f"{THIRD}\n2026-11-16,an,cas,½-½"),
        ["added results/r/games.csv:5"],
        {"an", "cas"},
    ),
    "a late row": (
        replaced(GAME, THIRD, f"{THIRD}\n2026-11-02,bo,cas,0-1"),
        ["added results/r/games.csv:5"],
        {"bo", "cas"},
    ),
    "a correction": (
        replaced(GAME, FIRST, "2026-11-02,an,bo,0-1"),
        ["corrected results/r/games.csv:2"],
        {"an", "bo", "cas"},
    ),
    "a removal": (
        replaced(GAME, f"{SECOND}\n", ""),
        ["removed results/r/games.csv:3"],
        {"an", "bo", "cas"},
    ),
    "a file by another name": (
        folder(x=GAMES),
        [f"moved results/r/games.csv:{n}>results/r/games/x.csv:{n}" for n in (2, 3, 4)],
        set(),
    ),
    "a player by another id": (
        both(replaced(GAME, "an,", "an-peeters,"), replaced(PERSON, "an,An", "an-peeters,An")),
        ["rewritten results/r/players.csv:2", "rewritten results/r/games.csv:2",
         "rewritten results/r/games.csv:3"],
        set(),
    ),
    "a player who hides": (
        replaced(PERSON, PLAYERS, "id,name,rating,games,hidden\nan,An Peeters,1500,30,yes\n"
                 "bo,Bo Claes,1500,30,\ncas,Cas Maes,1400,30,\n"),
        ["corrected results/r/players.csv:2", "rewritten results/r/players.csv:3",
         "rewritten results/r/players.csv:4"],
        set(),
    ),
    "a file that is quoted otherwise": (
        replaced(GAME, FIRST, '"2026-11-02","an","bo","1-0"'),
        ["rewritten results/r/games.csv:2"],
        set(),
    ),
    "the ends of lines": (replaced(GAME, "\n", "\r\n"), [], set()),
}  # fmt: skip


@pytest.mark.parametrize(("change", "rows", "concerned"), CHANGES.values(), ids=CHANGES)
def test_what_happens_to_a_club(
    site: Path, change: Callable[[Path], Any], rows: list[str], concerned: set[str]
) -> None:
    change(site)
    of_the_tree = told(site)
    assert sorted(of_the_tree[0]) == sorted(rows)
    assert {*of_the_tree[1]} == concerned
    commit(site, "What happened")
    assert told(site, "HEAD~1") == of_the_tree
    assert diff(site, "HEAD~1").exit_code == 0
    assert told(site) == ([], {}, [])


def test_two_clubs_that_report_the_same_match_are_told_of_it(site: Path) -> None:
    folder(one=GAMES, other=f"{HEADER}{THIRD}\n")(site)
    rows, gains, _ = told(site)
    assert "added results/r/games/other.csv:2" in rows
    assert {*gains} == {"an", "bo", "cas"} - {"an"}
    assert (
        "results/r/games/other.csv:2: warning: 1 row repeats an earlier one"
        in run("check", "--site", site).stderr
    )


def test_a_change_that_is_wrong_is_refused_with_what_is_wrong(site: Path) -> None:
    replaced(GAME, FIRST, "2026-11-31,an,an,1-0")(site)
    done = diff(site, "HEAD")
    assert done.exit_code == 1
    assert "results/r/games.csv:2" in done.stderr


# What happens to a history


def test_of_a_merge_what_was_merged_is_told(site: Path) -> None:
    git(site, "checkout", "--quiet", "-b", "change")
    replaced(GAME, THIRD, f"{THIRD}\n2026-11-16,an,cas,½-½")(site)
    commit(site, "An evening")
    git(site, "checkout", "--quiet", "main")
    write(site, "content/index.md", "# Club\n")
    commit(site, "Meanwhile")
    merge(site)
    assert told(site, "HEAD^1")[0] == ["added results/r/games.csv:5"]
    (latest, *_) = Repository.from_site(site).find_commits(["results/r"])
    assert len(latest.parents) == 2


def test_rebased_a_change_is_the_same(site: Path) -> None:
    git(site, "checkout", "--quiet", "-b", "change")
    replaced(PERSON, "cas,Cas", "cas,Caspar")(site)
    commit(site, "A name")
    before = told(site, "main")
    git(site, "checkout", "--quiet", "main")
    replaced(GAME, THIRD, f"{THIRD}\n2026-11-16,an,cas,½-½")(site)
    commit(site, "An evening")
    git(site, "rebase", "--quiet", "main", "change")
    assert told(site, "main")[0] == before[0] == ["corrected results/r/players.csv:4"]


def test_what_a_branch_does_not_have_yet_is_said_to_be_missing(site: Path, tmp_path: Path) -> None:
    git(tmp_path, "clone", "--quiet", str(site), "fork")
    for number in (16, 17):
        replaced(GAME, "2026-11-02,an,bo", f"2026-11-{number},an,cas,½-½\n2026-11-02,an,bo")(site)
        commit(site, "An evening")
    git(tmp_path / "fork", "fetch", "--quiet")
    with compare_revision(tmp_path / "fork", "origin/main", NOW, AS_OF) as comparison:
        assert comparison.missing == 2
    assert told(tmp_path / "fork", "origin/main")[0] == [
        "removed results/r/games.csv:2",
        "removed results/r/games.csv:3",
    ]


def test_a_shallow_clone_says_that_its_history_is_cut_short(site: Path, tmp_path: Path) -> None:
    first = git(site, "rev-parse", "HEAD")
    commit(site, "Later")
    git(tmp_path, "clone", "--quiet", "--depth=1", site.as_uri(), "short")
    done = diff(tmp_path / "short", first)
    assert done.exit_code == 2
    assert "no revision here" in done.stderr
    assert "git fetch --unshallow" in done.stderr
    assert told(tmp_path / "short") == ([], {}, [])


def test_a_checkout_of_windows_is_the_same_as_what_was_committed(site: Path, tmp_path: Path) -> None:
    git(tmp_path, "clone", "--quiet", "--config", "core.autocrlf=true", str(site), "windows")
    assert b"\r\n" in (tmp_path / "windows" / GAME).read_bytes()
    assert told(tmp_path / "windows") == ([], {}, [])


def test_a_site_in_a_folder_of_its_repository(tmp_path: Path) -> None:
    site = begin(tmp_path / "repo", "our rankings/[é]\n*")
    write(tmp_path / "repo", GAME, "not of this site\n")
    commit(tmp_path / "repo", "Beside it")
    assert [commit.parents for commit in Repository.from_site(site).find_commits(["results"])] == [()]
    assert told(site, "HEAD~1") == ([], {}, [])
    replaced(GAME, FIRST, "2026-11-02,an,bo,0-1")(site)
    assert told(site)[0] == ["corrected results/r/games.csv:2"]
    commit(tmp_path / "repo", "Mended")
    latest = Repository.from_site(site).find_commits(["results"])[0]
    assert [change.path for change in latest.changes] == [GAME]


def test_names_of_files_as_people_write_them(site: Path) -> None:
    names = ["a b", "é", "日本", "it's", 'a "b"', "$(touch x)", "-x", ";x"]
    folder(**dict.fromkeys(names, HEADER), first=GAMES)(site)
    commit(site, "Names")
    replaced("results/r/games/$(touch x).csv", HEADER, EVENING)(site)
    assert told(site)[0] == ["added results/r/games/$(touch x).csv:2"]
    with check_out(Repository.from_site(site), git(site, "rev-parse", "HEAD"), ["results"]) as found:
        assert {path.stem for path in (found / "results/r/games").iterdir()} == {*names, "first"}


def test_an_odd_name_in_an_earlier_commit_is_what_it_was(site: Path) -> None:
    write(site, "results/r/games\n::error::x\x1b.csv", GAMES)
    commit(site, "Odd")
    (site / "results/r/games\n::error::x\x1b.csv").unlink()
    commit(site, "Mended")
    done = diff(site, "HEAD~1")
    assert done.exit_code in {0, 1}
    assert "\x1b" not in done.output
    assert not [line for line in done.output.splitlines() if line.startswith("::error::")]


def test_a_link_in_a_commit_leads_nowhere(site: Path, tmp_path: Path) -> None:
    write(tmp_path, "secret.csv", GAMES)
    (site / GAME).unlink()
    (site / GAME).symlink_to(tmp_path / "secret.csv")
    commit(site, "A link")
    with check_out(Repository.from_site(site), git(site, "rev-parse", "HEAD"), ["results"]) as found:
        assert (found / GAME).is_symlink()
        assert not (found / GAME).exists()


def test_a_path_that_leads_out_of_a_commit_is_not_followed(site: Path) -> None:
    """Such a tree is what no git makes, and somebody could."""
    blob = git(site, "rev-parse", f"HEAD:{GAME}")
    trees = [f"100644 blob {blob}\tstray.csv"]
    for name in ("..", "..", "results"):
        tree = subprocess.run(
            ["git", "hash-object", "-t", "tree", "-w", "--literally", "--stdin"],
            cwd=site, input=_tree(site, trees), capture_output=True, check=True, timeout=60,
        ).stdout.decode().strip()  # fmt: skip
        trees = [f"040000 tree {tree}\t{name}"]
    whole = subprocess.run(
        ["git", "hash-object", "-t", "tree", "-w", "--literally", "--stdin"],
        cwd=site, input=_tree(site, trees), capture_output=True, check=True, timeout=60,
    ).stdout.decode().strip()  # fmt: skip
    made = git(site, "commit-tree", whole, "-m", "Astray")
    with check_out(Repository.from_site(site), made, ["results"]) as found:
        assert not (found.parent / "stray.csv").exists()
        assert [path for path in found.rglob("*") if path.is_file()] == []


def _tree(site: Path, entries: list[str]) -> bytes:
    """The object that a tree with these entries is."""
    made = b""
    for entry in entries:
        described, _, name = entry.partition("\t")
        mode, _, digest = described.split(" ")
        made += f"{mode.lstrip('0')} {name}\0".encode() + bytes.fromhex(digest)
    return made


def test_a_repository_within_another_is_none_of_its_files(site: Path, tmp_path: Path) -> None:
    other = begin(tmp_path / "other")
    git(site, "-c", "protocol.file.allow=always", "submodule", "add", "--quiet", str(other), "results/x")
    commit(site, "One within another")
    digest = git(site, "rev-parse", "HEAD")
    assert {*Repository.from_site(site).list_files(digest, ["results"])} == {PERSON, GAME}
    assert diff(site, "HEAD~1").exit_code in {0, 1}


def test_a_branch_without_a_commit_has_no_history(tmp_path: Path) -> None:
    git(tmp_path, "init", "--quiet", "--initial-branch", "main")
    write(tmp_path, "sitegen.toml", SETTINGS)
    done = diff(tmp_path, "HEAD")
    assert done.exit_code == 2
    assert "'HEAD' is no revision here" in done.stderr


def test_a_folder_that_is_no_repository(site: Path, tmp_path: Path) -> None:
    shutil.copytree(site, tmp_path / "plain", ignore=shutil.ignore_patterns(".git"))
    done = diff(tmp_path / "plain", "HEAD")
    assert done.exit_code == 2
    assert "not a git repository" in done.stderr


def test_without_git(site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    done = diff(site, "HEAD")
    assert done.exit_code == 2
    assert "git is not installed here" in done.stderr


def test_a_repository_of_somebody_else_is_not_read(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
    done = diff(site, "HEAD")
    assert done.exit_code == 2
    assert "safe.directory" in done.stderr


REVISIONS = [
    "--output=x", "-x", "nothing", "", "^HEAD", "HEAD..HEAD", "HEAD^@", f"HEAD:{GAME}", "HEAD:results",
    "HEAD\nHEAD", "$(touch x)", "\x1b[31m", "--all", "@{upstream}", "HEAD~99", "0" * 40,
]  # fmt: skip


@pytest.mark.parametrize("revision", REVISIONS)
def test_what_is_no_commit_is_no_revision(site: Path, revision: str) -> None:
    before = sorted(site.iterdir())
    done = run("diff", "--site", site, "--as-of", AS_OF, "--", revision)
    assert done.exit_code == 2
    assert "is no revision here" in done.stderr
    assert "\x1b" not in done.stderr
    assert sorted(site.iterdir()) == before


@pytest.mark.parametrize("name", ["light", "annotated", "refs/tags/annotated", "main", "main@{0}"])
def test_a_commit_has_many_names(site: Path, name: str) -> None:
    git(site, "tag", "light")
    git(site, "tag", "--annotate", "--message", "A tag", "annotated")
    replaced(GAME, FIRST, "2026-11-02,an,bo,0-1")(site)
    assert Repository.from_site(site).resolve_revision(name) == git(site, "rev-parse", "HEAD")
    assert told(site, name)[0] == ["corrected results/r/games.csv:2"]


# Whom git trusts


def test_nothing_that_a_checkout_says_is_run_or_changes_what_was_committed(
    site: Path, tmp_path: Path
) -> None:
    first = git(site, "rev-parse", "HEAD")
    replaced(GAME, FIRST, "2026-11-02,an,bo,0-1")(site)
    commit(site, "Later")
    expected = told(site, first)
    ran = tmp_path / "ran"
    program = tmp_path / "program"
    program.write_text(f"#!/bin/sh\ntouch {ran}\ncat\n")
    program.chmod(0o755)
    hooks = tmp_path / "hooks"
    hooks.mkdir()
    for name in ("post-checkout", "reference-transaction", "pre-auto-gc", "post-index-change"):
        shutil.copy(program, hooks / name)
    write(site, ".gitattributes", "*.csv diff=x filter=x text eol=crlf working-tree-encoding=UTF-16\n")
    for key, value in {
        "diff.x.textconv": program, "diff.x.command": program, "diff.external": program,
        "filter.x.smudge": program, "filter.x.clean": program, "filter.x.process": program,
        "filter.x.required": "true", "core.fsmonitor": program, "core.hooksPath": hooks,
        "core.pager": program, "pager.log": program, "core.sshCommand": program, "gpg.program": program,
        "log.showSignature": "true", "core.editor": program, "credential.helper": program,
        "core.askPass": program, "alias.ls-tree": f"!{program}", "alias.rev-parse": f"!{program}",
        "remote.x.url": f"ext::{program}", "remote.x.promisor": "true", "protocol.ext.allow": "always",
        "extensions.partialClone": "x",
    }.items():  # fmt: skip
        git(site, "config", key, str(value))
    git(site, "-c", "core.fsmonitor=false", "-c", "core.hooksPath=", "replace", first, "HEAD")
    (site / ".git/info/grafts").write_text(git(site, "rev-parse", "HEAD") + "\n")
    ran.unlink(missing_ok=True)
    assert told(site, first) == expected
    repository = Repository.from_site(site)
    latest = repository.find_commits(["results"])[0]
    assert latest.parents == (first,)
    assert repository.removes_lines(latest.changes)
    with pytest.raises(HistoryError):
        list(repository.read_contents(["1" * 40]))
    assert not ran.exists()


def test_within_a_hook_the_repository_is_that_of_the_site(
    tmp_path: Path, site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = begin(tmp_path / "repo", "rankings")
    replaced(GAME, FIRST, "2026-11-02,an,bo,0-1")(other)
    for name, value in (("GIT_DIR", site / ".git"), ("GIT_WORK_TREE", site), ("GIT_PREFIX", "x/")):
        monkeypatch.setenv(name, str(value))
    assert Repository.from_site(other).prefix == "rankings/"
    assert told(other)[0] == ["corrected results/r/games.csv:2"]
