"""What can happen to a file of a site: by a hand, a spreadsheet, a disk, or somebody who means harm.

Each kind of damage is a function of a source of chance, a path and the bytes there, which gives new bytes.
What it does is the same for the same seed, so that a seed and a name are a reproducer.
"""

import csv
import io
import re
from collections.abc import Callable, Mapping
from random import Random

from sitegen.pages import theme

Kind = Callable[[Random, str, bytes], bytes]
Change = Callable[[Random, str, dict[str, bytes]], None]
"""What happens to a file among the others, not to what it holds."""

TEXTS = [
    "", " ", "\u00a0", "x" * 70_000, "0", "-1", "-0", "+3", "1e3", "1E+308", "NaN", "inf", "0x10", "1_000",
    "99999999999999", "9" * 16, "9" * 5000, "1,5", "1.5", "1.234", "1.234,5", "½", "1/2", "\u0661",
    "\uff17", "2026-02-30", "0001-01-01", "9999-12-31", "31/12/2026", "12-13-2026", "46000", "1-feb",
    "2099-01-01", "#REF!", "#N/B", "####", "# x", "=1+1", "+1", "@x", "-x", "\uff1dcmd()", "'1",
    "an-peeters", "An Peeters", "AN-PEETERS", "an peeters", "Peeters, An", "Niemand", "con", "nul", "..",
    "../../x", "/", "a/b", "index", "<script>alert(1)</script>", "&amp;", "</table>", "{{ 1/0 }}",
    "{% x %}", "${x}", "%s", "{x}", "{0}", "\\", "::error::x", "##[error]x", "\x1b[31m", "\x00", "\x07",
    "\u202e", "\u200b", "\ufeff", "\ufffe", "\U0001f600", "İ", "ß", "ﬁ", "ŉ", "e\u0301", "\u0301", "日本",
    "שלום", "yes", "no", "ja", "x", "true", '"', '""', "'", 'a"b', 'a""b', '"a', "a\nb", "a;b", "a,b",
    "a\tb", "\u2028", "\x85", "1-0", "0-1f", "A", "Z", "1NS", "2 3",
]  # fmt: skip
"""What stands in a cell that should not, and some that may."""

BYTES = [
    b"\x00", b"\xff", b"\xfe\xff", b"\xff\xfe", b"\xef\xbb\xbf", b"\xe9", b"\xc3", b"\xed\xa0\x80",
    b"\xf4\x90", b"\r", b"\n", b"\r\n", b"\n\n\n", b"\t", b";", b",", b'"', b"'", b"#", b"\\", b"=", b"[",
    b"]", b"{", b"}", b"PK\x03\x04", b"<<<<<<< HEAD\n", b"=======\n", b">>>>>>> x\n",
    b"version https://git-lfs", b"sep=;\n", b"\xe2\x80\xa8", b"\xc2\x85", b"\x1b]0;x\x07", b"::error::x\n",
    b"##[error]", b"%PDF-1.4", b"<html>",
]  # fmt: skip

VALUES = [
    "0", "-1", "1", "2.5", "1e308", "-1e308", "nan", "inf", "0x" + "f" * 5000, "9" * 5000, "9" * 16, "1_0",
    "true", '""', '"x"', "'x'", '"""x"""', "[]", "[1]", '["x"]', "[[[[]]]]", "{}", "{ x = 1 }",
    "{ 2026 = 5 }", "2026-11-21", "0001-01-01", "9999-12-31", "07:30:00", "2026-11-21T07:30:00Z", "x", "",
    '"', "'", "[", "{", '"\\u202ex"', '"\\u0000"', '"\\ud800"', '"' + "x" * 70_000 + '"', '"../.."', '"nl"',
    '"index"', '"news"', '"fibs"', '"nbb"', '"weekly"', '"Europe/Nowhere"', '"/etc/passwd"',
    '"https://x.example/a/b"', '"http://"',
]  # fmt: skip

MARKDOWN = [
    "# x\n", "#" * 200 + "\n", "[x](y.md)", "[x](../../x)", "[x](javascript:alert(1))", "![x](x.png)",
    "[x]: y\n", "<script>x</script>", "<!-- x", "<b>", "</div>" * 50, "&#0;", "&#x1b;", "\x1b[31m",
    "\u202e", "\x00", "$$x^2$$", "$\\frac{1}{$", "$" * 50, "\\(" * 50, "$\\left($", "$\\begin{matrix}$",
    "`" * 60, "*" * 60, "_" * 60, "[" * 60, "> " * 60, "- " * 60, "|a|b|\n|-|-|\n|1|\n",
    "[^1]\n\n[^1]: x\n", "title: x\n", "---\n", "```\n", "{{ 1/0 }}", "{% raw %}", "<svg onload=x>",
    "<a href='x' id='x'>", "<x" * 30, "1. x\n" * 30, "~~~", "x\n===\n",
]  # fmt: skip

TEMPLATES = [
    "{{", "}}", "{%", "%}", "{#", "{{ x }}", "{{ x.y }}", "{% endfor %}", "{% if %}",
    "{% for x in 3 %}{% endfor %}", "{{ 1/0 }}", "{{ 1 + 'a' }}", "{{ page.nothing }}",
    "{{ site.root.nothing.x }}", "{{ range('x') }}", "{{ 3() }}", "{% include 'nothing.html' %}",
    "{% extends 'nothing.html' %}", "{% block x %}", "{{ none|long_date }}", "{{ 'x'|markdown|nothing }}",
    "{{ 10**5000 }}", "{{ ''.x.y }}", "{{ show().nothing }}", "{{ [][1] }}", "\x00",
    "{{ once('nothing.html') }}", "{% set x = %}", "{{ _(3) }}", "{{ titled('{x}', {}) }}", "\u202e",
    "{{ '\ud7ff' }}",
]  # fmt: skip


NAMES = [
    "x\n::error::x.csv", "\x1b[31m.csv", "##[error]x.csv", "con.csv", "PLAYERS.CSV", "players (1).csv",
    "x.txt", ".players.csv", "~$players.csv", "players.csv.bak", "a" * 200 + ".csv", "e\u0301.csv",
    "\udcff.csv", "ß.csv", "players/2026.csv", "matches/2026.csv", "matches/a/b.csv", "x.md",
    "news/2026-13-01-x.md", "news/x.md", "404.md", "index.html", "feed.xml", "static/x.css", "x.svg",
    "x.html", "a b.md", "news/2026-01-01-\x1b.md", "2026.csv",
]  # fmt: skip


def _line_of(rng: Random, data: bytes) -> tuple[list[bytes], int]:
    lines = data.splitlines(keepends=True) or [b""]
    return lines, rng.randrange(len(lines))


def _span(rng: Random, data: bytes) -> tuple[int, int]:
    start = rng.randint(0, len(data))
    return start, min(len(data), start + rng.choice((1, 1, 2, 5, 40)))


def flipped(rng: Random, _: str, data: bytes) -> bytes:
    at, end = _span(rng, data)
    return data[:at] + bytes(byte ^ (1 << rng.randrange(8)) for byte in data[at:end]) + data[end:]


def cut_out(rng: Random, _: str, data: bytes) -> bytes:
    at, end = _span(rng, data)
    return data[:at] + data[end:]


def cut_off(rng: Random, _: str, data: bytes) -> bytes:
    return data[: rng.randint(0, len(data))]


def put_in(rng: Random, _: str, data: bytes) -> bytes:
    at = rng.choice((0, len(data), rng.randint(0, len(data))))
    return data[:at] + rng.choice(BYTES) + data[at:]


def doubled(rng: Random, _: str, data: bytes) -> bytes:
    at, end = _span(rng, data)
    return data[:end] + data[at:end] * rng.choice((1, 2, 50)) + data[end:]


def encoded(rng: Random, _: str, data: bytes) -> bytes:
    text = data.decode("utf-8", "replace")
    name = rng.choice(("cp1252", "cp850", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-7", "cp037"))
    half = rng.choice((0, 0, len(text) // 2))
    return text[:half].encode() + text[half:].encode(name, "replace")


def line_ends(rng: Random, _: str, data: bytes) -> bytes:
    ends = rng.choice(
        ((b"\r",), (b"\r\n",), (b"\n", b"\r\n", b"\r"), (b"\n\n",), (b"\x0b",), (b"\x1e",), (b"",))
    )
    return b"".join(line + rng.choice(ends) for line in data.splitlines())


def of_bytes(rng: Random, _: str, data: bytes) -> bytes:
    return rng.choice(
        (b"", b"\n", b"\x00" * 50, rng.randbytes(200), data * 30, b"PK\x03\x04" + rng.randbytes(99))
    )


def line_moved(rng: Random, _: str, data: bytes) -> bytes:
    lines, at = _line_of(rng, data)
    line = lines.pop(at)
    for _number in range(rng.choice((0, 1, 1, 2, 3))):
        lines.insert(rng.randint(0, len(lines)), line)
    return b"".join(lines)


def _grid(data: bytes) -> tuple[list[list[str]], int]:
    """The cells of a table, and the number of the line with the headings."""
    text = data.decode("utf-8-sig", "replace").replace("\x00", "")
    try:
        rows = [row for row in csv.reader(io.StringIO(text, newline="")) if row] or [[""]]
    except csv.Error:
        rows = [line.split(",") for line in text.splitlines()]
    head = next((number for number, row in enumerate(rows) if not row[0].startswith("#")), 0)
    return rows, head


def _file(rows: list[list[str]], **form: str) -> bytes:
    written = io.StringIO()
    try:
        csv.writer(written, **form).writerows(rows)  # type: ignore[arg-type]
    except csv.Error:
        return "\n".join(",".join(row) for row in rows).encode("utf-8", "replace")
    return written.getvalue().encode("utf-8", "replace")


def cell(rng: Random, _: str, data: bytes) -> bytes:
    rows, head = _grid(data)
    row = rng.choice(rows[head:])
    if row:
        row[rng.randrange(len(row))] = rng.choice(TEXTS)
    return _file(rows)


def cell_of_another(rng: Random, _: str, data: bytes) -> bytes:
    rows, head = _grid(data)
    one, other = rng.choice(rows[head:]), rng.choice(rows[head:])
    if one and other:
        one[rng.randrange(len(one))] = rng.choice(other)
    return _file(rows)


def cell_torn(rng: Random, _: str, data: bytes) -> bytes:
    rows, head = _grid(data)
    row = rng.choice(rows[head:])
    at = rng.randint(0, len(row))
    row[at : at + rng.choice((0, 1))] = [rng.choice(TEXTS)] * rng.choice((0, 1, 2))
    return _file(rows)


def column(rng: Random, _: str, data: bytes) -> bytes:
    """A column goes, comes twice, goes elsewhere, or holds one thing alone."""
    rows, head = _grid(data)
    at, to, what = rng.randrange(len(rows[head])), rng.randrange(len(rows[head])), rng.randrange(5)
    text = rng.choice(TEXTS)
    for number, row in enumerate(rows[head:]):
        if at < len(row):
            if what == 0:
                del row[at]
            elif what == 1:
                row.insert(to, row[at])
            elif what == 2:
                row.insert(to, row.pop(at))
            elif number or what == 3:
                row[at] = text
    return _file(rows)


def spreadsheet(rng: Random, _: str, data: bytes) -> bytes:
    """What a spreadsheet makes of a table: other signs, other decimals and days, cells in one column."""
    rows, _head = _grid(data)
    what = rng.randrange(6)
    if what == 0:
        return _file(
            [[re.sub(r"^(-?\d+)\.(\d+)$", r"\1,\2", cell) for cell in row] for row in rows], delimiter=";"
        )
    if what == 1:
        day = r"\3/\2/\1" if rng.random() < 0.7 else r"\2/\3/\1"
        return _file(
            [[re.sub(r"^(\d{4})-(\d\d)-(\d\d)$", day, cell) for cell in row] for row in rows], delimiter=";"
        )
    if what == 2:
        return _file([[_as_line(row)] for row in rows])
    if what == 3:
        return _file([[*row, "", "", ""] for row in rows] + [["", "", ""]] * 3)
    if what == 4:
        return b"sep=;\r\n" + _file(rows, delimiter=";")
    return _file(rows, delimiter=rng.choice("\t;|: "))


def _as_line(row: list[str]) -> str:
    return ",".join(row)


def quotes(rng: Random, _: str, data: bytes) -> bytes:
    lines, at = _line_of(rng, data)
    lines[at] = lines[at].replace(
        b",", rng.choice((b'","', b',"', b'";"', b";", b"\t", b",,", b', "', b"\\,"))
    )
    return b"".join(lines)


def setting(rng: Random, _: str, data: bytes) -> bytes:
    lines, at = _line_of(rng, data)
    key = lines[at].partition(b"=")[0].strip() or b"x"
    lines[at] = key + b" = " + rng.choice(VALUES).encode("utf-8", "replace") + b"\n"
    return b"".join(lines)


def setting_added(rng: Random, _: str, data: bytes) -> bytes:
    """A key that is known somewhere, wherever it comes to stand."""
    keys = (
        "title url language repository timezone as_of id system archive options initial_rating publication"
        " complaint_days periods groups performance rematch bonus_ceilings final_seats lines average_a width"
        " step method top_score_pairs sessions start_ranking min drop pair_min pair_drop championships"
        " pairs_strength"
        " subsidy_from [site] [[ranking]] [ranking.options] [ranking] [x.y.z] options.lines ranking.id"
    )
    lines, at = _line_of(rng, data)
    key = rng.choice(keys.split())
    text = key if key.startswith("[") else f"{key} = {rng.choice(VALUES)}"
    lines.insert(rng.choice((at, len(lines))), f"\n{text}\n".encode("utf-8", "replace"))
    return b"".join(lines)


def markdown(rng: Random, _: str, data: bytes) -> bytes:
    at = rng.choice((0, len(data), rng.randint(0, len(data))))
    text = rng.choice(MARKDOWN) * rng.choice((1, 1, 1, 3, 20))
    return data[:at] + text.encode() + data[at:]


def template(rng: Random, path: str, data: bytes) -> bytes:
    """A template of ours, taken over by the site, in which something stands that should not."""
    own = theme.get_templates_folder() / path.removeprefix("templates/")
    given = data or own.read_bytes()
    at = rng.choice((0, len(given), rng.randint(0, len(given))))
    return given[:at] + rng.choice(TEMPLATES).encode() + given[at:]


def gone(_: Random, path: str, files: dict[str, bytes]) -> None:
    del files[path]


def renamed(rng: Random, path: str, files: dict[str, bytes]) -> None:
    copied(rng, path, files)
    del files[path]


def copied(rng: Random, path: str, files: dict[str, bytes]) -> None:
    folder = path.rpartition("/")[0]
    name = f"{folder}/{rng.choice(NAMES)}".removeprefix("/")
    if not any(file.startswith(f"{name}/") or name.startswith(f"{file}/") for file in files):
        files[name] = files[path]


def made_a_folder(rng: Random, path: str, files: dict[str, bytes]) -> None:
    files[f"{path}/{rng.choice(NAMES)}"] = files.pop(path)


CHANGES: Mapping[str, Change] = {change.__name__: change for change in (gone, renamed, copied, made_a_folder)}
ANY: Mapping[str, Kind] = {
    kind.__name__: kind
    for kind in (flipped, cut_out, cut_off, put_in, doubled, encoded, line_ends, of_bytes, line_moved)
}
OF_TABLES: Mapping[str, Kind] = {
    kind.__name__: kind for kind in (cell, cell_of_another, cell_torn, column, spreadsheet, quotes)
}
OF_SETTINGS: Mapping[str, Kind] = {kind.__name__: kind for kind in (setting, setting_added)}
OF_CONTENT: Mapping[str, Kind] = {markdown.__name__: markdown}
OF_TEMPLATES: Mapping[str, Kind] = {template.__name__: template}
KINDS: Mapping[str, Kind] = {**ANY, **OF_TABLES, **OF_SETTINGS, **OF_CONTENT, **OF_TEMPLATES}


def kinds(path: str) -> list[str]:
    """What can happen to the file at a path; what is of its own kind more often."""
    if path.startswith("templates/"):
        return [*OF_TEMPLATES]
    own = OF_TABLES if path.endswith(".csv") else OF_SETTINGS if path == "sitegen.toml" else OF_CONTENT
    return [*ANY, *CHANGES, *[*own] * (12 // len(own))]


def apply_damage(kind: str, rng: Random, path: str, files: dict[str, bytes]) -> None:
    """Do this to the file at a path, where there is one still."""
    if kind in OF_TEMPLATES or (kind in KINDS and path in files):
        files[path] = KINDS[kind](rng, path, files.get(path, b""))
    elif path in files:
        CHANGES[kind](rng, path, files)
