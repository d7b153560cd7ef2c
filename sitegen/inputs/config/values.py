"""Read the values of sitegen.toml: by the type that a column declares, and by what a key requires."""

import math
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import date, datetime
from difflib import get_close_matches
from functools import partial
from typing import Any

from sitegen.core import cell_values, cells
from sitegen.core.cell_values import check_year, parse_date
from sitegen.core.problems import Message, advise, quote_text, say
from sitegen.core.table import Column

_URL = re.compile(r"https?://[A-Za-z0-9.-]+(?::[0-9]{1,5})?(?:/[^\s?#\"<>\\]*)?")
_REPOSITORY = re.compile(r"[A-Za-z0-9](?:-?[A-Za-z0-9])*/[A-Za-z0-9._-]+")
_MAIL = re.compile(r"[\w.+-]+@[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?\.[A-Za-z]{2,}", re.ASCII)
_KEEPER = re.compile(r"@[A-Za-z0-9](?:-?[A-Za-z0-9])*(?:/[A-Za-z0-9](?:[._-]?[A-Za-z0-9])*)?")
_GITHUB_URL = re.compile(
    r"(?:(?:https?://|ssh://|git@)*(?:www\.)?github\.com[/:])?(?P<name>[^/]+/[^/]+?)(?:\.git)?(?:/.*)?"
)
_OWN_COMPUTER = re.compile(r"https?://(?:localhost|127\.[0-9.]+|0\.0\.0\.0)(?![\w.-])")
_GITHUB_PAGE = re.compile(r"https?://(?:www\.)?github\.com/")
_PAGE_OF_SITE = re.compile(r"[^/]*\.html?|[^/]*[?#].*")
_PERSONAL_KEYS = frozenset({"contact", "repository", "keepers"})
"""The keys whose value may be personal data."""
_MAX_DIGITS = 15
_DECIMAL = re.compile(r"[+-]?[0-9]{1,15}(?:[.,][0-9]{1,15})?")
_YES_NO_WORDS = dict.fromkeys(("true", "yes", "ja", "oui", "1"), "true") | dict.fromkeys(
    ("false", "no", "nee", "non", "0"), "false"
)


def _require_type(kind: type) -> Callable[[Any], Any]:
    def read(value: Any) -> Any:
        if type(value) is not kind:  # True is an instance of int too
            raise TypeError
        return value

    return read


def _read_integer(value: Any) -> int:
    if abs(_require_type(int)(value)) >= 10**_MAX_DIGITS:
        number = _format_value(value)
        message = say(
            "too-many-digits", "{number} has more than {most} digits", number=number, most=_MAX_DIGITS
        )
        raise ValueError(message, advise("shorten it"))
    return int(value)


def _read_number(value: Any) -> float:
    number = float(_read_integer(value)) if type(value) is int else _require_type(float)(value)
    if not math.isfinite(number):
        raise TypeError
    return number


_KEY_PARSERS: Mapping[type, Callable[[str], Any]] = {int: cell_values.parse_integer, str: cells.parse_line}

_TYPE_READERS: Mapping[object, tuple[Message, Callable[[Any], Any]]] = {
    str: (advise("a text"), _require_type(str)),
    bool: (advise("true or false"), _require_type(bool)),
    int: (advise("a whole number"), _read_integer),
    dict: (advise("a table"), _require_type(dict)),
    float: (advise("a number"), _read_number),
    tuple: (
        advise("a list of texts"),
        lambda value: [_require_type(str)(text) for text in _require_type(list)(value)],
    ),
    date: (
        advise("a date such as 2026-11-20, without quotes"),
        lambda value: check_year(_require_type(date)(value)),
    ),
}
"""For each type of column its name in messages, and the function that reads a value of TOML."""


def read_setting(toml_value: Any, column: Column) -> Any:
    """Return the value of a key as its column declares it; raises as a parser of cells does."""
    kind, read = _TYPE_READERS[column.kind]
    if column.alone is not None and type(toml_value) in {int, float}:
        toml_value = {str(column.alone): toml_value}
    try:
        value = read(toml_value)
    except TypeError:
        value_text = _format_value(toml_value)
        message = say("setting-of-another-kind", "{value} is not {kind}", value=value_text, kind=kind)
        raise ValueError(message, _suggest_value(toml_value, column.kind)) from None
    is_personal = column.name in _PERSONAL_KEYS
    if column.kind is str:
        value = cells.parse_text(value, is_personal=is_personal)
    if column.entries:
        return _read_entries(
            value, column._replace(kind=column.entries[1], entries=None, alone=None), column.entries[0]
        )
    if column.kind is tuple:
        parse_text = partial(cells.parse_text, is_personal=is_personal)
        return tuple(map(cells.make_choice_parser(column) if column.choices else parse_text, value))
    if column.choices:
        return cells.make_choice_parser(column)(value)
    return cells.check_bounds(value, column)


def _read_entries(table: Mapping[str, Any], values: Column, keys: type) -> dict[Any, Any]:
    """Return the entries of a table: its keys as one type, and its values as the column `values`."""
    entries = [_read_entry(name, value, values, keys) for name, value in table.items()]
    if len(dict(entries)) < len(entries):
        raise ValueError(
            say("same-key-twice", "two keys of it mean the same"), advise("take one of them out")
        )
    return dict(entries)


def _read_entry(name: str, value: Any, values: Column, keys: type) -> tuple[Any, Any]:
    minimum, maximum = values.keys or (None, None)
    key_column = values._replace(minimum=minimum, maximum=maximum)
    try:
        return cells.check_bounds(_KEY_PARSERS[keys](name), key_column, name), read_setting(value, values)
    except ValueError as error:
        message, hint = error.args
        prefixed = advise("in {name}: {message}", name=quote_text(name), message=message)
        raise ValueError(_with_code(prefixed, message), hint) from None


def add_key_name(key: str, message: str) -> Message:
    """Return a message about the value of a key with that key before it, and with the same code."""
    return _with_code(Message("", "{key}: {message}", {"key": key, "message": message}), message)


def _with_code(prefixed: Message, message: str) -> Message:
    """Return a prefixed message with the code of the message itself."""
    code = message.code if isinstance(message, Message) else ""
    return Message(code, prefixed.text, prefixed.params)


def _format_value(value: Any) -> str:
    """Return a value as TOML has it, for a message."""
    try:
        return str(value).lower() if isinstance(value, bool) else quote_text(str(value))
    except ValueError:  # Python writes no number of more than 4,300 digits
        return advise("a number of thousands of digits")


_EXAMPLES = {
    str: '"A text"',
    bool: "true",
    int: "12",
    float: "12.5",
    dict: "{ name = 5 }",
    tuple: '["A", "B"]',
}
"""How values of each kind are written; of a date the message says it."""


def _suggest_value(value: Any, kind: type) -> str:
    """Suggest how to write a value of the wrong type."""
    if isinstance(value, str) and kind in {int, float} and _DECIMAL.fullmatch(value.strip()):
        return advise("write {value}, without quotes", value=value.strip().replace(",", "."))
    if kind is bool and str(value).casefold() in _YES_NO_WORDS:
        return advise("write {value}, without quotes", value=_YES_NO_WORDS[str(value).casefold()])
    if kind is date and isinstance(value, str | datetime):
        with suppress(ValueError):
            day = parse_date(value) if isinstance(value, str) else value.date()
            return advise("write {value}, without quotes", value=day.isoformat())
    if kind is str and type(value) in {int, float, bool, date}:
        return advise("put it between quotes: {value}", value=f'"{_format_value(value).strip(chr(39))}"')
    if kind is tuple and isinstance(value, str):
        return advise("put it between brackets: {value}", value=f'["{value}"]')
    return advise("write it as {example}", example=_EXAMPLES[kind]) if kind in _EXAMPLES else ""


def validate_title(name: str) -> str:
    """Return a title, which must not be blank."""
    if not name:
        raise ValueError(say("blank-title", "a blank title"), advise("say what it is called"))
    return name


def validate_languages(codes: tuple[str, ...]) -> tuple[str, ...]:
    """Return the languages of a site, each of which must occur once."""
    if not codes:
        raise ValueError(say("no-language", "there is no language"), advise('write it as ["nl", "fr"]'))
    if len({*codes}) < len(codes):
        raise ValueError(
            say("same-language-twice", "a language stands there twice"), advise("take one of them out")
        )
    return codes


def validate_url(url: str) -> str:
    """Return the address of a site, ending in `/`; not of a page or a repository, nor one's own."""
    complete = url if ":" in url or "." not in url else f"https://{url}"
    parent, _, page = complete.rpartition("/")
    folder = f"{parent}/" if _PAGE_OF_SITE.fullmatch(page) and parent.count("/") > 1 else complete
    if _GITHUB_PAGE.match(folder):
        message = say("address-of-repository", "{url} is the address of a repository", url=quote_text(url))
        raise ValueError(message, advise("write that of the site, such as https://club.github.io/rankings/"))
    if _OWN_COMPUTER.match(folder):
        message = say(
            "address-of-own-computer", "{url} is an address of your own computer", url=quote_text(url)
        )
        raise ValueError(message, advise("write the address at which visitors find the site"))
    if not _URL.fullmatch(url) or folder != url:
        hint = advise("write it as https://club.example/ or with a path")
        if _URL.fullmatch(folder):
            hint = advise("write {value}", value=quote_text(folder))
        raise ValueError(say("not-an-address", "{url} is not an address", url=quote_text(url)), hint)
    return url.rstrip("/") + "/"


def validate_repository(name: str) -> str:
    """Return the `owner/name` of a repository, without `.git`; may be blank."""
    if name and (not _REPOSITORY.fullmatch(name) or name.endswith(".git")):
        hint = advise("write owner/name, as GitHub does")
        github_url = _GITHUB_URL.fullmatch(name)
        if github_url and _REPOSITORY.fullmatch(github_url["name"]):
            hint = advise("write {value}", value=quote_text(github_url["name"]))
        raise ValueError(say("not-a-repository", "{name} is not a repository", name=quote_text(name)), hint)
    return name


def validate_contact(address: str) -> str:
    """Return an e-mail address; may be blank."""
    if address and not _MAIL.fullmatch(address):
        message = say("not-a-contact", "{address} is no address of mail", address=quote_text(address))
        raise ValueError(message, advise("write it as results@club.example"))
    return address


def validate_keepers(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return who keeps a ranking: names of GitHub with `@`, such as `@an` and `@club/board`, or mail."""
    for name in names:
        if not _KEEPER.fullmatch(name) and not _MAIL.fullmatch(name):
            message = say("not-a-keeper", "{name} is no name on GitHub", name=quote_text(name))
            raise ValueError(message, advise("write it as {example}", example='"@an"'))
    return names


def validate_timezone(name: str) -> str:
    """Return the name of a time zone, as the IANA database has it."""
    from zoneinfo import ZoneInfo  # noqa: PLC0415 - few sites name one

    try:
        return ZoneInfo(name).key
    except (KeyError, ValueError, OSError):  # OSError where the name is that of a folder
        message = say("unknown-timezone", "{name} is not a time zone", name=quote_text(name))
        raise ValueError(message, _suggest_timezone(name) or advise("write it as Europe/Brussels")) from None


def _suggest_timezone(name: str) -> str:
    """Suggest the nearest time zone, by its name or by its city."""
    from zoneinfo import available_timezones  # noqa: PLC0415 - as above

    zones = {zone.casefold(): zone for zone in sorted(available_timezones()) if "/" in zone}
    cities = {folded.rpartition("/")[2]: zone for folded, zone in zones.items()}
    search_key = name.casefold().replace(" ", "_")
    near = get_close_matches(search_key, zones if "/" in search_key else cities, n=1, cutoff=0.8)
    return advise("write {value}", value=quote_text((zones | cities)[near[0]])) if near else ""
