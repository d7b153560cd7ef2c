"""The words of the program in templates: each is translated, and escaped where it is shown alone."""

import pytest
from jinja2 import DictLoader, UndefinedError

from sitegen.core.language import Language
from sitegen.core.model import Fact
from sitegen.render.environment import create_bare_environment


def render(text: str, language: str = "en", **variables: object) -> str:
    loader = DictLoader({"page.html": text})
    return create_bare_environment(loader, Language(language)).get_template("page.html").render(variables)


def test_one_compiled_template_has_the_words_of_each_language() -> None:
    text = "{{ _('Results') }} {{ _('Results') | length }}"
    words = [Language(language).translate("Results") for language in ("en", "nl", "fr")]
    assert len({*words}) == 3
    for language, word in zip(("en", "nl", "fr", "en"), [*words, words[0]], strict=True):
        assert render(text, language) == f"{word} {len(word)}"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("{{ _('a < b') }}", "a &lt; b"),
        ("{% set word = _('a < b') %}{{ word }}", "a &lt; b"),
        ("{{ _('{day} & more').format(day='<b>') }}", "&lt;b&gt; &amp; more"),
        ("{{ [_('a < b'), '>'] | join }}", "a &lt; b&gt;"),
        ("{% macro name(word) %}{{ word }}{% endmacro %}{{ name(_('a < b')) }}", "a &lt; b"),
        ("{% autoescape false %}{{ _('a < b') }}{% endautoescape %}", "a < b"),
        ("{{ _('it\\'s \"{}\" \\n') }}", "it&#39;s &#34;{}&#34; \n"),
        ("{{ _(word) }}", "a &lt; b"),
    ],
)
def test_a_word_is_escaped_once_where_it_is_shown(text: str, shown: str) -> None:
    assert render(text, word="a < b") == shown


def test_what_has_no_such_attribute_is_undefined_also_where_others_of_its_type_have_it() -> None:
    class Named(Fact):
        __module__ = "sitegen.core.model"
        colour: str

    blue, plain = Named("Won", "3"), Named("Won", "3")
    blue.colour = "blue"
    text = "{% for fact in facts %}{{ fact.colour if fact.colour is defined else '-' }}{% endfor %}"
    assert render(text, facts=[blue, plain, blue]) == "blue-blue"
    with pytest.raises(UndefinedError, match="colour"):
        render("{{ blue.colour }}{{ plain.colour }}", blue=blue, plain=plain)
