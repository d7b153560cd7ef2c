"""What a club plays: the ranking systems in plain words, asked of whoever makes a site without naming one."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from sitegen.commands.new.examples import NewSiteError, read_notes, read_starter_text
from sitegen.core import system
from sitegen.core.language import Language
from sitegen.core.problems import advise, join_messages, say


class Game(NamedTuple):
    """What a ranking system is for, in plain words, and the name of the system."""

    text: str
    system: str


def list_games(language: Language) -> list[Game]:
    """Return what each installed system is for, sorted by its words; a system that has none by its title."""
    return sorted(
        (Game(_describe_game(name, language), name) for name in system.find_systems()),
        key=lambda game: game.text.casefold(),
    )


def _describe_game(name: str, language: Language) -> str:
    """Return the words that a system brings for new sites, else the title of its regulation."""
    try:
        loaded = system.load_system(name)  # from then on its files are found
    except system.PluginLoadError:  # whoever chooses it is told why
        return name
    note = next(read_notes(read_starter_text(name, "game.txt"), language.code), "")
    return note or language.with_catalogues(system.find_origin(name)).translate(loaded.title)


def choose_system(games: Sequence[Game], language: Language, ask: Callable[..., str]) -> str:
    """Ask what is played until it is one of `games`, by number or system, and return the system.

    Raises `NewSiteError` for something else.
    """
    texts = [f"{game.text} ({game.system})" for game in games]
    texts.append(language.format_message(advise("Something else")))
    lines = [f"{number:3}  {text}" for number, text in enumerate(texts, 1)]
    lines = [language.format_message(advise("What do you play?")), *lines]
    names = [game.system for game in games]
    while True:
        answer = ask(*lines)
        if answer in names:
            return answer
        if answer.isdecimal() and 1 <= int(answer) <= len(names):
            return names[int(answer) - 1]
        if answer == str(len(names) + 1):
            raise NewSiteError(
                join_messages(
                    say("no-such-game", "no system here is made for another game"),
                    advise(
                        "`elo` rates any game of two sides; `sitegen new DIR --system-package` begins a"
                        " regulation of your own"
                    ),
                )
            )
        lines = [language.format_message(advise("Type a number from 1 to {last}.", last=len(names) + 1))]


def format_refusal(games: Sequence[Game]) -> tuple[list[str], NewSiteError]:
    """Return a line for each of `games`, and the refusal of a site whose system nobody named."""
    lines = [f"--system {game.system:9} {game.text}" for game in games]
    return lines, NewSiteError(say("system-not-named", "say what you play: name one of the systems above"))
