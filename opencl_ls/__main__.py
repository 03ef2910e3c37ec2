"""Runs the command `opencl-ls` for `python -m opencl_ls`."""

from __future__ import annotations

from opencl_ls.cli.main import run

if __name__ == "__main__":
    run()
