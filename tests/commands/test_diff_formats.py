"""What a change does, as `sitegen diff` tells it: in five forms, to people, machines and phones."""

import json
import re
import shutil
from base64 import b64encode
from collections import Counter
from collections.abc import Iterator
from contextlib import AbstractContextManager
from datetime import UTC, date, datetime
from hashlib import sha256
from html import escape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from browser_copies import calculate_site
from click.testing import CliRunner, Result
from run_cache import RunCache
from test_annotations import obeyed

from sitegen.commands.cli import main
from sitegen.commands.diff import formats
from sitegen.commands.diff.compare import Comparison, compare_revision
from sitegen.core.language import Language
from sitegen.core.problems import make_printable
from sitegen.core.terminal import to_one_line
from sitegen.publishing import build
from tests.club import MATCHES, PLAYERS, SETTINGS, Club, matches, players

pytestmark = pytest.mark.slow

ENGLISH = Language("en")
FORMS = ("text", "markdown", "html", "json", "github")
MEMBERSHIPS = "results/weekly/memberships.csv"
DECISIONS = "results/weekly/decisions.csv"
TODAY = "2026-11-21"
FOUR = ("an-peeters", "bo-claes", "cy-maes", "di-wouters")
AUTUMN = (
    "2026-10-06,an-peeters,bo-claes,7",
    "2026-10-08,cy-maes,di-wouters,5",
    "2026-10-13,an-peeters,cy-maes,7",
)
EVENING = ("2026-11-12,di-wouters,an-peeters,7", "2026-11-12,bo-claes,cy-maes,5")
LATE = "20 November 2026: the list of 21 November 2026 was made without them"
NASTY = [
    "::error::a",
    "##[error]b",
    "%0A::notice::c",
    "``d``",
    "e|f",
    "<img src=x onerror=alert(1)>",
    "</style></details><script>alert(1)</script>",
    "@everyone",
    "fix #12",
    "GH-12",
    "https://evil.example/",
    "www.evil.example",
    "[g](https://evil.example)",
    "![h](https://evil.example/h.png)",
    "**i**",
    "$\\sqrt{j}$",
    "&lt;k&gt;",
    "a@evil",
    "1. m",
    "- n",
    ":smile:",
    "{{ o }}",
]
UNSEEN = ["\x1b[31mred", "\x1b]8;;https://evil.example\x07link", "\u202ebidi", "\u200bzero", "\x9b2J"]


@pytest.fixture
def club(run_cache: RunCache, tmp_path: Path) -> Club:
    """A club with four players and three matches."""
    return Club(shutil.copytree(run_cache.make_folder("three matches", three_matches), tmp_path / "club"))


def three_matches(root: Path) -> None:
    files = {"sitegen.toml": SETTINGS, PLAYERS: players(*FOUR), MATCHES: matches(*AUTUMN)}
    Club(root).commit("Begin", "2026-10-14", files)


def run(club: Club, *arguments: str, base: str = "HEAD") -> Result:
    command = ["diff", base, "--site", str(club.root), "--as-of", TODAY, *arguments]
    return CliRunner().invoke(main, command, catch_exceptions=False)


def told(club: Club, form: str, base: str = "HEAD") -> str:
    result = run(club, "--format", form, base=base)
    assert (result.stderr, result.exit_code) == ("", 0)
    return result.stdout


def in_every_form(club: Club) -> dict[str, str]:
    """What is told in each form, with what goes beside it: one run makes the last three."""
    summary, effect = club.root.parent / "summary.md", club.root.parent / "effect.html"
    found = {"text": run(club), "json": run(club, "--format", "json")}
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GITHUB_STEP_SUMMARY", str(summary))
        found["github"] = run(club, "--format", "github", "--page", str(effect))
    assert [(result.exit_code, result.stderr) for result in found.values()] == [(0, "")] * 3
    said = {form: result.stdout for form, result in found.items()}
    return said | {"markdown": summary.read_text(), "html": effect.read_text()}


def test_an_evening_is_told_from_what_matters_to_what_was_written(club: Club) -> None:
    """A late evening on a terminal: the sentences, the rows, who moves, the tables."""
    club.write({MATCHES: matches(*AUTUMN, *EVENING)})
    lines = told(club, "text").splitlines()
    assert re.fullmatch(r"Compared with HEAD \([0-9a-f]{12}\)", lines.pop(0))
    assert lines == [
        "",
        "Rating list",
        "  2 new results are of 12 November 2026.",
        f"  2 results come after their deadline, {LATE}.",
        "  The published list of 21 November 2026 changes: 19 figures, 4 players.",
        "  Di Wouters passes Cy Maes for 2nd.",
        "  Bo Claes passes Cy Maes for 3rd.",
        "  Di Wouters beats An Peeters: +5.4 and −5.4.",
        "  Bo Claes beats Cy Maes: +4.5 and −4.5.",
        "  4 figures on the list change: from Di Wouters, +5.4, to An Peeters, −5.4.",
        "  2 rows added: results/weekly/matches.csv:5-6",
        "    5: 12 November 2026, Di Wouters, An Peeters, 7, late",
        "    6: 12 November 2026, Bo Claes, Cy Maes, 5, late",
        "  ▲1 2  Di Wouters     +5.4  1496 → 1501",
        "  ▲1 3  Bo Claes       +4.5  1495 → 1499",
        "  ▼2 4  Cy Maes        −4.5  1499 → 1495",
        "     1  An Peeters     −5.4  1511 → 1505",
        "  List of 21 November 2026: 19 figures",
        "  Rating list: 4 rows changed, 19 figures",
        "  Matches: 2 rows added",
    ]


def test_what_counts_later_and_what_changes_nothing_is_said(club: Club) -> None:
    """A match after the last day of the list; and a club that nothing is calculated from."""
    club.write({MATCHES: matches(*AUTUMN, "2026-11-20,an-peeters,bo-claes,5")})
    assert "One result counts with the next list: this one has results through 15 November" in told(
        club, "text"
    )
    club.write({MATCHES: "date,winner,loser,length,online\n" + "".join(f"{text},no\n" for text in AUTUMN)})
    assert "3 rows written in another way: results/weekly/matches.csv:2-4" in told(club, "text")
    assert "No published figure changes." in told(club, "github")


def test_a_player_who_comes_to_another_club_later_changes_nothing_that_is_published(club: Club) -> None:
    club.write({MEMBERSHIPS: "player,club,from,until\nan-peeters,Leie,2026-12-01,\n"})
    assert told(club, "text").splitlines()[3:5] == [
        "  An Peeters is at Leie from 1 December 2026 on.",
        "  No published figure changes.",
    ]


def test_a_change_of_club_in_the_past_says_which_published_lists_it_changes(club: Club) -> None:
    club.write({MEMBERSHIPS: "player,club,from,until\nan-peeters,Leie,2026-10-01,2027-06-30\n"})
    lines = told(club, "text").splitlines()
    assert lines[3] == "  An Peeters is at Leie from 1 October 2026 to 30 June 2027."
    assert "  No published figure changes." not in lines


def test_a_player_who_leaves_a_club_has_none_from_the_day_on(club: Club) -> None:
    club.write({MEMBERSHIPS: "player,club,from\nan-peeters,Leie,2026-12-01\nan-peeters,,2027-07-01\n"})
    assert told(club, "text").splitlines()[3:6] == [
        "  An Peeters is at Leie from 1 December 2026 on.",
        "  An Peeters has no club from 1 July 2027 on.",
        "  No published figure changes.",
    ]


def test_a_membership_that_is_taken_out_is_told(club: Club) -> None:
    club.commit("Join", "2026-10-15", {MEMBERSHIPS: "player,club,from\nan-peeters,Leie,2026-12-01\n"})
    club.write({MEMBERSHIPS: "player,club,from\n"})
    assert told(club, "text").splitlines()[3:5] == [
        "  The membership of An Peeters from 1 December 2026 on no longer counts.",
        "  No published figure changes.",
    ]


@pytest.mark.parametrize(("first", "is_shown"), [("2026-10-10", True), ("2026-01-01", False)])
def test_a_former_club_is_other_on_what_is_published_where_anything_was_played_before(
    club: Club, first: str, is_shown: bool
) -> None:
    rows = [row.rstrip(",") for row in players(*FOUR).splitlines()[1:]]
    former, other = (
        "\n".join(["id,name,club", *(f"{row},{name}" for row in rows)]) for name in ("Lys", "Zwin")
    )
    joins = "player,club,from\n" + "".join(f"{id_},Leie,{first}\n" for id_ in FOUR[:1])
    club.commit("Join", "2026-10-15", {MEMBERSHIPS: joins, PLAYERS: f"{former}\n"})
    club.write({PLAYERS: f"{other}\n"})
    lines = told(club, "text").splitlines()
    assert ("An Peeters" in " ".join(lines[3:6])) == is_shown
    assert "Bo Claes" in lines[3]


def test_a_change_of_club_of_who_hides_is_told_of_nobody(club: Club) -> None:
    hidden = players(*FOUR, hidden="an-peeters")
    club.commit("Hide", "2026-10-15", {PLAYERS: hidden})
    club.write({MEMBERSHIPS: "player,club,from\nan-peeters,Leie,2026-12-01\n"})
    for form, said in in_every_form(club).items():
        assert "Peeters" not in said, form
        assert "is at Leie" not in said, form


def test_a_decision_is_told_in_a_sentence_with_its_reason_and_what_it_changes(club: Club) -> None:
    row = "date,player,what,figure,reason\n2026-10-10,an-peeters,rating,1620.5,Back after ten years.\n"
    club.write({DECISIONS: row})
    lines = told(club, "text").splitlines()
    assert lines[3] == "  An Peeters has a rating of 1620.5 from 10 October 2026 on: Back after ten years."
    assert "new result" not in "".join(lines)
    assert lines[4] == "  6 published lists change, from that of 17 October 2026 on: 13 figures, 2 players."
    club.commit("Decide", "2026-10-15", {DECISIONS: row})
    club.write({DECISIONS: "date,player,what,figure,reason\n"})
    assert "  The decision of 10 October 2026 about An Peeters no longer counts." in told(club, "text")


def test_a_decision_about_who_hides_is_told_of_nobody(club: Club) -> None:
    club.commit("Hide", "2026-10-15", {PLAYERS: players(*FOUR, hidden="an-peeters")})
    club.write({DECISIONS: "date,player,what,reason\n2026-10-10,an-peeters,out of competition,So ill.\n"})
    for form, said in in_every_form(club).items():
        assert "Peeters" not in said, form
        assert "is out of competition from" not in said, form
        assert "So ill" not in said, form


def test_a_title_that_changes_is_told_and_moves_no_figure(club: Club) -> None:
    """So is a ranking of which fewer lists are shown."""
    club.write({"sitegen.toml": SETTINGS.replace("Rating list", "Ladder")})
    said = told(club, "text")
    assert "  No published figure changes.\n  title: Rating list → Ladder" in said
    assert "Nothing changes" not in said
    club.write({"sitegen.toml": SETTINGS.replace('title = "R', 'archive = 3\ntitle = "R')})
    assert "  archive: – → 3" in told(club, "text")


def test_a_correction_shows_what_stood_there_and_the_lists_that_it_changes(club: Club) -> None:
    """Turned round a month later."""
    club.write({MATCHES: matches("2026-10-06,bo-claes,an-peeters,7", *AUTUMN[1:])})
    said = told(club, "text")
    assert "    2: Winner: An Peeters → Bo Claes; Loser: Bo Claes → An Peeters; 6 October 2026, 7" in said
    assert "  6 published lists change, from that of 17 October 2026 on: " in said
    assert "  List of 14 November 2026: " in said
    assert "<summary>14 November 2026: " in told(club, "html")
    assert "row added" not in said
    assert "  Matches: 2 rows changed, " in said
    other = "2026-10-06,di-wouters,bo-claes,7"
    club.write({MATCHES: matches(other, *AUTUMN[1:])})
    assert "row added" not in told(club, "text")


def test_who_is_new_changes_no_list_that_was_published(club: Club) -> None:
    """Not by a start figure alone; a result of October does."""
    members = {PLAYERS: players(*FOUR, "el-ooms")}
    club.write(members)
    said = told(club, "text")
    assert "El Ooms" in said
    assert "published list" not in said
    club.write({MATCHES: matches(*AUTUMN, "2026-10-13,el-ooms,bo-claes,5")})
    assert "published lists change" in told(club, "text")


def test_the_warnings_that_a_change_brings_are_told(club: Club) -> None:
    """In each form for people, and for programs; those that stood before are not."""
    slip, warning = "2024-10-06,an-peeters,cy-maes,5", "is more than a year before all others here"
    club.write({MATCHES: matches(slip, *AUTUMN)})
    for form in ("text", "markdown", "html", "json"):
        assert warning in told(club, form)
    club.commit("A slip", "2026-11-01", {MATCHES: matches(slip, *AUTUMN)})
    club.write({MATCHES: matches(slip, *AUTUMN, *EVENING)})
    assert warning not in told(club, "text")


def test_many_rows_of_one_kind_are_told_together(club: Club) -> None:
    """A file is called otherwise: its rows are one line."""
    club.git("mv", MATCHES, "results/weekly/matches-2026.csv")
    club.write({"results/weekly/matches/2026.csv": matches(*AUTUMN)})
    (club.root / "results/weekly/matches-2026.csv").unlink()
    said = told(club, "text")
    assert f"  3 rows moved from {MATCHES} to results/weekly/matches/2026.csv:2-4\n" in said
    assert "An Peeters" not in said


def test_nothing_and_what_is_missing_here(club: Club) -> None:
    """The base has gone on: what it did shows as undone, with the way to have it."""
    assert told(club, "text").splitlines()[1:] == ["Nothing changes in any ranking."]
    club.git("checkout", "-q", "-b", "evening")
    club.git("checkout", "-q", "main")
    club.commit("More", "2026-10-20", {MATCHES: matches(*AUTUMN, *EVENING)})
    club.git("checkout", "-q", "evening")
    for form in FORMS[:3]:
        said = told(club, form, base="main")
        assert "One commit of main is not here, and shows as undone: merge main first." in said
    assert json.loads(told(club, "json", base="main"))["missing"] == 1


def test_settings_are_told_before_results_and_after_errors_of_the_base_the_rows_alone(club: Club) -> None:
    """An option and a match at once are two steps; where the base is broken there are no figures."""
    first = club.git("rev-parse", "HEAD")
    settings = SETTINGS.replace("provisional_below = 1", "provisional_below = 500")
    club.write({"sitegen.toml": settings, MATCHES: matches(*AUTUMN, *EVENING)})
    said = told(club, "text")
    assert said.index("Rating list – by the settings") < said.index("  provisional_below: 1 → 500")
    assert said.index("  provisional_below: 1 → 500") < said.index("Rating list – by the results")
    club.commit("Broken", "2026-10-20", {MATCHES: matches("2026-10-06,an-peeters,nobody,7")})
    club.commit("Mended", "2026-10-21", {MATCHES: matches(*AUTUMN), "sitegen.toml": SETTINGS})
    said = told(club, "text", base="HEAD~1")
    assert "HEAD~1 itself has an error, so there are no figures to compare: only the rows are shown." in said
    assert "results/weekly/matches.csv:2:23: 'nobody' is" in said
    assert "3 rows added" in said or "One row corrected" in said
    club.git("checkout", "-q", "HEAD~1")
    result = run(club, base=first)
    assert (result.exit_code, result.stdout) == (1, "")
    assert "'nobody'" in result.stderr
    assert result.stderr.endswith("1 error: nothing was compared.\n")


def test_the_summary_of_a_run_and_the_page_are_written(
    club: Club, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """GitHub gets one annotation of three sentences, the summary behind what is there, and the page."""
    club.write({MATCHES: matches(*AUTUMN, *EVENING)})
    summary, effect = tmp_path / "summary.md", tmp_path / "effect.html"
    summary.write_text("# Before\n")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))
    result = run(club, "--format", "github", "--page", str(effect))
    (notice,) = obeyed(result.stdout)
    assert (notice.name, notice.properties) == ("notice", {"title": "sitegen diff"})
    assert notice.data.endswith("changes: 19 figures, 4 players.")
    assert summary.read_text() == "# Before\n" + told(club, "markdown")
    assert effect.read_text() == told(club, "html")


def test_rows_of_past_days_in_another_order_are_a_warning_at_their_file(club: Club) -> None:
    """A file is sorted, and an evening added; one in which the order of play is written down can be."""
    evening = ("2026-10-15,an-peeters,bo-claes,7", "2026-10-15,bo-claes,cy-maes,5", *EVENING)
    club.commit("An evening", "2026-10-15", {MATCHES: matches(*AUTUMN, *evening)})
    club.write({MATCHES: matches(*AUTUMN, *evening[1::-1], *EVENING, "2026-11-13,an-peeters,di-wouters,5")})
    warning, notice = obeyed(told(club, "github"))
    assert warning.name == "warning"
    assert warning.properties == {"title": "sitegen diff", "file": MATCHES, "line": "5"}
    first = "2 rows of 15 October 2026 stand in another order, which is the order of play."
    assert notice.data.startswith(first)
    lines = told(club, "text").splitlines()
    assert lines[3] == f"  {first}"
    assert "    5: 15 October 2026, Bo Claes, Cy Maes, 5" in lines
    numbered = [f"{row},{number}" for number, row in enumerate((*AUTUMN, *evening), 1)]
    for rows in (numbered, sorted(numbered, key=lambda row: row[11:])):
        club.commit(
            "Numbers", "2026-10-16", {MATCHES: "\n".join(["date,winner,loser,length,order", *rows, ""])}
        )
    (notice,) = obeyed(told(club, "github", "HEAD~1"))
    assert "order" not in notice.data


Rows = dict[str, list[tuple[Any, ...]]]


def published(club: Club) -> Rows:
    """The tables of the site as its JSON files have them."""
    made = [json.loads(file.to_json()) for file in calculate_site(club.root).contexts[0].files.values()]
    return {table["table"]: list(map(tuple, table["rows"])) for table in made}


def patched(before: Rows, after: Rows, ranking: dict[str, Any]) -> dict[str, Counter[tuple[Any, ...]]]:
    """The tables that come of those before; rows that stand there by number are looked up."""
    found = {name: Counter(rows) for name, rows in before.items()}
    for table in ranking["tables"]:
        name, pairs = table["name"], table["changed"]
        for row in (*table["removed"], *(old for old, _ in pairs)):
            key = tuple(row) if isinstance(row, list) else before[name][row]
            assert found[name][key] > 0
            found[name][key] -= 1
        come = (*table["added"], *(new for _, new in pairs))
        found[name].update(
            tuple(change) if isinstance(change, list) else after[name][change] for change in come
        )
    return {name: +rows for name, rows in found.items()}


@pytest.mark.parametrize(
    "files",
    [
        {MATCHES: matches(*AUTUMN, *EVENING)},
        {MATCHES: matches(AUTUMN[0], EVENING[0])},
        {PLAYERS: players(*FOUR, hidden="bo-claes")},
        {PLAYERS: players(*FOUR, "el-ooms"), MATCHES: matches(*AUTUMN, "2026-11-10,el-ooms,bo-claes,9")},
        {"sitegen.toml": SETTINGS.replace("provisional_below = 1", "provisional_below = 12")},
    ],
    ids=["added", "removed", "hidden", "new", "option"],
)
def test_a_program_can_make_the_next_tables_of_the_last_ones(club: Club, files: dict[str, str]) -> None:
    """What JSON takes out and puts in is what the next build publishes, figure by figure."""
    before = published(club)
    club.write(files)
    after = published(club)
    ((ranking,),) = ([*step["rankings"]] for step in json.loads(told(club, "json"))["steps"])
    assert ranking["tables"]
    assert patched(before, after, ranking) == {name: Counter(rows) for name, rows in after.items()}


SECRET = ("zefier", "quinoa", "Zefier", "Quinoa")
CLUB_OF_SECRETS = "id,name,sort_name,aliases,hidden\n"


def of_secrets(*, hidden: bool, alias: str = "Quinoa Z.") -> str:
    rows = "".join(f"{name},{name.replace('-', ' ').title()},,,\n" for name in FOUR)
    own = f'zefier-quinoa,Zefier Quinoa,"Quinoa, Zefier",{alias},{"yes" if hidden else ""}\n'
    return CLUB_OF_SECRETS + rows + own


@pytest.mark.parametrize("was", [True, False], ids=["always", "from now on"])
@pytest.mark.parametrize("told_of", [True, False], ids=["told of", "alone"])
def test_whoever_hides_is_named_in_no_form(club: Club, *, was: bool, told_of: bool) -> None:
    """In their own row, in rows of results, and in what others wrote before, in cells and of files."""
    event = "Cup of Zefier Quinoa" if told_of else "Cup"
    name = "2026-zefier-quinoa" if told_of else "2026-cup"
    cup = f"date,winner,loser,length,event\n2026-10-12,an-peeters,zefier-quinoa,7,{event}\n"
    club.commit(
        "In",
        "2026-10-15",
        {
            PLAYERS: of_secrets(hidden=was),
            MATCHES: matches(*AUTUMN, "2026-10-15,zefier-quinoa,an-peeters,7"),
            f"results/weekly/matches/{name}.csv": cup,
            "results/weekly/matches/2026-club.csv": f"{cup}2026-10-13,bo-claes,cy-maes,7,{event}\n",
        },
    )
    (club.root / f"results/weekly/matches/{name}.csv").unlink()
    club.write(
        {
            PLAYERS: of_secrets(hidden=True, alias="Zefier Q."),
            MATCHES: matches(*AUTUMN, "2026-10-15,an-peeters,zefier-quinoa,7"),
            "results/weekly/matches/2026-club.csv": cup.replace(event, "Open cup")
            + "2026-10-13,bo-claes,cy-maes,7,Open cup\n",
        }
    )
    said = in_every_form(club)
    assert [(form, word) for form, text in said.items() for word in SECRET if word in text] == []
    assert "Player 1" in said["text"]
    assert "player-1" in said["json"]


@pytest.mark.parametrize("name", ["Zefier Quinoa", "QUINOA, Zéfier"])
def test_whoever_hides_under_a_new_id_is_one_player_whose_result_changed(club: Club, name: str) -> None:
    """What stood there before would tell who is behind the label."""
    played = "2026-10-15,{},an-peeters,7"
    club.commit(
        "In",
        "2026-10-15",
        {PLAYERS: of_secrets(hidden=False), MATCHES: matches(*AUTUMN, played.format("zefier-quinoa"))},
    )
    hidden = of_secrets(hidden=True).replace("zefier-quinoa,Zefier Quinoa", f'x-77,"{name}"')
    club.write({PLAYERS: hidden, MATCHES: matches(*AUTUMN, "2026-10-15,an-peeters,x-77,7")})
    never = (*SECRET, "x-77", "former player")
    said = in_every_form(club)
    assert [(form, word) for form, text in said.items() for word in never if word in text] == []


@pytest.mark.parametrize("played", ["2026-10-15,an-peeters,{},7", "2026-10-14,{},bo-claes,5"])
def test_whoever_hides_under_another_id_and_name_is_told_of_by_neither(club: Club, played: str) -> None:
    """No row is left that tells that the two are one: it may be anybody who is not there any more."""
    before = "2026-10-15,zefier-quinoa,an-peeters,7"
    club.commit("In", "2026-10-15", {PLAYERS: of_secrets(hidden=False), MATCHES: matches(*AUTUMN, before)})
    hidden = of_secrets(hidden=True, alias="").replace("zefier-quinoa,Zefier Quinoa", "guest-1,Guest 1")
    club.write(
        {
            PLAYERS: hidden.replace('"Quinoa, Zefier"', ""),
            MATCHES: matches(*AUTUMN, played.format("guest-1")),
        }
    )
    said = in_every_form(club)
    never = (*SECRET, "guest-1", "Guest 1")
    assert [(form, word) for form, text in said.items() for word in never if word in text] == []
    assert "A former player drops out of the list." in said["text"]


def test_an_error_names_nobody_who_hides(club: Club) -> None:
    """A row with the name of a hidden player in the wrong column."""
    club.commit("In", "2026-10-15", {PLAYERS: of_secrets(hidden=True)})
    club.write({MATCHES: matches(*AUTUMN, "zefier-quinoa,an-peeters,bo-claes,7")})
    for form in FORMS:
        result = run(club, "--format", form)
        assert result.exit_code == 1
        assert [name for name in SECRET if name in result.stdout + result.stderr] == []


OURS = {
    *("html", "head", "meta", "title", "style", "body", "header", "main", "footer", "section", "details"),
    *("summary", "table", "thead", "tbody", "tr", "th", "td", "h1", "h2", "h3", "p", "ul", "li", "a", "b"),
    *("small", "span", "del", "ins", "div"),
}


class Tags(HTMLParser):
    """The tags of a document with their attributes, and its text."""

    def __init__(self, document: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.text = ""
        self.style = ""
        self.feed(document)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        self.open.append(f"/{tag}")

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] == "style":
            self.style += data
        else:
            self.text += data


@pytest.fixture(scope="module")
def nasty(run_cache: RunCache, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What is told of players, clubs and events that are called like commands, and have played."""
    made = run_cache.make_folder("three matches", three_matches)
    club = Club(shutil.copytree(made, tmp_path_factory.mktemp("nasty") / "club"))
    ids = [f"p{number}" for number in range(len(NASTY))]
    rows = [f'{id_},"{name} {id_}","{name}"\n' for id_, name in zip(ids, NASTY, strict=True)]
    pairs = zip(ids, [*ids[1:], ids[0]], NASTY, strict=True)
    played = [f'2026-11-12,{one},{other},7,"{name}"\n' for one, other, name in pairs]
    people = players(*FOUR).replace("hidden", "club")
    club.write(
        {
            PLAYERS: people + "".join(rows),
            MATCHES: "date,winner,loser,length,event\n"
            + "".join(f"{text},\n" for text in AUTUMN)
            + "".join(played),
        }
    )
    return in_every_form(club)


def test_markdown_obeys_nothing_that_a_pull_request_calls_a_player(nasty: dict[str, str]) -> None:
    """What is left without code and without our own tags has nothing that Markdown or GitHub would obey."""
    said = nasty["markdown"]
    assert obeyed(said) == []
    prose = re.sub(r"<code>[^<]*</code>|(`+) .*? \1(?!`)", "", said)
    tags = re.compile(r"</?(?:table|tr|td|th|details|summary)>")
    for line in tags.sub("", prose).splitlines():
        plain = re.sub(r"^(?:- |#+ |\*\*|_)", "", line)
        assert not re.search(r"[<>`|@\[\]\\$&{}]|#\d|https?:|www\.|GH-\d|:\w+:|\bevil", plain), line
    assert [
        nasty_line
        for nasty_line in map(to_one_line, NASTY)
        if nasty_line not in said and escape(nasty_line) not in said
    ] == []


def test_the_page_shows_as_text_what_a_pull_request_calls_a_player(nasty: dict[str, str]) -> None:
    """Nothing of it is a tag, an attribute or a style; what is said of it is what stands there."""
    found = Tags(nasty["html"])
    kinds = {tag for tag, _ in found.tags}
    assert kinds <= OURS
    assert {name for _, given in found.tags for name in given} <= {
        *("lang", "charset", "content", "name", "http-equiv", "href", "class", "scope", "open")
    }
    text = re.sub(r"\s+", " ", found.text).replace("## [", "##[")
    assert [selector for selector in NASTY if selector not in text] == []


@pytest.mark.parametrize("form", FORMS)
def test_no_line_commands_the_runner_whatever_a_pull_request_calls_a_player(
    nasty: dict[str, str], form: str
) -> None:
    """But for the one annotation, which is our own."""
    said = nasty[form]
    assert [command.name for command in obeyed(said)] == (["notice"] if form == "github" else [])
    assert "##[" not in said
    if form == "json":
        (ranking,) = json.loads(said)["steps"][0]["rankings"]
        cells = [row["after"]["cells"] for row in ranking["rows"] if row["table"] == "matches"]
        assert {*NASTY} <= {cell["event"] for cell in cells}
        assert said.isascii()


@pytest.mark.parametrize("text", UNSEEN)
def test_what_does_not_show_is_spelt_out(text: str) -> None:
    """No terminal and no eye is led astray by a cell, wherever it is told."""
    shown = make_printable(f"{text}\nmore")
    assert shown.isprintable()
    assert "\\u" in shown
    assert "\n" not in shown


@pytest.mark.parametrize(
    "text", ["Jan beats An: +4.7 and −4.7.", "\u2019t Veerhuis", "14 November 2026: 12 figures", "Noël"]
)
def test_prose_stays_prose(text: str) -> None:
    """What people are called is no code."""
    assert formats.escape_markdown(text) == text


@pytest.mark.parametrize(
    "text", [*NASTY, "=HYPERLINK(l)", "a  b", "x#1", "deadbeef12", "a:b", "_m_", "~n~", "+ o", ""]
)
def test_what_could_be_obeyed_is_code(text: str) -> None:
    """A span that the text itself cannot end."""
    made = formats.escape_markdown(text)
    fence = re.match("`+", made)
    assert fence
    assert made == f"{fence[0]} {to_one_line(text)} {fence[0]}"
    assert fence[0] not in text


def test_a_site_has_no_say_in_the_page(club: Club) -> None:
    """A template of its own by that name is told as one with which nothing is made."""
    club.write({"templates/effect.html": "<script>alert(1)</script>"})
    assert "alert" not in told(club, "html")
    (problem,) = build(club.root, club.root.parent / "output", date.fromisoformat(TODAY)).problems
    assert (problem.path, problem.code) == ("templates/effect.html", "template-unused")


def test_a_page_asks_for_nothing_and_its_policy_lets_its_style_alone_through(club: Club) -> None:
    """No script, no picture, no font; the digest in the policy is that of the style."""
    club.write({MATCHES: matches(*AUTUMN, *EVENING)})
    found = Tags(told(club, "html"))
    policy = next(given["content"] for tag, given in found.tags if given.get("http-equiv"))
    digest = b64encode(sha256(found.style.encode()).digest()).decode()
    assert policy == f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    assert not {"script", "link", "img", "iframe", "form", "object"} & {tag for tag, _ in found.tags}
    assert not re.search(r"url\(|@import|src=", found.style)
    links = {given["href"] for tag, given in found.tags if tag == "a"}
    assert {link.split("/")[2] for link in links if link} == {"weekly.example", "github.com"}
    head = club.git("rev-parse", "HEAD")
    assert f"https://github.com/weekly/rankings/blob/{head}/{MATCHES}?plain=1#L5" in links
    assert "https://weekly.example/weekly/players/di-wouters/" in links


@pytest.fixture(scope="module")
def league(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Comparison]:
    """A league of a thousand players of whom each has played, and an evening of forty matches."""
    ids = [f"player-of-club-{number:04}" for number in range(1000)]
    rows = [f"2026-10-{n % 28 + 1:02},{ids[n]},{ids[(n * 7 + 1) % 1000]},7" for n in range(1000)]
    made = Club(tmp_path_factory.mktemp("league") / "club")
    made.commit(
        "In",
        "2026-11-01",
        {"sitegen.toml": SETTINGS, PLAYERS: players(*ids), MATCHES: matches(*sorted(rows))},
    )
    evening = [f"2026-11-12,{ids[n]},{ids[999 - n]},7" for n in range(40)]
    made.write({"results/weekly/matches/2026-11-12-club.csv": matches(*evening)})
    with the_comparison(made) as comparison:
        yield comparison


def the_comparison(club: Club) -> AbstractContextManager[Comparison]:
    return compare_revision(
        club.root, "HEAD", datetime(2026, 11, 21, 12, tzinfo=UTC), date.fromisoformat(TODAY)
    )


def test_the_page_of_an_evening_is_light(league: Comparison) -> None:
    """Forty matches, a thousand players: all rows and all who gain and lose, in less than 100 kB."""
    said = formats.format_html(league, ENGLISH)
    assert len(said.encode()) < formats.MAX_PAGE_BYTES == 100_000
    assert said.count("2026-11-12") >= 40
    assert len(re.findall(r'class="up">\+', said)) >= 40


def test_a_summary_is_cut_at_a_row_and_the_rest_counted(
    league: Comparison, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However small it has to be, its tables are whole and say how much is left."""
    monkeypatch.setattr(formats, "MAX_SUMMARY_BYTES", 4_000)
    said = formats.format_markdown(league, ENGLISH)
    assert len(said.encode()) <= 4_000
    assert said.count("<table>") == said.count("</table>") > 0
    assert said.count("<details>") == said.count("</details>")
    left = [int(match) for match in re.findall(r"^and (\d+) more$", said, re.MULTILINE)]
    assert sum(left) > 100


def test_a_page_is_bounded_whatever_changes(league: Comparison, monkeypatch: pytest.MonkeyPatch) -> None:
    """The more there is the less of each is shown."""
    monkeypatch.setattr(formats, "MAX_PAGE_BYTES", 12_000)
    assert len(formats.format_html(league, ENGLISH).encode()) <= 12_000


def test_it_is_told_in_the_language_of_the_site(club: Club) -> None:
    """Numbers and days at the least."""
    club.write({MATCHES: matches(*AUTUMN, *EVENING)})
    with the_comparison(club) as comparison:
        said = formats.format_html(comparison, Language("nl"))
    assert '<html lang="nl">' in said
    assert "+5,4" in said
