"""Lets `python -m opencl_ls` stand for the command `opencl-ls`."""

from __future__ import annotations

import sys

from opencl_ls.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
