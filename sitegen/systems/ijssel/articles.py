"""The articles of the regulation that are calculated, by the names that they are cited by."""

from collections.abc import Mapping

articles: Mapping[str, str] = {
    "1 Clubrating": "A club rating is the performance over the games of the season, one fictitious draw"
    " against the rating that belongs to the place on the ranking, and draws against the own start rating up"
    " to a minimum of 6 games in the first period and 2 more in each that follows; outliers are capped.",
    "1.1 Startratings": "Who begins the season starts between the mean ratings of the upper and of the lower"
    " quarter of the players, all evenly spaced in the order of what they bring.",
    "2.1 Waardecijfer": "Every club rating has a value, 100 × e^((rating − 2000) / 2000 × 2.7).",
    "2.2 Rondescore": "A win is worth the value of the opponent, but at least half of the own; a draw two"
    " thirds and a loss a third of the opponent's. Every round is scored again after each round.",
    "2.3 Afwezigheid": "Without an opponent a share of the own value counts: two thirds for a match or duty"
    " for the club, a bye or an odd number, half for an absence told beforehand, a quarter for any other.",
    "3 Jeugdspelers": "A game with a youth member is played from 20:00 to 22:00, one hour each.",
    "5 Wedstrijdindeling": "Players are paired by the Swiss system on the club rating.",
    "5.1 Limitering": "The rounds are divided evenly over the periods, in each of which a pair meets once"
    " at most.",
    "5.2 Definitieve indeling": "A game can be declared lost by who is not there in time; the other may then"
    " be paired again.",
    "6.1 Totaalranglijst": "The ranking is in the order of the sum of all round scores; who leads it after"
    " the last round is club champion.",
    "6.2 Periode ranglijst": "At the start of each period the players are divided into groups by club rating;"
    " the best of each group over the rounds of the period is period champion.",
    "7 Overige bepalingen": "The club champion has played 13 games; who is among the first 3, 6 or 12 after"
    " each of the last five rounds has a place in the cup, first or second team.",
}
