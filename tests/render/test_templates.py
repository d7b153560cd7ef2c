"""Templates that a club writes: whatever is wrong with one is told where it stands, in a finite time."""

import gc
import os
import signal
import threading
from collections.abc import Callable, Iterator
from datetime import date
from functools import partial
from itertools import count
from pathlib import Path
from types import CodeType

import pytest
from jinja2 import Environment

from sitegen.commands.check import check
from sitegen.publishing import build
from sitegen.publishing.publication import BuildResult
from sitegen.render import limits, templates

pytestmark = pytest.mark.slow

TODAY = date(2026, 11, 21)
Write = Callable[..., Path]


@pytest.fixture(autouse=True)
def without_collection() -> Iterator[None]:
    """Collect no garbage, as commands do: in what hypothesis hooks into it the clock would strike in vain."""
    gc.disable()
    yield
    gc.enable()


def told(result: BuildResult) -> list[str]:
    return [str(problem) for problem in result.problems]


@pytest.mark.parametrize(
    ("template", "expected"),
    [
        ("{{ 1/0 }}", "ZeroDivisionError: division by zero"),
        ('{{ 1 + "a" }}', "TypeError: unsupported operand type(s) for +: 'int' and 'str'"),
        ("{{ site.title.nothing() }}", "'str object' has no attribute 'nothing'"),
        ("{{ page() }}", "TypeError: "),
        ("{{ 'x' | int('y') | round }}", "TypeError: "),
        ("{% include 'nowhere.html' %}", "nowhere.html"),
        ("{{ '%d' % 'a' }}", "TypeError: "),
        ("{{ site.root.unlink() }}", "access to attribute 'unlink' of 'PosixPath' object is unsafe"),
        (
            '{{ titled("{page.__class__}", {"page": page}) }}',
            "a title fills in plain names, and 'page.__class__' is none",
        ),
        (
            '{{ titled("{page:{page.__class__}}", {"page": page}) }}',
            "a title fills in plain names, and 'page.__class__' is none",
        ),
        ("{{ cycler.__init__.__globals__ }}", "access to attribute '__init__' of 'type' object is unsafe"),
        ("{{ site.rankings[0].system.rate }}", "access to attribute 'rate' of 'module' object is unsafe"),
        ("{{ range(10 ** 9) | list }}", "OverflowError: Range too big"),
        ("{{ 10 ** 100000 }}", "a power of more than 1000"),
    ],
)
def test_whatever_a_template_raises_is_told_at_its_line(
    write_site: Write, template: str, expected: str
) -> None:
    root = write_site({"templates/404.html": f"a\nb\n{template}\n"})
    (found,) = told(build(root, root / "output", TODAY))
    assert found.startswith(f"templates/404.html:3: nothing can be made with this template: {expected}")


def test_a_template_that_includes_itself_is_told(write_site: Write) -> None:
    root = write_site({"templates/404.html": "a\n{% include '404.html' %}\n"})
    assert told(build(root, root / "output", TODAY)) == [
        "templates/404.html:2: a template that includes or calls itself has no end (take that out)"
    ]


EXTENDED = '{{% extends "sitegen/{}" %}}\n{{% block {} %}}x{{% endblock %}}'
NESTED = '{% extends "sitegen/404.html" %}{% block main %}{% block own %}{% endblock %}{% endblock %}'
PASSED = "nothing is made with this template"


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        (
            {"404.html": '{# ours #}\n{% extends "404.html" %}'},
            ["404.html:2: this template extends itself: '404.html' → '404.html'"],
        ),
        (
            {"list.html": '{% extends "player.html" %}', "player.html": '{% extends "list.html" %}'},
            [
                "list.html:1: this template extends itself: 'list.html' → 'player.html' → 'list.html'",
                "player.html:1: this template extends itself: 'player.html' → 'list.html' → 'player.html'",
            ],
        ),
        (
            {"404.html": EXTENDED.format("404.html", "mian")},
            ["404.html:2: nothing shows the block 'mian': 'sitegen/404.html' has none of that name"],
        ),
        (
            {"base.html": EXTENDED.format("base.html", "headr")},
            ["base.html:2: nothing shows the block 'headr': 'sitegen/base.html' has none of that name"],
        ),
        ({"systems/fibs/evnt.html": "x"}, [f"systems/fibs/evnt.html: warning: {PASSED}"]),
        ({"systems/fbs/event.html": "x"}, [f"systems/fbs/event.html: warning: {PASSED}"]),
        ({"404.html": NESTED, "systems/fibs/finals.html": "x"}, []),
    ],
)
def test_an_override_that_would_be_passed_over_is_told(
    write_site: Write, files: dict[str, str], expected: list[str]
) -> None:
    root = write_site({f"templates/{name}": text for name, text in files.items()})
    assert [str(problem).partition(" (")[0] for problem in check(root, TODAY)] == [
        f"templates/{text}" for text in expected
    ]


def test_the_block_that_was_meant_is_proposed(write_site: Write) -> None:
    root = write_site({"templates/404.html": EXTENDED.format("404.html", "mian")})
    (found,) = check(root, TODAY)
    assert found.hint == "did you mean 'main'?"


def test_the_names_of_all_templates_are_listed_with_their_blocks() -> None:
    listed = dict(line.split(maxsplit=1) for line in templates.list_templates(None) if len(line.split()) > 1)
    assert "footer" in listed["base.html"]
    assert listed["404.html"].split(", ") == ["title", "main"]


def test_a_template_is_a_text_of_a_sensible_size(write_site: Write) -> None:
    root = write_site({"templates/list.html": "x" * (2**20 + 1), "templates/404.html/a.html": "a"})
    (root / "templates/player.html").write_bytes("a\nCléo".encode("latin-1"))
    found = told(build(root, root / "output", TODAY))
    assert [problem for problem in found if "warning" not in problem] == [
        "templates/404.html: a template is a file, and this is a folder (rename it)",
        (
            "templates/list.html: this template has 1,048,577 bytes, more than 1,048,576"
            " (put other files into content/ or templates/static/)"
        ),
        "templates/player.html:2:3: this file is not UTF-8 (save it as UTF-8)",
    ]


def test_a_pipe_in_the_place_of_a_template_is_not_waited_for(write_site: Write) -> None:
    root = write_site()
    (root / "templates").mkdir()
    os.mkfifo(root / "templates/404.html")
    found = told(build(root, root / "output", TODAY))
    assert "neither a file nor a folder" in " ".join(found)


def test_the_same_mistake_on_many_pages_is_told_once(write_site: Write) -> None:
    root = write_site({"templates/base.html": "{{ 1/0 }}"})
    assert len(told(build(root, root / "output", TODAY))) == 1


LOOP = "{% for x in range(90000) %}"
ENDLESS = f"a\n{LOOP}{LOOP}{{% endfor %}}{{% endfor %}}"


@pytest.mark.parametrize("is_main", [True, False])
def test_a_page_without_end_is_stopped_and_told(
    write_site: Write, monkeypatch: pytest.MonkeyPatch, *, is_main: bool
) -> None:
    monkeypatch.setattr(limits, "PAGE_SECONDS", 0.5)
    root = write_site({"templates/404.html": ENDLESS})
    found: list[str] = []
    thread = threading.Thread(target=lambda: found.extend(map(str, check(root, TODAY))))
    thread.run() if is_main else thread.start()
    while thread.is_alive():
        thread.join(60)
    assert found == [
        (
            "templates/404.html:2: the page '404.html' takes longer than the 0.5 seconds that a page may take"
            " (look for something that is done over and over again)"
        )
    ]


def test_written_pages_have_a_bound_on_the_time_of_all(
    write_site: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each takes a second on a clock that nobody else looks at; the fourth is one too many."""
    monkeypatch.setattr(limits, "TOTAL_SECONDS", 3)
    monkeypatch.setattr(limits.time, "process_time", partial(next, count()))
    root = write_site({f"content/{name}.md": "# Title\n" for name in "abcdef"})
    (problem,) = check(root, TODAY)
    assert problem.path.startswith("content/")
    assert str(problem).endswith(
        ": the written pages take longer than the 3 seconds that all may take together; of 4 this one takes "
        "longest, 1 s (look for something in it that is opened and never closed)"
    )


@pytest.mark.parametrize("is_main", [True, False])
def test_what_takes_no_processor_is_stopped_by_the_clock(*, is_main: bool) -> None:
    stopped: list[bool] = []

    def wait() -> None:
        try:
            for _ in limits.limit_resources([0], 0.2):
                for _ in range(1200):
                    threading.Event().wait(0.05)
        except limits.RenderTimeout:
            stopped.append(True)

    thread = threading.Thread(target=wait)
    thread.run() if is_main else thread.start()
    while thread.is_alive():
        thread.join(60)
    assert stopped


def test_a_limit_within_another_gives_it_back() -> None:
    for _ in limits.limit_resources([0], 100):
        for _ in limits.limit_resources([0], 50):
            inside = signal.getitimer(signal.ITIMER_PROF)[0]
        outside = signal.getitimer(signal.ITIMER_PROF)[0]
        assert inside < 51 < outside < 101
    assert signal.getitimer(signal.ITIMER_PROF) == signal.getitimer(signal.ITIMER_REAL) == (0, 0)


HEADINGS = "# A\n" * 40_000
"""A text that takes longer to read than a second."""


def test_the_text_of_a_page_is_stopped_early_and_told(
    write_site: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "TEXT_SECONDS", 0.3)
    root = write_site({"content/a.md": f"# A\n\n{HEADINGS}"})
    assert told(build(root, root / "output", TODAY)) == [
        (
            "content/a.md: the page 'a/' takes longer than the 0.3 seconds that its text may take"
            " (look for something in it that is opened and never closed)"
        )
    ]


def test_real_pages_may_take_so_long_together(write_site: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "TOTAL_SECONDS", 0.5)
    headings = HEADINGS[: len(HEADINGS) // 4]
    root = write_site({f"content/{name}.md": f"# A\n\n{headings}" for name in "abcdefghijklmnopqrst"})
    (problem,) = check(root, TODAY)
    assert "the written pages take longer than the 0.5 seconds that all may take together" in str(problem)


DEEP = "this template is nested too deeply, or too long, to be read (make it shorter)"
LIMIT = (
    "this template cannot be read: ValueError: Exceeds the limit (4300 digits) for integer string conversion"
)
UNREADABLE = {
    "digits": ("a\n{{ %s }}" % ("9" * 5000), ":2", LIMIT),
    "digits of a translation": ("{%% trans a=%s %%}{{ a }}{%% endtrans %%}" % ("9" * 5000), ":1", LIMIT),
    "digits in hexadecimal": ("{{ 0x%s }}" % ("f" * 5000), "", LIMIT),
    "brackets": ("a\nb\n{{ %s }}" % ("(" * 3000), ":3", DEEP),
    "signs": ("{{ %s1 }}" % ("-" * 3000), ":1", DEEP),
    "conditions": ("{% if 1 %}" * 3000 + "{% endif %}" * 3000, ":1", DEEP),
    "attributes": ("{{ site%s }}" % (".a" * 3000), "", DEEP),
    "sums": ("{{ 1%s }}" % ("+1" * 3000), "", DEEP),
    "loops": (
        "{% for a in [] %}" * 30 + "{% endfor %}" * 30,
        "",
        "this template cannot be read: too many statically nested blocks",
    ),
    "the same twice": (
        "{{ dict(a=1, a=2) }}",
        "",
        "this template cannot be read: keyword argument repeated: a",
    ),
}


@pytest.mark.parametrize(("template", "line", "message"), UNREADABLE.values(), ids=UNREADABLE)
def test_a_template_that_python_cannot_read_is_told(
    write_site: Write, template: str, line: str, message: str
) -> None:
    """Where it stands, not where it is included; also of one that no page shows."""
    root = write_site({"templates/menu.html": template})
    (problem,) = check(root, TODAY)
    assert str(problem).startswith(f"templates/menu.html{line}: {message}")


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="the system has no such limit")
@pytest.mark.parametrize(
    "template",
    [
        "{{ 'x' * 10 ** 11 }}",
        "{% set a = namespace(x='abcdefgh') %}{% for n in range(99) %}{% set a.x = a.x ~ a.x %}{% endfor %}",
        "{% set l = [0] %}{% for n in l %}{% set _ = l.append([n] * 100000) %}{% endfor %}",
    ],
)
def test_a_page_that_eats_memory_is_stopped_and_told(
    write_site: Write, monkeypatch: pytest.MonkeyPatch, template: str
) -> None:
    monkeypatch.setattr(limits, "PAGE_MEMORY", 200 * 2**20)
    root = write_site({"templates/404.html": f"a\n{template}"})
    assert told(build(root, root / "output", TODAY)) == [
        (
            "templates/404.html:2: the page '404.html' takes more than the 209,715,200 bytes of memory"
            " that a page may take (look for something that grows without end)"
        )
    ]


def test_a_file_of_any_name_that_a_template_includes_makes_its_pages_anew(write_site: Write) -> None:
    root = write_site({"templates/404.html": "{% include 'a.txt' %}", "templates/a.txt": "old"})
    build(root, root / "output", TODAY)
    (root / "templates/a.txt").write_text("new")
    plan = build(root, root / "output", TODAY).plan
    assert plan
    assert "404.html" in plan.changed


def test_a_template_is_compiled_once_for_all_builds_of_a_process(
    write_site: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = write_site({"templates/404.html": "old"})
    compiled: list[str] = []
    compile_ = Environment.compile

    def listened(own: Environment, source: str, name: str, filename: str) -> CodeType:
        compiled.append(name)
        return compile_(own, source, name, filename)

    monkeypatch.setattr(Environment, "compile", listened)
    build(root, root / "first", TODAY)
    assert "404.html" in compiled
    compiled.clear()
    (root / "templates/404.html").write_text("new")
    build(root, root / "second", TODAY)
    assert compiled == ["404.html"]
    assert (root / "second/404.html").read_text() == "new"
