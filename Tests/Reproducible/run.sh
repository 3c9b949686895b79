#!/bin/bash
# usage: run.sh: builds the last commit twice, each time from a clean clone, and compares the bytes.
#
# Both clones stand in the same folder, one after the other, and are built by as many compilers at
# once: Swift writes paths into a binary, and parts a module by that number. What else may differ
# between two builds of a release differs here: the time, the zone, the language, the mask of files.
set -euo pipefail
repository=$(cd "$(dirname "$0")/../.." && pwd)
swift=${SWIFT:-swift}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# build NAME: keeps the program as $work/NAME.
build() {
    git clone -q --no-local "$repository" "$work/clone"
    cp "$repository/Package.resolved" "$work/clone/"
    make -C "$work/clone" build SWIFT="$swift" > "$work/log" 2>&1 \
        || { tail -n 20 "$work/log"; return 1; }
    cp "$work/clone/.build-static/release/pushfunnel" "$work/$1"
    rm -rf "$work/clone"
    (cd "$work" && sha256sum "$1")
}

(umask 022 && export TZ=UTC LC_ALL=C.UTF-8 && build first)
(umask 077 && export TZ=Pacific/Chatham LC_ALL=C && build second)
cmp "$work/first" "$work/second"
echo "the same bytes"
