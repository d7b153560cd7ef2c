"""The command `sitegen import`: what is asked, told and written."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from sitegen.cli.voice import WRONG_SITE, Failure, Refusal, Voice, put
from sitegen.commands import importing
from sitegen.commands.draw import alone
from sitegen.commands.importing import changes, report
from sitegen.commands.importing.answers import answered
from sitegen.message import advise, counted, say
from sitegen.problem import listing, quoted
from sitegen.request import DrawError, WishError


@dataclass
class Import:
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
        self.voice = Voice.of(self.root)

    def run(self, sources: Sequence[Path]) -> None:
        """Import these files, or those of earlier imports again."""
        try:
            with alone(self.root) as left:
                if left:
                    self.voice.finished(left)
                    return
                statuses = [self._import(wish) for wish in self._wishes(sources)]
        except DrawError as error:
            self.voice.refuse(
                error.said(self.voice.language.told), Refusal if isinstance(error, WishError) else Failure
            )
        sys.exit(max(statuses, default=0))

    def _wishes(self, sources: Sequence[Path]) -> list[importing.Wish]:
        if not self.again:
            if not sources:
                message = say("nothing-to-import", "no file is named")
                raise WishError(message, advise("say sitegen import FILE --to RANKING"))
            return [importing.Wish(sources, self.to, self.name, self.sheet, self.table, self.gone)]
        known = importing.remembered_sources(self.root)
        names = [str(each) for each in sources] or ([self.name] if self.name else [*known])
        for name in names:
            if name not in known:
                message = say("no-such-import", "nothing was imported as {name}", name=quoted(name))
                raise WishError(message, listing(known))
        return [importing.Wish(known[name], name=name, gone=self.gone) for name in names]

    def _import(self, wish: importing.Wish) -> int:
        made, problems = importing.prepare(self.root, wish, self.voice.days(None))
        if made is None:
            self.voice.problems(problems)
            return WRONG_SITE
        if self.ask and made.asked and self._answered(made):
            return self._import(wish)
        if not self.dry_run:
            importing.write(self.root, made)
        self._tell(made)
        return WRONG_SITE if made.is_blocked else 0

    def _answered(self, made: importing.Account) -> bool:
        """Ask at the terminal what is open, and write the answers; whether there were any."""
        asked, made.asked = made.asked, answered(made.asked, self._ask)
        if asked == made.asked:
            return False
        importing.write(self.root, made)
        return True

    @staticmethod
    def _ask(question: str) -> str:
        put(question)
        return str(click.prompt("", default="", show_default=False, prompt_suffix="> "))

    def _tell(self, made: importing.Account) -> None:
        language = self.voice.language
        if self.form == "json":
            self.voice.json(report.as_json(made, language))
        else:
            put(*report.lines(made, language))
        self.voice.problems(made.problems)
        if self.page:
            self.page.write_text(report.page(made, language), encoding="utf-8")
        if made.files and not self.dry_run and self.form == "text":
            number = len(made.files)
            told = counted(number, "{number} file is written", "{number} files are written")
            self.voice.say(told)
            self.voice.say(advise("`sitegen diff HEAD` tells what this did."))

    def undo(self, name: str) -> None:
        """Take out what an import brought."""
        try:
            with alone(self.root):
                told = changes.undo(self.root, name, self.voice.days(None), dry_run=self.dry_run)
        except DrawError as error:
            self.voice.refuse(
                error.said(self.voice.language.told), Refusal if isinstance(error, WishError) else Failure
            )
        for message in told:
            self.voice.say(message)
