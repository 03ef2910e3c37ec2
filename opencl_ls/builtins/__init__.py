"""The built-in names of OpenCL C, as tables that load on first use.

This module imports nothing, so that each client loads only the tables that it needs:

- `versions`: OpenCL C versions, and the conditions under which a built-in exists (`Availability`);
- `functions`, `types`, `macros`, `extensions`, `language` (keywords, attributes, pragmas and
  pages of the reference): one lookup each;
- `signatures`: generic signatures, with their concrete overloads;
- `names`: all names together, for completion and for "did you mean";
- `spelling`: the names that are similar to a misspelt one.

README.md beside this file describes the tables in `data/`.

The records are named tuples, because tables are decoded to tuples.
"""
