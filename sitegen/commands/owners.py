"""`sitegen owners`: who keeps which club, as GitHub reads it, out of the `keepers` in each ranking.toml.

In CODEOWNERS the last line that fits a file counts
(https://docs.github.com/repositories/managing-your-repositorys-settings-and-features/customizing-your-repository/about-code-owners),
so what is written here stands at the end. A keeper may change results and rules of the club, and its
ranking.toml; that file takes effect on who may do what when somebody who keeps CODEOWNERS runs this command.
"""

import re
from pathlib import Path

from sitegen.commands.writing import Draft
from sitegen.core.entities import DrawError
from sitegen.core.language import Language
from sitegen.core.problems import Message, Problem, advise, pluralize, say
from sitegen.inputs.config.settings import load_site
from sitegen.inputs.config.site import Ranking, Site
from sitegen.inputs.results.files import RESULTS_FOLDER

_PLACES = (".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS")
"""Where GitHub looks for the file; the first that is there counts."""
_BEGIN, _END = "# Begin of what `sitegen owners` writes", "# End of what `sitegen owners` writes"
_WRITTEN = re.compile(rf"^{re.escape(_BEGIN)}$.*?^{re.escape(_END)}$\n?", re.MULTILINE | re.DOTALL)


def draft_owners(root: Path) -> tuple[Draft | None, list[Problem]]:
    """Return CODEOWNERS with the keepers of all clubs of the site in `root`; nothing with errors.

    Raises `DrawError` where what was written before cannot be told from the rest.
    """
    site, problems = load_site(root)
    if site is None:
        return None, problems
    path = next((place for place in _PLACES if (root / place).is_file()), _PLACES[0])
    place = root / path
    old = place.read_bytes() if place.is_file() else None
    text = (old or b"").decode("utf-8", "surrogateescape").replace("\r\n", "\n")
    new = replace_lines(text, build_lines(site), path).encode("utf-8", "surrogateescape")
    language = Language(site.language)
    messages = [language.format_message(message) for message in _describe(site, path)]
    return Draft(messages, {path: new}, {path: old}), problems


def build_lines(site: Site) -> list[str]:
    """Return a line for each folder and page of rules of a club, with its keepers."""
    return [
        f"{pattern} {' '.join(ranking.keepers)}"
        for ranking in site.club_rankings
        if ranking.keepers
        for pattern in list_patterns(site, ranking)
    ]


def list_patterns(site: Site, ranking: Ranking) -> list[str]:
    """Return the folder of a club and its pages of rules, from the root of the site with a `/` before it."""
    folders = ("content", *(f"content/{language}" for language in site.languages[1:]))
    return [f"/{RESULTS_FOLDER}/{ranking.id}/", *(f"/{folder}/{ranking.id}.md" for folder in folders)]


def replace_lines(text: str, lines: list[str], path: str) -> str:
    """Return the text of CODEOWNERS with these lines at its end, in the place of those written before."""
    rest = _WRITTEN.sub("", text)
    if _BEGIN in rest or _END in rest:
        message = say(
            "owners-not-told-apart", "{file} has one of the two lines between which it is written", file=path
        )
        raise DrawError(message, advise("take that line out, with what was written below or above it"))
    rest = f"{rest.rstrip()}\n\n" if rest.strip() else ""
    return "".join(f"{line}\n" for line in ([_BEGIN, *lines, _END])).join([rest, ""])


def _describe(site: Site, path: str) -> list[Message]:
    """Return how many clubs have keepers, and which have none."""
    others = [ranking.id for ranking in site.club_rankings if not ranking.keepers]
    kept = len(site.club_rankings) - len(others)
    messages = [
        pluralize(kept, "{file}: one club has keepers.", "{file}: {number} clubs have keepers.", file=path)
    ]
    if others:
        messages.append(
            pluralize(
                len(others),
                "One club has none: {club}. They stand in its ranking.toml, as `keepers`.",
                "{number} clubs have none, such as {club}. They stand in its ranking.toml, as `keepers`.",
                club=others[0],
            )
        )
    return messages
