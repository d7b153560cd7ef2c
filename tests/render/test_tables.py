"""Tables as HTML: how a cell of each type is shown, and that nothing in one can change the page around it."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Annotated, Any, Literal
from xml.etree.ElementTree import Element

import elements
import html5lib
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegen.core.language import Language
from sitegen.core.model import Fact, Section
from sitegen.core.problems import advise
from sitegen.core.table import (
    Chance,
    Change,
    Display,
    EventKey,
    Figure,
    HiddenEventKey,
    Movement,
    PlayDate,
    PlayerId,
    Rank,
    Rating,
    Remark,
    Source,
    Table,
    TopicName,
    column,
)
from sitegen.render import player_tables
from sitegen.render.cells import FALL_TAGS, CellWriter, find_direction
from sitegen.render.table_layout import find_row_header, find_visible_columns
from sitegen.render.tables import TableWriter, build_row_tags

PLAYERS = {"an": "An Peeters", "cleo": "Cléo D'Hondt & Co"}
EVENTS: dict[object, str] = {
    date(2026, 11, 2): "2026-W45",
    3: "round-3",
    "2026-W45": "2026-W45",
    "late": "late",
}
TITLES = {"2026-W45": "Week 45 of 2026"}
TOPICS: dict[object, str] = {"Catan": "games/catan"}
SOURCES = "https://github.com/delta/rankings/blob/HEAD/"


class Standing(Table):
    rank: Rank = column("the place", label="#")
    player: PlayerId = column("the player", label="Player")
    name: str = column("the name")
    club: str = column("the club", default="", role="beside")
    rating: Rating = column("the rating", default=1500.0)
    experience: int = column("points played", label="Exp.", default=0)
    change: Change | None = column("points won or lost", label="±", default=None)
    rank_change: Movement | None = column("places won or lost", label="▲▼", default=None)


class Game(Table):
    date: PlayDate = column("the day")
    winner: PlayerId = column("who won")
    loser: PlayerId = column("who lost")
    result: Literal["won", "lost"] = column("won or lost", default="won")
    chance: Chance | None = column("the chance", default=None)
    counted: bool = column("whether it counts", default=True)
    event: str = column("free text", default="")
    remark: Remark = column("why not", default="")
    source: Source = column("where it stands", default="")


class Evening(Table):
    event: EventKey = column("the page", label="Results")
    first: date = column("the day")
    matches: int = column("how many", default=0)


class Play(Table):
    game: TopicName = column("the game that was played")
    times: int = column("how often")


class Place(Table):
    place: Annotated[float, Display("short")] = column("as it was written")


class Season(Table):
    rank: Rank = column("place", label="#")
    player: PlayerId = column("who", label="Player")
    name: str = column("name")
    best: Figure = column("the best of it")
    total: Annotated[float, Display("number", 2, is_main=True)] = column("all of it")


def test_the_figure_that_a_list_is_about_may_be_said() -> None:
    heads = texts(Season, Season(1, "an", "An Peeters", 3.0, 5.0))[0]
    assert heads == ["#", "Player", "Total", "Best"]


def writer(language: str = "en", sources: str = SOURCES, **players: str) -> TableWriter:
    labels = {"player-1": "Player 1"}
    return TableWriter(
        CellWriter(
            Language(language),
            "../",
            "../players/",
            "../results/",
            PLAYERS | players,
            labels,
            EVENTS,
            TITLES,
            TOPICS,
            sources,
            {},
        )
    )


def shown(table: type[Table], rows: Sequence[Any], made: TableWriter | None = None) -> Element:
    """The table as the strict parser reads it, in a page as browsers get it."""
    html = (made or writer()).table(Section("list", "List", table, rows))
    parser = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False)
    page: Element = parser.parse(f"<!doctype html><title>T</title>{html}")
    found = page.find("body/table")
    assert found is not None
    return found


def texts(table: type[Table], *rows: Any, made: TableWriter | None = None) -> list[list[str]]:
    """What stands in the cells, row by row, the heads first."""
    return [["".join(cell.itertext()).strip() for cell in row] for row in shown(table, rows, made).iter("tr")]


def inside(element: Element, path: str) -> list[str]:
    return ["".join(cell.itertext()) for cell in element.findall(path)]


def test_a_list_of_players_begins_with_what_a_phone_has_room_for() -> None:
    rows = [
        Standing(1, "an", "An Peeters", "North", 1623.4, 120, 12.25, 2),
        Standing(2, "player-1", "Player 1", "South", 1600.5, 99, -0.5, -1),
        Standing(3, "cleo", "Cléo", "", 1599.6, 101, 0.0, 0),
        Standing(4, "bob", "", "", 1400.0, 100, None, None),
    ]
    assert texts(Standing, *rows) == [
        ["#", "places won or lost", "Player", "Rating", "±", "Exp."],
        ["1", "▲2 places up", "An Peeters North", "1623", "+12.2", "120"],
        ["2", "▼1 place down", "Player 1 South", "1600", "\N{MINUS SIGN}0.5", "99"],
        ["3", "as before", "Cléo D'Hondt & Co", "1600", "0.0", "101"],
        ["4", "new", "bob", "1400", "", "100"],
    ]


def test_cells_of_a_match() -> None:
    rows = [
        Game(date(2026, 11, 2), "an", "player-1", "won", 0.55731, event="The open"),
        Game(
            date(2026, 11, 3), "cleo", "an", "lost", 0.5, False, "", "not registered: An", "results/x/y.csv:7"
        ),
    ]
    assert texts(Game, *rows) == [
        ["Date", "Winner", "Loser", "Result", "Chance", "Counted", "Event", "Remark", "Source"],
        ["2 Nov 2026", "An Peeters", "Player 1", "won", "0.5573", "yes", "The open", "", ""],
        [
            "3 Nov 2026",
            "Cléo D'Hondt & Co",
            "An Peeters",
            "lost",
            "0.5000",
            "no",
            "",
            "not registered: An",
            "y:7",
        ],
    ]


@pytest.mark.parametrize(
    ("language", "numbers"),
    [("en", ["0.1235", "+1.5"]), ("nl", ["0,1235", "+1,5"]), ("fr", ["0,1235", "+1,5"])],
)
def test_numbers_have_the_decimal_mark_of_the_language(language: str, numbers: list[str]) -> None:
    game = Game(date(2026, 11, 2), "an", "cleo", "won", 0.12345)
    standing = Standing(1, "an", "An", "", 1500.0, 0, 1.5)
    made = writer(language)
    assert [texts(Game, game, made=made)[1][4], texts(Standing, standing, made=made)[1][3]] == numbers


def test_a_change_of_nothing_has_no_sign_and_no_colour() -> None:
    table = shown(Standing, [Standing(1, "an", "An", change=value) for value in (0.0, -0.04, 0.04, 1.0)])
    cells = [row.findall("td")[2] for row in table.findall("tbody/tr")]
    assert [(str(cell.text).strip(), cell.get("class")) for cell in cells] == [
        ("0.0", None),
        ("0.0", None),
        ("0.0", None),
        ("+1.0", "up"),
    ]


def test_names_days_and_sources_lead_to_their_pages() -> None:
    rows = [Game(date(2026, 11, 2), "an", "player-1", source="results/list/2026 a.csv:12")]
    assert [link.get("href") for link in shown(Game, rows).iter("a")] == [
        "../results/2026-W45/",
        "../players/an/",
        f"{SOURCES}results/list/2026%20a.csv?plain=1#L12",
    ]


def test_an_event_is_known_by_its_day_its_round_and_its_key() -> None:
    keys: list[Any] = ["2026-W45", 3, "nowhere"]
    rows = [Evening(key, date(2026, 11, 2)) for key in keys]
    links = [[link.get("href") for link in row.iter("a")] for row in shown(Evening, rows).iter("tr")]
    assert links == [[], ["../results/2026-W45/"], ["../results/round-3/"], []]


class Session(Table):
    key: HiddenEventKey = column("the page")
    date: PlayDate | None = column("the day", event="key")


def test_a_day_leads_to_the_event_that_its_row_says() -> None:
    day = date(2026, 11, 2)
    rows = [Session("late", day), Session("2026-W45", day), Session("nowhere", day), Session("", day)]
    links = [[link.get("href") for link in row.iter("a")] for row in shown(Session, rows).iter("tr")]
    assert links == [[], ["../results/late/"], ["../results/2026-W45/"], [], []]
    assert texts(Session, *rows, Session("late", None)) == [["Date"], *[["2 Nov 2026"]] * 4, [""]]
    (fact,) = writer().facts([Fact("Latest", day, PlayDate, event="late")]).splitlines()
    assert "<a href=../results/late/><time datetime=2026-11-02>" in fact


def test_a_word_with_a_page_to_itself_leads_there() -> None:
    links = [
        (link.get("href"), link.text) for link in shown(Play, [Play("Catan", 1), Play("Azul", 2)]).iter("a")
    ]
    assert links == [("../games/catan/", "Catan")]


def test_a_short_number_has_the_decimals_that_it_has() -> None:
    rows = [Place(1.0), Place(2.5), Place(1.999), Place(0.0), Place(1234567.0)]
    assert texts(Place, *rows)[1:] == [["1"], ["2.5"], ["1.999"], ["0"], ["1234567"]]
    assert texts(Place, Place(2.5), made=writer("nl"))[1:] == [["2,5"]]


def test_rows_are_set_apart_where_a_column_changes() -> None:
    rows = [Play("Catan", 1), Play("Catan", 2), Play("Azul", 1), Play("Catan", 1)]
    html = writer().table(Section("list", "List", Play, rows, group_by="game"))
    assert [body.count("<tr>") for body in html.split("<tbody>")[1:]] == [2, 1, 1]
    together = writer().table(Section("list", "List", Play, rows))
    assert [body.count("<tr>") for body in together.split("<tbody>")[1:]] == [4]


def sourced(day: date, path: str, line: int) -> Game:
    return Game(day, "an", "cleo", source=f"results/{path}.csv:{line}")


def test_a_head_says_the_year_and_the_file_of_all_rows_of_an_event() -> None:
    rows = [sourced(date(2026, 11, line), "2026 a", line) for line in range(2, 6)]
    heads, *cells = texts(Game, *rows, made=replace(writer(sources=""), current_event="2026-W45"))
    assert (heads[0], heads[-1]) == ("Date 2026", "Source 2026 a")
    assert [(cell[0], cell[-1]) for cell in cells] == [
        (f"{line}\N{NO-BREAK SPACE}Nov", f"{line}") for line in range(2, 6)
    ]
    linked = texts(Game, *rows, made=replace(writer(), current_event="2026-W45"))
    assert (linked[0][-1], linked[-1][-1]) == ("Source", "2026 a:5")  # what is touched is not a number


def test_who_is_linked_above_is_not_linked_in_the_rows() -> None:
    facts = [Fact("Player", "an", PlayerId)]
    game = Game(date(2026, 11, 2), "cleo", "an")
    section = Section("list", "List", Game, [game])
    pages = [writer().below(above).table(section) for above in (facts, [*facts, Fact("Games", 1, int)])]
    assert [re.findall(r"players/(\w+)/", page) for page in pages] == [["cleo"], ["cleo", "an"]]
    assert "<td>An Peeters<" in pages[0]


def test_the_address_of_a_link_may_have_its_day() -> None:
    days = {date(2026, 11, 2): "2026-11-02-2", date(2026, 11, 3): "round-3"}
    cells = replace(writer().cells, event_keys=days)
    rows = [Game(day, "an", "cleo") for day in days]
    found = re.findall(
        r"<a href=../results/[^<]*<[^<]*",
        replace(writer(), cells=cells).table(Section("list", "List", Game, rows)),
    )
    assert found == [
        "<a href=../results/2026-11-02-2/>2\N{NO-BREAK SPACE}Nov\N{NO-BREAK SPACE}2026</a>",
        "<a href=../results/round-3/><time datetime=2026-11-03>3 Nov 2026",
    ]


def test_where_rows_differ_or_some_are_on_another_page_each_says_it_all() -> None:
    day, made = date(2026, 11, 2), replace(writer(sources=""), current_event="x")
    rows = [sourced(day, "a", line) for line in range(2, 6)]
    others = [*rows, sourced(date(2027, 1, 4), "b", 2)]
    heads, *cells = texts(Game, *others, made=made)
    assert (heads[0], heads[-1], cells[0][-1]) == ("Date", "Source", "a:2")
    assert cells[-1][0].endswith("2027")
    part = made.table(Section("list", "List", Game, rows, total_rows=9))
    assert ("<span>" in part, "<td>a:2" in part) == (False, True)


class Ended(Table):
    player: PlayerId = column("whom", label="Opponent")
    result: Literal["won", "drawn", "lost"] = column("how it ended")
    change: Change = column("what it brought", label="±")


@pytest.mark.parametrize(
    ("result", "change", "tag"),
    [
        ("won", 4.0, "<td>"),
        ("won", -4.0, "<td class=l>"),
        ("drawn", -1.0, "<td class=l>"),
        ("lost", -4.0, "<td>"),
        ("lost", 4.0, "<td class=up>"),
        ("lost", 0.0, "<td class=e>"),
    ],
)
def test_a_change_says_that_it_fell_where_how_it_ended_does_not(
    result: Literal["won", "drawn", "lost"], change: float, tag: str
) -> None:
    html = player_tables.render_player_table(
        writer(), Section("s", "S", Ended, [Ended("an", result, change)]), "t"
    )
    assert re.findall(r"(<td[^>]*>)[+\N{MINUS SIGN}]?\d", html) == [tag]


def test_a_day_of_a_history_leads_to_its_event_once() -> None:
    days = [date(2026, 11, 3), date(2026, 11, 2), date(2026, 11, 2), date(2026, 11, 2)]
    rows = [Game(day, "an", "cleo") for day in days]
    html = player_tables.render_player_table(writer(), Section("s", "S", Game, rows, is_yearly=True), "t")
    assert re.findall(r"<td>(?:<a href=([^>]*)>)?(\d+ Nov)", html)[1:] == [
        ("../results/2026-W45/", "2 Nov"),
        ("", "2 Nov"),
        ("", "2 Nov"),
    ]


def test_a_name_on_a_list_is_an_element_and_its_club_all_that_is_behind_it() -> None:
    rows = [
        Standing(1, "an", "An", "North", 1623.4),
        *(Standing(place, "player-1", "", "d'Oude Markt", 1500.0) for place in range(2, 5)),
    ]
    html = writer().player_list(Section("list", "List", Standing, rows), [])
    assert "<th><a href=../players/an/>An Peeters</a> North<td" in html
    assert html.count("<th><b>Player 1</b> d'Oude Markt<td") == 3


def test_without_a_repository_a_source_is_no_link() -> None:
    rows = [Game(date(2026, 11, 3), "player-1", "player-1", source="results/list/matches.csv:12")]
    table = shown(Game, rows, writer(sources=""))
    assert (inside(table, "tbody/tr/td")[-1].strip(), list(table.iter("a"))) == ("matches:12", [])


def test_a_column_that_is_blank_in_every_row_is_left_out() -> None:
    bare = Game(date(2026, 11, 2), "an", "cleo", chance=None)
    assert texts(Game, bare)[0] == ["Date", "Winner", "Loser", "Result", "Counted"]
    assert texts(Game, bare, bare.replace(remark="online"))[0][-1] == "Remark"


class Filled(Table):
    rating: Figure = column("the rating")
    met: Annotated[tuple[str, ...], Display("text", is_on_pages=False)] = column("whom it comes from")


def test_what_a_template_shows_elsewhere_is_in_no_table_and_no_legend() -> None:
    section = Section("s", "S", Filled, [Filled(1500.0, ("an",))])
    assert texts(Filled, *section.rows) == [["Rating"], ["1500.00"]]
    assert "Met" not in writer().legend([section])


def test_zero_and_no_are_not_blank() -> None:
    assert texts(Evening, Evening("x", date(2026, 11, 2), 0))[0] == ["Results", "First", "Matches"]
    assert texts(Game, Game(date(2026, 11, 2), "an", "cleo", counted=False))[1][-1] == "no"


def test_a_table_without_rows_is_nothing() -> None:
    assert writer().table(Section("list", "List", Game, [])) == ""


def classes(table: type[Table], row: Any) -> list[str | None]:
    return [head.get("class") for head in shown(table, [row]).iterfind("thead/tr/th")]


def test_the_style_sheet_is_told_what_columns_are_to_the_table() -> None:
    row = Standing(1, "an", "An", "North", 1500.0, 0, 1.0, 1)
    assert classes(Standing, row) == ["r", "m", "h", "v", "d", "o"]
    game = Game(date(2026, 11, 2), "an", "cleo", chance=0.5)
    assert classes(Game, game) == [None, "h", None, None, "n", None]
    assert classes(Evening, Evening("x", date(2026, 11, 2))) == ["h", None, "n"]


def test_a_list_leaves_out_what_is_the_same_of_all() -> None:
    rows = [Standing(n, f"p{n}", f"P{n}", "North", 1500.0 - n, 120) for n in range(1, 5)]
    heads = writer().player_list(Section("list", "List", Standing, rows), []).partition("<tbody>")[0]
    assert [name in heads for name in ("Player", "Rating", "Exp.")] == [True, True, False]
    html = writer().player_list(Section("list", "List", Standing, rows[:2]), [])
    assert "Exp." in html
    assert "North" in html


def test_a_list_is_named_by_its_heading() -> None:
    assert shown(Place, [Place(1.0)]).get("aria-labelledby") == "list-title"


def test_the_rows_of_a_page_have_the_ids_of_their_players_once() -> None:
    rows = [Standing(1, "an", "An"), Standing(2, "list", "List"), Standing(3, "an", "An")]
    section = Section("list", "List", Standing, rows)
    assert build_row_tags([section])["list"] == ["\n<tr id=an>", "\n<tr>", "\n<tr>"]
    assert build_row_tags([section], ["an"])["list"] == ["\n<tr>"] * 3


class Calculation(Game):
    stake: float = column("a figure", default=0.0)
    more: float = column("another", default=0.0)


class Later(Calculation):
    place: str = column("a word", default="North")


def test_a_table_of_many_columns_is_set_in_smaller_type() -> None:
    row = Calculation(date(2026, 11, 2), "an", "cleo", "won", 0.5, True, "open", "online", "x.csv:1")
    classes = [str(shown(Calculation, [html]).get("class")) for html in (row, row.replace(remark=""))]
    assert [name.split()[0] for name in classes] == ["dense", "plain"]


def test_columns_of_words_are_known_by_their_place() -> None:
    row = Later(date(2026, 11, 2), "an", "cleo", "won", 0.5, True, "open", "online", "x.csv:1")
    table = shown(Later, [row])
    assert table.get("class") == "dense t1 t3 t4 t6 t7 t8"
    late = [cell.get("class") for cell in table.findall("tbody/tr/td")[5:]]
    assert late == [None] * 5 + ["w"], "a word behind the tenth column says it itself"


def test_heads_say_how_to_sort_and_what_they_mean_where_no_legend_does() -> None:
    section = Section("list", "List", Standing, [Standing(1, "an", "An", change=1.0)])
    ways = [writer().table(section), writer().top_list(section, "t")]
    (with_legend, alone) = [list(elements.read(way).iter("th"))[:-1] for way in ways]
    assert [head.get("data-sort") for head in with_legend] == ["rank", None, "number", "number", "number"]
    assert [head.find("abbr") for head in with_legend] == [None] * 5
    said = [None if (abbr := head.find("abbr")) is None else abbr.get("title") for head in alone]
    assert said == ["the place", None, None, "points won or lost"]  # the rating is the rating


def test_a_row_is_about_its_player_or_else_its_event() -> None:
    assert [find_row_header(table) for table in (Standing, Game, Evening)] == [
        next(column for column in find_visible_columns(table) if column.name == name)
        for table, name in ((Standing, "player"), (Game, "winner"), (Evening, "event"))
    ]
    table = shown(Game, [Game(date(2026, 11, 2), "an", "cleo")])
    assert inside(table, "tbody/tr/th") == ["An Peeters"]


def test_facts_are_shown_like_cells() -> None:
    facts = writer().facts(
        [
            Fact("Rating", 1623.4, Rating, note="<live>"),
            Fact("Change", 0.0, Change),
            Fact("Registered", value=False, cell_type=bool),
            Fact("Reached on", date(2026, 11, 2), PlayDate),
            Fact("Until", date(2026, 12, 31), date),
            Fact("Club", "A & B"),
        ]
    )
    page = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False).parse(
        f"<!doctype html><title>T</title><dl>{facts}</dl>"
    )
    assert [text.strip() for text in inside(page, "body/dl/div/dd")] == [
        "1623 <live>",
        "0.0",
        "no",
        "2 Nov 2026",
        "31 Dec 2026",
        "A & B",
    ]
    assert [link.get("href") for link in page.iter("a")] == ["../results/2026-W45/"]


class Retired(Table):
    player: PlayerId = column("the player", label="Player")
    since: date = column("the last day")


STANDING = Standing(1, "an", "An", "North", change=1.0, rank_change=1)


def test_a_legend_says_each_meaning_once() -> None:
    sections = [
        Section("list", "List", Standing, [STANDING]),
        Section("again", "Again", Standing, [STANDING]),
        Section("retired", "Retired", Retired, [Retired("an", date(2026, 1, 1))]),
        Section("none", "None", Game, []),
    ]
    legend = writer().legend(sections)
    assert legend.count("<dd>") == legend.count("<dt>") == 5
    assert "<dt>Exp.<dd>points played\n" in legend


def test_a_legend_leaves_out_what_labels_say_and_columns_that_are_blank() -> None:
    day = date(2026, 1, 1)
    game = Game(day, "an", "cleo", event="The cup")
    assert "<dt>Club" not in writer().legend([Section("list", "List", Standing, [STANDING])])  # the club
    labels = re.findall("<dt>([^<]*)", writer().legend([Section("list", "List", Game, [game])]))
    assert labels == ["Result", "Counted", "Event"]
    opened = Section("list", "List", Game, [game], opened_columns=["source"])
    labels = re.findall("<dt>([^<]*)", writer().legend([opened]))
    assert labels == ["Result", "Counted", "Event", "Remark"]  # whose heads are there


class Series(Table):
    since: date = column("when it began")
    until: date = column("the last day")
    change: float = column("the rating", label="±")


def test_a_legend_has_no_label_and_no_meaning_twice() -> None:
    sections = [
        Section("list", "List", Standing, [Standing(1, "an", "An", change=1.0)]),
        Section("retired", "Retired", Retired, [Retired("an", date(2026, 1, 1))]),
        Section("series", "Series", Series, [Series(date(2026, 1, 1), date(2026, 1, 2), 1.0)]),
    ]
    legend = writer().legend(sections)
    assert "<dt>Since<dd>the last day<dd>when it began\n" in legend
    assert "<dt>±<dd>points won or lost<dd>the rating\n" in legend
    labels = re.findall("<dt>([^<]*)", legend)
    assert len(labels) == len({*labels})


HOSTILE = st.text(st.sampled_from("\"'<>&;:/=-! abcxsrip\u202e\u05d0é"), max_size=30) | st.sampled_from(
    [
        '"><script>alert(1)</script>',
        "</td></table><img src=x onerror=alert(1)>",
        "&lt;b&gt;",
        "--><!--",
        "]]>",
    ]
)


def skeleton(element: Element) -> tuple[Any, ...]:
    """The elements and the names of their attributes, without any text."""
    return element.tag, sorted(element.keys()), [skeleton(child) for child in element]


@given(name=HOSTILE, club=HOSTILE, remark=HOSTILE, path=HOSTILE)
def test_no_text_changes_the_elements_around_it(name: str, club: str, remark: str, path: str) -> None:
    def page(name: str, club: str, remark: str, path: str) -> list[Element]:
        made = writer(an=f"n{name}")
        game = Game(
            date(2026, 11, 2), "an", "cleo", event=f"e{club}", remark=f"r{remark}", source=f"{path}x:3"
        )
        standing = Standing(1, "an", "", f"c{club}")
        return [shown(Game, [game], made), shown(Standing, [standing], made)]

    hostile, plain = page(name, club, remark, path), page("X", "X", "X", "X")
    assert [skeleton(page) for page in hostile] == [skeleton(page) for page in plain]
    assert inside(hostile[1], "tbody/tr/th") == [f"n{name} c{club}"]


def test_the_id_of_a_player_stays_within_its_link() -> None:
    made = writer(**{'"><script>': "Mallory"})
    links = [link.get("href") for link in shown(Standing, [Standing(1, '"><script>', "")], made).iter("a")]
    assert links == ["../players/%22%3E%3Cscript%3E/"]


class Duel(Table):
    winner: PlayerId = column("who won")
    won: Annotated[float | None, Display("signed", 1)] = column("what the winner won", label="±")
    score: str = column("the points")
    loser: PlayerId = column("who lost")
    lost: Annotated[float | None, Display("signed", 1)] = column("what the loser lost", label="±")
    day: date = column("the day")
    event: str = column("the occasion")
    reason: Remark = column("why it does not count", label="Remark")
    stake: Annotated[float | None, Display("number", 2, is_on_pages=False)] = column("what is at stake")


def test_a_row_opens_its_calculation_below_what_rows_have_in_common() -> None:
    days = date(2026, 11, 2), date(2026, 11, 3)
    rows = [
        Duel("an", 3.86, "7–3", "cleo", -3.86, days[0], "", "", 10.583),
        Duel("cleo", 1.2, "5–2", "an", -1.2, days[0], "", "", 4.0),
        Duel("an", None, "5–4", "cleo", None, days[1], "Cup", "online", None),
    ]
    section = Section(
        "s", "S", Duel, rows, calculation="W = {won:2} of {stake:2}", shared_columns=("day", "event")
    )
    html = writer().table(section)
    assert re.findall("<summary>Calculation</summary>(.*?)</details>", html) == [
        "W = 3.86 of 10.58",
        "W = 1.20 of 4.00",
        "",
    ]
    assert "<td>+3.9<td>7–3<td><a href=../players/cleo/>Cléo D'Hondt &amp; Co</a><td>−3.9\n<tr><td" in html
    assert html.count("<tbody>") == html.count("<tr class=event>") == 2
    assert ">3 Nov 2026</time> <small title=Event>Cup</small>\n<tr class=no>" in html
    assert "</a> <small title=Remark>online</small><td>\n" in html


class Seating(Table):
    rank: Rank = column("the place", label="#")
    player: PlayerId = column("who sits there")
    club: str = column("where from", role="beside")
    points: float = column("what it brought")
    vigour: float = column("how strong the table was")
    before: Annotated[float | None, Display("number", 2, is_on_pages=False)] = column("what there was")


def test_a_row_about_one_player_opens_the_columns_that_it_has_no_room_for() -> None:
    rows = [Seating(1, "an", "Haven", 4.5, 1500, 10.0), Seating(2, "cleo", "", 1.0, 1400, None)]
    calculation = "[Rating] = {before:1} + {points:(1)}[:] [1.5]"
    section = Section("s", "S", Seating, rows, calculation=calculation, opened_columns=["vigour"])
    html = writer("nl").table(section)
    assert '<table class="plain solo t2" ' in html
    assert "<td>1<th><a href=../players/an/>An Peeters</a> <small title=Club>Haven</small><td>4,50\n" in html
    assert re.findall("</summary>(.*?)</details>", html) == [
        "Vigour <b>1500,00</b>; <br>Rating = 10,0 + 4,5: 1,5",
        "Vigour <b>1400,00</b>; <br>",
    ]


def test_a_figure_of_a_calculation_is_opened_by_the_row_that_has_none_alone() -> None:
    rows = [Seating(1, "an", "Haven", 4.5, 1500, 10.0), Seating(2, "cleo", "", 1.0, 1400, None)]

    def open_rows(*columns: str) -> list[str]:
        section = Section(
            "s", "S", Seating, rows, calculation="{vigour:0} × {before:1}", opened_columns=columns
        )
        return re.findall("</summary>(.*?)</details>", writer("nl").table(section))

    assert open_rows("vigour", "points") == [
        "Punten <b>4,50</b>; <br>1500 × 10,0",
        "Vigour <b>1400,00</b>; Punten <b>1,00</b>; <br>",
    ]
    assert open_rows("vigour") == ["1500 × 10,0", "Vigour <b>1400,00</b>; <br>"]
    assert "data-sort=number>Vigour" not in writer("nl").table(
        Section("s", "S", Seating, rows, calculation="{vigour:0}", opened_columns=["vigour"])
    )


def test_a_remark_with_a_number_is_in_the_language_of_the_page() -> None:
    class Noted(Table):
        remark: Remark = column("why")

    html = writer("nl").table(Section("s", "S", Noted, [Noted(advise("for round {round}", round=2))]))
    assert "voor ronde 2" in html


@pytest.mark.parametrize(
    ("text", "tag"), [("▼1", "<td class=l>"), ("▲2", "<td>"), ("−3", "<td class=l>"), ("+3", "<td>")]
)
def test_a_fall_has_its_colour_whether_it_is_of_places_or_points(text: str, tag: str) -> None:
    assert FALL_TAGS.format_cell(text) == f"{tag}{text}"


@pytest.mark.parametrize(
    ("text", "direction"),
    [("+3.2", "up"), ("−0.4", "down"), ("▼2", "down"), ("0.0", ""), ("+0.0", ""), ("", "")],
)
def test_a_change_that_is_shown_as_zero_has_no_direction(text: str, direction: str) -> None:
    assert find_direction(text) == direction
