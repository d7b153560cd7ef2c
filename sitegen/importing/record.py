"""A record of a source on its way into a table, with its verdict."""

from dataclasses import dataclass, field
from typing import Any

from sitegen.core.problems import Message


@dataclass
class Record:
    """One record of a source on its way into a table.

    `cells` are texts by our columns, `places` their places in the source; `status` is imported, merged,
    left, doubtful or refused, with a `reason`; `row` is the row of our table that it becomes;
    `address` names it in the file of answers by what it says: `said` are its texts before any answer.
    `column` is the one that the reason is about, if it is about one, and `asked` the text there that cannot
    be used. `agreed` are the codes of doubts that were agreed to, `used` the column that an answer went to;
    `leader` has the answers for this one.
    """

    source: str
    place: str
    table: str
    address: str = field(default="", kw_only=True)
    cells: dict[str, str] = field(default_factory=dict)
    places: dict[str, str] = field(default_factory=dict)
    kinds: dict[str, str] = field(default_factory=dict)
    status: str = ""
    reason: Message | str = ""
    hint: Message | str = ""
    row: dict[str, str] = field(default_factory=dict)
    has_sides: bool = False
    is_swapped: bool = False
    counts_once: bool = False
    doubt: Message | None = None
    said: dict[str, str] = field(default_factory=dict)
    column: str = ""
    asked: str = ""
    agreed: set[str] = field(default_factory=set)
    used: str = ""
    leader: "Record | None" = None
    as_read: dict[str, Any] = field(default_factory=dict, repr=False)

    def judge(
        self, status: str, reason: Message | str, hint: Message | str = "", column: str = "", asked: str = ""
    ) -> None:
        """Set the status, unless it is set already or the user has agreed to what is doubted."""
        is_agreed = status == "doubtful" and getattr(reason, "code", "") in self.agreed
        if not self.status and not is_agreed:
            self.status, self.reason, self.hint, self.column, self.asked = status, reason, hint, column, asked
            cell_place = self.places.get(column)
            self.place = cell_place if cell_place and cell_place != "imports" else self.place

    def restart_verdict(self) -> None:
        """Take back the verdict, for another."""
        self.status, self.reason, self.hint = "", "", ""

    def remember(self) -> None:
        """Keep the record as it is now, for `restart`."""
        kept = ((name, value) for name, value in vars(self).items() if name not in {"as_read", "agreed"})
        self.as_read = {name: {**value} if isinstance(value, dict) else value for name, value in kept}

    def restart(self) -> None:
        """Set all back to what was remembered, but for what was agreed to."""
        for name, value in self.as_read.items():
            setattr(self, name, {**value} if isinstance(value, dict) else value)

    @property
    def is_open(self) -> bool:
        """Whether the record has no status yet."""
        return not self.status

    @property
    def code(self) -> str:
        """The code of the reason."""
        return getattr(self.reason, "code", "")
