"""The guide in content/guide, read as whoever follows it would: commands to be run, files to be written.

How a page is written, so that a test can follow it:

- A block that begins with three backticks and `console` holds commands, each after `$ `, and below each what
  it prints. A line `…` stands for any lines, `…` in a line for any text. How long it took, ` (1.2 s)` at the
  end of a line, is left out. Where nothing is shown, the command has to succeed, whatever it prints.
  `sitegen serve` is started, has to show its first page, and is stopped.
- A block `diff` changes lines of a file: those after `-` become those after `+`.
- A block `python` before which no file is named is run, after those before it, and the block `text` after it
  shows what it prints.
- Any other block is text of a file. Where there is no such file yet, or where the first line of the block is
  that of the file, it is the whole file; else its lines are added at the end.
- The file is the last name between backticks on the line of text before the block; where that line has none,
  it is that of the block before.
"""

import re
import shlex
import signal
import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import chdir, redirect_stdout
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from threading import Timer
from typing import NamedTuple
from urllib.request import urlopen

from click.testing import CliRunner
from processes import find_port

from sitegen.commands.cli import main

PAGES = Path(__file__).parents[1] / "content" / "guide"

BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_DURATION = re.compile(r" \(\d+[.,]\d s\)$", re.MULTILINE)
_NAME = re.compile(r"`([^`]+)`")
_LONG = 120  # seconds; only a failing test waits that long
_MAX_OUTPUT = 2000  # characters of what a command printed are enough to see what it is about


class Block(NamedTuple):
    """A block of code of a page: the line it begins at, its kind, its text, and the file that it is for."""

    line: int
    kind: str
    text: str
    file: str


class Step(NamedTuple):
    """A command, and what is shown below it."""

    command: str
    output: str


def blocks(text: str) -> Iterator[Block]:
    """The blocks of code of a page, in order."""
    file = ""
    for match in BLOCK.finditer(text):
        above = text[: match.start()]
        names = _NAME.findall(above.rstrip().rpartition("\n")[2])
        file = names[-1] if names else file
        yield Block(above.count("\n") + 1, match[1], match[2], file)


def steps(block: Block) -> list[Step]:
    """The commands of a block, each with what is shown below it."""
    parts = re.split(r"^\$ ", block.text, flags=re.MULTILINE)
    assert parts[0] == "", f"line {block.line}: a command begins with '$ '"
    return [Step(command, output) for command, _, output in (part.partition("\n") for part in parts[1:])]


@dataclass
class Reader:
    """Somebody who follows a page in `folder`, with these variables in the environment."""

    folder: Path
    environment: Mapping[str, str]
    is_called: bool = False
    """Whether a `sitegen` that stands alone is called here, not started: what it prints is the same."""
    outputs: list[tuple[Step, str]] = field(default_factory=list)
    """Every command that was run, with what it printed."""
    names: dict[str, object] = field(default_factory=dict)
    """What the blocks of Python have made."""
    printed: str = ""
    """By the last of them."""

    def follow(self, text: str) -> str:
        """Do all that a page says; the fault at the first place where it is not as the page says."""
        for block in blocks(text):
            if fault := self._follow_block(block):
                return f"line {block.line}: {fault}"
        return ""

    def _follow_block(self, block: Block) -> str:
        if block.kind == "console":
            return self._commands(block)
        return self._cell(block) if block.kind in {"python", "text"} and not block.file else self._file(block)

    def _cell(self, block: Block) -> str:
        if block.kind == "text":
            message = f"the cell above prints something else. If that is meant, show:\n\n{self.printed}"
            return "" if _fits(block.text, self.printed) else message
        printed = StringIO()
        with chdir(self.folder), redirect_stdout(printed):
            exec(block.text, self.names)  # noqa: S102 - a page of our own
        self.printed = printed.getvalue()
        return ""

    def _commands(self, block: Block) -> str:
        return next(filter(None, map(self._command, steps(block))), "")

    def _command(self, step: Step) -> str:
        words = shlex.split(step.command)
        if words[0] == "cd":
            self.folder = (self.folder / words[1]).resolve()
            return "" if self.folder.is_dir() else f"there is no folder {words[1]}"
        status, printed = (self._serve if words[1:2] == ["serve"] else self._run)(step.command)
        self.outputs.append((step, printed))
        if step.output and not _fits(step.output, printed):
            return (
                f"`{step.command}` prints something else. If that is meant, show:\n\n{printed[:_MAX_OUTPUT]}"
            )
        if status and not step.output:
            return f"`{step.command}` fails with {status}:\n\n{printed[:_MAX_OUTPUT]}"
        return ""

    def _run(self, command: str) -> tuple[int, str]:
        program, *arguments = shlex.split(command)
        if self.is_called and program == "sitegen" and "||" not in arguments:
            with chdir(self.folder):
                result = CliRunner(env=self.environment).invoke(main, arguments, prog_name="sitegen")
            return result.exit_code, _DURATION.sub("", result.output)
        process = subprocess.run(["bash", "-c", command], timeout=_LONG, check=False, **self._streams())
        return process.returncode, _DURATION.sub("", process.stdout)

    def _serve(self, command: str) -> tuple[int, str]:
        """Start the preview on a port that is free, look at its first page, and stop it."""
        port = find_port()
        with subprocess.Popen([*shlex.split(command), "--port", str(port)], **self._streams()) as program:
            limit = Timer(_LONG, program.kill)
            limit.start()
            try:
                announced = program.stdout.readline()
                with urlopen(f"http://127.0.0.1:{port}/", timeout=_LONG) as answer:
                    status = answer.status
                program.send_signal(signal.SIGINT)
                program.wait(_LONG)
            finally:
                program.kill()
                limit.cancel()
                limit.join()
        return int(status != 200), announced

    def _streams(self) -> Mapping[str, object]:
        return {
            "cwd": self.folder,
            "env": self.environment,
            "text": True,
            "stdout": subprocess.PIPE,
            "stderr": subprocess.STDOUT,
        }

    def _file(self, block: Block) -> str:
        if not block.file:
            return "no line before the block names its file"
        path = self.folder / block.file
        write: Callable[[Path, str], str] = apply_diff if block.kind == "diff" else _write_file
        return write(path, block.text)


def _fits(expected: str, printed: str) -> bool:
    """Whether `printed` is what is shown, where `…` stands for anything."""
    lines = ("(.*\n)*" if line == "…" else f"{re.escape(line)}\n" for line in expected.splitlines())
    return re.fullmatch("".join(lines).replace("…", ".*"), f"{printed.rstrip()}\n") is not None


def _write_file(path: Path, text: str) -> str:
    """Write a file, or add lines to it."""
    old = path.read_text(encoding="utf-8") if path.exists() else ""
    is_whole = old.partition("\n")[0] == text.partition("\n")[0]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text if is_whole else old + text, encoding="utf-8")
    return ""


def apply_diff(path: Path, text: str) -> str:
    """Put the new lines of a difference in the place of the old ones."""
    lines = text.splitlines(keepends=True)
    old, new = ("".join(line[1:] for line in lines if line[0] == sign) for sign in "-+")
    before = path.read_text(encoding="utf-8")
    if before.count(old) != 1:
        return f"{path.name} does not have these lines once:\n\n{old}"
    path.write_text(before.replace(old, new), encoding="utf-8")
    return ""
