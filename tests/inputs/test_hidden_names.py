"""No byte of a site, and no message, names a hidden player: however it is written, wherever it stands."""

import csv
import json
from collections.abc import Callable, Mapping
from datetime import date
from io import BytesIO, StringIO
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZipFile

import pytest
import sites
from click.testing import CliRunner
from examples import sample, times
from hypothesis import Phase, example, given, settings
from hypothesis import strategies as st
from table_changes import TableFile

from sitegen.commands.check import check
from sitegen.commands.cli import main
from sitegen.core.problems import select_errors
from sitegen.inputs.config.settings import load_site
from sitegen.inputs.privacy.folding import fold_bytes, fold_text, make_views
from sitegen.inputs.privacy.search import HiddenNames, collect_hidden_names
from sitegen.inputs.results import results
from sitegen.inputs.results.players import Person
from sitegen.publishing import build, prepare

pytestmark = pytest.mark.slow

TODAY = date(2026, 11, 21)
Write = Callable[..., Path]
PLAYERS = (
    "id,name,club,sort_name,aliases,hidden\n"
    "an,An Peeters,North,,,\nbob,Bob Claes,South,,,\ncleo,Cléo Dupont,North,,,\n"
)
HANS = "hans-gross,Hans Groß,South,,Der Lange|Zorro,yes\njean,Jean-Luc O'Brien,South,,,yes\n"
SITE = (
    '[site]\ntitle = "{}"\nurl = "https://delta.example/"\n\n'
    '[[ranking]]\nid = "list"\nsystem = "fibs"\ntitle = "Rating list"\n'
)
SVG = b'<svg xmlns="http://www.w3.org/2000/svg"><text>Ha<tspan>ns</tspan> Gross</text></svg>'


def told(root: Path) -> list[str]:
    """What a build tells, having written nothing where that is an error; a check tells the same."""
    before = files(root / "output")
    result = build(root, root / "output", TODAY)
    assert result.plan is not None or files(root / "output") == before
    assert list(map(str, check(root, TODAY))) == list(map(str, result.problems))
    return [f"{problem.path}:{problem.line} {problem.code}" for problem in result.problems]


def files(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def hiding(write_site: Write, files: Mapping[str, str | bytes], players: str = PLAYERS + HANS) -> Path:
    texts = {path: text for path, text in files.items() if isinstance(text, str)}
    root = write_site({"results/list/players.csv": players, **texts})
    for path, data in files.items():
        if isinstance(data, bytes):
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_bytes(data)
    return root


WRITTEN = [
    "Hans Groß", "HANS GROSS", "Hans Gross", "Hans&#32;Gross", "Ha<!-- -->ns Gross", "Hans&nbsp;Gross",
    "<b>Ha</b>ns Gross", "H<em>a</em>ns Gross", "Hans<br>Gross", "Gross, <!-- x -->Hans",

    "Jean\\-Luc O'Brien", "Jean\u2011Luc O\u2019Brien", "Jean\u2013Luc O&rsquo;Brien",
    "Jean-Luc O\u2032Brien",
    "\uff28\uff41\uff4e\uff53 Gross", "Hans\u00ad Gross", "Ha\u200bns Gross", "Hans\u2003\u00a0Gross",
    "Hans\nGross",
    "[he](https://example.org/?q=Hans%20Gro%C3%9F)", '<img src="x.png" alt="Hans Gross">',
    "zorro", "Hans_Gross",
]  # fmt: skip


def test_a_page_that_names_one_is_an_error_at_its_line(write_site: Write) -> None:
    pages = {f"content/page-{n:02}.md": f"# About\n\nWon by {text}.\n" for n, text in enumerate(WRITTEN)}
    root = hiding(write_site, {**pages, "content/x.png": b"\x89"})
    assert told(root) == [f"{path}:3 hidden-player-named" for path in pages]


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("İlker Şahin", "i̇lker şahin"), ("Saﬁa Ruﬃn", "SAFIA RUFFIN"), ("Safia Ruffin", "Saﬁa Ruﬃn"),
        ("Jan ŉKosi", "Jan 'nKosi"), ("Жанна Белова", "ЖАННА БЕЛОВА"),
        ("François Noël", "FRANC\u0327OIS NOE\u0308L"),
        ("Hans Straße", "Hans\u00a0STRASSE"), ("日本 太郎", "日本\u3000太郎"), ("Łukasz Ⅳ", "Łukasz IV"),
    ],
)  # fmt: skip
def test_a_name_is_folded_as_the_text_is(name: str, written: str) -> None:
    secrets = collect_hidden_names([Person("x1", name, "", (), hidden=True)])
    assert secrets.has_name(f"({written})")
    assert secrets.is_published(f"<td>{written}</td>".encode())


def test_bytes_are_folded_as_text_is() -> None:
    text = "Groß &#x48;ans \\u0048ans %C3%89ric Ruﬃn İ ½ &amp; é"
    assert fold_bytes(text.encode()).decode() == make_views(text)[0].replace(" & ", " &amp; ")
    assert fold_text("ASCII") == "ascii"


def document(**parts: str) -> bytes:
    made = BytesIO()
    with ZipFile(made, "w") as archive:
        for name, text in parts.items():
            archive.writestr(f"word/{name}.xml", text)
    return made.getvalue()


FILES = [
    ("content/minutes.txt", b"one\ntwo Hans Gross\n", 2),
    ("content/utf-16.txt", "one\nHans Gross\n".encode("utf-16"), 2),
    ("content/latin.txt", "one\nJean-Luc O\x92Brien\n".encode("latin-1"), 2),
    ("content/list.csv", b"name;first\nGross;Hans\n", 2),
    ("content/a.svg", SVG, 1),
    ("content/a.json", b'{"name": "Hans Gro\\u00df"}', 1),
    ("content/a.png", b"\x89PNG\0\0\0tEXtAuthor\0Jean-Luc O'Brien\0", 0),
    ("content/a.docx", document(document="<w:p><w:t>Ha</w:t><w:t>ns Gross</w:t></w:p>"), 0),
    ("content/b.docx", document(core="<dc:creator>Hans Gross</dc:creator>"), 0),
    ("templates/static/own.css", b"b::after {\n  content: 'Hans Gross' }\n", 2),
    ("templates/404.html", b"{# made for us #}\n<p>Ask Hans Gross</p>\n", 2),
]


def test_a_file_that_names_one_is_an_error_at_its_line(write_site: Write) -> None:
    root = hiding(write_site, {path: data for path, data, _ in FILES})
    assert told(root) == sorted(f"{path}:{line} hidden-player-named" for path, _, line in FILES)


def test_a_pdf_is_looked_into_as_far_as_can_be_and_a_warning_says_so(write_site: Write) -> None:
    root = hiding(write_site, {"content/a.pdf": b"%PDF-1.4\n", "content/b.pdf": b"%PDF-1.4\n"})
    assert told(root) == ["content/a.pdf:0 not-looked-into"]
    named = hiding(write_site, {"content/a.pdf": b"%PDF-1.4\n[(Jean-)12(Luc O'Brien)] TJ\n"})
    assert "content/a.pdf:0 hidden-player-named" in told(named)


def test_settings_that_name_one_are_an_error_and_their_comments_are_not(write_site: Write) -> None:
    comment = "# kept by Hans Gross\n"
    assert told(hiding(write_site, {"sitegen.toml": comment + SITE.format("Delta")})) == []
    root = hiding(write_site, {"sitegen.toml": comment + SITE.format("The Hans Gross memorial")})
    assert told(root) == ["sitegen.toml:3 hidden-player-named"]


def test_an_address_that_names_one_is_an_error_that_does_not(write_site: Write) -> None:
    root = hiding(write_site, {"content/hans-gross.txt": "nothing\n"})
    (problem,) = build(root, root / "output", TODAY).problems
    assert str(problem) == "content/….txt: a hidden player is named here (rename the file)"


def test_what_only_a_template_puts_together_is_found_in_the_page(write_site: Write) -> None:
    template = '{% extends "sitegen/404.html" %}{% block main %}<p>{{ "Han" ~ "s" }} Gross</p>{% endblock %}'
    root = hiding(write_site, {"templates/404.html": template})
    assert told(root) == ["templates/404.html:0 hidden-player-published"]


def test_a_page_that_could_stay_is_looked_at_too(write_site: Write) -> None:
    """An alias that is added to somebody hidden makes no page anew, and stands in an old one."""
    root = hiding(write_site, {"content/about.md": "# About\n\nThe Old Fox has won.\n"})
    assert build(root, root / "output", TODAY).plan is not None
    players = root / "results/list/players.csv"
    players.write_text(players.read_text().replace("Der Lange", "Old Fox"))
    assert [problem.code for problem in build(root, root / "output", TODAY).problems] == [
        "hidden-player-named"
    ]


def test_two_cells_beside_each_other_are_no_name(write_site: Write) -> None:
    """Here the ids of winner and loser, and the names of two who play together."""
    players = PLAYERS + "x1,Gross Hans,South,,,yes\nann-hans,Ann Hans,,,,\ngross-eva,Gross Eva,,,,\n"
    both = "2026-11-02,gross-eva,ann-hans,7,5\n2026-11-03,ann-hans,gross-eva,7,5\n"
    matches = f"date,winner,loser,length,score\n{both}"
    root = hiding(write_site, {"results/list/matches.csv": matches}, players)
    assert told(root) == []
    site, _ = load_site(root)
    assert site is not None
    assert not results.find_hidden_names(site).is_published(b"<p>Ann Hans \xe2\x80\x93 Gross Eva")


OF_PROGRAM = (
    "Speler 1", "Joueur 2", "Player 3", "Round 3", "Ronde 4", "Wit", "Zwart", "Uitslag", "Records",
    "Enter Results", "Rank Change", "Wit Zwart", "Lijn A", "Line A", "Table 1", "Week 2",
    "Nieuwe Speler", "Nouveau Joueur", "3 May", "Results", "Games", "Matches", "Players", "Jan Rounds", "Csv",
)  # fmt: skip
"""What the program itself writes: in its pages, its files or the attributes of its elements."""


def with_aliases(data: bytes) -> bytes:
    """A table of players with hidden ones, called as the end of one name beside the beginning of another.

    Others are called by initials.
    """
    lines = data.decode("utf-8-sig").replace(";", ",").splitlines()
    rows = list(csv.DictReader(line for line in lines if line.strip() and not line.startswith("#")))
    names = [row["name"].split() for row in rows]
    joined = [f"{one[-1]}, {other[0]}" for one in names for other in names if one != other]
    initials = [f"{one}. {other}." for one, other in product("CHJKQVWXYZ", repeat=2)]
    called = [*joined, *initials, *OF_PROGRAM]
    secret = [
        {**rows[0], "id": f"zq-{n}x", "name": f"Zq Secret{n}x", "aliases": "|".join(called[n::12])}
        for n in range(12)
    ]
    written = StringIO()
    table = csv.DictWriter(written, dict.fromkeys([*secret[0], "sort_name", "hidden"]))
    table.writeheader()
    table.writerows([*rows, *({**player, "sort_name": "", "hidden": "yes"} for player in secret)])
    return written.getvalue().encode()


@pytest.mark.parametrize("system", sample(sites.ALL, 3))
def test_what_stands_beside_each_other_in_a_site_is_no_name(tmp_path: Path, system: str) -> None:
    """Nor is what the program writes; what people wrote is looked at as ever."""
    given = {path: data for path, data in sites.files(system).items() if not path.startswith("content/")}
    (path,) = (file for file in given if file.endswith("/players.csv"))
    sites.write(tmp_path, {**given, path: with_aliases(given[path])})
    assert [message for message in told(tmp_path) if "hidden" in message] == []


_FIRST = st.sampled_from(["Jan", "Piet", "An", "J.", "J", "Él", "Rose", "Maria", "Player", "List"])
_FAMILY = st.sampled_from([
    "Peeters", "Claes", "de Wit", "Week", "Rating", "Home", "P.", "B", "Club", "Open", "d'Or", "Noël", "1",
    "Jansen - de Vries", "Tok & Zn", "日本", "May", "First", "Results", "Van der Points", "Ng", "Rank", "Elo",
])  # fmt: skip
_NAMES = st.builds("{} {}".format, _FIRST, _FAMILY) | st.builds("{}, {}".format, _FAMILY, _FIRST) | _FAMILY


@settings(times(0.1), phases=[Phase.explicit, Phase.generate])
@example("nbb", [("Rose Rank", True), ("Elo, Player", False), ("Maria Rank", False), ("1, Player", True)])
@given(st.sampled_from(sites.ALL), st.lists(st.tuples(_NAMES, st.booleans()), min_size=2, max_size=6))
def test_a_site_of_which_a_check_finds_nothing_can_be_built(
    system: str, people: list[tuple[str, bool]]
) -> None:
    """Whoever hides, and whatever they and the others are called."""
    start = sites.files(system)
    path = next(file for file in start if file.endswith("/players.csv"))
    sheet = TableFile.parse(start[path])
    name = sheet.header.index("name")
    for row, (called, _) in zip(sheet.rows, people, strict=False):
        row[name], row[name + 1] = called, ""
    hidden = [*(["", "yes"][hides] for _, hides in people), *[""] * len(sheet.rows)]
    rows = [[*row, hides] for row, hides in zip(sheet.rows, hidden, strict=False)]
    with TemporaryDirectory() as folder:
        root = Path(folder)
        sites.write(root, {**start, path: TableFile(sheet.above, [*sheet.header, "hidden"], rows).data})
        if not select_errors(check(root, TODAY)):
            assert build(root, root / "output", TODAY).plan


def test_a_visible_player_whose_name_is_like_a_hidden_one_is_named(write_site: Write) -> None:
    rows = "hans-grosse,Hans Grosse,,,,\nhans-2,Hans Grosse,,,,\n"
    (problem,) = prepare(hiding(write_site, {}, PLAYERS + HANS + rows), TODAY).problems
    assert "'Hans Grosse' is the name of 'hans-grosse' too" in str(problem)


WORDS = (
    "max,Max,South,,,yes\n"  # a word of every style sheet
    "hans,Experience,South,,Player|Mark,yes\n"
    "1500,Hans Geheim,South,,,yes\n"  # a number, and a rating
    "bob-2,Bob Claes,South,,,yes\n"  # the name of a visible player
    "claes,Claes Bob,South,,,yes\n"
    "bo,Bob,South,,,yes\n"  # a part of one
    "label,Player 1,South,,,yes\n"  # the label itself
)


@pytest.mark.parametrize("hidden", [WORDS, *WORDS.splitlines(keepends=True)[-1:]])
def test_words_that_a_site_says_for_other_reasons_are_no_names(write_site: Write, hidden: str) -> None:
    """Whether others hide beside the one who is called as a label or not."""
    assert told(hiding(write_site, {}, PLAYERS + hidden)) == []


def test_the_longer_name_of_a_visible_player_is_nobody_elses(write_site: Write) -> None:
    players = PLAYERS + "x1,Hans Gross,South,,,yes\nhans-gross-2,Hans Gross-Maes,South,,,\n"
    root = hiding(write_site, {"content/about.md": "# About\n\nHans Gross-Maes won.\n"}, players)
    assert told(root) == []
    root = hiding(write_site, {"content/about.md": "# About\n\nHans Gross-Maes beat Hans Gross.\n"}, players)
    assert told(root) == ["content/about.md:3 hidden-player-named"]


TWO = SITE.format("Delta") + '\n[[ranking]]\nid = "other"\nsystem = "fibs"\ntitle = "Other"\n'
MATCHES = "date,winner,loser,length,score\n2026-11-02,{},zoe,7,5\n"


def elsewhere(write_site: Write, row: str, page: str = "# About\n\nHello.\n") -> Path:
    """A site with a second ranking, in which this row stands."""
    files = {
        "sitegen.toml": TWO,
        "content/about.md": page,
        "results/other/players.csv": f"id,name,aliases,hidden\nzoe,Zoë Smit,,\n{row}\n",
        "results/other/matches.csv": MATCHES.format(row.partition(",")[0]),
    }
    return hiding(write_site, files)


@pytest.mark.parametrize(
    "row",
    [
        "hans-gross,Hans Groß,,", "hans-gross,H. Groß,,", "hg,Hans Gross,,", "hg,Gross Hans,,",
        "hg,Somebody,HANS GROSS,",
    ],
)  # fmt: skip
def test_who_hides_in_one_ranking_hides_in_all(write_site: Write, row: str) -> None:
    root = elsewhere(write_site, row)
    assert told(root) == []
    found = {path: path.read_text("utf-8").casefold() for path in (root / "output").rglob("*.*ml")}
    found |= {path: path.read_text("utf-8").casefold() for path in (root / "output").rglob("*.csv")}
    names = (
        "hans-gross",
        "hans groß",
        "hans gross",
        "gross hans",
        "h. groß",
        "players/hg",
        ",hg,",
        "somebody",
    )
    assert [(name, path) for path, text in found.items() for name in names if name in text] == []
    assert "Player 1" in (root / "output/other/index.html").read_text("utf-8")
    assert told(elsewhere(write_site, row, "# About\n\nHans Gross won.\n")) == [
        "content/about.md:3 hidden-player-named"
    ]


def test_who_is_shown_in_so_many_words_and_hides_elsewhere_is_an_error(write_site: Write) -> None:
    assert told(elsewhere(write_site, "hans-gross,Hans Groß,,no")) == [
        "results/other/players.csv:3 hidden-elsewhere"
    ]
    assert told(elsewhere(write_site, "hg,Hans Groß,,no")) == [
        "results/other/players.csv:3 namesake-of-hidden"
    ]


def test_ids_that_are_numbers_are_those_of_others_elsewhere(write_site: Write) -> None:
    players = PLAYERS + "1234,Hans Gross,South,,,yes\n"
    root = elsewhere(write_site, "1234,Eva Maes,,")
    (root / "results/list/players.csv").write_text(players)
    assert told(root) == []
    assert "Eva Maes" in (root / "output/other/index.html").read_text("utf-8")


FAULTY = {
    "a slip": (HANS, "Hans Gros"),
    "another slip": (HANS, "Jean Luc OBrein"),
    "the id again": (HANS + "hans-gross,Hans Groß,,,,yes\n", "an"),
    "the id and shown": (HANS + "hans-gross,Hans Groß,,,,\n", "an"),
    "a bad id": ("Hans_Gross,Hans Groß,South,,,yes\n", "an"),
    "mixed alphabets": ("hans,H\u0430ns Groß,South,,,yes\n", "Hans Gros"),
    "two of a name": ("h1,Hans Groß,,,,yes\nh2,Hans Groß,,,,yes\n", "Hans Groß"),
    "a cut row": ("hans-gross,Hans Groß,South,Groß, Hans,,yes\n", "Hans Gros"),
    "no yes": ("hans-gross,Hans Groß,South,,,yess\n", "Hans Gros"),
    "an unknown one": (HANS, "Hans Gross jr"),
}


@pytest.mark.parametrize("case", FAULTY)
@pytest.mark.parametrize("form", ["text", "github", "json"])
def test_no_message_names_one(write_site: Write, case: str, form: str) -> None:
    rows, winner = FAULTY[case]
    matches = f"date,winner,loser,length,score\n2026-11-02,{winner},bob,7,5\n"
    root = hiding(write_site, {"results/list/matches.csv": matches}, PLAYERS + rows)
    result = CliRunner().invoke(
        main, ["check", "--site", str(root), "--format", form, "--as-of", "2026-11-21"]
    )
    said = result.output if form != "json" else " ".join(map(str, json.loads(result.stdout)))
    assert result.exit_code == 1, said
    assert said.strip()
    assert [word for word in ("hans", "gro", "brien", "obrein", "jean") if word in said.casefold()] == []


def test_a_site_without_hidden_players_is_not_looked_at(write_site: Write) -> None:
    root = write_site({"content/a.pdf": "%PDF-"})
    assert told(root) == []
    assert not HiddenNames(frozenset())
