"""What `sitegen systems NAME` tells of a system, out of its declarations."""

import re
from types import SimpleNamespace
from typing import Any, Literal, NamedTuple

import codes
import pytest

from sitegen.commands import reference
from sitegen.core.entities import Player
from sitegen.core.language import Language
from sitegen.core.system import find_origin, find_systems, load_system
from sitegen.core.table import PlayDate, PlayerId, Table, column


class Evening(Table):
    """One evening of a pair.

    With more to be said than is shown.
    """

    date: PlayDate = column("the day", headings=("datum", "speeldatum"))
    player: PlayerId = column("who played")
    score: float = column("the score", unit="%", minimum=0, maximum=100)
    kind: Literal["pairs", "teams"] = column(
        "how it was played",
        default="pairs",
        synonyms=(("paren", "pairs"), ("paires", "pairs"), ("viertallen", "teams")),
    )


class Inputs(NamedTuple):
    players: list[Player]
    evenings: list[Evening] | None = None


class Options(Table):
    least: int = column("how many evenings count", default=5, minimum=1)


SYSTEM: Any = SimpleNamespace(
    title="Evenings, 2026", Inputs=Inputs, Options=Options, outputs={"list": Evening}, interpretations=()
)


def told() -> list[str]:
    return reference.format_reference("evenings", SYSTEM).splitlines()


def test_a_table_is_told_with_its_first_sentence_and_whether_it_may_be_missing() -> None:
    assert "  results/<ranking>/evenings.csv (may be missing): One evening of a pair." in told()


def test_a_column_is_told_with_what_it_takes() -> None:
    lines = [" ".join(line.split()) for line in told()]
    assert "date date, required the day" in lines
    assert "player player, required who played" in lines
    assert "score number, from 0, to 100, in %, required the score" in lines
    assert "kind pairs | teams, default pairs how it was played" in lines
    assert "least whole number, from 1, default 5 how many evenings count" in lines


def test_other_names_that_a_file_may_have_are_told_below() -> None:
    lines = [" ".join(line.split()) for line in told()]
    assert lines[lines.index("date date, required the day") + 1] == "also as heading: datum, speeldatum"
    kind = lines.index("kind pairs | teams, default pairs how it was played")
    assert lines[kind + 1 : kind + 3] == ["pairs also as: paren, paires", "teams also as: viertallen"]


def test_a_club_reads_the_words_that_its_files_have() -> None:
    keizer = load_system("keizer")
    language = Language("nl").with_catalogues(find_origin("keizer"))
    text = reference.format_reference("keizer", keizer, language)
    lines = [" ".join(line.split()) for line in text.splitlines()]
    heading = next(number for number, line in enumerate(lines) if line.startswith("reden "))
    assert lines[heading].startswith("reden voor de club | afgemeld | niet afgemeld | bye, verplicht")
    assert lines[heading + 1].startswith("ook als kop: reason, code, ")
    assert lines[heading + 3].startswith("afgemeld ook als: excused, ")


def told_of(name: str, language: str = "en") -> list[str]:
    words = Language(language).with_catalogues(find_origin(name))
    return [line.strip() for line in reference.format_reference(name, load_system(name), words).splitlines()]


def find_declared(folder: str) -> set[str]:
    """Return the messages that modules in a folder of the program declare, with `…` for their parameters."""
    calls = [
        call for call in codes.calls() if call.place.startswith(folder) and "/draw.py:" not in call.place
    ]
    return {re.sub(r"\{\w+\}", "…", call.words[-1]) for call in calls if call.code and call.words[-1]}


@pytest.mark.parametrize("name", [*find_systems()])
def test_all_that_a_system_finds_wrong_is_told_with_its_cure(name: str) -> None:
    declared, lines = find_declared(f"systems/{name}/"), told_of(name)
    assert declared or name == "glicko2"
    assert declared <= {*lines}
    assert len({*lines[lines.index("What is checked") :]}) > len(declared) + 5


@pytest.mark.parametrize(
    ("folder", "systems"),
    [
        ("toolkit/rounds/", {"ijssel", "keizer"}),
        ("toolkit/sessions.py", {"nbb", "ruit"}),
        ("toolkit/duel/", {"elo", "glicko2"}),
    ],
)
def test_what_the_toolkit_finds_is_told_of_the_systems_that_it_serves(folder: str, systems: set[str]) -> None:
    declared = find_declared(folder)
    assert declared
    for name in find_systems():
        assert declared & {*told_of(name)} == (declared if name in systems else set())


def test_what_stops_the_build_is_told_before_what_is_doubted() -> None:
    lines = told_of("fibs")
    errors, warnings = map(lines.index, [line for line in lines if line.startswith(("Errors:", "Warnings:"))])
    stops, doubt = map(lines.index, ("winner and loser are the same player", "no other match is to … points"))
    assert errors < stops < warnings < doubt
    assert lines[stops + 1] == "a match is between two players"


def test_a_club_reads_what_is_checked_in_its_words() -> None:
    lines = told_of("elo", "nl")
    assert "score thuis, score uit van games: geen getal ver van alle andere" in lines
    assert "thuis en uit zijn dezelfde speler" in lines


def test_published_tables_are_told_with_their_columns() -> None:
    assert told()[-1] == "  list.csv: date, player, score, kind"
