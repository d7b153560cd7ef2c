"""`sitegen import` on the command line: what it asks at the terminal, writes and prints.

Reading and matching records is the work of `pipeline`, which neither prints nor ends the program.
"""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from sitegen.commands.console import WRONG_SITE, Console, print_lines
from sitegen.commands.writing import lock_site
from sitegen.core.entities import DrawError, InvalidRequestError
from sitegen.core.problems import advise, list_known, pluralize, quote_text, say
from sitegen.importing import changes, pipeline, report
from sitegen.importing.answers import fill_answers, load_all_answers
from sitegen.importing.result import ImportResult
from sitegen.importing.sources import ImportOptions


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
    output_format: str

    def __post_init__(self) -> None:
        """Print in the language of the site."""
        self.console = Console.for_site(self.root)

    def run(self, sources: Sequence[Path]) -> None:
        """Import these files, or those of earlier imports again, and end with the worst exit status."""
        try:
            with lock_site(self.root) as interrupted:
                if interrupted:
                    self.console.print_recovery(interrupted)
                    return
                statuses = [self._run_import(options) for options in self._build_options(sources)]
        except DrawError as error:
            self.console.fail_request(error)
        sys.exit(max(statuses, default=0))

    def _build_options(self, sources: Sequence[Path]) -> list[ImportOptions]:
        if not self.again:
            if not sources:
                message = say("nothing-to-import", "no file is named")
                raise InvalidRequestError(message, advise("run sitegen import FILE --to RANKING"))
            return [ImportOptions(sources, self.to, self.name, self.sheet, self.table, self.gone)]
        earlier = {answers.name: answers.sources for answers in load_all_answers(self.root)}
        names = [str(source) for source in sources] or ([self.name] if self.name else [*earlier])
        for name in names:
            if name not in earlier:
                message = say("no-such-import", "nothing was imported as {name}", name=quote_text(name))
                raise InvalidRequestError(message, list_known(earlier))
        files = {name: [self.root / source for source in earlier[name]] for name in names}
        return [ImportOptions(files[name], name=name, remove_missing=self.gone) for name in names]

    def _run_import(self, options: ImportOptions) -> int:
        """Run one import and return its exit status."""
        self.console.restart_clock()
        result, problems = pipeline.prepare(self.root, options, self.console.resolve_days(None))
        if result is None:
            self.console.print_problems(problems)
            return WRONG_SITE
        if self.ask and result.questions and self._ask_questions(result):
            return self._run_import(options)
        if not self.dry_run:
            pipeline.write(self.root, result)
        self._report(result)
        return WRONG_SITE if result.is_blocked else 0

    def _ask_questions(self, result: ImportResult) -> bool:
        """Ask the open questions at the terminal and write the answers; return whether there were any."""
        open_questions, result.questions = result.questions, fill_answers(result.questions, self.console.ask)
        if open_questions == result.questions:
            return False
        pipeline.write(self.root, result)
        return True

    def _report(self, result: ImportResult) -> None:
        language = self.console.language
        if self.output_format == "json":
            self.console.print_json(report.format_json(result, language))
        else:
            print_lines(*report.format_lines(result, language))
        self.console.print_problems(result.problems)
        if self.page:
            self.page.write_text(report.render_page(result, language), encoding="utf-8")
        if result.files and not self.dry_run and self.output_format == "text":
            number = len(result.files)
            self.console.print_result(
                pluralize(number, "{number} file is written.", "{number} files are written.")
            )
            self.console.print_message(advise("`sitegen diff HEAD` shows the effect."))

    def undo(self, name: str) -> None:
        """Take out what an import brought."""
        try:
            with lock_site(self.root) as interrupted:
                if interrupted:
                    self.console.print_recovery(interrupted)
                    return
                messages = changes.undo(
                    self.root, name, self.console.resolve_days(None), dry_run=self.dry_run
                )
        except DrawError as error:
            self.console.fail_request(error)
        for message in messages:
            self.console.print_message(message)
