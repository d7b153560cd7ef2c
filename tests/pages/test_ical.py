"""The calendar of a ranking, as another program reads it (RFC 5545)."""

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
import sites
from hypothesis import example, given
from hypothesis import strategies as st
from icalendar import Calendar, Event

from sitegen.core.entities import UpcomingEvent
from sitegen.pages import feeds
from sitegen.publishing import build, prepare

pytestmark = pytest.mark.slow

AS_OF = date(2026, 11, 21)
Write = Callable[..., Path]
SITE = """
    [site]
    title = "Club"
    url = "https://club.example/"

    [[ranking]]
    id = "list"
    system = "fibs"
    title = "Chess; draughts, and «été»: a title that is longer than one line of a calendar is"
"""


def events(data: bytes) -> list[dict[str, str]]:
    found = Calendar.from_ical(data).walk("VEVENT")
    return [
        {name.lower(): str(getattr(value, "dt", value)) for name, value in event.items()} for event in found
    ]


def test_every_ranking_has_one_with_its_events_and_their_addresses(demonstration_output: Path) -> None:
    for path in sorted(demonstration_output.glob("*/calendar.ics")):
        found = events(path.read_bytes())
        pages = {
            f"https://delta.example/{path.parent.name}/results/{page.parent.name}/"
            for page in path.parent.glob("results/*/index.html")
        }
        assert {event["url"] for event in found} - {
            f"https://delta.example/{path.parent.name}/results/"
        } == pages
        assert len({event["uid"] for event in found}) == len(found)
        days = [event["dtstart"] for event in found]
        assert days == sorted(days)


def test_its_lines_are_ended_and_folded(demonstration_output: Path) -> None:
    for path in demonstration_output.glob("*/calendar.ics"):
        lines = path.read_bytes().split(b"\r\n")
        assert lines[-1] == b""
        assert not [line for line in lines if len(line) > 75 or b"\n" in line]


def test_what_is_to_come_stands_in_it_and_titles_are_escaped(write_site: Write) -> None:
    root = write_site({"sitegen.toml": SITE})
    prepared = prepare(root, AS_OF)
    assert prepared.site is not None
    assert prepared.page_plan is not None
    (context,) = prepared.page_plan.contexts
    coming = [UpcomingEvent(date(2026, 12, 5), "Round {round}", {"round": 9})]
    page = feeds.plan_ical(
        prepared.site, replace(context, outcome=context.outcome._replace(upcoming_events=coming))
    )
    assert page.make is not None
    data = page.make()
    *_, last = events(data)
    assert last["summary"] == f"{context.ranking.title}: Round 9"
    assert (last["dtstart"], last["dtend"]) == ("2026-12-05", "2026-12-06")
    assert last["url"] == "https://club.example/list/results/"
    assert page.make() == data


@pytest.mark.parametrize(
    ("system", "key", "day", "later"),
    [
        ("keizer", "4", "2026-02-05", "2026-02-10"),
        ("ijssel", "4", "2026-02-05", "2026-02-10"),
        ("ludo", "2026-gent", "2026-05-09", "2026-05-16"),
    ],
)
def test_an_event_is_one_also_when_it_is_put_off_and_when_it_was_played(
    tmp_path: Path, system: str, key: str, day: str, later: str
) -> None:
    put_off = {path: data.replace(day.encode(), later.encode()) for path, data in sites.files(system).items()}
    rows = re.compile(rf"^{key},(?!{later}).*\n".encode(), re.MULTILINE)
    to_come = {path: rows.sub(b"", data) for path, data in put_off.items()}
    at_first = {path: data.replace(later.encode(), day.encode()) for path, data in to_come.items()}
    found = set()
    for number, files in enumerate((at_first, to_come, put_off)):
        root = tmp_path / str(number)
        sites.write(root, files)
        as_of = date.fromisoformat(later if files is put_off else day)
        made = sites.render(root, as_of, f"{system}/calendar.ics".__eq__)
        (own,) = (
            event
            for event in events(*made.values())
            if event["dtstart"] == (day if files is at_first else later)
        )
        found.add((own["uid"], own["url"].endswith("/results/")))
    assert len(found) == 2  # to come without a page, and played with one
    assert len({uid for uid, _ in found}) == 1


def test_sites_of_one_host_share_no_event(write_site: Write) -> None:
    (context,), site = (prepared := prepare(write_site(), AS_OF)).page_plan.contexts, prepared.site  # type: ignore[union-attr]
    assert site is not None
    addresses = [
        f"https://federation.example{path}" for path in ("/", "/club-a/", "/club-b/", "/a/b/", ":8443/a/b/")
    ]
    pages = [feeds.plan_ical(site._replace(url=url), context) for url in addresses]
    uids = [event["uid"] for page in pages if page.make for event in events(page.make())]
    assert len({*uids}) == len(uids) >= len(addresses)


def test_nothing_was_revised_on_a_day_to_come_nor_by_a_day_that_passes(tmp_path: Path) -> None:
    sites.write(tmp_path, sites.files("keizer"))
    made = []
    for as_of in (date(2026, 2, 6), date(2026, 2, 7)):
        (data,) = sites.render(tmp_path, as_of, "keizer/calendar.ics".__eq__).values()
        made.append(events(data))
        assert max(event["dtstart"] for event in made[-1]) > str(as_of)
        assert max(event["dtstamp"] for event in made[-1])[:10] <= str(as_of)
    assert made[0] == made[1]


def test_a_title_of_two_lines_ends_no_calendar(write_site: Write) -> None:
    root = write_site({"sitegen.toml": SITE.replace('"Club"', '"Club\\nEND:VCALENDAR"')})
    assert build(root, root / "output", AS_OF).plan
    data = (root / "output/list/calendar.ics").read_bytes()
    assert str(Calendar.from_ical(data)["x-wr-calname"]).endswith("Club END:VCALENDAR")


def test_it_is_the_same_whoever_makes_it(write_site: Write) -> None:
    made = []
    for folder in ("one", "two"):
        root = write_site(folder=folder)
        build(root, root / "output", AS_OF)
        made.append((root / "output/list/calendar.ics").read_bytes())
    assert made[0] == made[1]


SIGNS = st.sampled_from("abcé漢😀\\;,\n\r^N: ")


@given(st.text(SIGNS, max_size=120))
@example("N" + "\\" * 200)
def test_a_text_is_written_as_another_program_writes_it(said: str) -> None:
    said = said.replace("\\N", "n")  # which that program takes for the end of a line
    event = Event()
    event.add("summary", said)
    theirs = bytes(event.to_ical()).decode().removeprefix("BEGIN:VEVENT\r\n").removesuffix("END:VEVENT\r\n")
    assert feeds.fold_line(f"SUMMARY:{feeds.escape_text(said)}") + "\r\n" == theirs
