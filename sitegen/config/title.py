"""What a site or a ranking is called, in each of the languages in which that is said."""

from collections.abc import Mapping
from typing import Any, Self

from sitegen.config import setting
from sitegen.message import advise, say
from sitegen.problem import listing, quoted, suggestion
from sitegen.table import Column

LANGUAGES = ("en", "nl", "fr")


class Title(str):
    """A title in one language, which knows its `texts` in all that it has."""

    __slots__ = ("texts",)
    texts: Mapping[str, str]

    def __new__(cls, texts: Mapping[str, str], *languages: str) -> Self:
        """The title in the first of these languages that it has."""
        made = super().__new__(cls, next(texts[each] for each in (*languages, *texts) if each in texts))
        made.texts = texts
        return made


def read(found: Mapping[str, Any], column: Column) -> Title:
    """The title that a table `{ nl = "…", fr = "…" }` says; raises as a parser of cells does."""
    for language in found:
        if language not in LANGUAGES:
            message = say(
                "unknown-language", "{language} is no language of a site", language=quoted(language)
            )
            raise ValueError(message, suggestion(language, LANGUAGES) or listing(LANGUAGES))
    one = column._replace(kind=str, choices=())
    texts = {language: setting.title(setting.read(text, one)) for language, text in found.items()}
    if not texts:
        raise ValueError(say("blank-title", "a blank title"), advise("say what it is called"))
    return Title(texts)


def untold(title: object, language: str) -> tuple[str, str] | None:
    """That a title says nothing in the first language of a site, and how to mend it."""
    if not isinstance(title, Title) or language in title.texts:
        return None
    message = say(
        "title-without-language", "it says nothing in the first language, {language}", language=language
    )
    return message, advise("write {example} too", example=f'{language} = "…"')


def spoken(title: str, *languages: str) -> str:
    """A title in the first of these languages that it has."""
    return Title(title.texts, *languages) if isinstance(title, Title) else title


def texts(title: str) -> tuple[str, ...]:
    """A title in every language that it has."""
    return tuple(title.texts.values()) if isinstance(title, Title) else (title,)
