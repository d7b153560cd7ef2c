"""What the command line prints, in the language of the site, and with which status it ends."""

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, date, datetime
from functools import cached_property
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NoReturn, Self

import click

from sitegen.core.language import Language
from sitegen.core.problems import Message, Problem, advise, join_messages, pluralize, say, select_errors
from sitegen.core.terminal import format_problem, format_problem_lines, to_one_line
from sitegen.inputs.config import settings, site
from sitegen.inputs.config.site import SiteDates

if TYPE_CHECKING:
    from sitegen.build.output import PublishPlan
    from sitegen.commands.diff.compare import Comparison


WRONG_SITE, WRONG_USAGE = 1, 2
_MIN_PROGRESS_PAGES = 500


def print_lines(*lines: str, **style: Any) -> None:
    """Print each on one line, of which no terminal or runner obeys anything: all is told this way."""
    for text in lines:
        click.secho(to_one_line(text), **style)


def format_not_built(number: int) -> Message:
    """That nothing was built for so many errors."""
    return pluralize(number, "{number} error: nothing was built.", "{number} errors: nothing was built.")


def format_not_drawn(number: int) -> Message:
    """That nothing was drawn for so many errors."""
    return pluralize(number, "{number} error: nothing was drawn.", "{number} errors: nothing was drawn.")


def format_not_exported(number: int) -> Message:
    """That nothing was exported for so many errors."""
    return pluralize(
        number, "{number} error: nothing was exported.", "{number} errors: nothing was exported."
    )


def format_not_compared(number: int) -> Message:
    """That nothing was compared for so many errors."""
    return pluralize(
        number, "{number} error: nothing was compared.", "{number} errors: nothing was compared."
    )


def get_current_time() -> datetime:
    """This moment: the only clock of the program."""
    return datetime.now(UTC)


def _is_cwd_deleted() -> bool:
    """Whether the folder that we are in has been deleted."""
    try:
        Path.cwd()
    except FileNotFoundError:
        return True
    return False


class CommandError(click.ClickException):
    """Why nothing came of a command, in one line."""

    exit_code = WRONG_SITE

    def show(self, file: IO[Any] | None = None) -> None:
        """Print it, in the words that it has."""
        print_lines(self.message, file=file, err=file is None)


class CommandUsageError(CommandError):
    """Why what was asked of a command cannot be done, in one line."""

    exit_code = WRONG_USAGE


class Console:
    """Tells of one site."""

    def __init__(self, root: Path, language: Language) -> None:
        self._root = root
        self.language = language

    @classmethod
    def for_site(cls, root: Path) -> Self:
        """In the language of the site there, as far as that can be read, with the words of its systems."""
        voice = cls(root, Language(settings.detect_language(root)))
        origins = [ranking.origin for ranking in voice._site.rankings] if voice._site else []
        voice.language = voice.language.with_catalogues(*origins)
        return voice

    @cached_property
    def _site(self) -> site.Site | None:
        """The site, read once: a build may replace the folder that we are in, and no path leads from it."""
        return settings.load_site(self._root)[0]

    def print_message(self, message: str) -> None:
        """Print a line."""
        print_lines(self.language.format_message(message))

    def resolve_days(self, as_of: date | None) -> SiteDates:
        """What the site is made for now, unless another day is asked for."""
        return site.compute_dates(self._site, get_current_time(), as_of)

    def print_fixed_day(self, as_of: date | None) -> None:
        """Tell when it is the site itself that keeps to a day."""
        if self._site and self._site.as_of and not as_of:
            day = self.language.format_full_date(self._site.as_of)
            self.print_message(advise("This site stands still at {day}: see as_of in sitegen.toml.", day=day))

    def print_problems(self, problems: Sequence[Problem], *, every: bool = False) -> None:
        """Print problems for people, on standard error; `every` place of each, or how many there are."""
        for problem in problems:
            told = (
                format_problem_lines(problem, self.language)
                if every
                else [format_problem(problem, self.language)]
            )
            print_lines(*told, err=True, fg="red" if select_errors([problem]) else "yellow")
        if not every and any(problem.other_places for problem in problems):
            print_lines(
                self.language.format_message(advise("`sitegen check --verbose` shows every place.")), err=True
            )

    def print_problems_json(self, problems: Iterable[Problem]) -> None:
        """Print problems for programs."""
        from sitegen.commands import check

        self.print_json(check.format_json(problems, prefix=self._prefix, language=self.language))

    @staticmethod
    def print_json(text: str) -> None:
        """Print what programs read: in ASCII, so that no terminal obeys any of it."""
        click.echo(text, nl=False)

    def print_github(self, problems: Sequence[Problem]) -> None:
        """Print problems for GitHub, and write its summary."""
        from sitegen.commands import check

        prefix, language = self._prefix, self.language
        click.echo(check.format_github(problems, prefix=prefix, language=language), nl=False)
        if path := os.environ.get("GITHUB_STEP_SUMMARY"):
            self._write_summary(path, check.format_summary(problems, prefix=prefix, language=language))

    def _write_summary(self, path: str, summary: str) -> None:
        """Add to the summary of a run; where that cannot be, its log has all the same."""
        try:
            # A pipe that nobody reads is refused and not waited for.
            descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NONBLOCK, 0o666)
            with os.fdopen(descriptor, "a", encoding="utf-8") as file:
                file.write(summary)
        except OSError as error:
            message = advise("The summary could not be written: {reason}", reason=error.strerror)
            print_lines(self.language.format_message(message), err=True)

    @property
    def _prefix(self) -> str:
        return os.path.relpath(self._root)

    def exit_on_errors(
        self, problems: Iterable[Problem], nothing: Callable[[int], Message] = format_not_built
    ) -> None:
        """End here when there is an error."""
        if found := select_errors(problems):
            print_lines(self.language.format_message(nothing(len(found))), err=True, bold=True)
            sys.exit(WRONG_SITE)

    def print_build(self, folder: Path, plan: "PublishPlan") -> None:
        """Tell what a build has changed."""
        done = join_messages(
            advise("{number} added", number=len(plan.added)) if plan.added else "",
            advise("{number} changed", number=len(plan.changed)) if plan.changed else "",
            advise("{number} removed", number=len(plan.removed)) if plan.removed else "",
            between=", ",
        )
        told = {"folder": folder, "done": done or advise("nothing changed"), "number": len(plan.unchanged)}
        self.print_message(advise("{folder}: {done}, {number} as they were.", **told))
        if _is_cwd_deleted():
            self.print_message(
                advise("The folder that you are in was replaced: `cd .` leads to the new one.")
            )

    def print_comparison(self, comparison: "Comparison", form: str) -> None:
        """Tell what the working tree changes, in one of the forms."""
        from sitegen.commands.diff import data, formats
        from sitegen.commands.diff.formats import format_notice, format_text, format_warnings

        if form == "text":
            print_lines(*format_text(comparison, self.language))
        elif form == "github":
            told = [*format_warnings(comparison, self.language), format_notice(comparison, self.language)]
            click.echo("\n".join(told))
            if path := os.environ.get("GITHUB_STEP_SUMMARY"):
                self._write_summary(path, formats.format_markdown(comparison, self.language))
        else:
            tell = {
                "markdown": formats.format_markdown,
                "json": data.dump_comparison,
                "html": formats.format_html,
            }[form]
            click.echo(tell(comparison, self.language), nl=False)

    def write_comparison_page(self, comparison: "Comparison", file: Path) -> None:
        """Write what the working tree changes as a page."""
        from sitegen.commands.diff import formats

        try:
            file.write_text(formats.format_html(comparison, self.language), encoding="utf-8", newline="\n")
        except OSError as error:
            told = {"file": file, "reason": error.strerror}
            self.fail(
                ValueError(say("page-not-written", "{file} cannot be written: {reason}", **told)),
                CommandError,
            )

    def print_recovery(self, told: Iterable[str]) -> None:
        """Tell of a command that was cut short and is finished now; nothing else was done."""
        self.print_message(
            advise("The last command was cut short. It is finished now, and nothing else was done:")
        )
        print_lines(*told)

    def fail(self, error: Exception, kind: type[CommandError] = CommandUsageError) -> NoReturn:
        """End with what an exception says."""
        said = str(error) if error.args[1:] else error.args[0]
        message = advise("Error: {message}", message=said)
        raise kind(self.language.format_message(message)) from error

    @contextmanager
    def show_progress(self) -> Iterator[Callable[[int, int], None]]:
        """Pages counted on a terminal, when there are many of them."""
        label = self.language.format_message(advise("Pages"))
        with click.progressbar(length=1, label=label, file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:

            def watch(begun: int, of: int) -> None:
                bar.length = of
                if of >= _MIN_PROGRESS_PAGES:
                    bar.update(begun - bar.pos)

            yield watch
