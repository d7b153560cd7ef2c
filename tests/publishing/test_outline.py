"""An outline says all that its page says, in the same order."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from golden import SITES, read_output
from lxml import etree
from outline import read_page, write_outline

NO_TEXT = re.compile(r"⟨[^⟩]*⟩|│|^(#+|[-»▸]) ", re.MULTILINE)
PAGE = """<!doctype html><html><head><title>An, List – Club</title>
<meta name="description" content="An: place 1"><meta property="og:title" content="An, 1608"></head>
<body><a class="skip" href="#main">Skip</a><header><nav><ul><li><a href="../">Club</a>
<li><a href=".">News</a></ul></nav></header><main id="main"><h1>An</h1><p role="alert">Provisional.</p>
<dl class="facts"><div><dt>Won<dd>1 of 2 <small>50 %</small></div>
<div><dt>Club<dd><a href=../n/>North</a></div></dl>
<h2>Games <small>2</small></h2><table><caption>All games</caption>
<thead><tr><th>Opponent<th>±<th>Source<tbody>
<tr><th><a href=../bob/>Bob</a><small class=ph>±&nbsp;+1.0</small><td>+1.0<td>
<tr><td><td>−2.0<td><a href="https://example.org/blob/games.csv#L2">games:2</a>
<a class=flag href="?x" aria-label="Report"></a>
<tr><td colspan=3><details><summary>Calculation</summary>1 − 3 <br>= −2</details></table>
<p class="note">By day.</p> <label><input type="checkbox" placeholder="Name">All</label>
<details><summary>How</summary><p><math><mi>E</mi><mo>=</mo><mfrac><mn>1</mn><mi>x</mi></mfrac></math>
<ul><li>x = 2<li>E = 0.5</ul></details>
<figure><h2>Rating</h2><svg role="img" aria-label="To 1608"><text>1600</text><text>1608</text></svg>
<figcaption>Since May.</figcaption></figure><script>let x</script></main>
<footer>Sources</footer></body></html>"""
OUTLINE = """\
An, List – Club │ An: place 1 │ An, 1608
Skip │ Club │ News
# An
Provisional.
│ Won │ 1 of 2 50 %
│ Club │ North ⟨../n/⟩
## Games 2
» All games
│ Opponent │ ± │ Source
│ Bob ⟨../bob/⟩ ± +1.0 │ +1.0 │
│ │ −2.0 │ games:2 ⟨…/games.csv#L2⟩
│ Calculation │ 1 − 3 │ = −2
By day. │ ⟨Name⟩ All
▸ How
E=1⟨/⟩x
- x = 2
- E = 0.5
## Rating │ ⟨To 1608⟩ │ 1600 │ 1608
» Since May. │ Sources
"""


def test_a_page_is_told_line_by_line() -> None:
    assert write_outline(PAGE) == OUTLINE


@pytest.mark.slow
@pytest.mark.parametrize("site", SITES, ids=lambda site: site.name)
def test_an_outline_has_the_text_of_its_page_and_no_other(
    site: Path, golden_output: Callable[[str], Path]
) -> None:
    for path, data in read_output(golden_output(site.name)).items():
        text = data.decode()
        if path.endswith(".html"):
            told, said = write_outline(text).partition("\n")[2], read_page(text)[1]
        elif path.endswith("feed.xml"):
            told, said = write_outline(text), etree.fromstring(data)
        else:
            continue
        assert remove_spaces(NO_TEXT.sub("", told)) == remove_spaces("".join(said.itertext())), path


def remove_spaces(text: str) -> str:
    return "".join(text.split())
