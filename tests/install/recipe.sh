#!/usr/bin/env bash
# The lines of cmake/Dockerfile in bare roots of Debian 12 instead of containers: RUN in a chroot, COPY by cp.
#   tests/install/recipe.sh FOLDER
# Needs root and debootstrap. SPDX-License-Identifier: MIT
set -eu
place=$1
if [ "$(id -u)" != 0 ] || ! command -v debootstrap >/dev/null; then
    echo "skipped: needs root and debootstrap"
    exit 77
fi
source=$PWD
mkdir -p "$place"
[ -e "$place/bare.tar" ] || {
    rm -rf "$place/bare"
    debootstrap --variant=minbase --include=ca-certificates bookworm "$place/bare" >"$place/log" 2>&1 ||
        { echo "skipped: no Debian archive here"; exit 77; }
    tar -C "$place/bare" -cf "$place/bare.tar" .
    rm -rf "$place/bare"
}
inside() {
    unshare --mount --propagation private bash -c '
        mount -t proc proc "$0/proc" && mount --rbind /sys "$0/sys" && mount --rbind /dev "$0/dev" &&
        exec env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin chroot "$0" bash -euc "$1"' "$root" "$1"
}
stage=0
# Lines that end in \ are joined; each is an instruction.
sed -e ':a' -e '/\\$/N; s/\\\n//; ta' "$source/cmake/Dockerfile" | grep -vE '^(#|$)' >"$place/lines"
while read -r word rest <&3; do
    case $word in
    FROM)
        stage=$((stage + 1)) root=$place/stage$stage
        rm -rf "$root"
        mkdir "$root"
        tar -C "$root" -xf "$place/bare.tar"
        cp /etc/resolv.conf "$root/etc/"
        cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
        rm -rf "$root/etc/apt/sources.list.d" && cp -r /etc/apt/sources.list* /etc/apt/apt.conf.d "$root/etc/apt/"
        ;;
    RUN) inside "$rest" >"$place/log" 2>&1 || { tail -30 "$place/log"; echo "RUN $rest"; exit 1; } ;;
    COPY)
        if [ "$rest" = ". /source" ]; then
            mkdir "$root/source"
            cp -r CMakeLists.txt LICENSE README.md cmake include kernels host fit bench "$root/source"
        else
            [ "$rest" = "--from=build /out/usr /usr" ] || { echo "COPY $rest is not known here"; exit 1; }
            cp -r "$place/stage1/out/usr" "$root"
        fi
        ;;
    WORKDIR) mkdir -p "$root$rest" ;;
    ENTRYPOINT) inside 'cd /work && contensou run pendulum --time 1 --quiet -o run.csv --plot run.png && test -s run.png' ;;
    *) echo "$word is not known here"; exit 1 ;;
    esac
done 3<"$place/lines"
# Apptainer's recipe installs and builds the same.
for line in 'gcc cmake make pkg-config ocl-icd-opencl-dev opencl-headers' 'CONTENSOU_PYTHON=OFF' '-DBUILD_SHARED_LIBS=ON'; do
    grep -qF -- "$line" "$source/cmake/Dockerfile" && grep -qF -- "$line" "$source/cmake/apptainer.def" ||
        { echo "cmake/apptainer.def and cmake/Dockerfile differ in: $line"; exit 1; }
done
