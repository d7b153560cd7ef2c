"""A declaration of columns is all that a table is."""

import subprocess
import sys
from datetime import date
from typing import Literal, NamedTuple, get_args

import columns
import pytest

from sitegen.core import cells
from sitegen.core.table import (
    Column,
    Display,
    Movement,
    PlayerId,
    Rating,
    Role,
    Table,
    column,
    get_column_names,
    get_columns,
    get_input_columns,
    get_records,
)


class Person(Table):
    """Somebody."""

    id: PlayerId = column("who", key=True)
    born: date | None = column("when", default=None)
    kind: Literal["junior", "senior"] = column("which", default="senior", label="Class")
    line: int = column("where it stands", default=0, filled=True)


class Ranked(Person):
    """Somebody with a rating."""

    rating: Rating = column("how good", minimum=0)
    moved: Movement | None = column("how far", default=None)


def test_a_row_is_made_by_place_or_by_name_and_defaults_fill_the_rest() -> None:
    assert Person("an", kind="junior") == ("an", None, "junior", 0)


def test_a_row_cannot_be_changed_but_copied_with_a_change() -> None:
    person = Person("an")
    with pytest.raises(AttributeError):
        person.id = "bob"  # type: ignore[misc]
    assert (person.replace(id="bob").id, person.id) == ("bob", "an")


def test_a_missing_required_value_is_refused() -> None:
    with pytest.raises(TypeError, match="id"):
        Person()  # type: ignore[call-arg]


def test_a_subclass_has_the_columns_of_its_base_first() -> None:
    assert get_column_names(Ranked) == ["id", "born", "kind", "line", "rating", "moved"]


def test_filled_columns_are_not_in_a_file() -> None:
    assert [input_column.name for input_column in get_input_columns(Person)] == ["id", "born", "kind"]


def test_a_type_says_how_a_cell_is_read_and_shown() -> None:
    described = {described_column.name: described_column for described_column in get_columns(Ranked)}
    assert described["id"].display == Display("player", role="name")
    assert (described["born"].kind, described["born"].blank) == (date, True)
    assert described["kind"].choices == ("junior", "senior")
    assert (described["rating"].kind, described["rating"].display) == (float, Display("number", 0))
    assert (described["moved"].display.style, described["moved"].blank) == ("movement", True)


def test_the_label_is_the_name_in_words_unless_one_is_given() -> None:
    assert [described_column.label for described_column in get_columns(Person)] == [
        "Id",
        "Born",
        "Class",
        "Line",
    ]


def test_rows_are_made_from_values_in_the_order_of_the_columns() -> None:
    assert Person.make_rows([("an", None, "junior", 3)]) == [Person("an", None, "junior", 3)]


def test_a_column_may_be_called_as_a_keyword_of_python() -> None:
    class Registration(Table):
        """A span of days."""

        from_: date = column("the first day")
        until: date = column("the last day")

    assert get_column_names(Registration) == ["from", "until"]
    assert [described_column.label for described_column in get_columns(Registration)] == ["From", "Until"]


class Point(Table):
    x: int = column("across")
    y: int = column("up", default=0)


class Named(Point):
    name: str = column("what it is called", before="x")
    z: int = column("ahead", before="y")
    note: str = column("what else", default="")


class Located(Table):
    y: int | None = column("up, where it is known", label="Height", default=None)
    source: str = column("where it stands", default="")


class Mark(Located, Named):
    z: int = column("ahead of us", default=0)


class Size(NamedTuple):
    z: int
    name: str


def test_a_table_that_extends_another_puts_columns_between() -> None:
    assert get_column_names(Named) == ["name", "x", "z", "y", "note"]
    assert get_column_names(Point) == ["x", "y"]


def test_a_table_that_extends_several_has_each_column_of_the_first_that_declares_it() -> None:
    assert get_column_names(Mark) == ["name", "x", "z", "y", "note", "source"]
    _, _, z, y, *_ = get_columns(Mark)
    assert (y.label, y.blank, z.doc) == ("Height", True, "ahead of us")
    assert Mark.combine(Point(1, 2), name="a") == ("a", 1, 0, 2, "", "")


def test_a_row_like_others_has_what_they_have_by_the_name() -> None:
    """What is named goes first, then the rows in order, then the defaults."""
    assert Named.combine(Point(1, 2), name="a", z=3) == Named("a", 1, 3, 2, "")
    assert Named.combine(Size(5, "b"), Point(1, 2)) == Named("b", 1, 5, 2, "")
    assert Named.combine(Size(5, "b"), Point(1), name="c", note="n") == Named("c", 1, 5, 0, "n")
    assert type(Named.combine(Size(5, "b"), Point(1))) is Named
    assert Point.combine(Named("a", 1, 3, 2, "n")) == Point(1, 2)
    assert Point.combine_all([Named("a", 1, 3, 2, "n"), Named("b", 4, 3, 5, "n")], y=9) == [
        Point(1, 9),
        Point(4, 9),
    ]


def test_rows_are_made_of_what_stands_side_by_side_in_lists_of_one_length() -> None:
    sizes, points = [Size(5, "b"), Size(6, "c")], [Point(1), Point(4)]
    assert Named.combine_all(sizes, iter(points)) == [Named("b", 1, 5, 0, ""), Named("c", 4, 6, 0, "")]
    assert Named.combine_all([], []) == []
    with pytest.raises(ValueError, match="2 lists of rows, which are not of one length"):
        Named.combine_all(sizes, points[:1])


def test_cells_are_picked_by_the_names_of_their_columns() -> None:
    assert Named.make_getter("y", "name")(Named("a", 1, 3, 2, "n")) == (2, "a")


def test_a_row_cannot_be_made_without_a_value_or_with_one_of_no_column() -> None:
    with pytest.raises(TypeError, match="Named cannot be made so: name, z"):
        Named.combine(Point(1, 2))
    with pytest.raises(TypeError, match="Point cannot be made so: colour"):
        Point.combine(Point(1, 2), colour=3)
    with pytest.raises(TypeError, match="colour"):
        Point(1, 2).replace(colour=3)


def test_a_day_cannot_lead_by_a_column_that_is_not_there() -> None:
    with pytest.raises(TypeError, match="Day has no such column: key"):
        type("Day", (Table,), {"day": column("the day", event="key")})


def test_a_table_takes_records_that_there_are_and_so_do_its_subclasses() -> None:
    with pytest.raises(TypeError, match="Day takes no known records: gamse"):
        type("Day", (Table,), {"day": column("the day")}, records=("gamse",))
    game = type("Game", (Table,), {"day": column("the day")}, records=("games",))
    assert get_records(type("Own", (game,), {})) == ("games",)
    assert get_records(Table) == ()


def test_the_page_of_columns_has_every_type_and_role_and_is_as_the_code_is() -> None:
    page = columns.PAGE.read_text("utf-8")
    kinds = [kind.__name__ for kind in (*cells._PARSERS, date)]
    declared = Column._fields[: Column._fields.index("name")]
    names = [*kinds, *columns.find_types(), *get_args(Role), *declared]
    assert [name for name in names if f"`{name}`" not in page] == []
    assert page == columns.format_page()


LOADED = """
import sys
from sitegen.core.system import find_systems, list_input_tables, load_system
from sitegen.core.table import get_columns
systems = {name: load_system(name) for name in sorted(find_systems(), reverse=sys.argv[1] == "z")}
for name, system in sorted(systems.items()):
    for table in (*(one.rows for one in list_input_tables(system)), *system.outputs.values(), system.Options):
        print(name, table.__name__, [column.choices for column in get_columns(table)])
"""


def test_choices_stand_in_the_order_in_which_they_were_declared_whatever_was_loaded_before() -> None:
    """`typing` keeps the first of two unions that are equal, and so are `Literal`s in another order."""
    found = {
        subprocess.run([sys.executable, "-c", LOADED, order], capture_output=True, check=True).stdout
        for order in "az"
    }
    assert len(found) == 1
