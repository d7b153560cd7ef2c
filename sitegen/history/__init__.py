"""What git knows of a site: which commits there are, and what its folder held at each."""

from sitegen.history.git import HistoryError
from sitegen.history.objects import Commit
from sitegen.history.repository import MainLine, Repository
from sitegen.history.revision import checked_out

__all__ = ["Commit", "HistoryError", "MainLine", "Repository", "checked_out"]
