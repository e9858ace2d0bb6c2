# setup.sh: the Debian packages that the build, the bench and the tests need; sourced by bench/run
# and tests/run. Nothing is fetched when all are there. A|B is B where the release does not have A; what it has
# under no name is left out, and tests that need it are skipped. SPDX-License-Identifier: MIT

build_packages="gcc libc6-dev cmake make pkg-config ocl-icd-opencl-dev opencl-headers
    pocl-opencl-icd libhdf5-dev libnlopt-dev libcjson-dev gnuplot-nox"
test_packages="g++ hdf5-tools libcmocka-dev libcubature-dev libsundials-dev clang-15|clang libclc-15 clang-format-14
    libopenmpi-dev openmpi-bin python3-numpy octave python3-cffi python3-venv"

is_installed() { [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }
has_lists() { compgen -G '/var/lib/apt/lists/*_Packages*' >/dev/null; } # a fresh machine has none
is_known() { apt-cache show --no-all-versions "$1" >/dev/null 2>&1; }

missing_packages() {
    local names name
    for names in "$@"; do
        for name in ${names//|/ }; do
            ! is_installed "$name" || continue 2
        done
        printf '%s ' "$names"
    done
}

# The names under which this release has them.
known_packages() {
    local names name
    for names in "$@"; do
        for name in ${names//|/ }; do
            ! is_known "$name" || { printf '%s ' "$name" && continue 2; }
        done
        echo "not in this release: $names" >&2
    done
}

# Installs with apt-get as root or through sudo without a password; the package lists come first where there are none, and
# once more where they are old.
install_packages() {
    local as_root="env" known
    command -v apt-get >/dev/null || return 1
    if [ "$(id -u)" != 0 ]; then
        sudo -n true 2>/dev/null || return 1
        as_root="sudo -n env"
    fi
    local get="$as_root DEBIAN_FRONTEND=noninteractive apt-get -y -q -o DPkg::Lock::Timeout=300"
    has_lists || $get update || return 1
    known=$(known_packages "$@")
    [ -n "$known" ] || return 0
    echo "installing: $known"
    # shellcheck disable=SC2086
    $get install --no-install-recommends $known >/dev/null 2>&1 && return 0
    # shellcheck disable=SC2086
    $get update && $get install --no-install-recommends $known
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
        ! has_lists || missing=$(known_packages $missing)
        [ -n "$missing" ] || return 0
        echo "please install these packages and run again: $missing" >&2
        exit 1
    fi
}
