"""What a build of the distribution adds: what runs in browsers, and the addresses of a release."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

ROOT = Path(__file__).parents[1]
SCRIPT = Path(__file__).with_name("runtime.py")
PIN = Path(__file__).with_name("pyodide")
VERSION = ROOT / "sitegen/browser/runtime/version"
RELEASE = "SITEGEN_RELEASE"
"""The variable with the address of the repository and its tag: `https://github.com/club/sitegen v1.0.0`."""


def is_brought() -> bool:
    """Return whether what runs in browsers stands here, in the version of the pin."""
    pinned = PIN.read_text(encoding="utf-8").split()[0].partition("@")[2]
    return VERSION.is_file() and VERSION.read_text(encoding="utf-8") == pinned


class RuntimeHook(BuildHookInterface):  # type: ignore[type-arg]
    """Runs `runtime.py` before a build, but for a link to this folder (`pip install --editable`)."""

    def dependencies(self) -> list[str]:
        """Return the package that brings npm, where the machine has none and the runtime is to be fetched."""
        if is_brought() or shutil.which("npm"):
            return []
        return list(self.metadata.core.optional_dependencies["node"])

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Bring the runtime; the build ends with what npm or the script says where it cannot be had."""
        if version == "editable" or is_brought():
            return
        done = subprocess.run([sys.executable, str(SCRIPT)], capture_output=True, text=True, check=False)
        if done.returncode:
            message = (
                "what runs in browsers cannot be fetched: that takes Node.js with its npm, and a network"
            )
            raise RuntimeError(f"{message}\n{done.stderr or done.stdout}")


class AddressHook(MetadataHookInterface):
    """Gives the long description of a release whole addresses, and the distribution its links."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set `readme` and `urls`; outside a release there is no address to give."""
        text = (ROOT / "README.md").read_text(encoding="utf-8")
        repository, _, tag = os.environ.get(RELEASE, "").partition(" ")
        if repository:
            text = with_addresses(text, repository, tag)
            metadata["urls"] = {
                "Repository": repository,
                "Changelog": f"{repository}/blob/{tag}/CHANGELOG.md",
                "Guide": f"{repository}/blob/{tag}/content/guide/index.md",
            }
        metadata["readme"] = {"content-type": "text/markdown", "text": text}


def with_addresses(text: str, repository: str, tag: str) -> str:
    """Return Markdown whose links to files, and pictures, are those of a tag of the repository.

    A link that begins with `../../` leads to a page of the repository that is no file, as GitHub reads it.
    """
    text = text.replace("](../../", f"]({repository}/")
    picture = re.compile(r'(!\[[^\]]*\]\(|<img src=")(?!\w+:)')
    link = re.compile(r"((?<!!)\[[^\]]*\]\()(?!\w+:|#)")
    text = picture.sub(rf"\g<1>{repository}/raw/{tag}/", text)
    return link.sub(rf"\g<1>{repository}/blob/{tag}/", text)
