#!/bin/sh
# Generates the parser again, fails if the committed one differs, then runs the corpus and the queries.
# Needs node, a C compiler, the tree-sitter command line 0.26 and `npm install --ignore-scripts`.
set -eu
cd "$(dirname "$0")"

# The command line caches compiled parsers by grammar name, which another checkout may share.
XDG_CACHE_HOME="${XDG_CACHE_HOME:-$PWD/.cache}"
export XDG_CACHE_HOME

before=$(cat src/parser.c src/grammar.json src/node-types.json | cksum)
tree-sitter generate
after=$(cat src/parser.c src/grammar.json src/node-types.json | cksum)
if [ "$before" != "$after" ]; then
    echo "src/ was out of date: commit what has been generated now" >&2
    exit 1
fi

tree-sitter test

for query in queries/*.scm; do
    tree-sitter query --quiet "$query" test/sample.cl > /dev/null
done
