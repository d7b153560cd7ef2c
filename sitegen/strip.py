"""The strip above a list: the few answers that everybody looks for first."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple


class Named(NamedTuple):
    """A player whom a note names: shown by name, never as a link."""

    player: str


class Highlight(NamedTuple):
    """One answer in the strip above a list: who climbed most, what was the biggest win, who leads.

    `label` says of what; then `player`, an id, or else `text`; beside it a `figure`, shown as a cell of the
    type `shown`; below it a `note`. Text and note are shown with what is `named` in them. `event` is the key
    of where it happened.

    What is `named` stands there as a title has it, and besides: a `Named` as the name of the player
    with that id, a `float` as a number with one decimal, such as `named={"player": Named("ann"), "points":
    7.25}` in `{points} points ahead of {player}`.
    """

    label: str
    player: str = ""
    text: str = ""
    figure: object = None
    shown: Any = str
    note: str = ""
    named: Mapping[str, object] = {}
    event: str = ""


class Note(NamedTuple):
    """A sentence of a system, shown with what is `named` in it as a `Highlight` shows its note."""

    text: str
    named: Mapping[str, object] = {}


class Strip(NamedTuple):
    """What happened since the list before, in at most four answers."""

    highlights: Sequence[Highlight]
