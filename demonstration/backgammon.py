"""The files of the demonstration's first ranking: five years of an invented backgammon federation."""

from collections.abc import Iterator, Sequence
from random import Random

from federation import Match, Member, member, registrations, season
from play import FIRST, LAST
from roll import distinct, roll, slug
from sheets import Cell, csv_text

SEED = 76
_PLAYERS = ("id", "name", "sort_name", "club", "aliases", "hidden")
_REGISTRATIONS = ("player", "from", "until", "club")
_EXCEL = "2023-de-blokkade"
_NOTES = {
    "2022-le-double-six": "# Until 4 February online, because the halls were closed: kept here, not rated.",
    "2024-de-blokkade": "# February: the rapid evening was played at 4 minutes (B.1), so it does not count.",
    "2026-tournaments": "# Checked against the score sheets up to and including the Autumn Cup. MdG",
}


def matches_text(stem: str, rows: Sequence[Match], members: Sequence[Member]) -> str:
    """A file of matches with the columns that it needs, and the officer's note under the header."""
    used = [index for index, _ in enumerate(Match._fields) if any(row[index] != "" for row in rows)]
    header = [Match._fields[index] for index in used]
    cells = [[row[index] for index in used] for row in rows]
    if stem == _EXCEL:
        return _from_excel(header, cells, members)
    header_line, body = csv_text(header, cells).split("\n", 1)
    return "\n".join([header_line, *([_NOTES[stem]] if stem in _NOTES else []), body])


def _from_excel(header: Sequence[str], cells: Sequence[Sequence[Cell]], members: Sequence[Member]) -> str:
    """As a Dutch Excel saves it: a byte order mark, semicolons, day-first dates; and with names for ids."""
    ids: dict[str, list[str]] = {}
    for each in members:
        ids.setdefault(each.person.aliases or each.person.name, []).append(each.id)
    name = {owners[0]: shown for shown, owners in ids.items() if len(owners) == 1}
    rows = [
        [f"{day:%d/%m/%Y}", name.get(str(winner), winner), name.get(str(loser), loser), *rest]
        for day, winner, loser, *rest in cells
    ]
    return "\ufeff" + csv_text([each.capitalize() for each in header], rows, ";")


def files(seed: int = SEED) -> Iterator[tuple[str, str]]:
    """Every file of `results/backgammon/`: its path there, and its text."""
    rng = Random(seed)
    people = roll()
    ids = distinct(slug(each.name) for each in people)
    members = [member(rng, id_, each) for id_, each in zip(ids, people, strict=True)]
    yield "players.csv", csv_text(_PLAYERS, map(_player, members))
    enrolled = sorted(
        (row for each in members for row in registrations(rng, each)), key=lambda row: (row.start, row.player)
    )
    for year in range(FIRST.year, LAST.year + 1):
        rows = [each for each in enrolled if each.start.year == year]
        yield f"registrations/{year}.csv", csv_text(_REGISTRATIONS, rows)
    played: dict[str, list[Match]] = {}
    for match in season(rng, members):
        reporter = "tournaments" if match.kind == "tournament" else slug(match.club)
        played.setdefault(f"{match.date.year}-{reporter}", []).append(match)
    for stem in sorted(played):
        yield f"matches/{stem}.csv", matches_text(stem, played[stem], members)


def _player(who: Member) -> tuple[str, ...]:
    """A row of the table `players`."""
    person, club = who.person, who.club_in(LAST.year)
    is_namesake = who.id != slug(person.name)
    sort_name = f"{person.sort_name} ({club})" if is_namesake else person.sort_name
    return who.id, person.name, sort_name, club, person.aliases, person.hidden
