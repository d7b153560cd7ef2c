"""Names, as they are compared, ordered and put into an address.

What something is known again by, in few bytes: while they are the same, so is it.
"""

import re
import unicodedata
from functools import lru_cache
from hashlib import blake2b, sha256


def compute_digest(*seen: bytes | bytearray) -> bytes:
    """All that is `seen`, in 16 bytes."""
    return blake2b(b"".join(seen), digest_size=16).digest()


def digest_value(value: object) -> bytes:
    """A plain value, by its `repr`, in 16 bytes."""
    return compute_digest(repr(value).encode())


_WORDS = re.compile(r"[^\W_]+")
_AFTER_NUMBERS = 10**18
_DEVICE_NAME = re.compile(
    r"(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3])\s*(?:[.:].*)?",
    re.IGNORECASE | re.DOTALL,
)


def normalize_name(name: str) -> str:
    """A name as it is compared: NFC, without case and surplus spaces."""
    return unicodedata.normalize("NFC", " ".join(name.casefold().split()))


def make_sort_key(name: str) -> str:
    """A name as it is ordered: NFKD, without combining marks, without case."""
    marked = unicodedata.normalize("NFKD", name)
    return "".join(character for character in marked if not unicodedata.combining(character)).casefold()


@lru_cache(maxsize=4096)
def extract_letters(name: str) -> str:
    """The letters and digits of a name, word by word, without accents and case: `7-wonders-duel`.

    Two names that differ in nothing else are two ways to write one.
    """
    return "-".join(_WORDS.findall(make_sort_key(name)))


def is_device_name(part: str) -> bool:
    """Whether Windows keeps this name for itself, so that no disk there can have a file or folder of it."""
    return bool(_DEVICE_NAME.fullmatch(part))


def slugify(name: str) -> str:
    """A name as part of an address: its `letters` where a-z can write them, else a digest says the rest.

    Two names with other letters have other slugs.
    """
    plain = extract_letters(name)
    if plain.isascii() and not is_device_name(plain):
        return plain
    kept = "-".join(_WORDS.findall(plain.encode("ascii", "ignore").decode()))
    digest = sha256(plain.encode()).hexdigest()[:8]
    return f"{kept}-{digest}" if kept else digest


def make_article_anchor(article: str) -> str:
    """Where an article of a regulation stands on the rules page."""
    return f"article-{slugify(article)}"


def make_natural_key(label: str) -> list[tuple[int, str]]:
    """A label as it is ordered: table 9 before table 10, and both before table A."""
    parts = re.findall(r"[0-9]+|[^0-9]+", label)
    return [
        (int(part), "") if part.isascii() and part.isdigit() else (_AFTER_NUMBERS, part) for part in parts
    ]
