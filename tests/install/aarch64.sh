#!/usr/bin/env bash
# The program for aarch64: compiled here with Debian's cross compiler against arm64's libraries, which are unpacked into a folder
# and not installed, and run by qemu-user. What the host computes alone (eta', transitions with the exact wrench) is what the native
# program gives; the device's part is not tried: PoCL 3.1 aborts in its compiler under qemu.
#   tests/install/aarch64.sh PROGRAM FOLDER
# SPDX-License-Identifier: MIT
set -eu
program=$1
for tool in aarch64-linux-gnu-gcc qemu-aarch64-static; do
    command -v $tool >/dev/null || { echo "skipped: no $tool (gcc-aarch64-linux-gnu, qemu-user-static)"; exit 77; }
done
source=$PWD
mkdir -p "$2/apt/state/lists/partial" "$2/apt/cache/archives/partial" "$2/root/usr"
cd "$2"
place=$PWD
touch apt/status
cat >apt/conf <<CONF
APT::Architecture "arm64";
APT::Architectures { "arm64"; };
APT::Sandbox::User "root";
Dir::State "$place/apt/state";
Dir::State::status "$place/apt/status";
Dir::Cache "$place/apt/cache";
CONF
export APT_CONFIG=$place/apt/conf
apt-get -q update >log 2>&1 && apt-get -q -y --no-install-recommends --download-only install libc6-dev libgcc-12-dev libhdf5-dev \
    libnlopt-dev libcjson-dev ocl-icd-opencl-dev opencl-c-headers >>log 2>&1 || { echo "skipped: no packages of arm64 here"; exit 77; }
for folder in bin lib sbin; do
    mkdir -p "root/usr/$folder"
    ln -sfn "usr/$folder" "root/$folder"
done
for package in apt/cache/archives/*.deb; do
    dpkg-deb --fsys-tarfile "$package" | tar -x --keep-directory-symlink -C root
done
libraries=$place/root/usr/lib/aarch64-linux-gnu
cat >toolchain.cmake <<CMAKE
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_SYSROOT $place/root)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_EXE_LINKER_FLAGS_INIT "-L$libraries/hdf5/serial -Wl,-rpath-link,$libraries")
CMAKE
export PKG_CONFIG_SYSROOT_DIR=$place/root PKG_CONFIG_LIBDIR=$libraries/pkgconfig:$place/root/usr/share/pkgconfig
cmake -S "$source" -B build -DCMAKE_TOOLCHAIN_FILE="$place/toolchain.cmake" -DCMAKE_BUILD_TYPE=Release -DCONTENSOU_TESTS=OFF \
    -DCONTENSOU_BENCH=OFF -DCONTENSOU_PYTHON=OFF -DCONTENSOU_WERROR=ON >log
cmake --build build --parallel "$(nproc)" --target contensou_program >>log 2>&1 || { tail -30 log; exit 1; }
readelf -h build/contensou | grep -q AArch64

# compare FILE COMMAND..: the numbers of both, to 1e-9 of each.
mkdir -p here there
compare() {
    local file=$1
    shift
    "$program" "$@" --quiet --force -o "here/$file"
    qemu-aarch64-static -L root build/contensou "$@" --quiet --force -o "there/$file"
    for side in here there; do
        grep -oE -e '-?[0-9]+\.[0-9]+(e-?[0-9]+)?' "$side/$file" >"$side/numbers"
    done
    paste -d' ' here/numbers there/numbers | awk -v file="$file" '
        { off = $1 - $2; size = $1 < 0 ? -$1 : $1; if (off < 0) off = -off; count++ }
        NF != 2 || off > 1e-9 * (size > 1 ? size : 1) { print file ": " $0; bad = 1 }
        END { print file ": " count " numbers"; exit bad || count < 9 }'
}
compare eta.csv eta --eta 1:4.98:9
compare six.json transitions --mass 2,0,0,1,0,0.1 --drive 0.05,0.08,0.1 --set mu_lambda=1,mu_tau=0.5,c_omega=0.5,lambda_n=1
compare exact.json transitions --mass 2,0,0,1,0.9,1 --drive 0.1,-5.2,4.75 --shape rectangle:1,0.5 --law integral
