"""The cells of tables as HTML, without their tags: a cell's type says how it is shown."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache, cached_property, partial
from html import escape
from typing import Any, TypeVar
from urllib.parse import quote

from markupsafe import escape as escaped

from sitegen.language import Language
from sitegen.table import Column, Shown
from sitegen.whole import wholes

T = TypeVar("T")
_text = partial(escape, quote=False)
_quoted = cache(quote)  # the same ids stand on thousands of pages
_PER_CENT = "\N{NO-BREAK SPACE}%"


class Memo(dict[Any, T]):
    """Cells already written; most values of most columns come again."""

    def __init__(self, write: Callable[[Any], T]) -> None:
        super().__init__()
        self._write = write

    def __missing__(self, value: Any) -> T:
        self[value] = cell = self._write(value)
        return cell


@dataclass(frozen=True)
class Cells:
    """Writes the cells of one ranking on the pages that lie at the same depth.

    `up` leads from such a page to the ranking's own, `to_players` to where those of players lie; `players`
    gives the name of each player that has a page; `labels` those without; `event_of` the results page that a
    key, day or round is of and `titles` what each is called, `topic_of` the page of a word; `sources` is the
    address of the repository's files, empty when there is none; `clubs` has the page of each club, by its
    names.
    """

    language: Language
    up: str
    to_players: str
    players: Mapping[str, str]
    labels: Mapping[str, str]
    event_of: Mapping[object, str]
    titles: Mapping[str, str]
    topic_of: Mapping[object, str]
    sources: str
    clubs: Mapping[str, str]

    def one(self, column: Column, value: Any) -> str:
        """One cell of a column, without its tags."""
        if column.shown.style == "movement":
            return self._movement(value)
        if value is None or value == "":
            return ""
        if write := self._by_style.get(column.shown.style):
            return write(value)
        if column.name == "club":
            return self._club(str(value))
        return self.word(value) if column.choices else self._plain(column.shown, value)

    def texts(self, column: Column, values: Iterable[Any], tag: str = "") -> list[str]:
        """Cells of a column, each behind a tag; each of its values is written once for all pages."""
        if column.shown.style == "source":
            return self.sources_of(values, tag)
        if column.shown.style == "percentage":
            return self._wholes(values, tag, _PER_CENT, 100)
        key = id(column), tag  # what writes them holds the column, so that no other has its place
        known = self._texts.get(key)
        if known is None:
            self._texts[key] = known = Memo(lambda value: tag + self.one(column, value))
        return list(map(known.__getitem__, values))

    @cached_property
    def _texts(self) -> dict[tuple[int, str], Memo[str]]:
        return {}

    def figures(
        self, values: Sequence[float | None], tag: str, decimals: int, *, signed: bool = False
    ) -> list[str]:
        """Cells of figures, each behind a tag."""
        if not decimals and not signed:
            return self._wholes(values, tag)
        return [tag + text for text in self.language.numbers(values, decimals, signed=signed)]

    def _wholes(self, values: Iterable[Any], tag: str, sign: str = "", times: int = 1) -> list[str]:
        """Cells of figures told as whole numbers: of these there are few, each written once for all pages."""
        known = self._numbers[tag, sign]
        return [tag if each is None else known[round(times * each)] for each in values]

    @cached_property
    def _numbers(self) -> Memo[Memo[str]]:
        return Memo(lambda key: Memo(lambda number: "".join([key[0], *wholes([number]), key[1]])))

    def sources_of(self, values: Iterable[str], tag: str) -> list[str]:
        """Places of rows, each behind a tag: every row stands in a line of its own, and none comes again."""
        files = self._files
        split = [each.rpartition(":") for each in values]
        return [tag + (path and line.join(files[path])) for path, _, line in split]

    def plain_names(self, values: Iterable[str]) -> list[str]:
        """The names of players, which lead nowhere."""
        return list(map(self._plain_names.__getitem__, values))

    @cached_property
    def _plain_names(self) -> Memo[str]:
        return Memo(lambda player: str(escaped(self.name(player))))

    def days(self, pairs: Iterable[tuple[date | None, Any]], tag: str, *, timed: bool) -> list[str]:
        """Days without their year behind a tag, each the way to the event of the key beside it.

        Those that stand below their year by the thousand are not `timed`, as machines read it.
        """
        known = self._days[tag, timed]
        return [known[pair] if pair[0] else tag for pair in pairs]

    @cached_property
    def _days(self) -> Memo[Memo[str]]:
        return Memo(lambda key: Memo(lambda pair: key[0] + self._day(*pair, timed=key[1])))

    def _day(self, day: date, event: Any, *, timed: bool) -> str:
        told = self.language.day_and_month(day)
        return self.to_event(event, _timed(day, told) if timed else escape(told))

    def leading(self, column: Column, value: Any, key: str) -> str:
        """A cell that leads to the event with this key, if it has a page."""
        return self.to_event(key, self._plain(column.shown, value)) if value else ""

    def name(self, player: str) -> str:
        """The name that a player is shown by."""
        return self.players.get(player) or self.labels.get(player, player)

    @cached_property
    def _by_style(self) -> Mapping[str, Callable[[Any], str]]:
        return {
            "player": self.player,
            "event": self._event,
            "topic": self._topic,
            "remark": self._remark,
            "short": self._short,
            "percentage": lambda value: self._wholes([value], "", _PER_CENT, 100)[0],
            "source": self._source,
        }

    def _plain(self, shown: Shown, value: Any) -> str:
        if isinstance(value, bool):
            return self.word("yes" if value else "no")
        if isinstance(value, float):
            return self.language.number(shown.decimals, signed=shown.style == "signed")(value)
        if isinstance(value, date):
            return self._dates[value]
        return _text(str(value))

    def word(self, text: str) -> str:
        """A text of the program's own in the language of the site."""
        return self._words[text]

    def head(self, column: Column) -> str:
        """The label of a column, with what it means where no legend on the page says so."""
        label = self.word(column.label)
        if column.doc and column.shown.style != "player":
            return f'<abbr title="{self.word(column.doc)}">{label}</abbr>'
        return label

    @cached_property
    def _words(self) -> Memo[str]:
        return Memo(lambda text: escape(self.language.word(text)))

    @cached_property
    def _dates(self) -> Memo[str]:
        short = self.language.short_date
        return Memo(lambda day: _timed(day, short(day)))

    def _movement(self, value: int | None) -> str:
        if value is None:
            return f"<span class=new>{self.word('new')}</span>"
        if value == 0:
            return f"<span class=vh>{self.word('as before')}</span>"
        said = ("places up", "place up") if value > 0 else ("places down", "place down")
        word = self.word(said[abs(value) == 1])
        return f"{'▲' if value > 0 else '▼'}{abs(value)}<span class=vh> {word}</span>"

    def player(self, value: str) -> str:
        """A player by name, with the way to their page."""
        name = _text(self.name(value))
        return f"<a href={self.to_players}{_quoted(value)}/>{name}</a>" if value in self.players else name

    def _event(self, value: Any) -> str:
        text = self._dates[value] if isinstance(value, date) else _text(self.titles.get(value, str(value)))
        return self.to_event(value, text)

    def to_event(self, value: Any, text: str) -> str:
        """`text` as the way to the event that a key, day or round is of, where it has one."""
        key = self.event_of.get(value)
        return f"<a href={self.up}results/{_quoted(key)}/>{text}</a>" if key else text

    def _club(self, value: str) -> str:
        """What may be the name of a club, as the way to its page where it is."""
        address, text = self.clubs.get(value), _text(value)
        return f"<a href={address}>{text}</a>" if address else text

    def _topic(self, value: Any) -> str:
        text, key = _text(str(value)), self.topic_of.get(value)
        return f"<a href={self.up}{_quoted(key)}/>{text}</a>" if key else text

    def _short(self, value: float) -> str:
        return f"{value:.6f}".rstrip("0").rstrip(".").replace(".", self.language.decimal_mark)

    def _remark(self, value: str) -> str:
        said, colon, named = value.partition(": ")
        return self.word(said) + (f"{self.language.colon} " if colon else "") + escape(named)

    def _source(self, value: str) -> str:
        return self.sources_of([value], "")[0]

    @cached_property
    def _files(self) -> Memo[Sequence[str]]:
        return Memo(self._pieces)

    def _pieces(self, path: str) -> Sequence[str]:
        """What shows a line of a file: the number of the line stands between."""
        name = f"{escape(file_of(path))}:"
        link = f'<a href="{self.sources}{_quoted(path)}?plain=1#L'
        return (link, f'">{name}', "</a>") if self.sources else (name, "")


def file_of(path: str) -> str:
    """What a file is called where rows of it are shown."""
    return path.rpartition("/")[2].removesuffix(".csv")


def _timed(day: date, told: str) -> str:
    return f"<time datetime={day.isoformat()}>{escape(told)}</time>"
