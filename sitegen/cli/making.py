"""The commands that write what people go on with: a new site, and what is to be played."""

from datetime import date
from pathlib import Path
from typing import Any

import click

from sitegen.cli import parameters
from sitegen.cli.parameters import Day


@click.command()
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@click.option(
    "--system",
    "names",
    multiple=True,
    default=("fibs",),
    show_default=True,
    shell_complete=parameters.systems,
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
    from sitegen.cli.voice import Voice, put
    from sitegen.commands import new as making
    from sitegen.language import Language

    try:
        put(*making.make(folder, names, language, players))
    except making.NewSiteError as error:
        Voice(folder, Language(language)).refuse(error)


@click.command()
@parameters.site
@click.argument("ranking", shell_complete=parameters.rankings)
@click.option("--round", type=click.IntRange(1), metavar="K", help="The round; default: the next.")
@click.option(
    "--absent", multiple=True, metavar="ID", help="Who will not be there: several with commas, or repeated."
)
@click.option("--pairs", type=click.Path(path_type=Path), metavar="FILE", help="The pairs, one a line.")
@click.option("--lines", type=click.IntRange(1, 26), metavar="N", help="Into how many lines.")
@click.option("--date", "day", type=Day(), show_default="today", help="Of the session.")
def draw(root: Path, ranking: str, **wish: Any) -> None:
    """Draw up what is to be played, and add it to the tables of RANKING."""
    from sitegen.cli.voice import Failure, Refusal, Voice, nothing_drawn, put
    from sitegen.commands import draw as drawing
    from sitegen.problem import errors
    from sitegen.request import DrawError, WishError

    voice = Voice.of(root)
    try:
        with drawing.alone(root) as left:
            if left:
                voice.finished(left)
                return
            draft, problems = drawing.draw(root, ranking, drawing.Wish(today=voice.days(None).latest, **wish))
            voice.problems(errors(problems))
            voice.stop_at_errors(problems, nothing_drawn)
            if draft:
                drawing.write(root, draft.files, draft.told, f"sitegen draw {ranking}")
                put(*draft.told)
    except DrawError as error:
        voice.refuse(error.said(voice.language.told), Refusal if isinstance(error, WishError) else Failure)


@click.command("import")
@parameters.site
@click.argument("sources", nargs=-1, type=click.Path(path_type=Path, exists=True), metavar="SOURCE...")
@click.option("--to", default="", metavar="RANKING", shell_complete=parameters.rankings, help="The ranking.")
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
    from sitegen.cli.importing import Import

    command = Import(root, **wish)
    if undo:
        command.undo(undo)
    else:
        command.run(sources)


@click.command()
@parameters.site
@parameters.as_of
@click.argument("ranking", shell_complete=parameters.rankings)
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
    from sitegen.cli.voice import Failure, Voice, nothing_exported
    from sitegen.commands import export as exporting
    from sitegen.message import advise
    from sitegen.problem import errors
    from sitegen.request import WishError

    voice, file = Voice.of(root), output or Path(f"{ranking}.{form}")
    try:
        book, problems = exporting.export(root, ranking, voice.days(as_of))
        voice.problems(errors(problems))
        voice.stop_at_errors(problems, nothing_exported)
        exporting.write(file, book or b"")
    except WishError as error:
        voice.refuse(error.said(voice.language.told))
    except exporting.ExportError as error:
        voice.refuse(error, Failure)
    voice.say(advise("{file} is written.", file=file))
    voice.stands_still(as_of)
