"""The one exception of the command line; it stands alone so that `--version` stays fast."""


class UsageError(Exception):
    """A wrong call of the command; its message is one line for the user."""
