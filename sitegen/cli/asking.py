"""The commands that only tell: what changes, what differs, what there is."""

import sys
from datetime import date
from pathlib import Path

import click

from sitegen.cli import parameters


@click.command()
@parameters.site
@parameters.as_of
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
    from sitegen.cli.voice import Voice, nothing_compared, now
    from sitegen.commands import diff as comparing
    from sitegen.history import HistoryError
    from sitegen.problem import ProblemError

    voice = Voice.of(root)
    try:
        with comparing.compared(root, base, now(), as_of) as comparison:
            voice.problems(comparison.problems)
            voice.stop_at_errors(comparison.problems, nothing_compared)
            if page:
                voice.as_page(comparison, page)
            voice.compared(comparison, form)
    except HistoryError as error:
        voice.refuse(error)
    except ProblemError as error:
        voice.problems([error.problem])
        voice.stop_at_errors([error.problem], nothing_compared)


@click.command()
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
        verdict = verifying.verify(root, fetch)
    except verifying.VerifyError as error:
        voice.refuse(error, Failure)
    voice.problems(verdict.problems)
    voice.stop_at_errors(verdict.problems)
    for each in verifying.told(verdict, root):
        voice.say(each)
    if verdict.differences:
        sys.exit(WRONG_SITE)


@click.command()
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


@click.command()
@parameters.site
def templates(root: Path) -> None:
    """Show the templates that a site can put its own in the place of, with the blocks of each."""
    from sitegen import config
    from sitegen.cli.voice import put
    from sitegen.render import overrides

    site, _ = config.load(root)
    put(*overrides.names(site))
