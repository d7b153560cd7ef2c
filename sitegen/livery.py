"""What a site changes of the look: whether it can be read, and the rules of style that say it."""

from collections.abc import Iterator
from pathlib import Path

from sitegen import palette
from sitegen.config import Site
from sitegen.config.site import Theme
from sitegen.message import advise, say
from sitegen.palette import LEAST, Pair
from sitegen.problem import Problem, Severity, quoted, suggestion
from sitegen.theme import static_files

_FORMATS = {".woff2": "woff2", ".woff": "woff", ".ttf": "truetype", ".otf": "opentype"}


def faults(site: Site) -> list[Problem]:
    """Colours that cannot be read, and files that are not there."""
    return [
        *_missing(site),
        *(_faint(site.theme, each) for each in site.theme.palette.pairs if _is_faint(each)),
    ]


def rules(theme: Theme) -> str:
    """The rules that go behind those of the style sheet; empty where a site changes nothing."""
    light, dark = _root(theme.palette.light), _root(theme.palette.dark)
    dimmed = f"@media(prefers-color-scheme:dark){{{dark}}}" if dark else ""
    return light + dimmed + (_face(theme.font) if theme.font else "")


def _root(colours: dict[str, str]) -> str:
    said = ";".join(f"--{name}:{value}" for name, value in colours.items())
    return f":root{{{said}}}" if said else ""


def _face(font: str) -> str:
    form = _FORMATS[Path(font).suffix]
    source = f'src:url("{font}") format("{form}")'
    face = f'@font-face{{font-family:"Own";{source};font-display:swap}}'
    return face + 'body{font-family:"Own",system-ui,sans-serif}'


def _missing(site: Site) -> Iterator[Problem]:
    there = static_files(site.root)
    for key, name in (("logo", site.theme.logo), ("font", site.theme.font)):
        if name and name not in there:
            message = say("no-such-theme-file", "there is no file templates/static/{name}", name=name)
            hint = suggestion(name, there) or advise("put it there")
            yield site.theme.problem(key, Severity.ERROR, message, hint)


def _is_faint(pair: Pair) -> bool:
    return palette.contrast(pair.colour, pair.behind) < LEAST


def _faint(theme: Theme, pair: Pair) -> Problem:
    found = f"{palette.contrast(pair.colour, pair.behind):.1f}"
    message = say(
        "faint-colour",
        "{colour} on {behind} has a contrast of {found}; texts need {least}",
        colour=quoted(pair.colour),
        behind=quoted(pair.behind),
        found=found,
        least=str(LEAST),
    )
    hint = advise(
        "write {value}, which is the nearest that can be read", value=quoted(palette.readable(pair))
    )
    return theme.problem(pair.key, Severity.WARNING, message, hint)
