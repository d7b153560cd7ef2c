"""The whole pipeline on small sites."""

import os
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from datetime import date
from pathlib import Path
from unittest.mock import patch
from xml.etree import ElementTree as ET

import pytest
import small_site
from examples import times
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sitegen.commands.check import check
from sitegen.inputs.results import results
from sitegen.pages import theme
from sitegen.publishing import build, prepare

pytestmark = pytest.mark.slow

TODAY = date(2026, 11, 21)
Write = Callable[..., Path]


def files(folder: Path) -> dict[str, bytes]:
    """Every file below `folder`, the record of the build among them."""
    found = [path for path in folder.rglob("*") if path.is_file()]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


def built(root: Path, output: Path | None = None, as_of: date = TODAY) -> dict[str, bytes]:
    output = output or root / "output"
    result = build(root, output, as_of)
    assert result.problems == []
    return files(output)


def test_a_site_has_every_page_that_is_promised(write_site: Write) -> None:
    pages = {"content/news/2026-11-10-open.md": "# The open\n\nOn Sunday.\n", "content/about.md": "Hello\n"}
    root = write_site({"sitegen.toml": small_site.DRAWN, **pages})
    assert {text for text in built(root) if not text.startswith("static/")} == {
        ".sitegen.json",
        "404.html",
        "SHA256SUMS",
        "about/index.html",
        "card.png",
        "clubs/index.html",
        "clubs/north/index.html",
        "clubs/south/index.html",
        "feed.xml",
        "index.html",
        "list/calendar.ics",
        "list/card.png",
        "list/compare/index.html",
        "list/corrections/index.html",
        "list/crosstable/index.html",
        "list/enter/index.html",
        "list/embed/index.html",
        "list/feed.xml",
        "list/index.html",
        *(
            f"list/lists/2026-11-{day}/{name}"
            for day in ("02", "09")
            for name in (
                "index.html",
                "not-registered.csv",
                "provisional.csv",
                "rating-list.csv",
            )
        ),
        "list/lists/index.html",
        "list/matches.csv",
        "list/matches.json",
        "list/not-registered.csv",
        "list/not-registered.json",
        *(
            f"list/players/{player}/{name}"
            for player in ("an", "bob", "cleo")
            for name in ("card.png", "feed.xml", "index.html")
        ),
        "list/records/2026/index.html",
        "list/records/index.html",
        "list/risers/index.html",
        "list/provisional.csv",
        "list/provisional.json",
        "list/rating-list.csv",
        "list/rating-list.json",
        "list/results/2026-11-02/index.html",
        "list/results/2026-11-09/index.html",
        "list/results/index.html",
        "list/rules/index.html",
        "list/share/index.html",
        "news/2026-11-10-open/index.html",
        "news/index.html",
        "players/index.html",
        "search.json",
        "robots.txt",
        "sitemap.xml",
    }


def test_a_list_that_is_not_shown_in_full_keeps_its_address_and_leads_to_what_it_was_made_from(
    write_site: Write,
) -> None:
    days = [f"2026-11-{day:02}" for day in range(1, 6)]
    rows = "".join(f"{day},an,bob,5,1\n" for day in days)
    root = write_site({"results/list/matches.csv": f"date,winner,loser,length,score\n{rows}"})
    settings = root / "sitegen.toml"
    settings.write_text(settings.read_text() + "archive = 1\n")
    made = built(root)
    assert [f"list/lists/{day}/index.html" in made for day in days] == [True] * 5
    short = made["list/lists/2026-11-02/index.html"].decode()
    assert "<table" not in short
    assert [link for link in re.findall(r"href=\"?\.\./\.\./([^\"> ]+)", short) if day_in(link)] == [
        "lists/2026-11-04/",
        "results/2026-11-02/",
    ]
    assert "<table" in made["list/lists/2026-11-04/index.html"].decode()
    assert made["list/lists/index.html"].decode().count("<li><a href=2026-") == 5


def day_in(link: str) -> bool:
    return re.search(r"\d{4}-\d\d-\d\d", link) is not None


def test_while_anything_is_wrong_the_old_site_stays_as_it_was(write_site: Write) -> None:
    root = write_site()
    before = built(root)
    (root / "results/list/matches.csv").write_text("date,winner,loser,length\n2026-11-02,an,bo,7\n")
    result = build(root, root / "output", TODAY)
    assert [str(problem).partition(" (")[0] for problem in result.problems] == [
        "results/list/matches.csv:2:15: 'bo' is not a player"
    ]
    assert (result.plan, files(root / "output")) == (None, before)


def test_a_template_of_the_site_goes_before_ours_and_may_extend_it(write_site: Write) -> None:
    template = '{% extends "sitegen/404.html" %}{% block title %}Lost{% endblock %}'
    pages = built(write_site({"templates/404.html": template, "templates/static/sitegen.css": "body {}\n"}))
    assert b"<title>Lost</title>" in pages["404.html"]
    assert b"Page not found" in pages["404.html"]
    assert pages["static/sitegen.css"] == b"body {}\n"


@pytest.mark.parametrize(
    ("template", "problem"),
    [
        (
            "a\n{% if %}",
            (
                "templates/404.html:2: this template cannot be read:"
                " Expected an expression, got 'end of statement block'"
            ),
        ),
        (
            "a\nb\n{{ nothing }}",
            "templates/404.html:3: nothing can be made with this template: 'nothing' is undefined",
        ),
    ],
)
def test_a_mistake_in_a_template_is_told_with_its_line(
    write_site: Write, template: str, problem: str
) -> None:
    root = write_site({"templates/404.html": template})
    assert [str(fault) for fault in build(root, root / "output", TODAY).problems] == [problem]
    assert not (root / "output").exists()


@pytest.mark.parametrize(
    "link",
    [
        *("templates", "templates/static", "templates/static/secret.txt", "templates/static/a/secret.txt"),
        *("templates/404.html", "templates/systems", "content", "content/secret.txt", "content/a/b"),
    ],
)
@pytest.mark.parametrize(
    "target", ["outside", "site/.git", "site/.git/config", "site/results/list/players.csv"]
)
def test_nothing_that_is_published_is_a_link(
    write_site: Write, tmp_path: Path, link: str, target: str
) -> None:
    root = write_site({".git/config": "secret"})
    (tmp_path / "outside").mkdir()
    (root / link).parent.mkdir(parents=True, exist_ok=True)
    (root / link).symlink_to(tmp_path / target)
    (problem,) = build(root, root / "output", TODAY).problems
    assert (problem.path, problem.code) == (link, "symbolic-link")
    assert not (root / "output").exists()


@pytest.mark.parametrize("path", ["templates/404.html", "templates/static/a.css", "content/a.png"])
def test_a_pipe_is_told_and_not_waited_for(write_site: Write, path: str) -> None:
    root = write_site({path: "x"})
    (root / path).unlink()
    os.mkfifo(root / path)
    (problem,) = build(root, root / "output", TODAY).problems
    assert (problem.path, problem.code) == (path, "special-file")


def test_a_static_file_that_becomes_a_link_is_not_read(write_site: Write) -> None:
    root = write_site({"templates/static/a.css": "", "templates/static/b/c.css": ""})
    found = theme.find_static_files(root)
    (root / "templates/static/a.css").unlink()
    (root / "templates/static/a.css").symlink_to(root / "sitegen.toml")
    (root / "templates/static/b").rename(root / "b")
    (root / "templates/static/b").symlink_to(root / "b")
    for name in ("a.css", "b/c.css"):
        with pytest.raises(OSError, match=r"Not a directory|Too many levels of symbolic links"):
            found[name]()


SCRIPT = "<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>"


@pytest.mark.parametrize(
    ("name", "text", "code"),
    [
        ("logo.svg", SCRIPT, "drawing-with-script"),
        ("Logo.SVG", SCRIPT, "drawing-with-script"),
        ("widget.html", "x", "active-file"),
        ("a/schema.xsd", "x", "active-file"),
        ("games.pgn", "<script>", "active-file"),
        ("run.exe", "x", "file-kind-not-published"),
        ("licence", "x", "file-without-kind"),
        ("con.css", "x", "name-of-device"),
        ("a?b.css", "x", "not-portable"),
    ],
)
def test_a_static_file_that_is_not_plainly_one_is_an_error(
    write_site: Write, name: str, text: str, code: str
) -> None:
    root = write_site({f"templates/static/{name}": text})
    (problem,) = build(root, root / "output", TODAY).problems
    assert (problem.path, problem.code) == (f"templates/static/{name}", code)


def test_static_files_of_a_site_are_published_beside_ours(write_site: Write) -> None:
    names = ["club.css", "club.js", "club.js.map", "Club_2.woff2", "img/club.png", "site.webmanifest"]
    pages = built(write_site({f"templates/static/{name}": "x" for name in names}))
    assert {f"static/{name}" for name in [*names, "sitegen.css"]} <= pages.keys()


@pytest.mark.parametrize("code", [0x1, 0xB, 0x1B, 0x7F, 0x85, 0xFDD0, 0xFFFE, 0xFFFF, 0x1FFFE, 0x10FFFF])
def test_what_xml_cannot_hold_is_in_no_title(write_site: Write, code: int) -> None:
    toml = write_site().joinpath("sitegen.toml").read_text("utf-8")
    escaped = f"\\U{code:08x}"
    for title in ("Test club", "Rating list"):
        root = write_site({"sitegen.toml": toml.replace(title, f"A{escaped}b")}, title)
        assert [problem.code for problem in build(root, root / "output", TODAY).problems] == [
            "unseen-character"
        ]
    root = write_site({"content/news/2026-11-10-a.md": f"# A{chr(code)}b\n"})
    assert [problem.code for problem in build(root, root / "output", TODAY).problems] == [
        "invisible-character"
    ]


def test_what_xml_can_hold_is_in_the_feed_as_it_was_written(write_site: Write) -> None:
    titles = ["<&>]]>", "\u00a0\U0001f3b2", "\ufffd", "\ue000", "&#xFFFE;", "&amp;", "<!- -", "5'10\""]
    news = {f"content/news/2026-11-10-{n}.md": f"# A {title} b\n" for n, title in enumerate(titles)}
    feed = built(write_site(news))["feed.xml"]
    found = [title.text for title in ET.fromstring(feed).iter("{http://www.w3.org/2005/Atom}title")]
    assert {f"A {title} b" for title in titles} <= {*found}


def test_what_xml_cannot_hold_is_never_in_the_feed(write_site: Write) -> None:
    root = write_site({"templates/feed.xml": "<feed>{{ '\\ufffe\\ud800\\x01\\x85a' }}</feed>"})
    feed = built(root)["feed.xml"]
    assert feed.decode() == "<feed>\ufffd\ufffd\ufffd\x85a</feed>"
    assert ET.fromstring(feed).text == "\ufffd\ufffd\ufffd\x85a"


def test_a_second_build_of_the_same_touches_nothing(write_site: Write) -> None:
    root = write_site()
    built(root)
    times = {path: path.stat().st_mtime_ns for path in (root / "output").rglob("*")}
    result = build(root, root / "output", TODAY)
    assert result.plan is not None
    assert result.plan.is_empty
    assert {path: path.stat().st_mtime_ns for path in (root / "output").rglob("*")} == times


def test_what_is_dated_after_the_day_does_not_exist_yet(write_site: Write) -> None:
    root = write_site({"content/news/2026-11-10-open.md": "# The open\n"})
    pages = built(root, as_of=date(2026, 11, 8))
    assert "list/results/2026-11-09/index.html" not in pages
    assert "news/2026-11-10-open/index.html" not in pages


CHANGES = ["rename", "hide", "match", "correct", "title", "news", "club", "template", "option"]


def changed(root: Path, change: str, lot: random.Random) -> None:
    """Make one change such as officers make."""
    players, matches = root / "results/list/players.csv", root / "results/list/matches.csv"
    settings_, news = root / "sitegen.toml", root / "content/news/2026-11-10-open.md"
    winner, loser = lot.sample(["an", "bob", "cleo"], 2)
    changes: dict[str, tuple[Path, Callable[[str], str]]] = {
        "rename": (
            players,
            lambda text: text.replace("Bob", "Rob") if "Bob" in text else text.replace("Rob", "Bob"),
        ),
        "hide": (players, toggled_hidden),
        "match": (
            matches,
            lambda text: f"{text}2026-11-{lot.randrange(1, 20):02},{winner},{loser},{lot.randrange(1, 9)},\n",
        ),
        "correct": (matches, lambda text: text.replace("an,bob,7,5", "bob,an,7,6")),
        "title": (settings_, lambda text: text.replace("Test club", "Test club!")),
        "news": (news, lambda text: text + "More.\n"),
        "club": (players, lambda text: text.replace("South", "West")),
        "template": (root / "templates/news.html", lambda text: text + "<!-- again -->"),
        "option": (
            settings_,
            lambda text: (
                text + "" if "options" in text else text + "[ranking.options]\ninitial_rating = 1600\n"
            ),
        ),
    }
    path, edit = changes[change]
    path.parent.mkdir(parents=True, exist_ok=True)
    start = '{% extends "sitegen/news.html" %}' if change == "template" else "# The open\n"
    path.write_text(edit(path.read_text() if path.exists() else start))


def toggled_hidden(text: str) -> str:
    """Hide An, or show her again."""
    if "hidden" in text:
        return "\n".join(line.rpartition(",")[0] for line in text.splitlines()) + "\n"
    header, *rows = text.splitlines()
    return (
        "\n".join([f"{header},hidden", *(f"{row},{'yes' if row.startswith('an,') else ''}" for row in rows)])
        + "\n"
    )


@pytest.mark.slow
@settings(times(0.15), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(changes=st.lists(st.sampled_from(CHANGES), min_size=1, max_size=5), seed=st.integers(0, 99))
def test_a_build_on_top_of_another_is_a_clean_build(
    write_site: Write, tmp_path_factory: pytest.TempPathFactory, changes: list[str], seed: int
) -> None:
    lot = random.Random(seed)
    folder = tmp_path_factory.mktemp("history")
    toml = small_site.SITE.replace('"none"', '"rankings"')
    root = write_site({"sitegen.toml": toml}, folder.name)
    built(root, folder / "output")
    for change in changes:
        changed(root, change, lot)
        built(root, folder / "output")
    assert files(folder / "output") == built(root, folder / "clean")


@pytest.mark.slow
def test_the_bytes_depend_on_nothing_but_the_input(write_site: Write, tmp_path: Path) -> None:
    root = write_site({"sitegen.toml": small_site.DRAWN})
    surroundings = [
        {"TZ": "Pacific/Kiritimati", "LC_ALL": "nl_NL.UTF-8", "PYTHONHASHSEED": "1"},
        {"TZ": "America/Anchorage", "LC_ALL": "C", "PYTHONHASHSEED": "2", "COLUMNS": "20"},
    ]
    outputs = [tmp_path / f"output-{number}" for number in range(len(surroundings))]
    for around, output in zip(surroundings, outputs, strict=True):
        folder = tmp_path / f"cwd-{output.name}"
        folder.mkdir()
        command = [sys.executable, "-m", "sitegen", "build", "--as-of", "2026-11-21", "--output", str(output)]
        subprocess.run(
            [*command, "--site", str(root)], check=True, cwd=folder, env=os.environ | around, timeout=60
        )
    assert files(outputs[0]) == files(outputs[1]) == built(root)


@pytest.mark.slow
def test_the_bytes_do_not_depend_on_where_the_site_stands_nor_on_how_that_is_written(
    write_site: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = {
        "templates/404.html": '{% extends "sitegen/404.html" %}',
        "templates/news.html": "{{ page.url }}\n",
    }
    root = write_site(own)
    outputs = [built(root, tmp_path / "0")]
    monkeypatch.chdir(root)
    outputs += [built(Path(), Path("../1")), built(Path("../site"), Path("../2"))]
    (tmp_path / "zz").symlink_to(tmp_path)
    outputs += [built(tmp_path / "site/../site", tmp_path / "3"), built(tmp_path / "zz/site", tmp_path / "4")]
    assert [output == outputs[0] for output in outputs] == [True] * 5
    assert built(write_site(own, folder="!"), tmp_path / "5") == outputs[0]


def test_nor_when_its_templates_are_those_of_the_program(
    write_site: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = write_site()
    shutil.copytree(theme.get_templates_folder(), root / "templates", ignore=shutil.ignore_patterns("new"))
    monkeypatch.setattr(theme, "get_templates_folder", lambda: root / "templates")
    outputs = [built(root)]
    monkeypatch.chdir(root)
    assert built(Path(), Path("../again")) == outputs[0]


def test_splitting_a_table_over_files_changes_nothing_but_the_sources(write_site: Write) -> None:
    whole = built(write_site(folder="whole"))
    header = "date,winner,loser,length,score\n"
    parts = {
        "results/list/matches.csv": None,
        "results/list/matches/1.csv": header + "2026-11-02,an,bob,7,5\n2026-11-02,cleo,an,5,2\n",
        "results/list/matches/2.csv": header + "2026-11-09,bob,cleo,9,\n",
    }
    split = built(write_site(parts, folder="split"))
    for name in ("rating-list", "provisional", "not-registered"):
        assert split[f"list/{name}.csv"] == whole[f"list/{name}.csv"]


def test_a_hidden_player_is_in_no_byte_and_moves_nobody_elses_figures(write_site: Write) -> None:
    players = """
        id,name,club,sort_name,aliases,hidden
        an,An Peeters,North,"Peeters, A",Annie P,{}
        bob,Bob Claes,South,,,
        cleo,Cléo Dupont,North,,,
        """
    shown = built(write_site({"results/list/players.csv": players.format("")}, folder="shown"))
    hidden = built(write_site({"results/list/players.csv": players.format("yes")}, folder="hidden"))
    names = [b"An Peeters", b"Peeters, A", b"Annie P", b"players/an/", b",an,", b'"an"']
    told = {path: text for path, text in hidden.items() if not path.endswith(".js")}
    assert [(name, path) for path, text in told.items() for name in names if name in text] == []
    others = [row for row in shown["list/provisional.csv"].splitlines() if not row.startswith(b"an,")]
    assert [
        row for row in hidden["list/provisional.csv"].splitlines() if not row.startswith(b"player-1,")
    ] == others


PASSED_OVER = {
    "templates/plyer.html": "nothing is made with this template (did you mean 'player.html'?)",
    "templates/our-banner.html": (
        "nothing is made with this template"
        " (it has the name of a template of the theme, or another includes it)"
    ),
    "templates/static/.htaccess": (
        "its name begins with a dot, which hides it: it is not published (rename it, or keep it elsewhere)"
    ),
    "templates/club.css": (
        "this is no template, and not published where it stands (put it in templates/static/)"
    ),
}


def test_what_would_be_passed_over_in_the_templates_is_told(write_site: Write) -> None:
    root = write_site(dict.fromkeys(PASSED_OVER, "x\n"))
    told = {str(problem) for problem in build(root, root / "output", TODAY).problems}
    assert told == {f"{path}: warning: {expected}" for path, expected in PASSED_OVER.items()}


def test_the_theme_of_a_checkout_is_no_theme_of_a_site(write_site: Write) -> None:
    """A `sitegen` that is installed builds the demonstration, whose templates can be of another version."""
    root = write_site({})
    shutil.copytree(
        theme.get_templates_folder(), root / "templates", ignore=shutil.ignore_patterns("compiled")
    )
    (root / "templates/another.html").write_text("x\n", encoding="utf-8")
    (root / "templates/new/site/all/.gitignore").write_text("other\n", encoding="utf-8")
    assert theme.find_stray_files(root) == []


def test_a_template_that_another_includes_is_used(write_site: Write) -> None:
    page = '{% extends "sitegen/404.html" %}{% block title %}{% include "mine.html" %}{% endblock %}'
    pages = built(write_site({"templates/404.html": page, "templates/mine.html": "Lost"}))
    assert b"<title>Lost</title>" in pages["404.html"]


def test_droppings_among_the_static_files_are_not_published(write_site: Write) -> None:
    names = ("Thumbs.db", "club.css~", "~$club.docx", ".DS_Store")
    pages = built(write_site({f"templates/static/{name}": "x" for name in names}))
    assert [page for page in pages if page.removeprefix("static/") in names] == []


@pytest.mark.parametrize(("name", "meant"), [("Content", "content"), ("template", "templates")])
def test_a_folder_that_is_called_almost_as_one_of_a_site_is_told(
    write_site: Write, name: str, meant: str
) -> None:
    """On the disks of Windows and macOS `Content` is `content`; where the site is published it is not."""
    root = write_site({f"{name}/about.md": "x", "contest/form.txt": "x"})
    (root / "output").mkdir()
    assert [str(problem) for problem in prepare(root, TODAY).problems] == [
        f"{name}: warning: nothing is read from this folder (rename it to '{meant}')"
    ]


def test_the_reader_is_told_on_which_day_something_can_last_have_been_played(write_site: Write) -> None:
    root, latest = write_site(), date(2026, 12, 24)
    asked = results.ResultFiles._read_ranking
    with patch.object(results.ResultFiles, "_read_ranking", autospec=True, side_effect=asked) as reading:
        prepare(root, TODAY, latest)
        build(root, root / "output", TODAY, latest=latest)
        check(root, TODAY, latest)
    assert [call.args[-2:] for call in reading.call_args_list] == [(latest, TODAY)] * 3


def test_another_place_in_the_alphabet_is_seen_on_the_pages_that_were_kept(
    write_site: Write, tmp_path: Path
) -> None:
    """An won once from Bob and Cléo: who is named first in her head to head is a matter of the alphabet."""
    matches = "date,winner,loser,length,score\n2026-11-02,an,bob,7,5\n2026-11-02,an,cleo,5,2\n"
    root = write_site({"results/list/matches.csv": matches})
    players = root / "results/list/players.csv"
    players.write_text("id,name,sort_name\nan,An Peeters,\nbob,Bob Claes,\ncleo,Cléo Dupont,\n")
    built(root, tmp_path / "output")
    players.write_text(players.read_text().replace("Claes,", "Claes,Zz"))
    first = built(root, tmp_path / "output")
    assert first == built(root, tmp_path / "new")
    page = first["list/players/an/index.html"].decode()
    met = page[page.index("id=head-to-head") :]
    assert met.index("Cléo") < met.index("Bob")


def test_the_menu_leads_to_the_pages_that_say_so(write_site: Write) -> None:
    page = "---\ntitle: {}\nmenu: {}\n---\n\nText.\n"
    files = {
        "content/join.md": page.format("Join us", "true"),
        "content/club/hall.md": page.format("A hall", "true"),
        "content/old.md": page.format("Old", "false"),
    }
    root = write_site(files)
    built(root)
    shown = (root / "output/news/index.html").read_text("utf-8")
    menu = shown[shown.index("class=site") : shown.index("</nav>")]
    links = re.findall(r'<a href="?([^" >]+)[^>]*>([^<]+)</a>', menu)
    assert links[-3:-1] == [("../club/hall/", "A hall"), ("../join/", "Join us")]
    assert "Old" not in menu


def test_beyond_a_dozen_the_menu_leads_to_a_page_of_all_rankings(write_site: Write) -> None:
    root = write_site()
    toml = (root / "sitegen.toml").read_text("utf-8")
    ids = ["list", *(f"list-{n}" for n in range(2, 15))]
    for id_ in ids[1:]:
        toml += toml[toml.index("[[ranking]]") :].partition("\n[[")[0].replace('"list"', f'"{id_}"') + "\n"
        shutil.copytree(root / "results/list", root / "results" / id_)
    (root / "sitegen.toml").write_text(toml, "utf-8")
    made = built(root)
    ways = {path: ranked(made[f"{path}index.html"].decode()) for path in ("list/", "list-14/", "rankings/")}
    assert ways == {
        "list/": [*ids[:12], "rankings"],
        "list-14/": [*ids[:11], "list-14", "rankings"],
        "rankings/": [*ids[:12], "rankings"],
    }
    page = made["rankings/index.html"].decode()
    assert re.findall(r'<th scope=row><a href="../([^/]*)/">[^<]*</a><td>(\d+)', page) == [
        (id_, "3") for id_ in ids
    ]


def ranked(page: str) -> list[str]:
    """The rankings that the menu leads to, and the page of all."""
    menu = page[page.index("class=site") : page.index("</nav>")]
    return re.findall(r"<li><a href=\"?\.\./((?:list|rankings)[^/]*)/", menu)


def test_a_menu_is_led_to_or_not(write_site: Write) -> None:
    root = write_site({"content/join.md": "---\nmenu: perhaps\n---\n"})
    (found,) = build(root, root / "output", TODAY).problems
    assert str(found).startswith("content/join.md:2:1: menu: 'perhaps' is neither true nor false")
