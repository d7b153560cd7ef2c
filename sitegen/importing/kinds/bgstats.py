"""BG Stats: a diary of board games, exported as JSON: a row for each player, and rounds of tournaments.

A place is taken from ranks, scores or the winner of a play, never from the order of seats.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from sitegen.core.problems import Message, advise, pluralize, quote_text, say
from sitegen.importing.answers import UNANSWERED, Additions, SheetAnswers
from sitegen.importing.holdings import CurrentRow
from sitegen.importing.record import Record
from sitegen.importing.source import (
    Document,
    SourceError,
    SourceFile,
    SourceRow,
    SourceTable,
    Verdict,
    make_row,
)
from sitegen.importing.targets import Target, map_headings
from sitegen.importing.values import parse_day
from sitegen.toolkit.order import group_by

JsonObject = Mapping[str, Any]
JsonObjects = Sequence[JsonObject]
Scores = Sequence[float | None]
_PLAYS_HEADER = ("date", "play", "game", "player", "place", "score")
_HIGHEST, _LOWEST = 1, 2
_COOPERATIVE = (4, 6)
"""Values of `scoringSetting`, by which a play overrides its game: highest or lowest wins, or cooperative."""
_TERM = r"\d{1,9}(?:[.,]\d{1,6})?"
_SUM = re.compile(rf"[+-]?{_TERM}(?:[+-]{_TERM}){{0,200}}", re.ASCII)
_TERMS = re.compile(rf"[+-]?{_TERM}", re.ASCII)
_LOOK_UP_HINT = advise("look it up, correct it in the program, and export it again")
PLAYS = "plays"
_ROUNDS = {"1", "2", "3"}


def fits(file: SourceFile) -> bool:
    """Whether the file is a JSON object with plays, players and games."""
    text = file.text
    return text.lstrip().startswith("{") and all(f'"{key}"' in text for key in ("plays", "players", "games"))


def read(file: SourceFile) -> Document:
    """Read all plays; those that are no table of a circuit are left out with a reason."""
    try:
        data = json.loads(file.text)
    except (ValueError, RecursionError):
        message = say("json-broken", "the file is no JSON: it is damaged or cut short")
        raise SourceError(message, advise("export it again")) from None
    plays = data.get("plays") if isinstance(data, dict) else None
    if not isinstance(plays, list) or not plays:
        message = say("bgstats-without-plays", "there are no plays in this file")
        raise SourceError(message, advise("export all data of BG Stats as a file"))
    reader = _PlayReader(data)
    ordered = sorted(enumerate(plays), key=lambda item: _read_start(item[1]))
    rows = [row for number, play in ordered for row in reader.build_rows(play, f"plays[{number}]")]
    return Document("bgstats", [SourceTable(PLAYS, rows, _PLAYS_HEADER)], notes=[*reader.build_notes()])


class _PlayReader:
    """Turns plays into rows, and counts the plays with negative or reversed scores."""

    def __init__(self, data: JsonObject) -> None:
        self._games, self._players = (
            {_read_key(record, "id"): record for record in _list_objects(data, name)}
            for name in ("games", "players")
        )
        self._deleted = {
            _read_text(record, "uuid").lower() for record in _list_objects(data, "deletedObjects")
        }
        self._counts: Counter[str] = Counter()

    def build_notes(self) -> Iterator[Message]:
        """Return a note for each kind of score that some plays have."""
        if number := self._counts["negative"]:
            yield pluralize(
                number,
                "{number} play has a score below 0, which gives nobody a share of the points",
                "{number} plays have scores below 0, which give nobody a share of the points",
                code="plays-negative",
            )
        if number := self._counts["reversed"]:
            yield pluralize(
                number,
                "{number} play is of a game that the lowest score wins: its place is right, its score"
                " is the other way round",
                "{number} plays are of games that the lowest score wins: their places are right,"
                " their scores are the other way round",
                code="plays-reversed",
            )

    def build_rows(self, play: object, place: str) -> Iterator[SourceRow]:
        """Yield a row for each player, and one for a play without players."""
        record: JsonObject = play if isinstance(play, dict) else {}
        sitters = _list_objects(record, "playerScores")
        game = self._games.get(_read_key(record, "gameRefId"), {})
        scores = [_parse_score(_read_text(sitter, "score")) for sitter in sitters]
        setting = _read_number(record, "scoringSetting")
        is_reversed = setting == _LOWEST or (setting != _HIGHEST and game.get("highestWins") is False)
        ranks = [_read_number(sitter, "rank") for sitter in sitters]
        winners = [sitter.get("winner") is True for sitter in sitters]
        places, doubt_reason = _find_places(ranks, scores, winners, is_reversed=is_reversed)
        doubt = Verdict("doubtful", doubt_reason, _LOOK_UP_HINT) if doubt_reason else None
        verdict = (
            self._judge_left(record, game, sitters)
            or self._judge_doubtful(record, game, sitters, scores)
            or doubt
        )
        if verdict is None:
            known_scores = [score for score in scores if score is not None]
            self._counts["negative"] += any(score < 0 for score in known_scores)
            self._counts["reversed"] += bool(known_scores) and is_reversed
        play_texts = [
            parse_day(_read_text(record, "playDate")),
            _read_text(record, "uuid") or place,
            _read_text(game, "name"),
        ]
        for number, (sitter, table_place, score) in enumerate(zip(sitters, places, scores, strict=True)):
            name = _read_text(self._players.get(_read_key(sitter, "playerRefId"), {}), "name")
            points = _read_text(sitter, "score") if score is None else f"{score:.10g}"
            texts = [*play_texts, name, table_place or "", points]
            yield make_row(f"{place}.playerScores[{number}]", texts, verdict)
        if not sitters:
            yield make_row(place, [*play_texts, "", "", ""], verdict)

    def _judge_left(self, record: JsonObject, game: JsonObject, sitters: JsonObjects) -> Verdict | None:
        reason = None
        if _read_text(record, "uuid").lower() in self._deleted:
            reason = say("play-deleted", "the play was deleted")
        elif record.get("ignored") is True:
            reason = say("play-ignored", "the play counts for nothing in the program")
        elif len(sitters) == 1:
            reason = say("play-alone", "somebody played alone")
        elif game.get("cooperative") is True or _read_number(record, "scoringSetting") in _COOPERATIVE:
            reason = say("play-cooperative", "all played together, nobody against another")
        elif record.get("usesTeams") is True:
            reason = say("play-teams", "teams played, and not each for themselves")
        return Verdict("left", reason) if reason else None

    def _judge_doubtful(
        self, record: JsonObject, game: JsonObject, sitters: JsonObjects, scores: Scores
    ) -> Verdict | None:
        keys = [_read_key(sitter, "playerRefId") for sitter in sitters]
        players = [self._players.get(key, {}) for key in keys]
        stated_scores = [_read_text(sitter, "score") for sitter in sitters]
        unreadable = [
            text for text, score in zip(stated_scores, scores, strict=True) if text and score is None
        ]
        reason = None
        if not sitters:
            reason = say("play-without-players", "the play has no players")
        elif not parse_day(_read_text(record, "playDate")):
            reason = say("play-without-day", "the play has no day that can be read")
        elif not _read_text(game, "name"):
            reason = say("play-without-game", "the play has no game")
        elif not all(_read_text(player, "name") for player in players):
            reason = say("play-player-unnamed", "a player has no name")
        elif any(map(_is_nobody, players)):
            reason = say("play-anonymous", "somebody without a name played")
        elif len({*keys}) < len(keys):
            reason = say("play-player-twice", "somebody stands twice at the table")
        elif unreadable:
            reason = say("play-score-unreadable", "{score} is no score", score=quote_text(unreadable[0]))
        return Verdict("doubtful", reason, _LOOK_UP_HINT) if reason else None


def _find_places(
    ranks: Sequence[int], scores: Scores, winners: Sequence[bool], *, is_reversed: bool
) -> tuple[list[int | None], Message | None]:
    """Return the places at a table by ranks (0 is none), scores or winners, and a reason to doubt them."""
    known_scores = [score for score in scores if score is not None]
    sign = 1 if is_reversed else -1
    keys: list[Any] = []
    if any(rank > 0 for rank in ranks):
        doubt, keys = _check_ranks(ranks, winners), [*ranks]
    elif known_scores and len(known_scores) == len(scores):
        signed_scores = [sign * score for score in known_scores]
        doubt = _check_scores(signed_scores, winners)
        keys = [(score, not has_won) for score, has_won in zip(signed_scores, winners, strict=True)]
    elif known_scores:
        doubt = say("place-score-missing", "some at the table have a score, and others have none")
    else:
        doubt, keys = _check_winners(winners), [not has_won for has_won in winners]
    if doubt:
        return [1 if has_won else None for has_won in winners], doubt
    return [sorted(keys).index(key) + 1 for key in keys], None


def _check_ranks(ranks: Sequence[int], winners: Sequence[bool]) -> Message | None:
    if not all(rank > 0 for rank in ranks):
        return say("place-rank-missing", "some at the table have a rank, and others have none")
    if any(has_won and rank > 1 for rank, has_won in zip(ranks, winners, strict=True)):
        return say("place-winner-not-first", "the winner does not have the first rank")
    return None


def _check_winners(winners: Sequence[bool]) -> Message | None:
    if not any(winners):
        return say("place-unknown", "nothing says which player won")
    if winners.count(False) > 1:
        return say("place-rest-unknown", "the winner is known, but not the order of the others")
    return None


def _check_scores(scores: Sequence[float], winners: Sequence[bool]) -> Message | None:
    """Return a reason to doubt scores, of which the lowest is best; one winner of several is a tie-break."""
    winning_scores = [score for score, has_won in zip(scores, winners, strict=True) if has_won]
    if not winning_scores:
        return say("place-no-winner", "there are scores, and nobody won")
    if max(winning_scores) > min(scores):
        return say("place-winner-not-best", "the winner does not have the best score of this game")
    return None


def _is_nobody(player: JsonObject) -> bool:
    """Whether a player is anonymous or played by the game."""
    meta_data = player.get("metaData")
    meta_data = meta_data if isinstance(meta_data, str) else json.dumps(meta_data)
    return player.get("isAnonymous") is True or '"isNpc":1' in meta_data.replace(" ", "")


def _list_objects(data: JsonObject, name: str) -> list[JsonObject]:
    records = data.get(name)
    return [record for record in records if isinstance(record, dict)] if isinstance(records, list) else []


def _read_start(play: object) -> str:
    return _read_text(play, "playDate") if isinstance(play, dict) else ""


def _read_key(record: JsonObject, name: str) -> object:
    """Return a number by which records refer to each other; a unique object where there is none."""
    return str(record[name]) if isinstance(record.get(name), int | str) else object()


def _read_text(record: JsonObject, name: str) -> str:
    value = record.get(name)
    return " ".join(str(value).split()) if isinstance(value, str | int | float) else ""


def _read_number(record: JsonObject, name: str) -> int:
    with suppress(ValueError):
        return int(_read_text(record, name))
    return 0


def _parse_score(text: str) -> float | None:
    """Return the value of a score such as `12+3-5`; None where the text is no sum."""
    terms = text.replace(" ", "").removesuffix("+").replace(",", ".")
    if not _SUM.fullmatch(terms):
        return None
    return round(sum(float(term) for term in _TERMS.findall(terms)), 6)


def plan_plays(target: Target) -> SheetAnswers:
    """Return the answers for the plays of a diary: each play is a table, in the columns of the target."""
    columns_by_heading = map_headings(target)
    columns = {columns_by_heading.get(name, name): name for name in _PLAYS_HEADER}
    return SheetAnswers(target.name, {**columns, "table": "play", "date": "date"}, header=0)


def assign_rounds(
    records: Sequence[Record],
    tournament_rows: Sequence[CurrentRow],
    answers: Mapping[str, Any],
    additions: Additions,
) -> None:
    """Set the tournament of each play by its day, and the round by the order of play of the day.

    A round ends when somebody in it plays again. Where some did not play in all rounds, that is to be agreed
    to. `answers` may have a tournament or false for a day, and a round or false for a play. Plays on a day
    without a tournament are left out.
    """
    plays = [record for record in records if record.status in {"", "doubtful"} and "date" in record.cells]
    days = {row.cells.get("date", ""): row.cells.get("tournament", "") for row in tournament_rows}
    days |= {day: key for day, key in answers.items() if "-" in day}
    plays_before: Counter[tuple[str, str]] = Counter()
    rounds, seated = Counter[str](), dict[str, set[str]]()
    unclear = {}
    tables = group_by(plays, lambda record: (record.cells["table"], record.source))
    for (play, _), table in tables.items():
        day = parse_day(table[0].cells["date"])
        people = {record.cells.get("player", "") for record in table}
        for record in table if not days.get(day) else ():
            record.restart_verdict()
            record.judge("left", say("play-without-tournament", "no tournament is held on {day}", day=day))
        if not days.get(day):
            continue
        if not rounds[day] or people & seated[day]:
            rounds[day] += 1
            seated[day] = set()
        seated[day] |= people
        is_sure = len({plays_before[day, person] for person in people}) == 1
        plays_before.update((day, person) for person in people)
        number = answers.get(play, rounds[day] if is_sure or answers.get("rounds") is True else 0)
        known = [_set_round(record, str(days[day]), number) for record in table]
        if not all(known):
            unclear[play] = f"{day}, {rounds[day]}: {', '.join(sorted(people))}"
    _ask_rounds(unclear, answers, additions)


def _ask_rounds(unclear: Mapping[str, str], answers: Mapping[str, Any], additions: Additions) -> None:
    """Ask whether the rounds follow from the order of play; where they do not, ask the round of each play."""
    is_order_open = unclear and answers.get("rounds", UNANSWERED) == UNANSWERED
    questions = {"rounds": f"true: {len(unclear)}: 1 … {max(_ROUNDS)}"} if is_order_open else unclear
    for play, evidence in questions.items():
        if play not in answers:
            additions.add("plays", play, UNANSWERED, evidence)


def _set_round(record: Record, tournament: str, number: Any) -> bool:
    """Set the tournament and the round of a player at a play; return whether the round is known."""
    record.cells["tournament"] = tournament
    stated = record.cells.setdefault("round", str(number or ""))
    if number is False:
        record.judge("left", say("left-answered", "left, as was answered"))
    elif stated not in _ROUNDS:
        play = quote_text(record.cells["table"])
        record.doubt = say("play-without-round", "the round of {play} is not known", play=play)
        hint = advise("write the round under [plays], or false to leave it")
        record.judge("doubtful", record.doubt, hint)
        return False
    return True
