"""The figures that sentences of a change tell are those of the tables that are published with it."""

import csv
import io
from collections import Counter
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from random import Random

import pytest
import sites

from sitegen.compare.analysis import Difference, analyze_effect
from sitegen.compare.effect import Effect
from sitegen.compare.findings import Extremes, Hid
from sitegen.compare.formatter import EffectFormatter
from sitegen.compare.loading import load_state
from sitegen.compare.result_findings import Evening, Played, Undone
from sitegen.core.language import Language
from sitegen.inputs.config.site import SiteDates

pytestmark = pytest.mark.slow

DAYS = SiteDates(date(2026, 11, 30), date(2026, 11, 30))
IDS = ("ann-aa", "bob-bb", "cis-cc", "dee-dd")
PLAYERS = "id,name\n" + "".join(f"{id_},{id_.title().replace('-', ' ')}\n" for id_ in IDS)
HEADS = {"elo": "date,home,away,result,event", "fibs": "date,winner,loser,length"}
HEADS["glicko2"] = HEADS["elo"]
FILES = {"elo": "games", "glicko2": "games", "fibs": "matches"}
SITE = """\
[site]
title = "Site"
url = "https://site.example/"
language = "en"
[[ranking]]
id = "r"
title = "Ranking"
"""
Files = dict[str, str]
Figures = Counter[tuple[str, str, str, str]]


def written(folder: Path, system: str, files: Files, options: str) -> None:
    """Write a site of one ranking with these files, all paths being those below its folder."""
    settings = f'{SITE}system = "{system}"\n[ranking.options]\n{options}'
    given = {f"results/r/{path}": text.encode() for path, text in files.items()}
    sites.write(folder, {"sitegen.toml": settings.encode(), **given})


def effect(folder: Path, system: str, before: Files, after: Files, options: str = "") -> Effect:
    """What comes of a change of the files of a ranking."""
    written(folder / "before", system, before, options)
    written(folder / "after", system, after, options)
    (found,) = Difference(load_state(folder / "before", DAYS), load_state(folder / "after", DAYS)).effects
    assert found.contexts, (found.before.problems, found.after.problems)
    return found


def duels(system: str, *rows: str) -> Files:
    """The files of a ranking of duels with these rows."""
    text = "".join(f"{row}\n" for row in (HEADS[system], *rows))
    return {"players.csv": PLAYERS, f"{FILES[system]}.csv": text}


def published(effect: Effect, table: str) -> list[dict[str, str]]:
    """The rows of a table as it is published after a change."""
    return list(csv.DictReader(io.StringIO(effect.after.contexts["r"].files[table].to_csv().decode())))


def sentences(effect: Effect) -> list[str]:
    wording = EffectFormatter(effect, Language("en"))
    return [wording.format_finding(finding) for finding in analyze_effect(effect)]


def told(effect: Effect) -> Figures:
    """The games that are told of, with what they did to both."""
    found = [finding for finding in analyze_effect(effect) if isinstance(finding, Played)]
    return Counter(
        (finding.winner, *finding.loser, _six(finding.change), _six(finding.other_change))
        for finding in found
    )


def _six(value: float | None) -> str:
    return "" if value is None else f"{value:.6f}"


def receipts(effect: Effect, system: str, lines: Sequence[int]) -> Figures:
    """The same of the receipts of some lines: of a draw from the side of the first by id."""
    found: Figures = Counter()
    for row in published(effect, FILES[system]):
        if int(row["source"].rpartition(":")[2]) in lines:
            if system == "fibs":
                found[row["winner"], row["loser"], row["change"], f"{-float(row['change']):.6f}"] += 1
                continue
            sides = [(row["home"], row["home_change"]), (row["away"], row["away_change"])]
            is_turned = row["result"] == "0-1" or (row["result"] == "½-½" and row["away"] < row["home"])
            (one, won), (other, lost) = sides[::-1] if is_turned else sides
            found[one, other, won, lost] += 1
    return found


def games(rng: Random, system: str, day: str, number: int) -> list[str]:
    """Games of a day, mostly of one pair, some of them exactly alike."""
    found = []
    for _ in range(number):
        pair = rng.choice([IDS[:2], IDS[:2], IDS[1::-1], rng.sample(IDS, 2)])
        how = rng.choice(["3", "5"]) if system == "fibs" else rng.choice(["1-0,a", "1-0,a", "½-½,a", "0-1,b"])
        found.append(f"{day},{pair[0]},{pair[1]},{how}")
    return found


@pytest.mark.parametrize("system", ["elo", "fibs"])
def test_what_a_game_did_is_what_its_own_receipt_says(system: str, tmp_path: Path) -> None:
    """Evenings on which the same two meet several times, on top of games of that day or of earlier ones."""
    for seed in range(6):
        rng = Random(seed)
        there = games(rng, system, "2026-10-06", 4) + games(rng, system, "2026-10-13", seed % 3)
        come = games(rng, system, "2026-10-13", 5)
        found = effect(tmp_path / str(seed), system, duels(system, *there), duels(system, *there, *come))
        lines = range(len(there) + 2, len(there) + len(come) + 2)
        assert told(found) == receipts(found, system, lines), sentences(found)


def test_a_row_like_that_of_another_file_is_told_with_its_own_figures(tmp_path: Path) -> None:
    """Of two files with the same row the one that is read first comes in."""
    row = "2026-10-06,ann-aa,bob-bb,7"
    one, other = (duels("fibs", *rows) for rows in ((row,), (row, "2026-10-06,bob-bb,cis-cc,5")))
    before = {"players.csv": PLAYERS, "matches/b.csv": other["matches.csv"]}
    found = effect(tmp_path, "fibs", before, {**before, "matches/a.csv": one["matches.csv"]})
    (played,) = (finding for finding in analyze_effect(found) if isinstance(finding, Played))
    first = next(match for match in published(found, "matches") if "a.csv" in match["source"])
    assert _six(played.change) == first["change"]


def test_a_corrected_row_is_told_in_the_place_of_what_it_was(tmp_path: Path) -> None:
    """What the sentences put in the place of what, the table of rows does too, whoever met several times."""
    for seed in range(6):
        rng = Random(seed)
        was = games(rng, "fibs", "2026-10-06", 6)
        now = [_mistaken(rng, game) if rng.random() < 0.4 else game for game in was]
        found = effect(tmp_path / str(seed), "fibs", duels("fibs", *was), duels("fibs", *now, *was[:1]))
        rows = [row for row in found.rows if row.kind == "corrected"]
        cells = [tuple(row.cells[:3] for row in (line.before, line.after) if row) for line in rows]
        undone = [finding for finding in analyze_effect(found) if isinstance(finding, Undone)]
        said = [
            tuple((it.day, it.winner, *it.loser) for it in (finding.before, finding.after) if it)
            for finding in undone
        ]
        assert Counter(said) == Counter(pair for pair in cells if pair[0] != pair[-1]), sentences(found)


def _mistaken(rng: Random, row: str) -> str:
    """The same match won by the other, or on another day."""
    day, *pair, length = row.split(",")
    if rng.random() < 0.5:
        return ",".join((day, *pair[::-1], length))
    return ",".join(("2026-10-07", *pair, length))


def test_what_games_did_adds_up_to_what_their_period_did(tmp_path: Path) -> None:
    """Where only a period is rated each game has its own share, whoever meets whom several times."""
    for seed in range(4):
        rng = Random(seed)
        there, come = games(rng, "glicko2", "2026-09-06", 4), games(rng, "glicko2", "2026-10-06", 6)
        found = effect(
            tmp_path / str(seed), "glicko2", duels("glicko2", *there), duels("glicko2", *there, *come)
        )
        sums: Counter[str] = Counter()
        for one, other, won, lost in told(found).elements():
            sums[one] += float(won)  # type: ignore[assignment]
            sums[other] += float(lost)  # type: ignore[assignment]
        rows = [row for row in published(found, "periods") if row["period"] == "2026-10"]
        did = {row["player"]: float(row["rating_after"]) - float(row["rating_before"]) for row in rows}
        assert sums == pytest.approx(did, abs=1e-4), sentences(found)


def test_what_a_round_did_is_the_course_of_both(tmp_path: Path) -> None:
    """Two rounds at once, a forfeit among the games."""
    people = "id,name,estimate\n" + "".join(
        f"{id_},{id_},{1500 + len(id_) * n}\n" for n, id_ in enumerate(IDS)
    )
    rounds = "round,date\n1,2026-10-06\n2,2026-10-13\n3,2026-10-20\n"
    there = "round,white,black,result\n1,ann-aa,bob-bb,1-0\n1,cis-cc,dee-dd,1-0\n"
    come = "2,ann-aa,cis-cc,1-0\n2,bob-bb,dee-dd,½-½\n3,dee-dd,ann-aa,1-0\n3,cis-cc,bob-bb,1-0f\n"
    before = {"players.csv": people, "rounds.csv": rounds, "games.csv": there}
    found = effect(tmp_path, "ijssel", before, {**before, "games.csv": there + come})
    course = {(row["round"], row["player"]): float(row["club_rating"]) for row in published(found, "course")}
    rounds_of = {("ann-aa", "cis-cc"): "12", ("bob-bb", "dee-dd"): "12", ("dee-dd", "ann-aa"): "23"}
    said = {(one, other): (float(won), float(lost)) for one, other, won, lost in told(found)}
    assert said.keys() == rounds_of.keys()
    for pair, (was, now) in rounds_of.items():
        assert said[pair] == pytest.approx(
            [course[now, player] - course[was, player] for player in pair], abs=1e-5
        )


def evenings(effect: Effect) -> set[tuple[str, int, str, str]]:
    """The evenings that are told of: day, players, and what the best and the worst won."""
    found = [finding for finding in analyze_effect(effect) if isinstance(finding, Evening)]
    return {
        (str(finding.day), finding.player_count, _two(finding.extremes.won), _two(finding.extremes.lost))
        for finding in found
    }


def _two(value: float) -> str:
    return f"{value:.2f}"


def ends(day: str, changes: Sequence[float]) -> tuple[str, int, str, str]:
    return day, len(changes), _two(max(changes)), _two(min(changes))


def test_two_sessions_of_one_day_have_each_their_own_figures(tmp_path: Path) -> None:
    """The same four sit twice, with other partners."""
    people = "id,name,ranking\n" + "".join(f"{id_},{id_},60\n" for id_ in IDS)
    head = "date,session,line,player1,player2,score\n"
    there = head + "2026-10-06,1,A,ann-aa,bob-bb,60\n2026-10-06,1,A,cis-cc,dee-dd,40\n"
    first = "2026-10-13,1,A,ann-aa,bob-bb,55\n2026-10-13,1,A,cis-cc,dee-dd,45\n"
    other = "2026-10-13,2,A,ann-aa,cis-cc,70\n2026-10-13,2,A,bob-bb,dee-dd,30\n"
    season = "season,start,end\nx,2026-09-01,2027-08-31\n"
    before = {"players.csv": people, "seasons.csv": season, "pairs.csv": there}
    found = effect(tmp_path, "nbb", before, {**before, "pairs.csv": there + first + other}, "lines = 1")
    rows = [row for row in published(found, "points") if row["date"] == "2026-10-13"]
    did = [(row["session"], float(row["after"]) - float(row["before"])) for row in rows]
    assert evenings(found) == {
        ends("2026-10-13", [change for session, change in did if session == which]) for which in "12"
    }


def test_an_evening_of_pairs_is_told_with_all_it_did_to_a_rating(tmp_path: Path) -> None:
    """The point that partners hand to each other is part of it."""
    people = "id,name,rating\n" + "".join(f"{id_},{id_},{200 + n}\n" for n, id_ in enumerate(IDS))
    there = "date,pair,player1,player2,score\n2026-10-06,1,ann-aa,bob-bb,60\n2026-10-06,2,cis-cc,dee-dd,40\n"
    come = "2026-10-13,1,ann-aa,cis-cc,52\n2026-10-13,2,bob-bb,dee-dd,48\n"
    before = {"players.csv": people, "pairs.csv": there}
    found = effect(tmp_path, "ruit", before, {**before, "pairs.csv": there + come})
    rows = [row for row in published(found, "evenings") if row["date"] == "2026-10-13"]
    assert evenings(found) == {
        ends("2026-10-13", [float(row["rating"]) - float(row["before"]) for row in rows])
    }


def test_two_tournaments_of_one_day_have_each_their_own_figures(tmp_path: Path) -> None:
    """Who plays both wins the points of each in it."""
    held = "tournament,date,name\n" + "".join(
        f"{key},2026-10-{day},{key}\n" for key, day in (("x", "06"), ("y", 13), ("z", 13))
    )
    head = "tournament,round,game,table,player,place\n"
    rows = {
        key: "".join(f"{key},1,Catan,1,{id_},{n}\n" for n, id_ in enumerate(ids, 1))
        for key, ids in (("x", IDS), ("y", IDS[::-1]), ("z", IDS[1:]))
    }
    before = {"players.csv": PLAYERS, "tournaments.csv": held, "results.csv": head + rows["x"]}
    after = {**before, "results.csv": head + "".join(rows.values())}
    found = effect(tmp_path, "ludo", before, after)
    days = published(found, "days")
    assert evenings(found) == {
        ends("2026-10-13", [float(day["total"]) for day in days if day["tournament"] == key]) for key in "yz"
    }


def test_where_all_move_alike_that_is_said(tmp_path: Path) -> None:
    """Everybody begins at 1600; and an evening on which both of a pair win as much."""
    there, start = duels("elo", "2026-10-06,ann-aa,bob-bb,1-0,a"), "start_rating = {}"
    files = {name: (there, start.format(rating)) for name, rating in (("before", 1500), ("after", 1600))}
    for name, (given, options) in files.items():
        written(tmp_path / name, "elo", given, options)
    (found,) = Difference(*(load_state(tmp_path / name, DAYS) for name in files)).effects
    assert sentences(found)[-1] == "2 figures on the list change, each by +100.0."
    ends = Extremes("ann-aa", 3.04, "bob-bb", 2.96)
    teller = EffectFormatter(found, Language("en")).finding_formatter
    evening = Evening(date(2026, 10, 6), 2, ends).build_message(teller)
    assert teller.format_message(evening) == "6 October 2026, 2 players: each +3.0."


def test_a_rule_that_changes_is_told_and_changes_nothing_before(tmp_path: Path) -> None:
    """With its day; one that comes back to what it was is told from the first day that differs."""
    games = duels("elo", "2026-10-06,ann-aa,bob-bb,1-0,a", "2026-10-20,ann-aa,bob-bb,1-0,b")
    k = "k = 20\nprovisional_below = 0\n"
    november = f"{k}[[ranking.from]]\ndate = 2026-11-01\noptions = {{ k = 16 }}\n"
    october = november.replace("2026-11-01", "2026-10-20")
    states = {}
    for name, options in (("without", k), ("november", november), ("october", october)):
        written(tmp_path / name, "elo", games, options)
        states[name] = load_state(tmp_path / name, DAYS)
    (planned,) = Difference(states["without"], states["november"]).effects
    assert sentences(planned) == ["From 1 November 2026 on, k is 16.", "No published figure changes."]
    (earlier,) = Difference(states["november"], states["october"]).effects
    assert [(change.label, change.before, change.after) for change in earlier.settings] == [
        ("k (2026-10-20)", "20", "16")
    ]
    assert [change.day for change in earlier.lists if change.figures] == [date(2026, 10, 20)]
    (back,) = Difference(states["october"], states["without"]).effects
    assert sentences(back)[0] == "From 20 October 2026 on, k is 20."


def test_lists_that_come_and_go_are_told(tmp_path: Path) -> None:
    """A match between two days of play makes a list of its own, and a later one too."""
    rows = ("2026-10-06,ann-aa,bob-bb,7", "2026-10-08,cis-cc,dee-dd,5", "2026-10-20,ann-aa,cis-cc,5")
    options = 'publication = "immediate"'
    between, whole = duels("fibs", rows[0], rows[2]), duels("fibs", *rows)
    come = sentences(effect(tmp_path / "come", "fibs", between, whole, options))
    assert come[0] == "One new result is of 8 October 2026."
    assert come[3] == "The list of 8 October 2026 is new."
    gone = sentences(effect(tmp_path / "gone", "fibs", whole, between, options))
    assert "There is no list of 8 October 2026 any more." in gone
    later = sentences(effect(tmp_path / "later", "fibs", duels("fibs", *rows[:2]), whole, options))
    assert later[-1] == "The list of 20 October 2026 is new."


EVENINGS = {
    "elo": ("games.csv", HEADS["elo"], "{day},{0},{1},1-0,"),
    "fibs": ("matches.csv", HEADS["fibs"], "{day},{0},{1},7"),
    "glicko2": ("games.csv", HEADS["elo"], "{day},{0},{1},1-0,"),
}
THREE_PAIRS = (("ann-aa", "bob-bb"), ("cis-cc", "dee-dd"), ("ann-aa", "cis-cc"))
FIVE_PAIRS = (*THREE_PAIRS, ("bob-bb", "dee-dd"), ("bob-bb", "cis-cc"))


def play(system: str, *evenings: tuple[str, Sequence[tuple[str, str]]]) -> Files:
    """Return the files of a ranking with some evenings: a day and its pairs."""
    path, header, row = EVENINGS[system]
    rows = [row.format(*pair, day=day) for day, pairs in evenings for pair in pairs]
    return {"players.csv": PLAYERS, path: "\n".join([header, *rows, ""])}


@pytest.mark.parametrize("system", sorted(EVENINGS))
@pytest.mark.parametrize(
    ("day", "pairs", "first_sentences"),
    [
        ("2025-11-27", THREE_PAIRS, ["3 new results are of 27 November 2025."]),
        ("2026-11-22", THREE_PAIRS, ["3 new results are of 22 November 2026."]),
        ("2026-11-23", THREE_PAIRS, []),
        (
            "2026-11-27",
            FIVE_PAIRS,
            ["5 of the 5 added rows of 27 November 2026 repeat those of 10 November 2026."],
        ),
    ],
    ids=("last year", "a week ago", "this week", "copied"),
)
def test_days_of_new_results_are_told_first_where_they_may_be_wrong(
    tmp_path: Path, system: str, day: str, pairs: Sequence[tuple[str, str]], first_sentences: list[str]
) -> None:
    earlier = ("2026-11-10", FIVE_PAIRS)
    found = effect(tmp_path, system, play(system, earlier), play(system, earlier, (day, pairs)))
    told_days = [text for text in sentences(found) if "new result" in text or "repeat" in text]
    assert told_days == first_sentences
    assert sentences(found)[: len(told_days)] == told_days


def test_days_of_a_history_are_told_from_first_to_last(tmp_path: Path) -> None:
    added = [(f"2026-0{month}-10", THREE_PAIRS[month % 3 :]) for month in (1, 2, 3)]
    later = ("2026-11-28", FIVE_PAIRS)
    found = effect(tmp_path, "elo", play("elo", later), play("elo", *added, later))
    assert sentences(found)[0] == "6 new results are of 10 January 2026 to 10 March 2026."


def test_who_was_hidden_and_is_taken_out_does_not_hide_no_more(tmp_path: Path) -> None:
    """Nothing is said of hiding; of somebody who left since then no name, and a sentence all the same."""
    before = duels("elo", "2026-10-06,ann-aa,bob-bb,1-0,a", "2026-10-06,ann-aa,cis-cc,1-0,a")
    after = duels("elo", "2026-10-06,ann-aa,bob-bb,1-0,a")
    before["players.csv"] = "id,name,hidden\nann-aa,Ann,\nbob-bb,Bob,\ncis-cc,Cis,yes\n"
    after["players.csv"] = "id,name\nann-aa,Ann\nbob-bb,Bob\n"
    found = effect(tmp_path, "elo", before, after)
    said = sentences(found)
    assert "A former player drops out of the list." in said
    assert [sentence for sentence in said if "hides" in sentence] == []
    teller = EffectFormatter(found, Language("en")).finding_formatter
    left = [
        teller.format_message(Hid("gone", is_hiding=hides).build_message(teller)) for hides in (True, False)
    ]
    assert left == ["A player hides from now on.", "A player is no longer hidden."]
