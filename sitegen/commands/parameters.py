"""What several commands take: the site, a day, the output; and what a shell can complete."""

from datetime import date, datetime
from pathlib import Path

import click


class DateParam(click.ParamType[date]):
    """A date as `2026-11-20`."""

    name = "date"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> date:
        """The day that is written, or a wrong use of the command."""
        if isinstance(value, date):
            return value
        try:
            return _parse_day(str(value))
        except ValueError:
            return self.fail(f"{value!r} is not a date such as 2026-11-20", param, ctx)


def _parse_day(written: str) -> date:
    from sitegen.core.cell_values import check_year

    return check_year(datetime.strptime(written, "%Y-%m-%d").date())  # noqa: DTZ007 - it has no time zone


def complete_systems(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    """The installed systems whose names begin so."""
    from sitegen.core import system

    return [name for name in system.find_systems() if name.startswith(incomplete)]


def complete_rankings(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    """The rankings of the site whose ids begin so."""
    from sitegen.inputs.config import settings

    found, _ = settings.load_site(ctx.params.get("root") or Path())
    return [ranking.id for ranking in (found.rankings if found else ()) if ranking.id.startswith(incomplete)]


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
