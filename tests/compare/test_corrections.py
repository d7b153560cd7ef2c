"""What was corrected after it had been published, from the history of the files alone."""

import os
import re
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from itertools import permutations
from pathlib import Path

import pytest
import sites
from run_cache import RunCache

from sitegen import publishing
from sitegen.commands import verify
from sitegen.commands.check import check
from sitegen.compare import loading
from sitegen.compare.correction import CorrectionHistory
from sitegen.compare.histories import load_histories
from sitegen.publishing import build
from tests.club import MATCHES, PLAYERS, SETTINGS, Club, matches, players

pytestmark = pytest.mark.slow

TODAY = date(2026, 11, 21)
FOUR = ("an-peeters", "bo-claes", "cy-maes", "di-wouters")
OCTOBER = ("2026-10-06,an-peeters,bo-claes,7", "2026-10-08,cy-maes,di-wouters,5")
LATER = ("2026-10-13,an-peeters,cy-maes,7", "2026-10-15,bo-claes,di-wouters,3")
CORRECTIONS = "weekly/corrections/index.html"
LIST = "weekly/lists/2026-10-17/index.html"
FIGURES = "weekly/lists/2026-10-17/rating-list.csv"
TURNED = ("2026-10-06,bo-claes,an-peeters,7", OCTOBER[1])


@pytest.fixture
def club(run_cache: RunCache, tmp_path: Path) -> Club:
    """A club with two weeks of results, each entered in time."""
    return Club(shutil.copytree(run_cache.make_folder("october", in_time), tmp_path / "club"))


def in_time(root: Path) -> None:
    made = Club(root)
    made.commit(
        "Begin", "2026-10-01", {"sitegen.toml": SETTINGS, PLAYERS: players(*FOUR), MATCHES: matches()}
    )
    made.commit("First week", "2026-10-08", {MATCHES: matches(*OCTOBER)})
    made.commit("Second week", "2026-10-15", {MATCHES: matches(*OCTOBER, *LATER)})


def pages(club: Club, *, history: bool = True, output: str = "output") -> dict[str, str]:
    """The pages of the club's site as text."""
    folder = club.root.parent / output
    built = build(club.root, folder, TODAY, history=history)
    assert built.plan is not None, built.problems
    found = [*built.plan.added, *built.plan.changed, *built.plan.unchanged]
    return {path: (folder / path).read_text("utf-8") for path in found if path.endswith("index.html")}


def alone(club: Club, *paths: str) -> dict[str, str]:
    """These files of the club's site, and no others made."""
    made = sites.render(club.root, TODAY, paths.__contains__, load_history=load_histories)
    return {path: made[path].decode() for path in paths}


def corrections(club: Club) -> str:
    """The page of corrections, without its tags."""
    return _plain(alone(club, CORRECTIONS)[CORRECTIONS])


def _plain(page: str) -> str:
    main = page[page.index("<main") : page.index("</main")]
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", main))


def test_results_that_come_in_time_are_no_correction(club: Club) -> None:
    """Two ordinary weeks: nothing that was published has changed."""
    assert "Nothing that was published has been corrected since " in corrections(club)


def test_a_corrected_row_is_told_with_what_it_was_and_what_it_did(club: Club) -> None:
    """Who won is turned round three weeks later: the page has the row, the reason and the effect."""
    commit = club.commit("Turned round, see the sheet", "2026-11-02", {MATCHES: matches(*TURNED, *LATER)})
    told = corrections(club)
    assert "2 November 2026 Turned round, see the sheet" in told
    assert commit[:7] in told
    assert "6 October 2026: Bo Claes beats An Peeters, instead of: An Peeters beats Bo Claes." in told
    assert "3 published lists change, from that of 17 October 2026 on" in told
    assert "winner An Peeters Bo Claes , loser Bo Claes An Peeters" in told


def test_a_late_row_and_a_removed_one_are_told(club: Club) -> None:
    """A match of the first week that comes in November, and one that was never played."""
    late = "2026-10-07,di-wouters,an-peeters,5"
    club.commit("Found in a drawer", "2026-11-03", {MATCHES: matches(*OCTOBER, *LATER, late)})
    club.commit("Never played", "2026-11-05", {MATCHES: matches(*OCTOBER, LATER[0], late)})
    told = corrections(club)
    assert told.index("Never played") < told.index("Found in a drawer")
    assert "Removed results/weekly/matches.csv:5" in told
    assert "Added late results/weekly/matches.csv:6" in told
    assert "One result comes after the list of 17 October 2026" in told.replace(
        "its deadline, 16 October 2026: the", "the"
    )


def test_what_is_withdrawn_turns_no_feed_back(club: Club) -> None:
    """A feed was updated when its latest entry was taken out (RFC 4287, 4.2.15); a calendar was revised."""
    followed = ("feed.xml", "weekly/feed.xml", "weekly/players/bo-claes/feed.xml")
    updated = re.compile(r"<updated>(.{10})T00:00:00Z</updated>")
    club.commit("Not of this club", "2026-11-05", {MATCHES: matches(*OCTOBER)})
    paths = [*followed, "weekly/calendar.ics"]
    made = sites.render(club.root, date(2026, 11, 6), paths.__contains__, load_history=load_histories)
    for path in followed:
        first, *entries = updated.findall(made[path].decode())
        assert first == "2026-11-05" > max(entries)
    assert {*re.findall(b"DTSTAMP:(.*)T", made["weekly/calendar.ics"])} == {b"20261105"}


def test_the_figures_of_an_earlier_list_stand_beside_those_published_then(club: Club) -> None:
    """The list of 17 October says what it was: the rating of the winner was higher, of the loser lower."""
    before = alone(club, LIST, FIGURES)
    assert "No correction has changed it since it was published." in before[LIST]
    club.commit("Turned round", "2026-11-02", {MATCHES: matches(*TURNED, *LATER)})
    after = alone(club, LIST, FIGURES)
    assert "It was corrected after it had been published:" in after[LIST]
    assert "Cy Maes" not in _both(before, after)


def test_so_they_do_where_the_history_begins_with_all_results(tmp_path: Path) -> None:
    """The correction is the second commit: what the first one brought had been published."""
    club = Club(tmp_path / "club")
    files = {"sitegen.toml": SETTINGS, PLAYERS: players(*FOUR), MATCHES: matches(*OCTOBER, *LATER)}
    club.commit("All", "2026-10-30", files)
    before = alone(club, LIST, FIGURES)
    club.commit("Turned round", "2026-11-02", {MATCHES: matches(*TURNED, *LATER)})
    _both(before, alone(club, LIST, FIGURES))


def _both(before: Mapping[str, str], after: Mapping[str, str]) -> str:
    """See that a list shows old and new figures beside each other; that part of its page."""
    told = _plain(after[LIST])
    told = told[told.index("As it was published") :]
    then, now = (dict(_ratings(files[FIGURES])) for files in (before, after))
    for name in ("An Peeters", "Bo Claes"):
        assert f"{round(then[name])} {round(now[name])}" in told
    return told


def test_many_sentences_of_a_correction_are_cut_and_the_rest_counted(club: Club) -> None:
    """48 results of the first week come in November."""
    pairs = permutations(FOUR, 2)
    late = [f"2026-10-06,{winner},{loser},{n}" for winner, loser in pairs for n in (3, 5, 9, 11)]
    club.commit("A whole sheet", "2026-11-03", {MATCHES: matches(*OCTOBER, *LATER, *late)})
    page = alone(club, CORRECTIONS)[CORRECTIONS]
    listed = page[page.index("<ul>", page.index("A whole sheet")) :].split("</ul>")[0]
    items = [part.strip() for part in listed.split("<li>")[1:]]
    assert len(items) == 13
    assert re.fullmatch(r"and \d+ more", items[-1])


def _ratings(figures: str) -> Iterator[tuple[str, float]]:
    for row in figures.splitlines()[1:]:
        cells = row.split(",")
        yield cells[2], float(cells[4])


def test_only_commits_that_change_a_published_figure_count(club: Club) -> None:
    """A file is quoted anew, renamed and split, an option written out: nothing is told."""
    quoted = [",".join(f'"{cell}"' for cell in row.split(",")) for row in (*OCTOBER, *LATER)]
    club.commit("Quotes", "2026-11-01", {MATCHES: matches(*quoted)})
    club.git("mv", MATCHES, "results/weekly/all.csv")
    (club.root / "results/weekly/matches").mkdir()
    club.git("mv", "results/weekly/all.csv", "results/weekly/matches/2026.csv")
    club.git("commit", "-qm", "A folder", day="2026-11-02")
    club.commit("Settings", "2026-11-04", {"sitegen.toml": SETTINGS + "complaint_days = 7\n"})
    assert "Nothing that was published has been corrected since " in corrections(club)


def test_a_name_that_earlier_lists_show_otherwise_is_told(club: Club) -> None:
    """A name is mended, then an id with it: the page tells both, and so does each earlier list."""
    mended = players(*FOUR).replace("Bo Claes", "Bo Claeys")
    club.commit("A name", "2026-11-03", {PLAYERS: mended})
    told = corrections(club)
    assert "Bo Claeys had another name on what was published before." in told
    assert "3 published lists say something else of Bo Claeys, from that of 17 October 2026 on" in told
    assert "A name" in _plain(alone(club, LIST)[LIST])
    files = {PLAYERS: mended, MATCHES: matches(*OCTOBER, *LATER)}
    files = {
        path: text.replace("Bo Claeys", "Bob Claes").replace("bo-claes", "bob")
        for path, text in files.items()
    }
    club.commit("Bob", "2026-11-04", files)
    told = corrections(club)
    assert "Bob Claes has another id; it was bo-claes." in told
    assert "Bob Claes had another name on what was published before." in told


def test_who_hides_after_a_new_id_is_not_told_of_by_the_old_one(club: Club) -> None:
    """Bo gets another id and name, which the page tells; and hides."""
    files = {PLAYERS: players(*FOUR), MATCHES: matches(*OCTOBER, *LATER)}
    files = {
        path: text.replace("Bo Claes", "B. C.").replace("bo-claes", "bc") for path, text in files.items()
    }
    club.commit("New id", "2026-11-03", files)
    assert "it was bo-claes" in corrections(club)
    club.commit("Hide", "2026-11-05", {PLAYERS: files[PLAYERS].replace("B. C.,", "B. C.,yes")})
    assert "New id" in corrections(club)
    everything = "".join(pages(club).values())
    for name in ("Bo Claes", "bo-claes", "B. C."):
        assert name not in everything


def test_a_club_that_earlier_lists_show_otherwise_is_told(club: Club) -> None:
    """Bo moves to another club; An, who hides from that day on, is not told of."""

    def members(bo: str, an: str) -> str:
        rows = [f"{id_},{id_.replace('-', ' ').title()},Harbour,\n" for id_ in FOUR[2:]]
        return (
            f"id,name,club,hidden\nan-peeters,An Peeters,Harbour,{an}\nbo-claes,Bo Claes,{bo},\n"
            + "".join(rows)
        )

    club.commit("Clubs", "2026-11-02", {PLAYERS: members("Harbour", "")})
    club.commit("Moved", "2026-11-03", {PLAYERS: members("Lighthouse", "yes")})
    told = corrections(club)
    assert "4 players have another club, also on what was published before: Player 1, Bo Claes" in told
    assert "Bo Claes has the club Lighthouse in the place of Harbour" in told
    assert "Peeters" not in told


DECISIONS = "results/weekly/decisions.csv"
DECIDED = "date,player,what,figure,reason\n2026-10-12,an-peeters,rating,1620,Back after ten years.\n"


def test_a_late_decision_is_a_correction_with_its_reason(club: Club) -> None:
    club.commit("Decide", "2026-11-02", {DECISIONS: DECIDED})
    told = corrections(club)
    assert "An Peeters has a rating of 1620 from 12 October 2026 on: Back after ten years." in told
    assert "results/weekly/decisions.csv:2" in told


@pytest.mark.parametrize("is_hidden_before", [True, False])
def test_the_reason_of_a_decision_about_who_hides_is_on_no_page(
    club: Club, *, is_hidden_before: bool
) -> None:
    hide = {PLAYERS: players(*FOUR, hidden="an-peeters")}
    if is_hidden_before:
        club.commit("Hide", "2026-10-20", hide)
    club.commit("Decide", "2026-11-02", {DECISIONS: DECIDED})
    if not is_hidden_before:
        club.commit("Hide", "2026-11-05", hide)
    told = "".join(pages(club).values())
    assert "results/weekly/decisions.csv:2" in told
    assert "ten years" not in told


def test_a_changed_option_is_a_correction(club: Club) -> None:
    """Everybody begins at 1600 from now on, and did so always."""
    club.commit("Begin at 1600", "2026-11-04", {"sitegen.toml": SETTINGS + "initial_rating = 1600\n"})
    assert "initial_rating 1500 1600" in corrections(club)


def test_who_hides_is_named_nowhere_though_the_history_has_the_name(club: Club) -> None:
    """Bo corrects a result, is named in the message and in a row, changes name, and hides."""
    club.commit("Bo Claes won, not An", "2026-11-02", {MATCHES: matches(*TURNED, *LATER)})
    married = players(*FOUR).replace("Bo Claes", "Bo Vermeersch")
    club.commit("A name", "2026-11-03", {PLAYERS: married})
    club.commit(
        "Bo Vermeersch won more",
        "2026-11-04",
        {MATCHES: matches(TURNED[0].replace(",7", ",9"), TURNED[1], *LATER)},
    )
    club.commit("Hide", "2026-11-05", {PLAYERS: married.replace("Bo Vermeersch,", "Bo Vermeersch,yes")})
    everything = "".join(pages(club).values())
    for name in ("Claes", "Vermeersch", "bo-claes"):
        assert name not in everything
    assert "Player 1 beats An Peeters" in corrections(club)


def test_who_was_taken_out_is_a_former_player(club: Club) -> None:
    """Di's only match is taken out, and then Di."""
    left = [row for row in (*OCTOBER, *LATER) if "di-wouters" not in row]
    club.commit("Not a member", "2026-11-02", {MATCHES: matches(*left)})
    club.commit("Take out Di Wouters", "2026-11-03", {PLAYERS: players(*FOUR[:3])})
    told = "".join(pages(club).values())
    assert "Wouters" not in told
    assert "Cy Maes beats a former player" in told


def test_a_merge_is_one_correction_with_the_title_of_the_pull_request(club: Club) -> None:
    """Three commits of a branch, merged as GitHub does it."""
    club.git("switch", "-qc", "mend")
    club.commit("one", "2026-11-01", {MATCHES: matches(*TURNED)})
    club.commit("two", "2026-11-01", {MATCHES: matches(*TURNED, *LATER)})
    club.git("switch", "-q", "main")
    title = "Merge pull request #12 from an/mend\n\nTurn a result round"
    club.git("merge", "-q", "--no-ff", "-m", title, "mend", day="2026-11-02")
    told = corrections(club)
    assert "2 November 2026 Turn a result round" in told
    assert told.count("instead of") == 1


def test_what_was_in_error_was_never_published(club: Club) -> None:
    """A broken file is mended an hour later: what counts is the change against what had been published."""
    club.commit("Broken", "2026-11-02", {MATCHES: matches(*TURNED, "nonsense")})
    club.commit("Mended", "2026-11-02", {MATCHES: matches(*TURNED, *LATER)})
    told = corrections(club)
    assert "Mended" in told
    assert "Broken" not in told
    assert "instead of: An Peeters beats Bo Claes" in told


def test_without_a_history_the_site_is_complete_and_says_so(club: Club, tmp_path: Path) -> None:
    """A shallow clone, a folder out of a ZIP, and a build that does not look."""
    club.commit("Turned round", "2026-11-02", {MATCHES: matches(*TURNED, *LATER)})
    whole = pages(club)
    club.git("clone", "-q", "--depth=1", f"file://{club.root}", str(tmp_path / "shallow"))
    shutil.copytree(club.root, tmp_path / "without git", ignore=shutil.ignore_patterns(".git"))
    shutil.copytree(club.root, tmp_path / "unasked")
    for kind in ("shallow", "without git", "unasked"):
        found = pages(Club(tmp_path / kind), history=kind != "unasked", output=f"bare {kind}")
        assert found.keys() == whole.keys()
        assert "The history of the results is not here" in found["weekly/corrections/index.html"]
        lists = found["weekly/lists/2026-10-17/index.html"]
        assert "corrected" not in lists
        assert "No correction" not in lists


def test_what_comes_in_twice_on_one_evening_is_no_correction(club: Club) -> None:
    """Published at once: one match, an hour later another, the next day a third of that day."""
    club.commit(
        "At once", "2026-10-20", {"sitegen.toml": SETTINGS.replace('n = "weekly"', 'n = "immediate"')}
    )
    rows = [*OCTOBER, *LATER]
    for number, (day, winner) in enumerate((("22", "an-peeters"), ("22", "bo-claes"), ("23", "cy-maes"))):
        rows.append(f"2026-10-22,{winner},di-wouters,{number + 3}")
        club.commit(f"Match {number}", f"2026-10-{day}", {MATCHES: matches(*rows)})
    assert "Match" not in corrections(club)
    club.commit("Not so long", "2026-10-22", {MATCHES: matches(*rows[:-3], rows[-3] + "0", *rows[-2:])})
    assert "Not so long" in corrections(club)


def look_back(club: Club, cache: dict[object, object]) -> CorrectionHistory:
    """The history of the club's ranking, with what is known of it already."""
    site, findings, inputs = publishing.rate_site(club.root, TODAY)
    assert site
    assert inputs
    dated_site = site._replace(as_of=TODAY)
    histories, _ = load_histories(dated_site, inputs.contexts, findings.hidden_names, cache=cache)
    return histories["weekly"]


def test_a_preview_finds_out_of_a_commit_once(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same again out of memory; of a new commit, and of a new list, what is new alone."""
    club.commit("Turned round", "2026-11-02", {MATCHES: matches(*TURNED, *LATER)})
    memory: dict[object, object] = {}
    first = look_back(club, memory)
    rated = list[str]()
    original = loading.load_state
    monkeypatch.setattr(
        "sitegen.compare.corrections.load_state", lambda *given: rated.append("") or original(*given)
    )
    assert look_back(club, memory) == first
    assert first.corrections
    assert rated == []
    club.commit("Turned back", "2026-11-03", {MATCHES: matches(*OCTOBER, *LATER)})
    assert look_back(club, memory).corrections[0].subject == "Turned back"
    assert 0 < len(rated) < 8


def test_what_nobody_had_seen_is_not_rated_and_all_else_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both sides of the correction, and once the state that two lists came from."""
    club = Club(tmp_path / "club")
    club.commit("Begin", "2026-10-01", {"README.md": ""})
    files = {"sitegen.toml": SETTINGS, PLAYERS: players(*FOUR), MATCHES: matches(*OCTOBER, *LATER)}
    club.commit("All", "2026-10-30", files)
    club.commit("Turned round", "2026-11-02", {MATCHES: matches(*TURNED, *LATER)})
    rated, original = list[object](), loading.load_state
    monkeypatch.setattr(
        "sitegen.compare.corrections.load_state", lambda *given: rated.append(given[1]) or original(*given)
    )
    lists = [day.isoformat() for day in look_back(club, {}).published_lists]
    assert lists == ["2026-10-17", "2026-10-24", "2026-10-31"]
    assert len(rated) == 2 + 2  # the last of the lists is of the day after


def test_what_somebody_left_there_is_not_read(club: Club) -> None:
    """An earlier version kept there what it had found out."""
    club.commit("Turned round", "2026-11-02", {MATCHES: matches(*TURNED, *LATER)})
    first = corrections(club)
    place = club.root / ".sitegen/history.json"
    left: Sequence[Callable[[], object]] = (
        lambda: place.write_text('{"program": "", "known": {}}'),
        place.mkdir,
        lambda: os.mkfifo(place),
        lambda: place.symlink_to(place),
        lambda: place.symlink_to("/dev/zero"),
    )
    for leave in left:
        shutil.rmtree(place.parent, ignore_errors=True)
        place.parent.mkdir()
        leave()
        assert corrections(club) == first


def test_what_an_earlier_version_found_out_is_not_to_be_committed(club: Club) -> None:
    """It has the names of those who hide; where git does not keep it nothing is said."""
    club.write({".sitegen/history.json": "{}"})
    assert check(club.root, TODAY) == []
    club.git("add", "--force", ".sitegen")
    (problem,) = check(club.root, TODAY)
    assert str(problem).startswith(".sitegen: git keeps this folder of an earlier version")
    assert problem in build(club.root, club.root.parent / "output", TODAY).problems


def test_the_last_two_hundred_are_told_and_the_earlier_ones_counted(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of five corrections two are shown when no more are wanted."""
    for length in range(3, 8):
        rows = matches(OCTOBER[0].replace(",7", f",{length + 2}"), OCTOBER[1], *LATER)
        club.commit(f"Length {length}", f"2026-11-0{length}", {MATCHES: rows})
    monkeypatch.setattr("sitegen.compare.corrections._MAX_CORRECTIONS", 2)
    told = corrections(club)
    assert "Length 7" in told
    assert "Length 6" in told
    assert "Length 5" not in told
    assert "3 earlier commits that changed or removed rows are not shown." in told


def test_who_verifies_out_of_a_shallow_clone_is_told_what_is_missing(club: Club, tmp_path: Path) -> None:
    """The pages of corrections differ, and why is said."""
    club.commit("Turned round", "2026-11-02", {MATCHES: matches(*TURNED, *LATER)})
    pages(club)
    published = club.root.parent / "output"
    club.git("clone", "-q", "--depth=1", f"file://{club.root}", str(tmp_path / "copy"))
    for root, is_whole in ((club.root, True), (tmp_path / "copy", False)):
        verdict = verify.verify(root, lambda path: (published / path).read_bytes())
        assert [
            difference
            for difference in verdict.differences
            if "corrections" not in difference and "lists" not in difference
        ] == []
        said = list(verify.format_result(verdict, root))
        assert any("git fetch --unshallow" in message for message in said) is not is_whole
        assert bool(verdict.differences) is not is_whole


def test_a_plain_build_never_asks_git(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only who asks for the history starts another program."""
    monkeypatch.setattr("subprocess.run", None)
    assert publishing.prepare(club.root, TODAY).page_plan is not None


REGISTERED = "player,from,until\n" + "".join(f"{name},2026-01-01,2026-12-31\n" for name in FOUR[:3])
REGISTRATIONS = "results/weekly/registrations.csv"


def test_an_order_of_play_that_changes_is_told_with_its_day(club: Club) -> None:
    """A day is sorted, and then split over two files of which the later match is read first."""
    evening = ("2026-10-06,an-peeters,bo-claes,7", "2026-10-06,bo-claes,cy-maes,5")
    club.commit("An evening", "2026-10-06", {MATCHES: matches(*evening, *LATER)})
    club.commit("Sorted", "2026-11-01", {MATCHES: matches(*evening[::-1], *LATER)})
    told = corrections(club)
    assert "2 rows of 6 October 2026 stand in another order, which is the order of play." in told
    assert "In another order results/weekly/matches.csv:2" in told
    club.git("rm", "-q", MATCHES)
    split = {
        f"results/weekly/matches/{name}.csv": matches(*rows)
        for name, rows in (("a", [evening[0], *LATER]), ("b", [evening[1]]))
    }
    club.commit("Two files", "2026-11-02", split)
    told = corrections(club)
    assert "Two files" in told
    assert told.count("stand in another order, which is the order of play.") == 2


def test_a_registration_that_comes_or_goes_is_told_with_all_that_counts_by_it(club: Club) -> None:
    """Di is registered for the whole year after all: two matches count, of one of which she is the loser."""
    club.commit("A register", "2026-10-16", {REGISTRATIONS: REGISTERED})
    club.commit("Di too", "2026-11-02", {REGISTRATIONS: REGISTERED + "di-wouters,2026-01-01,2026-12-31\n"})
    told = corrections(club)
    assert "Added results/weekly/registrations.csv:5 player Di Wouters" in told
    assert "Cy Maes beats Di Wouters" in told
    assert "Bo Claes beats Di Wouters" in told
    club.commit("Nobody", "2026-11-03", {REGISTRATIONS: REGISTERED.splitlines()[0] + "\n"})
    told = corrections(club)
    assert "Removed results/weekly/registrations.csv:2 player An Peeters" in told


def test_every_match_that_counts_by_a_registration_is_told_with_its_place(club: Club) -> None:
    """Di played two matches, then none, then two; in a file that had the name of somebody who hides now."""
    register = REGISTERED + "di-wouters,2026-01-01,2026-12-31\n"
    club.commit("A register", "2026-10-16", {REGISTRATIONS: register})
    club.commit("Not Di", "2026-11-02", {REGISTRATIONS: REGISTERED})
    told = corrections(club)
    gone = "No longer counts (8 October 2026, results/weekly/matches.csv:3): Cy Maes beats Di Wouters."
    assert gone in told
    assert "No longer counts (15 October 2026, results/weekly/matches.csv:5): Bo Claes beats" in told
    assert told.count("No longer counts") == 2
    assert "No more, of" not in told
    club.git("rm", "-q", MATCHES)
    again = {
        REGISTRATIONS: register,
        "results/weekly/matches/bo-claes.csv": matches("2026-11-01,an-peeters,cy-maes,3", *OCTOBER, *LATER),
    }
    club.commit("Di after all", "2026-11-03", again)
    club.git("mv", "results/weekly/matches/bo-claes.csv", MATCHES)
    club.commit("Hide", "2026-11-03", {PLAYERS: players(*FOUR, hidden="bo-claes")})
    told = corrections(club)
    place = "results/weekly/matches/….csv:4"
    assert f"Counts from now on (8 October 2026, {place}): Cy Maes beats Di Wouters: +4" in told
    assert told.count("Counts from now on") == 2
    assert "claes" not in told.lower()


def test_a_register_that_begins_today_is_told_where_results_of_before_cease_to_count(club: Club) -> None:
    """Nobody was registered before that day, so two published matches are refused from then on."""
    rows = "".join(f"{name},2026-10-16,2026-12-31\n" for name in FOUR)
    club.commit("A register", "2026-10-16", {REGISTRATIONS: REGISTERED.splitlines()[0] + "\n" + rows})
    told = corrections(club)
    assert "16 October 2026 A register" in told
    assert "The published list of 10 October 2026 changes" in told
    assert "An Peeters drops out of the list." in told
    assert "No longer counts (6 October 2026, results/weekly/matches.csv:2): An Peeters beats Bo" in told
    assert "No longer counts (8 October 2026, results/weekly/matches.csv:3): Cy Maes beats Di" in told
    assert told.count("No longer counts") == 4
    club.commit("Longer", "2026-10-16", {REGISTRATIONS: REGISTERED})
    told = corrections(club)
    assert "Counts from now on (6 October 2026, results/weekly/matches.csv:2): An Peeters beats Bo" in told
    assert "Counts from now on (13 October 2026, results/weekly/matches.csv:4): An Peeters beats" in told
    assert told.count("Counts from now on") == 2


def test_a_newcomer_and_a_register_of_today_correct_nothing(club: Club) -> None:
    """Somebody new, registered from today, plays on an ordinary evening."""
    club.commit(
        "A register", "2026-10-15", {REGISTRATIONS: REGISTERED + "di-wouters,2026-01-01,2026-12-31\n"}
    )
    before = corrections(club)
    new = "2026-10-20,eva-smit,an-peeters,5"
    newcomer = {
        PLAYERS: players(*FOUR, "eva-smit"),
        REGISTRATIONS: (club.root / REGISTRATIONS).read_text("utf-8") + "eva-smit,2026-10-20,2026-12-31\n",
        MATCHES: matches(*OCTOBER, *LATER, new),
    }
    club.commit("Somebody new", "2026-10-20", newcomer)
    assert corrections(club) == before


def test_a_result_of_the_latest_list_that_comes_later_than_the_next_day_is_told(club: Club) -> None:
    """Published at once, and no list since: a match of that evening is found two weeks later."""
    at_once = SETTINGS.replace('n = "weekly"', 'n = "immediate"')
    club.commit("At once", "2026-10-20", {"sitegen.toml": at_once})
    club.commit(
        "Found", "2026-10-29", {MATCHES: matches(*OCTOBER, *LATER, "2026-10-15,an-peeters,cy-maes,5")}
    )
    told = corrections(club)
    assert "29 October 2026 Found" in told
    assert "The published list of 15 October 2026 changes" in told
