"""`sitegen.toml` as typed settings, with the place of every fault."""
