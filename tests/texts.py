"""All that a site says of its own accord, and the catalogues that say it in a language.

What one system alone says is in `systems/NAME/locale`, all else in `sitegen/locale`.

After a text has changed, `python tests/texts.py` brings the catalogues up to date: what is new comes in
untranslated, what is no longer said goes. The header and the order depend on nothing but the texts.
"""

import ast
import gc
import json
import re
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from functools import cache
from gettext import NullTranslations
from inspect import cleandoc
from io import BytesIO
from pathlib import Path
from shutil import copytree, ignore_patterns
from tempfile import TemporaryDirectory

import click
import codes
import golden
import sites
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po
from jinja2.ext import babel_extract
from translations import translate_by

import sitegen
from sitegen.commands import cli, usage
from sitegen.compare.table_findings import format_table_title
from sitegen.core import system
from sitegen.core.language import ENGLISH, LANGUAGES
from sitegen.core.model import Section
from sitegen.core.table import Table, get_input_columns
from sitegen.inputs.config.keys import ChangeKeys, FolderKeys, PatternKeys, RankingKeys, SiteKeys
from sitegen.pages import theme
from sitegen.publishing import prepare
from sitegen.publishing.stages import PlannedSite
from sitegen.render import MEMORY_SINK, render_site
from sitegen.render.table_layout import find_visible_columns
from sitegen.toolkit import duel

ROOT = Path(__file__).parents[1]
LOCALE = Path(sitegen.__file__).parent / "locale"
SYSTEMS = Path(sitegen.__file__).parent / "systems"
AS_OF = date(2026, 11, 21)
_BEFORE = date(2000, 1, 1)
TRANSLATION_LANGUAGES = [language for language in LANGUAGES if language != "en"]

Text = str | tuple[str, str]
"""An English text, or one for a single thing and one for several."""

_HEADER = """\
msgid ""
msgstr ""
"Language: {catalog.locale}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {catalog.plural_forms}\\n"

"""


_PLACEHOLDER = re.compile(r"\{\w*\}")  # a text that has nothing besides needs no translation


class _Listener(NullTranslations):
    """Keeps every text that it is asked to translate."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: set[Text] = set()

    def gettext(self, message: str) -> str:
        self.texts.add(message)
        return message

    def ngettext(self, singular: str, plural: str, number: int) -> str:
        self.texts.add((singular, plural))
        return super().ngettext(singular, plural, number)


def demonstration(folder: Path, languages: Sequence[str]) -> Path:
    """The demonstration in `folder` and in `languages`, without what anybody wrote for it in English."""
    settings = (ROOT / "sitegen.toml").read_text(encoding="utf-8")
    settings = re.sub('^(short_)?title = ".*"$', r'\1title = "Delta"', settings, flags=re.MULTILINE)
    settings = settings.replace('language = "en"', f"languages = {json.dumps(languages)}")
    copytree(ROOT / "results", folder / "results")
    (folder / "sitegen.toml").write_text(settings, encoding="utf-8")
    return folder


def texts() -> set[Text]:
    """Every text of the program that a site can show.

    The sites are a new one by all systems, and the small ones of the tests; of those also a page of each kind
    before anything was played, and on the day of the first list.
    """
    gc.disable()  # a third of the time went into the search for what nothing needs any more
    try:
        return _select_translatable(_collect_texts())
    finally:
        gc.enable()


def _collect_texts() -> set[Text]:
    """What the templates and the code of the program say, and what these sites ask for."""
    all_texts: set[Text] = {
        *(text for _, text in _in_templates()),
        *_in_code(),
        *_in_declarations(),
        *_in_command(cli.main),
        *usage.CLICK_TEXTS,
    } - {""}
    with TemporaryDirectory() as folder:
        sites.write(Path(folder), sites.files(*sites.ALL))
        all_texts |= _listen(Path(folder), AS_OF)[0]
    with TemporaryDirectory() as folder:  # where no history of the program is read
        for golden_site in golden.SITES:
            site = copytree(golden_site, Path(folder, golden_site.name), ignore=ignore_patterns("expected"))
            asked_texts, first = _listen(site, AS_OF)
            all_texts |= asked_texts.union(
                *(_listen(site, day, is_whole=False)[0] for day in (_BEFORE, first))
            )
    return all_texts


def _select_translatable(all_texts: set[Text]) -> set[Text]:
    """Those that need a translation."""
    counted = {text[0] for text in all_texts if not isinstance(text, str)}  # the one beside its many
    return {
        text
        for text in all_texts
        if not isinstance(text, str) or (text not in counted and _PLACEHOLDER.sub("", text).strip())
    }


def folders() -> list[Path]:
    """Where catalogues are: that of the program, and one for each system that says something of its own."""
    return [LOCALE, *sorted(SYSTEMS.glob("*/locale"))]


@cache
def catalog(language: str, folder: Path | None = None) -> Catalog:
    """The catalogue of a folder, or all of them in one, where that of the program comes first."""
    if folder:
        with (folder / f"{language}.po").open("rb") as file:
            return read_po(file, locale=language)
    every = Catalog(locale=language)
    for message in (message for path in folders() for message in catalog(language, path)):
        if message.id and not every.get(message.id):
            every[message.id] = message
    return every


def home(text: Text) -> Path:
    """The folder of the catalogue that a text is in: a system's own where no other code has the text."""
    said_by = {
        name for name, words in _literals().items() if (text if isinstance(text, str) else text[0]) in words
    }
    (system_name, *other_systems) = said_by or {""}
    return SYSTEMS / system_name / "locale" if system_name and not other_systems else LOCALE


@cache
def _literals() -> dict[str, set[str]]:
    """Every text in the code and the templates of each system, by its name, and in those of the program.

    With the labels of columns, which are made from the names of fields.
    """
    texts_by_system: dict[str, set[str]] = defaultdict(set)
    for path in sorted(codes.PACKAGE.rglob("*.py")):
        parts = path.relative_to(codes.PACKAGE).parts
        own = texts_by_system[parts[1] if parts[0] == "systems" else ""]
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                own.add(node.value)
            if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                own.add(node.target.id.rstrip("_").replace("_", " ").capitalize())
    for name, text in _in_templates():
        texts_by_system[name].add(text if isinstance(text, str) else text[0])
    return texts_by_system


def texts_by_folder(all_texts: set[Text], language: str) -> dict[Path, set[Text]]:
    """The texts of each catalogue; what a system has a translation of its own for stays there too."""
    by_folder = {folder: {text for text in all_texts if home(text) == folder} for folder in folders()}
    for folder in folders()[1:]:
        by_folder[folder] |= {
            message.id for message in catalog(language, folder) if message.id and message.id in all_texts
        }
    return by_folder


def format_catalog(language: str, folder: Path, texts_of_folder: set[Text]) -> bytes:
    """The file of a catalogue with the texts `said`, each translated as there or in any other catalogue."""
    new = Catalog(locale=language)
    for text in texts_of_folder:
        entry = catalog(language, folder).get(text) or catalog(language).get(text)
        new.add(text, entry.string if entry else None, user_comments=entry.user_comments if entry else ())
    body = BytesIO()
    write_po(body, new, width=0, omit_header=True, sort_output=True)
    return _HEADER.format(catalog=new).encode() + body.getvalue()


def _in_templates() -> Iterator[tuple[str, Text]]:
    """The texts in templates, also where no site of ours comes by; each with its system, if any."""
    theme_templates = [
        path for path in theme.get_templates_folder().rglob("*.*ml") if "new" not in path.parts
    ]
    files = [
        *(("", path) for path in theme_templates),
        *((path.parts[-3], path) for path in SYSTEMS.glob("*/templates/*.*ml")),
    ]
    for name, path in files:
        with path.open("rb") as file:
            for _, _, message, _ in babel_extract(file, ("_", "ngettext"), (), {"silent": "false"}):
                if isinstance(message, str):
                    yield name, message
                elif message and message[0] and message[1]:
                    yield name, (message[0], message[1])


def _in_code() -> Iterator[Text]:
    """The texts that stand in the code of the program right where they are said or translated."""
    for call in codes.calls():
        one, *several = [word for word in call.words if word] or [""]
        yield (one, *several) if several else one  # type: ignore[misc]
    for path in sorted(codes.PACKAGE.rglob("*.py")):
        for node in codes.nodes(path):
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "") in {"translate", "_translate"}:
                inner = [child for argument in node.args for child in ast.walk(argument)]
                values = [child.value for child in inner if isinstance(child, ast.Constant)]
                yield from (value for value in values if isinstance(value, str) and value)
            yield from _answers(node)


_TITLE_PLACES = {"Fact": 0, "from_cell": 2, "Section": 1, "Race": 1, "Course": 0, "View": 3, "Summary": 5}
"""Which argument has the label or title."""


def _answers(node: ast.AST) -> Iterator[str]:
    """The texts of highlights, facts, sections and what is to come; no site of ours says all of them."""
    nodes: list[ast.AST] = []
    if isinstance(node, ast.Call):
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        if name in {"Highlight", "UpcomingEvent", "find_climber", "count_played"}:
            nodes = [
                *node.args,
                *(keyword.value for keyword in node.keywords if keyword.arg in {"text", "note"}),
            ]
        if (place := _TITLE_PLACES.get(name)) is not None:
            notes = [keyword.value for keyword in node.keywords if keyword.arg in {"note", "empty"}]
            nodes = [*node.args[place : place + 1], *notes]
    if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") in {"note", "label"}:
        nodes = [node.value]
    if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "").endswith("_TITLES"):
        nodes = [*getattr(node.value, "values", [])]
    either = [[value.body, value.orelse] if isinstance(value, ast.IfExp) else [value] for value in nodes]
    words = [child.value for pair in either for child in pair if isinstance(child, ast.Constant)]
    yield from (word for word in words if isinstance(word, str) and word)


def _in_declarations() -> Iterator[str]:
    """What `sitegen systems` tells of the tables and options of our systems, and of the settings.

    And the columns of the games of a duel, which a system of somebody else's shows as they are.
    """
    for column in find_visible_columns(duel.CalculatedGame):
        yield from (column.label, column.doc, *column.choices)
    ours = [
        name
        for name, system_name in system.find_systems().items()
        if system_name.value.startswith("sitegen.")
    ]
    declared = [
        table for loaded_system in map(system.load_system, ours) for table in _declared_by(loaded_system)
    ]
    for loaded_system in map(system.load_system, ours):
        yield from (table.name for table in system.list_input_tables(loaded_system))
        for name in loaded_system.outputs:
            yield format_table_title(name.removesuffix("-YYYY"), ENGLISH)
    for table in (*declared, SiteKeys, RankingKeys, PatternKeys, FolderKeys, ChangeKeys):
        for input_column in get_input_columns(table):
            yield from filter(None, (input_column.doc, input_column.changes, input_column.stays))
        columns = [input_column for input_column in get_input_columns(table) if input_column.headings]
        yield from (input_column.label for input_column in columns)
        yield from (choice for column in columns for choice in column.choices if choice[0].isalpha())
        yield (table.__doc__ or "").partition("\n")[0]


def _in_command(command: click.Command) -> Iterator[str]:
    """What the help of a command, and of those below it, says."""
    yield cleandoc(command.help or "")
    for parameter in command.params:
        yield parameter.metavar or ""
        if isinstance(parameter, click.Option):
            shown = parameter.show_default
            yield from (parameter.help or "", shown if isinstance(shown, str) else "")
    if isinstance(command, click.Group):
        names = command.list_commands(click.Context(command))  # with those that are found by an entry point
        for below in (command.commands[name] for name in names):
            yield from _in_command(below)


def _declared_by(item: system.System) -> Iterator[type[Table]]:
    yield from (table.rows for table in system.list_input_tables(item))
    yield item.Options


def _listen(root: Path, as_of: date, *, is_whole: bool = True) -> tuple[set[Text], date]:
    """What a site asks for in its language while it is made, and what its tables would ask for.

    All of its pages, or one of each kind; with the day of its first list.
    """
    listener = _Listener()
    with translate_by(lambda _: listener):
        prepared = prepare(root, as_of)
        assert prepared.site is not None, prepared.problems
        assert prepared.page_plan is not None, prepared.problems
        ours = [
            page._replace(text=None) for page in prepared.page_plan.pages if not page.path.endswith(".png")
        ]
        if not is_whole:
            ours = [*{(page.ranking, page.template): page for page in ours}.values()]
        files = {path: file for path, file in prepared.page_plan.files.items() if not path.endswith(".png")}
        planned = replace(prepared.page_plan, pages=ours, files=files)
        _, problems = render_site(prepared.site, planned, MEMORY_SINK)
    assert problems == []
    days = (past_list.day for context in prepared.page_plan.contexts for past_list in context.outcome.archive)
    return listener.texts.union(*map(_list_section_texts, _sections(prepared))) - {""}, min(
        days, default=as_of
    )


def _sections(prepared: PlannedSite) -> Iterator[Section]:
    assert prepared.page_plan is not None
    for context in prepared.page_plan.contexts:
        yield from context.outcome.calendar
    for page in prepared.page_plan.pages:
        yield from (
            section
            for section in (page.content.sections() if page.content else ())
            if isinstance(section, Section)
        )


def _list_section_texts(section: Section) -> set[str]:
    """What a section says at another time: the columns that are blank now, the choices that nobody made."""
    columns = find_visible_columns(section.table)
    return {
        section.empty,
        *(text for column in columns for text in (column.label, column.doc, *column.choices)),
    }


def main() -> None:
    """Bring every catalogue up to date."""
    all_texts = texts()
    gc.freeze()  # so that no search goes through it while the catalogues are read
    for language in TRANSLATION_LANGUAGES:
        for folder, own in texts_by_folder(all_texts, language).items():
            path, old = folder / f"{language}.po", catalog(language, folder)
            path.write_bytes(format_catalog(language, folder, own))
            for message in old:
                if message.id and message.id not in all_texts:
                    sys.stdout.write(f"{path}: gone {message.id!r} = {message.string!r}\n")
            for text in sorted(own, key=str):
                if not catalog(language).get(text):
                    sys.stdout.write(f"{path}: to translate {text!r}\n")


if __name__ == "__main__":
    main()
