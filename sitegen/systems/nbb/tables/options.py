"""What a club with the NBB-Clubranking sets."""

from typing import Literal

from sitegen.table import Table, column

Method = Literal["place", "proportional", "balanced", "dynamic"]
Championship = Literal["individual", "pairs"]
_METHODS = (
    *(("plaats", "place"), ("naar rato", "proportional"), ("proportionnel", "proportional")),
    *(("gebalanceerd", "balanced"), ("équilibré", "balanced"), ("equilibre", "balanced")),
    *(("dynamisch", "dynamic"), ("dynamique", "dynamic")),
)
_CHAMPIONSHIPS = (
    *(("individueel", "individual"), ("individuel", "individual")),
    *(("paren", "pairs"), ("paires", "pairs")),
)


class Options(Table):
    """What a club sets; the defaults are the regulation's."""

    lines: int = column("nominal number of lines", minimum=1, maximum=26)
    average_a: float = column(
        "points for an average score in the A line", default=80.0, minimum=-1000, maximum=1000
    )
    width: float = column("width of a line", default=40.0, minimum=0.01, maximum=1000)
    step: float = column("step from a line to the next", default=10.0, minimum=0, maximum=1000)
    method: Method = column("how the score of a pair becomes points", default="balanced", synonyms=_METHODS)
    top_score_pairs: float = column(
        "percentage that is worth the top of a line", default=63.5, minimum=50.01, maximum=100
    )
    top_score_butler: float = column(
        "IMPs that are worth the top of a line", default=2.0, minimum=0.01, maximum=24
    )
    top_score_teams: float = column(
        "victory points that are worth the top", default=17.0, minimum=10.01, maximum=20
    )
    sessions: int = column("sessions that a ranking is the mean of", default=6, minimum=1, maximum=100)
    start_ranking: float | None = column(
        "substitute ranking of who has no other", default=None, minimum=-1000, maximum=1000
    )
    min_: int | None = column(
        "sessions that a champion must have played; without it 60 % of those of the season so far",
        default=None,
        minimum=0,
        maximum=400,
    )
    drop: int = column(
        "worst scores that fall away for the individual championship", default=5, minimum=0, maximum=400
    )
    pair_min: int | None = column(
        "results that a champion pair must have; without it as many as `min`",
        default=None,
        minimum=0,
        maximum=400,
    )
    pair_substitutes: int = column("of these with a substitute at most", default=2, minimum=0, maximum=400)
    pair_drop: int = column(
        "worst scores that fall away for the championship of pairs", default=0, minimum=0, maximum=400
    )
    championships: tuple[Championship, ...] = column(
        "the championships that are published", default=("individual", "pairs"), synonyms=_CHAMPIONSHIPS
    )
