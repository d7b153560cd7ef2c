"""Options that several commands share, the type of a date, and completion for shells."""

from collections.abc import Callable
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from sitegen.publishing.parts import Part

F = TypeVar("F", bound=Callable[..., Any])


class DateParam(click.ParamType[date]):
    """A date as `2026-11-20`."""

    name = "date"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> date:
        """Return the date; a usage error where it is not written as one."""
        if isinstance(value, date):
            return value
        from sitegen.core.cell_values import check_year
        from sitegen.core.language import ENGLISH, Language
        from sitegen.core.problems import advise

        try:
            return check_year(datetime.strptime(str(value), "%Y-%m-%d").date())  # noqa: DTZ007 - no time zone
        except ValueError:
            message = advise("{value} is not a date such as 2026-11-20", value=repr(value))
            language = ctx.find_object(Language) if ctx else None
            return self.fail((language or ENGLISH).format_message(message), param, ctx)


class PartParam(click.ParamType["Part"]):
    """A part of a site as `3/8`."""

    name = "part"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> "Part":
        """Return the part; a usage error where it is not written as one."""
        from sitegen.core.language import ENGLISH, Language
        from sitegen.core.problems import advise
        from sitegen.publishing.parts import Part

        try:
            return Part.parse(str(value))
        except ValueError:
            message = advise("{value} is not a part such as 3/8", value=repr(value))
            language = ctx.find_object(Language) if ctx else None
            return self.fail((language or ENGLISH).format_message(message), param, ctx)


def complete_systems(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    """Return the installed systems whose names begin with `incomplete`."""
    from sitegen.core import system

    return [name for name in system.find_systems() if name.startswith(incomplete)]


def complete_rankings(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    """Return the rankings of the site whose ids begin with `incomplete`."""
    from sitegen.inputs.config import settings

    site, _ = settings.load_site(ctx.params.get("root") or Path())
    return [ranking.id for ranking in (site.rankings if site else ()) if ranking.id.startswith(incomplete)]


site_option = click.option(
    "--site",
    "root",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    default=Path(),
    show_default="here",
    help="The folder of the site.",
)
as_of_option = click.option(
    "--as-of",
    type=DateParam(),
    show_default="today, or as_of in sitegen.toml",
    help="Ignore what is dated after this day.",
)
output_option = click.option(
    "--output",
    type=click.Path(path_type=Path),
    show_default="output in the site",
    help="Where the site is written.",
)
part_option = click.option(
    "--part", type=PartParam(), metavar="N/COUNT", help="Build no more than this part."
)
last_option = click.option(
    "--from",
    "last",
    type=click.Path(path_type=Path, file_okay=False),
    help="Take over what has not changed since the build in this folder, which may be that of --output.",
)
parts_argument = click.argument(
    "parts", nargs=-1, required=True, type=click.Path(path_type=Path, file_okay=False, exists=True)
)


def publishing_options(command: F) -> F:
    """Add the options for where a site is written, and for which hosts."""
    text = "Add compressed copies and headers, for other hosts than GitHub Pages."
    return output_option(click.option("--pack", is_flag=True, help=text)(command))


def format_option(*formats: str, text: str = "How it is told.") -> Callable[[F], F]:
    """Return the option for the format of what a command prints; the first is its default."""
    choice = click.Choice(formats)
    return click.option(
        "--format", "output_format", type=choice, default=formats[0], show_default=True, help=text
    )


def page_option(text: str) -> Callable[[F], F]:
    """Return the option for a file that gets the report as a page."""
    return click.option("--page", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help=text)
