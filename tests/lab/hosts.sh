#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# hosts.sh - hosts that are mute or are killed, and a launcher that is: the rest
# is shown, and nothing is left on any host. A script stands in ssh's place, whose
# hosts are directories here. What takes no such time is in
# tests/virtual/hosts.sh. Then the same through OpenSSH, and by diskidx-mpi under
# each MPI that is here, as four ranks of one machine.
#
# Needs: processes that can be listed; OpenSSH; Open MPI and MPICH, each with its
# compiler.
# Takes: a minute.
tap_in_memory=yes
. "$(dirname "$0")/../support/tap.sh"
need_diskidx
need_processes
build=$(pwd)
cd "$scratch" || bail "can't go to $scratch"

# on HOSTS ARGUMENT...
on()
{
	hosts=$1
	shift
	"$DISKIDX" -q --hosts="$hosts" --rsh="$scratch/rsh" --no-save -s 4m "$@"
}

mkdir bin tmp
ln -s "$DISKIDX" bin/diskidx
cat >rsh <<END
#!/bin/sh
host=\$1
mkdir -p "$scratch/hosts/\$host" && cd "$scratch/hosts/\$host" || exit
PATH=$scratch/bin:\$PATH TMPDIR=$scratch/tmp
export PATH TMPDIR
echo \$\$ >pid
case \$host in
deaf) exec <&-; echo here; echo "no room" >&2; exit 3 ;;
mute) exec cat >/dev/null ;;
never) echo here; exec tail -f /dev/null ;;
esac
exec sh
END
chmod +x rsh

# left: files and processes that a run left.
left()
{
	find hosts tmp ! -type d ! -name pid
	find hosts -name 'diskidx.*'
	all_processes | grep "barrier=[^ ]*-$$ "
}

# at_work N: that many hosts have begun, of those that are new.
at_work()
{
	[ "$(find hosts -name 'diskidx.*' 2>/dev/null | grep -c .)" -eq "$1" ]
}

# shown FILE: the hosts with a figure in that CSV.
shown()
{
	awk -F , '/fsbuffer|rand-read-q1/ { print $1 }' "$1" | tr '\n' ' '
}

exits "some hosts do not answer" 1 on n1,n2,deaf,mute,never -f csv=silent \
	--wait=10 -t 0.05 -i 1 -w 0 fsbuffer
like "one that takes no input is named" "$err" '^diskidx: deaf: no room$'
like "one that is mute, too" "$err" \
	'^diskidx: mute: dropped: it does not answer$'
like "one that is mute later, too" "$err" \
	'^diskidx: never: dropped: others waited for it'
is "the others are shown" "$(shown silent)" "n1 n2  "
ok "what would stay is ended" \
	until_event eval '! kill -0 "$(cat hosts/never/pid)" 2>/dev/null'

# The end of a host's process, by force. At a rate they leave the processors to
# others.
rm -rf hosts
on "n[1-3]-$$" -t 10 -i 1 --wait=60 --rate=100 -f csv=killed.csv rand-read-q1 \
	>killed.out 2>killed.err &
run=$!
ok "they are at work" until_event at_work 3
kill -9 "$(cat "hosts/n2-$$/pid")"
wait "$run"
is "one that is killed is an error" $? 1
like "it is named" "$(cat killed.err)" "^diskidx: n2-$$[:0-9]* "
is "the others are shown" "$(shown killed.csv)" "n1-$$ n3-$$  "
ok "and nothing is left of it" until_event eval '[ -z "$(left)" ]'

# The end of the launcher, from a terminal or by force.
for signal in TERM KILL; do
	rm -rf hosts
	mkdir hosts
	# exec, as yash has a process of its own for what is in the background.
	exec "$DISKIDX" -q --hosts="n[1-3]-$$" --rsh="$scratch/rsh" --no-save \
		-t 60 -s 4m rand-read-q1 >ended.out 2>ended.err &
	run=$!
	ok "$signal: they are at work" until_event at_work 3
	kill -s "$signal" "$run"
	wait "$run" 2>/dev/null
	ok "$signal: nothing is left on any host" \
		until_event eval '[ -z "$(left)" ]'
done

# The program is copied, and removed.
rm bin/diskidx
exits "without diskidx there nothing is measured" 2 on n1 -t 0.05 -i 1 fsbuffer
exits "--push copies it" 0 on n1,n2 --push="$DISKIDX" -t 0.05 -i 1 fsbuffer
is "and it is removed" "$(left)" ""
is "nothing of all this is saved where it was not asked for" \
	"$(ls records 2>/dev/null)" ""

# Through OpenSSH, whose client starts a server of its own for each connection.

PATH=$PATH:/usr/sbin
keys=$(mktemp -d) || bail "no place for keys"
remove_keys()
{
	rm -rf "$keys"
}
tap_undo=remove_keys

# try_ssh: $client is a command for it; or $why it can't be.
try_ssh()
{
	why="no OpenSSH server and client here"
	sshd=$(command -v sshd) && command -v ssh >/dev/null 2>&1 || return
	[ "$(id -u)" -ne 0 ] || mkdir -p /run/sshd
	ssh-keygen -q -t ed25519 -N '' -f "$keys/host"
	ssh-keygen -q -t ed25519 -N '' -f "$keys/user"
	printf '%s\n' "HostKey $keys/host" "UsePAM no" "StrictModes no" \
		"AuthorizedKeysFile $keys/user.pub" >"$keys/server"
	printf '%s\n' "ProxyCommand $sshd -i -e -f $keys/server" \
		"IdentityFile $keys/user" "IdentitiesOnly yes" \
		"UserKnownHostsFile $keys/known" "BatchMode yes" \
		"StrictHostKeyChecking accept-new" "LogLevel ERROR" \
		>"$keys/client"
	client="ssh -F $keys/client"
	$client n1 true 2>errors && return
	why="no log-in: $(cat errors)"
	return 1
}

if try_ssh; then
	mkdir shared
	exits "two hosts are measured through ssh" 0 "$DISKIDX" -q \
		--hosts='n[1-2]' --rsh="$client" --push="$DISKIDX" -s 4m \
		-d "$scratch/shared" -t 0.3 -i 2 --no-save -f csv=far fsbuffer
	is "each has a figure" "$(shown far)" "n1 n2  "
	is "nothing is left there" "$(ls shared)" ""
else
	skip "hosts are measured through ssh" sshd "$why"
fi

# By MPI.

cd "$build" || bail "can't go back"
[ -f Makefile ] || bail "not in a build directory"
! grep '^SANITIZER_FLAGS = .' Makefile >/dev/null ||
	skip_all mpi "an MPI doesn't pass a sanitizer"
! grep '^cross_compiling=yes' config.log >/dev/null ||
	skip_all mpi "built for another system"
unset PMI_SIZE OMPI_COMM_WORLD_SIZE SLURM_STEP_NUM_TASKS
OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
OMPI_MCA_rmaps_base_oversubscribe=1
export OMPI_ALLOW_RUN_AS_ROOT OMPI_ALLOW_RUN_AS_ROOT_CONFIRM
export OMPI_MCA_rmaps_base_oversubscribe
# What an mpirun that is killed leaves of its own, in /tmp and /dev/shm.
OMPI_MCA_orte_tmpdir_base=$scratch OMPI_MCA_btl_vader_backing_directory=$scratch
export OMPI_MCA_orte_tmpdir_base OMPI_MCA_btl_vader_backing_directory
killed=none
export killed
preloadable "$scratch/faulty.so" \
	"$srcdir/tests/support/preload/faulty-disk.c" ||
	skip_all preload "no library can be made here"
libraries=$(sed -nE 's/^(AIO_|URING_|)LIBS = //p' Makefile | tr '\n' ' ')

# build_for MPI: its program, and a diskidx beside it that is killed in its run
# where it has the rank $killed.
build_for()
{
	mkdir -p "$scratch/$1/disk"
	cat >"$scratch/$1/diskidx" <<END
#!/bin/sh
[ "\${OMPI_COMM_WORLD_RANK:-\$PMI_RANK}" != "\$killed" ] ||
	exec env LD_PRELOAD="$scratch/faulty.so" FAULTY_DISK_END=40 \\
		FAULTY_DISK_SIGNAL=9 "$DISKIDX" "\$@"
exec "$DISKIDX" "\$@"
END
	chmod +x "$scratch/$1/diskidx"
	# shellcheck disable=SC2086	# words
	"mpicc.$1" -DHAVE_CONFIG_H -I. -I"$srcdir/include" -I"$srcdir/src" \
		-o "$scratch/$1/diskidx-mpi" "$srcdir/mpi/diskidx-mpi.c" \
		libdiskidx.a $libraries >"$scratch/log" 2>&1
}

# ranks ARGUMENT...: a run of four ranks.
ranks()
{
	rm -f table
	"mpirun.$mpi" -n 4 ./diskidx-mpi "$@" -q -d disk -s 4m -i 1 --no-save \
		-f csv=table --note="$$-$mpi" fsbuffer
}

# ours: the runs on this disk.
ours()
{
	all_processes | grep -- "--note=$$-$mpi "
}

for mpi in openmpi mpich; do
	if ! command -v "mpicc.$mpi" >/dev/null 2>&1 ||
	    ! command -v "mpirun.$mpi" >/dev/null 2>&1; then
		skip "$mpi" mpi "neither mpicc.$mpi nor mpirun.$mpi"
		continue
	fi
	ok "$mpi: it can be built" build_for $mpi
	[ "$status" -eq 0 ] || { note "$(cat "$scratch/log")"; continue; }
	cd "$scratch/$mpi" || bail "can't go to $scratch/$mpi"
	exits "$mpi: four ranks measure" 0 ranks --all-ranks -t 0.1
	is "$mpi: as four hosts, and together" \
		"$(shown table | sed 's/[^ ]*[.]//g')" "0 1 2 3  "
	exits "$mpi: one rank of a node measures" 0 ranks -t 0.05
	is "$mpi: as one host, and that alone" "$(grep -c fsbuffer table)" 2

	killed=1
	exits "$mpi: one that is killed is no crash" 0 ranks --all-ranks -t 0.2
	killed=none
	like "$mpi: it is named" "$err" '^diskidx: [^ ]*[.]1[:0-9]* '
	is "$mpi: its fellows are shown" \
		"$(shown table | sed 's/[^ ]*[.]//g')" "0 2 3  "
	for signal in TERM KILL; do
		# exec, as yash has a process of its own for what is in the
		# background.
		exec "mpirun.$mpi" -n 4 ./diskidx-mpi --all-ranks -q -d disk \
			-s 4m -i 1 --no-save --note="$$-$mpi" -t 600 fsbuffer \
			>begun.out 2>begun.err &
		run=$!
		ok "$mpi: all are at work" \
			until_event eval '[ "$(ls disk | wc -l)" -eq 4 ]'
		kill -s $signal "$run"
		wait "$run" 2>/dev/null
		ok "$mpi: nothing is left after SIG$signal of mpirun" \
			until_event eval '[ -z "$(ours)$(ls disk)" ]'
	done

	exits "$mpi: one alone of four is refused" 2 \
		env PMI_SIZE=4 ./diskidx-mpi -d disk fsbuffer
	like "$mpi: with the reason" "$err" '^diskidx: MPI sees one rank of 4: '
	exits "$mpi: what isn't a run is refused" 2 ./diskidx-mpi --hosts=n1
	like "$mpi: by name" "$err" '^diskidx: diskidx-mpi .* --hosts'
	exits "$mpi: --help is help" 0 ./diskidx-mpi --help
	like "$mpi: with its own option" "$out" '^usage: mpirun .*--all-ranks'
	cd "$build" || bail "can't go back"
done
done_testing
