"""Quotation marks, apostrophes and dashes: what is typed, and what each language prints."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegen.core.language import LANGUAGES, Language
from sitegen.inputs.content.links import render_markdown
from sitegen.inputs.content.typography import set_type

SENTENCES = """
nl|'t Hof speelt in 's-Gravenhage|’t Hof speelt in ’s-Gravenhage
nl|Kampioen in '60 en in '71|Kampioen in ’60 en in ’71
nl|Zo'n partij, 's avonds in 't clubhuis|Zo’n partij, ’s avonds in ’t clubhuis
nl|Hij zei: "Kijk, 's avonds is 't stil."|Hij zei: “Kijk, ’s avonds is ’t stil.”
nl|De foto's van Ria's team en baby'tje|De foto’s van Ria’s team en baby’tje
nl|Het woord 'remise' en "winst"|Het woord ‘remise’ en “winst”
nl|("'t Was laat")|(“’t Was laat”)
nl|'n Goede zet, rock 'n roll|’n Goede zet, rock ’n roll
nl|'Kom je?' vroeg ze. 'Nee.'|‘Kom je?’ vroeg ze. ‘Nee.’
nl|Na 20' en 5'10" is het uit|Na 20' en 5'10" is het uit
nl|90' + 30", of 90'+30''|90' + 30", of 90'+30''
nl|Frans' toren en Loes' dame|Frans’ toren en Loes’ dame
nl|A'dam - R'dam: 4-4|A’dam - R’dam: 4-4
nl|het '80'er team|het ’80’er team
nl|Wit -- zwart --- remise...|Wit – zwart — remise…
en|He said "it's 'fine' now."|He said “it’s ‘fine’ now.”
en|the '60s and the players' choice|the ’60s and the players’ choice
en|"He is 6'2" tall"|“He is 6'2" tall”
en|a 24" screen, "30" in quotes|a 24" screen, “30” in quotes
en|rock 'n' roll|rock ’n’ roll
en|"'Tis so," said 'Bo'|“’Tis so,” said ‘Bo’
en|in the hall of 't Veerhuis, the players' home|in the hall of ’t Veerhuis, the players’ home
en|the "A"/"B" group; "A"-"B"|the “A”/“B” group; “A”-“B”
en|'"Double" in single'|‘“Double” in single’
en|"Opened and|“Opened and
en|James' "rook"|James’ “rook”
en|a prize of 1'000'000|a prize of 1'000'000
en|run it with --force|run it with --force
en|scores 1--0 and 2--1|scores 1–0 and 2–1
en|wait.... what|wait.... what
en|"Who?" "Me!"|“Who?” “Me!”
en|the letter "s" ("t")|the letter “s” (“t”)
en|he left;"then" came|he left;“then” came
en|"Hello,"she said, (so)"bye"|“Hello,”she said, (so)“bye”
en|'Round 3' was "a"--"b"|‘Round 3’ was “a”–“b”
nl|'Er was 'n remise,' zei 'Torens '76'|‘Er was ’n remise,’ zei ‘Torens ’76’
nl|Hij: ''t Is mat!' na 1½' op 6½" ("½-½")|Hij: ‘’t Is mat!’ na 1½' op 6½" (“½-½”)
fr|rock 'n' roll|rock ’n’ roll
fr|Le "Grand Prix" de l'école|Le «_Grand Prix_» de l’école
fr|« Bonjour » dit-il|«_Bonjour_» dit-il
fr|d'"Artagnan", l'"été"|d’«_Artagnan_», l’«_été_»
fr|aujourd'hui, qu'il|aujourd’hui, qu’il
fr|"Il a dit 'mat' hier"|«_Il a dit “mat” hier_»
fr|("Roi")|(«_Roi_»)
fr|l'année '98|l’année ’98
de|Der "Turm" und der 'Springer'|Der „Turm“ und der ‚Springer‘
de|Hans' Auto und 's Turnier|Hans’ Auto und ’s Turnier
de|"Er sagte: 'Matt!'"|„Er sagte: ‚Matt!‘“
it|L'"Accademia" e l'arte|L’«Accademia» e l’arte
es|La "torre" y el 'rey'|La «torre» y el “rey”
pt|A "torre" e o 'rei'|A “torre” e o ‘rei’
ca|L'"escac" d'avui|L’«escac» d’avui
pl|Powiedział "tak"|Powiedział „tak”
cs|Řekl "šach"|Řekl „šach“
sk|Povedal "šach"|Povedal „šach“
sl|Rekel je "šah"|Rekel je „šah“
hr|Rekao je "šah"|Rekao je „šah”
hu|Azt mondta: "sakk"|Azt mondta: „sakk”
ro|A spus "șah"|A spus „șah”
bg|Каза "шах"|Каза „шах“
ru|Он сказал "шах"|Он сказал «шах»
uk|Він сказав "шах"|Він сказав «шах»
el|Είπε "σαχ"|Είπε «σαχ»
sv|Han sa "schack"|Han sa ”schack”
fi|Hän sanoi "shakki"|Hän sanoi ”shakki”
nb|Han sa "sjakk"|Han sa «sjakk»
da|Han sagde "skak"|Han sagde “skak”
et|Ta ütles "male"|Ta ütles „male“
lv|Viņš teica "šahs"|Viņš teica “šahs”
lt|Jis sakė "šachas"|Jis sakė „šachas“
is|Hann sagði "skák"|Hann sagði „skák“
tr|"Şah" dedi|“Şah” dedi
af|'n Skaak en "mat"|’n Skaak en “mat”
xx|"as typed" it's|"as typed" it's
"""  # noqa: RUF001 - what the marks look like is the point


@pytest.mark.parametrize("line", SENTENCES.strip().splitlines())
def test_marks_are_those_of_the_language(line: str) -> None:
    language, typed, printed = line.split("|")
    assert set_type(typed, language) == printed.replace("«_", "«\xa0").replace("_»", "\xa0»")


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ('"**bold**" and *"so"*', "<p>“<strong>bold</strong>” and <em>“so”</em></p>"),
        ('a "word `x"y` more" b', '<p>a “word <code>x"y</code> more” b</p>'),
        ("`it's` 's `x`'s", "<p><code>it's</code> ’s <code>x</code>’s</p>"),  # noqa: RUF001
        ('\\"stays\\" &quot;too&quot; "not"', '<p>"stays" "too" “not”</p>'),
        ('\'t\n"over\nlines"', "<p>’t\n“over\nlines”</p>"),  # noqa: RUF001
        ('<b>"x"</b> <span title="a \'b\'">y</span>', "<p><b>“x”</b> <span title=\"a 'b'\">y</span></p>"),
        ('```\n"it\'s"\n```', '<pre><code>"it\'s"\n</code></pre>'),
        ('![a "b" c](x.png)', '<p><img src="x.png" alt="a “b” c"></p>'),
    ],
)
def test_what_is_not_prose_stays_and_elements_are_no_border(text: str, html: str) -> None:
    assert render_markdown(text, "a.md") == (html, [])


def test_an_address_stays_as_it_is() -> None:
    html, _ = render_markdown("https://club.example/a--b?x='y'&z=1... it's", "a.md")
    assert ">https://club.example/a--b?x='y'&amp;z=1</a>" in html
    assert html.endswith("… it’s</p>")  # noqa: RUF001


@pytest.mark.parametrize("language", LANGUAGES)
@given(st.text("ab1 \n\"'-.*`()«»", max_size=30))
def test_typing_changes_nothing_but_signs(language: str, text: str) -> None:
    printed = set_type(text, Language(language).code)
    assert [sign for sign in printed if sign.isalnum()] == [sign for sign in text if sign.isalnum()]
