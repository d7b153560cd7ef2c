"""Ctrl+C, as shells and the programs that call this one know it."""

from typing import Any

import click

INTERRUPTED = 128 + 2
"""The exit status: that of a program which SIGINT ended."""


class Interruptible(click.Group):
    """Commands that end quietly when they are interrupted."""

    def invoke(self, ctx: click.Context) -> Any:
        """Do what is asked, up to Ctrl+C."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            click.echo(err=True)  # the line of the terminal ends behind its ^C
            ctx.exit(INTERRUPTED)
