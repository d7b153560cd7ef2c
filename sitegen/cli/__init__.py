"""The command line: parse, call, print, exit; nothing else in the package does any of the four."""

import gc
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Any

import click

from sitegen import __version__
from sitegen.cli import parameters
from sitegen.cli.commands import Commands
from sitegen.cli.parameters import Day


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, "-V", "--version", prog_name="sitegen")
@click.pass_context
def main(context: click.Context) -> None:
    """Turn results that a club keeps as CSV into a ranking website.

    A site is a folder with sitegen.toml, results, content and templates.
    """
    if os.environ.get("NO_COLOR"):
        context.color = False


@main.command()
@parameters.site
@parameters.as_of
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
    from sitegen.cli.voice import Voice
    from sitegen.commands import check as checking
    from sitegen.message import advise

    voice = Voice.of(root)
    with _unhurried_memory():
        problems = checking.check(root, *voice.days(as_of))
    if form == "json":
        voice.as_json(problems)
    elif form == "github":
        voice.github(problems)
    else:
        voice.problems(problems, every=verbose)
    voice.stop_at_errors(problems)
    if form == "text":
        voice.say(advise("No errors.") if problems else advise("No problems found."))
        voice.stands_still(as_of)


@main.command()
@parameters.site
@parameters.as_of
@parameters.output
def build(root: Path, as_of: date | None, output: Path | None) -> None:
    """Build the whole site."""
    from sitegen import build as building
    from sitegen import publish
    from sitegen.cli.voice import Failure, Refusal, Voice
    from sitegen.render import workers

    voice, folder = Voice.of(root), output or root / "output"
    days = voice.days(as_of)
    with _unhurried_memory(), voice.progress() as watch:
        try:
            built = building.build(root, folder, days.as_of, watch, workers.processors(), latest=days.latest)
        except publish.PublishError as error:
            voice.refuse(error, Refusal if isinstance(error, publish.OutputError) else Failure)
    voice.problems(built.problems)
    voice.stop_at_errors(built.problems)
    if built.plan:
        voice.published(folder, built.plan)
        voice.stands_still(as_of)


@main.command()
@parameters.site
@click.argument("url")
def verify(root: Path, url: str) -> None:
    """Compare what is published at URL with what is checked out here, file by file."""
    from sitegen.cli.voice import WRONG_SITE, Failure, Voice
    from sitegen.commands import verify as verifying

    voice = Voice.of(root)
    try:
        fetch = verifying.at(url)
    except verifying.VerifyError as error:
        voice.refuse(error)
    try:
        with _unhurried_memory():
            verdict = verifying.verify(root, fetch)
    except verifying.VerifyError as error:
        voice.refuse(error, Failure)
    voice.problems(verdict.problems)
    voice.stop_at_errors(verdict.problems)
    for each in verifying.told(verdict, root):
        voice.say(each)
    if verdict.differences:
        sys.exit(WRONG_SITE)


@main.command()
@parameters.site
@parameters.as_of
@parameters.output
@click.option(
    "--port", type=click.IntRange(1, 65535), default=8000, show_default=True, help="The port on 127.0.0.1."
)
def serve(root: Path, as_of: date | None, output: Path | None, port: int) -> None:
    """Build, show the site in a browser, and build again at every change."""
    from sitegen import serve as serving
    from sitegen.cli.voice import Voice, now, put
    from sitegen.serve import preview

    voice = Voice.of(root)
    voice.stands_still(as_of)
    try:
        build = preview.builder(root, output or root / "output", as_of, now)
        serving.serve(build, preview.watched(root), port, put)
    except serving.ServeError as error:
        voice.refuse(error)


@main.command()
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


@main.command()
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


@main.command()
@parameters.site
@click.argument("name", required=False, shell_complete=parameters.systems)
def systems(root: Path, name: str | None) -> None:
    """Show the ranking systems and what uses them, or the tables, columns and options of one."""
    from sitegen import config, system
    from sitegen.cli.voice import Failure, Voice, put
    from sitegen.commands import reference

    voice, known = Voice.of(root), system.installed()
    if name is None:
        site, _ = config.load(root)
        used = [(each.id, each.name_of_system) for each in site.rankings] if site else []
        put(*reference.overview(known, used, voice.language).split("\n"))
    elif name in known:
        try:
            found = system.find(name)
        except system.UnfitError as error:
            voice.refuse(ValueError(error.told), Failure)
        language = voice.language.with_words_of(system.origin(name))
        put(*reference.reference(name, found, language).split("\n"))
    else:
        voice.refuse(ValueError(reference.unknown(name, known)))


@main.command()
@parameters.site
def templates(root: Path) -> None:
    """Show the templates that a site can put its own in the place of, with the blocks of each."""
    from sitegen import config
    from sitegen.cli.voice import put
    from sitegen.render import overrides

    site, _ = config.load(root)
    put(*overrides.names(site))


@contextmanager
def _unhurried_memory() -> Iterator[None]:
    """A build makes millions of values and drops few before it ends: looking for garbage triples its time."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
