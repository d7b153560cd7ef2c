"""Travellers and matches of bridge in USEBIO: the opponents and recomputed score of each pair or team."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from sitegen.core.problems import advise, say
from sitegen.importing.source import SourceCell, SourceRow, Statement, Verdict, make_row
from sitegen.importing.values import format_amount, parse_amount
from sitegen.importing.xml import Element
from sitegen.toolkit.order import group_by

TEAMS_HEADER = ("date", "session", "match", "team_a", "team_b", "imps_a", "boards", "vp_a", "vp_b")
LINE_UPS_HEADER = ("date", "session", "team", "player")
_SCORING = {"VPS": "vp", "VP": "vp", "VICTORY_POINTS": "vp", "IMPS": "imps", "IMP": "imps"}
_NOBODY = {"", "0", "BYE", "SIT OUT", "SITOUT"}

_BYE = Verdict("left", say("team-bye", "a bye: there was no other team"))
_WITHOUT_MATCHES = Verdict(
    "refused",
    say("teams-without-matches", "the file says what the teams have together, and not their matches"),
    advise("export it with its matches"),
)
_Scores = tuple[float, float]


class SessionSlot(NamedTuple):
    """The day and label of a session, and a verdict on all its rows, if any."""

    day: str
    session: str
    verdict: Verdict | None


def read_teams(participants: Iterable[Element]) -> dict[str, Element]:
    """Return the teams by the id that matches refer to; a repeated id gets the line number."""
    teams: dict[str, Element] = {}
    for team in participants:
        name = team.get_text("TEAM_ID", "TEAM_NUMBER") or _read_team_name(team)
        teams[f"{name} ({team.line})" if name in teams else name] = team
    return teams


def _read_team_name(team: Element) -> str:
    return team.get_text("TEAM_NAME") or team.get_text("TEAM_ID", "TEAM_NUMBER")


def build_line_ups(teams: Mapping[str, Element], sitting: SessionSlot) -> Iterator[SourceRow]:
    """Yield a row for each player of a team."""
    for team in teams.values():
        pairs = [player for pair in team.find_all("PAIR") for player in pair.find_all("PLAYER")]
        for player in [*team.find_all("PLAYER"), *pairs]:
            name = SourceCell(player.get_text("PLAYER_NAME"), player.place)
            words = (sitting.day, sitting.session, _read_team_name(team), name)
            verdict = sitting.verdict
            if not name.text:
                verdict = verdict or Verdict("doubtful", say("team-player-unnamed", "a player has no name"))
            yield make_row(f"{player.place}, PLAYER", words, verdict, cells_at=team.place)


class TeamsSession:
    """The rows of the matches of a session, and the totals of the teams computed from them."""

    def __init__(self, teams: Mapping[str, Element], method: str, sitting: SessionSlot) -> None:
        self._teams, self._sitting = teams, sitting
        self._scoring = _SCORING.get(method.upper().replace(" ", "_"), "")
        self._seen: dict[tuple[str, str, str], _Scores] = {}
        self._margins: list[Statement] = []
        self._totals: defaultdict[str, float] = defaultdict(float)
        self._counts: Counter[str] = Counter()

    def build_row(self, match: Element) -> SourceRow:
        """Return the row of a match; it is left out where the other team has recorded it already."""
        sides = match.get_text("TEAM"), match.get_text("OPPOSING_TEAM")
        scores = _read_amounts(match, "TEAM_SCORE", "OPPOSING_TEAM_SCORE")
        self._counts[sides[0]] += 1
        number = match.get_text("ROUND_NUMBER") or str(self._counts[sides[0]])
        place = f"{match.place}, MATCH {number}"
        imps = [parse_amount(board.get_text("IMPS")) for board in match.find_all("BOARD")]
        imps_won = sum(won or 0.0 for won in imps) if imps and None not in imps else None
        margin = scores and scores[0] - scores[1]
        scoring = self._scoring or ("imps" if margin and imps_won == margin else "")
        verdict = self._sitting.verdict or self._judge_match((number, *sides), scores, scoring)
        if verdict is None and scores:
            self._seen[number, *sides] = scores
            if scoring == "imps" and imps_won is not None and margin is not None:
                self._margins.append(Statement("imps", " - ".join(sides), margin, imps_won, place))
        if scoring == "vp" and verdict in {None, _BYE}:
            self._totals[sides[0]] += parse_amount(match.get_text("TEAM_SCORE")) or 0.0
            self._totals[sides[1]] += scores[1] if scores else 0.0
        names = [_read_team_name(self._teams[side]) if side in self._teams else side for side in sides]
        texts = ["", "", "", ""]
        if scores and scoring == "vp":
            texts[2:] = map(format_amount, scores)
        elif margin is not None and scoring:
            texts[:2] = format_amount(margin), _count_boards(match)
        words = (self._sitting.day, self._sitting.session, number, *names, *texts)
        return make_row(place, words, verdict, cells_at=match.place)

    def refuse_teams(self) -> Iterator[SourceRow]:
        """Yield a refused row for each team of a file without matches."""
        verdict = self._sitting.verdict or _WITHOUT_MATCHES
        for key, team in self._teams.items():
            words = (self._sitting.day, self._sitting.session, "", _read_team_name(team), *[""] * 5)
            yield make_row(f"{team.place}, TEAM {key}", words, verdict, cells_at=team.place)

    def _judge_match(self, key: tuple[str, str, str], scores: _Scores | None, scoring: str) -> Verdict | None:
        number, team, opponent = key
        if {team.upper(), opponent.upper()} & _NOBODY:
            return _BYE
        if scores is None:
            hint = advise("look up the result, and enter it by hand")
            return Verdict("doubtful", say("match-without-score", "the match has no score"), hint)
        if not scoring:
            reason = say(
                "match-scoring-unclear", "nothing says whether the scores are IMPs or victory points"
            )
            return Verdict("doubtful", reason, advise("write VPS or IMPS as its MATCH_SCORING_METHOD"))
        mirrored = self._seen.get((number, opponent, team))
        if mirrored == (scores[1], scores[0]):
            return Verdict("left", say("match-other-side", "the match from the other side: it stands above"))
        if mirrored is not None:
            reason = say("match-not-mirrored", "the match has another score than from the other side, above")
            return Verdict("doubtful", reason, advise("look up which of the two is right"))
        return None

    def build_statements(self) -> Iterator[Statement]:
        """Yield the stated margins and totals, with those computed from boards and matches."""
        yield from self._margins
        for key, team in self._teams.items():
            stated_score, place = parse_amount(team.get_text("TOTAL_SCORE")), f"{team.place}, TEAM {key}"
            if stated_score is not None and key in self._totals:
                computed = round(self._totals[key], 4)
                yield Statement("victory points", _read_team_name(team), stated_score, computed, place, 0.05)


def _read_amounts(element: Element, first: str, second: str) -> tuple[float, float] | None:
    """Return the numbers of two child elements; None where one of them is missing."""
    amounts = parse_amount(element.get_text(first)), parse_amount(element.get_text(second))
    return None if amounts[0] is None or amounts[1] is None else (amounts[0], amounts[1])


def _count_boards(match: Element) -> str:
    """Return the number of boards: those listed, else by the first and last board numbers."""
    numbers = _read_amounts(match, "START_BOARD_NUMBER", "END_BOARD_NUMBER")
    if count := len([*match.find_all("BOARD")]):
        return str(count)
    return format_amount(numbers[1] - numbers[0] + 1) if numbers and numbers[1] >= numbers[0] else ""


_DIRECTIONS = {
    **dict.fromkeys(("NS", "N", "S", "NORTH", "SOUTH", "NORTHSOUTH"), "NS"),
    **dict.fromkeys(("EW", "E", "W", "EAST", "WEST", "EASTWEST"), "EW"),
}
_SEAT = re.compile(r"([A-Z]*)0*([1-9]\d{0,3})([A-Z]*)", re.ASCII)
_SEPARATOR = re.compile(r"[ ./-]")
_COLUMNS = ("NS", "EW")
_UNPLAYED = {"NP", "N/P", "NOT PLAYED", "NOTPLAYED", "UNPLAYED", "SKIPPED", "SITOUT", "SIT OUT", "-"}
_MATCH_POINTS = ("MATCH_POINTS",)
_IMPS = ("BUTLER_POINTS", "BUTLER_IMPS", "IMP_POINTS", "IMPS")
Boards = Iterable[tuple[Element, str]]
"""The boards of a session, each with the letter of its section."""


class Seat(NamedTuple):
    """A pair: the letter of its section, its number, and its direction where one is given."""

    section: str
    number: str
    direction: str


def parse_seat(text: str, direction: str, section: str) -> Seat:
    """Parse a pair such as `7`, `1NS`, `1 NS`, `NS1`, `B12` or `A1NS`; the text overrides `direction`."""
    direction = _DIRECTIONS.get(_SEPARATOR.sub("", direction.upper()), "")
    match = _SEAT.fullmatch(_SEPARATOR.sub("", text.upper()))
    if match is None:
        return Seat(section, text, direction)
    prefix, number, suffix = match.groups()
    letters = "".join(part for part in (prefix, suffix) if part not in _DIRECTIONS)
    return Seat(letters or section, number, _DIRECTIONS.get(suffix) or _DIRECTIONS.get(prefix, direction))


@dataclass
class Tally:
    """The results of a pair in the travellers: points, the maximum, boards, opponents and directions.

    `unknown_opponents` are opponents that are not among the pairs of the session.
    """

    points: float = 0.0
    maximum: float = 0.0
    boards: int = 0
    opponents: set[Seat] = field(default_factory=set)
    unknown_opponents: set[str] = field(default_factory=set)
    directions: set[str] = field(default_factory=set)

    def compute_score(self, *, is_butler: bool) -> float | None:
        """Return the IMPs, or the percentage without Neuberg's formula; None where no board was played."""
        if is_butler:
            return self.points if self.boards else None
        return 100 * self.points / self.maximum if self.maximum else None


class _TravellerLine(NamedTuple):
    """A line of a traveller: the two pairs as written, and the points of both."""

    names: tuple[str, str]
    points: tuple[float, float] | None


class Tallies:
    """The tally of each pair of a session, by seat."""

    def __init__(self, seats: Sequence[Seat], boards: Boards, *, is_butler: bool) -> None:
        self.by_seat: dict[Seat, Tally] = {}
        self._seats, self._seats_by_number = seats, group_by(dict.fromkeys(seats), lambda seat: seat.number)
        for board, section in boards:
            lines = _read_lines(board, _IMPS if is_butler else _MATCH_POINTS)
            # the points that two pairs share at most tables; adjusted scores may sum to more or less
            sums = Counter(round(sum(line.points), 4) for line in lines if line.points)
            top = max(sums, key=lambda shared: (sums[shared], shared), default=0.0)
            for line in lines:
                self._add_line(line, section, top)

    def has_directions(self, winners: str) -> bool:
        """Whether pairs are identified by number and direction, as in a Mitchell movement."""
        has_shared_pairs = len({seat[:2] for seat in self._seats}) < len({*self._seats})
        crossed = any(len(tally.directions) > 1 for tally in self.by_seat.values())
        stays = not crossed and bool(self.by_seat) and all(seat.direction for seat in self._seats)
        return winners == "2" or has_shared_pairs or (winners != "1" and stays)

    def _find_seat(self, text: str, column: str, section: str) -> Seat | None:
        """Return the pair that a line means by `text` in its column for `NS` or `EW`; None for none."""
        named_seat = parse_seat(text, "", section)
        candidates = self._seats_by_number.get(named_seat.number, [])
        if named_seat in candidates:
            return named_seat
        candidates = [
            seat for seat in candidates if seat.section == named_seat.section or not named_seat.section
        ]
        for direction in (named_seat.direction, column):
            matching = [seat for seat in candidates if seat.direction == direction]
            if len(candidates) > 1 or named_seat.direction:
                candidates = matching or candidates
        return candidates[0] if len(candidates) == 1 else None

    def _add_line(self, line: _TravellerLine, section: str, top: float) -> None:
        seats = [
            self._find_seat(name, column, section) for name, column in zip(line.names, _COLUMNS, strict=True)
        ]
        for side, seat in enumerate(seats):
            if seat is None:
                continue
            tally, opponent = self.by_seat.setdefault(seat, Tally()), seats[1 - side]
            tally.directions.add(_COLUMNS[side])
            if opponent is not None:
                tally.opponents.add(opponent)
            elif line.names[1 - side].strip("0"):
                tally.unknown_opponents.add(line.names[1 - side])
            if line.points is not None:
                tally.boards += 1
                tally.points += line.points[side]
                tally.maximum += top


def _read_lines(board: Element, units: Sequence[str]) -> list[_TravellerLine]:
    """Return the lines of a board that were played; without a score and points a line was skipped."""
    lines = []
    for line in board.find_all("TRAVELLER_LINE"):
        readings = (_read_amounts(line, f"NS_{unit}", f"EW_{unit}") for unit in units)
        points, score = next(filter(None, readings), None), line.get_text("SCORE", "NS_SCORE").upper()
        is_skipped = {score, line.get_text("CONTRACT").upper()} & _UNPLAYED or not (
            score or any(points or ())
        )
        if not is_skipped:
            names = line.get_text("NS_PAIR_NUMBER"), line.get_text("EW_PAIR_NUMBER")
            lines.append(_TravellerLine(names, points))
    return lines


def find_nested(
    element: Element, name: str, section: str = "", groups: Sequence[str] = ("SESSION", "SECTION", "MATCH")
) -> Iterator[tuple[Element, str]]:
    """Yield the elements with a name at any depth of these groups, with the letter of their section."""
    section_id = element.get_text("SECTION_ID") if element.name == "SECTION" else section
    for child in element.children:
        if child.name == name:
            yield child, section_id
        elif child.name in groups:
            yield from find_nested(child, name, section_id, groups)
