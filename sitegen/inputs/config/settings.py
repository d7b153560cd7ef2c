"""Load sitegen.toml as a `Site`: what is published, from which results, by which system.

The keys are declared as columns in `config.keys`; each value is read as its column declares it.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from sitegen.core import system
from sitegen.core.cache import NULL_CACHE, BuildCache
from sitegen.core.language import LANGUAGES
from sitegen.core.problems import Problem, advise, quote_text, say
from sitegen.core.system import Origin, TakesClubResults
from sitegen.inputs.config.keys import RankingKeys, SiteKeys, ThemeKeys, find_group
from sitegen.inputs.config.palette import Palette
from sitegen.inputs.config.patterns import FolderText, FoundRanking, read_folder_texts, read_pattern
from sitegen.inputs.config.ranking_tables import RankingForm, read_ranking
from sitegen.inputs.config.reader import Source, TomlReader, get_names, has_near_match
from sitegen.inputs.config.settings_text import (
    parse_text,
    read_text,
    report_encoding,
    report_nesting,
    report_unreadable,
)
from sitegen.inputs.config.site import SEPARATE_ERRORS, SETTINGS_FILE, Ranking, Site, Theme
from sitegen.inputs.config.syntax import build_source_map

_MAX_RANKINGS = 1_000
_SYSTEM_KEY = re.compile(r"""^\s*system\s*=\s*["']([\w-]+)["']""", re.MULTILINE)
_LANGUAGE_KEY = re.compile(r"^[^#\n]*\blanguages?\s*=[^\w\n]*([A-Za-z]{2})\b", re.MULTILINE)


def load_site(
    root: Path, cache: BuildCache = NULL_CACHE, without: Collection[str] = ()
) -> tuple[Site | None, list[Problem]]:
    """Read `root`/sitegen.toml: return the site, None when there is an error, and all problems.

    Rankings by a pattern with these ids are left out: the site is read `without` their folders.
    """
    try:
        text = read_text(root)
    except OSError as error:
        return None, [report_unreadable(error)]
    except UnicodeDecodeError as error:
        return None, [report_encoding(error)]
    document, problem = parse_text(text, SETTINGS_FILE)
    if problem:
        return None, [problem]
    folder_texts = tuple(text for text in read_folder_texts(root, document) if text.id not in without)
    read = partial(_read_site, root, text, document, folder_texts)
    return cache.memoize("settings", [], (root, text, folder_texts), read)


def _read_site(
    root: Path, text: str, document: Mapping[str, Any], folder_texts: Sequence[FolderText]
) -> tuple[Site | None, list[Problem]]:
    try:
        reader = TomlReader(Source(SETTINGS_FILE, build_source_map(text)))
    except RecursionError:
        return None, [report_nesting(SETTINGS_FILE)]
    site = read_site(reader, root, document, folder_texts)
    # What a pattern says is read once for each of its folders.
    return site, sorted(dict.fromkeys(reader.problems), key=lambda problem: problem.sort_key)


def list_separate_groups(root: Path) -> list[str]:
    """Return the folders of clubs whose errors stop none but their own club, such as `clubs`."""
    try:
        document, _ = parse_text(read_text(root), SETTINGS_FILE)
    except (OSError, UnicodeDecodeError):
        return []
    site, tables = document.get("site"), document.get("ranking")
    if not isinstance(site, dict) or not isinstance(tables, list) or site.get("errors") != SEPARATE_ERRORS:
        return []
    folders = (table.get("folder") for table in tables if isinstance(table, dict))
    return [*filter(None, (find_group(folder) for folder in folders if isinstance(folder, str)))]


def detect_origins(root: Path) -> list[Origin]:
    """Return where the systems of a site come from, also when its settings have errors."""
    try:
        names = dict.fromkeys(_SYSTEM_KEY.findall(read_text(root)))
    except (OSError, UnicodeDecodeError):
        return []
    return [system.find_origin(name) for name in names if name in system.find_systems()]


def detect_language(root: Path) -> str:
    """Return the language of a site, also when its settings have errors; English when none can be read."""
    try:
        text = read_text(root)
    except (OSError, UnicodeDecodeError):
        return LANGUAGES[0]
    codes = (code.casefold() for code in _LANGUAGE_KEY.findall(text))
    return next((code for code in codes if code in LANGUAGES), LANGUAGES[0])


_RANKING_FORM = RankingForm(RankingKeys, advise("[[ranking]]"), "ranking.")
_RANKING_KEY_HINTS = dict.fromkeys(
    (key for key in get_names(RankingKeys) if key not in get_names(SiteKeys)),
    advise("write it below [[ranking]]"),
)
_MISPLACED_KEY_HINTS = (
    {
        "options": advise(
            "write {header}, below its {where}", header="[ranking.options]", where="[[ranking]]"
        ),
        "from": advise("write {header}, below its {where}", header="[[ranking.from]]", where="[[ranking]]"),
    }
    | _RANKING_KEY_HINTS
    | dict.fromkeys(get_names(SiteKeys), advise("write it below [site]"))
)
"""Hints for keys in a wrong table."""


def _read_site_table(reader: TomlReader, document: Mapping[str, Any]) -> dict[str, Any]:
    where, table = advise("[site]"), reader.get_table(document, ("site",))
    if table is None or ("site" not in document and has_near_match("site", document)):
        return {}
    reader.refuse_unknown(table, get_names(SiteKeys), ("site",), where, _RANKING_KEY_HINTS)
    if {"language", "languages"} <= {*table}:
        message = say("language-and-languages", "'language' and 'languages' say two things")
        hint = advise("keep 'languages': the first of them stands at the root")
        reader.add_error(reader.locate_key(("site", "language")), message, hint)
    return reader.read_values(table, SiteKeys, ("site",), where, nearby_keys=document)


def _read_theme(reader: TomlReader, document: Mapping[str, Any]) -> Theme:
    """Return the site's own colours, logo and font, with the place of each key."""
    table = reader.get_table(document, ("theme",)) or {}
    reader.refuse_unknown(table, get_names(ThemeKeys), ("theme",), advise("[theme]"), {})
    values = reader.read_values(table, ThemeKeys, ("theme",), advise("[theme]"))
    files = {key: values.pop(key, "") for key in ("logo", "font")}
    places = {key: reader.locate_value(("theme", key)) for key in table}
    return Theme(Palette(**values), **files, places=places)


def _get_ranking_tables(reader: TomlReader, document: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    tables = document.get("ranking", [])
    if isinstance(tables, list) and tables and all(isinstance(table, dict) for table in tables):
        if len(tables) > _MAX_RANKINGS:
            message = say(
                "too-many-rankings",
                "{number} rankings, more than {most}",
                number=len(tables),
                most=_MAX_RANKINGS,
            )
            place = reader.locate_key(("ranking", _MAX_RANKINGS))
            reader.add_error(place, message, advise("make several sites"))
        return tables[:_MAX_RANKINGS]
    if not tables and has_near_match("ranking", document):
        return []
    message = say("no-ranking", "there is no ranking")
    if tables:
        message = say("ranking-not-a-list", "{key} is not a list of tables", key="'ranking'")
    hint = advise("each ranking begins with [[ranking]], with double brackets")
    reader.add_error(reader.locate_key(("ranking",)), message, hint)
    return []


def _refuse_repeated_ids(reader: TomlReader, tables: Sequence[Mapping[str, Any]]) -> None:
    keys = ["folder" if "folder" in table else "id" for table in tables]
    names = [str(table.get(key, "")) for key, table in zip(keys, tables, strict=True)]
    ids = [find_group(name) if key == "folder" else name for key, name in zip(keys, names, strict=True)]
    for index, id_ in enumerate(ids):
        if id_ and id_ in ids[:index]:
            place = reader.locate_value(("ranking", index, keys[index]))
            first = ids.index(id_)
            line = reader.locate_value(("ranking", first, keys[first])).line
            message = say(
                "same-ranking-id", "the id {id} stands in line {line} too", id=quote_text(id_), line=line
            )
            reader.add_error(place, message, advise("choose another id"))


def _read_rankings(
    reader: TomlReader, folder_texts: Sequence[FolderText], index: int, table: Mapping[str, Any]
) -> Iterator[FoundRanking]:
    """Yield the ranking that a table describes, or those that it is a pattern of."""
    path = ("ranking", index)
    if "folder" in table:
        yield from read_pattern(reader, table, path, folder_texts)
    else:
        yield FoundRanking(reader, path, read_ranking(reader, _RANKING_FORM, table, path))


def _check_clubs(
    reader: TomlReader, tables: Sequence[Mapping[str, Any]], found: Sequence[FoundRanking]
) -> None:
    """Add an error where a ranking cannot take the results of clubs: by its system, or without a pattern."""
    patterns = [table.get("folder") for table in tables]
    for ranking in found:
        folder, place = ranking.values.get("clubs"), ranking.reader.locate_value((*ranking.path, "clubs"))
        system = ranking.values["system"]
        if folder and system and not isinstance(system, TakesClubResults):
            message = say(
                "system-of-one-club",
                "the system {system} ranks one club: it cannot take the results of several",
                system=quote_text(ranking.values["name_of_system"]),
            )
            reader.add_error(place, message, advise("take this line out, or rate by a system such as 'elo'"))
        elif folder and folder not in patterns:
            message = say(
                "clubs-without-pattern", "no ranking is read from {folder}", folder=quote_text(folder)
            )
            line = f'folder = "{folder}"'
            reader.add_error(place, message, advise("write a [[ranking]] with {line} too", line=line))


def _make_ranking(found: FoundRanking, all_found: Sequence[FoundRanking]) -> Ranking:
    """Return a ranking with the ids of the clubs whose results it takes, which have the same system."""
    group, name = find_group(found.values.get("clubs", "")), found.values["name_of_system"]
    clubs = (each.values["id"] for each in all_found if each.values["name_of_system"] == name)
    own = sorted(club for club in clubs if group and club.rpartition("/")[0] == group)
    return Ranking(**found.values | {"clubs": tuple(own)})


def read_site(
    reader: TomlReader, root: Path, document: Mapping[str, Any], folder_texts: Sequence[FolderText]
) -> Site | None:
    """Return the site that `document` describes; None when there is a problem."""
    reader.refuse_unknown(
        document, ("site", "ranking", "theme"), (), advise("this file"), _MISPLACED_KEY_HINTS
    )
    values = _read_site_table(reader, document) | {"theme": _read_theme(reader, document)}
    tables = _get_ranking_tables(reader, document)
    rankings = [found for each in enumerate(tables) for found in _read_rankings(reader, folder_texts, *each)]
    _refuse_repeated_ids(reader, tables)
    _check_clubs(reader, tables, rankings)
    languages = values.pop("languages", ()) or (values.get("language", ""),)
    if not reader.problems:
        reader.refuse_untranslated(("site",), values, languages[0])
        for found in rankings:
            found.reader.refuse_untranslated(found.path, found.values, languages[0])
    if not reader.problems and not rankings:
        message = say("no-folder-yet", "there is no folder of a ranking yet")
        reader.add_error(
            reader.locate_value(("ranking", 0, "folder")),
            message,
            advise("make one, with a ranking.toml in it"),
        )
    if reader.problems:
        return None
    values |= {"rankings": tuple(_make_ranking(found, rankings) for found in rankings)}
    return Site(root=root, languages=languages, **values).localize(languages[0])
