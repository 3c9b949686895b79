#!/bin/bash
# Installs a package in a clean Debian of its own, uses it, removes and purges it.
#
#   run.sh pushfunnel_VERSION_ARCHITECTURE.deb
#
# The root is made by mmdebstrap, of the release that this machine runs and from the registry that
# it is set up with, and is gone at the end. Prints a line for each check, and "N passed, M failed".
set -uo pipefail

here=$(cd "$(dirname "$0")" && pwd)
repository=$(dirname "$(dirname "$here")")
package=$(realpath "$1")
version=$(dpkg-deb --field "$package" Version)
work=$(mktemp -d)
root=$work/root
passed=0
failed=0

. "$repository/Tests/Fresh/root.sh"
trap 'as_root rm -rf --one-file-system "$work"' EXIT

# check WORDS COMMAND...: what fails is shown with what it said.
check() {
    local words=$1 output
    shift
    if output=$("$@" 2>&1); then
        passed=$((passed + 1))
        echo "ok      $words"
    else
        failed=$((failed + 1))
        printf 'FAILED  %s\n%s\n' "$words" "$output" | head -n 40
    fi
}

absent() { ! inside "$1"; }

# Everything that a package could leave behind.
remember() {
    inside "find /etc /usr /var/lib /lib /opt -not -path '/var/lib/apt/*' -not -path '/var/lib/dpkg/*' \
        -not -path '/var/cache/*' -not -name '*.pyc' | sort" > "$work/$1"
}

prepare_root() {
    make_root || exit 1
    inside 'apt-get update -qq && apt-get install -y -qq --no-install-recommends systemd man-db' \
        > /dev/null 2>&1 || exit 1
    as_root cp "$package" "$root/root/pushfunnel.deb"
}

same_bytes() {
    cp "$package" "$work/first.deb"
    make -C "$repository" --no-print-directory --assume-old=build deb > "$work/log" 2>&1 || { cat "$work/log"; return 1; }
    cmp "$work/first.deb" "$package"
}

no_errors() {
    lintian --no-cfg --fail-on error --tag-display-limit 0 "$package"
}

units='pushfunnel-follow.service pushfunnel-ingest.service pushfunnel-nightly.service
    pushfunnel-nightly.timer pushfunnel-send.service pushfunnel-alert.service pushfunnel-alert.timer
    pushfunnel-serve.service'
one_line_units=$(echo $units)

check "the same program, packed again, gives the same bytes" same_bytes
check "lintian finds no error" no_errors
prepare_root
remember before

check "apt installs it, and what it depends on" \
    inside 'apt-get install -y -qq --no-install-recommends /root/pushfunnel.deb'
check "it depends on SQLite, zlib and libc, with versions" \
    inside 'depends=$(dpkg-query -W -f "\${Depends}" pushfunnel)
        for name in libsqlite3-0 zlib1g libc6 libstdc++6; do
            echo "$depends" | grep -q "$name (>= " || { echo "$depends"; exit 1; }
        done'
check "nothing is missing, nothing has changed" inside 'dpkg --verify pushfunnel && dpkg --audit'
check "its version is that of the package" \
    inside "pushfunnel --version | tee /dev/stderr | grep -q '^pushfunnel $version (.*zlib'"
check "it samples, ingests, reports and verifies" \
    inside 'cd /tmp && pushfunnel sample logs -q && pushfunnel ingest -q --db push.db logs
        pushfunnel report --db push.db | grep -q "^  platform"
        pushfunnel verify --db push.db && rm -r logs push.db*'
check "the user pushfunnel is there" inside 'getent passwd pushfunnel | grep -q nologin'
check "the commands of the nightly units work as that user" \
    inside 'install -d -o pushfunnel /var/lib/pushfunnel /var/lib/pushfunnel/reports
        pushfunnel sample /var/log/push -q --days 2 --start "$(date -u -d yesterday +%F)"
        units=$(ls /lib/systemd/system/pushfunnel-ingest.service /lib/systemd/system/pushfunnel-nightly.service)
        sed -n "s/^Environment=//p" $units | tr " " "\n" > /tmp/environment
        sed -n "s/^ExecStart=//p" $units > /tmp/commands
        [ "$(wc -l < /tmp/commands)" = 4 ]
        setpriv --reuid pushfunnel --regid pushfunnel --clear-groups \
            sh -euc "set -a; . /tmp/environment; . /tmp/commands" < /dev/null
        ls /var/lib/pushfunnel/reports/index.html
        [ "$(stat -c %U:%a /var/lib/pushfunnel/push.db)" = pushfunnel:600 ]'
check "systemd takes its units" inside "systemd-analyze verify $one_line_units"
check "units are off" \
    inside "for unit in pushfunnel-follow.service pushfunnel-nightly.timer \
        pushfunnel-alert.timer pushfunnel-serve.service; do
        [ \"\$(systemctl is-enabled \$unit)\" = disabled ] || exit 1
    done"
check "units can be turned on" \
    inside 'systemctl enable pushfunnel-nightly.timer 2> /dev/null
        [ "$(systemctl is-enabled pushfunnel-nightly.timer)" = enabled ]'
check "man shows a page for the program and for each command" \
    inside 'man pushfunnel | grep -q "EXIT STATUS"
        for command in $(pushfunnel --help | sed -n "/^SUBCOMMANDS/,\$s/^  \([a-z]\+\)  .*/\1/p"); do
            man pushfunnel "$command" | grep -q EXAMPLES || { echo "$command"; exit 1; }
        done
        gzip -t /usr/share/man/man1/pushfunnel*.gz'
check "changelog and copyright are there" \
    inside 'cd /usr/share/doc/pushfunnel && zcat changelog*.gz | grep -q Unreleased && test -s copyright'
check "bash completes its commands" \
    inside 'bash -c ". /usr/share/bash-completion/completions/pushfunnel
        COMP_WORDS=(pushfunnel ver) COMP_CWORD=1 COMP_LINE=\"pushfunnel ver\" COMP_POINT=14
        _pushfunnel pushfunnel ver pushfunnel; [ \"\${COMPREPLY[*]}\" = verify ]"'
check "completions of zsh and fish are where they look" \
    inside 'test -s /usr/share/zsh/vendor-completions/_pushfunnel
        test -s /usr/share/fish/vendor_completions.d/pushfunnel.fish'
check "it inflates by ISA-L" inside 'pushfunnel --version | grep -q "inflater isal"'
check "settings that were changed stay when it is installed again" \
    inside 'echo LOGS=/srv/logs >> /etc/default/pushfunnel
        apt-get install -y -qq --reinstall /root/pushfunnel.deb
        grep -q "^LOGS=/srv/logs" /etc/default/pushfunnel
        [ "$(systemctl is-enabled pushfunnel-nightly.timer)" = enabled ]'
check "removing it leaves its settings and the database" \
    inside 'apt-get remove -y -qq pushfunnel && test -e /etc/default/pushfunnel
        test -s /var/lib/pushfunnel/push.db && ! command -v pushfunnel'
check "purging it says that the database is left" \
    inside 'apt-get purge -y -qq pushfunnel 2>&1 | grep -q "left in /var/lib/pushfunnel"
        test -s /var/lib/pushfunnel/push.db && ! test -e /etc/default/pushfunnel'
inside 'apt-get install -y -qq --no-install-recommends /root/pushfunnel.deb && rm -r /var/lib/pushfunnel/*' \
    > /dev/null 2>&1
check "without one, nothing is left" \
    inside 'apt-get purge -y -qq --auto-remove pushfunnel && ! test -e /var/lib/pushfunnel'
remember after
check "nothing else has changed" diff <(grep -v '/mandb\|/man-db' "$work/before") \
    <(grep -v '/mandb\|/man-db' "$work/after")

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
