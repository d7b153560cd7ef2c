"""Small sites by one system, or by all of ours, to be damaged; made once, out of `sitegen new`."""

import re
import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from sitegen.commands.new import site
from sitegen.publishing import prepare
from sitegen.publishing.staging import MANIFEST, is_record
from sitegen.render import MEMORY_SINK, render_site

ALL = ("elo", "fibs", "glicko2", "ijssel", "keizer", "ludo", "nbb", "ruit")


@cache
def _make_files() -> Mapping[str, bytes]:
    return site.plan_site(ALL)


def files(*systems: str) -> dict[str, bytes]:
    """The files of a new site with these rankings, without what only its repository or a browser needs.

    Of such a site no picture is drawn, which would take longer than all else.
    """
    other_systems = [name for name in ALL if name not in systems]
    return {
        path: _settings(data, systems) if path == "sitegen.toml" else data
        for path, data in _make_files().items()
        if path.startswith(("content/", "results/", "sitegen.toml"))
        and not path.startswith(tuple(f"results/{name}/" for name in other_systems))
        and path not in {f"content/{name}.md" for name in other_systems}
    }


def _settings(data: bytes, systems: Sequence[str]) -> bytes:
    head, *rankings = data.decode().split("[[ranking]]")
    chosen = [ranking for ranking in rankings if any(f'system = "{name}"' in ranking for name in systems)]
    head = re.sub(r"^engine = .*\n", 'cards = "none"\n', head, flags=re.MULTILINE)
    return "[[ranking]]".join([head, *chosen]).encode()


def files_with_pictures(*systems: str) -> dict[str, bytes]:
    """The same for a site of which the pictures are drawn that stand beside a link to it."""
    drawn = files(*systems)
    return drawn | {"sitegen.toml": drawn["sitegen.toml"].replace(b'cards = "none"\n', b"")}


def write(root: Path, site_files: Mapping[str, bytes]) -> None:
    """Write these files below `root`."""
    for path, data in site_files.items():
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)


def render(root: Path, as_of: date, is_wanted: Callable[[str], bool], **history: Any) -> dict[str, bytes]:
    """The pages of a site whose paths are wanted; no others are made."""
    prepared = prepare(root, as_of, **history)
    assert prepared.site, prepared.problems
    assert prepared.page_plan, prepared.problems
    chosen = [page for page in prepared.page_plan.pages if is_wanted(page.path)]
    plan = replace(prepared.page_plan, pages=chosen, files={})
    made, problems = render_site(prepared.site, plan, MEMORY_SINK)
    assert problems == []
    return dict(made)


def published(output: Path) -> dict[str, bytes]:
    """The files of a site that was built, by path, without the records of the build."""
    paths = {path.relative_to(output).as_posix(): path for path in output.rglob("*") if path.is_file()}
    return {
        name: path.read_bytes() for name, path in paths.items() if name != MANIFEST and not is_record(name)
    }


def mark_hidden(
    lines: Sequence[str], hides: Callable[[str], bool], delimiter: str = ",", heading: str = "hidden"
) -> list[str]:
    """Return the lines of a table of players, without comments, in which some hide."""
    head, *rows = lines
    if head.endswith(f"{delimiter}{heading}"):
        head, *rows = (line.rpartition(delimiter)[0] for line in lines)
    return [
        f"{head}{delimiter}{heading}",
        *(f"{row}{delimiter}{'yes' if hides(row) else ''}" for row in rows),
    ]


def hide(root: Path, chance: Random, share: float) -> None:
    """Hide some players of each ranking, wherever they stand in its file."""
    for path in sorted(root.glob("results/*/players.csv")):
        text = path.read_text("utf-8-sig")
        delimiter = ";" if ";" in text.partition("\n")[0] else ","
        lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
        if not any(line.endswith(f"{delimiter}yes") for line in lines):
            told = mark_hidden(lines, lambda _: chance.random() < share, delimiter)
            path.write_text("\n".join([*told, ""]), encoding="utf-8")


class TookTooLongError(Exception):
    """Something did not end in time."""


_PATIENCE = 10  # other programs may be running


@contextmanager
def limit(seconds: float) -> Iterator[None]:
    """Stop what takes more of the processor's time, or waits for ever, wherever it is in Python."""

    def stop(*_: object) -> None:
        raise TookTooLongError(seconds)

    timers = {
        signal.SIGVTALRM: (signal.ITIMER_VIRTUAL, seconds),
        signal.SIGALRM: (signal.ITIMER_REAL, seconds * _PATIENCE),
    }
    before = {number: signal.signal(number, stop) for number in timers}
    for timer, most in timers.values():
        signal.setitimer(timer, most)
    try:
        yield
    finally:
        for number, (timer, _) in timers.items():
            signal.setitimer(timer, 0)
            signal.signal(number, before[number])
