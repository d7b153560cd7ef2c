"""Small sites by one system, or by all five, to be damaged; made once, out of `sitegen new`."""

import signal
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from sitegen import new

ALL = ("fibs", "ijssel", "ludo", "nbb", "ruit")


@cache
def _whole() -> Mapping[str, bytes]:
    return new.plan(ALL)


def files(*systems: str) -> dict[str, bytes]:
    """The files of a new site with these rankings, without those that only its repository needs."""
    others = [each for each in ALL if each not in systems]
    return {
        path: _settings(data, systems) if path == "sitegen.toml" else data
        for path, data in _whole().items()
        if path.startswith(("content/", "results/", "sitegen.toml"))
        and not path.startswith(tuple(f"results/{each}/" for each in others))
        and path not in {f"content/{each}.md" for each in others}
    }


def _settings(data: bytes, systems: Sequence[str]) -> bytes:
    head, *rankings = data.decode().split("[[ranking]]")
    chosen = [each for each in rankings if any(f'system = "{name}"' in each for name in systems)]
    return "[[ranking]]".join([head, *chosen]).encode()


def write(root: Path, given: Mapping[str, bytes]) -> None:
    """Write these files below `root`."""
    for path, data in given.items():
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)


class TookTooLongError(Exception):
    """Something did not end in time."""


@contextmanager
def limit(seconds: float) -> Iterator[None]:
    """Stop what does not end within so many seconds, wherever it is in Python."""

    def stop(*_: object) -> None:
        raise TookTooLongError(seconds)

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
