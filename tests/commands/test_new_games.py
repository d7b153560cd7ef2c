"""Whoever makes a site without naming a system is asked what is played, or told what there is to choose."""

import os
import subprocess
import sys
import tomllib
from contextlib import suppress
from pathlib import Path

import pytest
from click.testing import CliRunner

from sitegen.commands.cli import main
from sitegen.commands.console import Console
from sitegen.commands.new import games
from sitegen.core import system
from sitegen.core.language import Language

pytestmark = pytest.mark.slow

SYSTEMS = ["elo", "fibs", "glicko2", "ijssel", "keizer", "ludo", "nbb", "ruit"]
WORDS = {
    "en": "Chess: a Keizer",
    "nl": "Schaken: een Keizer",
    "fr": "Échecs\N{NO-BREAK SPACE}: un championnat Keizer",
}


@pytest.mark.parametrize("language", WORDS)
def test_each_system_is_named_by_what_is_played_in_the_language(language: str) -> None:
    listed = games.list_games(Language(language))
    assert sorted(game.system for game in listed) == SYSTEMS
    titles = {system.load_system(name).title for name in SYSTEMS}
    assert not {game.text for game in listed} & titles
    assert [game.system for game in listed if game.text.startswith(WORDS[language])] == ["keizer"]


def test_without_a_terminal_nothing_is_made_and_every_system_is_told(tmp_path: Path) -> None:
    for kind in ((), ("--template",)):
        refused = CliRunner().invoke(main, ["new", str(tmp_path / "club"), *kind])
        assert refused.exit_code == 2
        assert [line.split()[1] for line in refused.stderr.splitlines()[:-1]] == [
            game.system for game in games.list_games(Language("en"))
        ]
        assert refused.stderr.splitlines()[-1] == ("Error: say what you play: name one of the systems above")
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize(
    "answers", [["{number}"], ["keizer"], ["0", "10", "", "chess", " {number} "]], ids=len
)
def test_in_a_terminal_it_is_asked_until_it_is_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answers: list[str]
) -> None:
    monkeypatch.setattr(Console, "is_interactive", staticmethod(lambda: True))
    number = [game.system for game in games.list_games(Language("nl"))].index("keizer") + 1
    typed = "\n".join([*answers, ""]).format(number=number)
    command = ["new", str(tmp_path / "club"), "--language", "nl"]
    made = CliRunner().invoke(main, command, input=typed)
    assert made.exit_code == 0
    assert made.output.startswith("Wat wordt er gespeeld?\n")
    settings = tomllib.loads((tmp_path / "club/sitegen.toml").read_text("utf-8"))
    assert [ranking["system"] for ranking in settings["ranking"]] == ["keizer"]


def test_who_plays_something_else_is_told_what_there_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Console, "is_interactive", staticmethod(lambda: True))
    refused = CliRunner().invoke(main, ["new", str(tmp_path / "club")], input="9\n")
    assert (refused.exit_code, [*tmp_path.iterdir()]) == (2, [])
    assert "`elo` rates any game of two sides" in refused.stderr


def test_a_terminal_is_known_as_one(tmp_path: Path) -> None:
    """A real one, in which somebody types the name of a system, and is told how the shell completes more."""
    controller, terminal = pytest.importorskip("pty").openpty()  # Windows has none
    command = [sys.executable, "-m", "sitegen", "new", str(tmp_path / "club")]
    environment = {**os.environ, "SHELL": "/usr/bin/zsh"}
    with subprocess.Popen(
        command, stdin=terminal, stdout=terminal, stderr=terminal, env=environment
    ) as program:
        os.close(terminal)
        os.write(controller, b"elo\n")
        assert program.wait(120) == 0
    told = b""
    with suppress(OSError):  # all is read, and nobody writes any more
        while more := os.read(controller, 4096):
            told += more
    os.close(controller)
    assert b'Tab: eval "$(_SITEGEN_COMPLETE=zsh_source sitegen)"' in told
    assert (tmp_path / "club/results/elo/players.csv").exists()


def test_a_system_without_such_words_is_named_by_its_title(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(games, "read_starter_text", lambda _name, _file: "")
    title = system.load_system("fibs").title
    assert games.Game(title, "fibs") in games.list_games(Language("en"))
