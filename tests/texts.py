"""All that a site says of its own accord, and the catalogues in sitegen/locale that say it in a language.

After a text has changed, `python tests/texts.py` brings the catalogues up to date: what is new comes in
untranslated, what is no longer said goes. The header and the order depend on nothing but the texts.
"""

import ast
from collections.abc import Iterator
from datetime import date
from gettext import NullTranslations
from io import BytesIO
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory
from unittest.mock import patch

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po
from jinja2.ext import babel_extract

import sitegen
from sitegen import theme
from sitegen.build import Prepared, prepare
from sitegen.language import LANGUAGES
from sitegen.model import Section
from sitegen.render import render
from sitegen.render.layout import visible

ROOT = Path(__file__).parents[1]
LOCALE = Path(sitegen.__file__).parent / "locale"
AS_OF = date(2026, 11, 21)
TRANSLATED = [each for each in LANGUAGES if each != "en"]

Text = str | tuple[str, str]
"""An English text, or one for a single thing and one for several."""

_SITE = """
[site]
title = "Delta"
url = "https://delta.example/"
repository = "delta/rankings"
language = "{language}"

[[ranking]]
id = "bg"
system = "fibs"
title = "Delta BG"
options.publication = "{publication}"
"""
_HEADER = """\
msgid ""
msgstr ""
"Language: {catalog.locale}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {catalog.plural_forms}\\n"

"""


class _Listener(NullTranslations):
    """Keeps every text that it is asked to translate."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: set[Text] = set()

    def gettext(self, message: str) -> str:
        self.heard.add(message)
        return message

    def ngettext(self, singular: str, plural: str, number: int) -> str:
        self.heard.add((singular, plural))
        return super().ngettext(singular, plural, number)


def demonstration(folder: Path, language: str, publication: str = "weekly") -> Path:
    """A site in `folder` with the results of the demonstration and nothing that anybody wrote."""
    copytree(ROOT / "results/backgammon", folder / "results/bg")
    return _with_settings(folder, language, publication)


def texts() -> set[Text]:
    """Every text of the program that a site can show."""
    said: set[Text] = {*_in_templates(), *_in_code()}
    with TemporaryDirectory() as folder:
        for number, publication in enumerate(("weekly", "immediate")):
            said |= _said(demonstration(Path(folder, f"full{number}"), "en", publication))
            said |= _said(_without_matches(Path(folder, f"empty{number}"), publication))
    return said


def catalog(language: str) -> Catalog:
    """The catalogue of `language` as it stands."""
    with (LOCALE / f"{language}.po").open("rb") as file:
        return read_po(file, locale=language)


def written(old: Catalog, said: set[Text]) -> bytes:
    """The file of a catalogue that holds the texts `said`, as far as `old` has it with their translations."""
    new = Catalog(locale=old.locale)
    for text in said:
        kept = old.get(text)
        new.add(text, kept.string if kept else None, user_comments=kept.user_comments if kept else ())
    body = BytesIO()
    write_po(body, new, width=0, omit_header=True, sort_output=True)
    return _HEADER.format(catalog=new).encode() + body.getvalue()


def _with_settings(folder: Path, language: str, publication: str) -> Path:
    settings = _SITE.format(language=language, publication=publication)
    (folder / "sitegen.toml").write_text(settings, encoding="utf-8")
    return folder


def _without_matches(folder: Path, publication: str) -> Path:
    tables = folder / "results/bg"
    tables.mkdir(parents=True)
    (tables / "players.csv").write_text("id,name\nan,An Peeters\n", encoding="utf-8")
    (tables / "matches.csv").write_text("date,winner,loser,length\n", encoding="utf-8")
    return _with_settings(folder, "en", publication)


def _in_templates() -> Iterator[Text]:
    """The texts that stand in templates, also where no site of ours comes by."""
    files = [each for each in theme.templates().rglob("*.*ml") if "new" not in each.parts]
    for path in files:
        with path.open("rb") as file:
            for _, _, found, _ in babel_extract(file, ("_", "ngettext"), (), {"silent": "false"}):
                if isinstance(found, str):
                    yield found
                elif found and found[0] and found[1]:
                    yield found[0], found[1]


def _in_code() -> Iterator[str]:
    """The texts that stand in the code of the program right where they are translated."""
    for path in Path(sitegen.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "") in {"word", "_word"}:
                inner = [each for argument in node.args for each in ast.walk(argument)]
                found = [each.value for each in inner if isinstance(each, ast.Constant)]
                yield from (each for each in found if isinstance(each, str) and each)


def _said(root: Path) -> set[Text]:
    """What a site asks for in its language while it is made, and what its tables would ask for."""
    listener = _Listener()
    with patch("sitegen.language._translations", lambda _: listener):
        prepared = prepare(root, AS_OF)
        assert prepared.site is not None, prepared.problems
        assert prepared.planned is not None, prepared.problems
        _, problems = render(prepared.site, prepared.planned, {})
    assert problems == []
    return listener.heard.union(*map(_declared, _sections(prepared))) - {""}


def _sections(prepared: Prepared) -> Iterator[Section]:
    assert prepared.planned is not None
    yield from (each.outcome.calendar for each in prepared.planned.boards)
    for page in prepared.planned.pages:
        yield from (each for each in (page.sheet.parts() if page.sheet else ()) if isinstance(each, Section))


def _declared(section: Section) -> set[str]:
    """What a section says at another time: the columns that are blank now, the choices that nobody made."""
    columns = visible(section.table)
    return {section.empty, *(text for each in columns for text in (each.label, each.doc, *each.choices))}


def main() -> None:
    """Bring every catalogue up to date."""
    said = texts()
    for language in TRANSLATED:
        path = LOCALE / f"{language}.po"
        old = catalog(language) if path.exists() else Catalog(locale=language)
        path.write_bytes(written(old, said))


if __name__ == "__main__":
    main()
