#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# lab-vm.sh - run lab.sh in a virtual machine whose kernel has the disks that
# few kernels have built in: devices of a fixed time, mappers, mirrors. The
# machine is emulated (TCG) and slow, so that its disks take 100 ms. It consists
# of the system's own programs, of a kernel of Debian's that is fetched, and of
# an initramfs that is made of both; nothing is installed. Needs apt-get, dpkg,
# qemu-system-x86_64, busybox, cpio, kmod, fio.
#
#	lab-vm.sh [--diskidx=PROGRAM] [DISK]...
set -eu

here=$(cd "$(dirname "$0")" && pwd)
program=./diskidx
case ${1-} in
--diskidx=*) program=${1#*=}; shift ;;
esac
[ $# -gt 0 ] || set -- slow_device slow_4k crypt mirror linear scsi
for tool in qemu-system-x86_64 busybox cpio depmod apt-get fio; do
	command -v "$tool" >/dev/null ||
		{ echo "lab-vm: no $tool here" >&2; exit 77; }
done

work=$(mktemp -d "${TMPDIR:-/var/tmp}/diskidx-vm.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
root=$work/root
kernel=$work/kernel
mkdir -p "$root/bin" "$root/proc" "$root/sys" "$root/dev" "$root/tmp" \
	"$root/run" "$root/etc" "$kernel"

package=$(apt-cache depends linux-image-amd64 |
	sed -n 's/^ *Depends: \(linux-image-[^ ]*\)$/\1/p')
(cd "$work" && apt-get -qq download "$package" 2>/dev/null)
dpkg -x "$work/$package"_*.deb "$kernel"
release=${package#linux-image-}
depmod -b "$kernel" "$release"

# put PROGRAM: with the libraries that it needs.
put()
{
	file=$(command -v "$1")
	cp -L "$file" "$root/bin/"
	ldd "$file" 2>/dev/null | sed -n 's/^[^/]*\(\/[^ ]*\) (.*/\1/p' |
	while read -r library; do
		mkdir -p "$root${library%/*}"
		cp -Ln "$library" "$root$library"
	done
}

for tool in busybox losetup mkfs.ext4 kmod dmsetup cryptsetup mdadm fio \
	"$program"; do
	put "$tool"
done
for tool in sh mount umount mkdir rm rmdir cat ls ln sed awk grep sleep mktemp \
	timeout uname id head truncate dirname poweroff; do
	ln -s busybox "$root/bin/$tool"
done
ln -s kmod "$root/bin/modprobe"
cp "$here/lab.sh" "$root/"

for module in null_blk brd dm-mod dm-crypt xts aes_generic raid1 scsi_debug \
	sd_mod ext4 crc32c_generic; do
	modprobe -d "$kernel" -S "$release" --show-depends "$module" |
		sed -n 's/^insmod \([^ ]*\).*/\1/p'
done | sort -u | while read -r file; do
	place=$root${file#"$kernel"}
	mkdir -p "${place%/*}"
	cp "$file" "$place"
done
cp "$kernel/lib/modules/$release"/modules.[bo]* "$root/lib/modules/$release/"
depmod -b "$root" "$release"

cat >"$root/init" <<END
#!/bin/sh
export PATH=/bin TMPDIR=/tmp
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev
ln -s /proc/self/mounts /etc/mtab
modprobe -a sd_mod ext4 crc32c_generic dm-crypt aes_generic xts
sh /lab.sh --all --diskidx=/bin/${program##*/} $*
echo "lab-vm: \$?"
poweroff -f
END
chmod +x "$root/init"
(cd "$root" && find . | cpio -o -H newc --quiet) >"$work/initramfs"

timeout -s KILL 600 qemu-system-x86_64 -accel tcg -cpu max -m 2048 -smp 2 \
	-nographic -no-reboot -net none -kernel "$kernel/boot/vmlinuz-$release" \
	-initrd "$work/initramfs" -append "console=ttyS0 quiet panic=-1" \
	</dev/null >"$work/console" 2>&1 || true
# The first line follows what the BIOS clears the screen with.
tr -d '\r' <"$work/console" |
	sed -n 's/^.*\(disk  *test  \)/\1/; /^disk  /,$p'
grep -q '^lab-vm: 0' "$work/console"
