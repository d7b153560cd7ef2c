"""A club with a history: a small site in a repository of git, made commit by commit."""

import os
import subprocess
from pathlib import Path

SETTINGS = """\
[site]
title = "Weekly"
url = "https://weekly.example/"
language = "en"
repository = "weekly/rankings"

[[ranking]]
id = "weekly"
system = "fibs"
title = "Rating list"

[ranking.options]
publication = "weekly"
provisional_below = 1
"""
PLAYERS = "results/weekly/players.csv"
MATCHES = "results/weekly/matches.csv"
HEAD = "date,winner,loser,length\n"
_NOBODY = {
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    **{
        f"GIT_{role}_{detail}": "a@b.example"
        for role in ("AUTHOR", "COMMITTER")
        for detail in ("NAME", "EMAIL")
    },
}


class Club:
    """A repository in a folder; whoever commits says on which day."""

    def __init__(self, root: Path) -> None:
        self.root = root
        if not root.exists():  # else it stands there
            root.mkdir(parents=True)
            self.git("init", "-q", "-b", "main")

    def git(self, *arguments: str, day: str = "2026-10-01") -> str:
        """What git answers, at eight in the evening of a day."""
        moment = f"{day}T20:00:00+0100"
        environment = {**os.environ, **_NOBODY, "GIT_AUTHOR_DATE": moment, "GIT_COMMITTER_DATE": moment}
        command = ["git", *arguments]
        process = subprocess.run(
            command, cwd=self.root, env=environment, check=True, capture_output=True, text=True, timeout=60
        )
        return process.stdout.strip()

    def write(self, files: dict[str, str]) -> None:
        """Write files into the working tree."""
        for path, text in files.items():
            target = self.root / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8")

    def commit(self, message: str, day: str, files: dict[str, str]) -> str:
        """Commit files, and tell the digest of that."""
        self.write(files)
        self.git("add", "-A")
        self.git("commit", "-q", "-m", message, day=day)
        return self.git("rev-parse", "HEAD")


def players(*ids: str, hidden: str = "") -> str:
    """A table of players, whose names are their ids in capitals: `an-peeters` is An Peeters."""
    rows = (f"{id_},{id_.replace('-', ' ').title()},{'yes' if id_ == hidden else ''}\n" for id_ in ids)
    return "id,name,hidden\n" + "".join(rows)


def matches(*rows: str) -> str:
    """A table of matches."""
    return HEAD + "".join(f"{row}\n" for row in rows)
