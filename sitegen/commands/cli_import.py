"""The command `sitegen import`: what is asked, told and written."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from sitegen.commands import importing
from sitegen.commands.console import WRONG_SITE, CommandError, CommandUsageError, Console, print_lines
from sitegen.commands.draw import lock_site
from sitegen.commands.importing import changes, report
from sitegen.commands.importing import sources as importing_sources
from sitegen.commands.importing.answers import fill_answers
from sitegen.core.entities import DrawError, InvalidRequestError
from sitegen.core.problems import advise, list_known, pluralize, quote_text, say


@dataclass
class ImportCommand:
    """One run of the command, with its options."""

    root: Path
    to: str
    name: str
    sheet: str
    table: str
    again: bool
    gone: bool
    ask: bool
    dry_run: bool
    page: Path | None
    form: str

    def __post_init__(self) -> None:
        """Speak the language of the site."""
        self.voice = Console.for_site(self.root)

    def run(self, sources: Sequence[Path]) -> None:
        """Import these files, or those of earlier imports again."""
        try:
            with lock_site(self.root) as left:
                if left:
                    self.voice.print_recovery(left)
                    return
                statuses = [self._run_import(wish) for wish in self._build_options(sources)]
        except DrawError as error:
            self.voice.fail(
                error.translate(self.voice.language.format_message),
                CommandUsageError if isinstance(error, InvalidRequestError) else CommandError,
            )
        sys.exit(max(statuses, default=0))

    def _build_options(self, sources: Sequence[Path]) -> list[importing_sources.ImportOptions]:
        if not self.again:
            if not sources:
                message = say("nothing-to-import", "no file is named")
                raise InvalidRequestError(message, advise("say sitegen import FILE --to RANKING"))
            return [
                importing_sources.ImportOptions(
                    sources, self.to, self.name, self.sheet, self.table, self.gone
                )
            ]
        known = importing.load_sources(self.root)
        names = [str(source) for source in sources] or ([self.name] if self.name else [*known])
        for name in names:
            if name not in known:
                message = say("no-such-import", "nothing was imported as {name}", name=quote_text(name))
                raise InvalidRequestError(message, list_known(known))
        return [
            importing_sources.ImportOptions(known[name], name=name, remove_missing=self.gone)
            for name in names
        ]

    def _run_import(self, wish: importing_sources.ImportOptions) -> int:
        made, problems = importing.prepare(self.root, wish, self.voice.resolve_days(None))
        if made is None:
            self.voice.print_problems(problems)
            return WRONG_SITE
        if self.ask and made.questions and self._ask_questions(made):
            return self._run_import(wish)
        if not self.dry_run:
            importing.write(self.root, made)
        self._report(made)
        return WRONG_SITE if made.is_blocked else 0

    def _ask_questions(self, made: report.ImportResult) -> bool:
        """Ask at the terminal what is open, and write the answers; whether there were any."""
        asked, made.questions = made.questions, fill_answers(made.questions, self._prompt)
        if asked == made.questions:
            return False
        importing.write(self.root, made)
        return True

    @staticmethod
    def _prompt(question: str) -> str:
        print_lines(question)
        return str(click.prompt("", default="", show_default=False, prompt_suffix="> "))

    def _report(self, made: report.ImportResult) -> None:
        language = self.voice.language
        if self.form == "json":
            self.voice.print_json(report.format_json(made, language))
        else:
            print_lines(*report.format_lines(made, language))
        self.voice.print_problems(made.problems)
        if self.page:
            self.page.write_text(report.render_page(made, language), encoding="utf-8")
        if made.files and not self.dry_run and self.form == "text":
            number = len(made.files)
            told = pluralize(number, "{number} file is written", "{number} files are written")
            self.voice.print_message(told)
            self.voice.print_message(advise("`sitegen diff HEAD` tells what this did."))

    def undo(self, name: str) -> None:
        """Take out what an import brought."""
        try:
            with lock_site(self.root):
                told = changes.undo(self.root, name, self.voice.resolve_days(None), dry_run=self.dry_run)
        except DrawError as error:
            self.voice.fail(
                error.translate(self.voice.language.format_message),
                CommandUsageError if isinstance(error, InvalidRequestError) else CommandError,
            )
        for message in told:
            self.voice.print_message(message)
