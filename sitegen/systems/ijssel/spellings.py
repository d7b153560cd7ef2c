"""How secretaries write results, codes and headings, in Dutch, French and English.

Only what can mean one thing. The reader compares without case, and takes any dash for `-`.
"""

from sitegen.toolkit.duel.written import DRAWN, several, synonyms


def _forfeits(white: str, black: str) -> str:
    """A score with what stands for a forfeit behind it: forfait, reglementair, niet opgekomen."""
    marks = ("ff", " f", " ff", " (f)", "r", " r", " (r)", " reg", " reg.", " regl.", " reglementair")
    words = (" forfait", " forfeit", " n.o.")
    scores = [f"{white}-{black}{mark}" for mark in (*marks, *words)]
    return "|".join([*scores, f"{white}f-{black}f", f"{white}ff-{black}ff", f"{white}r-{black}r"])


RESULTS = synonyms(
    {
        "1-0": "1:0|wit|wit wint|wint wit|white|white wins|blancs|les blancs gagnent",
        "0-1": "0:1|zwart|zwart wint|wint zwart|black|black wins|noirs|les noirs gagnent",
        "½-½": DRAWN,
        "1-0f": f"{_forfeits('1', '0')}|+/-|+:-|+-|+--",
        "0-1f": f"{_forfeits('0', '1')}|-/+|-:+|-+|--+",
    }
)
"""The points of white and of black; a score with a mark behind it is a forfeit."""

POINTS = synonyms(
    {
        "1": "1.0|1,0|w|win|won|gewonnen|winst|gagné|gagne|gain|victoire",
        "½": "0.5|0,5|.5|,5|=|r|rem|rem.|remise|gelijk|draw|drawn|nul|nulle",
        "0": "0.0|0,0|v|l|lost|loss|verloren|verlies|perdu|perte|défaite|defaite",
    }
)
"""The points of one player."""

CODES = synonyms(
    {
        "external": "extern|externe|externe wedstrijd|externe partij|extern gespeeld|team|teamwedstrijd"
        "|interclub|interclubs|match externe|match d'équipe|match d'equipe|équipe|equipe|team match",
        "external-moved": "extern verplaatst|extern verzet|extern andere dag|extern andere avond"
        "|extern vooruitgespeeld|vooruitgespeeld|externe déplacé|externe deplace|externe déplacée"
        "|externe deplacee|externe autre jour|external other day",
        "club": "clubtaak|clubdienst|vereniging|verenigingstaak|voor de club|absent for club|bestuur"
        "|pour le club|tâche du club|tache du club|service du club|comité|comite",
        "bye": "vrij|vrije ronde|vrijaf|manual bye|libre|ronde libre|repos|joker",
        "odd": "oneven|oneven aantal|overgebleven|over|vrijgeloot|impair|nombre impair|exempt|exempte",
        "absent": "afwezig|afgemeld|abs|abs.|afw|afw.|afm|afm.|afwezig met bericht|met bericht|verhinderd"
        "|ziek|absente|absent excusé|absent excuse|excusé|excuse|excusée|excusee|malade|signed off|away",
        "no-show": "noshow|niet verschenen|niet opgekomen|niet gekomen|niet afgemeld|n.o."
        "|afwezig zonder bericht|zonder bericht|non excusé|non excuse|non excusée|non excusee"
        "|absent non excusé|absent non excuse|pas venu|pas venue|non présenté|non presente|sans avis",
    }
)
"""Why somebody does not play."""

ROUND = several("ronde|rondenummer|rondenr|tour|n° de ronde")
DATE = several("datum|speeldatum|speelavond|avond|dag|jour|soirée|soiree")
WHITE = several("wit|witspeler|speler wit|blancs|blanc|les blancs|joueur blanc")
BLACK = several("zwart|zwartspeler|speler zwart|noirs|noir|les noirs|joueur noir")
RESULT = several("uitslag|resultaat|score|résultat|resultat")
BOARD = several("bord|bordnummer|bordnr|tafel|échiquier|echiquier|table")
PLAYER = several("speler|speelster|naam|lid|joueur|joueuse|nom|membre")
CODE = several("reden|soort|afwezigheid|status|motif|raison|absence|statut")
FINAL_RATING = several(
    "eindrating|eindrating vorig seizoen|rating vorig seizoen|clubrating"
    "|rating final|classement final|cote finale|cote du club"
)
KNSB_RATING = several(
    "knsb|knsb elo|elo knsb|elo|nationale rating|rating knsb|cote nationale|elo national|classement national"
)
KNSB_RELIABLE = several(
    "knsb betrouwbaar|betrouwbaar|rating betrouwbaar|elo betrouwbaar|fiable|knsb fiable|cote fiable"
)
ESTIMATE = several("schatting|geschat|geschatte rating|estimation|estimé|estime|cote estimée|cote estimee")
YOUTH = several("jeugd|jeugdlid|jeugdspeler|junior|jeune|jeunesse")
JOINED = several(
    "vanaf ronde|instapronde|ingestapt|eerste ronde|vanaf"
    "|depuis la ronde|première ronde|premiere ronde|à partir de|a partir de"
)
LEFT = several(
    "tot en met ronde|t/m ronde|laatste ronde|uitgestapt"
    "|gestopt na ronde|jusqu'à la ronde|jusqu'a la ronde|dernière ronde|derniere ronde"
)
