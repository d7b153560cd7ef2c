"""Names, as they are compared, ordered and put into an address."""

import re
import unicodedata
from functools import lru_cache
from hashlib import sha256

_WORDS = re.compile(r"[^\W_]+")
_AFTER = 10**18
_DEVICES = re.compile(
    r"(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3])\s*(?:[.:].*)?",
    re.IGNORECASE | re.DOTALL,
)


def fold(name: str) -> str:
    """A name as it is compared: NFC, without case and surplus spaces."""
    return unicodedata.normalize("NFC", " ".join(name.casefold().split()))


def alphabetical(name: str) -> str:
    """A name as it is ordered: NFKD, without combining marks, without case."""
    marked = unicodedata.normalize("NFKD", name)
    return "".join(each for each in marked if not unicodedata.combining(each)).casefold()


@lru_cache(maxsize=4096)
def letters(name: str) -> str:
    """The letters and digits of a name, word by word, without accents and case: `7-wonders-duel`.

    Two names that differ in nothing else are two ways to write one.
    """
    return "-".join(_WORDS.findall(alphabetical(name)))


def is_device(part: str) -> bool:
    """Whether Windows keeps this name for itself, so that no disk there can have a file or folder of it."""
    return bool(_DEVICES.fullmatch(part))


def slug(name: str) -> str:
    """A name as part of an address: its `letters` where a-z can write them, else a digest says the rest.

    Two names with other letters have other slugs.
    """
    plain = letters(name)
    if plain.isascii() and not is_device(plain):
        return plain
    kept = "-".join(_WORDS.findall(plain.encode("ascii", "ignore").decode()))
    digest = sha256(plain.encode()).hexdigest()[:8]
    return f"{kept}-{digest}" if kept else digest


def anchor(article: str) -> str:
    """Where an article of a regulation stands on the rules page."""
    return f"article-{slug(article)}"


def natural(label: str) -> list[tuple[int, str]]:
    """A label as it is ordered: table 9 before table 10, and both before table A."""
    parts = re.findall(r"[0-9]+|[^0-9]+", label)
    return [(int(each), "") if each.isascii() and each.isdigit() else (_AFTER, each) for each in parts]
