"""Other compilers: how they are run, and what they and the drivers made of them say.

`logs` reads a build log by the tables in `formats.toml` and `messages.toml`; `commands` writes the
call of a compiler, `programs` finds one, `running` runs it, and `opinions` makes findings of what
it says.
"""
