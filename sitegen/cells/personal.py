"""What nobody publishes of a person: addresses of mail and of houses, telephone numbers, days of birth."""

import re
import unicodedata
from itertools import pairwise

from sitegen.message import Message, advise, say
from sitegen.names import letters

_DOUBTFUL = re.compile(r"[0-9@({\[]")
"""Without one of these a text holds nothing of the kind."""
_MAIL = re.compile(
    r"[\w+'-]@\w(?:[\w.-]*\w)?\.[^\W\d_]{2,}(?!\w)"
    r"|\w\s*[\[({]\s*(?:at|apenstaartje|arobase)\s*[\])}]"
    r"\s*[\w-]+\s*(?:\.\w|[\[({])",
    re.IGNORECASE,
)
_NUMBER = re.compile(
    r"(?<!\w)(?<!\d[.,:/-])[+(]{0,2}\d+\)?(?:(?:[ ./-]| [-/] )?\(0\) ?\d+|(?:[ ./-]| [-/] )\d+)*(?![\w%])"
)
_CALLED = re.compile(
    r"(?:\b(?:tel|tél|telefoon|telefoonnummer|telephone|téléphone|gsm|mobiel|phone|portable|whatsapp)\b|☎|📞)"
    r"[\s.:]*\+?(?:\d[\s()./-]*){8,}",
    re.IGNORECASE,
)
_ABROAD = re.compile(r"(?:3[0-9]|4[0-9]|352)\d{8,11}")
_MOBILE = re.compile(r"06\d{8}|04[5-9]\d{7}|07\d{8,9}|01[5-7]\d{8,9}")
_YEAR = re.compile(r"(?:19|20)\d\d(?:[01]\d[0-3]\d)?")
_TAILS = {
    (2, 9): {(7,), (3, 4), (3, 2, 2), (2, 2, 3)},
    (3, 9): {(6,), (2, 2, 2)},
}
"""How the rest of a number of nine digits stands behind its first two or three, in Belgium."""
_DAY = (
    r"(?:\d{1,2}[-/. ]\d{1,2}[-/. ](?:19|20)\d\d|(?:19|20)\d\d[-/.]\d{1,2}[-/.]\d{1,2}"
    r"|\d{1,2}\s+[^\W\d_]{3,10}\.?\s+(?:19|20)\d\d)(?!\d)"
)
_DATED = re.compile(rf"(?<!\d){_DAY}")
_BORN = re.compile(
    r"(?:\b(?:geb|geboren|geboortedatum|born|born on|dob|date of birth|née?|née? le|naissance)\b|°|\*)"
    rf"[\s.:(]*(?:op\s+|le\s+|on\s+)?(?:{_DAY}|\d{{1,2}}[-/.]\d{{1,2}}[-/.]\d\d(?!\d))",
    re.IGNORECASE,
)
_HOUSE = r"\s+(?!19\d\d|20\d\d)\d{1,4}\s?[a-zA-Z]?\b"
_STREET = (
    rf"(?:\b[^\W\d_][\w'\u2019-]*(?:straat|laan|weg|plein|gracht|kade|singel|dreef|steeg|dijk){_HOUSE}"
    rf"|\b(?:rue|avenue|boulevard|chaussée)\s+[^,;\d]{{2,40}}{_HOUSE}"
    r"|\b(?!19\d\d|20\d\d)\d{1,4}\s?[a-zA-Z]?\s+(?:[^\W\d_][\w'\u2019]*\s+){1,3}(?:street|road|lane|avenue)\b)"
)
_LIVES = re.compile(
    rf"[,;(|:]\s*{_STREET}|{_STREET}[\s,;-]+(?!19\d\d|20\d\d)\d{{4,5}}\s?[^\W\d_]{{2}}"
    r"|\b\d{1,3}(?:\s?(?:bis|ter))?,?\s+(?:rue|avenue|boulevard|chaussée|impasse)\s+(?:d[eu]s?\b|de\b|l['\u2019])",
    re.IGNORECASE,
)
_POSTCODE = re.compile(r"\b[1-9]\d{3}\s?[A-Z]{2}\b")
_HEADINGS = frozenset(
    {
        *("e-mail", "email", "mail", "e-mailadres", "emailadres", "courriel", "telefoon", "telefoonnummer"),
        *("tel", "gsm", "mobiel", "phone", "telephone", "adres", "address", "adresse", "straat", "street"),
        *("rue", "postcode", "code-postal", "geboortedatum", "geboren", "birthday", "birth-date"),
        *("date-of-birth", "date-de-naissance"),
    }
)


def refuse(text: str, *, of_person: bool = False) -> None:
    """Raise `ValueError(message, hint)` for what is nobody's business.

    The name of a person has no date and no postcode either.
    """
    plain = text if text.isascii() else unicodedata.normalize("NFKC", text.replace("½", " "))
    if not _DOUBTFUL.search(plain):
        return
    if kind := _kind(plain, of_person=of_person):
        message = say("personal-data", "here {kind} would be published", kind=kind)
        raise ValueError(message, advise("take it out: whatever stands here is on the site for everybody"))


def _kind(text: str, *, of_person: bool) -> Message | None:
    if _MAIL.search(text):
        return advise("an e-mail address")
    if _CALLED.search(text) or any(_is_telephone(each[0]) for each in _NUMBER.finditer(text)):
        return advise("a telephone number")
    if _BORN.search(text) or (of_person and _DATED.search(text)):
        return advise("a date of birth")
    if _LIVES.search(text) or (of_person and _POSTCODE.search(text)):
        return advise("where somebody lives")
    return None


def _is_telephone(number: str) -> bool:
    """Whether digits in groups are a number to call: of home from its first 0, of abroad from its + or 00."""
    groups = re.findall(r"\d+", number.replace("(0)", " "))
    digits = "".join(groups)
    if number.lstrip("(").startswith("+"):
        return 9 <= len(digits) <= 15 and digits[0] != "0"
    if digits.startswith("00"):
        return (groups[0] == "00" or len(groups[0]) >= 4) and bool(_ABROAD.fullmatch(digits[2:]))
    if not digits.startswith("0") or not 9 <= len(digits) <= 11:
        return False
    first, *rest = groups
    return _is_national(len(first), len(digits), rest, number) if rest else bool(_MOBILE.fullmatch(digits))


def _is_national(first: int, count: int, rest: list[str], number: str) -> bool:
    """Whether the rest of the digits is grouped as that of a telephone number, and is no date."""
    sizes = tuple(map(len, rest))
    between = re.findall(r"(?<=\d)[ ./-]+(?=\d)", number.replace(")", ""))[1:]
    if not 2 <= first <= 5 or len({*between}) > 1 or any(_YEAR.fullmatch(each) for each in rest):
        return False
    if (first, count) in _TAILS or count == 9:
        return sizes in _TAILS.get((first, count), ())
    if len(sizes) == 1:
        return 5 <= sizes[0] <= 8
    return ({*sizes} <= {2, 3} and not _is_counting(rest)) or sizes in {(3, 4), (4, 3), (4, 4)}


def _is_counting(groups: list[str]) -> bool:
    """Whether these are rounds or tables one after the other, as 02 05 06 09."""
    return all(0 < int(other) - int(one) < 10 for one, other in pairwise(groups))


def is_heading(text: str) -> bool:
    """Whether a column is headed as what is nobody's business."""
    return letters(text) in _HEADINGS
