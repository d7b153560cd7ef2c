"""`sitegen season`: the next season in the files of a club, as a person would have written it."""

from collections.abc import Mapping
from datetime import date
from pathlib import Path

import pytest
import sites
from click.testing import CliRunner, Result

from sitegen.commands.cli import main
from sitegen.commands.season.ranking_copy import copy_ranking
from sitegen.core.entities import DrawError
from sitegen.core.problems import select_errors
from sitegen.publishing import prepare
from sitegen.rankings.ranking import RankingContext
from sitegen.toolkit.seasons import add_year, name_season

pytestmark = pytest.mark.slow

SETTINGS = """[site]
title = "De Toren"
url = "https://toren.example/"
language = "nl"

[[ranking]]
id = "intern-2025-2026"
system = "ijssel"
title = { nl = "Interne competitie 2025/26", fr = "Compétition" }

[ranking.options]
periods = 1

[[ranking]]
id = "lijst"
system = "elo"
title = "Lijst"
"""
PLAYERS = (
    "id;naam;club;opmerking;eindrating;instapronde;laatste ronde\nan;An Peeters;Leie;bestuur;1900;;\n"
    "bo;Bo De Wit;Leie;;1800;2;\ncy;Cy Claes;;;1700;;1\ndi;Di van Dam;;;1600;;\n"
)
CLUB = {
    "sitegen.toml": SETTINGS,
    "content/intern-2025-2026.md": "# Reglement\n",
    "results/lijst/players.csv": "id,name\n",
    "results/lijst/games.csv": "date,home,away,result\n",
    "results/intern-2025-2026/players.csv": PLAYERS,
    "results/intern-2025-2026/memberships.csv": "speler;club;vanaf\ndi;Leie;2026-01-01\n",
    "results/intern-2025-2026/rounds.csv": "ronde;datum\n1;02-10-2025\n2;16-10-2025\n",
    "results/intern-2025-2026/games.csv": "ronde;wit;zwart;uitslag\n1;an;cy;1-0\n2;an;bo;1-0\n2;di;;1-0f\n",
    "results/intern-2025-2026/absences.csv": "ronde;speler;reden\n1;di;vrij\n",
}


def write(root: Path, files: Mapping[str, str]) -> Path:
    sites.write(root, {path: text.encode() for path, text in files.items()})
    return root


def begin(root: Path, ranking: str, start: str) -> Result:
    return CliRunner().invoke(main, ["season", ranking, "--site", str(root), "--start", start])


def rated(root: Path, ranking: str, as_of: date) -> RankingContext:
    """A ranking of a site without errors."""
    plan = prepare(root, as_of)
    assert select_errors(plan.problems) == []
    assert plan.page_plan is not None
    return next(context for context in plan.page_plan.contexts if context.ranking.id == ranking)


def test_the_next_season_of_rounds_is_a_ranking_of_its_own_in_the_form_of_the_last(tmp_path: Path) -> None:
    """Who left does not go on; everybody else brings the club rating that was published last."""
    root = write(tmp_path, CLUB)
    last = rated(root, "intern-2025-2026", date(2026, 8, 1))
    ratings = {row.player: f"{row.club_rating:.0f}" for row in last.outcome.tables[0].rows}
    result = begin(root, "intern-2025-2026", "2026-10-01")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.splitlines() == [
        "De ranglijst 'intern-2026-2027' begint op 1 oktober 2026.",
        "3 spelers gaan verder.",
        "De ronden liggen even ver uit elkaar als vorig seizoen: kijk de dagen na.",
    ]
    folder = root / "results/intern-2026-2027"
    assert {path.name: path.read_text() for path in folder.iterdir()} == {
        "players.csv": "id;naam;club;opmerking;eindrating;instapronde;laatste ronde\n"
        f"an;An Peeters;Leie;bestuur;{ratings['an']};;\nbo;Bo De Wit;Leie;;{ratings['bo']};;\n"
        f"di;Di van Dam;;;{ratings['di']};;\n",
        "memberships.csv": CLUB["results/intern-2025-2026/memberships.csv"],
        "rounds.csv": "ronde;datum\n1;2026-10-01\n2;2026-10-15\n",
        "games.csv": "ronde;wit;zwart;uitslag;bord\n",
    }
    assert (root / "content/intern-2026-2027.md").read_text() == "# Reglement\n"
    new, old = (root / "sitegen.toml").read_text().split("[[ranking]]")[1:3]
    assert new == (
        '\nid = "intern-2026-2027"\nsystem = "ijssel"\n'
        'title = { nl = "Interne competitie 2026/27", fr = "Compétition 2026" }\n\n'
        "[ranking.options]\nperiods = 1\n\n"
    )
    assert old in SETTINGS
    before = {path: path.read_bytes() for path in root.rglob("*") if path.is_file()}
    begun = rated(root, "intern-2026-2027", date(2026, 9, 1))
    assert {row.player for row in begun.outcome.tables[0].rows} == {"an", "bo", "di"}
    again = begin(root, "intern-2025-2026", "2026-10-01")
    assert (again.exit_code, "intern-2026-2027" in again.stderr) == (2, True)
    assert before == {path: path.read_bytes() for path in root.rglob("*") if path.is_file()}


@pytest.mark.parametrize("system", sites.ALL)
def test_a_season_that_was_begun_is_a_sound_site_and_what_goes_on_needs_none(
    system: str, tmp_path: Path
) -> None:
    sites.write(tmp_path, sites.files(system))
    files = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    result = begin(tmp_path, system, "2027-09-01")
    after = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    if system in {"ijssel", "keizer"}:
        assert result.exit_code == 0, result.stderr
        assert (
            rated(tmp_path, f"{system}-2027", date(2027, 9, 1)).ranking.options
            == rated(tmp_path, system, date(2027, 9, 1)).ranking.options
        )
    elif system == "nbb":
        (changed,) = [path for path in after if after[path] != files[path]]
        assert after[changed].startswith(files[changed])
        assert after[changed][len(files[changed]) :].split() == [b"2027-2028,2027-09-01,2028-08-31"]
        rated(tmp_path, system, date(2027, 9, 1))
    else:
        assert result.exit_code == (1 if system == "fibs" else 2)
        assert after == files


def test_rules_that_changed_begin_the_new_season_and_those_of_later_days_change_both(tmp_path: Path) -> None:
    late = "\n[[ranking.from]]\ndate = 2026-11-01\noptions = { rematch = 5 }\n"
    changed = SETTINGS.replace(
        "periods = 1\n",
        f"periods = 1\n\n[[ranking.from]]\ndate = 2025-10-10\noptions = {{ rematch = 4 }}\n{late}",
    )
    root = write(tmp_path, {**CLUB, "sitegen.toml": changed})
    result = begin(root, "intern-2025-2026", "2026-10-01")
    assert result.stdout.splitlines()[-1] == (
        "Regels die vorig seizoen veranderden staan in het nieuwe onder [ranking.options]."
    )
    new, old = (root / "sitegen.toml").read_text().split("[[ranking]]")[1:3]
    assert new.endswith(f"\n[ranking.options]\nrematch = 4\nperiods = 1\n{late}\n")
    assert old in changed
    options = rated(root, "intern-2026-2027", date(2026, 10, 1)).ranking.options
    assert [options.on(date(2026, month, 2)).rematch for month in (10, 11)] == [4, 5]


RANKING = "[[ranking]]\nid = 'a'\nsystem = 'elo'\ntitle = 'A'\n"


@pytest.mark.parametrize(
    ("settings", "folded"),
    [
        (
            (
                "# ours\n[ranking.options]\n# since ever\nk = { 0 = 20 }  # FIDE\nspread = 400\n\n"
                "# decided in May\n[[ranking.from]]\ndate = 2026-05-01\n[ranking.from.options]\n"
                "k = { 0 = 16 }\n\n"
                "[[ranking.from]]\ndate = 2026-06-01\noptions = { home_advantage = 10.5 }\n"
            ),
            (
                "# ours\n[ranking.options]\nhome_advantage = 10.5\n# since ever\nk = { 0 = 16 }\n"
                "spread = 400\n"
            ),
        ),
        (
            (
                "options = { spread = 400 }\n[[ranking.from]]\ndate = 2026-05-01\noptions.spread = 500\n"
                "options.expectation = 'fide'\n"
            ),
            'options = { spread = 500, expectation = "fide" }\n',
        ),
        (
            (
                "[[ranking.from]]\ndate = 2026-05-01\noptions = { spread = 500 }\n\n"
                "# later\n[[ranking.from]]\ndate = 2027-05-01\noptions = { spread = 600 }\n"
            ),
            (
                "[ranking.options]\nspread = 500\n\n"
                "# later\n[[ranking.from]]\ndate = 2027-05-01\noptions = { spread = 600 }\n"
            ),
        ),
        (
            (
                "[ranking.options]\nspread = 300\n[ranking.options.k]\n0 = 40\n30 = 20\n[[ranking.from]]\n"
                "date = 2026-05-01\n[ranking.from.options.k]\n0 = 32\n"
            ),
            "[ranking.options]\nk = { 0 = 32 }\nspread = 300\n",
        ),
        ("[ranking.options]\nspread = 300\n", "[ranking.options]\nspread = 300\n"),
    ],
)
def test_changes_that_have_begun_become_options_in_every_form_of_both(settings: str, folded: str) -> None:
    copied = copy_ranking(RANKING + settings, "a", "b", str, date(2026, 9, 1))
    new = RANKING.replace("'a'", "'b'")
    assert copied == f"{new}{folded}\n{RANKING}{settings}"


def test_changes_in_a_form_that_no_line_tells_apart_are_left_to_a_person() -> None:
    settings = f"{RANKING}from = [{{ date = 2026-05-01, options = {{ spread = 500 }} }}]\n"
    with pytest.raises(DrawError, match="does not say"):
        copy_ranking(settings, "a", "b", str, date(2026, 9, 1))


def test_who_is_registered_on_the_day_before_is_so_for_a_year_more(tmp_path: Path) -> None:
    """Bo is not, and Di has it already."""
    registrations = (
        "player,from,until,club\nan,2026-01-01,2026-12-31,Leie\nbo,2025-01-01,2025-12-31,\n"
        "cy,2026-06-01,2026-12-31,\ndi,2026-01-01,2026-12-31,\ndi,2027-01-01,2027-12-31,\n"
    )
    root = write(
        tmp_path,
        {
            "sitegen.toml": SETTINGS.replace('"elo"', '"fibs"'),
            **{path: text for path, text in CLUB.items() if path.startswith("results/intern")},
            "results/lijst/players.csv": "id,name\nan,An\nbo,Bo\ncy,Cy\ndi,Di\n",
            "results/lijst/matches.csv": "date,winner,loser,length\n",
            "results/lijst/registrations/2026.csv": registrations,
        },
    )
    result = begin(root, "lijst", "2027-01-01")
    assert result.exit_code == 0, result.stderr
    assert (root / "results/lijst/registrations/2027.csv").read_text() == (
        "player,from,until,club\nan,2027-01-01,2027-12-31,Leie\ncy,2027-01-01,2027-12-31,\n"
    )
    assert (root / "results/lijst/registrations/2026.csv").read_text() == registrations
    assert begin(root, "lijst", "2027-01-01").exit_code == 1


@pytest.mark.parametrize(
    ("ranking", "start", "said"),
    [
        ("intern-2025-2026", "2025-10-16", "het vorige seizoen loopt tot en met 16 oktober 2025"),
        ("lijst", "2026-10-01", "een ranglijst volgens 'elo' loopt door van seizoen op seizoen"),
        ("nobody", "2026-10-01", "geen ranglijst heet 'nobody'"),
    ],
)
def test_what_cannot_be_begun_is_refused_and_writes_nothing(
    ranking: str, start: str, said: str, tmp_path: Path
) -> None:
    root = write(tmp_path, CLUB)
    result = begin(root, ranking, start)
    assert (result.exit_code, said in result.stderr) == (2, True), result.stderr
    assert {str(path.relative_to(root)) for path in root.rglob("*") if path.is_file()} == {*CLUB}


@pytest.mark.parametrize(
    ("text", "new"),
    [
        ("2025-2026", "2026-2027"),
        ("Season 2025/26", "Season 2026/27"),
        ("winter-2025", "winter-2026"),
        ("2025 \N{EN DASH} 2026, A", "2026 \N{EN DASH} 2027, A"),
        ("Club 1905", "Club 2026"),
        ("Chess", None),
    ],
)
def test_a_season_is_named_as_the_last_one_was(text: str, new: str | None) -> None:
    assert name_season(text, date(2026, 9, 3), date(2027, 6, 1)) == new


def test_a_year_more_is_the_same_day() -> None:
    assert [add_year(date(2027, 9, 1)), add_year(date(2028, 2, 29))] == [date(2028, 9, 1), date(2029, 2, 28)]


def test_settings_are_copied_in_every_form_of_a_title_and_else_stay_as_they_are() -> None:
    text = (
        "[site]\n[[ranking]]\nid='a'\nsystem='elo'\n[ranking.title]\nen='One'\nnl = \"Eén\"\n"
        "[ranking.options]\nk={0=20}  # as ever\n\n[[ranking]]\nid = 'b'\ntitle='Two'"
    )
    copied = copy_ranking(text, "a", "c", lambda title: f"{title} 2027", date(2027, 9, 1))
    block = (
        "[[ranking]]\nid='c'\nsystem='elo'\n[ranking.title]\nen='One 2027'\nnl = \"Eén 2027\"\n"
        "[ranking.options]\nk={0=20}  # as ever\n\n"
    )
    assert copied == text.replace("[[ranking]]\nid='a'", f"{block}[[ranking]]\nid='a'")
    last = copy_ranking(text, "b", "c", lambda title: f"{title} 2027", date(2027, 9, 1))
    assert last == text.replace(
        "[[ranking]]\nid = 'b'", "[[ranking]]\nid = 'c'\ntitle='Two 2027'\n\n[[ranking]]\nid = 'b'"
    )


def test_who_was_out_of_competition_goes_on_with_what_they_had_and_no_decision_does(tmp_path: Path) -> None:
    decided = "datum;speler;besluit;reden\n16-10-2025;An Peeters;buiten competitie;Gast van Leie.\n"
    written = []
    for name, files in {
        "plain": CLUB,
        "decided": {**CLUB, "results/intern-2025-2026/decisions.csv": decided},
    }.items():
        root = write(tmp_path / name, files)
        assert begin(root, "intern-2025-2026", "2026-10-01").exit_code == 0
        begun = root / "results/intern-2026-2027"
        written.append({path.name: path.read_bytes() for path in begun.iterdir()})
    assert written[0] == written[1]
    assert b"An Peeters" in written[0]["players.csv"]
