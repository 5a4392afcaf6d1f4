#!/bin/sh
# A Linux machine in namespaces, with systemd as its first process: boot.sh DIRECTORY [HIDDEN...]. As root. The files are those
# of the host under an overlay in memory, without what is enabled there, without the HIDDEN directories and without a network.
# DIRECTORY/files is /root/files in it. Nothing outside changes but one cgroup, which boot.sh --clean NAME removes.
set -eu

if [ "$1" = --clean ]; then
  exec unshare --mount sh -c 'mount -t cgroup2 cgroup2 /mnt && find "/mnt/$1" -depth -type d -exec rmdir {} +' sh "$2"
fi

if [ "${MACHINE_STAGE:-}" = '' ]; then
  export MACHINE_STAGE=cgroup
  exec setpriv --pdeathsig KILL unshare --mount sh "$0" "$@"
fi

if [ "$MACHINE_STAGE" = cgroup ]; then
  export MACHINE_STAGE=system
  mount -t cgroup2 cgroup2 /mnt
  mkdir "/mnt/$(basename "$1")"
  echo $$ >"/mnt/$(basename "$1")/cgroup.procs"
  umount /mnt
  exec unshare --cgroup --fork --kill-child --pid --uts --ipc --net --mount sh "$0" "$@"
fi

directory=$1
shift
mount -t tmpfs tmpfs /mnt
mkdir /mnt/files /mnt/upper /mnt/work /mnt/root
mount --bind "$directory/files" /mnt/files
mount -t overlay overlay -o lowerdir=/,upperdir=/mnt/upper,workdir=/mnt/work /mnt/root
cd /mnt/root
for hidden in tmp run root home dev "$@"; do
  mkdir -p "./$hidden"
  mount -t tmpfs -o mode=755 tmpfs "./$hidden"
done
chmod 1777 tmp
mkdir root/files
mount --bind /mnt/files root/files
mount -t proc proc proc
mount -t sysfs -o ro sysfs sys
mount -t cgroup2 cgroup2 sys/fs/cgroup
for device in null zero full random urandom tty; do
  touch "dev/$device"
  mount --bind "/dev/$device" "dev/$device"
done
mkdir dev/shm dev/pts
mount -t tmpfs tmpfs dev/shm
mount -t devpts -o newinstance,ptmxmode=0666 devpts dev/pts
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
ip link set lo up
hostname clean
rm -rf etc/systemd/system/*.wants usr/sbin/policy-rc.d
ln -sf /usr/lib/systemd/system/multi-user.target etc/systemd/system/default.target
for unit in systemd-udevd systemd-udev-trigger systemd-networkd systemd-timesyncd; do
  ln -sf /dev/null "etc/systemd/system/$unit.service"
done
: >etc/machine-id
mkdir mnt/host
pivot_root . mnt/host
umount -l /mnt/host
exec env -i container=other PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
  /lib/systemd/systemd --log-target=journal
