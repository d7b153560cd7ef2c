"""Detection of personal data that must not be published: addresses, telephone numbers, dates of birth."""

import re
import unicodedata
from itertools import pairwise

from sitegen.core.names import extract_letters
from sitegen.core.problems import Message, advise, say

_SUSPECT = re.compile(r"[0-9@({\[]")
"""A text without any of these characters holds no personal data."""
_MAIL = re.compile(
    r"[\w+'-]@\w(?:[\w.-]*\w)?\.[^\W\d_]{2,}(?!\w)"
    r"|\w\s*[\[({]\s*(?:at|apenstaartje|arobase)\s*[\])}]"
    r"\s*[\w-]+\s*(?:\.\w|[\[({])",
    re.IGNORECASE,
)
_NUMBER = re.compile(
    r"(?<!\w)(?<!\d[.,:/-])[+(]{0,2}\d+\)?(?:(?:[ ./-]| [-/] )?\(0\) ?\d+|(?:[ ./-]| [-/] )\d+)*(?![\w%])"
)
_LABELLED_PHONE = re.compile(
    r"(?:\b(?:tel|tél|telefoon|telefoonnummer|telephone|téléphone|gsm|mobiel|phone|portable|whatsapp)\b|☎|📞)"
    r"[\s.:]*\+?(?:\d[\s()./-]*){8,}",
    re.IGNORECASE,
)
_FOREIGN_PHONE = re.compile(r"(?:3[0-9]|4[0-9]|352)\d{8,11}")
_MOBILE_PHONE = re.compile(r"06\d{8}|04[5-9]\d{7}|07\d{8,9}|01[5-7]\d{8,9}")
_YEAR = re.compile(r"(?:19|20)\d\d(?:[01]\d[0-3]\d)?")
_PHONE_GROUPS = {
    (2, 9): {(7,), (3, 4), (3, 2, 2), (2, 2, 3)},
    (3, 9): {(6,), (2, 2, 2)},
}
"""How the digits behind the area code are grouped in Belgium, by the lengths of area code and number."""
_DAY = (
    r"(?:\d{1,2}[-/. ]\d{1,2}[-/. ](?:19|20)\d\d|(?:19|20)\d\d[-/.]\d{1,2}[-/.]\d{1,2}"
    r"|\d{1,2}\s+[^\W\d_]{3,10}\.?\s+(?:19|20)\d\d)(?!\d)"
)
_DATE = re.compile(rf"(?<!\d){_DAY}")
_BIRTH_DATE = re.compile(
    r"(?:\b(?:geb|geboren|geboortedatum|born|born on|dob|date of birth|née?|née? le|naissance)\b|°|\*)"
    rf"[\s.:(]*(?:op\s+|le\s+|on\s+)?(?:{_DAY}|\d{{1,2}}[-/.]\d{{1,2}}[-/.]\d\d(?!\d))",
    re.IGNORECASE,
)
_HOUSE_NUMBER = r"\s+(?!19\d\d|20\d\d)\d{1,4}\s?[a-zA-Z]?\b"
_STREET = (
    rf"(?:\b[^\W\d_][\w'\u2019-]*(?:straat|laan|weg|plein|gracht|kade|singel|dreef|steeg|dijk){_HOUSE_NUMBER}"
    rf"|\b(?:rue|avenue|boulevard|chaussée)\s+[^,;\d]{{2,40}}{_HOUSE_NUMBER}"
    r"|\b(?!19\d\d|20\d\d)\d{1,4}\s?[a-zA-Z]?\s+(?:[^\W\d_][\w'\u2019]*\s+){1,3}(?:street|road|lane|avenue)\b)"
)
_HOME_ADDRESS = re.compile(
    rf"[,;(|:]\s*{_STREET}|{_STREET}[\s,;-]+(?!19\d\d|20\d\d)\d{{4,5}}\s?[^\W\d_]{{2}}"
    r"|\b\d{1,3}(?:\s?(?:bis|ter))?,?\s+(?:rue|avenue|boulevard|chaussée|impasse)\s+(?:d[eu]s?\b|de\b|l['\u2019])",
    re.IGNORECASE,
)
_POSTCODE = re.compile(r"\b[1-9]\d{3}\s?[A-Z]{2}\b")
_PERSONAL_HEADINGS = frozenset(
    {
        *("e-mail", "email", "mail", "e-mailadres", "emailadres", "courriel", "telefoon", "telefoonnummer"),
        *("tel", "gsm", "mobiel", "phone", "telephone", "adres", "address", "adresse", "straat", "street"),
        *("rue", "postcode", "code-postal", "geboortedatum", "geboren", "birthday", "birth-date"),
        *("date-of-birth", "date-de-naissance"),
    }
)


def check_personal_data(text: str, *, of_person: bool = False) -> None:
    """Raise `ValueError(message, hint)` if a text holds personal data.

    In the name of a person any date or postcode counts as such.
    """
    plain = text if text.isascii() else unicodedata.normalize("NFKC", text.replace("½", " "))
    if _SUSPECT.search(plain) and (kind := _find_personal_data(plain, of_person=of_person)):
        message = say("personal-data", "here {kind} would be published", kind=kind)
        raise ValueError(message, advise("take it out: everything here is published"))


def _find_personal_data(text: str, *, of_person: bool) -> Message | None:
    if _MAIL.search(text):
        return advise("an e-mail address")
    if _LABELLED_PHONE.search(text) or any(_is_telephone(match[0]) for match in _NUMBER.finditer(text)):
        return advise("a telephone number")
    if _BIRTH_DATE.search(text) or (of_person and _DATE.search(text)):
        return advise("a date of birth")
    if _HOME_ADDRESS.search(text) or (of_person and _POSTCODE.search(text)):
        return advise("where somebody lives")
    return None


def _is_telephone(number: str) -> bool:
    """Whether groups of digits are a telephone number: national from 0, or foreign from + or 00."""
    groups = re.findall(r"\d+", number.replace("(0)", " "))
    digits = "".join(groups)
    if number.lstrip("(").startswith("+"):
        return 9 <= len(digits) <= 15 and digits[0] != "0"
    if digits.startswith("00"):
        return (groups[0] == "00" or len(groups[0]) >= 4) and bool(_FOREIGN_PHONE.fullmatch(digits[2:]))
    if not digits.startswith("0") or not 9 <= len(digits) <= 11:
        return False
    area_code, *rest = groups
    if not rest:
        return bool(_MOBILE_PHONE.fullmatch(digits))
    return _is_national_number(len(area_code), len(digits), rest, number)


def _is_national_number(code_length: int, length: int, groups: list[str], number: str) -> bool:
    """Whether the groups behind an area code are those of a telephone number rather than a date or a list."""
    sizes = tuple(map(len, groups))
    separators = re.findall(r"(?<=\d)[ ./-]+(?=\d)", number.replace(")", ""))[1:]
    if not 2 <= code_length <= 5 or len({*separators}) > 1 or any(map(_YEAR.fullmatch, groups)):
        return False
    if (code_length, length) in _PHONE_GROUPS or length == 9:
        return sizes in _PHONE_GROUPS.get((code_length, length), ())
    if len(sizes) == 1:
        return 5 <= sizes[0] <= 8
    is_list = all(0 < int(later) - int(group) < 10 for group, later in pairwise(groups))  # as 02 05 06 09
    return ({*sizes} <= {2, 3} and not is_list) or sizes in {(3, 4), (4, 3), (4, 4)}


def is_personal_heading(text: str) -> bool:
    """Whether a column with this heading holds personal data."""
    return extract_letters(text) in _PERSONAL_HEADINGS
