"""Brings Chromium for the tests from the distribution, where the machine has no such browser yet.

The browsers of playwright itself are another download; the distribution's serves as well.
"""

import os
import shutil
import subprocess
import sys

COMMANDS = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
PACKAGES = ("chromium-headless-shell", "chromium")
"""The packages of the distribution that bring one; an older one has the second alone."""


def run_apt(*words: str) -> int:
    """Run `apt-get` as the user who may, and return its status."""
    right = [] if os.getuid() == 0 else ["sudo"]
    return subprocess.run([*right, "apt-get", *words], check=False, stdout=subprocess.DEVNULL).returncode


def bring() -> int:
    """Install the first package that there is; return a status."""
    run_apt("update", "-qq")
    statuses = (run_apt("install", "-qq", "-y", package) for package in PACKAGES)
    return 0 if 0 in statuses else 1


if __name__ == "__main__":
    found = next(filter(None, map(shutil.which, COMMANDS)), "")
    sys.stdout.write(f"{found}\n" if found else "")
    sys.exit(0 if found else bring())
