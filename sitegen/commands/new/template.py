"""A template repository: a site in three languages, of which a club makes its own in a browser alone."""

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from pathlib import Path

from sitegen.commands.new.examples import (
    EXAMPLE_DATE,
    create_folder,
    fill_template,
    get_starter_folder,
    quote_string,
)
from sitegen.commands.new.site import plan_site
from sitegen.core import system
from sitegen.core.language import LANGUAGES, Language
from sitegen.core.plugins import PACKAGE
from sitegen.core.problems import Message, advise

_FORMS, _NEWS = ".github/ISSUE_TEMPLATE/", "content/news/"
_TITLE = re.compile(r"^title = (.*)$", re.MULTILINE)


def make_template(folder: Path, systems: Sequence[str]) -> Message:
    """Write the contents of a template repository to `folder`; return a message to print.

    Raises `NewSiteError` when it cannot be made.
    """
    create_folder(folder, plan_template(systems, datetime.now(UTC).date()))
    return advise(
        "{folder}: a template repository. Next: put it on GitHub and tick Settings → Template repository.",
        folder=folder,
    )


def plan_template(systems: Sequence[str], today: date = EXAMPLE_DATE) -> Mapping[str, bytes]:
    """Return the files of a template repository by path: a site with examples, and what starts another.

    It shows examples of `systems`. The form of each language offers these, and all that come with the
    program. Raises `NewSiteError` as `plan_site` does.
    """
    start = get_starter_folder() / "template"
    pages = {language: (start / language / "index.md").read_text(encoding="utf-8") for language in LANGUAGES}
    sites = {}
    for language, page in pages.items():
        title = page.partition("title: ")[2].partition("\n")[0]
        sites[language] = plan_site(systems, title=title, language=language, today=today)
    files = {path: data for path, data in sites["en"].items() if not path.startswith((_FORMS, _NEWS))}
    for path, merge in _MERGED.items():
        files[path] = merge([site[path].decode() for site in sites.values()]).encode()
    for path in ("README.md", ".github/workflows/start.yml"):
        files[path] = (start / path).read_bytes()
    for language, site in sites.items():
        folder = "content/" if language == "en" else f"content/{language}/"
        texts = {path: data for path, data in site.items() if path.startswith("content/")}
        files |= {
            path.replace("content/", folder, 1): data for path, data in texts.items() if _NEWS not in path
        }
        files[f"{folder}index.md"] = pages[language].encode()
        form = (start / language / "start.yml").read_text(encoding="utf-8")
        options = "\n".join(
            f"        - {quote_string(option)}" for option in _list_systems(systems, language)
        )
        files[f"{_FORMS}start-{language}.yml"] = fill_template(form, {"systems": options}).encode()
    return files


def _list_systems(systems: Sequence[str], language: str) -> list[str]:
    """Return the systems that a form offers, those whose wheel is carried: name and regulation of each."""
    carried = [
        name
        for name, registration in system.find_systems().items()
        if name in systems or registration.package == PACKAGE
    ]
    titles = ((name, system.load_system(name).title) for name in carried)
    return [
        f"{name}: {Language(language).with_catalogues(system.find_origin(name)).translate(title)}"
        for name, title in titles
    ]


def _merge_settings(texts: Sequence[str]) -> str:
    """Return the settings of a site in all languages; `texts` are those of a site in each."""
    titles = zip(*(_TITLE.findall(text) for text in texts), strict=True)
    pairs = (zip(LANGUAGES, words, strict=True) for words in titles)
    lines = (
        f"title = {{ {', '.join(f'{language} = {word}' for language, word in pair)} }}" for pair in pairs
    )
    merged = _TITLE.sub(lambda _: next(lines), texts[0])
    return re.sub(r"(?m)^language = .*", f"languages = [{', '.join(map(quote_string, LANGUAGES))}]", merged)


def _merge_workflow(texts: Sequence[str]) -> str:
    """Return a workflow that says in all languages what `texts` say in one each: on lines that differ."""
    lines = []
    for same in zip(*(text.splitlines() for text in texts), strict=True):
        begin, mark, _ = same[0].partition('"')
        words = " · ".join(dict.fromkeys(line.partition('"')[2].rstrip('"') for line in same))
        lines.append(f'{begin}"{words}"' if len({*same}) > 1 and mark else same[0])
    return "\n".join([*lines, ""])


_MERGED = {
    "sitegen.toml": _merge_settings,
    ".github/workflows/check.yml": _merge_workflow,
    ".github/workflows/publish.yml": _merge_workflow,
}
"""How the files that say something in the language of a site become one of all languages."""
