"""The command line: parse, call, print, exit; nothing else in the package does any of the four."""

import os
from datetime import date
from pathlib import Path

import click

from sitegen import __version__
from sitegen.cli import asking, making, parameters
from sitegen.cli.commands import Commands


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
    from sitegen import publish, workers
    from sitegen.cli.voice import Failure, Refusal, Voice

    voice, folder = Voice.of(root), output or root / "output"
    days = voice.days(as_of)
    with voice.progress() as watch:
        try:
            built = building.build(
                root, folder, days.as_of, watch, workers.processors(), latest=days.latest, history=True
            )
        except publish.PublishError as error:
            voice.refuse(error, Refusal if isinstance(error, publish.OutputError) else Failure)
    voice.problems(built.problems)
    voice.stop_at_errors(built.problems)
    if built.plan:
        voice.published(folder, built.plan)
        voice.stands_still(as_of)


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
        build = preview.Builder(root, output or root / "output", as_of, now)
        serving.serve(build, preview.watched(root), port, put)
    except serving.ServeError as error:
        voice.refuse(error)


for _each in (
    *(asking.diff, asking.verify, asking.systems, asking.templates),
    *(making.new, making.draw, making.import_, making.export),
):
    main.add_command(_each)
