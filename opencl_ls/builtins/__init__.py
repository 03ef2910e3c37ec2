"""The built-in names of OpenCL C, as tables that load on first use.

Nothing is imported here on purpose, so that each reader pays only for the kind that it asks for:

- `versions`: OpenCL C versions, and what a built-in needs in order to exist (`Availability`);
- `functions`, `types`, `macros`, `extensions`, `language` (keywords, attributes, pragmas and
  pages of the reference): one lookup each;
- `signatures`: generic signatures, with the concrete overloads that each stands for;
- `names`: all names together, for completion and for "did you mean";
- `spelling`: which names lie near a misspelt one.

README.md beside this file says how the tables in `data/` are written.

The records are named tuples, because tables are read and unpacked as such.
"""
