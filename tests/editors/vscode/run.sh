#!/usr/bin/env bash
# Drives the extension in a real VS Code: run.sh FOLDER [--pictures OUT] [--keep-vsix] [STEP...]
#
# FOLDER holds VS Code, Node.js and the driver of the browser; install.sh puts them there where they
# are missing.  The extension is built from this checkout.  README.md says more.
set -euo pipefail
here=$(dirname "$(realpath "$0")")
root=$(realpath "$here/../../..")
folder=$(realpath -m "${1:?usage: run.sh FOLDER [--pictures OUT] [--keep-vsix] [STEP...]}")
shift

"$here/install.sh" "$folder"
export PATH="$folder/n24/bin:$PATH"
extension="$root/editors/vscode"
case " $* " in
*" --keep-vsix "*) ;;
*) (cd "$extension" && npm run --silent package >"$extension/build.log" 2>&1) || { cat "$extension/build.log"; exit 1; } ;;
esac
export PYTHON=${PYTHON:-python3}
(cd "$root" && "$PYTHON" -c "import opencl_ls.server, pygls") || {
    echo "run.sh: PYTHON names no Python that has the server's packages" >&2
    exit 2
}
exec node "$here/main.mjs" "$folder" "$@"
