#!/bin/sh
# Gathers the root file system of the image in a folder: Node, the packages that its binary needs, and what a process
# looks for in /etc. Scanners find the packages in /var/lib/dpkg/status.d.
set -eu
root=$1
packages='base-files libc6 libgcc-s1 libstdc++6'

mkdir -p "$root/var/lib/dpkg/status.d"
for package in $packages; do
  dpkg-query --status "$package" > "$root/var/lib/dpkg/status.d/$package"
  # Manuals and translations are never read; copyright notices stay.
  dpkg-query --listfiles "$package" |
    grep -v -e '^/usr/share/\(man\|info\|locale\|lintian\)/' -e '^/usr/share/doc/.*/[^c][^/]*$' -e '^/\.$' > /tmp/files
  tar --create --no-recursion --files-from=/tmp/files 2>/dev/null | tar --extract --directory "$root"
done

mkdir -p "$root/usr/local/bin" "$root/usr/local/share/doc/node"
cp /usr/local/bin/node "$root/usr/local/bin/node"
if [ -f /usr/local/LICENSE ]; then cp /usr/local/LICENSE "$root/usr/local/share/doc/node/"; fi
# Every library must have come along.
chroot "$root" /usr/local/bin/node --version

user=65532
printf 'root:x:0:0:root:/root:/sbin/nologin\nheadgate:x:%s:%s::/nonexistent:/sbin/nologin\n' $user $user > "$root/etc/passwd"
printf 'root:x:0:\nheadgate:x:%s:\n' $user > "$root/etc/group"
printf 'hosts: files dns\n' > "$root/etc/nsswitch.conf"
# Where volumes are mounted: a new one belongs to whom the folder belongs.
mkdir -p "$root/var/lib/headgate/journal" "$root/var/lib/headgate/store"
chown -R $user:$user "$root/var/lib/headgate"
chmod 1777 "$root/tmp"
