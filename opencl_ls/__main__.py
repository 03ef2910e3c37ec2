"""Runs the command `opencl-ls` for `python -m opencl_ls`."""

from __future__ import annotations

import sys

from opencl_ls.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
