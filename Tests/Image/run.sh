#!/bin/bash
# usage: PYTHON=python3 run.sh IMAGE.tar: unpacks an image, and runs it as its own user on a
# read-only root.
#
# The logs of a sample are read and reported; the numbers are those of the program outside. Then come
# the commands of Packaging/kubernetes. PYTHON has the packages of requirements.txt.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../Fresh/root.sh"
work=$(mktemp -d)
trap 'as_root rm -rf --one-file-system "$work"' EXIT
chmod 755 "$work"

fail() {
    echo "error: $1" >&2
    exit 1
}
equal() { [ "$1" = "$2" ] || fail "expected $2, found $1: $3"; }

mkdir "$work/layout" "$work/data" "$work/logs"
tar -C "$work/layout" -xf "$1"
reference=$work/layout:$(umoci ls --layout "$work/layout")
as_root umoci unpack --image "$reference" "$work/bundle"
root=$work/bundle/rootfs
settings=$work/bundle/config.json
# What `docker load` looks for: the image's settings, and layers that are what these say.
python3 - "$work/layout" << 'PYTHON' || fail "manifest.json"
import gzip
import hashlib
import json
import pathlib
import sys

layout = pathlib.Path(sys.argv[1])
image, = json.loads((layout / "manifest.json").read_text())
settings = json.loads((layout / image["Config"]).read_text())
layers = [gzip.decompress((layout / layer).read_bytes()) for layer in image["Layers"]]
found = ["sha256:" + hashlib.sha256(layer).hexdigest() for layer in layers]
name, = image["RepoTags"]
sys.exit(not name.startswith("pushfunnel:") or found != settings["rootfs"]["diff_ids"])
PYTHON
megabytes=$(($(stat -c %s "$1") / 1000000))
[ "$megabytes" -lt 60 ] || fail "the image has $megabytes MB"

# What the image says of itself, in the words of the runtime.
setting() { as_root python3 -c "import json, sys; print(json.load(sys.stdin)$1)" < "$settings"; }
user=$(setting '["process"]["user"]["uid"]')
[ "$user" != 0 ] || fail "the image runs as root"
equal "$(setting '["process"]["args"][0]')" /usr/bin/pushfunnel "its program"
as_root chown "$user:$user" "$work/data"

# Runs the image with ARGUMENTS: nothing but /data and /tmp can be written.
contained() {
    as_root unshare --mount --pid --fork --kill-child sh -euc '
        root=$1 data=$2 logs=$3 user=$4
        shift 4
        mkdir -p "$root/logs"
        mount --bind "$root" "$root"
        mount --bind "$data" "$root/data"
        mount --bind -o ro "$logs" "$root/logs"
        mount -t tmpfs tmpfs "$root/tmp"
        mount -t proc proc "$root/proc"
        mount -o remount,ro,bind "$root"
        exec env -i PATH=/usr/sbin:/usr/bin PUSHFUNNEL_DB=/data/push.db PUSHFUNNEL_KEEP=90d HOME=/data LANG=C.UTF-8 \
            chroot --userspec="$user:$user" "$root" /usr/bin/pushfunnel "$@"
    ' - "$root" "$work/data" "$work/logs" "$user" "$@"
}

# On the same root, which the host sees, too.
as_root chown "$user:$user" "$work/logs"
"$root/usr/bin/pushfunnel" sample "$work/made" --sends 5000 --days 3 --start 2025-11-17 > /dev/null
as_root cp -r "$work/made/." "$work/logs"
contained ingest -q /logs
contained verify --db /data/push.db 2> /dev/null | grep -q 'everything adds up' || fail "verify"
inside=$(contained report --day 2025-11-18 --tz Europe/Berlin --json)
"$root/usr/bin/pushfunnel" ingest -q --db "$work/own.db" "$work/made"
outside=$("$root/usr/bin/pushfunnel" report --db "$work/own.db" --day 2025-11-18 \
    --tz Europe/Berlin --json)
equal "$inside" "$outside" "the report"
contained sql --db /data/push.db "select 1" > /dev/null
if contained ingest -q --db /usr/push.db /logs 2> /dev/null; then fail "the root can be written"; fi
contained --version | grep -q 'isal' || fail "it has no ISA-L"
as_root chroot --userspec="$user:$user" "$root" /usr/bin/curl --version > /dev/null || fail "curl"
[ "$(grep -c 'BEGIN CERTIFICATE' "$root/etc/ssl/certs/ca-certificates.crt")" -gt 100 ] || fail "certificates"
while read -r arguments; do
    # A follower does not end.
    case $arguments in *--follow*) continue ;; esac
    # shellcheck disable=SC2086
    contained $arguments || fail "pushfunnel $arguments"
done < <("$PYTHON" "$here/kubernetes_check.py" "$here/../../Packaging/kubernetes/pushfunnel.yaml")
as_root test -s "$work/data/reports/index.html" || fail "the nightly job wrote no pages"
echo "1 passed, 0 failed: an image of $megabytes MB"
