"""The articles of the regulation by which is calculated, as results and rules pages name them."""

from collections.abc import Mapping

ROUND = "Article 4.1"
DAY = "Article 4.2"
PRIZES = "Article 4.3"
YEARS = "Article 4.4"
GAMES = "Article 4.5"

articles: Mapping[str, str] = {
    ROUND: (
        "What a round brings: 100 × (x − p) / (x − 1) points for place p at a table of x, who is ex aequo at "
        "the mean of their places; x points more for who is first, also shared; and the share in the scores "
        "of the table."
    ),
    DAY: (
        "The ranking of the day, by the points of its rounds, and the bonus X − P + 1 for place P of X, "
        "which does not count in it. From 2014 X is not more than the mean participants of the year before, "
        "rounded to a multiple of 10."
    ),
    PRIZES: (
        "The order of the prize-giving: the winner of the day, the club that wins the interclub, the places "
        "through a tenth of the participants, ten at most, the clubs with eight players or more, and "
        "everybody else by lot."
    ),
    YEARS: (
        "The ranking of the year, the sum of the five best regular tournaments and the final; and LUDO, a "
        "third of the year before last, two thirds of last year and this year so far."
    ),
    GAMES: (
        "The ranking of a game in a year, its points divided by one more than the times played, which are "
        "taken to be three at least; it says who sits at the final table."
    ),
}
