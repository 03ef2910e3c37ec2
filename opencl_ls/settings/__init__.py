"""The target that a program is analysed for, and the user's settings.

- `target`: version, extensions, features and compiler flags, with what follows from them;
- `predefined`: the macros that a kernel sees for a target;
- `model`: the tree of settings and how settings from several places are merged;
- `options`: `-cl-std=`, `-D` and the other options of clBuildProgram;
- `decode`: settings from parsed TOML or JSON, with problems in words instead of exceptions;
- `files`: the configuration file of a folder; `disk` reads it from the disk;
- `client`: the settings that an editor sends;
- `schema`: the JSON schema of the settings, for editors.
"""
