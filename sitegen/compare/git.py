"""Run git for plain facts: which commits a site has, and what its folder held at each of them.

Nothing else in the program runs git. No setting of a user or a repository changes what it answers.
"""

import os
import select
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

from sitegen.core.problems import Message, advise, make_printable, say

_TIMEOUT_SECONDS = 30
"""Seconds that git may take for an answer, as it can wait for something for ever."""
_CHUNK_SIZE = 2**20
_FIXED_ENVIRONMENT = {
    "LC_ALL": "C",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_GRAFT_FILE": os.devnull,
}
"""Let git read what is here, as it was committed, and fetch nothing."""
_GIT_SETTINGS = {"core.fsmonitor": "false", "core.commitGraph": "false", "core.useReplaceRefs": "false"}
"""Let git run no other program, and trust nothing about a commit but the commit itself."""
_INHERITED_VARIABLES = ("GIT_CONFIG_", "GIT_EXEC_PATH", "GIT_TEST_")
"""Variables by which git finds its programs and its settings, among them whose repositories it may read.

All others of git are meant for a hook or another program, and name a repository.
"""


class HistoryError(Exception):
    """Why nothing can be learnt from the history of a site, or from a part of it."""


def run_git(folder: Path, *arguments: str) -> bytes:
    """Return the output of git; raises `HistoryError` with its message where it fails."""
    try:
        process = subprocess.run(  # noqa: S603 - no shell, and no argument of a site is an option
            _build_command(folder, *arguments),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=True,
            env=_build_environment(),
            timeout=_TIMEOUT_SECONDS,
        )
    except OSError:
        raise HistoryError(_report_no_git()) from None
    except subprocess.TimeoutExpired:
        raise HistoryError(_report_timeout()) from None
    except subprocess.CalledProcessError as error:
        output = error.stderr.decode(errors="replace").strip().removeprefix("fatal: ")
        raise HistoryError(say("git-refused", "git says: {said}", said=output)) from None
    return process.stdout


class ObjectReader:
    """Reads objects of a repository by name, as they were written; for use in a `with` block.

    Where `are_sizes`, git answers with the sizes of objects alone.
    """

    def __init__(self, folder: Path, *, are_sizes: bool = False) -> None:
        self._command = _build_command(folder, "cat-file", "--batch-check" if are_sizes else "--batch")
        self._are_sizes = are_sizes
        self._process: subprocess.Popen[bytes] | None = None
        self._answer = b""
        self._is_stuck = False

    def __enter__(self) -> Self:
        """Return the reader; git starts with the first object."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop git."""
        self._stop_process()

    def get_size(self, name: str, kind: str = "blob") -> int:
        """Return the bytes of an object; raises `HistoryError` where it is missing or of another kind."""
        with self._handle_failure(name):
            pipe = self._start_process().stdin
            assert pipe, "it is a pipe"
            pipe.write(f"{name}\n".encode())
            pipe.flush()
            fields = self._read_line().split()
        exists = len(fields) == 3 and fields[2].isdigit()
        if exists and fields[1] == kind.encode():
            return int(fields[2])
        if exists and not self._are_sizes:
            self._stop_process()  # before it writes the content, which nobody reads
        raise HistoryError(_report_missing(name))

    def read(self, name: str, kind: str = "blob") -> bytes:
        """Return the content of an object; raises `HistoryError` as above."""
        size = self.get_size(name, kind)
        with self._handle_failure(name):
            return self._read_bytes(size + 1)[:-1]

    @contextmanager
    def _handle_failure(self, name: str) -> Iterator[None]:
        """Stop git where it breaks off or does not answer; after that it is not run again."""
        try:
            yield
        except (EOFError, BrokenPipeError):
            self._stop_process()
            raise HistoryError(_report_missing(name)) from None
        except TimeoutError:
            self._stop_process()
            self._is_stuck = True
            raise HistoryError(_report_timeout()) from None

    def _start_process(self) -> subprocess.Popen[bytes]:
        if self._is_stuck:
            raise TimeoutError
        if self._process is None:
            self._answer = b""
            try:
                self._process = subprocess.Popen(  # noqa: S603 - as above
                    self._command,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                    env=_build_environment(),
                )
            except OSError:
                raise HistoryError(_report_no_git()) from None
        return self._process

    def _stop_process(self) -> None:
        if self._process:
            self._process.kill()
            self._process.communicate()
        self._process = None

    def _read_line(self) -> bytes:
        while b"\n" not in self._answer:
            self._answer += self._read_chunk()
        line, _, self._answer = self._answer.partition(b"\n")
        return line

    def _read_bytes(self, size: int) -> bytes:
        parts, missing = [self._answer], size - len(self._answer)
        while missing > 0:
            parts.append(self._read_chunk())
            missing -= len(parts[-1])
        answer = b"".join(parts)
        self._answer = answer[size:]
        return answer[:size]

    def _read_chunk(self) -> bytes:
        assert self._process, "it was started"
        assert self._process.stdout, "it is a pipe"
        pipe = self._process.stdout.fileno()
        if not select.select([pipe], [], [], _TIMEOUT_SECONDS)[0]:
            raise TimeoutError
        chunk = os.read(pipe, _CHUNK_SIZE)
        if not chunk:
            raise EOFError
        return chunk


def _build_command(folder: Path, *arguments: str) -> list[str]:
    settings = [part for name, value in _GIT_SETTINGS.items() for part in ("-c", f"{name}={value}")]
    return ["git", "--no-pager", "--literal-pathspecs", *settings, "-C", str(folder), *arguments]


def _build_environment() -> Mapping[str, str]:
    inherited = {
        name: text
        for name, text in os.environ.items()
        if not name.startswith("GIT_") or name.startswith(_INHERITED_VARIABLES)
    }
    return inherited | _FIXED_ENVIRONMENT


def _report_no_git() -> Message:
    return say("no-git", "git is not installed here, and the history of a site is in it")


def _report_timeout() -> Message:
    return say("git-too-slow", "git gives no answer within {seconds} seconds", seconds=_TIMEOUT_SECONDS)


def _report_missing(name: str) -> Message:
    return advise("the object {name} is missing or damaged", name=make_printable(name))
