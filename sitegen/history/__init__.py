"""What git knows of a site: which commits there are, and what its folder held at each."""

from sitegen.history.repository import Commit, HistoryError, Repository
from sitegen.history.revision import checked_out

__all__ = ["Commit", "HistoryError", "Repository", "checked_out"]
