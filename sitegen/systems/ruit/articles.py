"""The headings of the regulation that is calculated by, which has no numbers for its articles."""

from collections.abc import Mapping

from sitegen.systems.ruit.tables import Form

articles = {
    "De handicap": (
        "Everybody has a number for how strong they play; a class of the league is 50 points, from 100 for "
        "a student to 450 for the master class."
    ),
    "RUIT butleravond": (
        "The two ratings of a pair are added and compared with the mean of its opponents that evening; each "
        "10 points more cost 1 IMP, and 40 % of the IMPs after handicap are rating points."
    ),
    "RUIT parenavond": (
        "The ratings of a pair are compared with the mean of its opponents that evening; each 40 points more "
        "cost 1 %, and each per cent above 50 after handicap is 1½ rating points."
    ),
    "RUIT viertallenschema": (
        "The four ratings of a team are added; each 20 points more than the other team cost 1 IMP a match, "
        "and each victory point above 10 a match is a rating point for all four."
    ),
    "Partnersubsidie": (
        "Since mid-May 2012 the higher of two partners hands 1 point to the lower, each evening that they "
        "play together."
    ),
    "Overig": (
        "A rating never becomes negative: points below zero are forgiven. The site shows the course of each "
        "rating, every evening, and who rose how much."
    ),
}
"""Each heading, as it is cited, with what stands below it."""

OF_FORM: Mapping[Form, str] = {
    "pairs": "RUIT parenavond",
    "butler": "RUIT butleravond",
    "teams": "RUIT viertallenschema",
}
"""The heading by which an evening of each form is calculated."""
OF_EACH = ("Partnersubsidie", "Overig")
"""Those that count on evenings of every form."""
