"""The commands that write what people go on with: a new site, and what is to be played."""

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
                drawing.write(root, draft.files, draft.told)
                put(*draft.told)
    except DrawError as error:
        voice.refuse(error.said(voice.language.told), Refusal if isinstance(error, WishError) else Failure)
