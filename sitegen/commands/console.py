"""What the commands print, in the language of the site, and the errors that end one with a status.

Nothing that is printed is obeyed by a terminal or a runner.
"""

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import UTC, date, datetime
from functools import cached_property
from pathlib import Path
from time import perf_counter
from typing import IO, TYPE_CHECKING, Any, NoReturn, Self

import click

from sitegen.core import machine
from sitegen.core.cache import BuildCache
from sitegen.core.language import Language
from sitegen.core.problems import Message, Problem, advise, join_messages, pluralize, say, select_errors
from sitegen.core.terminal import format_code_span, format_problem, format_problem_lines, to_one_line
from sitegen.inputs.config import settings, site
from sitegen.inputs.config.site import SiteDates

if TYPE_CHECKING:
    from sitegen.commands.diff.compare import Comparison
    from sitegen.commands.keepers import ClubChanges
    from sitegen.core.entities import DrawError
    from sitegen.core.workers import ProgressCallback
    from sitegen.publishing.output import PublishPlan
    from sitegen.publishing.stages import BuildProgress


WRONG_SITE, WRONG_USAGE, WRONG_CLUB = 1, 2, 3
"""The exit statuses: of errors in a site or on a machine, of a command that cannot be meant, and of errors in
clubs without which the site was built."""
_MIN_PROGRESS_RANKINGS, _MIN_PROGRESS_PAGES = 20, 500
_PROGRESS_INTERVAL = 5
"""Seconds between two lines of progress where there is no terminal."""


def print_lines(*lines: str, **style: Any) -> None:
    """Print each text on one line, with all that a terminal or runner would obey escaped."""
    for text in lines:
        click.secho(to_one_line(text), **style)


def format_not_built(number: int) -> Message:
    """Return the message that nothing was built because of errors."""
    return pluralize(number, "{number} error: nothing was built.", "{number} errors: nothing was built.")


def format_not_published(number: int) -> Message:
    """Return the message that errors keep a site from being published."""
    return pluralize(
        number,
        "{number} error keeps the site from being published.",
        "{number} errors keep the site from being published.",
    )


def format_not_drawn(number: int) -> Message:
    """Return the message that nothing was drawn because of errors."""
    return pluralize(number, "{number} error: nothing was drawn.", "{number} errors: nothing was drawn.")


def format_not_begun(number: int) -> Message:
    """Return the message that no season was begun because of errors."""
    return pluralize(number, "{number} error: no season was begun.", "{number} errors: no season was begun.")


def format_not_written(number: int) -> Message:
    """Return the message that nothing was written because of errors."""
    return pluralize(number, "{number} error: nothing was written.", "{number} errors: nothing was written.")


def format_not_exported(number: int) -> Message:
    """Return the message that nothing was exported because of errors."""
    return pluralize(
        number, "{number} error: nothing was exported.", "{number} errors: nothing was exported."
    )


def format_not_compared(number: int) -> Message:
    """Return the message that nothing was compared because of errors."""
    return pluralize(
        number, "{number} error: nothing was compared.", "{number} errors: nothing was compared."
    )


def get_current_time() -> datetime:
    """Return the current time: the only clock that any result depends on."""
    return datetime.now(UTC)


class CommandError(click.ClickException):
    """A command failed; the message says why in one line."""

    exit_code = WRONG_SITE

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the message as it is, without click's own heading."""
        print_lines(self.message, file=file, err=file is None)


class CommandUsageError(CommandError):
    """A command was used wrongly; the message says how in one line."""

    exit_code = WRONG_USAGE


class Console:
    """Prints in the language of one site."""

    def __init__(self, root: Path, language: Language) -> None:
        self._root = root
        self.language = language
        self.cache = BuildCache()
        """Has the settings of the site, which a command need not read once more."""
        self.restart_clock()

    @classmethod
    def for_site(cls, root: Path) -> Self:
        """Return a console in the language of the site in `root`, with the words of its systems.

        Where its settings cannot be read, the language is guessed from them.
        """
        console = cls(root, Language(settings.detect_language(root)))
        _ = console._site  # loads the systems, of which the origins then know their folders
        console.language = console.language.with_catalogues(*settings.detect_origins(root))
        return console

    @cached_property
    def _site(self) -> site.Site | None:
        """The site, read before a build can replace the folder that we are in: then no path leads to it."""
        return settings.load_site(self._root, self.cache)[0]

    def restart_clock(self) -> None:
        """Measure from now on how long the command takes."""
        self._start = perf_counter()

    def print_message(self, message: str) -> None:
        """Print a message on a line."""
        print_lines(self.language.format_message(message))

    @staticmethod
    def is_interactive() -> bool:
        """Whether somebody is there to answer: the command was typed in a terminal."""
        return sys.stdin.isatty() and sys.stdout.isatty()

    @staticmethod
    def ask(*lines: str) -> str:
        """Print the lines of a question and return the answer, which is blank where none is given."""
        print_lines(*lines)
        return str(click.prompt("", default="", show_default=False, prompt_suffix="> ")).strip()

    def print_completion(self) -> None:
        """Print how the shell of this terminal completes commands, where it is one that can."""
        shell = Path(os.environ.get("SHELL", "")).name
        source = f"_SITEGEN_COMPLETE={shell}_source sitegen"
        commands = {"bash": f'eval "$({source})"', "zsh": f'eval "$({source})"', "fish": f"{source} | source"}
        if shell in commands:
            self.print_message(
                advise(
                    "Completion of commands, systems and rankings with Tab: {command}",
                    command=commands[shell],
                )
            )

    def print_result(self, message: str) -> None:
        """Print what a command did and the seconds that it took: `No problems found. (1.2 s)`."""
        seconds = self.language.make_number_formatter(1)(perf_counter() - self._start)
        print_lines(f"{self.language.format_message(message)} ({seconds} s)")

    def resolve_days(self, as_of: date | None) -> SiteDates:
        """Return the dates that the site is built for, as of today, its own fixed day or `as_of`."""
        return site.compute_dates(self._site, get_current_time(), as_of)

    def print_fixed_day(self, as_of: date | None) -> None:
        """Print the day at which the site stands still, unless another was asked for."""
        if self._site and self._site.as_of and not as_of:
            day = self.language.format_full_date(self._site.as_of)
            self.print_message(
                advise("This site shows the state of {day}: see as_of in sitegen.toml.", day=day)
            )

    def print_problems(self, problems: Sequence[Problem], *, every: bool = False) -> None:
        """Print problems for people, on standard error: `every` place of each, or the number of places."""
        for problem in problems:
            lines = (
                format_problem_lines(problem, self.language)
                if every
                else [format_problem(problem, self.language)]
            )
            print_lines(*lines, err=True, fg="red" if select_errors([problem]) else "yellow")
        if not every and any(problem.other_places for problem in problems):
            print_lines(
                self.language.format_message(advise("`sitegen check --verbose` shows every place.")), err=True
            )

    def print_problems_as(self, output_format: str, problems: Sequence[Problem], *, every: bool) -> None:
        """Print problems for people, for programs or for GitHub."""
        if output_format == "json":
            self.print_problems_json(problems)
        elif output_format == "github":
            self.print_github(problems)
        else:
            self.print_problems(problems, every=every)

    def find_club_changes(self, revision: str) -> "ClubChanges":
        """Return which clubs changed since a revision; end the command where git does not know it."""
        from sitegen.commands.keepers import ClubChanges
        from sitegen.compare.repository import HistoryError

        try:
            return ClubChanges.find(self._root, revision)
        except HistoryError as error:
            self.fail(error)

    def print_club_changes(self, changes: "ClubChanges") -> None:
        """Print which clubs changed, and whether who started a run on GitHub keeps them."""
        text = self.language.format_message(changes.describe(os.environ.get("GITHUB_ACTOR", "")))
        print_lines(text)
        if path := os.environ.get("GITHUB_STEP_SUMMARY"):
            self._write_summary(path, f"{format_code_span(text)}\n\n")

    def print_problems_json(self, problems: Iterable[Problem]) -> None:
        """Print problems for programs."""
        from sitegen.commands import check

        self.print_json(check.format_json(problems, prefix=self._prefix, language=self.language))

    @staticmethod
    def print_json(text: str) -> None:
        """Print JSON, which is ASCII: no terminal obeys any of it."""
        click.echo(text, nl=False)

    def print_github(self, problems: Sequence[Problem]) -> None:
        """Print problems as annotations of a run on GitHub, and write its summary."""
        from sitegen.commands import check

        prefix, language = self._prefix, self.language
        click.echo(check.format_github(problems, prefix=prefix, language=language), nl=False)
        if path := os.environ.get("GITHUB_STEP_SUMMARY"):
            self._write_summary(path, check.format_summary(problems, prefix=prefix, language=language))

    def _write_summary(self, path: str, summary: str) -> None:
        """Add to the summary of a run; where that fails, its log still has everything."""
        try:
            # A pipe that nobody reads is refused and not waited for.
            descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | machine.NO_WAITING, 0o666)
            with os.fdopen(descriptor, "a", encoding="utf-8") as file:
                file.write(summary)
        except OSError as error:
            message = advise("The summary could not be written: {reason}", reason=error.strerror)
            print_lines(self.language.format_message(message), err=True)

    @property
    def _prefix(self) -> str:
        try:
            return Path(os.path.relpath(self._root)).as_posix()
        except ValueError:  # it is on another drive of Windows
            return self._root.absolute().as_posix()

    def exit_on_errors(
        self, problems: Iterable[Problem], format_outcome: Callable[[int], Message] = format_not_built
    ) -> None:
        """End the program when there is an error, with the number of errors in a message."""
        if errors := select_errors(problems):
            print_lines(self.language.format_message(format_outcome(len(errors))), err=True, bold=True)
            sys.exit(WRONG_SITE)

    def exit_on_withheld(self, clubs: Sequence[site.WithheldClub]) -> None:
        """End the program when a site was built without the files of clubs, and name these."""
        kept, left_out = (
            [club.title for club in clubs if club.has_pages == has_pages] for has_pages in (True, False)
        )
        if kept:
            self._print_clubs(
                advise("Built as they were before their errors: {clubs}.", clubs=", ".join(kept))
            )
        if left_out:
            self._print_clubs(
                advise(
                    "Left out, as no state without errors was found in git: {clubs}.",
                    clubs=", ".join(left_out),
                )
            )
        if clubs:
            sys.exit(WRONG_CLUB)

    def _print_clubs(self, message: Message) -> None:
        print_lines(self.language.format_message(message), err=True, bold=True)

    def print_build(self, folder: Path, plan: "PublishPlan") -> None:
        """Print how many files the site has, and how many of them a build has changed."""
        changes = join_messages(
            advise("{number} added", number=len(plan.added)) if plan.added else "",
            advise("{number} changed", number=len(plan.changed)) if plan.changed else "",
            advise("{number} removed", number=len(plan.removed)) if plan.removed else "",
            between=", ",
        )
        self.print_result(
            pluralize(
                len(plan.added) + len(plan.changed) + len(plan.unchanged),
                "{folder}: {number} file, {changes}.",
                "{folder}: {number} files, {changes}.",
                folder=folder,
                changes=changes or advise("nothing changed"),
            )
        )
        try:
            Path.cwd()
        except FileNotFoundError:
            self.print_message(
                advise("The folder you are in was replaced: `cd .` brings you to the new one.")
            )

    def print_comparison(self, comparison: "Comparison", output_format: str) -> None:
        """Print what the working tree changes, in one of the formats."""
        from sitegen.commands.diff import data, formats

        language = self.language
        if output_format == "text":
            print_lines(*formats.format_text(comparison, language))
        elif output_format == "github":
            notice = formats.format_notice(comparison, language)
            click.echo("\n".join([*formats.format_warnings(comparison, language), notice]))
            if path := os.environ.get("GITHUB_STEP_SUMMARY"):
                self._write_summary(path, formats.format_markdown(comparison, language))
        else:
            formatters = {
                "markdown": formats.format_markdown,
                "json": data.dump_comparison,
                "html": formats.format_html,
            }
            click.echo(formatters[output_format](comparison, language), nl=False)

    def write_comparison_page(self, comparison: "Comparison", file: Path) -> None:
        """Write what the working tree changes as a page in `file`."""
        from sitegen.commands.diff import formats

        try:
            file.write_text(formats.format_html(comparison, self.language), encoding="utf-8", newline="\n")
        except OSError as error:
            message = say(
                "page-not-written", "{file} cannot be written: {reason}", file=file, reason=error.strerror
            )
            self.fail(ValueError(message), CommandError)

    def print_recovery(self, messages: Iterable[str]) -> None:
        """Print the messages of a command that was cut short and is finished now."""
        self.print_message(
            advise("The last command was cut short. It is finished now; nothing else was done:")
        )
        print_lines(*messages)

    def fail(self, error: Exception, kind: type[CommandError] = CommandUsageError) -> NoReturn:
        """End the command with the message of an exception."""
        reason = str(error) if error.args[1:] else error.args[0]
        message = advise("Error: {message}", message=reason)
        raise kind(self.language.format_message(message)) from error

    def fail_request(self, error: "DrawError") -> NoReturn:
        """End a draw, import or export that cannot be done; a usage error where it cannot be meant."""
        from sitegen.core.entities import InvalidRequestError

        kind = CommandUsageError if isinstance(error, InvalidRequestError) else CommandError
        self.fail(error.translate(self.language.format_message), kind)

    @contextmanager
    def show_progress(self) -> Iterator["BuildProgress"]:
        """Yield what counts rankings and pages, where there are many of them or they take long.

        A terminal shows a bar. A log gets a line every few seconds.
        """
        from sitegen.publishing.stages import BuildProgress

        with ExitStack() as bars:
            if sys.stderr.isatty():
                yield BuildProgress(
                    self._make_bar(bars, advise("Rankings"), _MIN_PROGRESS_RANKINGS),
                    self._make_bar(bars, advise("Pages"), _MIN_PROGRESS_PAGES),
                )
                return
            self._last_line = self._start
            yield BuildProgress(
                lambda number, total: self._print_line(
                    advise("{number} of {total} rankings", number=number, total=total)
                ),
                lambda number, total: self._print_line(
                    advise("{number} of {total} pages", number=number, total=total)
                ),
            )

    def _make_bar(self, bars: ExitStack, label: Message, least: int) -> "ProgressCallback":
        """Return what moves a bar, which is drawn where there are at least so many things."""
        drawn: list[Any] = []

        def watch(begun_count: int, total: int) -> None:
            if not drawn and total >= least:
                text = self.language.format_message(label)
                drawn.append(bars.enter_context(click.progressbar(length=total, label=text, file=sys.stderr)))
            for bar in drawn:
                bar.update(begun_count - bar.pos)

        return watch

    def _print_line(self, message: Message) -> None:
        """Print how far a build is, unless that was said a moment ago."""
        now = perf_counter()
        if now - self._last_line >= _PROGRESS_INTERVAL:
            self._last_line = now
            print_lines(self.language.format_message(message), err=True)
