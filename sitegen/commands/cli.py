"""The command line: every command with its options.

A command parses what is typed (`parameters`), calls the module of its name, and prints what that returns
(`console`); `exits` ends a run. Modules are imported by the command that uses them, so that none waits for
what it does not use. `sitegen import` is in a package of its own, and found by its entry point.
"""

import os
import sys
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sitegen import __version__
from sitegen.commands import parameters
from sitegen.commands.exits import CommandGroup

if TYPE_CHECKING:
    from sitegen.commands.console import Console
    from sitegen.commands.writing import Draft
    from sitegen.core.problems import Message, Problem


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
@parameters.format_option("text", "github", "json", text="How problems are told.")
@click.option("-v", "--verbose", is_flag=True, help="Show every place of what is wrong at many.")
@click.option("--since", metavar="REVISION", help="Say first which clubs changed since then, and by whom.")
@parameters.last_option
def check(  # noqa: PLR0913, PLR0917 - a command has its options
    root: Path, as_of: date | None, output_format: str, verbose: bool, since: str | None, last: Path | None
) -> None:
    """Read everything, rate, and report every problem; write nothing."""
    from sitegen.commands import check as checking
    from sitegen.commands.console import Console
    from sitegen.core import workers
    from sitegen.core.problems import advise

    console = Console.for_site(root)
    changes = console.find_club_changes(since) if since else None
    if changes and output_format != "json":
        console.print_club_changes(changes)
    known: dict[str, Any] = {"cache": console.cache, "may_withhold": changes.had_errors if changes else None}
    days, processors = console.resolve_days(as_of), workers.count_processors()
    problems = checking.check(root, *days, processors, last=last, **known)
    console.print_problems_as(output_format, problems, every=verbose)
    console.exit_on_errors(problems)
    if output_format == "text":
        console.print_result(advise("No errors.") if problems else advise("No problems found."))
        console.print_fixed_day(as_of)


@main.command()
@parameters.site_option
@parameters.as_of_option
def doctor(root: Path, as_of: date | None) -> None:
    """Tell what is wrong around the site: the program, git, the workflows, GitHub Pages; then check it."""
    from sitegen.commands.console import Console, format_not_published
    from sitegen.commands.doctor import examine
    from sitegen.core import workers
    from sitegen.core.problems import advise

    console = Console.for_site(root)
    problems = examine(root, *console.resolve_days(as_of), workers.count_processors())
    console.print_problems(problems)
    console.exit_on_errors(problems, format_not_published)
    good = advise("Nothing here keeps the site from being published.")
    console.print_result(good if problems else advise("Nothing is wrong in this site or around it."))


@main.command()
@parameters.site_option
@parameters.as_of_option
@parameters.publishing_options
@parameters.part_option
@parameters.last_option
def build(root: Path, as_of: date | None, output: Path | None, **options: Any) -> None:
    """Build the whole site, or a part of it."""
    from sitegen import publishing
    from sitegen.commands.console import CommandError, CommandUsageError, Console
    from sitegen.core import workers
    from sitegen.publishing import disk

    console, folder = Console.for_site(root), output or root / "output"
    days = console.resolve_days(as_of)
    with console.show_progress() as progress:
        try:
            options |= {"latest": days.latest, "history": True, "progress": progress, "cache": console.cache}
            count = workers.count_processors()
            result = publishing.build_despite_errors(root, folder, days.as_of, count, **options)
        except disk.PublishError as error:
            console.fail(error, CommandUsageError if isinstance(error, disk.OutputError) else CommandError)
    console.print_problems(result.problems)
    if result.plan is None:
        console.exit_on_errors(result.problems)
    else:
        console.print_build(folder, result.plan)
        console.print_fixed_day(as_of)
        console.exit_on_withheld(result.withheld)


@main.command()
@parameters.site_option
@parameters.parts_argument
@parameters.publishing_options
def join(root: Path, parts: tuple[Path, ...], output: Path | None, pack: bool) -> None:
    """Put PARTS together that were built with --part, each once, into the site."""
    from sitegen import publishing
    from sitegen.commands.console import CommandError, CommandUsageError, Console
    from sitegen.core import workers
    from sitegen.publishing import disk

    console, folder = Console.for_site(root), output or root / "output"
    try:
        result = publishing.join_parts(parts, folder, root, workers.count_processors(), pack=pack)
    except disk.PublishError as error:
        console.fail(error, CommandUsageError if isinstance(error, disk.OutputError) else CommandError)
    console.print_problems(result.problems)
    console.exit_on_errors(result.problems)
    if result.plan:
        console.print_build(folder, result.plan)


@main.command()
@parameters.site_option
@parameters.as_of_option
@parameters.output_option
@click.option(
    "--port", type=click.IntRange(1, 65535), default=8000, show_default=True, help="The port on 127.0.0.1."
)
@click.option("--no-open", "is_quiet", is_flag=True, help="Leave the browser as it is.")
def serve(root: Path, as_of: date | None, output: Path | None, port: int, is_quiet: bool) -> None:
    """Build, show the site in a browser, and build again at every change."""
    import webbrowser

    from sitegen.commands.console import Console, get_current_time, print_lines
    from sitegen.commands.serve import preview
    from sitegen.commands.serve.server import ServeError
    from sitegen.core import machine

    console = Console.for_site(root)
    console.print_fixed_day(as_of)
    has_browser = console.is_interactive() and machine.can_show_windows()
    show = webbrowser.open if has_browser and not is_quiet else None
    try:
        builder = preview.PreviewBuilder(root, output or root / "output", as_of, get_current_time)
        preview.serve(builder, preview.list_watched_paths(root), port, print_lines, show)
    except ServeError as error:
        console.fail(error)


@main.command()
@parameters.site_option
@parameters.as_of_option
@click.argument("base")
@parameters.format_option("text", "markdown", "html", "json", "github")
@parameters.page_option("Also write it as a page, in one file.")
def diff(root: Path, as_of: date | None, base: str, output_format: str, page: Path | None) -> None:
    """Tell what the working tree changes against the revision BASE of git."""
    from sitegen.commands.console import Console, format_not_compared, get_current_time
    from sitegen.commands.diff.compare import compare_revision
    from sitegen.compare.repository import HistoryError
    from sitegen.core.problems import ProblemError

    console = Console.for_site(root)
    try:
        with compare_revision(root, base, get_current_time(), as_of, console.cache) as comparison:
            console.print_problems(comparison.problems)
            console.exit_on_errors(comparison.problems, format_not_compared)
            if page:
                console.write_comparison_page(comparison, page)
            console.print_comparison(comparison, output_format)
    except HistoryError as error:
        console.fail(error)
    except ProblemError as error:
        console.print_problems([error.problem])
        console.exit_on_errors([error.problem], format_not_compared)


@main.command()
@parameters.site_option
@click.argument("url")
def verify(root: Path, url: str) -> None:
    """Compare what is published at URL with what is checked out here, file by file."""
    from sitegen.commands import verify as verifying
    from sitegen.commands.console import WRONG_SITE, CommandError, Console

    console = Console.for_site(root)
    try:
        fetch = verifying.make_fetch(url)
    except verifying.VerifyError as error:
        console.fail(error)
    try:
        result = verifying.verify(root, fetch)
    except verifying.VerifyError as error:
        console.fail(error, CommandError)
    console.print_problems(result.problems)
    console.exit_on_errors(result.problems)
    for message in verifying.format_result(result, root):
        console.print_message(message)
    if result.differences:
        sys.exit(WRONG_SITE)


@main.command()
@parameters.site_option
@click.argument("name", required=False, shell_complete=parameters.complete_systems)
def systems(root: Path, name: str | None) -> None:
    """Show the ranking systems and what uses them, or the tables, columns and options of one."""
    from sitegen.commands import reference
    from sitegen.commands.console import CommandError, Console, print_lines
    from sitegen.core import system
    from sitegen.inputs.config import settings

    console, names = Console.for_site(root), system.find_systems()
    if name is None:
        site, _ = settings.load_site(root)
        used_systems = [(ranking.id, ranking.name_of_system) for ranking in site.rankings] if site else []
        print_lines(*reference.format_overview(names, used_systems, console.language).split("\n"))
    elif name in names:
        try:
            loaded_system = system.load_system(name)
        except system.PluginLoadError as error:
            console.fail(ValueError(error.message), CommandError)
        language = console.language.with_catalogues(system.find_origin(name))
        print_lines(*reference.format_reference(name, loaded_system, language).split("\n"))
    else:
        console.fail(ValueError(reference.format_unknown_system(name, names)))


@main.command()
@parameters.site_option
def templates(root: Path) -> None:
    """Show the templates that a site can put its own in the place of, with the blocks of each."""
    from sitegen.commands.console import print_lines
    from sitegen.inputs.config import settings
    from sitegen.render.templates import list_templates

    site, _ = settings.load_site(root)
    print_lines(*list_templates(site))


@main.command()
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@click.option(
    "--system",
    "names",
    multiple=True,
    show_default="asked in a terminal",
    shell_complete=parameters.complete_systems,
    help="A ranking system; may be repeated.",
)
@click.option(
    "--language",
    type=click.Choice(["en", "nl", "fr"]),
    default="en",
    show_default=True,
    help="Of the site, and of the spreadsheet that its files are for.",
)
@click.option(
    "--players",
    type=click.Path(path_type=Path, dir_okay=False),
    help="A list of the club's players, in the place of examples.",
)
@click.option("--title", default="", help="The title of the site.")
@click.option(
    "--repository", default="", metavar="OWNER/NAME", help="On GitHub, where the site will be published."
)
@click.option(
    "--system-package",
    "kind",
    flag_value="package",
    help="Make a package with a ranking system of your own, which is called as DIR, instead of a site.",
)
@click.option(
    "--template",
    "kind",
    flag_value="template",
    help="Make a template repository, of which clubs make their own site in a browser, instead of a site.",
)
def new(  # noqa: PLR0913, PLR0917 - an argument an option
    folder: Path,
    names: tuple[str, ...],
    language: str,
    players: Path | None,
    title: str,
    repository: str,
    kind: str | None,
) -> None:
    """Make a small working site with its workflows, a template of one, or a package with a ranking system."""
    from sitegen.commands.console import Console
    from sitegen.commands.new import site, template
    from sitegen.commands.new.examples import NewSiteError
    from sitegen.core.language import Language

    console = Console(folder, Language(language))
    try:
        if kind == "package":
            messages = [site.make_package(folder)]
        elif kind == "template":
            messages = [template.make_template(folder, names or _choose_systems(console))]
        else:
            systems = names or _choose_systems(console)
            messages = site.make_site(folder, systems, language, players, title=title, repository=repository)
    except NewSiteError as error:
        console.fail(error)
    for message in messages:
        console.print_message(message)
    if console.is_interactive():
        console.print_completion()


def _choose_systems(console: "Console") -> tuple[str, ...]:
    """Return the system that is chosen in a terminal; elsewhere print all, and raise `NewSiteError`."""
    from sitegen.commands.console import print_lines
    from sitegen.commands.new import games

    listed = games.list_games(console.language)
    if console.is_interactive():
        return (games.choose_system(listed, console.language, console.ask),)
    lines, refusal = games.format_refusal(listed)
    print_lines(*lines, err=True)
    raise refusal


@main.command()
@parameters.site_option
@click.argument("ranking", shell_complete=parameters.complete_rankings)
@click.option("--round", type=click.IntRange(1), metavar="K", help="The round; default: the next.")
@click.option(
    "--absent", multiple=True, metavar="ID", help="Who will not be there: several with commas, or repeated."
)
@click.option("--pairs", type=click.Path(path_type=Path), metavar="FILE", help="The pairs, one a line.")
@click.option("--lines", type=click.IntRange(1, 26), metavar="N", help="Into how many lines.")
@click.option("--date", "day", type=parameters.DateParam(), show_default="today", help="Of the session.")
def draw(root: Path, ranking: str, **options: Any) -> None:
    """Draw up what is to be played, and add it to the tables of RANKING."""
    from sitegen.commands import draw as drawing
    from sitegen.commands.console import format_not_drawn

    _write_draft(
        root,
        f"sitegen draw {ranking}",
        lambda today: drawing.draw(root, ranking, drawing.DrawOptions(today=today, **options)),
        format_not_drawn,
    )


@main.command()
@parameters.site_option
@click.argument("ranking", shell_complete=parameters.complete_rankings)
@click.option("--start", type=parameters.DateParam(), required=True, help="The first day of the season.")
def season(root: Path, ranking: str, start: date) -> None:
    """Begin the next season of RANKING in the club's own files."""
    from sitegen.commands import season as seasons
    from sitegen.commands.console import format_not_begun

    _write_draft(
        root,
        f"sitegen season {ranking} --start {start}",
        lambda today: seasons.begin_season(root, ranking, start, today),
        format_not_begun,
    )


@main.command()
@parameters.site_option
def owners(root: Path) -> None:
    """Write who keeps which club into CODEOWNERS, as each ranking.toml says."""
    from sitegen.commands import owners as owning
    from sitegen.commands.console import format_not_written

    _write_draft(root, "sitegen owners", lambda _: owning.draft_owners(root), format_not_written)


def _write_draft(
    root: Path,
    command: str,
    make: Callable[[date], "tuple[Draft | None, list[Problem]]"],
    format_errors: Callable[[int], "Message"],
) -> None:
    """Write what is drafted today, or print why not; finish a command that was cut short instead."""
    from sitegen.commands import writing
    from sitegen.commands.console import Console, print_lines
    from sitegen.core.entities import DrawError
    from sitegen.core.problems import select_errors

    console = Console.for_site(root)
    try:
        with writing.lock_site(root) as interrupted:
            if interrupted:
                console.print_recovery(interrupted)
                return
            draft, problems = make(console.resolve_days(None).latest)
            console.print_problems(select_errors(problems))
            console.exit_on_errors(problems, format_errors)
            if draft:
                writing.write_files(root, draft.files, draft.messages, command, draft.old)
                print_lines(*draft.messages)
    except DrawError as error:
        console.fail_request(error)


@main.command()
@parameters.site_option
@parameters.as_of_option
@click.argument("ranking", shell_complete=parameters.complete_rankings)
@parameters.format_option("xlsx", text="A workbook.")
@click.option(
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    show_default="RANKING.xlsx here",
    help="What is written.",
)
def export(root: Path, as_of: date | None, ranking: str, output_format: str, output: Path | None) -> None:
    """Write the published tables of RANKING as a workbook, a sheet a table."""
    from sitegen.commands import export as exporting
    from sitegen.commands.console import CommandError, Console, format_not_exported
    from sitegen.core.entities import InvalidRequestError
    from sitegen.core.problems import advise, select_errors

    console, file = Console.for_site(root), output or Path(f"{ranking.rpartition('/')[2]}.{output_format}")
    try:
        workbook, problems = exporting.export_ranking(root, ranking, console.resolve_days(as_of))
        console.print_problems(select_errors(problems))
        console.exit_on_errors(problems, format_not_exported)
        exporting.write_workbook(file, workbook or b"")
    except InvalidRequestError as error:
        console.fail_request(error)
    except exporting.ExportError as error:
        console.fail(error, CommandError)
    console.print_message(advise("{file} is written.", file=file))
    console.print_fixed_day(as_of)
