"""What holds of every site: form changes no row, a fault is told at its cell, no bytes are too strange."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from examples import times
from hypothesis import given
from hypothesis import strategies as st
from toy_system import MATCHES, PLAYERS, site

from sitegen.core import cells
from sitegen.core.problems import Problem, select_errors
from sitegen.inputs.results.records import CsvLines
from sitegen.inputs.results.results import read_results

NAMES = ("date", "winner", "loser", "length", "kind", "online", "stake", "remark")
SPELLED = {
    "an": ("an", "An Peeters", "an  PEETERS", "annie"),
    "bo": ("bo", "Bo De Wit"),
    "cy": ("cy", "CY claes"),
}


def is_typed(text: str) -> bool:
    """Whether it is no more than a text: neither a formula nor an error of a spreadsheet."""
    try:
        cells.check_spreadsheet_cell(text)
    except ValueError:
        return False
    return True


PLAIN = st.text(st.sampled_from("abcXYZ 019'\"#,;.|-éüß\n"), max_size=12).filter(is_typed)
ANYTHING = st.text(
    st.characters(codec="utf-8", exclude_categories=["C", "Z", "M", "Lo"]), max_size=12
).filter(is_typed)

rows = st.tuples(
    st.dates(date(1900, 1, 1), date(2199, 12, 31)),
    st.sampled_from([("an", "bo"), ("bo", "cy"), ("cy", "an")]),
    st.integers(1, 25),
    st.sampled_from(["club", "cup"]),
    st.booleans(),
    st.integers(-(10**6), 10**6).map(lambda integer: integer / 100),
)


@dataclass(frozen=True)
class Form:
    """One of the many ways to write the same rows."""

    delimiter: str
    line_end: str
    encoding: str
    order: Sequence[int]
    trailing: int
    files: int
    draw: Any

    def cell(self, name: str, value: Any) -> str:
        """A value as people write it, between quotes where it must be and sometimes where it need not be."""
        written = self.draw(st.sampled_from(self._spellings(name, value)))
        must = any(sign in written for sign in f'{self.delimiter}"\r\n#') or written != written.strip()
        if must or self.draw(st.booleans()):
            return '"' + written.replace('"', '""').replace("\n", self.line_end) + '"'
        return written

    def _spellings(self, name: str, value: Any) -> Sequence[str]:
        if isinstance(value, date):
            return [value.isoformat(), f"{value.day}/{value.month}/{value.year}", value.strftime("%d.%m.%Y")]
        if isinstance(value, bool):
            return ["ja", "X", "1"] if value else ["", "Nee", "0"]
        if isinstance(value, float):
            return [str(value), str(value) if self.delimiter == "," else str(value).replace(".", ",")]
        if name in {"winner", "loser"}:
            return SPELLED[value]
        return ["", "Club"] if value == "club" else [str(value)]

    def text(self, table: Sequence[Sequence[Any]]) -> str:
        """A file of these rows."""
        spelled = st.sampled_from([str.title, str.upper, lambda name: f" {name[0]}_{name[1:]}"])
        lines = [[self.draw(spelled)(NAMES[n]) for n in self.order]]
        lines += [[self.cell(NAMES[n], row[n]) for n in self.order] for row in table]
        text = ""
        for line in lines:
            text += self.draw(st.sampled_from(["", "", '# a "note"' + self.line_end, self.line_end]))
            text += self.delimiter.join([*line, *[""] * self.trailing]) + self.line_end
        return text


@st.composite
def forms(draw: Any) -> Form:
    """Any form that is read."""
    return Form(
        delimiter=draw(st.sampled_from(",;\t")),
        line_end=draw(st.sampled_from(["\n", "\r\n", "\r"])),
        encoding=draw(st.sampled_from(["utf-8", "utf-8-sig", "cp1252"])),
        order=draw(st.permutations(range(len(NAMES)))),
        trailing=draw(st.integers(0, 2)),
        files=draw(st.integers(1, 3)),
        draw=draw,
    )


def found(files: dict[str, str | bytes]) -> tuple[dict[str, Any], list[Problem]]:
    """What is read of a site with these files."""
    with TemporaryDirectory() as root:
        return read_results(site(Path(root), {"players.csv": PLAYERS, **files}))


@given(st.data(), forms(), st.lists(rows, max_size=8))
def test_the_form_of_a_file_changes_no_row(data: st.DataObject, form: Form, drawn: Sequence[Any]) -> None:
    remarks = PLAIN if form.encoding == "cp1252" else PLAIN | ANYTHING
    table = [(day, *pair, *others, data.draw(remarks)) for day, pair, *others in drawn]
    parts = [table[n :: form.files] for n in range(form.files)]
    inputs, problems = found(
        {f"matches/{n}.csv": form.text(part).encode(form.encoding) for n, part in enumerate(parts)}
    )
    assert select_errors(problems) == []
    expected = [(*row[:-1], unicodedata.normalize("NFC", row[-1].strip())) for part in parts for row in part]
    assert [match[:-1] for match in inputs["toy"].matches] == expected


FAULTS = {
    "date": ("2026-1-", "'2026-1-' is not a date"),
    "winner": ("zz", "'zz' is not a player"),
    "loser": ("", "the cell is blank, and every row needs 'loser'"),
    "length": ("26", "'26' is more than 25, the most that is possible"),
    "kind": ("clib", "'clib' is none of club, cup"),
    "online": ("maybe", "'maybe' is neither yes nor no"),
    "stake": ("1e3", "'1e3' is not a number"),
    "remark": ("\u202e", "'\\u202e' holds U+202E RIGHT-TO-LEFT OVERRIDE, which is not seen"),
}


@given(st.data(), st.lists(st.tuples(st.dates(), PLAIN), min_size=1, max_size=6), st.sampled_from(NAMES))
def test_a_planted_fault_is_the_only_one_told_and_at_its_cell(
    data: st.DataObject, drawn: Sequence[tuple[date, str]], name: str
) -> None:
    planted = data.draw(st.integers(0, len(drawn) - 1))
    text, place = ",".join(NAMES) + "\n", (0, 0)
    for n, (_, remark) in enumerate(drawn):
        written = '"' + remark.replace('"', '""') + '"'
        row = dict(zip(NAMES, ("2026-11-20", "an", "bo", str(n + 1), "", "", "", written), strict=True))
        if n == planted:
            row[name] = FAULTS[name][0]
            before = text + "".join(f"{row[word]}," for word in NAMES[: NAMES.index(name)])
            place = before.count("\n") + 1, len(before) - before.rfind("\n")
        text += ",".join(row.values()) + "\n"
    _, problems = found({"matches.csv": text})
    assert [(problem.line, problem.column, problem.message) for problem in problems] == [
        (*place, FAULTS[name][1])
    ]


@st.composite
def damaged(draw: Any, text: str) -> bytes:
    """A sound file with some bytes put over others, or bytes that are anything."""
    if draw(st.booleans()):
        return draw(st.binary(max_size=80))  # type: ignore[no-any-return]
    data = text.encode()
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(data)))
        piece = draw(
            st.binary(max_size=3)
            | st.sampled_from([b'"', b"\n", b"\r", b",", b'""', b"\n#", b'"\n', b"\x85"])
        )
        data = data[:at] + piece + data[at + draw(st.integers(0, 3)) :]
    return data


@times(3)
@given(damaged(PLAYERS), damaged(MATCHES * 3), damaged("season,start,end\n2026,2026-01-01,2026-12-31\n"))
def test_whatever_the_bytes_they_are_read_or_told_on_one_line(
    players: bytes, matches: bytes, seasons: bytes
) -> None:
    inputs, problems = found({"players.csv": players, "matches.csv": matches, "past-seasons.csv": seasons})
    assert bool(inputs) == (not select_errors(problems))
    for problem in problems:
        assert not re.search(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]", str(problem))
        assert str(problem).encode()


STRANGE = st.lists(st.sampled_from(["a", ",", '"', "\n", "\r\n", "#", '"a\n#b",c\n', "c,d\n"]), max_size=30)


@given(STRANGE.map("".join), st.sampled_from([0, 1_999, 2_000]))
def test_rows_are_the_same_by_the_thousand_and_one_by_one(text: str, before: int) -> None:
    text = "x,y\n" * before + text
    lines = CsvLines("t.csv", text.splitlines(keepends=True), ",", '"' not in text)
    many: list[tuple[int, Any]] = []
    for numbers, rows, torn in lines.iter_batches(0):
        many += sorted([*zip(numbers, rows, strict=True), *((row.line, None) for row in torn)])
    one_by_one = [(record.line, record.cells) for record in lines.iter_records()]
    assert [pair for pair in many if pair[1] != []] == [pair for pair in one_by_one if pair[1] != []]


@given(st.lists(st.booleans(), min_size=3, max_size=3), st.permutations(["an", "bo", "cy"]))
def test_who_hides_changes_only_who_is_named(hidden: Sequence[bool], order: Sequence[str]) -> None:
    names = {"an": "An Peeters", "bo": "Bo De Wit", "cy": "Cy Claes"}
    says = dict(zip(order, ("yes" if is_hidden else "" for is_hidden in hidden), strict=True))
    players = "id,name,hidden\n" + "".join(f"{player},{names[player]},{says[player]}\n" for player in order)
    matches = "date,winner,loser,length\n2026-11-20,an,bo,7\n2026-11-21,Cy Claes,an,5\n"
    inputs, problems = found({"players.csv": players, "matches.csv": matches})
    assert problems == []
    shown = {id_: player.id for id_, player in zip(order, inputs["toy"].players, strict=True)}
    hiding = [id_ for id_ in order if says[id_]]
    assert shown == {id_: f"player-{hiding.index(id_) + 1}" if id_ in hiding else id_ for id_ in order}
    assert [(match.winner, match.loser) for match in inputs["toy"].matches] == [
        (shown["an"], shown["bo"]),
        (shown["cy"], shown["an"]),
    ]
    alphabetical = [*sorted({*order} - {*hiding}), *hiding]
    assert [player.alphabet for player in inputs["toy"].players] == [
        alphabetical.index(player) + 1 for player in order
    ]
