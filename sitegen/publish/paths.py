"""Paths of a site, as every disk can hold them."""

import re
import unicodedata
from collections.abc import Iterable

from sitegen.message import advise, say
from sitegen.names import is_device
from sitegen.problem import quoted
from sitegen.publish.swap import PublishError

_PLAIN = re.compile(r"[a-z0-9_-]+(?:[./][a-z0-9_-]+)*")
"""As nearly all paths are, which then need not be looked through for each fault that a letter can be."""
_LONGEST = 255
_FAULTS = (
    (re.compile(rb"(^|/)\.{0,2}(/|\Z)"), advise("an empty, '.' or '..' part")),
    (re.compile(rb"\\"), advise("a backslash")),
    (re.compile(rb'[<>:"|?*]'), advise("a character that no file has on Windows")),
    (re.compile(rb"[. ](/|\Z)"), advise("a part that ends in '.' or a blank")),
    (re.compile(rb"[\x00-\x1f\x7f]|\xc2[\x80-\x9f]"), advise("a control character")),
    (re.compile(rb"\xed[\xa0-\xbf]"), advise("half a character")),
    (re.compile(rb"[^/]{256}"), advise("a part of more than 255 bytes")),
    (re.compile(rb"(?i)\A\.sitegen\.json\Z"), advise("the name of the record that sitegen keeps")),
)


def check_paths(paths: Iterable[str]) -> None:
    """Raise a `PublishError` for a path that leads outside, or for two that a disk could take for one."""
    files = sorted(paths)
    for path in files:
        _check_path(path)
    spelled: dict[str, str] = {}
    for name in [*(f"{folder}/" for folder in folders(files)), *files]:
        other = spelled.setdefault(_folded(name), name)
        if other != name:
            message = say(
                "one-name-on-many-disks",
                "{one} and {other} are one name on many disks (rename one of them)",
                one=quoted(other),
                other=quoted(name),
            )
            raise PublishError(message)


def _check_path(path: str) -> None:
    is_plain = len(path) <= _LONGEST and _PLAIN.fullmatch(path)
    encoded, faults = path.encode(errors="surrogatepass"), () if is_plain else _FAULTS
    found = next((what for fault, what in faults if fault.search(encoded)), "")
    if not found and any(map(is_device, path.split("/"))):
        found = advise("a name that Windows keeps for itself")
    if found:
        message = say(
            "no-path-of-a-site",
            "{path} cannot be a path of the site: it has {what}",
            path=quoted(path),
            what=found,
        )
        raise PublishError(message)


def _folded(name: str) -> str:
    """What a disk that ignores case and composes accents takes `name` for."""
    if name.isascii():
        return name.rstrip("/").lower()
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name.rstrip("/")).casefold())


def folders(paths: Iterable[str]) -> list[str]:
    """The folders that hold `paths`, each after the one it is in."""
    found: set[str] = set()
    for path in paths:
        folder = path
        while (folder := folder.rpartition("/")[0]) and folder not in found:
            found.add(folder)
    return sorted(found)
