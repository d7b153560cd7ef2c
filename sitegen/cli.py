"""The command line: parse, call, print, exit; nothing else in the package does any of the four."""

import gc
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import date, datetime
from pathlib import Path
from typing import Any

import click

from sitegen import __version__, annotate
from sitegen.problem import Problem, errors, listing, quoted, suggestion

_SHORTEST_BAR = 500


class _Day(click.ParamType[date]):
    """A date as `2026-11-20`."""

    name = "date"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> date:
        if isinstance(value, date):
            return value
        try:
            return datetime.strptime(str(value), "%Y-%m-%d").date()  # noqa: DTZ007 - a day has no time zone
        except ValueError:
            return self.fail(f"{value!r} is not a date such as 2026-11-20", param, ctx)


_site = click.option(
    "--site",
    "root",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path(),
    show_default="here",
    help="The folder of the site.",
)
_as_of = click.option(
    "--as-of",
    type=_Day(),
    default=date.today,
    show_default="today",
    help="Ignore what is dated after this day.",
)
_output = click.option(
    "--output",
    type=click.Path(path_type=Path),
    show_default="output in the site",
    help="Where the site is written.",
)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, "-V", "--version", prog_name="sitegen")
def main() -> None:
    """Turn results that a club keeps as CSV into a ranking website.

    A site is a folder with sitegen.toml, results, content and templates.
    """


@main.command()
@_site
@_as_of
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "github", "json"]),
    default="text",
    show_default=True,
    help="How problems are told.",
)
def check(root: Path, as_of: date, form: str) -> None:
    """Read everything, rate, and report every problem; write nothing."""
    from sitegen import check as checking

    with _unhurried_memory():
        problems = checking.check(root, as_of)
    _tell(problems, form, root)
    _stop_at_errors(problems)
    if form == "text":
        click.echo("No errors." if problems else "No problems found.")


@main.command()
@_site
@_as_of
@_output
def build(root: Path, as_of: date, output: Path | None) -> None:
    """Build the whole site."""
    from sitegen import build as building
    from sitegen import publish
    from sitegen.render import workers

    with _unhurried_memory(), _progress() as watch:
        try:
            built = building.build(root, output or root / "output", as_of, watch, workers.processors())
        except publish.PublishError as error:
            raise click.ClickException(str(error)) from error
    _tell(built.problems, "text", root)
    _stop_at_errors(built.problems)
    if built.plan:
        counts = [
            ("added", built.plan.added),
            ("changed", built.plan.changed),
            ("removed", built.plan.removed),
        ]
        told = ", ".join(f"{len(paths)} {what}" for what, paths in counts if paths) or "nothing changed"
        click.echo(f"{output or root / 'output'}: {told}, {len(built.plan.unchanged)} as they were.")


@main.command()
@_site
@_as_of
@_output
@click.option(
    "--port", type=click.IntRange(1, 65535), default=8000, show_default=True, help="The port on 127.0.0.1."
)
def serve(root: Path, as_of: date, output: Path | None, port: int) -> None:
    """Build, show the site in a browser, and build again at every change."""
    from sitegen import serve as serving
    from sitegen.serve import preview

    try:
        serving.serve(
            preview.builder(root, output or root / "output", as_of), preview.watched(root), port, click.echo
        )
    except serving.ServeError as error:
        raise click.ClickException(str(error)) from error


@main.command()
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@click.option(
    "--system",
    "names",
    multiple=True,
    default=("fibs",),
    show_default=True,
    help="A ranking system; may be repeated.",
)
@click.option("--language", type=click.Choice(["en", "nl", "fr"]), default="en", help="Of site and files.")
@click.option("--players", type=click.Path(path_type=Path), metavar="FILE", help="A list of your players.")
def new(folder: Path, names: tuple[str, ...], language: str, players: Path | None) -> None:
    """Make a small working site with its workflows."""
    from sitegen import new as making

    try:
        click.echo(making.make(folder, names, language, players))
    except making.NewSiteError as error:
        raise click.UsageError(str(error)) from error


@main.command()
@_site
@click.argument("ranking")
@click.option("--round", type=click.IntRange(1), metavar="K", help="The round; default: the next.")
@click.option(
    "--absent", multiple=True, metavar="ID", help="Who will not be there: several with commas, or repeated."
)
@click.option("--pairs", type=click.Path(path_type=Path), metavar="FILE", help="The pairs, one a line.")
@click.option("--lines", type=click.IntRange(1, 26), metavar="N", help="Into how many lines.")
@click.option("--date", "day", type=_Day(), default=date.today, show_default="today", help="Of the session.")
def draw(root: Path, ranking: str, **wish: Any) -> None:
    """Draw up what is to be played, and add it to the tables of RANKING."""
    from sitegen import draw as drawing
    from sitegen.request import DrawError

    try:
        draft, problems = drawing.draw(root, ranking, drawing.Wish(**wish))
        _tell(errors(problems), "text", root)
        _stop_at_errors(problems, "drawn")
        if draft:
            drawing.write(root, draft)
            click.echo("\n".join(draft.told))
            for path, count in draft.added.items():
                click.echo(f"{root / path}: {count} row{'s' if count > 1 else ''} added.")
    except DrawError as error:
        raise click.ClickException(str(error)) from error


@main.command()
@_site
@click.argument("name", required=False)
def systems(root: Path, name: str | None) -> None:
    """Show the ranking systems and what uses them, or the tables, columns and options of one."""
    from sitegen import config, reference, system

    known = system.installed()
    if name is None:
        site, _ = config.load(root)
        used = [(each.id, each.name_of_system) for each in site.rankings] if site else []
        click.echo(reference.overview(((each, system.find(each)) for each in known), used))
    elif name in known:
        click.echo(reference.reference(name, system.find(name)))
    else:
        hint = suggestion(name, known) or listing(known)
        raise click.BadParameter(f"no ranking system is called {quoted(name)} ({hint})")


@contextmanager
def _unhurried_memory() -> Iterator[None]:
    """A build makes millions of values and drops few before it ends: looking for garbage triples its time."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _tell(problems: Iterable[Problem], form: str, root: Path) -> None:
    prefix = os.path.relpath(root)
    if form == "json":
        click.echo(annotate.as_json(problems, prefix=prefix), nl=False)
    elif form == "github":
        click.echo(annotate.github(problems, prefix=prefix), nl=False)
        if summary := os.environ.get("GITHUB_STEP_SUMMARY"):
            with Path(summary).open("a", encoding="utf-8") as file:
                file.write(annotate.summary(problems, prefix=prefix))
    else:
        for each in problems:
            click.secho(str(each), err=True, fg="red" if each in errors([each]) else "yellow")


def _stop_at_errors(problems: list[Problem], what: str = "built") -> None:
    if found := errors(problems):
        count = f"{len(found)} error{'s' if len(found) > 1 else ''}"
        click.secho(f"{count}: nothing was {what}.", err=True, bold=True)
        sys.exit(1)


@contextmanager
def _progress() -> Iterator[Callable[[int, int], None]]:
    """Pages counted on a terminal, when there are many of them."""
    with click.progressbar(length=1, label="Pages", file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:

        def watch(begun: int, of: int) -> None:
            bar.length = of
            if of >= _SHORTEST_BAR:
                bar.update(begun - bar.pos)

        yield watch
