"""The matches of a teams event as USEBIO tells them: each once, with the players of the teams."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from sitegen.commands.importing.elements import Element
from sitegen.commands.importing.reading import amount, plain
from sitegen.commands.importing.source import SourceCell, SourceRow, Statement, Verdict, cell
from sitegen.message import advise, say

TEAMS = ("date", "session", "match", "team_a", "team_b", "imps_a", "boards", "vp_a", "vp_b")
LINE_UPS = ("date", "session", "team", "player")
_SCORING = {"VPS": "vp", "VP": "vp", "VICTORY_POINTS": "vp", "IMPS": "imps", "IMP": "imps"}
_NOBODY = {"", "0", "BYE", "SIT OUT", "SITOUT"}

_BYE = Verdict("left", say("team-bye", "a bye: there was no other team"))
_WITHOUT_MATCHES = Verdict(
    "refused",
    say("teams-without-matches", "the file says what the teams have together, and not their matches"),
    advise("export it with its matches"),
)
_Scores = tuple[float, float]


class Sitting(NamedTuple):
    """A day and session, as cells, and why nothing of it can be taken, if so."""

    day: str
    session: str
    verdict: Verdict | None

    def cells(self, element: Element) -> list[SourceCell]:
        """The day and the session as cells of an element."""
        return [cell(self.day, element.place, "day"), cell(self.session, element.place)]


def teams_of(participants: Iterable[Element]) -> dict[str, Element]:
    """The teams by what matches call them; a second one of that name stands by its line."""
    found: dict[str, Element] = {}
    for team in participants:
        called = team.cell("TEAM_ID", "TEAM_NUMBER") or _name(team)
        found[f"{called} ({team.line})" if called in found else called] = team
    return found


def _name(team: Element) -> str:
    return team.cell("TEAM_NAME") or team.cell("TEAM_ID", "TEAM_NUMBER")


def line_ups(teams: Mapping[str, Element], sitting: Sitting) -> Iterator[SourceRow]:
    """A row a player of a team."""
    for team in teams.values():
        pairs = [player for pair in team.all("PAIR") for player in pair.all("PLAYER")]
        for player in [*team.all("PLAYER"), *pairs]:
            cells = [*sitting.cells(team), cell(_name(team), team.place)]
            cells.append(cell(player.cell("PLAYER_NAME"), player.place))
            verdict = sitting.verdict
            if not player.cell("PLAYER_NAME"):
                verdict = verdict or Verdict("doubtful", say("team-player-unnamed", "a player has no name"))
            yield SourceRow(f"{player.place}, PLAYER", cells, verdict)


class Matches:
    """The rows of the matches of a session, and what they make of the totals of the teams."""

    def __init__(self, teams: Mapping[str, Element], method: str, sitting: Sitting) -> None:
        self._teams, self._sitting = teams, sitting
        self._scoring = _SCORING.get(method.upper().replace(" ", "_"), "")
        self._seen: dict[tuple[str, str, str], _Scores] = {}
        self._margins: list[Statement] = []
        self._totals: defaultdict[str, float] = defaultdict(float)
        self._counts: Counter[str] = Counter()

    def row(self, match: Element) -> SourceRow:
        """The row of a match, left where it stands already from the other side."""
        sides = match.cell("TEAM"), match.cell("OPPOSING_TEAM")
        ours, theirs = amount(match.cell("TEAM_SCORE")), amount(match.cell("OPPOSING_TEAM_SCORE"))
        scores = None if ours is None or theirs is None else (ours, theirs)
        self._counts[sides[0]] += 1
        number = match.cell("ROUND_NUMBER") or str(self._counts[sides[0]])
        place, won, margin = f"{match.place}, MATCH {number}", _won(match), scores and scores[0] - scores[1]
        scoring = self._scoring or ("imps" if margin and won == margin else "")
        verdict = self._sitting.verdict or self._verdict((number, *sides), scores, scoring)
        if verdict is None and scores:
            self._seen[number, *sides] = scores
            if scoring == "imps" and won is not None and margin is not None:
                self._margins.append(Statement("imps", " - ".join(sides), margin, won, place))
        if scoring == "vp" and (verdict is None or verdict == _BYE):
            for side, score in [(sides[0], ours), (sides[1], theirs)][: 1 if verdict else 2]:
                self._totals[side] += score or 0.0
        names = [_name(self._teams[side]) if side in self._teams else side for side in sides]
        texts = ["", "", "", ""]
        if scores and scoring == "vp":
            texts[2:] = map(plain, scores)
        elif margin is not None and scoring:
            texts[:2] = plain(margin), _boards(match)
        cells = [*self._sitting.cells(match), cell(number, match.place, "number")]
        cells += [cell(name, match.place) for name in names]
        return SourceRow(place, [*cells, *(cell(text, match.place, "number") for text in texts)], verdict)

    def alone(self) -> Iterator[SourceRow]:
        """A refused row a team, where the file has no matches."""
        verdict = self._sitting.verdict or _WITHOUT_MATCHES
        for key, team in self._teams.items():
            cells = [cell(text, team.place) for text in ("", _name(team), "", "", "", "", "")]
            yield SourceRow(f"{team.place}, TEAM {key}", [*self._sitting.cells(team), *cells], verdict)

    def _verdict(self, key: tuple[str, str, str], scores: _Scores | None, scoring: str) -> Verdict | None:
        number, own, opposing = key
        if {own.upper(), opposing.upper()} & _NOBODY:
            return _BYE
        if scores is None:
            hint = advise("look up the result, and enter it by hand")
            return Verdict("doubtful", say("match-without-score", "the match has no score"), hint)
        if not scoring:
            told = say("match-scoring-unclear", "nothing says whether the scores are IMPs or victory points")
            return Verdict("doubtful", told, advise("write VPS or IMPS as its MATCH_SCORING_METHOD"))
        other = self._seen.get((number, opposing, own))
        if other == (scores[1], scores[0]):
            return Verdict("left", say("match-other-side", "the match from the other side: it stands above"))
        if other is not None:
            told = say("match-not-mirrored", "the match has another score than from the other side, above")
            return Verdict("doubtful", told, advise("look up which of the two is right"))
        return None

    def statements(self) -> Iterator[Statement]:
        """What is stated of matches and teams, with what the boards and the matches make of it."""
        yield from self._margins
        for key, team in self._teams.items():
            stated, place = amount(team.cell("TOTAL_SCORE")), f"{team.place}, TEAM {key}"
            if stated is not None and key in self._totals:
                made = round(self._totals[key], 4)
                yield Statement("victory points", _name(team), stated, made, place, 0.05)


def _boards(match: Element) -> str:
    """How many boards were played: those that stand there, or the first and the last by their numbers."""
    count = len([*match.all("BOARD")])
    first, last = amount(match.cell("START_BOARD_NUMBER")), amount(match.cell("END_BOARD_NUMBER"))
    if count == 0 and first is not None and last is not None and last >= first:
        return plain(last - first + 1)
    return str(count) if count else ""


def _won(match: Element) -> float | None:
    """The IMPs of the boards together, as the team that is named first won them; None where they say none."""
    imps = [amount(board.cell("IMPS")) for board in match.all("BOARD")]
    return sum(won or 0.0 for won in imps) if imps and None not in imps else None
