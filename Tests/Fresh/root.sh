# A clean Debian in a folder: functions for scripts that set `root` to that folder and source this.
#
#   make_root       installs the Debian release of this machine into $root
#   inside COMMAND  runs COMMAND by `sh -euc` in $root; its variables are those in `environment`
#   share PATH      makes a file or folder of this machine visible in $root, read-only
#
# Root rights are needed for chroot and mount: run as root, or as a user with `sudo -n`.
environment=(PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 TERM=dumb
    DEBIAN_FRONTEND=noninteractive)
shared=()

as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi; }

share() { shared+=("$1"); }

# How this machine reaches the network: copied into $root, so that the same addresses work there.
network_settings() {
    local names='^Acquire::(http|https|ftp|Check-Valid-Until|Check-Date|Retries)\b.* "..*"'
    apt-config dump | grep -E "$names" || true
}

make_root() {
    local sources=/etc/apt/sources.list.d/debian.sources settings
    [ -e "$sources" ] || sources=/etc/apt/sources.list
    settings=$(mktemp)
    network_settings > "$settings"
    as_root mmdebstrap --quiet --variant=minbase --aptopt="$settings" \
        "$(. /etc/os-release && echo "$VERSION_CODENAME")" "$root" "$sources" || return 1
    rm "$settings"
    as_root cp /etc/hosts /etc/resolv.conf "$root/etc"
}

# Mounts and processes live in namespaces of their own: both end with the command, even when it is
# killed, so $root never holds a mount that a later `rm -r` could follow. The shell stays process 1
# and waits, which collects the orphans of the command.
inside() {
    as_root env -i "${environment[@]}" unshare --mount --pid --fork --kill-child /bin/sh -euc '
        root=$1 command=$2
        shift 2
        mount -t proc proc "$root/proc"
        mount -t sysfs -o ro sysfs "$root/sys"
        mkdir -p "$root/dev/pts" "$root/dev/shm"
        mount -t devpts -o newinstance,ptmxmode=0666,mode=0620 devpts "$root/dev/pts"
        mount -t tmpfs tmpfs "$root/dev/shm"
        for path do
            if [ -d "$path" ]; then
                mkdir -p "$root$path"
            else
                mkdir -p "$(dirname "$root$path")"
                touch "$root$path"
            fi
            mount --bind "$path" "$root$path"
            mount -o remount,bind,ro "$root$path"
        done
        status=0
        chroot "$root" /bin/sh -euc "$command" || status=$?
        exit $status' sh "$root" "$1" "${shared[@]}"
}
