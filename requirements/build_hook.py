"""Brings what runs in browsers into a wheel or a source archive, where set-up has not brought it yet."""

import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SCRIPT = Path(__file__).with_name("runtime.py")
VERSION = Path(__file__).parents[1] / "sitegen/browser/runtime/version"


class RuntimeHook(BuildHookInterface):  # type: ignore[type-arg]
    """Runs `runtime.py` before a build, but for a link to this folder (`pip install --editable`)."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Bring the runtime; the build ends with what npm or the script says where it cannot be had."""
        if version == "editable" or VERSION.is_file():
            return
        done = subprocess.run([sys.executable, str(SCRIPT)], capture_output=True, text=True, check=False)
        if done.returncode:
            message = "what runs in browsers cannot be brought: install Node.js, whose npm fetches it"
            raise RuntimeError(f"{message}\n{done.stderr or done.stdout}")
