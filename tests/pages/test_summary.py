"""What is said of a player since the last list: whole sentences, in each language."""

from datetime import date, timedelta

import pytest

from sitegen.core.entities import Result, ResultOutcome
from sitegen.core.language import Language
from sitegen.core.model import PublishedTable
from sitegen.core.table import Change, Movement, PlayerId, Rank, Rating, Table, column, make_column
from sitegen.pages.summary import Period, summarize_period
from sitegen.rankings.positions import Neighbour, Position, find_positions

ENGLISH, DUTCH, FRENCH = map(Language, ("en", "nl", "fr"))
LANGUAGES = (ENGLISH, DUTCH, FRENCH)
SINCE, DAY = date(2026, 11, 14), date(2026, 11, 15)
NAMES = {"an": "An", "bo": "Bo", "cy": "Cy"}
HERE = Position("list", 1559.38, rank=22, ranked_count=76, column=make_column("Rating", Rating))
NBSP = "\N{NO-BREAK SPACE}"
APOSTROPHE = "\N{RIGHT SINGLE QUOTATION MARK}"


def played(*ended: ResultOutcome, occasion: str = "", partner: str = "") -> list[Result]:
    return [
        Result(DAY, "w", outcome, partners=(partner,) if partner else (), occasion=occasion)
        for outcome in ended
    ]


def said(
    language: Language, period: Period | None = None, position: Position | None = None, highest: bool = False
) -> str:
    best = "Rating" if highest else None
    told = summarize_period(language, period, position, NAMES.__getitem__, best)
    assert all(sentence.emphasis in sentence.text for sentence in told)
    return " ".join(sentence.text for sentence in told)


def since(plays: str, results: list[Result]) -> Period:
    return Period(plays, results, SINCE, DAY)


@pytest.mark.parametrize(
    ("period", "texts"),
    [
        (
            since("matches", played("won", "won", "won", "won", occasion="Estuary Trophy, round 1")),
            (
                "Since 14 November: four matches, four won (Estuary Trophy).",
                "Sinds 14 november: vier matchen, vier gewonnen (Estuary Trophy).",
                f"Depuis le 14 novembre{NBSP}: quatre matchs, quatre victoires (Estuary Trophy).",
            ),
        ),
        (
            since("games", played("won", "drawn", "lost", "lost")),
            (
                "Since 14 November: four games, one won, one drawn, two lost.",
                "Sinds 14 november: vier partijen, één gewonnen, één gelijk, twee verloren.",
                f"Depuis le 14 novembre{NBSP}: quatre parties, une victoire, une nulle, deux défaites.",
            ),
        ),
        (
            since("games", played("drawn")),
            (
                "Since 14 November: one game, a draw.",
                "Sinds 14 november: één partij, gelijk.",
                f"Depuis le 14 novembre{NBSP}: une partie, une nulle.",
            ),
        ),
        (
            since("evenings", played("won", partner="an")),
            (
                "Since 14 November: one evening, a rise, with An.",
                "Sinds 14 november: één avond, een stijging, met An.",
                f"Depuis le 14 novembre{NBSP}: une soirée, une hausse, avec An.",
            ),
        ),
        (
            since("sessions", [*played("won", partner="an"), *played("lost", partner="bo")]),
            (
                "Since 14 November: two sessions, one rise, one fall, with An and Bo.",
                "Sinds 14 november: twee zittingen, één stijging, één daling, met An en Bo.",
                f"Depuis le 14 novembre{NBSP}: deux séances, une hausse, une baisse, avec An et Bo.",
            ),
        ),
        (
            since("tournaments", played("", occasion="Final")),
            (
                "Since 14 November: one tournament (Final).",
                "Sinds 14 november: één toernooi (Final).",
                f"Depuis le 14 novembre{NBSP}: un tournoi (Final).",
            ),
        ),
        (
            since("matches", [*played("won", occasion="Cup"), *played("lost", occasion="Open, round 2")]),
            (
                "Since 14 November: two matches, one won, one lost (Cup, Open).",
                "Sinds 14 november: twee matchen, één gewonnen, één verloren (Cup, Open).",
                f"Depuis le 14 novembre{NBSP}: deux matchs, une victoire, une défaite (Cup, Open).",
            ),
        ),
        (
            Period("matches", played(*["won"] * 13)),
            (
                "So far: 13 matches, 13 won.",
                "Tot nu toe: 13 matchen, 13 gewonnen.",
                f"Jusqu{APOSTROPHE}ici{NBSP}: 13 matchs, 13 victoires.",
            ),
        ),
        (
            Period("games", (), SINCE, date(2026, 3, 1)),
            (
                "Last played on 1 March 2026.",
                "Laatst gespeeld op 1 maart 2026.",
                "A joué pour la dernière fois le 1 mars 2026.",
            ),
        ),
        (
            Period("games"),
            ("Nothing played yet.", "Nog niets gespeeld.", f"Rien de joué pour l{APOSTROPHE}instant."),
        ),
    ],
)
def test_what_was_played(period: Period, texts: tuple[str, str, str]) -> None:
    assert tuple(said(language, period) for language in LANGUAGES) == texts


@pytest.mark.parametrize(
    ("changes", "texts"),
    [
        ({"move": 8}, ("From 30th to 22nd.", "Van de 30e naar de 22e plaats.", "Du 30e au 22e rang.")),
        (
            {"rank": 1, "move": 2},
            ("From 3rd to 1st.", "Van de 3e naar de 1e plaats.", "Du 3e au 1er rang."),
        ),
        ({"move": 0}, ("", "", "")),
        (
            {"is_new": True},
            ("New on the list, 22nd.", "Nieuw op de lijst, 22e.", "Nouvelle entrée au 22e rang."),
        ),
        (
            {"move": -1, "ties": ("an", "bo")},
            (
                "From 21st to joint 22nd. Level with An and Bo.",
                "Van de 21e naar de gedeelde 22e plaats. Gelijk met An en Bo.",
                "Du 21e au 22e rang, ex æquo. À égalité avec An et Bo.",
            ),
        ),
        (
            {"ties": ("an", "bo", "cy", "an")},
            ("Level with four others.", "Gelijk met vier anderen.", "À égalité avec quatre autres."),
        ),
        (
            {"above": Neighbour("an", 21, 1563.9), "below": Neighbour("bo", 23, 1553.5)},
            (
                "4.5 points behind An, 5.9 ahead of Bo.",
                "4,5 punten achter An, 5,9 voor op Bo.",
                "4,5 points derrière An, 5,9 devant Bo.",
            ),
        ),
        (
            {"above": Neighbour("an", 21, 1560.88)},
            ("1.5 points behind An.", "1,5 punten achter An.", "1,5 point derrière An."),
        ),
        (
            {"below": Neighbour("bo", 23, 1558.38)},
            ("1.0 point ahead of Bo.", "1,0 punt voor op Bo.", "1,0 point devant Bo."),
        ),
        ({"below": Neighbour("bo", 23, 1559.36)}, ("", "", "")),
        ({"below": Neighbour("bo", 23, None)}, ("", "", "")),
    ],
)
def test_where_the_player_stands(changes: dict[str, object], texts: tuple[str, str, str]) -> None:
    position = HERE._replace(**changes)
    assert tuple(said(language, position=position) for language in LANGUAGES) == texts


def test_who_is_provisional_has_no_place_and_a_record_is_said() -> None:
    position = Position("provisional", 1500.0)
    assert said(ENGLISH, position=position) == "Not ranked yet."
    assert said(DUTCH, position=position) == "Nog niet in de rangschikking."
    assert said(FRENCH, position=position) == "Pas encore de rang."
    assert said(ENGLISH, highest=True) == "Rating: never higher before."
    assert said(FRENCH, highest=True) == f"Rating{NBSP}: jamais aussi haut."


@pytest.mark.parametrize(
    ("number", "written"),
    [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (12, "12th"), (13, "13th"), (22, "22nd"),
     (101, "101st"), (111, "111th")],
)  # fmt: skip
def test_places_are_written_as_the_language_does(number: int, written: str) -> None:
    assert ENGLISH.format_ordinal(number) == written
    assert DUTCH.format_ordinal(number) == f"{number}e"
    assert FRENCH.format_ordinal(number) == ("1er" if number == 1 else f"{number}e")


class Line(Table):
    rank: Rank = column("the place")
    player: PlayerId = column("who")
    name: str = column("their name")
    rating: Rating = column("the rating")
    change: Change | None = column("what it moved")
    moved: Movement | None = column("places")


def test_a_position_is_read_off_the_rows_of_the_list_by_role() -> None:
    rows = Line.make_rows([
        (1, "an", "An", 1600.0, 3.0, 1), (2, "bo", "Bo", 1550.0, None, None),
        (2, "cy", "Cy", 1550.0, -2.0, 0), (4, "di", "Di", 1500.0, 0.0, -2),
    ])  # fmt: skip
    found = find_positions([PublishedTable("list", Line, rows)])
    bo, di = found["bo"], found["di"]
    assert (bo.value, bo.change, bo.rank, bo.ranked_count, bo.move, bo.is_new) == (
        1550.0,
        None,
        2,
        4,
        None,
        True,
    )
    assert (bo.ties, bo.above, bo.below) == (("cy",), Neighbour("an", 1, 1600.0), Neighbour("di", 4, 1500.0))
    assert (di.above, di.below, di.is_new) == (Neighbour("cy", 2, 1550.0), None, False)
    assert found["an"].above is None


def test_a_day_of_another_year_is_told_with_it() -> None:
    period = Period("games", played("won"), DAY - timedelta(400), DAY)
    assert said(ENGLISH, period) == "Since 11 October 2025: one game, a win."
