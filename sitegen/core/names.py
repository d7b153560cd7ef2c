"""Names in the forms in which they are compared, sorted and put into an address; and digests of values."""

import re
import unicodedata
from functools import lru_cache
from hashlib import blake2b, sha256

_WORDS = re.compile(r"[^\W_]+")
_AFTER_NUMBERS = 10**18
_DEVICE_NAME = re.compile(
    r"(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3])\s*(?:[.:].*)?",
    re.IGNORECASE | re.DOTALL,
)
_LETTER_TABLE = str.maketrans(
    {
        "\N{LATIN SMALL LETTER DOTLESS I}": "i",
        "ø": "o",
        "đ": "d",
        "ł": "l",
        "ħ": "h",
        "ŧ": "t",
        "æ": "ae",
        "œ": "oe",
        "ð": "d",
        "þ": "th",
    }
)


def normalize_name(name: str) -> str:
    """Return a name for comparison: NFC, without case and surplus spaces."""
    return unicodedata.normalize("NFC", " ".join(name.casefold().split()))


def make_sort_key(name: str) -> str:
    """Return a key to sort names by: NFKD, without combining marks, without case."""
    if name.isascii():
        return name.casefold()
    decomposed = unicodedata.normalize("NFKD", name)
    return "".join(character for character in decomposed if not unicodedata.combining(character)).casefold()


@lru_cache(maxsize=4096)
def extract_letters(name: str) -> str:
    """Return the letters and digits of a name by word, without accents and case: `7-wonders-duel`.

    Two names with equal letters are two spellings of one name.
    """
    return "-".join(_WORDS.findall(make_sort_key(name)))


@lru_cache(maxsize=4096)
def is_device_name(part: str) -> bool:
    """Whether Windows reserves this name for a device, so that no file or folder there can have it."""
    return bool(_DEVICE_NAME.fullmatch(part))


def make_player_id(name: str) -> str:
    """Return the id for a name: `joris-van-den-berg`; blank when a-z cannot write it."""
    plain = extract_letters(name).translate(_LETTER_TABLE)
    return plain if plain.isascii() else ""


class IdRegistry:
    """Assigns ids, each once.

    None is `player-3` among three players or more: a hidden player is shown under such a label.
    """

    def __init__(self, players: int) -> None:
        self._taken = {f"player-{number}" for number in range(1, players + 1)}
        self._next_numbers: dict[str, int] = {}

    def assign(self, preferred: str) -> str:
        """Return `preferred`, or if it is taken the first that is free: `jan-jansen-2`."""
        id_, number = preferred, self._next_numbers.get(preferred, 2)
        while id_ in self._taken or is_device_name(id_):
            id_, number = f"{preferred}-{number}", number + 1
        self._taken.add(id_)
        self._next_numbers[preferred] = number
        return id_


def slugify(name: str) -> str:
    """Return a name as part of an address: its letters if all are of a-z, else those that are and a digest.

    Names with different letters have different slugs.
    """
    letters = extract_letters(name)
    if letters.isascii() and not is_device_name(letters):
        return letters
    ascii_letters = "-".join(_WORDS.findall(letters.encode("ascii", "ignore").decode()))
    digest = sha256(letters.encode()).hexdigest()[:8]
    return f"{ascii_letters}-{digest}" if ascii_letters else digest


def make_article_anchor(article: str) -> str:
    """Return the anchor of an article of a regulation on the rules page."""
    return f"article-{slugify(article)}"


def make_natural_key(label: str) -> list[tuple[int, str]]:
    """Return a key to sort labels by: table 9 before table 10, and both before table A."""
    parts = re.findall(r"[0-9]+|[^0-9]+", label)
    return [
        (int(part), "") if part.isascii() and part.isdigit() else (_AFTER_NUMBERS, part) for part in parts
    ]


def compute_digest(*parts: bytes | bytearray) -> bytes:
    """Return a digest of 16 bytes of the parts, joined."""
    return blake2b(b"".join(parts), digest_size=16).digest()


def digest_value(value: object) -> bytes:
    """Return a digest of 16 bytes of a plain value, by its `repr`."""
    return compute_digest(repr(value).encode())


@lru_cache(maxsize=4096)  # many files have the same header
def normalize_heading(name: str) -> str:
    """Return the name of a column for comparison: without case, accents, spaces and `_`."""
    return "".join(make_sort_key(name).replace("_", " ").split())
