"""What is no name of a person: words for nobody, damaged letters, and what stands beside a name."""

import re

from sitegen.core.names import extract_letters
from sitegen.core.problems import Message, advise, quote_text, say

_NOBODY = frozenset(
    (
        *("bye", "dummy", "empty", "n-a", "na", "nobody", "none", "odd", "phantom", "sit-out", "sitout"),
        *("spielfrei", "tba", "tbd", "unknown", "who", "x", "xx", "xxx", "total", "totals"),
        *("nan", "no-name", "null", "ditto", "same", "tbc", "to-be-announced", "to-be-confirmed"),
        *("afwezig", "fantoom", "freilos", "geen", "leeg", "n-n", "n-v-t", "niemand", "nn", "nvt"),
        *("onbekend", "oneven", "totaal", "vrij", "vrijgeloot", "wie", "dito", "idem", "zelfde"),
        *("in-te-vullen", "nog-in-te-vullen", "nog-invullen", "ntb", "volgt", "nader-te-bepalen"),
        *("absent", "aucun", "aucune", "exempt", "exempte", "inconnu", "inconnue", "libre", "personne"),
        *("totaux", "vide", "pareil", "a-completer", "a-confirmer", "a-remplir"),
    )
)
_STAND_INS = frozenset(
    (
        *("guest", "a-guest", "reserve", "sub", "substitute"),
        *("gast", "een-gast", "invaller", "invalster", "onbekende"),
        *("invite", "invitee", "remplacant", "remplacante"),
    )
)
_FOR_SOMEBODY = re.compile(
    r"(?:substitute|sub|reserve|invaller|invalster|vervanger|vervangster|rempla[cç]ante?)\s+(?:for|of|voor|van|pour|de)\b",
    re.IGNORECASE,
)
_PARTICLES = frozenset(
    (
        *("van", "de", "den", "der", "het", "'t", "\u2019t", "ten", "ter", "te", "v", "v.", "d", "d."),
        *("vd", "v.d.", "von", "zu", "du", "des", "la"),
    )
)
_PARTICLE_WORDS = frozenset(
    word for particle in _PARTICLES for word in extract_letters(particle).split("-")
) | {
    *(
        "aan",
        "af",
        "al",
        "da",
        "dal",
        "das",
        "del",
        "della",
        "di",
        "do",
        "dos",
        "e",
        "el",
        "in",
        "l",
        "las",
        "le",
    ),
    *("les", "los", "of", "op", "over", "s", "und", "vom", "zum", "zur", "y"),
}
_OTHER_LETTERS = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "æ": "ae", "œ": "oe", "\u0131": "i", "þ": "th"}
)
"""Letters that are none with an accent to Unicode."""
_COUNT = re.compile(r".*:\s*[0-9]*\s*")
_REMARK = re.compile(
    r"\s*[(\[]?\s*(?:\b(?:overleden|deceased|décédée?|rip|r\.i\.p\.)|[†✝])\s*[)\]]?\s*$", re.IGNORECASE
)
_BRACKETS = re.compile(r"\s*(?:[(\[][^)\]]*[)\]]|[\"“„][^\"”“]*[\"”“])\s*")
_NOTE = re.compile(r"\s*[(\[](?!\s*(?:jr|sr|junior|senior|père|fils)\b)[^)\]]*[)\]]", re.IGNORECASE)
_NUMBER_BEFORE = re.compile(r"^\s*[0-9]+\s*[.):]\s*|^\s*[-•*]\s+")
_NUMBER_BEHIND = re.compile(r"(?<=[^\W\d_])\s*[0-9]+$")
_TITLE_WORD = r"(?:dhr|mevr|mw|mr|mrs|ms|mme|mlle|m|dr|ir|ing|prof|heer|de heer|mevrouw|monsieur|madame)\b\.?"
_TITLE = re.compile(rf"^{_TITLE_WORD}(?:\s*/\s*{_TITLE_WORD})?\s+", re.IGNORECASE)
_BETWEEN_NAMES = re.compile(
    r"\s*[/&+;]\s*|\s+-\s+|\s+(?:en|and|et|met|with|avec|voor|for|pour)\s+"
    r"|\s+(?:i\.?p\.?v\.?|in plaats van|instead of|au lieu de)\s+",
    re.IGNORECASE,
)
_DAMAGED_LETTER = re.compile(r"\ufffd|(?<=\w)\?|\?(?=\w)")


def is_nobody(name: str) -> bool:
    """Whether a name is a word for nobody in English, Dutch or French."""
    return extract_letters(name) in _NOBODY


def is_stand_in(name: str) -> bool:
    """Whether a name is a word for somebody without a name, such as guest or substitute."""
    return extract_letters(name) in _STAND_INS or bool(_FOR_SOMEBODY.match(name))


def split_name_words(name: str) -> list[str]:
    """Return the words of a name without accents, case and particles: `bax maria` of `Bax, Maria de`.

    A single letter at either end is an initial, and one of two words is no particle: `Di Wouters`.
    """
    words = extract_letters(name).translate(_OTHER_LETTERS).split("-")
    ends = {0, len(words) - 1}
    is_initial = [len(word) == 1 and place in ends for place, word in enumerate(words)]
    pairs = zip(words, is_initial, strict=True)
    others = [word for word, keep in pairs if keep or word not in _PARTICLE_WORDS]
    return others if len(others) > 1 else words


def repair_letters(name: str) -> str:
    """Return a name whose UTF-8 was read as Windows-1252, `ClÃ©a`, as it was; blank for any other."""
    for encoding in ("cp1252", "latin-1"):
        try:
            repaired = name.encode(encoding).decode()
        except UnicodeError:
            continue
        return repaired if repaired != name else ""
    return ""


def is_damaged(name: str) -> bool:
    """Whether a letter of a name was lost or taken for others on the way through a spreadsheet."""
    return bool(_DAMAGED_LETTER.search(name) or repair_letters(name))


def make_damage_pattern(name: str) -> re.Pattern[str] | None:
    """Return the pattern of the names that a name with lost letters can stand for; None if it has none."""
    if not _DAMAGED_LETTER.search(name):
        return None
    parts = (re.escape(part) for part in _DAMAGED_LETTER.split(name))
    return re.compile(r"\w{1,2}".join(parts), re.IGNORECASE)


def is_group_heading(name: str) -> bool:
    """Whether a line of a list is a heading or a count: `Bestuur:`, `Aantal leden: 12`."""
    return bool(_COUNT.fullmatch(name))


def is_particle(word: str) -> bool:
    """Whether a word, without case, stands before a family name: van, de, von, du."""
    return word in _PARTICLES


def strip_number(name: str) -> str:
    """Return a name without the number before it: `1. Anneke Smit`."""
    return _NUMBER_BEFORE.sub("", name)


def fix_case(*parts: str) -> list[str]:
    """Return the parts of a name as people write it, `Joris van den Berg`, if it is in one case alone."""
    words = [word for word in " ".join(parts).split() if not is_particle(word.casefold())]
    letters = "".join(words)
    if len(words) == 1 or not (letters.isupper() or letters.islower()):
        return [*parts]
    return [" ".join(map(_capitalize, part.casefold().split())) for part in parts]


def _capitalize(word: str) -> str:
    if is_particle(word.strip(".")):
        return word
    return re.sub(r"(^|[-'\u2019])([^\W\d_])", lambda match: match[1] + match[2].upper(), word)


def strip_additions(name: str) -> str:
    """Return a name without numbers around it, a title, and what stands in brackets or quotes."""
    plain = _NUMBER_BEHIND.sub("", _BRACKETS.sub(" ", _REMARK.sub("", strip_number(name))))
    return strip_title(" ".join(plain.split()))


def strip_title(name: str) -> str:
    """Return a name without the title before it: `Mevr. Anneke Smit`, `Dhr./Mevr. A. Smit`."""
    return _TITLE.sub("", name)


def strip_note(name: str) -> str:
    """Return a name without what a secretary notes about it in brackets: `An Smit (bestuur)`."""
    return _NOTE.sub("", name).strip() or name


def split_aliases(cell: str) -> tuple[str, ...]:
    """Return the names in a cell of aliases."""
    names = (name.strip() for name in cell.split("|"))
    return tuple(name for name in names if name)


def split_names(name: str) -> list[str]:
    """Return the names that stand in one cell: `An Peeters / Bo Smit`."""
    return [part for part in _BETWEEN_NAMES.split(name) if part]


def is_person_name(name: str) -> bool:
    """Whether a cell is a name, and no word for nobody, stand-in, heading or number."""
    has_letters = any(map(str.isalpha, name))
    return has_letters and not (is_nobody(name) or is_stand_in(name) or is_group_heading(name))


def check_person_name(name: str) -> None:
    """Raise `ValueError(message, hint)` for what is no name of a player."""
    if not is_person_name(name):
        message = say("no-name", "{name} is no name of a player", name=quote_text(name))
        raise ValueError(message, advise("write the name of the player, or take the row out"))
    if is_damaged(name):
        message = say("name-damaged", "letters of {name} were damaged on the way", name=quote_text(name))
        repaired = repair_letters(name)
        hint = advise("write {value}", value=quote_text(repaired)) if repaired else suggest_encoding()
        raise ValueError(message, hint)
    if _REMARK.search(name):
        message = say("remark-in-name", "{name} has a remark behind the name", name=quote_text(name))
        raise ValueError(message, advise("write {value}", value=quote_text(_REMARK.sub("", name).strip())))


def suggest_encoding() -> Message:
    """Return the hint about letters that a spreadsheet lost."""
    return advise("type the name again, and save the file as CSV UTF-8")
