"""The matrices: each module has `cells()`, and may have a `PRELUDE` in front of all its cells."""
