"""The headings of the regulation that are calculated, with what each says."""

from collections.abc import Mapping, Sequence

articles: Mapping[str, str] = {
    "Basisprincipes": (
        "Points lie below the upper bound, and all lines have one width, each a step below the line above it."
    ),
    "Het speelmoment en het speelseizoen": (
        "At the start of a season the ranking of a player begins anew from a substitute ranking."
    ),
    "Rankingpunten toekennen voor paren- en butlerwedstrijden": (
        "Both players of a pair get the points that the score of the pair is worth."
    ),
    "Evenredig naar plaats in de lijn": (
        "The points go in equal steps from the top of the line to its bottom, rounded to whole numbers."
    ),
    "Naar rato van de scores": (
        "The best score is worth the top of the line, the worst its bottom, and the others lie between in "
        "proportion."
    ),
    "Naar rato van de scores, gebalanceerd": (
        "An average score is worth the middle of the line and the top score of the club its top; all others "
        "are in proportion, also beyond the bounds."
    ),
    "Dynamisch, per lijn": (
        "As balanced, but an average score is worth the mean ranking of who play in the line, on the nominal "
        "width."
    ),
    "Rankingpunten toekennen voor viertallenwedstrijden": (
        "A team gets the mean strength of the teams it met, and what its victory points are worth above or "
        "below 10; all sittings of an evening count together, once."
    ),
    "Zittingen met afwijkende hoeveelheid lijnen": (
        "More or fewer lines than usual are stretched over the same points, in the same proportions."
    ),
    "Top-integrale uitslagen": "Lines that are scored together share one interval, wider by a step for each.",
    "Lijnen met willekeurige letters": "Lines count in the order of their letters, whatever the letters are.",
    "Spelers": (
        "A ranking is the mean of the points of the latest sessions that the player played; the substitute "
        "ranking stands in for each that is missing."
    ),
    "Paren": "The ranking of a pair is the sum of the rankings of the two; it decides the line they play in.",
    "Driemanschappen": "The ranking of a trio is twice the mean of the rankings of the three.",
    "Clubkampioenschap (individueel)": (
        "Champion is who has the highest mean of all points of the season and played often enough; the worst "
        "scores fall away as far as that leaves enough."
    ),
    "Clubkampioenschap voor paren en driemanschappen": (
        "The results with each other count, and where these are too few the best with a substitute; two of a "
        "trio, or two in one team, are together."
    ),
    "Afwijkende toekenning van rankingpunten": (
        "A club may set other points for an average score, another width of a line and another step."
    ),
}

TEAMS = "Rankingpunten toekennen voor viertallenwedstrijden"
INDIVIDUAL = "Clubkampioenschap (individueel)"
JOINT = "Clubkampioenschap voor paren en driemanschappen"
RANKINGS = ("Spelers", "Het speelmoment en het speelseizoen")
"""By which a ranking is made."""
_PAIRS = "Rankingpunten toekennen voor paren- en butlerwedstrijden"
_LINES = (
    "Basisprincipes",
    "Zittingen met afwijkende hoeveelheid lijnen",
    "Top-integrale uitslagen",
    "Lijnen met willekeurige letters",
    "Afwijkende toekenning van rankingpunten",
)
METHODS: Mapping[str, Sequence[str]] = {
    "place": (_PAIRS, "Evenredig naar plaats in de lijn", *_LINES),
    "proportional": (_PAIRS, "Naar rato van de scores", *_LINES),
    "balanced": (_PAIRS, "Naar rato van de scores, gebalanceerd", *_LINES),
    "dynamic": (_PAIRS, "Dynamisch, per lijn", "Top-integrale uitslagen"),
}
"""By which a score in a line becomes points, by the method of the club."""
