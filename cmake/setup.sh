# setup.sh: the Debian packages that the build, the bench and the tests need; sourced by bench/run
# and tests/run. Nothing is fetched when all are there. SPDX-License-Identifier: MIT

build_packages="gcc libc6-dev cmake make pkg-config ocl-icd-opencl-dev opencl-headers
    pocl-opencl-icd libhdf5-dev libnlopt-dev libcjson-dev gnuplot-nox"
test_packages="g++ libcmocka-dev libcubature-dev libsundials-dev clang-15 libclc-15 clang-format-14
    libopenmpi-dev openmpi-bin python3-numpy octave python3-cffi python3-venv"

missing_packages() {
    local name
    for name in "$@"; do
        [ "$(dpkg-query -W -f '${db:Status-Status}' "$name" 2>/dev/null)" = installed ] ||
            printf '%s ' "$name"
    done
}

# Installs with apt-get as root or through sudo without a password; once more after an update of the
# package lists, which a fresh machine does not have.
install_packages() {
    local as_root="env"
    command -v apt-get >/dev/null || return 1
    if [ "$(id -u)" != 0 ]; then
        sudo -n true 2>/dev/null || return 1
        as_root="sudo -n env"
    fi
    echo "installing: $*"
    local get="$as_root DEBIAN_FRONTEND=noninteractive apt-get -y -q -o DPkg::Lock::Timeout=300"
    $get install --no-install-recommends "$@" >/dev/null 2>&1 && return 0
    $get update && $get install --no-install-recommends "$@"
}

# setup NAME..: sees to it that the named packages are installed, or ends the script with one message.
setup() {
    if ! command -v dpkg-query >/dev/null; then
        echo "not a Debian system; needed are its counterparts of: $*"
        return 0
    fi
    local missing
    missing=$(missing_packages "$@")
    [ -n "$missing" ] || return 0
    # shellcheck disable=SC2086
    if ! install_packages $missing; then
        echo "please install these packages and run again: $missing" >&2
        exit 1
    fi
}
