"""Import a club's records from other programs into the tables of a ranking: `sitegen import`.

The command line finds the command by its entry point, and shows its help without loading more than this.
"""

from pathlib import Path
from typing import Any

import click

from sitegen.commands import parameters


@click.command("import")
@parameters.site_option
@click.argument("sources", nargs=-1, type=click.Path(path_type=Path, exists=True), metavar="SOURCE...")
@click.option(
    "--to", default="", metavar="RANKING", shell_complete=parameters.complete_rankings, help="The ranking."
)
@click.option("--name", default="", help="Under which the answers are kept; default: that of the file.")
@click.option("--sheet", default="", metavar="SHEET", help="The one sheet or table that is taken.")
@click.option("--as", "table", default="", metavar="TABLE", help="What its rows are: players, games, ...")
@click.option("--again", is_flag=True, help="Every source named in imports/NAME.toml, or in all of them.")
@click.option("--undo", metavar="NAME", help="Take out the rows of an import.")
@click.option("--gone", is_flag=True, help="Also take out rows that the source has no more.")
@click.option("--ask", is_flag=True, help="Ask here what is asked in imports/NAME.toml.")
@click.option("--dry-run", is_flag=True, help="Write nothing.")
@parameters.page_option("Also as a page.")
@parameters.format_option("text", "json")
def import_records(root: Path, sources: tuple[Path, ...], undo: str | None, **options: Any) -> None:
    """Bring a club's records into RANKING, and tell what became of every one."""
    from sitegen.importing.command import ImportCommand

    command = ImportCommand(root, **options)
    if undo:
        command.undo(undo)
    else:
        command.run(sources)
