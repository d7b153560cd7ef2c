"""A hidden player's name is found however it is written, and in nothing that is no name of theirs."""

import html
import json
import re
import unicodedata
from itertools import permutations
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegen.core.problems import Problem, say
from sitegen.inputs.privacy.folding import fold_bytes
from sitegen.inputs.privacy.redact import Redactor
from sitegen.inputs.privacy.search import HiddenNames, Needles, collect_hidden_names
from sitegen.inputs.results.players import Person

NAMES = (
    "Maria Jansen - de Vries", "An & Piet Maes", "Jan / Piet", "Jan | Piet Tok",
    "Jansen (- de Wit), Maria", "Jan%41Tok", "JanTok", "Jan Tok", "J. P. Tok", "Jean-Luc O'Brien",
    "d\u2019Artagnan Guus", "Iş\u0131k Demir", "İlker Şahin", "Hans Groß", "Søren Ærø",
    "Łukasz Żółć", "Zoë van 't Hof", "Jan van der Berg", "Éloïse Noël", "Saﬁa Ruﬃn",
    "McDonald Rose", "Жанна Белова", "Θεόδωρος Ψ", "日本 太郎", "王小明", "김 철수", "دانا شمس", "שרה כהן",
    "Jan <b>de Beer</b> Tok", 'Piet "de Neus" Maes', "Jan \\Tok", "Tom &amp; Joe",
    "7 Wonders Jan", "A – B Jansen", "Ann·Marie Tok", "Jan ★ Tok", "Jan_Piet Tok",
    "Jan, Piet en Klaas", "Ng Wei", "Đặng Hữu Phước",
)  # fmt: skip


def hidden(name: str, *shown: str) -> HiddenNames:
    others = [
        Person(f"s{number}", shown_name, "", (), hidden=False) for number, shown_name in enumerate(shown)
    ]
    return collect_hidden_names([Person("x1", name, "", (), hidden=True), *others])


def ways(name: str) -> dict[str, str]:
    """A name in the ways in which programs and people write one."""
    capitals = name.replace("i", "İ").upper() if "\u0131" in name.casefold() or "İ" in name else name.upper()
    return {
        "as it is": name,
        "lower": name.lower(),
        "upper": name.upper(),
        "Turkish capitals": capitals,
        "composed": unicodedata.normalize("NFC", name),
        "decomposed": unicodedata.normalize("NFD", name),
        "compatible": unicodedata.normalize("NFKC", name),
        "HTML": html.escape(name),
        "entities": "".join(f"&#{ord(character)};" for character in name),
        "hexadecimal": "".join(f"&#x{ord(character):X};" for character in name),
        "address": quote(name),
        "whole address": "".join(f"%{byte:02X}" for byte in name.encode()),
        "JSON": json.dumps(name)[1:-1],
        "no-break": name.replace(" ", "\u00a0"),
        "lines": name.replace(" ", "\n"),
        "narrow": name.replace(" ", "\u202f\u2009"),
        "dashes": name.replace("-", "\u2013"),
        "hyphens": name.replace("-", "\u2011"),
        "apostrophes": name.replace("'", "\u2019").replace("\u2019", "\u02bc"),
        "soft hyphens": "\u00ad".join(name),
        "full width": "".join(
            chr(ord(character) + 0xFEE0) if "!" < character < "~" else character for character in name
        ),
    }


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_found_in_every_way_to_write_it(name: str) -> None:
    secrets = hidden(name)
    for way, written in ways(name).items():
        if way in {"whole address", "full width", "soft hyphens"} and any(
            character in name for character in "%&\\<"
        ):
            continue  # what it stands for is a stand-in itself
        assert secrets.has_name(f"Won by {written}, in two games."), way
        if way != "Turkish capitals":  # which no program makes
            assert secrets.is_published(f"<html><td>{written}</td>".encode()), way
            assert secrets.exclude_words(()).is_published(f"id,name\nx,{written},7\n".encode()), way
        assert Redactor(secrets).redact_text(f"the row of {written}") == "…", way
        problem = Problem("a.csv", 1, 1, say("x", "{name} is wrong", name=f"'{written}'"), "")
        assert str(Redactor(secrets).redact_problems([problem])[0].message) == "'…' is wrong", way


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("Maria Jansen - de Wit", "Maria Jansen-de Wit"), ("Maria Jansen - de Wit", "de Wit, Maria Jansen"),
        ("Maria Jansen - de Wit", "maria jansen de wit"),
        ("Maria Jansen-de Wit", "Maria Jansen \u2013 de Wit"),
        ("An & Piet Maes", "Maes, An & Piet"), ("Jan van der Berg", "Berg, Jan van der"),
        ("Jan van der Berg", "VAN DER BERG Jan"), ("JanTok", "Jan Tok"), ("Jan Tok", "#JanTok"),
        ("Jan Tok", "jan.tok@club.example"), ("Jan Tok", "jan_tok.jpg"), ("Jan Tok", "jan+tok"),
        ("Jean-Luc O'Brien", "Jean Luc OBrien"), ("Jean-Luc O'Brien", "JeanLuc O Brien"),
        ("Zoë van 't Hof", "Zoe van t Hof"), ("Zoe Hof", "Zoë Hof"), ("Iş\u0131k Demir", "ISIK DEMIR"),
        ("Iş\u0131k Demir", "IŞIK DEMİR"), ("Łukasz Żółć", "Lukasz Zolc"), ("Søren Ærø", "Soren Aero"),
        ("日本 太郎", "日本太郎さん"), ("Hans Groß", "HANS GROẞ"), ("J. P. Tok", "J.P. Tok"),
        ("J. P. Jansen", "JP Jansen"),
        ("Jan Tok", "<b>Jan</b> <i>Tok</i>"), ("Jan Tok", "Ja<!-- x -->n Tok"), ("Jan Tok", "Jan &nbsp; Tok"),
    ],
)  # fmt: skip
def test_two_spellings_are_one_name(name: str, written: str) -> None:
    assert hidden(name).has_name(f"Won by {written}.")


@pytest.mark.parametrize(
    ("name", "shown", "text"),
    [
        ("Peeters, Jan", ["Piet Peeters", "Jan Claes"], "Piet Peeters, Jan Claes"),
        ("Jan Peeters", ["Piet Peeters", "Jan Claes"], "Piet Peeters, Jan Claes and others"),
        ("Gross Hans", ["Ann Hans", "Gross Eva"], "Ann Hans – Gross Eva"),
        ("Hans Gross", ["Hans Gross-Maes"], "Hans Gross-Maes"),
        ("Al Bert", ["Albert Maes"], "Albert Maes"),
        ("Jan Tok", [], "Jan Toke"),
        ("Jan Tok", [], "Trojan Tok"),
        ("Jan Tok", [], "Jan beats Tok"),
        ("Ana", [], "An A"),
    ],
)
def test_what_two_others_are_called_is_no_name(name: str, shown: list[str], text: str) -> None:
    assert not hidden(name, *shown).has_name(text)
    assert not hidden(name, *shown).is_published(f"<p>{text}</p>".encode())


def test_a_name_between_two_others_is_a_name() -> None:
    """A list by family has it where the names of others stand in another order."""
    secrets = hidden("Jan Peeters", "Piet Peeters", "Jan Maes", "Piet Claes")
    assert secrets.has_name("Claes, Piet; Peeters, Jan; Maes, An")
    assert secrets.has_name("Piet Peeters, Jan Peeters and Jan Maes")


def test_what_a_program_writes_is_no_name_but_inside_its_own_texts() -> None:
    made = HiddenNames(frozenset({"rating list", "jan ronde"})).add_program_texts(
        ["The rating list of", "Ronde", "Rating"]
    )
    assert not made.is_published(b"<h1>The rating list of 3 May</h1><p>Ronde 3</p>")
    assert made.is_published(b"<h1>Rating</h1><p>Won by Rating List</p>")
    assert made.is_published(b"<td>Jan Ronde</td>")
    assert made.is_published(b"<td>Ronde, Jan</td>")


def test_initials_are_looked_for_in_what_is_made_as_they_are_written() -> None:
    secrets = hidden("J. P.")
    assert secrets.has_name("won by J P")
    made = secrets.exclude_words(())
    assert made.is_published(b"<p>won by J. P. in two games")
    assert not made.is_published(b"<a>H</a> <a>I</a> <a>J</a> <a>P</a>")


_ORDERS = (
    "{b} - {a}", "{a} -- & -- {b}", "{b} -- & -- {a}", "# {b} - {a}", "`{b} - {a}`", "*{b}* **{a}**",
    "{b} | {a}", "{b} / {a}", "{a} \u2014 {b}", "~~{b}~~ + {a}", "{b} <-> {a}", "{b} *** {a}",
)  # fmt: skip
"""How the two halves of a name can stand in a text."""
_HALVES = (
    ("Dabomaku Kifove", "Dabomaku", "Kifove"), ("Kifove-Dabomaku", "Kifove", "Dabomaku"),
    ("Jan Kifove-Dabomaku", "Jan Kifove", "Dabomaku"), ("Jan de Kifove", "Jan", "Kifove"),
    ("Jan de Kifove", "Jan", "de Kifove"), ("Bo Li", "Bo", "Li"), ("Zo\u00eb van 't Hof", "Zoe", "Hof"),
    ("Kifove & Dabomaku", "Kifove", "Dabomaku"), ("Ann O'Brien", "Ann", "O'Brien"),
    ("Jos\u00e9 Garc\u00eda M\u00e1rquez", "Jose Marquez", "Garcia"), ("Rose Maes", "Rose", "Maes"),
    ("Maria Jansen - de Vries", "de Vries Maria", "Jansen"), ("J. P. Tok", "J. P.", "Tok"),
)  # fmt: skip


@pytest.mark.parametrize(("name", "first", "second"), _HALVES)
def test_a_name_is_found_however_its_halves_are_turned_and_joined(name: str, first: str, second: str) -> None:
    for order in _ORDERS:
        text = order.format(a=first, b=second)
        problems = hidden(name).find_problems(f"Won by\n\n{text}\n", "page.md")
        assert [problem.code for problem in problems] == ["hidden-player-named"], text


def test_two_items_of_a_list_and_two_initials_are_no_name() -> None:
    assert not hidden("Rose Maes").has_name("- Rose\n- Maes\n")
    assert not hidden("A. B.").has_name("team A - B")


def test_a_name_of_signs_is_looked_for_where_people_write() -> None:
    assert hidden("\U0001f98a").has_name("won by \U0001f98a!")
    assert not hidden("-").has_name("a - b")
    assert not hidden("-").exclude_words(()).is_published(b"<p>a - b")


_WORDS = st.text(st.characters(categories=["Lu", "Ll", "Lo"], max_codepoint=0x24F), min_size=3, max_size=8)


_SIGNS = st.sampled_from([" ", "-", "'", " - ", " & ", "/", ". ", ", "])


@given(st.lists(_WORDS, min_size=2, max_size=4), _SIGNS)
def test_a_name_of_any_words_is_found(words: list[str], sign: str) -> None:
    name = sign.join(words)
    for way, written in ways(name).items():
        assert hidden(name).has_name(f"({written})"), way
    for order in permutations(words):
        assert hidden(name).has_name(" -- & -- ".join(order)), order
    assert hidden(name).is_published(f"<td>{name}</td>".encode())


def test_many_names_are_found_as_few_are() -> None:
    people = [Person(f"x{n}", f"Name{n}qx Family{n}zv", "", (), hidden=True) for n in range(600)]
    secrets = collect_hidden_names(people)
    assert secrets.is_published(b"<td>FAMILY77ZV, <b>Name77qx</b></td>")
    assert not secrets.is_published(b"<td>Family77zv</td><td>Name77qx</td>")
    assert not secrets.is_published(b"id,name\nName1qx,Family2zv\nFamily1zv,Name3qx")


_TAG = re.compile(b"<[^>]*>")
_ALIKE = st.sampled_from(["Ansen", "Jansen", "Vanderjansens", "Jans", "Piet", "Pieter", "Noël", "An", "Ruﬃn"])


@given(
    st.lists(st.lists(_ALIKE, min_size=2, max_size=3).map(" ".join), min_size=2, max_size=6, unique=True),
    st.sampled_from([" ", "<td>", ".", "\u00ad"]) | st.integers(180, 205).map("-".__mul__),
    st.data(),
)
def test_a_name_is_looked_for_beside_all_others_as_alone(
    names: list[str], far: str, data: st.DataObject
) -> None:
    """Few parts of all names are looked for: those without which no other can be there."""
    words = data.draw(st.permutations(data.draw(st.sampled_from(names)).split()))
    page = fold_bytes(f"<html>{'y' * 400} {far.join(words)} {'y' * 400}".encode())
    if any([*Needles([name]).iter_stretches(page, _TAG)] for name in names):
        assert [*Needles(names).iter_stretches(page, _TAG)]
