"""Puts a club's own site in the place of the demonstration, once: `make club SYSTEM=ijssel LANGUAGE=nl`."""

import argparse
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
CLUB = ROOT / "build/club"
DEMONSTRATION = "https://delta.example/"
OURS = (".github/workflows", ".github/dependabot.yml", ".github/requirements.txt")
"""What a site has of its own where it carries a program; here the repository is the program."""
SCHEMA_LINE = "#:schema"
"""The line of the settings that leads to a file beside that program."""


def refuse() -> str:
    """Return why nothing may be put in the place of what stands here; blank where it may."""
    if DEMONSTRATION not in (ROOT / "sitegen.toml").read_text(encoding="utf-8"):
        return "The site in this folder is not the demonstration any more: nothing was done."
    state = subprocess.run(["git", "status", "--porcelain"], cwd=ROOT, check=True, capture_output=True)  # noqa: S607
    return "Commit first what you have changed: nothing was done." if state.stdout else ""


def make_club(systems: list[str], language: str) -> None:
    """Make a site by these systems, and put it here; what `sitegen` or git refuses ends the program."""
    shutil.rmtree(CLUB, ignore_errors=True)
    options = [
        *(word for name in systems for word in ("--system", name)),
        *(["--language", language] * bool(language)),
    ]
    command = [str(Path(sys.executable).with_name("sitegen")), "new", str(CLUB), *options]
    if status := subprocess.run(command, check=False).returncode:
        sys.exit(status)
    subprocess.run(["git", "rm", "-r", "--quiet", "sitegen.toml", "results", "content"], cwd=ROOT, check=True)  # noqa: S607
    for path in (CLUB / name for name in OURS):
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    settings = (CLUB / "sitegen.toml").read_text(encoding="utf-8").splitlines(keepends=True)
    text = "".join(line for line in settings if not line.startswith(SCHEMA_LINE))
    (ROOT / "sitegen.toml").write_text(text, encoding="utf-8", newline="\n")
    for name in ("results", "content", ".github"):
        shutil.copytree(CLUB / name, ROOT / name, dirs_exist_ok=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--language", default="")
    parser.add_argument("systems", nargs="+")
    arguments = parser.parse_args()
    if refusal := refuse():
        sys.exit(refusal)
    make_club(arguments.systems, arguments.language)
    sys.stdout.write("The site in this folder is your own now: make serve shows it.\n")
