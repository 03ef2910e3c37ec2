"""The exception of the command line, in a module of its own so that `--version` stays fast."""


class UsageError(Exception):
    """A wrong call of the command; its message is one line for the user."""
