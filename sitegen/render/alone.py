"""A page that stands alone: one file, with its style inside and nothing else that a browser would fetch."""

from base64 import b64encode
from hashlib import sha256

from jinja2 import FileSystemLoader
from markupsafe import Markup

from sitegen import theme
from sitegen.language import Language
from sitegen.render.environment import bare


def alone(template: str, style: str, language: Language, **shows: object) -> str:
    """The page that a template of ours makes; a browser obeys the style sheet of this name in it alone.

    The templates of a site have no say in it: such a page can be about those.
    """
    sheet = theme.sheet(style)
    digest = b64encode(sha256(sheet.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    made = bare(FileSystemLoader(theme.templates()), language).get_template(template)
    style_sheet = Markup(sheet)  # noqa: S704 - our own
    return made.render(shows, language=language.code, policy=policy, style=style_sheet)
