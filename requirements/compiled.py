"""Makes Python of the templates of the theme and of the systems, so that no start of the program has to."""

from jinja2 import DictLoader

from sitegen.language import ENGLISH
from sitegen.render import compiled
from sitegen.render.environment import bare

if __name__ == "__main__":
    compiled.write(bare(DictLoader({}), ENGLISH))
