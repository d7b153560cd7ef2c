"""Every article of a regulation is calculated somewhere, held by a test, and shown by an example."""

from collections.abc import Sequence

import conformance
import pytest

from sitegen.core import system
from sitegen.rankings.ranking import RankingContext

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("demonstration")]

ELSEWHERE = {
    "nbb": [
        "Evenredig naar plaats in de lijn",
        "Naar rato van de scores",
        "Dynamisch, per lijn",
        "Lijnen met willekeurige letters",
        "Afwijkende toekenning van rankingpunten",
    ]
}
"""Methods, letters and figures that a club can choose in the place of those of the demonstration's club."""
OURS = [name for name in system.find_systems() if (conformance.SYSTEMS / name).is_dir()]


@pytest.fixture(scope="module")
def boards() -> Sequence[RankingContext]:
    return conformance.rate_demonstration()


@pytest.mark.parametrize("name", OURS)
def test_every_article_is_calculated_and_held_by_a_test(name: str, boards: Sequence[RankingContext]) -> None:
    found = conformance.conformance(name, boards)
    assert found
    assert [article.article for article in found if not article.functions] == []
    assert [article.article for article in found if not article.tests] == []


@pytest.mark.parametrize("name", OURS)
def test_every_article_has_an_example_where_the_demonstration_has_the_system(
    name: str, boards: Sequence[RankingContext]
) -> None:
    if name in {context.ranking.name_of_system for context in boards}:
        found = conformance.conformance(name, boards)
        assert [article.article for article in found if not article.example] == ELSEWHERE.get(name, [])


def test_the_pages_are_as_the_program_is(boards: Sequence[RankingContext]) -> None:
    """`python tests/conformance.py` writes them anew."""
    kept = {path.name: path.read_text("utf-8") for path in conformance.PAGES.glob("*.md")}
    made = conformance.pages(boards)
    assert kept.keys() == made.keys()
    assert [name for name in made if kept[name] != made[name]] == []


@pytest.mark.parametrize(
    ("text", "article", "is_cited"),
    [
        ("the formula (article 2.3)", "2.3", True),
        ("(articles 2.3, 5.1)", "5.1", True),
        ("(article 12.3)", "2.3", False),
        ("(article 2.31)", "2.3", False),
        ("(article 2.3.1)", "2.3", False),
        ('W = (1 - P)·S ("Ratingformule")', "Ratingformule", True),
        ("Ratingformules", "Ratingformule", False),
    ],
)
def test_an_article_is_cited_by_its_name(text: str, article: str, is_cited: bool) -> None:
    assert conformance.cites(text, article) is is_cited
