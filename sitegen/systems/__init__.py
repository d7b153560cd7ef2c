"""The ranking systems; each is found by its name through the entry-point group `sitegen.systems`."""
