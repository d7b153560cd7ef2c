"""Players who hide under names in unusual forms, and where any of these is found in what is published."""

import csv
import io
import json
import unicodedata
from collections.abc import Iterator, Mapping
from random import Random
from typing import Literal

from sites import ALL, files

HIDDEN_COUNT, VISIBLE_COUNT = 200, 40
FORMS = (
    "Zyq{n}var Qorblax", "Ünzyq{n} Öqvarß", "O'Zyq{n} d\u2019Arqvex", "Zyq{n}-Marqvo van 't Exqo",
    "ΖυΨ{n} Ωξψάρ", "Жыщ{n} Цюъэв", "זקש{n} צדפס", "ضظغ{n} ثخذ", "鑫龘{n} 靐", "zyQ{n}XAR", "Zyq{n}, Vexqa",
    'Zyq{n} "Qux" Varq', "Zyq{n} & Söhneq", "Zyq{n}<b>Qra</b>", "E\u0301zyq{n} Varqe\u0302", "Q{n}zyv",
    "Zyq{n} \uff26\uff55\uff4c\uff51", "Zyq{n} Æqœrn", "Zyq{n} \\Qback", "Zyq{n} {{Q}}",
    "Zyq{n} Vexq - de Qarvo", "Qarx & Zyq{n} Vexqo",
)  # fmt: skip
UNICODE_FORMS: tuple[Literal["NFC", "NFD", "NFKC"], ...] = ("NFC", "NFD", "NFKC")


def _forms(word: str) -> set[str]:
    """A word as it can be written."""
    return {unicodedata.normalize(form, text) for form in UNICODE_FORMS for text in (word, word.casefold())}


def _make_player(number: int) -> tuple[str, str]:
    """The id and the name of a player who hides."""
    return f"zq{number:03d}kx-wq{number}", FORMS[number % len(FORMS)].format(n=number)


def _quote(cell: str) -> str:
    return '"' + cell.replace('"', '""') + '"'


def league() -> dict[str, bytes]:
    """A site with a ranking of two hundred who hide, of whom each plays, and some who are shown."""
    chance = Random(1)
    rows = [(*_make_player(n), "yes") for n in range(HIDDEN_COUNT)]
    rows += [(f"shown-{n}", f"Shown Person{n}", "") for n in range(VISIBLE_COUNT)]
    chance.shuffle(rows)
    aliases = [_quote(_alias(n)) if row[2] else "" for n, row in enumerate(rows)]
    players = [
        f"{_quote(row[0])},{_quote(row[1])},{alias},{_quote(row[2])}"
        for row, alias in zip(rows, aliases, strict=True)
    ]
    matches = [
        f"2026-{1 + n % 9:02d}-{1 + n % 27:02d},{_quote(row[1])},{next_row[0]},1-0"
        for n, (row, next_row) in enumerate(zip(rows, rows[1:] + rows[:1], strict=True))
    ]
    texts = {
        "sitegen.toml": '[site]\ntitle = "A"\nurl = "https://a.example/"\nlanguage = "nl"\n'
        '[[ranking]]\nid = "elo"\nsystem = "elo"\ntitle = "Elo"\n',
        "results/elo/players.csv": "\n".join(["id,name,aliases,hidden", *players, ""]),
        "results/elo/games/2026.csv": "\n".join(["date,home,away,result", *sorted(matches), "# Zyq1var", ""]),
    }
    return {path: text.encode() for path, text in texts.items()}


def _alias(number: int) -> str:
    return f"Alias{number}qzx Wqv|Qv{number}zz"


def rankings() -> dict[str, bytes]:
    """A site with a ranking of every system, of whose players every second one hides under such a name."""
    site_files, first = files(*ALL), 0
    for name in ALL:
        inside = f"results/{name}/"
        (header, *rows) = _rows(site_files[f"{inside}players.csv"])
        places = [header.index("id"), header.index("name")]
        renamed: dict[str, str] = {}
        for number, row in enumerate(rows[::2], first):
            renamed |= {row[at]: new for at, new in zip(places, _make_player(number), strict=True)}
        first += len(rows)
        for path in [file for file in site_files if file.startswith(inside) and file.endswith(".csv")]:
            site_files[path] = _rename_players(site_files[path], renamed, hides=path.endswith("/players.csv"))
    return site_files


def _rows(data: bytes) -> list[list[str]]:
    lines = data.decode("utf-8-sig").splitlines()
    return list(csv.reader(line for line in lines if line.strip() and not line.startswith("#")))


def _rename_players(data: bytes, renamed: Mapping[str, str], *, hides: bool) -> bytes:
    """A table with these names for others; who bears one hides, where it is the table of players."""
    written = io.StringIO()
    header, *rows = _rows(data)
    if hides and header[-1] == "hidden":
        header, *rows = ([*row[:-1]] for row in (header, *rows))
    added = [[*header, "hidden"]] if hides else [header]
    for row in rows:
        own = [renamed.get(cell, cell) for cell in row]
        added.append([*own, "yes" if own != row else ""] if hides else own)
    csv.writer(written, lineterminator="\n").writerows(added)
    return written.getvalue().encode()


def list_canary_words() -> frozenset[str]:
    """The words out of these names that stand nowhere else."""
    name_texts = [part for n in range(HIDDEN_COUNT + VISIBLE_COUNT) for part in (*_make_player(n), _alias(n))]
    words = {word for part in name_texts for word in part.replace("|", " ").replace(",", " ").split()}
    return frozenset(word for word in words if len(word) > 4 and any(mark.isdigit() for mark in word))


def find_canaries(page_text: str) -> Iterator[str]:
    """The forms of these words that stand in a text, however that is written."""
    texts = [page_text, page_text.casefold(), json.dumps(page_text)]
    plain = "\n".join({unicodedata.normalize(form, text) for form in UNICODE_FORMS for text in texts})
    trigrams = {"".join(letters) for letters in {*zip(plain, plain[1:], plain[2:], strict=False)}}
    for word in sorted(list_canary_words()):
        yield from (form for form in sorted(_forms(word)) if form[:3] in trigrams and form in plain)
