"""Sentences of a page as HTML: what happened, by which rules, and what a line is of."""

from collections.abc import Iterable

from markupsafe import Markup, escape

from sitegen.language import Language
from sitegen.model import Chart, Section
from sitegen.pages.account import Said
from sitegen.render.chart import marks
from sitegen.render.tables import TableWriter


def sentences(said: Iterable[Said]) -> Markup:
    """Sentences one after the other, in each of them what matters most."""
    return Markup(" ").join([_sentence(*each) for each in said])


def _sentence(text: str, strong: str) -> Markup:
    if not strong:
        return escape(text)
    before, after = text.split(strong, 1)
    return Markup(f"{escape(before)}<b>{escape(strong)}</b>{escape(after)}")  # noqa: S704 - each is escaped


def by_the_rules(shows: TableWriter, section: Section) -> Markup:
    """The articles that a section goes by, each as the way to it."""
    label = escape(shows.cells.language.word("By the rules:"))
    return Markup(f"{label} {shows.articles(section.articles)}")  # noqa: S704 - each is escaped


def since(chart: Chart, language: Language) -> str:
    """From which day on a line goes, and what is dashed beside it."""
    begun, write = language.full_date(chart.points[0][0]), language.number(0)
    dashed = [
        language.titled("Dashed: {what}, {value}.", {"what": language.word(label), "value": write(value)})
        for label, value in marks(chart).items()
    ]
    return f"{language.titled('Since {day}.', {'day': begun})}\n{''.join([f'{each} ' for each in dashed])}"
