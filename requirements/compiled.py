"""Makes ready what every start of the program would have to make anew: the templates, and the words."""

import py_compile
from collections.abc import Mapping
from pathlib import Path

from jinja2 import DictLoader

from sitegen.core.language import COMPILED_FOLDER, ENGLISH, TEMPLATE_SUFFIX, compile_catalogues
from sitegen.render.environment import compile_templates, create_bare_environment


def made() -> dict[str, bytes]:
    """The files by their names."""
    return compile_templates(create_bare_environment(DictLoader({}), ENGLISH)) | compile_catalogues()


def write(files: Mapping[str, bytes], folder: Path = COMPILED_FOLDER) -> None:
    """Put these files there, and nothing else; one that is there already stays as it is."""
    (folder / "__pycache__").mkdir(parents=True, exist_ok=True)
    stems = {Path(name).stem for name in files}
    for each in (*folder.iterdir(), *(folder / "__pycache__").iterdir()):
        if each.is_file() and each.name.partition(".")[0] not in stems:
            each.unlink()
    for name, content in files.items():
        if not (folder / name).exists():
            (folder / f"{name}.new").write_bytes(content)
            (folder / f"{name}.new").replace(folder / name)  # whoever reads at this moment gets it whole
        if name.endswith(TEMPLATE_SUFFIX):
            py_compile.compile(str(folder / name), doraise=True)


if __name__ == "__main__":
    write(made())
