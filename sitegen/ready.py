"""Where what was made ready when the program was set up lies: templates and words, compiled.

Each file is named after all that decides what is in it. So nothing is ever out of date there: what has
changed since is not found, and made as it is needed.
"""

from pathlib import Path

FOLDER = Path(__file__).parent / "compiled"
CODE = ".template"
"""How a file of Python is called there that is no module of the program: who looks for those finds none."""
