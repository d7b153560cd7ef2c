"""Travellers and matches of bridge in USEBIO: the opponents and recomputed score of each pair or team."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from sitegen.commands.importing.source import SourceCell, SourceRow, Statement, Verdict, make_cell
from sitegen.commands.importing.values import format_amount, parse_amount
from sitegen.commands.importing.xml import Element
from sitegen.core.problems import advise, say
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

    def build_cells(self, element: Element) -> list[SourceCell]:
        """Return the cells for the columns date and session."""
        return [make_cell(self.day, element.place, "day"), make_cell(self.session, element.place)]


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
            cells = [*sitting.build_cells(team), make_cell(_read_team_name(team), team.place)]
            cells.append(make_cell(player.get_text("PLAYER_NAME"), player.place))
            verdict = sitting.verdict
            if not player.get_text("PLAYER_NAME"):
                verdict = verdict or Verdict("doubtful", say("team-player-unnamed", "a player has no name"))
            yield SourceRow(f"{player.place}, PLAYER", cells, verdict)


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
        own_score, opposing_score = (
            parse_amount(match.get_text("TEAM_SCORE")),
            parse_amount(match.get_text("OPPOSING_TEAM_SCORE")),
        )
        scores = None if own_score is None or opposing_score is None else (own_score, opposing_score)
        self._counts[sides[0]] += 1
        number = match.get_text("ROUND_NUMBER") or str(self._counts[sides[0]])
        place, imps_won, margin = (
            f"{match.place}, MATCH {number}",
            _sum_imps(match),
            scores and scores[0] - scores[1],
        )
        scoring = self._scoring or ("imps" if margin and imps_won == margin else "")
        verdict = self._sitting.verdict or self._judge_match((number, *sides), scores, scoring)
        if verdict is None and scores:
            self._seen[number, *sides] = scores
            if scoring == "imps" and imps_won is not None and margin is not None:
                self._margins.append(Statement("imps", " - ".join(sides), margin, imps_won, place))
        if scoring == "vp" and (verdict is None or verdict == _BYE):
            for side, score in [(sides[0], own_score), (sides[1], opposing_score)][: 1 if verdict else 2]:
                self._totals[side] += score or 0.0
        names = [_read_team_name(self._teams[side]) if side in self._teams else side for side in sides]
        texts = ["", "", "", ""]
        if scores and scoring == "vp":
            texts[2:] = map(format_amount, scores)
        elif margin is not None and scoring:
            texts[:2] = format_amount(margin), _count_boards(match)
        cells = [*self._sitting.build_cells(match), make_cell(number, match.place, "number")]
        cells += [make_cell(name, match.place) for name in names]
        return SourceRow(
            place, [*cells, *(make_cell(text, match.place, "number") for text in texts)], verdict
        )

    def refuse_teams(self) -> Iterator[SourceRow]:
        """Yield a refused row for each team of a file without matches."""
        verdict = self._sitting.verdict or _WITHOUT_MATCHES
        for key, team in self._teams.items():
            cells = [make_cell(text, team.place) for text in ("", _read_team_name(team), "", "", "", "", "")]
            yield SourceRow(f"{team.place}, TEAM {key}", [*self._sitting.build_cells(team), *cells], verdict)

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


def _count_boards(match: Element) -> str:
    """Return the number of boards: those listed, else by the first and last board numbers."""
    count = len([*match.find_all("BOARD")])
    first_number, last_number = (
        parse_amount(match.get_text("START_BOARD_NUMBER")),
        parse_amount(match.get_text("END_BOARD_NUMBER")),
    )
    if count == 0 and first_number is not None and last_number is not None and last_number >= first_number:
        return format_amount(last_number - first_number + 1)
    return str(count) if count else ""


def _sum_imps(match: Element) -> float | None:
    """Return the IMPs of all boards, won by the team named first; None where a board has none."""
    imps = [parse_amount(board.get_text("IMPS")) for board in match.find_all("BOARD")]
    return sum(imps_won or 0.0 for imps_won in imps) if imps and None not in imps else None


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

    `neuberg_points` and `neuberg_maximum` weigh all boards alike. `unknown_opponents` are opponents that are
    not among the pairs of the session.
    """

    points: float = 0.0
    maximum: float = 0.0
    neuberg_points: float = 0.0
    neuberg_maximum: float = 0.0
    boards: int = 0
    opponents: set[Seat] = field(default_factory=set)
    unknown_opponents: set[str] = field(default_factory=set)
    directions: set[str] = field(default_factory=set)

    def compute_scores(self, *, is_butler: bool) -> list[float]:
        """Return possible scores: IMPs, or percentages with and without Neuberg's formula."""
        if is_butler:
            return [self.points] if self.boards else []
        return (
            [100 * self.neuberg_points / self.neuberg_maximum, 100 * self.points / self.maximum]
            if self.maximum
            else []
        )


class _TravellerLine(NamedTuple):
    """A line of a traveller: the two pairs as written, the points of both, and whether they are adjusted."""

    names: tuple[str, str]
    points: tuple[float, float] | None
    is_adjusted: bool


class _BoardScale(NamedTuple):
    """The maximum of matchpoints on a board, and on a board that all played; `win` is for a beaten pair."""

    top: float
    full_top: float
    win: int

    def apply_neuberg(self, points: float, *, is_adjusted: bool) -> float:
        """Return the points as if all had played the board, by Neuberg's formula.

        With n scores of N, a score s out of 2·(n - 1) becomes (s + 1)·N/n - 1.
        """
        if not self.top:
            return 0.0
        if is_adjusted:
            return points * self.full_top / self.top
        return (points + self.win / 2) * (self.full_top + self.win) / (self.top + self.win) - self.win / 2


class Tallies:
    """The tally of each pair of a session, by seat."""

    def __init__(self, seats: Sequence[Seat], boards: Boards, *, is_butler: bool) -> None:
        self.by_seat: dict[Seat, Tally] = {}
        self._seats, self._seats_by_number = seats, group_by(dict.fromkeys(seats), lambda seat: seat.number)
        for section, section_boards in group_by(boards, lambda board: board[1]).items():
            lines = [_read_lines(board, _IMPS if is_butler else _MATCH_POINTS) for board, _ in section_boards]
            tops = [*map(_find_top, lines)]
            full_top = max(tops)
            win = 1 if full_top == max(map(len, lines)) - 1 else 2
            for at_board, top in zip(lines, tops, strict=True):
                for line in at_board:
                    self._add_line(line, section, _BoardScale(top, full_top, win))

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

    def _add_line(self, line: _TravellerLine, section: str, scale: _BoardScale) -> None:
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
                tally.points, tally.maximum = tally.points + line.points[side], tally.maximum + scale.top
                tally.neuberg_points += scale.apply_neuberg(line.points[side], is_adjusted=line.is_adjusted)
                tally.neuberg_maximum += scale.full_top if scale.top else 0.0


def _read_lines(board: Element, units: Sequence[str]) -> list[_TravellerLine]:
    """Return the lines of a board that were played; without a score and points a line was skipped."""
    lines = []
    for line in board.find_all("TRAVELLER_LINE"):
        points, score = _read_points(line, units), line.get_text("SCORE", "NS_SCORE").upper()
        is_skipped = {score, line.get_text("CONTRACT").upper()} & _UNPLAYED or not (
            score or any(points or ())
        )
        if not is_skipped:
            names = line.get_text("NS_PAIR_NUMBER"), line.get_text("EW_PAIR_NUMBER")
            lines.append(_TravellerLine(names, points, is_adjusted=score.startswith("A") or "%" in score))
    return lines


def _read_points(line: Element, units: Sequence[str]) -> tuple[float, float] | None:
    for unit in units:
        ns_points, ew_points = (
            parse_amount(line.get_text(f"NS_{unit}")),
            parse_amount(line.get_text(f"EW_{unit}")),
        )
        if ns_points is not None and ew_points is not None:
            return ns_points, ew_points
    return None


def _find_top(lines: Iterable[_TravellerLine]) -> float:
    """Return the points that two pairs share at most tables; adjusted scores may sum to more or less."""
    sums = Counter(round(sum(line.points), 4) for line in lines if line.points)
    return max(sums, key=lambda shared: (sums[shared], shared), default=0.0)


def find_boards(element: Element, section: str = "") -> Iterator[tuple[Element, str]]:
    """Yield the boards at any depth, with the letter of their section.

    Lines without pairs get those of the match that they are in.
    """
    section_id = element.get_text("SECTION_ID") if element.name == "SECTION" else section
    pair_numbers = [*element.find_all("NS_PAIR_NUMBER", "EW_PAIR_NUMBER")]
    for child in element.children:
        if child.name == "BOARD":
            for line in child.find_all("TRAVELLER_LINE"):
                line.parts.extend(pair_numbers)
            yield child, section_id
        elif child.name in ("SESSION", "SECTION", "MATCH"):
            yield from find_boards(child, section_id)
