"""The linter: what a rule is, the walk that runs them, and which findings a user sees."""
