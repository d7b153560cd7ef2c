"""Who is who where ids and names change at once: players are known by all that they played, together."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date
from pathlib import Path
from random import Random

import pytest
import sites
from table_changes import Files, TableFile, evening
from test_diff_figures import DAYS, sentences

from sitegen.compare.analysis import Difference, analyze_effect
from sitegen.compare.effect import Effect
from sitegen.compare.loading import load_state
from sitegen.compare.result_findings import Played, Undone
from sitegen.compare.state import match_identities
from sitegen.compare.table_findings import Entered, Late, Left
from sitegen.systems.elo.tables import Inputs, Player
from sitegen.toolkit.duel.tables import Game

pytestmark = pytest.mark.slow


def renamed(files: Files, system: str) -> tuple[Files, dict[str, str]]:
    """A site in which everybody has another id and another name, and the new ids by the old ones."""
    path = f"results/{system}/players.csv"
    people = TableFile.parse(files[path])
    ids = {row[0]: f"member-{n}" for n, row in enumerate(people.rows, 1)}
    names = {row[1]: f"Member {chr(64 + n)}" for n, row in enumerate(people.rows, 1)}
    columns = [n for n, head in enumerate(people.header) if head != "sort_name"]
    people = TableFile(
        [], [people.header[n] for n in columns], [[row[n] for n in columns] for row in people.rows]
    )
    words = {**ids, **names}
    pattern = re.compile("|".join(rf"(?<![\w-]){re.escape(word)}(?![\w-])" for word in words))
    given = {**files, path: people.data}
    made = {
        text: pattern.sub(lambda found: words[found[0]], data.decode()).encode()
        if text.startswith("results/")
        else data
        for text, data in given.items()
    }
    return made, ids


def difference(folder: Path, system: str, before: Files, after: Files) -> Effect:
    for name, files in (("before", before), ("after", after)):
        sites.write(folder / name, files)
    states = load_state(folder / "before", DAYS), load_state(folder / "after", DAYS)
    (found,) = Difference(*states).effects
    return found


@pytest.mark.parametrize("system", sites.ALL)
def test_a_whole_club_with_other_ids_and_names_is_the_same_club(system: str, tmp_path: Path) -> None:
    """Nobody comes or goes, no row does, and what a next evening brings stands alone."""
    files = sites.files(system)
    after, ids = renamed(files, system)
    played = {
        text for path in files for text in ids if "players" not in path and text.encode() in files[path]
    }
    found = difference(tmp_path / "alone", system, files, after)
    assert found.identities.new_ids == {id_: ids[id_] for id_ in played}
    assert {row.kind for row in found.rows if row.table != "players"} <= {"rewritten"}
    assert [
        finding
        for finding in analyze_effect(found)
        if isinstance(finding, Entered | Left | Late | Played | Undone)
    ] == []
    evening(Random(1), after)
    later = difference(tmp_path / "later", system, files, after)
    assert later.identities.new_ids == found.identities.new_ids
    assert {row.kind for row in later.rows if row.table != "players"} <= {"rewritten", "added"}
    said = sentences(found)
    named, called, *_ = said
    assert named.startswith(f"{len(played)} players had other names on what was published before: Member ")
    assert called.startswith(f"{len(played)} players have another id; that of Member ")


Row = tuple[int, str, str]


def inputs(people: Iterable[str], rows: Iterable[Row]) -> Inputs:
    """Players, each called as their id is, and games, each of a day of November."""
    games = [Game(date=date(2026, 11, day), home=home, away=away, result="1-0") for day, home, away in rows]
    return Inputs([Player(id=person, name=f"Name of {person}") for person in people], games)


def names(before: Sequence[Row], after: Sequence[Row]) -> dict[str, str]:
    """The new ids of those who are taken for the same."""
    people = ({cell for row in rows for cell in row[1:]} for rows in (before, after))
    was, now = (inputs(sorted(there), rows) for there, rows in zip(people, (before, after), strict=True))
    return dict(match_identities(was, now, {}, {}).new_ids)


def test_some_of_a_club_are_known_by_whom_they_met_and_nobody_is_taken_for_another() -> None:
    """Some have a new id and name at once, wherever a result was turned round or an evening added."""
    for seed in range(40):
        rng = Random(seed)
        ids = [f"p{n}" for n in range(rng.choice((4, 6, 12)))]
        rows: list[Row] = [(n // 5 + 1, *rng.sample(ids, 2)) for n in range(rng.randint(4, 30))]  # type: ignore[misc]
        new = {id_: f"q{n}" for n, id_ in enumerate(rng.sample(ids, rng.randint(2, len(ids))))}
        there = {cell for row in rows for cell in row[1:]}
        same: list[Row] = [(day, new.get(one, one), new.get(other, other)) for day, one, other in rows]
        expected = {was: now for was, now in new.items() if was in there}
        assert names(rows, same) == expected, seed
        assert names(same, rows) == {now: was for was, now in expected.items()}, seed
        place = rng.randrange(len(same))
        day, home, away = same[place]
        same[place] = day, away, home
        assert names(rows, same).items() <= expected.items(), seed


def test_a_new_id_and_name_are_known_among_other_corrections_by_half_of_what_was_played() -> None:
    """Else it is not known who it is: what is left can be somebody else's, to whom results were given."""
    known = 0
    for seed in range(400):
        rng = Random(seed)
        ids = [f"p{n}" for n in range(rng.choice((4, 6, 12)))]
        rows: list[Row] = [(n // 5 + 1, *rng.sample(ids, 2)) for n in range(rng.randint(4, 40))]  # type: ignore[misc]
        who = rng.choice(rows)[1]
        new = {id_: "new" if id_ == who else id_ for id_ in ids}
        same: list[Row] = [(day, new[one], new[other]) for day, one, other in rows]
        later = list(same)
        for _ in range(rng.randint(1, 3)):
            correct(rng, later, [*new.values()])
        was, now = (Counter(row for row in lists if "new" in row) for lists in (same, later))
        found = dict(match_identities(inputs(ids, rows), inputs(new.values(), later), {}, {}).new_ids)
        is_known = now and 2 * (was & now).total() >= max(was.total(), now.total())
        assert found == ({who: "new"} if is_known else {}), seed
        known += len(found)
    assert known > 380


def correct(rng: Random, rows: list[Row], ids: Sequence[str]) -> None:
    """A game more or less, of another day, the other way round, or with somebody else."""
    day, home, away = rows.pop(rng.randrange(len(rows)))
    others = [id_ for id_ in ids if id_ not in {home, away}]
    made: list[Row] = [(day, away, home), (day % 8 + 1, home, away), (day, rng.choice(others), away)]
    rows += rng.choice([[], [(day, home, away), rng.choice(made)], *([row] for row in made)])


def test_whose_results_are_given_to_several_is_none_of_them() -> None:
    """The results of a guest, each of which was somebody else's."""
    rows = [(day, "guest", f"p{day}") for day in range(1, 7)]
    theirs = [(day, f"new{day % 3}", f"p{day}") for day in range(1, 7)]
    assert names(rows, theirs) == {}
    assert names(rows, [(day, "new0", one) for day, _, one in rows]) == {"guest": "new0"}
