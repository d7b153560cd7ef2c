"""The command line: parse, call, print, exit; nothing else in the package does any of the four.

The commands that only tell: what changes, what differs, what there is.

The group of commands: none looks for garbage, and wrong uses are told as harmlessly as all else.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Any

import click

from sitegen import __version__
from sitegen.commands import cli_new, parameters
from sitegen.commands.exits import FailsafeGroup, pause_garbage_collection


@click.command()
@parameters.site_option
@parameters.as_of_option
@click.argument("base")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "markdown", "html", "json", "github"]),
    default="text",
    show_default=True,
    help="How it is told.",
)
@click.option(
    "--page",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Also write it as a page, in one file.",
)
def diff(root: Path, as_of: date | None, base: str, form: str, page: Path | None) -> None:
    """Tell what the working tree changes against the revision BASE of git."""
    from sitegen.commands.console import Console, format_not_compared, get_current_time
    from sitegen.commands.diff import compare as comparing
    from sitegen.compare.git import HistoryError
    from sitegen.core.problems import ProblemError

    voice = Console.for_site(root)
    try:
        with comparing.compare_revision(root, base, get_current_time(), as_of) as comparison:
            voice.print_problems(comparison.problems)
            voice.exit_on_errors(comparison.problems, format_not_compared)
            if page:
                voice.write_comparison_page(comparison, page)
            voice.print_comparison(comparison, form)
    except HistoryError as error:
        voice.fail(error)
    except ProblemError as error:
        voice.print_problems([error.problem])
        voice.exit_on_errors([error.problem], format_not_compared)


@click.command()
@parameters.site_option
@click.argument("url")
def verify(root: Path, url: str) -> None:
    """Compare what is published at URL with what is checked out here, file by file."""
    from sitegen.commands import verify as verifying
    from sitegen.commands.console import WRONG_SITE, CommandError, Console

    voice = Console.for_site(root)
    try:
        fetch = verifying.make_fetch(url)
    except verifying.VerifyError as error:
        voice.fail(error)
    try:
        verdict = verifying.verify(root, fetch)
    except verifying.VerifyError as error:
        voice.fail(error, CommandError)
    voice.print_problems(verdict.problems)
    voice.exit_on_errors(verdict.problems)
    for text in verifying.format_result(verdict, root):
        voice.print_message(text)
    if verdict.differences:
        sys.exit(WRONG_SITE)


@click.command()
@parameters.site_option
@click.argument("name", required=False, shell_complete=parameters.complete_systems)
def systems(root: Path, name: str | None) -> None:
    """Show the ranking systems and what uses them, or the tables, columns and options of one."""
    from sitegen.commands import reference
    from sitegen.commands.console import CommandError, Console, print_lines
    from sitegen.core import system
    from sitegen.inputs.config import settings

    voice, known = Console.for_site(root), system.find_systems()
    if name is None:
        site, _ = settings.load_site(root)
        used = [(ranking.id, ranking.name_of_system) for ranking in site.rankings] if site else []
        print_lines(*reference.format_overview(known, used, voice.language).split("\n"))
    elif name in known:
        try:
            found = system.load_system(name)
        except system.PluginLoadError as error:
            voice.fail(ValueError(error.message), CommandError)
        language = voice.language.with_catalogues(system.find_origin(name))
        print_lines(*reference.format_reference(name, found, language).split("\n"))
    else:
        voice.fail(ValueError(reference.format_unknown_system(name, known)))


@click.command()
@parameters.site_option
def templates(root: Path) -> None:
    """Show the templates that a site can put its own in the place of, with the blocks of each."""
    from sitegen.commands.console import print_lines
    from sitegen.inputs.config import settings
    from sitegen.render.templates import list_templates

    site, _ = settings.load_site(root)
    print_lines(*list_templates(site))


class CommandGroup(FailsafeGroup):
    """Commands; what was typed comes back in an error without what a terminal or a runner would obey."""

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        """What was asked for, as far as it stands before the command."""
        with _escape_errors():
            return super().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command, whose own part is read, and whose own modules are imported, here."""
        with _escape_errors(), pause_garbage_collection():
            return super().invoke(ctx)


@contextmanager
def _escape_errors() -> Iterator[None]:
    try:
        yield
    except click.ClickException as error:
        from sitegen.core.terminal import to_one_line

        vars(error)["message"] = to_one_line(error.message)
        raise


@click.group(cls=CommandGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, "-V", "--version", prog_name="sitegen")
@click.pass_context
def main(context: click.Context) -> None:
    """Turn results that a club keeps as CSV into a ranking website.

    A site is a folder with sitegen.toml, results, content and templates.
    """
    if os.environ.get("NO_COLOR"):
        context.color = False


@main.command()
@parameters.site_option
@parameters.as_of_option
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "github", "json"]),
    default="text",
    show_default=True,
    help="How problems are told.",
)
@click.option("-v", "--verbose", is_flag=True, help="Show every place of what is wrong at many.")
def check(root: Path, as_of: date | None, form: str, verbose: bool) -> None:
    """Read everything, rate, and report every problem; write nothing."""
    from sitegen.commands import check as checking
    from sitegen.commands.console import Console
    from sitegen.core.problems import advise

    voice = Console.for_site(root)
    problems = checking.check(root, *voice.resolve_days(as_of))
    if form == "json":
        voice.print_problems_json(problems)
    elif form == "github":
        voice.print_github(problems)
    else:
        voice.print_problems(problems, every=verbose)
    voice.exit_on_errors(problems)
    if form == "text":
        voice.print_message(advise("No errors.") if problems else advise("No problems found."))
        voice.print_fixed_day(as_of)


@main.command()
@parameters.site_option
@parameters.as_of_option
@parameters.output_option
def build(root: Path, as_of: date | None, output: Path | None) -> None:
    """Build the whole site."""
    from sitegen import build as building
    from sitegen.build import disk
    from sitegen.commands.console import CommandError, CommandUsageError, Console
    from sitegen.core import workers

    voice, folder = Console.for_site(root), output or root / "output"
    days = voice.resolve_days(as_of)
    with voice.show_progress() as watch:
        try:
            built = building.build(
                root, folder, days.as_of, watch, workers.count_processors(), latest=days.latest, history=True
            )
        except disk.PublishError as error:
            voice.fail(error, CommandUsageError if isinstance(error, disk.OutputError) else CommandError)
    voice.print_problems(built.problems)
    voice.exit_on_errors(built.problems)
    if built.plan:
        voice.print_build(folder, built.plan)
        voice.print_fixed_day(as_of)


@main.command()
@parameters.site_option
@parameters.as_of_option
@parameters.output_option
@click.option(
    "--port", type=click.IntRange(1, 65535), default=8000, show_default=True, help="The port on 127.0.0.1."
)
def serve(root: Path, as_of: date | None, output: Path | None, port: int) -> None:
    """Build, show the site in a browser, and build again at every change."""
    from sitegen.commands.console import Console, get_current_time, print_lines
    from sitegen.commands.serve import preview, server
    from sitegen.commands.serve import preview as serving

    voice = Console.for_site(root)
    voice.print_fixed_day(as_of)
    try:
        build = preview.PreviewBuilder(root, output or root / "output", as_of, get_current_time)
        serving.serve(build, preview.list_watched_paths(root), port, print_lines)
    except server.ServeError as error:
        voice.fail(error)


for _each in (
    *(diff, verify, systems, templates),
    *(cli_new.new, cli_new.draw, cli_new.import_, cli_new.export),
):
    main.add_command(_each)
