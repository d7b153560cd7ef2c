"""Commits as no git makes them, and as somebody can: no later build ends in one, and each is told of."""

import os
import re
import shutil
import socket
import subprocess
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path

import pytest
from processes import needs_pipes
from run_cache import RunCache
from test_corrections import FOUR, LATER, OCTOBER, TODAY, TURNED, pages

from sitegen.commands.diff.compare import compare_revision
from sitegen.compare import repository
from sitegen.compare.histories import load_histories
from sitegen.compare.repository import Repository
from sitegen.core.files import read_git_head
from sitegen.publishing import build, prepare
from tests.club import MATCHES, PLAYERS, SETTINGS, Club, matches, players

pytestmark = pytest.mark.slow

NOVEMBER = 1793649600
"""A second of 2 November 2026."""
PATHS = ["sitegen.toml", "results/weekly"]


class OddClub(Club):
    """A club in whose history stands what is written object by object."""

    def object(self, kind: str, data: bytes) -> str:
        """The name of an object, whatever is in it."""
        command = ["git", "hash-object", "-t", kind, "-w", "--literally", "--stdin"]
        done = subprocess.run(command, cwd=self.root, input=data, capture_output=True, check=True)
        return done.stdout.decode().strip()

    def turned(self, length: str = ",7") -> str:
        """The tree of the latest commit with a result that is turned round, perhaps of another length."""
        self.write({MATCHES: matches(TURNED[0].replace(",7", length), TURNED[1], *LATER)})
        self.git("add", "-A")
        return self.git("write-tree")

    def put(self, data: bytes) -> str:
        """Make a commit that is written so the latest one."""
        made = self.object("commit", data)
        (self.root / ".git/refs/heads/main").write_text(f"{made}\n")
        return made

    def whole(self, tree: str, message: bytes = b"Turned round\n", /, **parts: bytes) -> bytes:
        """A commit as git writes it, but for these parts; one that is None is left out."""
        head = self.git("rev-parse", "HEAD").encode()
        lines = {
            "tree": tree.encode(),
            "parent": head,
            "author": b"A <a@b.example> %d +0100" % NOVEMBER,
            "committer": b"A <a@b.example> %d +0100" % NOVEMBER,
        }
        said = b"".join(b"%s %s\n" % (name.encode(), text) for name, text in (lines | parts).items() if text)
        return said + b"\n" + message

    def tree(self, *entries: tuple[bytes, bytes, str]) -> str:
        """The whole tree of the latest commit, with these entries besides in the folder of results."""
        names = {b"results/weekly": b"weekly", b"results": b"results"}
        added = [*entries]
        for folder in ("results/weekly/", "results/", ""):
            here = [
                line.split(maxsplit=3)
                for line in self.git("ls-tree", "HEAD", *filter(None, [folder])).splitlines()
            ]
            for mode, _, id_, path in here:
                if path.encode() not in names:
                    added.append((mode.encode(), Path(path).name.encode(), id_))
            made = self.object(
                "tree", b"".join(b"%s %s\0" % entry[:2] + bytes.fromhex(entry[2]) for entry in added)
            )
            added = [(b"40000", names.get(folder.rstrip("/").encode(), b""), made)]
        return made


@pytest.fixture
def club(run_cache: RunCache, tmp_path: Path) -> OddClub:
    """A club with two weeks of results, each entered in time."""
    return OddClub(shutil.copytree(run_cache.make_folder("two weeks", two_weeks), tmp_path / "club"))


def two_weeks(root: Path) -> None:
    made = Club(root)
    first = {"sitegen.toml": SETTINGS, PLAYERS: players(*FOUR), MATCHES: matches(*OCTOBER)}
    made.commit("First week", "2026-10-08", first)
    made.commit("Second week", "2026-10-15", {MATCHES: matches(*OCTOBER, *LATER)})


Odd = Callable[[OddClub], str]


def dated(moment: bytes) -> Odd:
    return lambda club: club.put(club.whole(club.turned(), committer=b"A <a@b.example> " + moment))


def written(**parts: bytes) -> Odd:
    return lambda club: club.put(club.whole(club.turned(), **parts))


def holding(*entries: tuple[bytes, bytes, bytes]) -> Odd:
    """With these files beside the others."""

    def put(club: OddClub) -> str:
        new = [(mode, name, club.object("blob", data)) for mode, name, data in entries]
        return club.put(club.whole(club.tree(*new)))

    return put


def missing(kind: str) -> Odd:
    """With an object that is not here."""

    def put(club: OddClub) -> str:
        tree = club.turned()
        name = tree if kind == "tree" else club.git("rev-parse", f"{tree}:{MATCHES}")
        if kind == "damaged":
            made = club.put(club.whole(tree))
            place = club.root / ".git/objects" / name[:2] / name[2:]
            place.chmod(0o644)
            place.write_bytes(b"nothing")
            return made
        (club.root / ".git/objects" / name[:2] / name[2:]).unlink()
        return club.put(club.whole(tree))

    return put


UNREADABLE: Mapping[str, Odd] = {
    "missing blob": missing("blob"),
    "damaged blob": missing("damaged"),
    "a long name": holding((b"100644", b"x" * 300, b"")),
}


@pytest.mark.parametrize("odd", UNREADABLE.values(), ids=UNREADABLE)
def test_a_commit_whose_files_cannot_be_read_is_left_out(club: OddClub, odd: Odd) -> None:
    """One line says so, and the page."""
    made = odd(club)
    built = build(club.root, club.root.parent / "output", TODAY, history=True)
    (problem,) = built.problems
    assert (problem.path, problem.code, problem.severity.value) == (".git", "commit-left-out", "warning")
    page = pages(club)["weekly/corrections/index.html"]
    assert f"The commit {made[:7]} cannot be read, so this page leaves it out." in page
    assert "Nothing that was published has been corrected" not in page


@pytest.mark.parametrize("odd", [missing("tree"), written(tree=b"")], ids=["a missing tree", "no tree"])
def test_of_a_history_that_git_cannot_read_nothing_is_told(club: OddClub, odd: Odd) -> None:
    odd(club)
    found = prepare(club.root, TODAY, load_history=load_histories)
    assert found.page_plan
    (page,) = (page for page in found.page_plan.pages if page.template == "corrections.html")
    assert not page.context["known"]
    assert [problem.code for problem in found.problems] == ["history-not-read"]


def test_what_changes_since_a_commit_of_an_odd_date_can_be_asked(club: OddClub) -> None:
    """That needs its files alone."""
    made = dated(b"yesterday +0000")(club)
    club.write({MATCHES: matches(*OCTOBER, *LATER)})
    with compare_revision(club.root, made, datetime(2026, 11, 21, 12, tzinfo=UTC), TODAY) as comparison:
        (effect,) = comparison.steps[0].difference.effects
        assert [row.kind for row in effect.rows] == ["corrected"]


def octopus(club: OddClub) -> str:
    """A merge of three."""
    others = [club.git("commit-tree", "HEAD^{tree}", "-p", "HEAD", "-m", name) for name in ("one", "two")]
    tree, head = club.turned(), club.git("rev-parse", "HEAD")
    parents = [part for parent in (head, *others) for part in ("-p", parent)]
    made = club.git("commit-tree", tree, *parents, "-m", "Turned round", day="2026-11-02")
    club.git("update-ref", "refs/heads/main", made)
    return made


READABLE: Mapping[str, Odd] = {
    "before 1970": dated(b"-1000000000 +0000"),
    "after 9999": dated(b"253402300800 +0000"),
    "after all days": dated(b"99999999999999999999 +0000"),
    "no number": dated(b"yesterday +0000"),
    "no date": dated(b""),
    "nobody": written(author=b"", committer=b""),
    "no author": written(author=b""),
    "two of one name": holding((b"100644", b"matches.csv", b"")),
    "a far zone": dated(b"%d +9999999" % NOVEMBER),
    "an empty name": written(author=b" <> 1 +0000", committer=b" <> %d +0000" % NOVEMBER),
    "odd names": written(author=b"\xff\x00> <<x>> 1 +0000", committer=b"\x1b[31m>>> <> %d -0000" % NOVEMBER),
    "a signature": written(gpgsig=b"-----BEGIN\n tree x\n parent y\n -----END", encoding=b"UTF-8"),
    "an octopus": octopus,
    "a submodule": holding((b"100644", b"matches.csv.x", b""), (b"160000", b"matches", b"")),
    "no UTF-8": holding((b"100644", b"\xff.csv", b"")),
    "astray": holding((b"100644", b"..", b""), (b"100644", b"/etc/passwd", b""), (b"100644", b".git", b"")),
}


def test_a_branch_without_a_commit_misses_all_of_another(club: OddClub) -> None:
    club.git("checkout", "-q", "--orphan", "new")
    repository = Repository.from_site(club.root)
    assert repository.count_missing(repository.resolve_revision("main")) == 2


@pytest.mark.parametrize("odd", READABLE.values(), ids=READABLE)
def test_a_commit_that_is_merely_odd_is_one(club: OddClub, odd: Odd) -> None:
    made = odd(club)
    found = prepare(club.root, TODAY, load_history=load_histories)
    assert found.page_plan
    assert found.problems == []
    latest = Repository.from_site(club.root).find_commits(PATHS)[0]
    assert latest.id == made


MESSAGES = {
    "utf-8": (b"Ji\xc5\x99\xc3\xad\n", b"", "Jiří"),
    "latin-2": (b"Ji\xf8\xed\n", b"ISO-8859-2", "Jiří"),
    "as it was not said": (b"Ji\xf8\xed\n", b"", "Ji\ufffd\ufffd"),
    "unheard of": (b"Ji\xc5\x99\xc3\xad", b"x-klingon", "Jiří"),
    "no encoding of texts": (b"Ji\xc5\x99\xc3\xad", b"rot13", "Jiří"),
    "none": (b"", b"", ""),
    "a zero": (b"Turned\0round", b"", "Turned"),
    "a pull request": (b"Merge pull request #1 from a/b\n\nTurned\n", b"", "Turned"),
}


def test_a_message_is_read_as_the_commit_says(club: OddClub) -> None:
    for length, (message, encoding, _) in enumerate(MESSAGES.values(), 8):
        club.put(club.whole(club.turned(f",{length}"), message, encoding=encoding))
    commits = Repository.from_site(club.root).find_commits([MATCHES])[: len(MESSAGES)]
    assert [commit.subject for commit in commits[::-1]] == [subject for *_, subject in MESSAGES.values()]


ENDLESS = {
    "one word": (b"x" * 5_000_000, f"{'x' * 299}\u2026"),
    "words": (b"Turned round " * 400_000, f"{('Turned round ' * 30)[:299]}\u2026"),
    "a pull request": (b"Merge pull request #1 from a/b\n\n" + b"x" * 5_000_000, f"{'x' * 299}\u2026"),
    "long enough": (b"x" * 300, "x" * 300),
    "who hides": (b"x" * 293 + b" Cy Maes lost" * 9, "\u2026"),
}


def test_an_endless_message_is_cut(club: OddClub) -> None:
    """It is 5 MB long; a name that is hidden does not show in part where it is cut."""
    club.commit("Hide", "2026-10-20", {PLAYERS: players(*FOUR, hidden="cy-maes")})
    for length, (message, _) in enumerate(ENDLESS.values(), 8):
        tree = club.turned(f",{length}")
        club.put(club.whole(tree, message))
    found = pages(club)
    told = [shown for _, shown in ENDLESS.values()]
    assert re.findall("<strong>(.*?)</strong>", found["weekly/corrections/index.html"]) == told[::-1]
    assert [text for text in told if text not in found["weekly/lists/2026-10-17/index.html"]] == []
    assert max(map(len, found.values())) < 100_000
    assert "Maes" not in "".join(found.values())


SET = {
    "i18n.logOutputEncoding": "ISO-8859-1", "i18n.commitEncoding": "UTF-16", "core.quotePath": "true",
    "core.abbrev": "4", "core.useReplaceRefs": "true", "core.commitGraph": "true", "core.pager": "false",
    "core.precomposeUnicode": "true", "core.ignoreCase": "true", "core.fileMode": "false",
    "core.warnAmbiguousRefs": "true", "core.autocrlf": "true", "core.attributesFile": "/dev/zero.x",
    "log.showSignature": "true", "log.date": "relative", "log.follow": "true", "log.mailmap": "true",
    "log.showRoot": "false", "log.diffMerges": "on", "format.pretty": "%H", "diff.renames": "copies",
    "diff.algorithm": "patience", "diff.noprefix": "true", "diff.external": "false", "diff.orderFile": "x",
    "diff.ignoreSubmodules": "all", "diff.relative": "true", "color.ui": "always", "safe.directory": "*",
    "grep.patternType": "perl", "advice.detachedHead": "true", "trace2.normalTarget": "1",
    "submodule.recurse": "true", "status.showUntrackedFiles": "no", "protocol.version": "0",
}  # fmt: skip
ENVIRONMENT = {
    "GIT_DIR": "/nowhere", "GIT_WORK_TREE": "/nowhere", "GIT_INDEX_FILE": "/nowhere", "GIT_NAMESPACE": "x",
    "GIT_OBJECT_DIRECTORY": "/nowhere", "GIT_ALTERNATE_OBJECT_DIRECTORIES": "/nowhere", "GIT_TRACE": "1",
    "GIT_CEILING_DIRECTORIES": "/", "GIT_SHALLOW_FILE": "/dev/zero", "GIT_REPLACE_REF_BASE": "refs/heads",
    "GIT_LITERAL_PATHSPECS": "0", "GIT_ICASE_PATHSPECS": "1", "GIT_NOGLOB_PATHSPECS": "1", "GIT_FLUSH": "0",
    "GIT_TRACE2": "1", "GIT_PAGER": "false", "GIT_EXTERNAL_DIFF": "false", "GIT_GRAFT_FILE": "x",
    "GIT_DISCOVERY_ACROSS_FILESYSTEM": "no", "GIT_DEFAULT_HASH": "sha256", "GIT_ATTR_SOURCE": "HEAD",
    "LC_ALL": "nl_BE.UTF-8", "LANGUAGE": "nl", "TZ": "Asia/Tokyo", "PAGER": "false", "GIT_PREFIX": "x/",
}  # fmt: skip


def test_no_setting_of_a_user_changes_what_is_told(club: OddClub, monkeypatch: pytest.MonkeyPatch) -> None:
    """All of them at once: by a file, by the environment, and by the repository itself."""
    message = "Ren\u00e9e's result turned round \u2013 \u0141\u00f3d\u017a"
    club.commit(message, "2026-11-02", {MATCHES: matches(*TURNED, *LATER)})
    before = pages(club)
    assert message.replace("'", "&#39;") in before["weekly/corrections/index.html"]
    settings = club.root.parent / "gitconfig"
    for name, value in SET.items():
        club.git("config", "--file", str(settings), name, value)
        club.git("config", name, value)
    club.git("replace", "-f", "HEAD", "HEAD~1")
    (club.root / ".git/info/grafts").write_text(club.git("rev-parse", "HEAD") + "\n")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(settings))
    monkeypatch.setenv("GIT_CONFIG_COUNT", "1")
    monkeypatch.setenv("GIT_CONFIG_KEY_0", "i18n.logOutputEncoding")
    monkeypatch.setenv("GIT_CONFIG_VALUE_0", "UTF-16")
    for name, value in ENVIRONMENT.items():
        monkeypatch.setenv(name, value)
    assert pages(club, output="set") == before


def test_a_name_in_turkish_letters_of_a_hidden_player_is_not_told_by_an_encoding(club: OddClub) -> None:
    """What a commit says in another encoding is looked through as what it means."""
    hidden = players(*FOUR[:3]) + "di-wouters,I\u015f\u0131k Yaz\u0131c\u0131,yes\n"
    club.commit("Hide", "2026-10-20", {PLAYERS: hidden})
    tree = club.turned()
    message = "I\u015f\u0131k Yaz\u0131c\u0131 lost\n".encode("iso8859-9")
    club.put(club.whole(tree, message, encoding=b"ISO-8859-9"))
    assert "Yaz" not in pages(club)["weekly/corrections/index.html"]


def big(place: Path) -> None:
    """A file of a gigabyte, which takes no room."""
    with place.open("wb") as file:
        file.truncate(2**30)


MARKS: Mapping[str, Callable[[Path], object]] = {
    "a pipe": os.mkfifo,
    "a device": lambda place: place.symlink_to("/dev/zero"),
    "a gigabyte": big,
    "a folder": Path.mkdir,
    "a link to itself": lambda place: place.symlink_to(place),
    "no text": lambda place: place.write_bytes(b"\xff\0gitdir: /"),
    "a head that is a pipe": lambda place: (shutil.copytree(place.with_name("was"), place), odd_head(place)),
}


def odd_head(place: Path) -> None:
    (place / "HEAD").unlink()
    os.mkfifo(place / "HEAD")


@pytest.mark.parametrize("make", MARKS.values(), ids=MARKS)
def test_whatever_stands_in_the_place_of_a_repository_is_no_history(
    club: OddClub, make: Callable[[Path], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is waited for or read whole; where there is something, one line says that it was no use."""
    monkeypatch.setattr(repository, "_TIMEOUT_SECONDS", 0.2)
    place = club.root / ".git"
    place.rename(place.with_name("was"))
    make(place)
    assert read_git_head(club.root) == ""
    found = prepare(club.root, TODAY, load_history=load_histories)
    assert found.page_plan
    (page,) = (page for page in found.page_plan.pages if page.template == "corrections.html")
    assert not page.context["known"]
    expected = ["history-not-read"] if place.exists() else []
    assert [problem.code for problem in found.problems if problem.path == ".git"] == expected


@needs_pipes
@pytest.mark.parametrize("name", ["HEAD", "config", "index", "refs/heads/main", "objects/info/alternates"])
def test_a_pipe_in_a_repository_is_told_and_not_waited_for(club: OddClub, name: str) -> None:
    """Git opens any of them; whoever writes into it never comes."""
    pipe = club.root / ".git" / name
    pipe.parent.mkdir(parents=True, exist_ok=True)
    pipe.unlink(missing_ok=True)
    os.mkfifo(pipe)
    with pytest.raises(repository.HistoryError, match="is a pipe or a device, and no file"):
        Repository.from_site(club.root)
    result = build(club.root, club.root / "output", TODAY, history=True)
    assert [problem.code for problem in result.problems] == ["history-not-read"]


@needs_pipes
def test_what_git_itself_makes_is_no_pipe(
    club: OddClub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such as the socket of its monitor, and a link that leads nowhere."""
    (club.root / ".git/nowhere").symlink_to(tmp_path / "nowhere")
    with socket.socket(socket.AF_UNIX) as bound:
        monkeypatch.chdir(club.root / ".git")  # a longer path is too long for a socket
        bound.bind("monitor.ipc")
    assert Repository.from_site(club.root)
