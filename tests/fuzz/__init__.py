"""Fuzzers: a seed decides all; short in the suite, long by command (docs/robustness.md)."""
