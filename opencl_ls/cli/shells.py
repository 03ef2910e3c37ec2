"""The scripts of `opencl-ls completion`: each passes the words, and offers the answer.

The answer's first line is a kind of files, the second the prefix of their names, and each other one
a completion of the word at the cursor, and after a tab its description.
"""

from __future__ import annotations

from typing import Final

_BASH: Final = r"""# Completes the words of opencl-ls in bash.
_opencl_ls() {
    local line kind='' number=0 word=${COMP_WORDS[COMP_CWORD]}
    COMPREPLY=()
    while IFS= read -r line; do
        case $((number++)) in
            0) kind=$line ;;
            1) ;;
            *) COMPREPLY+=("$line") ;;
        esac
    done < <("$1" completion bash -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
    if [[ $word == [=:] ]]; then word=''; fi
    if [[ -n $kind ]]; then
        compopt -o filenames 2>/dev/null
        while IFS= read -r line; do
            if [[ $kind == files || -d $line ]]; then
                COMPREPLY+=("$line")
            elif [[ $kind == kernels && $line =~ \.(cl|ocl|clh)$ ]]; then
                COMPREPLY+=("$line")
            fi
        done < <(compgen -f -- "$word")
    elif [[ ${COMPREPLY[0]-} == *[=:] ]]; then
        compopt -o nospace 2>/dev/null
    fi
}
complete -F _opencl_ls opencl-ls
"""

_ZSH: Final = r"""#compdef opencl-ls
# Completes the words of opencl-ls in zsh.
_opencl_ls() {
    local -a answer choices open
    local line choice
    answer=("${(@f)$("${(Q)words[1]}" completion zsh -- \
        "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}")
    for line in "${(@)answer[3,-1]}"; do
        choice=${${line%%$'\t'*}//:/\\:}
        if [[ $line == *$'\t'* ]]; then choice+=":${line#*$'\t'}"; fi
        if [[ ${line%%$'\t'*} == *[=:] ]]; then open+=("$choice"); else choices+=("$choice"); fi
    done
    if (( $#open )); then _describe -t words opencl-ls open -S ''; fi
    if (( $#choices )); then _describe -t words opencl-ls choices; fi
    if [[ -n ${answer[2]-} ]]; then compset -P "${(b)answer[2]}"; fi
    case ${answer[1]-} in
        files) _files ;;
        folders) _files -/ ;;
        kernels) _files -g '*.(cl|ocl|clh)(-.)' ;;
    esac
}
if [[ ${funcstack[1]-} == _opencl-ls ]]; then
    _opencl_ls "$@"
else
    compdef _opencl_ls opencl-ls
fi
"""

_FISH: Final = r"""# Completes the words of opencl-ls in fish.
function __opencl_ls_complete
    set -l words (commandline -opc)
    set -l word (commandline -ct)
    set -l command $words[1]
    set -e words[1]
    set -l answer ($command completion fish -- $words "$word" 2>/dev/null)
    set -l kind $answer[1]
    set -l prefix $answer[2]
    set -e answer[1..2]
    if set -q answer[1]
        printf '%s\n' $answer
    end
    if test -n "$kind"
        set -l rest (string sub -s (math (string length -- "$prefix") + 1) -- "$word")
        set -l files (complete -C "'' $rest" | string replace -r '\t.*' '')
        switch $kind
            case folders
                set files (string match -r '.*/$' -- $files)
            case kernels
                set files (string match -r '.*(?:/|\.cl|\.ocl|\.clh)$' -- $files)
        end
        for file in $files
            printf '%s%s\n' $prefix $file
        end
    end
end
complete -c opencl-ls -f -k -a '(__opencl_ls_complete)'
"""

SCRIPTS: Final = {"bash": _BASH, "zsh": _ZSH, "fish": _FISH}
