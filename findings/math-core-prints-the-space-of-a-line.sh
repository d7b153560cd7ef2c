#!/usr/bin/env bash
# version: math-core 0.9.0 from the Python Package Index; found on 2026-11-28
# expected: `\\[2pt]` is space between two lines (amsmath user's guide, section 3.1); a blank behind `\%` is printed in text,
#           as it is behind every command of one sign (TeXbook, chapter 8).
# seen: `[2pt]` is printed before the next line, and `\text{50\% of}` becomes "50%of".
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check --no-deps math-core==0.9.0 2>/dev/null
"$work/venv/bin/python" - <<'PYTHON'
import re

from math_core import LatexToMathML

convert = LatexToMathML(fancy_error=False).convert_with_local_state
lines = re.sub("<[^>]*>", "", convert(r"\begin{aligned} a &= b \\[2pt] c &= d \end{aligned}", displaystyle=True))
percent = re.sub("<[^>]*>", "", convert(r"\text{50\% of}", displaystyle=True))
print("two lines:", lines)
print("a percentage:", percent)
assert lines == "a=b[2pt]c=d", "the space of a line is no longer printed"
assert percent == "50%of", "the blank is kept now"
PYTHON
echo "as found: the space of a line is printed, and a blank is lost"
