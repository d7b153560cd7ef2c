"""The commands that write what people go on with: a new site, and what is to be played."""

from datetime import date
from pathlib import Path
from typing import Any

import click

from sitegen.commands import parameters
from sitegen.commands.parameters import DateParam


@click.command()
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@click.option(
    "--system",
    "names",
    multiple=True,
    default=("fibs",),
    show_default=True,
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
def new(folder: Path, names: tuple[str, ...], language: str, players: Path | None) -> None:
    """Make a small working site with its workflows."""
    from sitegen.commands.console import Console, print_lines
    from sitegen.commands.new import examples
    from sitegen.commands.new import site as making
    from sitegen.core.language import Language

    try:
        print_lines(*making.make_site(folder, names, language, players))
    except examples.NewSiteError as error:
        Console(folder, Language(language)).fail(error)


@click.command()
@parameters.site_option
@click.argument("ranking", shell_complete=parameters.complete_rankings)
@click.option("--round", type=click.IntRange(1), metavar="K", help="The round; default: the next.")
@click.option(
    "--absent", multiple=True, metavar="ID", help="Who will not be there: several with commas, or repeated."
)
@click.option("--pairs", type=click.Path(path_type=Path), metavar="FILE", help="The pairs, one a line.")
@click.option("--lines", type=click.IntRange(1, 26), metavar="N", help="Into how many lines.")
@click.option("--date", "day", type=DateParam(), show_default="today", help="Of the session.")
def draw(root: Path, ranking: str, **wish: Any) -> None:
    """Draw up what is to be played, and add it to the tables of RANKING."""
    from sitegen.commands import draw as draw_wish
    from sitegen.commands import draw as drawing
    from sitegen.commands.console import (
        CommandError,
        CommandUsageError,
        Console,
        format_not_drawn,
        print_lines,
    )
    from sitegen.commands.draw import lock_site, write_files
    from sitegen.core.entities import DrawError, InvalidRequestError
    from sitegen.core.problems import select_errors

    voice = Console.for_site(root)
    try:
        with lock_site(root) as left:
            if left:
                voice.print_recovery(left)
                return
            draft, problems = drawing.draw(
                root, ranking, draw_wish.DrawOptions(today=voice.resolve_days(None).latest, **wish)
            )
            voice.print_problems(select_errors(problems))
            voice.exit_on_errors(problems, format_not_drawn)
            if draft:
                write_files(root, draft.files, draft.messages, f"sitegen draw {ranking}")
                print_lines(*draft.messages)
    except DrawError as error:
        voice.fail(
            error.translate(voice.language.format_message),
            CommandUsageError if isinstance(error, InvalidRequestError) else CommandError,
        )


@click.command("import")
@parameters.site_option
@click.argument("sources", nargs=-1, type=click.Path(path_type=Path, exists=True), metavar="SOURCE...")
@click.option(
    "--to", default="", metavar="RANKING", shell_complete=parameters.complete_rankings, help="The ranking."
)
@click.option("--name", default="", help="Under which the answers are kept; default: that of the file.")
@click.option("--sheet", default="", metavar="S", help="The one sheet or table that is taken.")
@click.option("--as", "table", default="", metavar="TABLE", help="What its rows are: players, games, ...")
@click.option("--again", is_flag=True, help="Every source named in imports/NAME.toml, or in all of them.")
@click.option("--undo", metavar="NAME", help="Take out the rows of an import.")
@click.option("--gone", is_flag=True, help="Also take out rows that the source has no more.")
@click.option("--ask", is_flag=True, help="Ask here what is asked in imports/NAME.toml.")
@click.option("--dry-run", is_flag=True, help="Write nothing.")
@click.option(
    "--page", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help="Also as a page."
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="How it is told.",
)
def import_(root: Path, sources: tuple[Path, ...], undo: str | None, **wish: Any) -> None:
    """Bring a club's records into RANKING, and tell what became of every one."""
    from sitegen.commands.cli_import import ImportCommand

    command = ImportCommand(root, **wish)
    if undo:
        command.undo(undo)
    else:
        command.run(sources)


@click.command()
@parameters.site_option
@parameters.as_of_option
@click.argument("ranking", shell_complete=parameters.complete_rankings)
@click.option(
    "--format", "form", type=click.Choice(["xlsx"]), default="xlsx", show_default=True, help="A workbook."
)
@click.option(
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    show_default="RANKING.xlsx here",
    help="What is written.",
)
def export(root: Path, as_of: date | None, ranking: str, form: str, output: Path | None) -> None:
    """Write the published tables of RANKING as a workbook, a sheet a table."""
    from sitegen.commands import export as exporting
    from sitegen.commands.console import CommandError, Console, format_not_exported
    from sitegen.core.entities import InvalidRequestError
    from sitegen.core.problems import advise, select_errors

    voice, file = Console.for_site(root), output or Path(f"{ranking}.{form}")
    try:
        book, problems = exporting.export_ranking(root, ranking, voice.resolve_days(as_of))
        voice.print_problems(select_errors(problems))
        voice.exit_on_errors(problems, format_not_exported)
        exporting.write_workbook(file, book or b"")
    except InvalidRequestError as error:
        voice.fail(error.translate(voice.language.format_message))
    except exporting.ExportError as error:
        voice.fail(error, CommandError)
    voice.print_message(advise("{file} is written.", file=file))
    voice.print_fixed_day(as_of)
