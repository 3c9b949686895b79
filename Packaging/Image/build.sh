#!/bin/bash
# Builds an OCI image of the program, for Docker, Podman and Kubernetes, without any of them.
#
#   BINARY=pushfunnel Packaging/Image/build.sh IMAGE.tar
#
# It holds the program, the libraries that it needs, time zones, and curl with certificates for
# webhooks; no shell. It runs as user 10001 and writes only to /data. The libraries are those of the
# Debian release of this machine, for which the program was built.
set -euo pipefail
archive=$(realpath "$1")
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../../Tests/Fresh/root.sh"

user=10001
packages=libc6,libgcc-s1,libstdc++6,libsqlite3-0,zlib1g,tzdata,ca-certificates,curl
case $(dpkg --print-architecture) in amd64 | arm64) packages+=,libisal2 ;; esac
version=$(env -i "$BINARY" --version | cut -d ' ' -f 2)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Hooks run beside the tree, whose path is $1: nothing of it has to run.
cat > "$work/hook" << HOOK
set -eu
install -D -m 755 "$work/pushfunnel" "\$1/usr/bin/pushfunnel"
install -D -m 644 "$here/../../LICENSE" "\$1/usr/share/doc/pushfunnel/copyright"
install -d -o $user -g $user -m 750 "\$1/data"
install -d -m 1777 "\$1/tmp"
install -d "\$1/proc" "\$1/sys"
echo "pushfunnel:x:$user:$user::/data:/usr/sbin/nologin" >> "\$1/etc/passwd"
echo "pushfunnel:x:$user:" >> "\$1/etc/group"
install -d "\$1/etc/ssl/certs"
cat "\$1"/usr/share/ca-certificates/mozilla/*.crt > "\$1/etc/ssl/certs/ca-certificates.crt"
cd "\$1/usr"
rm -rf bin/perl* bin/c_rehash bin/debconf* share/perl* share/man share/locale share/bash-completion share/zsh share/gdb \
    share/gcc share/lintian share/pixmaps share/debconf share/ca-certificates \
    share/doc-base sbin ../var/lib/apt ../var/cache/apt
HOOK
install -s "$BINARY" "$work/pushfunnel"
chmod 755 "$work" "$work/pushfunnel"
sources=/etc/apt/sources.list.d/debian.sources
[ -e "$sources" ] || sources=/etc/apt/sources.list
network_settings > "$work/settings"
mmdebstrap --quiet --variant=extract --aptopt="$work/settings" --include="$packages" \
    --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-include=/usr/share/doc/*/copyright' \
    --extract-hook="sh $work/hook \"\$1\"" \
    "$(. /etc/os-release && echo "$VERSION_CODENAME")" "$work/layer.tar" "$sources"

# Podman and Docker take the name from here.
image=$work/image:pushfunnel:$version
umoci init --layout "$work/image"
umoci new --image "$image"
umoci raw add-layer --image "$image" "$work/layer.tar"
umoci config --image "$image" \
    --config.user "$user:$user" --config.workingdir /data --config.volume /data \
    --config.entrypoint /usr/bin/pushfunnel --config.cmd --help \
    --config.env PATH=/usr/bin --config.env HOME=/data --config.env LANG=C.UTF-8 \
    --config.env PUSHFUNNEL_DB=/data/push.db \
    --config.label org.opencontainers.image.title=pushfunnel \
    --config.label org.opencontainers.image.version="$version" \
    --config.label org.opencontainers.image.licenses="$(head -n 1 "$here/../../LICENSE")" \
    --config.label org.opencontainers.image.description="Funnels of push notifications from their logs"
# `docker load` reads this file instead of the index, as one of `docker save` has it.
python3 - "$work/image" "pushfunnel:$version" << 'PYTHON'
import json
import pathlib
import sys

layout = pathlib.Path(sys.argv[1])


def path(part):
    return "blobs/" + part["digest"].replace(":", "/")


index = json.loads((layout / "index.json").read_text())
manifest = json.loads((layout / path(index["manifests"][0])).read_text())
image = {
    "Config": path(manifest["config"]), "RepoTags": [sys.argv[2]],
    "Layers": [path(layer) for layer in manifest["layers"]]}
(layout / "manifest.json").write_text(json.dumps([image]))
PYTHON
tar -C "$work/image" --sort=name --owner=0 --group=0 --numeric-owner -cf "$archive" .
