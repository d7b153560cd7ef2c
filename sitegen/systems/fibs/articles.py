"""The headings of the regulation by which something is calculated, in its order."""

from collections.abc import Mapping

articles: Mapping[str, str] = {
    "Spelers": (
        "The rating list is for players who are registered with the federation, through one of its clubs and"
        " for a year at a time."
    ),
    "Matchen": (
        "A match counts when it is live match play between two registered players, at a club or tournament"
        " or as a friendly that both agreed on beforehand, without a clock or with enough time on it."
    ),
    "Ratingformule": (
        "The winner's rating goes up and the loser's goes down by W = (1 − P) × S, where P is the chance that"
        " the winner had and S = 4√N is at stake in a match to N points; matches count in order of the day."
    ),
    "Ramp-up": "What is at stake does not hang on the experience of a player.",
    "Initiële rating": "Everyone starts with a rating of 1500 and an experience of nil.",
    "Voorlopige versus definitieve rating": (
        "A rating is provisional below an experience of 100, and stands in a list apart, by the alphabet."
    ),
    "Registratie van matchresultaten": (
        "Results of week N are due by the Friday of week N+1; in its weekend the new ratings are published,"
        " from the results through week N, and these results with them."
    ),
    "Klachten": (
        "Complaints about results are accepted until a week after these are published; a correction counts"
        " at once and for all that came after it."
    ),
}
"""Each as it is cited, with what it says."""
