"""`SHA256SUMS`: the digest of every file of a site, and what made it.

It is written as `sha256sum` writes it, which passes over the lines with `#`: `sha256sum --check SHA256SUMS`
says whether a copy of the site is whole.
"""

import re
from collections.abc import Mapping
from contextlib import suppress
from datetime import date
from typing import NamedTuple

from sitegen.publish.stage import Written

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


def sums(files: Mapping[str, Written], maker: Maker) -> bytes:
    """The file for a site of `files`."""
    commit = f"# commit {maker.commit}\n" if maker.commit else ""
    lines = "".join(f"{file.digest}  {path}\n" for path, file in sorted(files.items()))
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
