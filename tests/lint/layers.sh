#!/usr/bin/env bash
# Each file includes only its own layer and those below it; OpenCL's header only in host/cl, MPI's
# only in host/run. The first argument is the tree (default: this one). SPDX-License-Identifier: MIT
set -eu
cd "${1:-$(dirname "${BASH_SOURCE[0]}")/../..}"

below() {
    case $1 in
    base) echo base ;;
    source) echo source base ;;
    cl) echo cl source base ;;
    contact) echo contact source base kernels ;;
    parts) echo parts source base kernels ;;
    laws) echo laws contact parts cl source base kernels ;;
    device) echo device laws contact parts cl source base kernels ;;
    io) echo io base ;;
    figures) echo figures source base ;;
    fit) echo fit device laws contact parts source base kernels ;;
    model) echo model fit device laws contact parts cl source base ;;
    analysis) echo analysis model fit device laws contact parts cl source base kernels ;;
    picture) echo picture analysis model fit device laws contact parts io source base ;;
    run) echo run analysis model fit device laws contact parts cl io source base kernels ;;
    cli) echo cli figures base ;; # and every public header
    kernels) echo kernels ;;
    esac
}

# The layer that a header belongs to; nothing for a header of the system. A public header belongs to
# the layer with the .c file of its name.
owner() {
    local name=${1%.h}
    case $1 in
    contensou/version.h | contensou/status.h | contensou/progress.h) echo base ;;
    contensou/contensou.h) echo cli ;;
    contensou/*)
        set -- host/*/"${name#contensou/}".c fit/"${name#contensou/}".c fit/export/"${name#contensou/}".c
        for file in "$@"; do
            case $file in
            *\**) ;;
            fit/*) [ ! -e "$file" ] || echo fit ;;
            *) [ ! -e "$file" ] || basename "$(dirname "$file")" ;;
            esac
        done
        ;;
    */*)
        local room=${1%%/*}
        if [ -e "kernels/$1" ]; then
            echo kernels
        elif [ -d "host/$room" ] || [ "$room" = fit ]; then
            echo "$room"
        elif [ -d "kernels/$room" ]; then
            echo kernels
        fi
        ;;
    esac
}

# A header of host/cl that shows OpenCL's types is for that layer alone.
shows_opencl() {
    [ -e "host/$1" ] && grep -qE '#[ ]*include <CL/' "host/$1"
}

bad=0
report() {
    echo "$1: $2"
    bad=1
}

check() {
    local layer=$1 file=$2 header kind
    while read -r header; do
        case $header in
        CL/*)
            [ "$layer" = cl ] || report "$file" "<$header> belongs to host/cl only"
            continue
            ;;
        mpi.h)
            [ "$layer" = run ] || report "$file" "<mpi.h> belongs to host/run only"
            continue
            ;;
        esac
        kind=$(owner "$header")
        [ -n "$kind" ] || continue
        case $layer:$header in cli:contensou/*) continue ;; esac
        case " $(below "$layer") " in
        *" $kind "*) ;;
        *) report "$file" "$layer must not include $header (of $kind)" ;;
        esac
        if [ "$layer" != cl ] && shows_opencl "$header"; then
            report "$file" "$header shows OpenCL's types, which stay in host/cl"
        fi
    done < <(sed -nE 's/^[ ]*#[ ]*include[ ]*[<"]([^>"]+)[>"].*/\1/p' "$file")
}

while read -r file; do
    case $file in
    host/*) layer=${file#host/} && check "${layer%%/*}" "$file" ;;
    *) check "${file%%/*}" "$file" ;;
    esac
done < <(find host fit kernels -name '*.[ch]' -o -name '*.cl' | sort)
exit $bad
