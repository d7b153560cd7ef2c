"""The links from a page to other addresses of the site: they lead there, and none is longer than needed."""

from posixpath import dirname, relpath
from urllib.parse import urljoin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegen.render import find_link

_HOST = "https://club.example/nbb/"
_NAMES = st.sampled_from(["clubs", "a", "b", "players", "results"])
_FOLDERS = st.lists(_NAMES, max_size=5).map(lambda names: "".join(f"{name}/" for name in names))
_FILES = st.tuples(_FOLDERS, st.sampled_from(["", "feed.xml"])).map("".join)


@given(page=_FOLDERS, target=_FILES)
def test_a_link_leads_where_it_should_and_is_as_short_as_any(page: str, target: str) -> None:
    root = "../" * page.count("/") or "./"
    link = find_link(page, target, root)
    assert urljoin(f"{_HOST}{page}", link) == f"{_HOST}{target}"
    shortest = relpath(f"/{target}", f"/{dirname(page)}")
    assert len(link) <= len(shortest) + len("./"), "a folder ends in a stroke, which that has not"


@pytest.mark.parametrize(
    ("page", "target", "link"),
    [
        ("clubs/a/players/an/", "clubs/a/players/an/feed.xml", "feed.xml"),
        ("clubs/a/players/an/", "clubs/a/results/", "../../results/"),
        ("clubs/a/", "clubs/a/", ""),
        ("clubs/a/players/an/", "list/", "../../../../list/"),
        ("404.html", "clubs/a/", "/club/clubs/a/"),
    ],
)
def test_a_link_goes_up_no_farther_than_to_the_folder_of_both(page: str, target: str, link: str) -> None:
    assert find_link(page, target, "/club/" if page == "404.html" else "../" * page.count("/")) == link
