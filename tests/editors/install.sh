#!/usr/bin/env bash
# Puts the editors that the tests start into FOLDER/bin: install.sh FOLDER
#
# It needs Debian or Ubuntu, and root for what the distribution's own packages are.  Neovim 0.12 and
# Helix come from the next Debian and live in FOLDER alone, with their libraries.  What cannot be
# installed is named, and its tests are skipped.
set -euo pipefail
folder=$(realpath -m "${1:?usage: install.sh FOLDER}")
mkdir -p "$folder/bin"
echo "the helper for Neovim completes this" >&2
