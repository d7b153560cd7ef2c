"""What an import comes to: the verdicts, the changes, and what is kept of both."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from sitegen.commands.importing import ledger
from sitegen.commands.importing.answers import Answers
from sitegen.commands.importing.ledger import Entry, Row
from sitegen.commands.importing.merging import Change, Merge, Standing
from sitegen.commands.importing.people import Naming
from sitegen.commands.importing.records import Record
from sitegen.commands.importing.sources import Listed, Source
from sitegen.commands.new.roster import faults_of, newcomer_of
from sitegen.config import Ranking
from sitegen.problem import Problem, errors
from sitegen.read.files import PLAYERS
from sitegen.system import kept


@dataclass
class Account:
    """What an import comes to: what became of every record, and the files that it would write."""

    name: str
    ranking: Ranking
    sources: Sequence[Source]
    answers: Answers
    listed: Sequence[Listed]
    naming: Naming = field(default_factory=Naming)
    merges: dict[str, Merge] = field(default_factory=dict)
    asked: str = ""
    files: dict[str, bytes | None] = field(default_factory=dict)
    old: dict[str, bytes | None] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    after: Mapping[str, float] = field(default_factory=dict)
    players: Sequence[Standing] = ()

    @property
    def records(self) -> list[Record]:
        """Every record of every file."""
        return [record for source in self.sources for record in source.records]

    @property
    def is_blocked(self) -> bool:
        """Whether something is asked, in doubt or refused: then nothing is written."""
        words = {record.word for record in self.records}
        refused = any(source.refused for source in self.sources)
        return bool(self.asked or errors(self.problems) or refused or words & {"doubtful", "refused"})


def all_changes(made: Account) -> list[Change]:
    """The rows that come and go: new players and aliases, then the rows of each table."""
    found = [change for merge in made.merges.values() for change in merge.changes]
    used = {text for change in found if change.new for text in change.new.values()}
    given = {change.new["id"] for change in found if change.table == PLAYERS and change.new}
    aliases = {id_: "|".join(names) for id_, names in made.naming.aliases.items()}
    people = []
    for id_, name in made.naming.new.items():
        if id_ in used and id_ not in given:
            also = {"aliases": aliases[id_]} if id_ in aliases else {}
            people.append(Change(PLAYERS, None, {"id": id_, "name": name, **also}))
    for player in (player for player in made.players if player.cells["id"] in aliases):
        both = filter(None, (player.cells.get("aliases", ""), aliases[player.cells["id"]]))
        people.append(Change(PLAYERS, player, {**player.cells, "aliases": "|".join(both)}))
    return [
        change._replace(new=_complete(change.new, made)) if change.new and change.is_newcomer else change
        for change in (*people, *found)
    ]


def _complete(row: Row, made: Account) -> Row:
    """The row of a new player, with what the system starts somebody with of whom it knows too little."""
    table = next(each.rows for each in kept(made.ranking.system) if each.name == PLAYERS)
    start = newcomer_of(made.ranking.name_of_system, table, "en")
    if start is None or not faults_of(row, table):
        return row
    return {**row, **dict(zip(start.header, start.rows[0], strict=True))}


def entries(root: Path, made: Account) -> list[Entry]:
    """The ledger after the import: all records of these sources, and what earlier ones had besides."""
    found = []
    for each in made.records:
        row = each.row if each.word in {"imported", "merged"} else {}
        about = each.source, each.place, each.table, each.word, each.code
        found.append(Entry(*about, ledger.digest(each), row))
    names = {source.name for source in made.sources}
    before = [entry for entry in ledger.load(root, made.name) if entry.source not in names]
    added = (change.new for change in all_changes(made) if change.new and change.is_newcomer)
    new = [Entry("", "", PLAYERS, "imported", "new-player", "", row) for row in added]
    return [*before, *new, *found]
