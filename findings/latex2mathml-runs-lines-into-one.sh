#!/usr/bin/env bash
# version: latex2mathml 3.81.1 from the Python Package Index; found on 2026-11-28
# expected: what LaTeX and its package amsmath print (amsmath user's guide, sections 3 and 5; TeXbook, chapters 17 and 18):
#           the lines of `aligned`, `dcases` and `gathered` below each other, `\\[2pt]` as space, `\sqrt12` as the root of 1
#           before a 2, `\text{50\%}` as 50%, `\mathrm{K}` upright, and a gap in `\ln x`.
# seen: the lines run into one, with their ampersands, which are no XML either; `[2pt]`, `\%` and `\sqrt{12}` are printed; a single letter of
#       \mathrm is in italics, which a browser gives an `mi` of one letter; and nothing stands between ln and x. No error.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check --no-deps latex2mathml==3.81.1 2>/dev/null
"$work/venv/bin/python" - <<'PYTHON'
import re

from latex2mathml.converter import convert

seen = {}
for latex in (
    r"\begin{aligned} a &= b \\[2pt] c &= d \end{aligned}",
    r"\begin{dcases} 1 & x \\ 2 & y \end{dcases}",
    r"\begin{gathered} a \\ b \end{gathered}",
    r"\sqrt12",
    r"\text{50\%}",
    r"\mathrm{K}",
    r"\ln x",
):
    seen[latex] = re.sub(r"^<math[^>]*><mrow>|</mrow></math>$", "", convert(latex))
    print(latex, "->", seen[latex])
aligned, dcases, gathered, root, percent, upright, logarithm = seen.values()
assert all("<mtable" not in lines for lines in (aligned, dcases, gathered)), "lines stand below each other now"
assert "<mi>&</mi>" in aligned and "[" in aligned, "ampersands and spaces of lines are gone"
assert root.startswith("<msqrt>") and "12" in root, "the root ends behind its first digit now"
assert "\\" in percent, "the sign of a percentage is alone now"
assert upright == "<mi>&#x0004B;</mi>", "a letter is upright now"
assert logarithm == "<mi>ln</mi><mi>x</mi>", "there is a gap behind ln now"
PYTHON
echo "as found: lines, ampersands, roots, percentages and letters are not what LaTeX prints"
