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

from sitegen import config
from sitegen.config import Days
from sitegen.language import Language
from sitegen.message import Message, advise, counted, joined, say
from sitegen.problem import Problem, errors
from sitegen.tell import line, lines, one_line

if TYPE_CHECKING:  # what one command has to tell, no other waits for
    from sitegen.commands.diff import Comparison
    from sitegen.publish import Plan

WRONG_SITE, WRONG_USAGE = 1, 2
_SHORTEST_BAR = 500


def put(*lines: str, **style: Any) -> None:
    """Print each on one line, of which no terminal or runner obeys anything: all is told this way."""
    for each in lines:
        click.secho(one_line(each), **style)


def nothing_built(number: int) -> Message:
    """That nothing was built for so many errors."""
    return counted(number, "{number} error: nothing was built.", "{number} errors: nothing was built.")


def nothing_drawn(number: int) -> Message:
    """That nothing was drawn for so many errors."""
    return counted(number, "{number} error: nothing was drawn.", "{number} errors: nothing was drawn.")


def nothing_exported(number: int) -> Message:
    """That nothing was exported for so many errors."""
    return counted(number, "{number} error: nothing was exported.", "{number} errors: nothing was exported.")


def nothing_compared(number: int) -> Message:
    """That nothing was compared for so many errors."""
    return counted(number, "{number} error: nothing was compared.", "{number} errors: nothing was compared.")


def now() -> datetime:
    """This moment: the only clock of the program."""
    return datetime.now(UTC)


def _here_is_gone() -> bool:
    """Whether the folder that we are in has been deleted."""
    try:
        Path.cwd()
    except FileNotFoundError:
        return True
    return False


class Failure(click.ClickException):
    """Why nothing came of a command, in one line."""

    exit_code = WRONG_SITE

    def show(self, file: IO[Any] | None = None) -> None:
        """Print it, in the words that it has."""
        put(self.message, file=file, err=file is None)


class Refusal(Failure):
    """Why what was asked of a command cannot be done, in one line."""

    exit_code = WRONG_USAGE


class Voice:
    """Tells of one site."""

    def __init__(self, root: Path, language: Language) -> None:
        self._root = root
        self.language = language

    @classmethod
    def of(cls, root: Path) -> Self:
        """In the language of the site there, as far as that can be read, with the words of its systems."""
        voice = cls(root, Language(config.language(root)))
        origins = [each.origin for each in voice._site.rankings] if voice._site else []
        voice.language = voice.language.with_words_of(*origins)
        return voice

    @cached_property
    def _site(self) -> config.Site | None:
        """The site, read once: a build may replace the folder that we are in, and no path leads from it."""
        return config.load(self._root)[0]

    def say(self, message: str) -> None:
        """Print a line."""
        put(self.language.told(message))

    def days(self, as_of: date | None) -> Days:
        """What the site is made for now, unless another day is asked for."""
        return config.days(self._site, now(), as_of)

    def stands_still(self, as_of: date | None) -> None:
        """Tell when it is the site itself that keeps to a day."""
        if self._site and self._site.as_of and not as_of:
            day = self.language.full_date(self._site.as_of)
            self.say(advise("This site stands still at {day}: see as_of in sitegen.toml.", day=day))

    def problems(self, problems: Sequence[Problem], *, every: bool = False) -> None:
        """Print problems for people, on standard error; `every` place of each, or how many there are."""
        for each in problems:
            told = lines(each, self.language) if every else [line(each, self.language)]
            put(*told, err=True, fg="red" if errors([each]) else "yellow")
        if not every and any(each.also for each in problems):
            put(self.language.told(advise("`sitegen check --verbose` shows every place.")), err=True)

    def as_json(self, problems: Iterable[Problem]) -> None:
        """Print problems for programs."""
        from sitegen.commands import annotate

        self.json(annotate.as_json(problems, prefix=self._prefix, language=self.language))

    @staticmethod
    def json(text: str) -> None:
        """Print what programs read: in ASCII, so that no terminal obeys any of it."""
        click.echo(text, nl=False)

    def github(self, problems: Sequence[Problem]) -> None:
        """Print problems for GitHub, and write its summary."""
        from sitegen.commands import annotate

        prefix, language = self._prefix, self.language
        click.echo(annotate.github(problems, prefix=prefix, language=language), nl=False)
        if path := os.environ.get("GITHUB_STEP_SUMMARY"):
            self._summarise(path, annotate.summary(problems, prefix=prefix, language=language))

    def _summarise(self, path: str, summary: str) -> None:
        """Add to the summary of a run; where that cannot be, its log has all the same."""
        try:
            # A pipe that nobody reads is refused and not waited for.
            descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NONBLOCK, 0o666)
            with os.fdopen(descriptor, "a", encoding="utf-8") as file:
                file.write(summary)
        except OSError as error:
            message = advise("The summary could not be written: {reason}", reason=error.strerror)
            put(self.language.told(message), err=True)

    @property
    def _prefix(self) -> str:
        return os.path.relpath(self._root)

    def stop_at_errors(
        self, problems: Iterable[Problem], nothing: Callable[[int], Message] = nothing_built
    ) -> None:
        """End here when there is an error."""
        if found := errors(problems):
            put(self.language.told(nothing(len(found))), err=True, bold=True)
            sys.exit(WRONG_SITE)

    def published(self, folder: Path, plan: "Plan") -> None:
        """Tell what a build has changed."""
        done = joined(
            advise("{number} added", number=len(plan.added)) if plan.added else "",
            advise("{number} changed", number=len(plan.changed)) if plan.changed else "",
            advise("{number} removed", number=len(plan.removed)) if plan.removed else "",
            between=", ",
        )
        told = {"folder": folder, "done": done or advise("nothing changed"), "number": len(plan.unchanged)}
        self.say(advise("{folder}: {done}, {number} as they were.", **told))
        if _here_is_gone():
            self.say(advise("The folder that you are in was replaced: `cd .` leads to the new one."))

    def compared(self, comparison: "Comparison", form: str) -> None:
        """Tell what the working tree changes, in one of the forms."""
        from sitegen.commands.diff import data, github, markdown, page, text

        if form == "text":
            put(*text.told(comparison, self.language))
        elif form == "github":
            told = [*github.warnings(comparison, self.language), github.notice(comparison, self.language)]
            click.echo("\n".join(told))
            if path := os.environ.get("GITHUB_STEP_SUMMARY"):
                self._summarise(path, markdown.told(comparison, self.language))
        else:
            tell = {"markdown": markdown.told, "json": data.told, "html": page.told}[form]
            click.echo(tell(comparison, self.language), nl=False)

    def as_page(self, comparison: "Comparison", file: Path) -> None:
        """Write what the working tree changes as a page."""
        from sitegen.commands.diff import page

        try:
            file.write_text(page.told(comparison, self.language), encoding="utf-8", newline="\n")
        except OSError as error:
            told = {"file": file, "reason": error.strerror}
            self.refuse(
                ValueError(say("page-not-written", "{file} cannot be written: {reason}", **told)), Failure
            )

    def finished(self, told: Iterable[str]) -> None:
        """Tell of a command that was cut short and is finished now; nothing else was done."""
        self.say(advise("The last command was cut short. It is finished now, and nothing else was done:"))
        put(*told)

    def refuse(self, error: Exception, kind: type[Failure] = Refusal) -> NoReturn:
        """End with what an exception says."""
        said = str(error) if error.args[1:] else error.args[0]
        message = advise("Error: {message}", message=said)
        raise kind(self.language.told(message)) from error

    @contextmanager
    def progress(self) -> Iterator[Callable[[int, int], None]]:
        """Pages counted on a terminal, when there are many of them."""
        label = self.language.told(advise("Pages"))
        with click.progressbar(length=1, label=label, file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:

            def watch(begun: int, of: int) -> None:
                bar.length = of
                if of >= _SHORTEST_BAR:
                    bar.update(begun - bar.pos)

            yield watch
