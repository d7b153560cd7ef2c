"""Nouns, tables, cells, messages, problems and the plug-in protocol; everything else is built on these."""
