"""What happens to the tables of a club from one week to the next: rows, files, players, settings.

Each kind of change is a function of a source of chance and of the files of a site by one system, which it
changes; the same seed does the same. Whether the site is sound afterwards is for who asks to see.
"""

import csv
import io
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from random import Random

Files = dict[str, bytes]
Change = Callable[[Random, Files], None]

_DAY = re.compile(r"(\d{4})-(\d\d)-(\d\d)")
_OPTIONS = {
    "elo": ("start_rating = 1400", "expectation = 'fide'", "provisional_below = 2"),
    "fibs": ("publication = 'weekly'", "initial_rating = 1400", "complaint_days = 3"),
    "glicko2": ("period = 'week'", "tau = 0.3", "provisional_above = 200"),
    "ijssel": ("groups = 4", "periods = 2", "min_games = 1"),
    "keizer": ("rounding = 0.5", "like = 'freekeizer'", "frozen = true"),
    "ludo": ("bonus_ceilings = { 2026 = 3 }", "final_seats = { Catan = 3 }"),
    "nbb": ("lines = 1\nmethod = 'place'", "lines = 1\nsessions = 1", "lines = 2"),
    "ruit": ("pairs_strength = 'sum'", "subsidy_from = 2026-01-10"),
}


@dataclass
class TableFile:
    """A file of a table: what stands above its header, its header, and its rows."""

    above: list[str]
    header: list[str]
    rows: list[list[str]]

    @classmethod
    def parse(cls, data: bytes) -> "TableFile":
        """The table that a file holds."""
        lines = data.decode("utf-8-sig").splitlines()
        above = [line for line in lines if line.startswith("#")]
        header, *rows = csv.reader(line for line in lines if line and not line.startswith("#"))
        return cls(above, header, rows)

    @property
    def data(self) -> bytes:
        """The file."""
        out = io.StringIO()
        csv.writer(out, lineterminator="\n").writerows([self.header, *self.rows])
        return "".join(["\ufeff", *(f"{line}\n" for line in self.above), out.getvalue()]).encode()


def _tables(files: Files) -> list[str]:
    """The files of what was played: of all tables but that of the players."""
    return sorted(file for file in files if file.endswith(".csv") and not file.endswith("/players.csv"))


def _people(files: Files) -> tuple[str, TableFile]:
    path = next(file for file in files if file.endswith("/players.csv"))
    return path, TableFile.parse(files[path])


def _choose_file(rng: Random, files: Files) -> tuple[str, TableFile]:
    """A file with rows."""
    path = rng.choice([table for table in _tables(files) if TableFile.parse(files[table]).rows])
    return path, TableFile.parse(files[path])


def _read_files(files: Files) -> Iterator[tuple[str, TableFile]]:
    yield from ((table, TableFile.parse(files[table])) for table in [_people(files)[0], *_tables(files)])


def _ids(files: Files) -> list[str]:
    return [row[0] for row in _people(files)[1].rows]


def _varied(rng: Random, row: Sequence[str], ids: Sequence[str]) -> list[str]:
    """A row like another: of other players, and of another result where it is a number."""
    substitutes = rng.sample(ids, len(ids))
    return [substitutes.pop() if cell in ids else _number(rng, cell) for cell in row]


def _number(rng: Random, cell: str) -> str:
    return str(int(cell) + rng.choice((0, 1, 1, -1))) if re.fullmatch(r"-?\d+", cell) else cell


def added(rng: Random, files: Files) -> None:
    """Some rows at the end, of the last evening."""
    path, sheet = _choose_file(rng, files)
    for _ in range(rng.choice((1, 1, 3))):
        sheet.rows.append(_varied(rng, sheet.rows[-1], _ids(files)))
    files[path] = sheet.data


def late(rng: Random, files: Files) -> None:
    """A row at the end, of an evening long ago."""
    path, sheet = _choose_file(rng, files)
    sheet.rows.append(_varied(rng, sheet.rows[0], _ids(files)))
    files[path] = sheet.data


def evening(rng: Random, files: Files) -> None:
    """All of an evening, round or tournament once more, as the next one; with what other tables say of it."""
    path, sheet = _choose_file(rng, files)
    key, last = sheet.header[0], rng.choice(sheet.rows)[0]
    for table in _tables(files):
        other_file = TableFile.parse(files[table])
        if other_file.header[0] == key and (table == path or not _is_known(other_file, _next(last))):
            later = [_later(row, last) for row in other_file.rows if row[0] == last]
            files[table] = TableFile(other_file.above, other_file.header, [*other_file.rows, *later]).data


def _is_known(sheet: TableFile, key: str) -> bool:
    return any(row[0] == key for row in sheet.rows)


def _later(row: Sequence[str], last: str) -> list[str]:
    """A row of the next evening."""
    return [_next(cell) if n == 0 or _DAY.fullmatch(cell) else cell for n, cell in enumerate(row)]


def _next(key: str) -> str:
    if _DAY.fullmatch(key):
        return (date.fromisoformat(key) + timedelta(days=7)).isoformat()
    return str(int(key) + 1) if key.isdecimal() else f"{key}-2"


def removed(rng: Random, files: Files) -> None:
    """A row less."""
    path, sheet = _choose_file(rng, files)
    del sheet.rows[rng.randrange(len(sheet.rows))]
    files[path] = sheet.data


def corrected(rng: Random, files: Files) -> None:
    """A cell says what another row says there, or one more."""
    path, sheet = _choose_file(rng, files)
    row, place = rng.choice(sheet.rows), rng.randrange(len(sheet.header))
    row[place] = rng.choice((_number(rng, row[place]), rng.choice(sheet.rows)[place]))
    files[path] = sheet.data


def turned(rng: Random, files: Files) -> None:
    """Two players of a row stand the other way round."""
    path, sheet = _choose_file(rng, files)
    row, ids = rng.choice(sheet.rows), _ids(files)
    places = [n for n, cell in enumerate(row) if cell in ids]
    if len(places) > 1:
        one, other = rng.sample(places, 2)
        row[one], row[other] = row[other], row[one]
    files[path] = sheet.data


def replaced(rng: Random, files: Files) -> None:
    """Somebody else played."""
    path, sheet = _choose_file(rng, files)
    row, ids = rng.choice(sheet.rows), _ids(files)
    places = [n for n, cell in enumerate(row) if cell in ids]
    if places:
        row[rng.choice(places)] = rng.choice(ids)
    files[path] = sheet.data


def _is_folder(path: str) -> bool:
    """Whether a file is one of those of a table, and not all of it."""
    return path.count("/") > len(("results", "elo"))


def file_renamed(rng: Random, files: Files) -> None:
    """A file has another name."""
    path = rng.choice(_tables(files))
    if _is_folder(path):
        files[f"{path.removesuffix('.csv')}-x.csv"] = files.pop(path)
    else:
        files[f"{path.removesuffix('.csv')}/first.csv"] = files.pop(path)


def file_split(rng: Random, files: Files) -> None:
    """The rows of a file stand in two."""
    path, sheet = _choose_file(rng, files)
    place, folder = rng.randint(0, len(sheet.rows)), f"{path.removesuffix('.csv')}"
    files[f"{folder}/a.csv"] = TableFile(sheet.above, sheet.header, sheet.rows[:place]).data
    files[f"{folder}/b.csv"] = TableFile([], sheet.header, sheet.rows[place:]).data
    del files[path]


def permuted(rng: Random, files: Files) -> None:
    """The rows stand in another order."""
    path, sheet = _choose_file(rng, files)
    rng.shuffle(sheet.rows)
    files[path] = sheet.data


def columns_turned(rng: Random, files: Files) -> None:
    """The columns stand in another order."""
    path, sheet = _choose_file(rng, files)
    order = rng.sample(range(len(sheet.header)), len(sheet.header))
    sheet.header = [sheet.header[n] for n in order]
    sheet.rows = [[row[n] for n in order] for row in sheet.rows]
    files[path] = sheet.data


def requoted(rng: Random, files: Files) -> None:
    """Every cell between quotes."""
    path, sheet = _choose_file(rng, files)
    out = io.StringIO()
    csv.writer(out, quoting=csv.QUOTE_ALL, lineterminator="\n").writerows([sheet.header, *sheet.rows])
    files[path] = out.getvalue().encode()


def windows(rng: Random, files: Files) -> None:
    """The ends of lines that Windows writes."""
    path = rng.choice(_tables(files))
    files[path] = files[path].replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")


def day_first(rng: Random, files: Files) -> None:
    """The days as they are written here."""
    path, sheet = _choose_file(rng, files)
    sheet.rows = [[_DAY.sub(r"\3/\2/\1", cell) for cell in row] for row in sheet.rows]
    files[path] = sheet.data


def player_renamed(rng: Random, files: Files) -> None:
    """A player has another id, wherever it stands."""
    player = rng.choice(_ids(files))
    for path, sheet in _read_files(files):
        sheet.rows = [[f"{cell}-2" if cell == player else cell for cell in row] for row in sheet.rows]
        files[path] = sheet.data


def called_otherwise(rng: Random, files: Files) -> None:
    """A player has another name."""
    path, sheet = _people(files)
    rng.choice(sheet.rows)[sheet.header.index("name")] += " Van Zee"
    files[path] = sheet.data


def hiding(rng: Random, files: Files) -> None:
    """A player begins to hide, or ends it."""
    path, sheet = _people(files)
    if "hidden" not in sheet.header:
        sheet.header.append("hidden")
        sheet.rows = [[*line, ""] for line in sheet.rows]
    row, place = rng.choice(sheet.rows), sheet.header.index("hidden")
    row[place] = "" if row[place] else "yes"
    files[path] = sheet.data


def newcomer(rng: Random, files: Files) -> None:
    """A player more, of whom the file says what it says of another."""
    path, sheet = _people(files)
    row = dict(zip(sheet.header, rng.choice(sheet.rows), strict=True))
    row |= {"id": f"new-{len(sheet.rows)}", "name": f"Newcomer {'ABCDEFGHIJKLMNOP'[len(sheet.rows) % 16]}"}
    row |= {name: "" for name in ("sort_name", "hidden") if name in row}
    sheet.rows.append([*row.values()])
    files[path] = sheet.data


def option(rng: Random, files: Files) -> None:
    """A setting says something else."""
    settings = files["sitegen.toml"].decode()
    system = re.findall(r'^system = "(.*)"', settings, re.MULTILINE)[0]
    head = settings.split("[ranking.options]")[0]
    files["sitegen.toml"] = f"{head}\n[ranking.options]\n{rng.choice(_OPTIONS[system])}\n".encode()


def transferred(rng: Random, files: Files) -> None:
    """Somebody comes to another club on a day of the year, or leaves one."""
    players, _ = _people(files)
    path = players.replace("players.csv", "memberships.csv")
    none = TableFile([], ["player", "club", "from"], [])
    sheet = TableFile.parse(files[path]) if path in files else none
    first = date(2026, 1, 1) + timedelta(rng.randrange(365))
    cells = {"player": rng.choice(_ids(files)), "club": rng.choice(("Leie", "Zenne", "")), "from": str(first)}
    sheet.rows.append([cells[name] for name in sheet.header])
    files[path] = sheet.data


def decided(rng: Random, files: Files) -> None:
    """The committee sets the rating of somebody anew, or somebody out of competition, where it can."""
    players, _ = _people(files)
    path = players.replace("players.csv", "decisions.csv")
    system = re.findall(r'^system = "(.*)"', files["sitegen.toml"].decode(), re.MULTILINE)[0]
    if system not in {"elo", "fibs", "glicko2"} or path in files:
        return
    day, what = date(2026, 1, 1) + timedelta(rng.randrange(300)), rng.choice(("rating", "out of competition"))
    figure = str(rng.randrange(1200, 1900)) if what == "rating" else ""
    header = ["date", "player", "what", "figure", "reason"]
    row = [str(day), rng.choice(_ids(files)), what, figure, "The committee knows why."]
    files[path] = TableFile([], header, [row]).data


WRITTEN: Sequence[Change] = (file_renamed, file_split, requoted, windows, day_first, columns_turned)
"""What changes only how the same rows are written, in their order, or in which file."""
PEOPLE: Sequence[Change] = (player_renamed, called_otherwise, hiding, hiding, newcomer, transferred, decided)
ROWS: Sequence[Change] = (added, added, late, evening, removed, corrected, turned, replaced, permuted)
EVERY: Mapping[str, Change] = {change.__name__: change for change in (*ROWS, *PEOPLE, *WRITTEN, option)}
