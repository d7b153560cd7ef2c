"""Random clubs with the Ruit rating: some weeks of evenings with all that their tables can say."""

from datetime import date, timedelta
from random import Random

from committees import decide

from sitegen.systems.ruit.tables import ButlerLine, Inputs, LineUp, Match, Options, PairsLine, Player
from sitegen.toolkit.decisions import RatingDecision

FIRST = date(2012, 4, 2)  # some evenings lie before the partner subsidy
RATINGS = {"rating": (0.0, 123.5, 400.0)}


def made(seed: int, *, balanced: bool = False) -> tuple[Inputs, Options]:
    """A club of 8 to 20 players and up to 12 evenings; `balanced` scores add up, and all meet all."""
    random = Random(seed)
    count = random.randint(2, 5) * 4
    players = [
        Player(
            f"p{number}",
            f"P{number}",
            alphabet=number,
            rating=random.choice((0.0, 5.0, random.random() * 450)),
        )
        for number in range(count)
    ]
    inputs = Inputs(players, [], [], [], [])
    for evening in range(random.randint(1, 12)):
        day, ids = FIRST + timedelta(weeks=evening), random.sample([player.id for player in players], count)
        if random.random() < 0.33:
            _teams(random, day, ids, inputs)
        else:
            _pairs(random, day, ids, inputs, balanced=balanced)
    options = Options(pairs_strength=random.choice(("mean", "sum")))
    days = [FIRST + timedelta(weeks=evening) for evening in range(12)]
    ids = [player.id for player in players]
    return inputs._replace(decisions=decide(random, RatingDecision, ids, days, RATINGS)), options


def _pairs(random: Random, day: date, ids: list[str], inputs: Inputs, *, balanced: bool) -> None:
    kind, rows, middle = random.choice(((PairsLine, inputs.pairs, 50.0), (ButlerLine, inputs.butler, 0.0)))
    couples = list(zip(ids[::2], ids[1::2], strict=True))
    scores = [round(middle + random.uniform(-40, 40), 2) for _ in couples]
    if balanced:
        scores = [score - sum(scores) / len(scores) + middle for score in scores]
    for number, (couple, score) in enumerate(zip(couples, scores, strict=True), 1):
        rest = [str(other) for other in range(1, len(couples) + 1) if other != number]
        met = (
            ""
            if balanced or random.random() < 0.5
            else " ".join(random.sample(rest, random.randint(1, len(rest))))
        )
        assert isinstance(rows, list)
        rows.append(kind(day, str(number), *couple, score, "", met))


def _teams(random: Random, day: date, ids: list[str], inputs: Inputs) -> None:
    fours = [ids[start : start + 4] for start in range(0, len(ids) // 8 * 8, 4)]
    assert isinstance(inputs.lineups, list)
    assert isinstance(inputs.teams, list)
    inputs.lineups.extend(LineUp(day, f"T{number}", *four) for number, four in enumerate(fours))
    for match in (1, 2):
        for number in range(0, len(fours), 2):
            row = Match(day, match, f"T{number}", f"T{number + 1}")
            imps, points = float(random.randint(-60, 60)), float(random.randint(0, 20))
            given = (
                {"imps_a": imps, "boards": 12}
                if random.random() < 0.5
                else {"vp_a": points, "vp_b": 20 - points}
            )
            inputs.teams.append(row.replace(**given))
