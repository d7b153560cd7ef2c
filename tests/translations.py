"""Translations of a test's own, in the place of those of the program and of its systems."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from gettext import NullTranslations
from unittest.mock import patch

from sitegen.core import language


@contextmanager
def translate_by(load: Callable[[str], NullTranslations | None]) -> Iterator[None]:
    """Translate all texts by what `load` returns for a language."""
    language._load_catalogues.cache_clear()
    with (
        patch("sitegen.core.language._load_translations", load),
        patch("sitegen.core.language._read_catalogue", lambda *_: None),
    ):
        yield
    language._load_catalogues.cache_clear()
