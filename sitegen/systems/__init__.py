"""The ranking systems; each is found by its name through the entry-point group `sitegen.systems`."""

import os

# Pages are made by copies of this process, and a copy has none of its threads: numpy is to start no others.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
