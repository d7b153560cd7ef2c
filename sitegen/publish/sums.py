"""`SHA256SUMS`: the digest of every file of a site, and what made it.

It is written as `sha256sum` writes it, which passes over the lines with `#`: `sha256sum --check SHA256SUMS`
says whether a copy of the site is whole.
"""

import re
from collections.abc import Collection, Mapping
from contextlib import suppress
from datetime import date
from hashlib import file_digest
from typing import NamedTuple

from sitegen.publish.stage import Written
from sitegen.publish.standing import Previous

SUMS = "SHA256SUMS"
"""The file at the root of a site; it does not name itself."""
_LINE = re.compile(r"([0-9a-f]{64})  (.+)")
_NAMED = re.compile(r"# (sitegen|commit|as of) (\S+)")


class Maker(NamedTuple):
    """What made a site: this version, from a commit (blank when it is none), as of a day."""

    version: str
    commit: str
    as_of: date


class Sums(NamedTuple):
    """The digests of the files of a site, by path, and what made it; None where that is not said."""

    maker: Maker | None
    digests: Mapping[str, str] = {}


def sums(before: Previous, files: Mapping[str, Written], kept: Collection[str], maker: Maker) -> bytes:
    """The file for a site of `files`, and of those `kept` from the one before."""
    digests = {path: each.digest for path, each in files.items()}
    known = _recorded(before) if kept else {}
    digests |= {path: known.get(path) or _digest(before, path) for path in kept}
    commit = f"# commit {maker.commit}\n" if maker.commit else ""
    lines = "".join(f"{digests[path]}  {path}\n" for path in sorted(digests))
    return f"# sitegen {maker.version}\n{commit}# as of {maker.as_of}\n{lines}".encode()


def read(text: str) -> Sums:
    """What such a file says; a `ValueError` when it is none."""
    named: dict[str, str] = {}
    digests: dict[str, str] = {}
    for line in text.splitlines():
        if found := _NAMED.fullmatch(line):
            named[found[1]] = found[2]
        elif not line.startswith("#"):
            digest = _LINE.fullmatch(line)
            if digest is None:
                raise ValueError(line)
            digests[digest[2]] = digest[1]
    with suppress(KeyError, ValueError):
        day = date.fromisoformat(named["as of"])
        return Sums(Maker(named["sitegen"], named.get("commit", ""), day), digests)
    return Sums(None, digests)


def _recorded(before: Previous) -> Mapping[str, str]:
    """The digests that the site before came with."""
    if before.untouched:
        with suppress(OSError, ValueError):
            return read((before.output / SUMS).read_text("utf-8")).digests
    return {}


def _digest(before: Previous, path: str) -> str:
    with (before.output / path).open("rb") as file:
        return file_digest(file, "sha256").hexdigest()
