"""What people write is read from content/: addresses, titles and news, and each mistake at its place."""

# ruff: noqa: E501 - what is said stands on one line, as it is printed

import mimetypes
import os
import re
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from processes import needs_pipes

from sitegen.inputs.content import texts
from sitegen.inputs.content.files import PUBLISHED_EXTENSIONS, check_name
from sitegen.inputs.content.texts import Content, ContentPage

ALLOWED = "cannot stand in an address: allowed are a-z, 0-9, '-', '_' and '.'"
ACTIVE = "an HTML or XML file can carry scripts (write the page in Markdown, in a file that ends in .md)"
NEWS = "the name of a news item is its date and a title, not"
EXAMPLE = "(for example 2026-11-14-open-day.md, without a folder of its own)"
TODAY = date(2026, 11, 21)
RANKINGS = ["backgammon", "youth-cup"]


def site(root: Path, files: dict[str, str | bytes]) -> Path:
    for name, data in files.items():
        path = root / "content" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return root


def read(root: Path, files: dict[str, str | bytes], as_of: date = TODAY) -> tuple[Content, list[str]]:
    found, problems = texts.read_content(site(root, files), RANKINGS, as_of)
    return found, [str(problem) for problem in problems]


def only(root: Path, text: str | bytes, name: str = "about.md") -> ContentPage:
    found, problems = read(root, {name: text})
    assert problems == []
    (page,) = (*found.pages, *found.news)
    return page


def test_each_file_gets_its_address(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        "index.md": "Welcome",
        "backgammon.md": "The rules",
        "about.md": "About",
        "club/index.md": "Club",
        "club/house-rules.md": "House",
        "news/2026-11-14-open-day.md": "News",
        "news/2026-11-14-open-day/photo.jpg": b"\xff\xd8",
        "images/board_2.min.png": b"\x89PNG",
        "CNAME": "rankings.example.org\n",
        "robots.txt": "",
    }
    found, problems = read(tmp_path, files)
    assert problems == []
    assert {page.path: page.url for page in (*found.pages, *found.news)} == {
        "content/index.md": "",
        "content/backgammon.md": "backgammon/rules/",
        "content/about.md": "about/",
        "content/club/index.md": "club/",
        "content/club/house-rules.md": "club/house-rules/",
        "content/news/2026-11-14-open-day.md": "news/2026-11-14-open-day/",
    }
    copied = {"news/2026-11-14-open-day/photo.jpg", "images/board_2.min.png", "CNAME", "robots.txt"}
    assert found.files == {text: (tmp_path / "content" / text).read_bytes() for text in copied}


def test_a_site_without_content_is_well(tmp_path: Path) -> None:
    assert texts.read_content(tmp_path, RANKINGS, TODAY) == (Content(), [])


def test_news_is_newest_first_and_what_is_dated_later_does_not_exist_yet(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        f"news/{text}.md": "" for text in ("2026-11-22-d", "2026-11-21-c", "2026-11-21-b", "2025-01-01-a")
    }
    found, problems = read(tmp_path, files)
    assert problems == []
    assert [article.title for article in found.news] == ["C", "B", "A"]
    later, _ = read(tmp_path, files, date(2026, 11, 22))
    assert later.news[0].title == "D"
    assert later.news[0].day == date(2026, 11, 22)


def test_a_mistake_in_news_of_tomorrow_is_told_today(tmp_path: Path) -> None:
    _, problems = read(tmp_path, {"news/2026-11-22-d.md": "---\ntitel: x\n---\n"})
    assert problems == ["content/news/2026-11-22-d.md:2:1: unknown key 'titel' (did you mean 'title'?)"]


@pytest.mark.parametrize(
    ("text", "title", "line", "rest"),
    [
        ("---\ntitle: Our club\n---\nText\n", "Our club", 4, "Text\n"),
        ('---\r\n# a comment\r\n\r\ntitle: "A: b"\r\n---\r\n\r\nText', "A: b", 6, "\nText"),
        ("\ufeff---\ntitle: 'x'\n---", "x", 4, ""),
        ('---\ntitle: "The \\"A\\" \\\\ b\\d"\n---', 'The "A" \\ b\\d', 4, ""),
        ("---\ntitle: 'Jo''s team'\n---", "Jo's team", 4, ""),
        ('---\ntitle: "A" and "B"\n---', '"A" and "B"', 4, ""),
        ('---\ntitle: The "open" day\n---\n', 'The "open" day', 4, ""),
        ("# {: .k }\nText", "About us", 1, "# {: .k }\nText"),
        ("# Our *club*\n\nText", "Our club", 1, "\n\nText"),
        ("Text\n\n#  Our `club` ## {: #id .k }\nmore", "Our club", 1, "Text\n\n\nmore"),
        ("---\ntitle: One\n---\n# Two\n", "One", 4, "# Two\n"),
        ("```\n# code\n```\n# Title", "Title", 1, "```\n# code\n```\n"),
        ("~~~\n```\n# code\n~~~\n# Title", "Title", 1, "~~~\n```\n# code\n~~~\n"),
        ("    # code\n## Two\n#tag", "About us", 1, "    # code\n## Two\n#tag"),
        ("", "About us", 1, ""),
    ],
)  # fmt: skip
def test_the_title_is_given_or_the_first_heading_or_the_name(
    tmp_path: Path, text: str, title: str, line: int, rest: str
) -> None:
    page = only(tmp_path, text, "about-us.md")
    assert (page.title, page.line, page.text) == (title, line, rest)


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("index.md", ""),
        ("youth-cup.md", "Youth cup"),
        ("club/index.md", "Club"),
        ("club/rules.md", "Rules"),
        ("news/2026-11-14-open_day.md", "Open day"),
    ],
)
def test_a_page_without_title_is_called_after_its_address(tmp_path: Path, name: str, title: str) -> None:
    assert only(tmp_path, "Text", name).title == title


def test_news_can_have_a_summary(tmp_path: Path) -> None:
    page = only(tmp_path, "---\ntitle: Open\nsummary: All are welcome.\n---\n", "news/2026-11-14-x.md")
    assert page.summary == "All are welcome."


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
@given(text=st.text(st.characters(categories=["L", "N", "P", "Zs"]) | st.just("\n")))
def test_the_text_is_that_of_the_file_from_its_line_on(
    tmp_path_factory: pytest.TempPathFactory, line_end: str, text: str
) -> None:
    whole = f"---\ntitle: x\n---\n{text}"
    page = only(tmp_path_factory.mktemp("site"), whole.replace("\n", line_end))
    assert page.text == text
    assert whole.split("\n")[page.line - 1 :] == page.text.split("\n")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (b"one\rtwo\r\ncaf\xe9", ":3:4: the byte 0xe9 is not UTF-8 text (save the file as UTF-8)"),
        (b"\xef\xbb\xbfab\xe9", ":1:3: the byte 0xe9 is not UTF-8 text (save the file as UTF-8)"),
        ("abc".encode("utf-16"), ":1:1: the byte 0xff is not UTF-8 text (save the file as UTF-8)"),
        ("one\ntw\x00o", ":2:3: an invisible character, U+0000 (remove it)"),
        ("a\u2028b", ":1:2: an invisible character, U+2028 LINE SEPARATOR (remove it)"),
        ("# A\ufffe", ":1:4: an invisible character, U+FFFE (remove it)"),
        ("a\U0010ffff", ":1:2: an invisible character, U+10FFFF (remove it)"),
        ("a\u202eb", ":1:2: an invisible character, U+202E RIGHT-TO-LEFT OVERRIDE (remove it)"),
        (
            "---\ntitle: x\n",
            ":1:1: '---' opens a block of 'key: value' lines that is not closed (end it with a line '---')",
        ),
        ("---\nno colon\n---", ":2:1: 'no colon' is not a line 'key: value' (known: title, menu)"),
        ("---\ntitle:\n---", ":2:1: the key 'title' has no value (write one, or remove the line)"),
        ("---\ntitle: ''\n---", ":2:1: the key 'title' has no value (write one, or remove the line)"),
        ("---\ntitle: a\n\ntitle: b\n---", ":4:1: the key 'title' occurs twice (remove one of the two)"),
        ("---\ntitel: a\n---", ":2:1: unknown key 'titel' (did you mean 'title'?)"),
        ("---\nsummary: a\n---", ":2:1: unknown key 'summary' (known: title, menu)"),
    ],
)  # fmt: skip
def test_a_mistake_in_a_page_is_an_error_at_its_place(
    tmp_path: Path, text: str | bytes, expected: str
) -> None:
    _, problems = read(tmp_path, {"about.md": text})
    assert problems == [f"content/about.md{expected}"]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("About us.md", f"'About us.md' {ALLOWED} (rename it to 'about-us.md')"),
        ("Café & Été.md", f"'Café & Été.md' {ALLOWED} (rename it to 'cafe-ete.md')"),
        ("img/IMG 1 .JPG", f"'IMG 1 .JPG' {ALLOWED} (rename it to 'img-1.jpg')"),
        ("Фото/a.png", f"'Фото' {ALLOWED} (rename it to 'page')"),
        ("a..b.md", f"'a..b.md' {ALLOWED} (rename it to 'a.b.md')"),
        ("con/a.png", "Windows keeps the name 'con' for itself (rename it to 'the-con')"),
        ("aux.md", "Windows keeps the name 'aux.md' for itself (rename it to 'the-aux.md')"),
        (f"{'a' * 100}.md", f"the name '{'a' * 59}…' is longer than 100 characters (shorten it)"),
        ("page.html", ACTIVE),
        ("data/x.XML", ACTIVE),
        ("404.html", "sitegen itself writes at the address '404.html' (give it another name)"),
        ("feed.xml", "sitegen itself writes at the address 'feed.xml' (give it another name)"),
        ("static/x.css", "sitegen itself writes at the address 'static/x.css' (give it another name)"),
        ("news.md", "sitegen itself writes at the address 'news' (give it another name)"),
        ("news/index.md", "sitegen itself writes at the address 'news/index' (give it another name)"),
        ("backgammon", "sitegen itself writes at the address 'backgammon' (give it another name)"),
        ("youth-cup/a.md", "sitegen itself writes at the address 'youth-cup/a' (give it another name)"),
        ("news/open.md", f"{NEWS} 'open.md' {EXAMPLE}"),
        ("news/2026-11-14.md", f"{NEWS} '2026-11-14.md' {EXAMPLE}"),
        ("news/2026/11-14-x.md", f"{NEWS} '2026/11-14-x.md' {EXAMPLE}"),
        ("news/2026-02-30-x.md", "'2026-02-30' is not a day of the calendar (write the year, the month and the day, such as 2026-11-14)"),
    ],
)  # fmt: skip
def test_a_name_that_makes_no_address_is_an_error(tmp_path: Path, name: str, expected: str) -> None:
    found, problems = read(tmp_path, {name: "x"})
    assert problems == [f"content/{name}: {expected}"]
    assert found == Content()


@given(st.text(st.characters(exclude_characters="/", exclude_categories=["Cs"]), min_size=1))
def test_the_name_that_is_proposed_is_a_good_one(part: str) -> None:
    fault = check_name(part, RANKINGS)
    proposed = (
        fault[1].removeprefix("rename it to '").removesuffix("'") if fault and "rename" in fault[1] else "x"
    )
    assert "…" in proposed or "cannot stand" not in str(check_name(proposed, RANKINGS))


@pytest.mark.parametrize(
    ("first", "second"),
    [("about/index.md", "about.md"), ("robots.txt", "robots.txt.md"), ("CNAME", "cname.md")],
)
def test_two_files_with_one_address_are_an_error_that_names_both(
    tmp_path: Path, first: str, second: str
) -> None:
    _, problems = read(tmp_path, {first: "", second: ""})
    assert problems == [f"content/{second}: has the same address as content/{first} (rename one of the two)"]


def test_symbolic_links_are_errors_and_are_never_followed(tmp_path: Path) -> None:
    root = site(tmp_path / "site", {"about.md": "x"})
    secret = tmp_path / "secret"
    secret.mkdir()
    (secret / "key.txt").write_text("secret")
    (root / "content/key.txt").symlink_to(secret / "key.txt")
    (root / "content/loop").symlink_to(root / "content")
    (root / "content/nothing").symlink_to(root / "missing")
    found, problems = texts.read_content(root, RANKINGS, TODAY)
    hint = "(put the file or folder itself here: what a link leads to could be anything on the disk)"
    assert [str(problem) for problem in problems] == [
        f"content/{text}: a symbolic link, which is not followed {hint}"
        for text in ("key.txt", "loop", "nothing")
    ]
    assert found.files == {}


def test_content_that_is_itself_a_link_or_a_file_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "content").write_text("x")
    assert [str(content_problem) for content_problem in texts.read_content(tmp_path, RANKINGS, TODAY)[1]] == [
        "content: not a folder"
    ]
    (tmp_path / "content").unlink()
    (tmp_path / "content").symlink_to(tmp_path)
    (problem,) = texts.read_content(tmp_path, RANKINGS, TODAY)[1]
    assert problem.message == "a symbolic link, which is not followed"


@needs_pipes
def test_a_pipe_is_not_opened(tmp_path: Path) -> None:
    root = site(tmp_path, {"about.md": "x"})
    os.mkfifo(root / "content/pipe")
    _, problems = texts.read_content(root, RANKINGS, TODAY)
    assert [str(problem) for problem in problems] == ["content/pipe: neither a file nor a folder"]


def test_droppings_of_programs_and_systems_are_passed_over(tmp_path: Path) -> None:
    names = (
        ".about.md.swp",
        "about.md~",
        "#about.md#",
        ".#about.md",
        "~$rules.docx",
        ".~lock.rules.odt#",
        ".git/config",
        "Thumbs.db",
        "about.md.orig",
        ".DS_Store",
        "._photo.jpg",
        "photos/.gitkeep",
        "__MACOSX/photo.jpg",
    )
    assert read(tmp_path, dict.fromkeys(names, b"\xff")) == (Content(), [])


@pytest.mark.parametrize(
    "name",
    [
        "rules.docx",
        "form.pdf",
        "table.xlsx",
        "table.ods",
        "calendar.ics",
        "games.pgn",
        "boards.pbn",
        "all.zip",
    ],
)
def test_what_a_visitor_expects_is_copied(tmp_path: Path, name: str) -> None:
    assert read(tmp_path, {name: b"\xff"}) == (Content(files={name: b"\xff"}), [])


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("setup.exe", "files of the kind '.exe' are not published (save it as another kind, such as .pdf, .jpg, .docx or .xlsx, or put it into a .zip)"),
        ("photo.jpge", "files of the kind '.jpge' are not published (did you mean 'jpg'?)"),
        ("club.css", "files of the kind '.css' are not published (what belongs to the theme stands in templates/static/)"),
        ("licence", "the name does not say what kind of file this is (a page ends in .md, a picture in .jpg or .png, a document in .pdf)"),
        (".htaccess", "warning: its name begins with a dot, which hides it: it is not published (rename it, or keep it elsewhere)"),
        (".well-known/security.txt", "warning: its name begins with a dot, which hides it: it is not published (rename it, or keep it elsewhere)"),
    ],
)  # fmt: skip
def test_what_is_not_published_is_told(tmp_path: Path, name: str, expected: str) -> None:
    found, problems = read(tmp_path, {name: "x"})
    assert found == Content()
    assert problems == [f"content/{name.partition('/')[0]}: {expected}"]


SVG = "<svg xmlns='http://www.w3.org/2000/svg'>{}</svg>"


def test_a_drawing_that_can_carry_scripts_is_an_error(tmp_path: Path) -> None:
    found, problems = read(tmp_path, {"x.svg": SVG.format("<script/>"), "y.svg": SVG.format("<g/>")})
    assert list(found.files) == ["y.svg"]
    told = "a drawing with '<script>' can carry scripts, or load what stands elsewhere"
    assert problems == [f"content/x.svg: {told} (save it as a plain SVG, or as PNG)"]


@pytest.mark.parametrize("kind", ["xsd", "rng", "rdf", "xsl", "mhtml", "shtml", "xht", "svgz", "rss", "atom"])
def test_no_kind_that_a_browser_runs_is_copied(tmp_path: Path, kind: str) -> None:
    assert read(tmp_path, {f"x.{kind}": "x"}) == (Content(), [f"content/x.{kind}: {ACTIVE}"])


@pytest.mark.parametrize("name", ["games.pgn", "boards.pbn", "CNAME"])
@pytest.mark.parametrize(
    "data", ["<script>alert(1)</script>", "\ufeff\n <!DOCTYPE html>", "<?xml version='1.0'?>"]
)
def test_a_file_that_a_browser_would_take_for_a_page_is_not_copied(
    tmp_path: Path, name: str, data: str
) -> None:
    assert read(tmp_path, {name: data}) == (Content(), [f"content/{name}: {ACTIVE}"])


def test_nothing_that_a_browser_runs_is_among_the_kinds() -> None:
    guessed = {kind: mimetypes.guess_type(f"x.{kind}")[0] or "" for kind in PUBLISHED_EXTENSIONS - {"svg"}}
    runs = re.compile(r"text/html|.*/(?:.*[+])?xml|.*script.*|text/css|multipart/.*|.*wasm.*")
    assert {kind: text for kind, text in guessed.items() if runs.fullmatch(text)} == {}
