#!/bin/sh
# Generates the parser again, fails if the committed one differs, and runs the tests: the corpus,
# the highlights, the tags, each query, and each binding whose tools are on this machine.
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

# Bindings are built from a copy, as a user gets them, so that nothing is left here.
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cp -R Makefile CMakeLists.txt Cargo.toml LICENSE NOTICE README.md binding.gyp bindings grammar.js \
    package.json pyproject.toml queries setup.py src tree-sitter.json "$scratch"
cd "$scratch"

# Says what is tried, and runs it where its tool is there.
binding() {
    if command -v "$2" > /dev/null; then
        echo "== $1"
        "$3"
    else
        echo "== $1: left out, as $2 is missing"
    fi
}

c() {
    # The generated files must not look older than what they were generated from.
    touch src/grammar.json && touch src/parser.c
    make --silent install PREFIX=/usr DESTDIR="$scratch/installed"
    test -e installed/usr/lib/libtree-sitter-opencl.a
    test -e installed/usr/share/tree-sitter/queries/opencl/highlights.scm
}

cmake_() {
    cmake -S . -B out -DCMAKE_INSTALL_PREFIX=/usr > /dev/null
    cmake --build out > /dev/null
    DESTDIR="$scratch/by-cmake" cmake --install out > /dev/null
    test -e by-cmake/usr/include/tree_sitter/tree-sitter-opencl.h
}

python() {
    python3 -m venv venv
    venv/bin/python -m pip install --quiet --disable-pip-version-check '.[core]'
    (cd bindings/python/tests && "$scratch/venv/bin/python" -m unittest)
}

node_() {
    # A user's project, with the package as it would be published.
    npm pack --silent > /dev/null
    mkdir user && cd user && echo '{"private": true}' > package.json
    npm install --silent --no-audit --no-fund ../tree-sitter-opencl-c-*.tgz tree-sitter@0.25
    cp ../bindings/node/binding_test.js .
    node --test binding_test.js
    cd ..
}

rust() {
    cargo test --quiet
    cargo package --quiet --list --allow-dirty | grep --quiet '^src/parser.c$'
}

binding C make c
binding CMake cmake cmake_
binding Python python3 python
binding Node npm node_
binding Rust cargo rust
