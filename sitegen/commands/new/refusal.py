"""Why no site is made."""


class NewSiteError(Exception):
    """Why no site was made, and what to do about it."""
