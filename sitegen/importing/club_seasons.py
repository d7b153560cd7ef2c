"""Tables with a column of clubs for each season, which become memberships.

    Name        | Club 2024-2025 | Club 2025-2026
    Bob Claes   | Brugge         | Gent

A cell is a membership from the first day of its season; a blank one says that the player has no club then. A
membership that changes nothing is left out, and the club of the first season is that of the player.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from operator import attrgetter
from typing import NamedTuple

from sitegen.core.names import extract_letters, normalize_heading
from sitegen.core.problems import say
from sitegen.importing.answers import SheetAnswers
from sitegen.importing.people import NameResolution
from sitegen.importing.record import Record
from sitegen.importing.records import HEADING_REASON, MAX_HEADER_ROW, parse_row_number, read_headings
from sitegen.importing.source import SourceCell, SourceRow, SourceTable, Verdict
from sitegen.importing.targets import Target, list_heading_words, map_headings
from sitegen.inputs.results.files import MEMBERSHIPS, PLAYERS
from sitegen.toolkit.order import group_by

NEW_YEAR = "01-01"
_YEARS = re.compile(
    r"(?<![\d'\N{RIGHT SINGLE QUOTATION MARK}])['\N{RIGHT SINGLE QUOTATION MARK}]?(\d{4}|\d\d)"
    r"(?:\s*[-/\N{EN DASH}\N{EM DASH}]\s*['\N{RIGHT SINGLE QUOTATION MARK}]?(\d{4}|\d\d))?(?!\d)"
)
_FILLERS = {"", "seizoen", "saison", "season", "jaar", "année", "year", "in", "van", "en", "de", "the", "of"}
_NO_CLUB = {"", "geen", "none", "aucun", "aucune", "/"}
_FIRST_SEASON = "first season"
_CLUB, _FROM = "Club", "From"


class SeasonColumn(NamedTuple):
    """The column of the clubs of a season: its place, the year in which it begins, and whether it has two."""

    place: int
    year: int
    is_split: bool


class ClubSeasons(NamedTuple):
    """A table with clubs by season: the row of its headings, and its columns."""

    table: SourceTable
    header: int
    headings: Sequence[str]
    player: str
    seasons: Sequence[SeasonColumn]

    @property
    def follows_calendar(self) -> bool:
        """Whether every season is a calendar year."""
        return not any(season.is_split for season in self.seasons)

    def make_answers(self, begin: str) -> SheetAnswers:
        """Return the answers about the table, where a season begins on a month and day such as `09-01`."""
        return SheetAnswers(MEMBERSHIPS, {"player": self.player}, header=self.header, season_begin=begin)

    def unfold(self, begin: str) -> tuple[SourceTable, SheetAnswers]:
        """Return a table with a row for each membership, and the answers that read it."""
        month, day = map(int, begin.split("-"))
        header = [*self.headings, _CLUB, _FROM, _FIRST_SEASON]
        rows = [row for source in self.table.rows for row in self._unfold_row(source, month, day)]
        columns = {"player": self.player, "club": _CLUB, "from": _FROM, _FIRST_SEASON: _FIRST_SEASON}
        return SourceTable(self.table.name, rows, header), SheetAnswers(MEMBERSHIPS, columns, header=0)

    def _unfold_row(self, row: SourceRow, month: int, day: int) -> Iterator[SourceRow]:
        if not self.table.header and parse_row_number(row) <= self.header:
            yield row._replace(verdict=Verdict("left", HEADING_REASON))
            return
        width = len(self.headings)
        cells = [*row.cells, *[SourceCell("", row.place)] * (width - len(row.cells))][:width]
        others = [self._blank_club(place, cell) for place, cell in enumerate(cells)]
        for season in self.seasons if any(cell.text.strip() for cell in cells) else ():
            club = cells[season.place]
            club = club._replace(text="") if _is_no_club(club.text) else club
            first = "yes" if season == self.seasons[0] else ""
            begin = SourceCell(date(season.year, month, day).isoformat(), club.place, "day")
            yield SourceRow(row.place, [*others, club, begin, SourceCell(first, club.place)], row.verdict)

    def _blank_club(self, place: int, cell: SourceCell) -> SourceCell:
        """Return a cell of the row that is no club; what is wrong with a club is told once, at its season."""
        is_club = any(season.place == place for season in self.seasons)
        return SourceCell("", cell.place) if is_club else cell


def find_club_seasons(table: SourceTable, target: Target) -> ClubSeasons | None:
    """Return the clubs by season of a table; None where no row of headings names two seasons."""
    by_heading = map_headings(target)
    words = {normalize_heading(word) for word in list_heading_words(target, "club")}
    for row in [0] if table.header else [*map(parse_row_number, table.rows[:MAX_HEADER_ROW])]:
        headings = read_headings(table, row)
        players = [name for name in headings if by_heading.get(normalize_heading(name)) == "player"]
        found = (_read_season(place, heading, words) for place, heading in enumerate(headings))
        seasons = sorted(filter(None, found), key=attrgetter("year"))
        if players and len({season.year for season in seasons}) == len(seasons) > 1:
            return ClubSeasons(table, row, headings, players[0], seasons)
    return None


def _read_season(place: int, heading: str, words: set[str]) -> SeasonColumn | None:
    """Return the season of a heading, such as `Club 2024-2025`, `cercle (saison 24/25)` or `2025 Club`."""
    years = _YEARS.search(heading)
    others = [] if years is None else re.split(r"[\W_]+", heading.replace(years[0], " "))
    named = {normalize_heading(word) for word in others}
    if years is None or not named & words or named - words - _FILLERS:
        return None
    first, last = years.groups()
    if last is None:
        return SeasonColumn(place, int(first), is_split=False) if len(first) == 4 else None
    year = int(first) if len(first) == 4 else 2000 + int(first)
    return SeasonColumn(place, year, is_split=True) if (year + 1 - int(last)) % 100 == 0 else None


def is_month_and_day(text: str) -> bool:
    """Whether a text is a month and a day of every year, such as `09-01`."""
    try:
        return date.fromisoformat(f"2001-{text}") is not None
    except ValueError:
        return False


def _is_no_club(text: str) -> bool:
    return text.strip().casefold() in _NO_CLUB or not any(map(str.isalnum, text))


def settle_memberships(
    records: Sequence[Record],
    clubs: Mapping[str, str],
    memberships: Sequence[Mapping[str, str]],
    naming: NameResolution,
) -> None:
    """Leave the memberships out that change nothing, and make the club of a first season that of its player.

    `records` are open; what stands already are the `clubs` of players, by id, and rows of `memberships`.
    """
    standing = group_by(memberships, lambda row: row.get("player", ""))
    for player, of_player in group_by(records, lambda record: record.row.get("player", "")).items():
        rows = [*standing.get(player, ()), *(record.row for record in of_player)]
        for record in of_player:
            row, club = record.row, record.row.get("club", "")
            earlier = [other for other in rows if other.get("from", "") < row.get("from", "")]
            before = _find_last_club(earlier) if earlier else clubs.get(player, "")
            is_same = extract_letters(before) == extract_letters(club)
            is_first = bool(record.cells.get(_FIRST_SEASON)) and not earlier and club != ""
            if is_first and (is_same or player in naming.new_players):
                record.table = PLAYERS
                record.row = {"id": player, "name": naming.names[player], "club": club}
            elif is_same and "until" not in row:
                record.judge("left", say("left-same-club", "the player is at this club then, or at none"))


def _find_last_club(rows: Sequence[Mapping[str, str]]) -> str:
    """Return the club by the last of these memberships; blank where it has ended."""
    last = max(rows, key=lambda row: row.get("from", ""))
    return "" if last.get("until") else last.get("club", "")
