"""What several commands take: the site, a day, the output; and what a shell can complete."""

from datetime import date, datetime
from pathlib import Path

import click


class Day(click.ParamType[date]):
    """A date as `2026-11-20`."""

    name = "date"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> date:
        """The day that is written, or a wrong use of the command."""
        if isinstance(value, date):
            return value
        try:
            return _day(str(value))
        except ValueError:
            return self.fail(f"{value!r} is not a date such as 2026-11-20", param, ctx)


def _day(written: str) -> date:
    from sitegen.cells.days import within_reach

    return within_reach(datetime.strptime(written, "%Y-%m-%d").date())  # noqa: DTZ007 - it has no time zone


def systems(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    """The installed systems whose names begin so."""
    from sitegen import system

    return [each for each in system.installed() if each.startswith(incomplete)]


def rankings(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    """The rankings of the site whose ids begin so."""
    from sitegen import config

    found, _ = config.load(ctx.params.get("root") or Path())
    return [each.id for each in (found.rankings if found else ()) if each.id.startswith(incomplete)]


site = click.option(
    "--site",
    "root",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    default=Path(),
    show_default="here",
    help="The folder of the site.",
)
as_of = click.option(
    "--as-of",
    type=Day(),
    show_default="today, or as_of in sitegen.toml",
    help="Ignore what is dated after this day.",
)
output = click.option(
    "--output",
    type=click.Path(path_type=Path),
    show_default="output in the site",
    help="Where the site is written.",
)
