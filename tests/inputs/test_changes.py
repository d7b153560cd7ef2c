"""Options that change from a day on: what is read of [[ranking.from]], and what is said of one that is wrong."""

# ruff: noqa: E501 - what is said stands on one line, as it is printed

from datetime import date
from pathlib import Path

import pytest

from sitegen.commands.console import Console
from sitegen.core.options import ChangingOptions
from sitegen.inputs.config.settings import load_site
from sitegen.inputs.config.site import Ranking
from sitegen.inputs.results.results import read_results
from sitegen.publishing import prepare

SITE = '[site]\ntitle = "T"\nurl = "https://t.example/"\n'
RANKING = '[[ranking]]\nid = "r"\nsystem = "elo"\ntitle = "R"\n'
ELO = f"{SITE}{RANKING}[ranking.options]\nk = 20\n"
GLICKO = SITE + RANKING.replace("elo", "glicko2")
FROM = "[[ranking.from]]\n"
OCTOBER = f"{FROM}date = 2026-10-01\n"
SIXTEEN = "options = { k = 16 }\n"
NEW_YEAR = f"{FROM}date = 2027-01-01\n"
ORDER = "(write the changes in the order of their days, those of one day together)"
DOUBLE = "(each change begins with [[ranking.from]], with double brackets)"
OPTIONS = "known: k, start_rating, provisional_below, home_advantage, spread, expectation"


def said(root: Path, text: str) -> list[str]:
    """What is said of the settings, else of the results by them."""
    (root / "sitegen.toml").write_text(text, encoding="utf-8")
    site, problems = load_site(root)
    if site:
        problems += read_results(site)[1]
    return [str(problem).removeprefix("sitegen.toml") for problem in problems]


def read(root: Path, text: str) -> Ranking:
    (root / "sitegen.toml").write_text(text, encoding="utf-8")
    site, problems = load_site(root)
    assert site is not None, problems
    return site.rankings[0]


@pytest.mark.parametrize(
    "change",
    [
        "options = { k = 16, spread = 500 }\n",
        "[ranking.from.options]\nk = 16\nspread = 500\n",
        "options.k = 16\noptions.spread = 500\n",
    ],
)
def test_each_day_has_its_options(tmp_path: Path, change: str) -> None:
    ranking = read(tmp_path, f"{ELO}{OCTOBER}{change}{NEW_YEAR}options = {{ k = 20 }}\n")
    options = ranking.options
    assert isinstance(options, ChangingOptions)
    days = [date(2026, 9, 30), date(2026, 10, 1), date(2026, 12, 31), date(2027, 1, 1)]
    held = [(options.on(day).k, options.on(day).spread) for day in days]  # type: ignore[attr-defined]
    assert held == [({0: 20}, 400), ({0: 16}, 500), ({0: 16}, 500), ({0: 20}, 500)]
    assert ranking.make_problem(options.on(days[1]), "k", "x").line == 12 + change.startswith("[")
    assert ranking.make_problem(options.on(days[1]), "expectation", "x").line == 0


def test_what_comes_later_is_not_known_before(tmp_path: Path) -> None:
    """On a day a ranking is rated by the options of that day, which know those of the days before."""
    with_both = read(tmp_path, f"{ELO}{OCTOBER}{SIXTEEN}{NEW_YEAR}options = {{ k = 24 }}\n").options
    with_one = read(tmp_path, f"{ELO}{OCTOBER}{SIXTEEN}").options
    with_none = read(tmp_path, ELO).options
    assert isinstance(with_both, ChangingOptions)
    assert isinstance(with_one, ChangingOptions)
    assert with_both.until(date(2026, 9, 30)) == with_none
    assert with_both.until(date(2026, 12, 31)) == with_one.until(date(2026, 10, 1))
    assert with_both.until(date(2027, 1, 1)).list_changed() == ["k"]
    assert [options.since for options in with_both.until(date.max).list_versions()] == [
        date.min,
        date(2026, 10, 1),
        date(2027, 1, 1),
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(f"{ELO}[ranking.from]\ndate = 2026-10-01\n{SIXTEEN}", [f":10:1: 'from' is not a list of tables {DOUBLE}"], id="single brackets"),
        pytest.param(f"{SITE}{RANKING}from = 2026-10-01\n", [f":8:1: 'from' is not a list of tables {DOUBLE}"], id="a day"),
        pytest.param(f"{SITE}{RANKING}from = [2026-10-01]\n", [f":8:1: 'from' is not a list of tables {DOUBLE}"], id="a list of days"),
        pytest.param(f"[[from]]\ndate = 2026-10-01\n{ELO}", [":1:1: 'from' is not known in this file (write [[ranking.from]], below its [[ranking]])"], id="above its ranking"),
        pytest.param(f"{ELO}[[ranking.options.from]]\ndate = 2026-10-01\n", [":10:1: 'from' is not known in the options of 'elo' (write [[ranking.from]], below its [[ranking]])"], id="below the options"),
        pytest.param(f"{ELO}[[ranking.form]]\ndate = 2026-10-01\n", [":10:1: 'form' is not known in [[ranking]] (did you mean 'from'?; known: id, system, title, short_title, archive, clubs, options, from)"], id="nearly from"),
        pytest.param(f"{ELO}{FROM}{SIXTEEN}", [":10:1: 'date' is missing in [[ranking.from]] (the first day on which these options hold)"], id="no day"),
        pytest.param(f"{ELO}{FROM}[ranking.from.options]\ndate = 2026-10-01\nk = 16\n", [":12:1: 'date' is not known in the options of 'elo' (write it below [[ranking.from]], above its options)"], id="day among the options"),
        pytest.param(f"{ELO}{FROM}date = '1/10/2026'\n{SIXTEEN}", [":11:8: date: '1/10/2026' is not a date such as 2026-11-20, without quotes (write 2026-10-01, without quotes)"], id="a text for a day"),
        pytest.param(f"{ELO}{FROM}date = 2026-10-01T12:00:00\n{SIXTEEN}", [":11:8: date: '2026-10-01 12:00:00' is not a date such as 2026-11-20, without quotes (write 2026-10-01, without quotes)"], id="an hour"),
        pytest.param(f"{ELO}{FROM}date = 0206-10-01\n{SIXTEEN}", [":11:8: date: '0206-10-01' is not between 1900 and 2199 (correct the year)"], id="year"),
        pytest.param(f"{ELO}{OCTOBER}date = 2026-11-01\n{SIXTEEN}", [":12:1: 'date' stands here for the second time (take one of the two out)"], id="two days"),
        pytest.param(f"{ELO}{OCTOBER}", [":10:1: no option changes here (write what changes below [ranking.from.options], or take this out)"], id="no options"),
        pytest.param(f"{ELO}{OCTOBER}options = {{}}\n", [":12:1: no option changes here (write what changes below [ranking.from.options], or take this out)"], id="empty options"),
        pytest.param(f"{ELO}{OCTOBER}options = 16\n", [":12:1: 'options' is not a table (write its keys below [ranking.from.options], with single brackets)"], id="options are a number"),
        pytest.param(f"{ELO}{OCTOBER}k = 16\n", [":12:1: 'k' is not known in [[ranking.from]] (it is an option: write it below [ranking.from.options])"], id="option above its header"),
        pytest.param(f"{ELO}{OCTOBER}title = 'S'\n{SIXTEEN}", [":12:1: 'title' is not known in [[ranking.from]] (known: date, options)"], id="another key"),
        pytest.param(f"{ELO}{OCTOBER}options = {{ kk = 16 }}\n", [f":12:13: 'kk' is not known in the options of 'elo' ({OPTIONS})"], id="unknown option"),
        pytest.param(f"{ELO}{OCTOBER}options = {{ spred = 500 }}\n", [f":12:13: 'spred' is not known in the options of 'elo' (did you mean 'spread'?; {OPTIONS})"], id="nearly an option"),
        pytest.param(f"{ELO}{OCTOBER}options = {{ spread = 5 }}\n", [":12:22: spread: 5.0 is less than 10, the least that is possible (is a digit or a decimal mark missing, or one too many?)"], id="bound"),
        pytest.param(f"{ELO}{OCTOBER}options = {{ spread = '500' }}\n", [":12:22: spread: '500' is not a number (write 500, without quotes)"], id="a text for a number"),
        pytest.param(f"{ELO}{OCTOBER}options = {{ expectation = 'fidee' }}\n", [":12:27: expectation: 'fidee' is none of formula, fide (did you mean 'fide'?)"], id="choice"),
        pytest.param(f"{ELO}{OCTOBER}options = {{ k = 20 }}\n", [":12:17: 'k' is '20' already (take it out, or correct the value)"], id="the same value"),
        pytest.param(f"{ELO}{OCTOBER}options = {{ spread = 400 }}\n", [":12:22: 'spread' is '400' already (take it out, or correct the value)"], id="the default"),
        pytest.param(f"{ELO}{OCTOBER}{SIXTEEN}{NEW_YEAR}{SIXTEEN}", [":15:17: 'k' is '16' already (take it out, or correct the value)"], id="the value before"),
        pytest.param(f"{ELO}{NEW_YEAR}{SIXTEEN}{OCTOBER}options = {{ k = 18 }}\n", [f":14:8: 2026-10-01 does not come after 2027-01-01 {ORDER}"], id="order"),
        pytest.param(f"{ELO}{FROM}{SIXTEEN}{NEW_YEAR}options = {{ k = 18 }}\n", [":10:1: 'date' is missing in [[ranking.from]] (the first day on which these options hold)"], id="no day before another"),
        pytest.param(f"{ELO}{OCTOBER}{SIXTEEN}{OCTOBER}options = {{ spread = 500 }}\n", [f":14:8: 2026-10-01 does not come after 2026-10-01 {ORDER}"], id="one day"),
        pytest.param(f"{ELO}{OCTOBER}options = {{ start_rating = 1200 }}\n", [":12:28: 'start_rating' cannot change from a day on: all players start before the first game (write it below [ranking.options], for all days)"], id="an option that stays"),
        pytest.param(f"{ELO}{OCTOBER}options = {{ k = {{ 30 = 10 }} }}\n", [":12:17: k: K is missing for the first games (write it as { 0 = 40, 30 = 20 })"], id="checked by the system"),
        pytest.param(f"{ELO}{OCTOBER}options = {{ home_advantage = 5 }}\n{NEW_YEAR}options = {{ expectation = 'fide' }}\n", [":12:30: home_advantage: FIDE's table leaves no room for this (leave out home_advantage, or take the formula)"], id="options that contradict each other from a day on"),
        pytest.param(f"{GLICKO}{FROM}date = 2026-10-15\noptions = {{ tau = 1 }}\n", [":9:8: date: 2026-10-15 is within a period, whose games count at once (write 2026-11-01, the first day of the next one)"], id="within a month"),
        pytest.param(f"{GLICKO}options = {{ period = 'week' }}\n{OCTOBER}options = {{ tau = 1 }}\n", [":10:8: date: 2026-10-01 is within a period, whose games count at once (write 2026-10-05, the first day of the next one)"], id="within a week"),
        pytest.param(f"{GLICKO}options = {{ period = 'quarter' }}\n{FROM}date = 2026-11-01\noptions = {{ tau = 1 }}\n", [":10:8: date: 2026-11-01 is within a period, whose games count at once (write 2027-01-01, the first day of the next one)"], id="within a quarter"),
        pytest.param(f"{GLICKO}{OCTOBER}options = {{ tau = 1.5 }}\n", [":10:19: warning: tau: 1.5 is above 1.2, the most that Glickman advises (correct it, unless it is meant)"], id="a warning of the system"),
    ],
)  # fmt: skip
def test_what_is_said_of_a_change(tmp_path: Path, text: str, expected: list[str]) -> None:
    (tmp_path / "results/r").mkdir(parents=True)
    (tmp_path / "results/r/players.csv").write_text("id,name\nann,Ann\nbob,Bob\n", encoding="utf-8")
    (tmp_path / "results/r/games.csv").write_text("date,home,away,result\n2026-09-01,ann,bob,1-0\n", "utf-8")
    assert said(tmp_path, text) == expected


def test_the_reason_is_in_the_language_of_the_site(tmp_path: Path) -> None:
    """Also the words of a system, of which no settings were read."""
    text = f"{GLICKO}{OCTOBER}options = {{ period = 'week' }}\n"
    (tmp_path / "sitegen.toml").write_text(text.replace("[site]", '[site]\nlanguage = "nl"'), "utf-8")
    (problem,) = load_site(tmp_path)[1]
    reason = "afwijkingen groeien per periode, dus die van twee lengten zeggen iets anders"
    said = Console.for_site(tmp_path).language.format_message(problem.message)
    assert said == f"'period' kan niet veranderen vanaf een dag: {reason}"


@pytest.mark.parametrize("first", ["2026-10-01", "2026-11-01"])
def test_a_change_from_the_first_result_on_replaces_what_never_held(tmp_path: Path, first: str) -> None:
    (tmp_path / "results/r").mkdir(parents=True)
    (tmp_path / "results/r/players.csv").write_text("id,name\nann,Ann\nbob,Bob\n", encoding="utf-8")
    games = tmp_path / "results/r/games.csv"
    games.write_text(f"date,home,away,result\n{first},ann,bob,1-0\n", encoding="utf-8")
    hint = "(correct the date, or write its options below [ranking.options])"
    expected = [
        f":11:8: warning: date: no result is older than 2026-10-01, so what this replaces has never held {hint}"
    ]
    assert said(tmp_path, f"{ELO}{OCTOBER}{SIXTEEN}{NEW_YEAR}options = {{ k = 20 }}\n") == expected
    games.write_text("date,home,away,result\n2026-09-30,ann,bob,1-0\n", encoding="utf-8")
    assert said(tmp_path, f"{ELO}{OCTOBER}{SIXTEEN}") == []
    games.write_text("date,home,away,result\n", encoding="utf-8")
    assert said(tmp_path, f"{ELO}{OCTOBER}{SIXTEEN}") == []


def test_no_change_names_a_hidden_player(tmp_path: Path) -> None:
    """The page of the rules would show it."""
    (tmp_path / "results/r").mkdir(parents=True)
    (tmp_path / "results/r/players.csv").write_text("id,name,hidden\nann,Ann Aerts,yes\n", encoding="utf-8")
    (tmp_path / "results/r/tournaments.csv").write_text("tournament,name,date,kind\n", encoding="utf-8")
    (tmp_path / "results/r/results.csv").write_text(
        "tournament,round,table,game,player,place,points\n", encoding="utf-8"
    )
    seats = f'{OCTOBER}options = {{ final_seats = {{ "Ann Aerts" = 5 }} }}\n'
    (tmp_path / "sitegen.toml").write_text(SITE + RANKING.replace("elo", "ludo") + seats, encoding="utf-8")
    problems = prepare(tmp_path, date(2026, 11, 21)).problems
    assert [(problem.line, problem.code) for problem in problems if problem.path == "sitegen.toml"] == [
        (10, "hidden-player-named")
    ]
