"""Matrices of what can be written: cells by construction, judged by clang-19 and by us.

`generators/NAME.py` makes the cells of one matrix, `python -m tests.matrix` compares, and
`test_matrices.py` holds a sample to the verdicts of clang-19 that `verdicts/NAME.txt` keeps.
`disagreements.toml` has a reason for each cell where we are meant to differ.
"""
