"""Other compilers: their calls, and the messages of them and of drivers.

`logs` reads a build log by the tables in `formats.toml` and `messages.toml`; `commands` writes the
call of a compiler, `programs` finds one, `running` runs it, and `opinions` converts its messages to
findings.
"""
