"""The group of commands: none looks for garbage, and wrong uses are told as harmlessly as all else."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click

from sitegen.cli.ending import Program
from sitegen.cli.memory import unhurried_memory


class Commands(Program):
    """Commands; what was typed comes back in an error without what a terminal or a runner would obey."""

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        """What was asked for, as far as it stands before the command."""
        with _harmless():
            return super().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command, whose own part is read, and whose own modules are imported, here."""
        with _harmless(), unhurried_memory():
            return super().invoke(ctx)


@contextmanager
def _harmless() -> Iterator[None]:
    try:
        yield
    except click.ClickException as error:
        from sitegen.tell import one_line

        vars(error)["message"] = one_line(error.message)
        raise
