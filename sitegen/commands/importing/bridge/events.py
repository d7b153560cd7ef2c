"""The events of a USEBIO file: how each is scored, its sessions, and who took part."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sitegen.commands.importing.bridge.travellers import Boards, boards_of
from sitegen.commands.importing.elements import Element
from sitegen.message import Message, say
from sitegen.problem import quoted

Entrants = Sequence[tuple[Element, str]]
_TEAMS = {"TEAMS", "TEAMS_OF_FOUR", "SWISS_TEAMS", "KO", "HEAD_TO_HEAD"}
_PERCENTAGES = {"", "MATCH_POINTS", "MATCHPOINTS", "MP", "MPS", "MP_PAIRS", "PERCENTAGE"}
_BUTLER = {"BUTLER", "BUTLER_IMPS", "BUTLER_PAIRS"}


class Session(NamedTuple):
    """Who took part in a session; `is_total` where the sessions of the event stand beside it."""

    element: Element
    entrants: Entrants
    boards: Boards
    is_total: bool = False


def form_of(event: Element) -> tuple[str, Message | None]:
    """The table that an event belongs to: `pairs`, `butler`, `teams` or `other`, and why that is none."""
    kind = event.cell("EVENT_TYPE").upper().replace(" ", "_")
    method = event.cell("BOARD_SCORING_METHOD", "SCORING_METHOD").upper().replace(" ", "_")
    lines = (line for board, _ in boards_of(event) for line in board.all("TRAVELLER_LINE"))
    written = {child.name for line in lines for child in line.children} if kind == "PAIRS" else set()
    is_plain = kind == "MP_PAIRS" or (method in _PERCENTAGES and kind in {"PAIRS", "SWISS_PAIRS"})
    if kind in _TEAMS:
        return "teams", None
    if kind == "INDIVIDUAL":
        return "other", say("usebio-individual", "an individual event: there is no such ranking")
    if kind in _BUTLER or (kind == "PAIRS" and (method in _BUTLER or "NS_BUTLER_POINTS" in written)):
        return "butler", None
    has_percentages = any(pair.cell("PERCENTAGE") for pair, _ in _entrants(event))
    if is_plain and kind == "SWISS_PAIRS" and not has_percentages:
        return "other", say("usebio-swiss-pairs", "victory points of pairs: there is no such ranking")
    if is_plain and "NS_CROSS_IMP_POINTS" not in written:
        return "pairs", None
    told = {"scoring": quoted(" ".join(filter(None, (kind, method))))}
    return "other", say("usebio-scoring", "{scoring} is scored in another way than our rankings", **told)


def sessions_of(event: Element) -> Iterator[Session]:
    """The sessions that say who took part; the event itself where none does, or as their total."""
    apart = [(session, [*_entrants(session)]) for session in event.all("SESSION")]
    apart = [(session, entrants) for session, entrants in apart if entrants]
    whole = [*_entrants(event, is_deep=not apart)]
    for session, entrants in apart:
        yield Session(session, entrants, [*boards_of(session)])
    if whole:
        yield Session(event, whole, [] if apart else [*boards_of(event)], is_total=bool(apart))


def _entrants(element: Element, section: str = "", *, is_deep: bool = True) -> Iterator[tuple[Element, str]]:
    """The pairs, teams and players that take part, with the letter of their section."""
    here = element.cell("SECTION_ID") if element.name == "SECTION" else section
    for child in element.children:
        if child.name == "PARTICIPANTS":
            yield from ((entrant, here) for entrant in child.all("PAIR", "TEAM", "PLAYER"))
        elif child.name == "SECTION" or (child.name == "SESSION" and is_deep):
            yield from _entrants(child, here)


def matches_of(element: Element) -> Iterator[Element]:
    """The matches inside it, at whatever depth."""
    for child in element.children:
        if child.name == "MATCH":
            yield child
        elif child.name in ("SESSION", "SECTION"):
            yield from matches_of(child)
