"""The players in files that are withheld: who hides there hides on the whole site, or nothing is published.

Files with errors can be damaged in any way. Where a line that is new in them may say that somebody hides, and
nobody can be read from it who does, the whole site has to wait.
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from sitegen.core.cells import parse_yes_no
from sitegen.core.names import normalize_name
from sitegen.core.problems import Problem, advise, say
from sitegen.inputs.config.settings import load_site
from sitegen.inputs.config.site import Ranking, Site
from sitegen.inputs.results.files import (
    PLAYERS,
    RESULTS_FOLDER,
    find_table_files,
    open_files,
    read_bytes,
    read_players,
)
from sitegen.inputs.results.players import PlayerDirectory
from sitegen.inputs.results.records import decode_csv

_CELL_END = re.compile("[,;\t]")
_LETTERS_LOST = ("not-utf-8", "unknown-encoding")
"""The codes of what is wrong with a text in which no more than some letters cannot be read."""


def read_withheld_players(root: Path, site: Site, clubs: Iterable[str]) -> list[PlayerDirectory]:
    """Return the players of clubs as the files in `root` have them; the `site` was made without these."""
    files = (open_files(root, _find_like(site, club), {PLAYERS}) for club in clubs)
    return [read_players(ranking_files) for ranking_files in files]


def _find_like(site: Site, club: str) -> Ranking:
    """Return the ranking of a club; of one that is left out another of the site, with its id."""
    group = club.rpartition("/")[0]
    likeness = sorted(
        site.rankings, key=lambda ranking: (ranking.id != club, ranking.id.rpartition("/")[0] != group)
    )
    return likeness[0]._replace(id=club, clubs=())


def find_uncertain_files(root: Path, copy: Path, clubs: Iterable[str]) -> Iterator[Problem]:
    """Yield an error for each club of whose players in `root` it cannot be known who hides.

    A `copy` of the site has older files of these clubs, or none.
    """
    site, _ = load_site(copy)
    if site is None:
        return
    for club in clubs:
        (directory,) = read_withheld_players(root, site, [club])
        lines, known_lines = _read_lines(root, club), _read_lines(copy, club) or []
        is_lost = lines is None or (known_lines and not lines)
        new_lines = {*(lines or ())} - {*known_lines}
        if is_lost or not (_is_well_read(directory) or _are_all_read(new_lines, directory)):
            message = say("hiding-unknown", "it cannot be read here who hides, so that nothing is published")
            hint = advise("correct what is wrong in this table first")
            yield Problem(f"{RESULTS_FOLDER}/{club}/{PLAYERS}.csv", 0, 0, message, hint)


def _read_lines(root: Path, club: str) -> list[str] | None:
    """Return the lines of the files of a club's players; None where one cannot be read."""
    paths, problems = find_table_files(root, club, [PLAYERS])
    if any(f"/{PLAYERS}" in problem.path for problem in problems):
        return None
    texts = [_read_text(root, path) for path in paths[PLAYERS]]
    return None if None in texts else [line for text in texts if text for line in text.splitlines()]


def _read_text(root: Path, path: str) -> str | None:
    """Return the text of a file, also where some letters of it are lost; None for what is no text."""
    data, problems = read_bytes(root, path)
    text, faults = decode_csv(data, path) if data is not None else (None, problems)
    if text is None and data and faults[0].code in _LETTERS_LOST:
        return data.decode("utf-8", "replace")
    return text


def _is_well_read(directory: PlayerDirectory) -> bool:
    """Whether every column is known, and every row has a cell for each of them, on a line of its own."""
    blocks = [block for csv_file in directory.files for block in csv_file.iter_blocks()]
    return directory.is_complete and not any(
        block.problems or block.malformed_rows or any("\n" in cell for row in block.rows for cell in row)
        for block in blocks
    )


def _are_all_read(lines: Iterable[str], directory: PlayerDirectory) -> bool:
    """Whether each of the lines that may say yes is of a hidden player whom the directory has."""
    hidden = {
        normalize_name(text)
        for person in directory.persons
        if person.hidden
        for text in (person.id, person.name)
    }
    rows = ({normalize_name(cell.strip(" '\"")) for cell in _CELL_END.split(line)} for line in lines)
    return all(hidden & cells for cells in rows if any(map(_is_yes, cells)))


def _is_yes(cell: str) -> bool:
    try:
        return bool(cell) and parse_yes_no(cell)
    except ValueError:
        return False
