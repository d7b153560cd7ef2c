"""Plays of a diary -> rounds of the tournaments of a circuit: which play was a table of which round."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from sitegen.commands.importing.answers import SheetAnswers
from sitegen.commands.importing.merging import Standing
from sitegen.commands.importing.records import Record
from sitegen.message import advise, say
from sitegen.problem import quoted
from sitegen.toolkit.rows import grouped

_COLUMNS = {"table": "play", **{name: name for name in ("date", "game", "player", "place", "score")}}
PLAYS = SheetAnswers("results", _COLUMNS, header=0)
"""How the plays of a diary are read: a play is a table."""
_ROUNDS = 3


def assign(records: Sequence[Record], standing: Sequence[Standing], answers: Mapping[str, Any]) -> None:
    """Give the plays a tournament, by its day, and a round, by what the players of the table played before.

    `answers` may name a tournament for a day, or false, and a round for a play. A play on a day without a
    tournament is left.
    """
    plays = [record for record in records if record.is_open and "date" in record.cells]
    days = {row.cells.get("date", ""): row.cells.get("tournament", "") for row in standing}
    days |= {day: key for day, key in answers.items() if "-" in day}
    before: Counter[tuple[str, str]] = Counter()
    for play, table in grouped(plays, lambda record: record.cells["table"]).items():
        day = table[0].cells["date"]
        people = [(day, record.cells.get("player", "")) for record in table]
        before.update(people if days.get(day) else ())
        rounds = {before[each] for each in people}
        found = answers.get(play) or (rounds.pop() if len(rounds) == 1 else 0)
        for record in table:
            if not days.get(day):
                reason = say("play-without-tournament", "no tournament is held on {day}", day=day)
                record.judge("left", reason)
            elif not 1 <= int(found) <= _ROUNDS:
                told = {"play": quoted(play)}
                reason = say("play-without-round", "it cannot be told which round {play} was", **told)
                hint = advise("write the round under [plays], or false to leave it")
                record.judge("doubtful", reason, hint)
            else:
                record.cells |= {"tournament": str(days[day]), "round": str(found)}
