#!/bin/bash
# usage: run.sh SWIFT ARGUMENT...: runs `SWIFT test ARGUMENT...` and prints one line per test,
# every failure in full, the runner's closing line, and the skipped tests with the reasons.
# Exits with the status of the runner. The unfiltered log is in .build/test.log.
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)
repository=$(dirname "$(dirname "$here")")
log=$repository/.build/test.log
swift=$1
shift

# Folders that suites share live until the runner ends: they are deleted here, with what a killed
# test leaves behind. Some tests switch to another user, so the mode is that of /tmp.
temporary=$(mktemp -d)
chmod 1777 "$temporary"
trap 'rm -rf "$temporary"' EXIT

# Twice as many tests at a time as processors: some wait for other programs. Were all started at
# once, a test that waits for its server would go on when all others have had their turn, and the
# server would end its connections long before. Swift 6.2 cannot limit them.
width=--experimental-maximum-parallelization-width
if "$swift" test --help-hidden | grep -- "$width" > /dev/null; then
    set -- "$@" "$width" $((2 * $(nproc)))
fi

mkdir -p "$(dirname "$log")"
TMPDIR=$temporary "$swift" test "$@" 2>&1 | tee "$log" |
    sed --unbuffered --file "$here/one-line-per-test.sed"
status=${PIPESTATUS[0]}

# The runner counts skipped tests as passed. `Skip.report` writes the lines with "Skipped".
skipped=$(sed --quiet 's/^➜ \(Test\|Skipped:\) //p' "$log" | sort)
if [ -n "$skipped" ]; then
    echo "Skipped in whole or in part ($(wc -l <<< "$skipped")):"
    sed 's/^/    /' <<< "$skipped"
fi
exit "$status"
