#!/bin/bash
# usage: run.sh [STEP...]: builds and tests the last commit on a fresh Debian with Swift.
#
#   root    installs Debian into .fresh/root, with the packages that README names and no others
#   clone   clones the last commit into it; an existing clone keeps what it has built
#   demo    make demo
#   test    make test
#   shell   opens a shell in it
#
# Without steps: root, clone, demo, test; deletes .fresh/root if all pass. With steps: only these, in
# .fresh/root as it is. Swift is not installed but mounted read-only from this machine, and so are
# folders that git and pip use in place of the network. The log is .fresh/log.
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)
repository=$(dirname "$(dirname "$here")")
work=$repository/.fresh
root=$work/root
log=$work/log
. "$here/root.sh"

fail() {
    echo "error: $1"
    echo "    hint: $2"
    exit 1
} >&2

# Runs COMMAND in the clone.
inside_clone() { inside "cd /srv/pushfunnel && $1"; }

step_root() {
    as_root rm -rf --one-file-system "$root"
    local packages
    packages=$(readme_packages) || return 1
    make_root && take_certificates && inside "apt-get update -qq && $packages -y -qq" &&
        take_git && take_pip
}

# The command of README that installs what a fresh Debian needs.
readme_packages() {
    local line
    line=$(sed -n 's/^sudo \(apt-get install .*\)/\1/p' "$repository/README.md" | sed 's/ *#.*//')
    [ -n "$line" ] || fail "README names no packages" "it has a line: sudo apt-get install …"
    echo "$line"
}

# Certificates that this machine trusts in addition to Debian's.
take_certificates() {
    local own=/usr/local/share/ca-certificates
    [ ! -d "$own" ] || as_root cp -r "$own" "$root/usr/local/share/"
}

# The proxy of git, and the addresses that it replaces by others, such as folders of this machine.
take_git() {
    local key value
    as_root git config --file "$root/etc/gitconfig" safe.directory '*'
    while read -r key value; do
        as_root git config --file "$root/etc/gitconfig" --add "$key" "$value"
    done < <(git config --get-regexp '^(url\..*\.insteadof|http\.proxy)$')
}

take_pip() {
    local file
    [ ! -e /etc/pip.conf ] || as_root cp /etc/pip.conf "$root/etc/pip.conf"
    for file in .config/pip/pip.conf .pip/pip.conf; do
        [ ! -e "$HOME/$file" ] || as_root install -D -m 644 "$HOME/$file" "$root/root/$file"
    done
}

# Folders that git and pip use in place of the network.
used_folders() {
    git config --get-regexp '^url\..*\.insteadof$' |
        sed -nE 's,^url\.(file://)?(/.*)\.insteadof .*,\2,p'
    { cat /etc/pip.conf "$HOME/.config/pip/pip.conf" "$HOME/.pip/pip.conf" 2> /dev/null
        env | grep ^PIP_
    } | sed -nE 's,^[^=]*=[[:space:]]*(file://)?(/.*),\2,p'
}

# Makes Swift visible, with its libraries, and whatever stands for the network.
prepare() {
    local swift folder variable
    swift=$(readlink -f "$(command -v "${SWIFT:-swift}")") ||
        fail "there is no ${SWIFT:-swift}" "install Swift, or set SWIFT"
    folder=$(dirname "$(dirname "$swift")")
    [ "$folder" != /usr ] ||
        fail "Swift is in /usr, which holds more than Swift" "set SWIFT to one in a folder of its own"
    share "$folder"
    environment+=("PATH=/usr/sbin:/usr/bin:/sbin:/bin:$folder/bin")
    for folder in $(used_folders | sort -u); do
        [ ! -d "$folder" ] || share "$folder"
    done
    while IFS= read -r variable; do
        environment+=("$variable")
    done < <(env | grep -Ei '^((https?|ftp|no|all)_proxy|PIP_[A-Z_]*)=')
}

# A bundle carries the commit: the clone then refers to no folder of this machine.
step_clone() {
    [ -z "$(git -C "$repository" status --porcelain -- . ":!Package.resolved")" ] ||
        echo "note: this tests the last commit, and there are changes that are not committed"
    git -C "$repository" bundle create --quiet "$work/head.bundle" HEAD || return 1
    as_root mv "$work/head.bundle" "$root/root/head.bundle"
    inside 'mkdir -p /srv/pushfunnel && cd /srv/pushfunnel
        git init -q
        git fetch -q /root/head.bundle HEAD
        git checkout -q -f --detach FETCH_HEAD
        git log -1 --format="%h %s"'
}

step_demo() { inside_clone 'make demo'; }
step_test() { inside_clone 'make test'; }
step_shell() { inside "cd /srv/pushfunnel; exec bash" < /dev/tty > /dev/tty 2>&1; }

# run STEP: runs it, with its output in the log too, and keeps its status and duration.
run() {
    local start=$SECONDS status
    [ "$1" = root ] || [ -d "$root/root" ] ||
        fail "there is no fresh Debian" "make test-fresh FRESH=\"root clone $1\""
    echo "== $1 begins at $(date +%T)"
    if [ "$1" = shell ]; then step_shell; else "step_$1" < /dev/null 2>&1 | tee -a "$log"; fi
    status=$?
    results+=("$1: status $status after $((SECONDS - start)) s")
    return $status
}

# A function is read whole before it runs, so that the script may change during the run.
main() {
    local step status=0 steps=("$@")
    results=()
    [ $# -gt 0 ] || steps=(root clone demo test)
    for step in "${steps[@]}"; do
        declare -F "step_$step" > /dev/null || fail "there is no step $step" "see the top of $0"
    done
    as_root true 2> /dev/null || fail "this needs root rights" "run it as root, or allow sudo"
    mkdir -p "$work"
    : > "$log"
    prepare
    for step in "${steps[@]}"; do
        run "$step" || { status=1; break; }
    done

    echo
    printf '%s\n' "${results[@]}"
    grep -aE 'Test run with [0-9]+ tests|^Skipped ' "$log"
    if [ $status != 0 ]; then
        echo "failed; look inside: make test-fresh FRESH=shell; go on: make test-fresh FRESH=$step"
    elif [ $# = 0 ]; then
        as_root rm -rf --one-file-system "$root"
    fi
    exit $status
}
main "$@"
