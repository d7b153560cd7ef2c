"""Why no site is made."""


class NewSiteError(Exception):
    """Why no site was made, and what to do about it: one message, or one for each thing that is wrong."""

    def __str__(self) -> str:
        """The messages, each on a line of its own."""
        return "\n".join(map(str, self.args))
