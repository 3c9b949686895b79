#!/bin/sh
# Installs below PREFIX: the program, its manual, completions of shells, systemd units.
#
#   BINARY=pushfunnel MANUAL=pushfunnel-manual [PREFIX=/usr/local] [DESTDIR=] Packaging/install.sh
#
# ZSH and UNITS are the folders of a distribution for completions of zsh and for units.
set -eu

here=$(dirname "$0")
prefix=${PREFIX:-/usr/local}
root=${DESTDIR:-}$prefix
share=$root/share
zsh=${ZSH:+${DESTDIR:-}$ZSH}
zsh=${zsh:-$share/zsh/site-functions}
units=${UNITS:+${DESTDIR:-}$UNITS}
units=${units:-$root/lib/systemd/system}

# Without variables of the user, which would be printed as defaults in the manual.
program() { env -i "$BINARY" "$@"; }

install -d "$root/bin" "$share/man/man1" "$share/bash-completion/completions" "$zsh" \
    "$share/fish/vendor_completions.d" "$units" "$root/lib/sysusers.d"
# Without symbols, which are a third of the file.
install -m 755 -s "$BINARY" "$root/bin/pushfunnel"

# The manual has the date of the version, so that the same sources give the same bytes.
version=$(program --version | cut -d ' ' -f 2)
date=$(sed -n 's/^ -- .*>  //p' "$here/../debian/changelog" | head -n 1)
program --experimental-dump-help |
    "$MANUAL" "$version" "$(date -u -d "$date" +%Y-%m-%d)" "$share/man/man1"
chmod 644 "$share"/man/man1/pushfunnel*.1

# Shells read completions and do not run them, so the #! line is removed.
completion() {
    program --generate-completion-script "$1" | sed '1{/^#!/d}' > "$2"
    chmod 644 "$2"
}
completion bash "$share/bash-completion/completions/pushfunnel"
completion zsh "$zsh/_pushfunnel"
completion fish "$share/fish/vendor_completions.d/pushfunnel.fish"

for unit in "$here"/systemd/*.service "$here"/systemd/*.timer; do
    sed "s|/usr/local/bin/|$prefix/bin/|g" "$unit" > "$units/${unit##*/}"
    chmod 644 "$units/${unit##*/}"
done
install -m 644 "$here/systemd/sysusers.conf" "$root/lib/sysusers.d/pushfunnel.conf"
