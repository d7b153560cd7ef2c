"""Lighthouse, where Node and npx are new enough for it: the four scores of a page on a phone."""

import json
import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from typing import NamedTuple

from chromium import NAMES

VERSION = "13.5.0"
_OLDEST = 22, 19
_FLAGS = "--headless=new --no-sandbox --disable-gpu"


class Scores(NamedTuple):
    """0 to 100 each, milliseconds for which the page did not answer, and the audits that cost points."""

    performance: int
    accessibility: int
    best_practices: int
    seo: int
    blocked: int
    lost: Sequence[str]

    @property
    def lowest(self) -> int:
        """The lowest of the four."""
        return min(self[:4])


def missing() -> str:
    """Why Lighthouse cannot be run here; empty where it can."""
    if not (shutil.which("npx") and shutil.which("node")):
        return "there is no npx"
    said = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True).stdout
    found = tuple(map(int, re.findall(r"\d+", said)[:2]))
    return "" if found >= _OLDEST else f"Node {said.strip()} is older than {'.'.join(map(str, _OLDEST))}"


def scores(address: str) -> Scores:
    """The scores of the page at `address`, on a phone as Lighthouse imagines one."""
    program = next(filter(None, map(shutil.which, NAMES)), "")
    command = ["npx", "--yes", f"lighthouse@{VERSION}", address, "--output=json", "--quiet"]
    options = [f"--chrome-flags={_FLAGS}", "--throttling-method=simulate"]
    environment = {**os.environ, "CHROME_PATH": program}  # it has no option for that
    said = subprocess.run(
        [*command, *options], capture_output=True, text=True, check=True, env=environment
    ).stdout
    report = json.loads(said)
    kinds = ("performance", "accessibility", "best-practices", "seo")
    found = {kind: report["categories"][kind] for kind in kinds}
    lost = [
        audit["id"]
        for category in found.values()
        for audit in category["auditRefs"]
        if audit["weight"]
        and (report["audits"][audit["id"]]["score"] or 0) < 1
        and report["audits"][audit["id"]]["scoreDisplayMode"] not in {"notApplicable", "manual"}
    ]
    blocked = round(report["audits"]["total-blocking-time"]["numericValue"])
    return Scores(*(round(category["score"] * 100) for category in found.values()), blocked, lost)
