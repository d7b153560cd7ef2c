"""A static-site generator for rankings: config -> read -> rate -> pages -> render -> publish."""

__version__ = "0.1.0"
