#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# hosts.sh - diskidx-mpi under each MPI that is here, with up to 64 ranks on
# this machine: whatever a rank's diskidx may do wrong, by a script instead of
# it; the sum of ranks on virtual disks; and that nothing is left of a run that
# is ended. tests/virtual/hosts.sh has the words between the two programs.
#
# Needs: processes that can be listed; Open MPI and MPICH, each with its
# compiler.
# Takes: two minutes.
. "$(dirname "$0")/../support/virtual-disk.sh"
need_processes
[ -f Makefile ] || bail "not in a build directory"
! grep '^SANITIZER_FLAGS = .' Makefile >/dev/null ||
	skip_all mpi "an MPI doesn't pass a sanitizer"
! grep '^cross_compiling=yes' config.log >/dev/null ||
	skip_all mpi "built for another system"
libraries=$(sed -nE 's/^(AIO_|URING_|)LIBS = //p' Makefile | tr '\n' ' ')
unset PMI_SIZE OMPI_COMM_WORLD_SIZE SLURM_STEP_NUM_TASKS
OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
OMPI_MCA_rmaps_base_oversubscribe=1
export OMPI_ALLOW_RUN_AS_ROOT OMPI_ALLOW_RUN_AS_ROOT_CONFIRM
export OMPI_MCA_rmaps_base_oversubscribe
# What an mpirun that is killed leaves of its own, in /tmp and /dev/shm.
OMPI_MCA_orte_tmpdir_base=$scratch OMPI_MCA_btl_vader_backing_directory=$scratch
export OMPI_MCA_orte_tmpdir_base OMPI_MCA_btl_vader_backing_directory

# The diskidx next to diskidx-mpi: a script that makes three samples and a
# record, unless WAYS has a way to fail for its rank. If WAYS is "real" it is
# the real diskidx; if it is "virtual", the real one on a virtual disk.
cat >"$scratch/diskidx" <<END
#!/bin/sh
rank=\${OMPI_COMM_WORLD_RANK:-\$PMI_RANK}
way=\$(echo "- \$WAYS" | cut -d ' ' -f \$((rank + 1)))
case \$WAYS in
real) exec "$DISKIDX" "\$@" ;;
virtual) LD_PRELOAD=$scratch/disk.so exec "$DISKIDX" "\$@" ;;
all) way=hangs ;;
esac
for sample in 1 2 3; do
	echo "ready \$sample test"
	read -r go || exit
	echo "started \$sample"
	case \$sample,\$way in
	2,hangs) exec sleep 1234567 ;;
	2,killed) kill -KILL \$\$ ;;
	2,full) echo "no space left" >&2; exit 2 ;;
	2,early) exit 0 ;;
	esac
done
printf 'diskidx-record\t1\n%s\nend\t0\n' "\$2"
[ "\$way" != marked ] || exit 1
END
chmod +x "$scratch/diskidx"

# ranks N WAYS ARGUMENT...: a run of that many.
ranks()
{
	count=$1
	WAYS=$2
	export WAYS
	shift 2
	"mpirun.$mpi" -n "$count" "$scratch/$mpi/diskidx-mpi" "$@"
}

# left: what is left of the ranks.
left()
{
	all_processes | grep -- "sleep 1234567\|--barrier=\|$scratch/$mpi/" |
		grep -v grep
	ls "$here"
}

# named: the ranks that are out, by their numbers, in order.
named()
{
	sed -n 's/^diskidx: .*[.]\([0-9]*\): dropped: .*/\1/p' "$scratch/err" |
		sort -n | tr '\n' ' '
}

# fail_ways N WAYS NAMED: those ranks fail so, and the others finish.
fail_ways()
{
	exits "$mpi: $1 ranks, $2: the status" 1 ranks "$1" "$2" --wait=10 x
	is "$mpi: they are named" "$(named)" "$3"
	is "$mpi: the others have their records" "$(grep -c '^end' "$scratch/out")" \
		$(($1 - $(echo "$3" | wc -w)))
	ok "$mpi: nothing is left" until_event eval '[ -z "$(left)" ]'
}

for mpi in openmpi mpich; do
	if ! command -v "mpicc.$mpi" >/dev/null 2>&1 ||
	    ! command -v "mpirun.$mpi" >/dev/null 2>&1; then
		skip "$mpi" mpi "neither mpicc.$mpi nor mpirun.$mpi"
		continue
	fi
	mkdir "$scratch/$mpi"
	ln -s ../diskidx "$scratch/$mpi/diskidx"
	# shellcheck disable=SC2086	# words
	ok "$mpi: it can be built" "mpicc.$mpi" -DHAVE_CONFIG_H -I. \
		-I"$srcdir/include" -o "$scratch/$mpi/diskidx-mpi" \
		"$srcdir/mpi/diskidx-mpi.c" libdiskidx.a $libraries
	[ "$status" -eq 0 ] || continue

	exits "$mpi: 64 ranks" 0 ranks 64 none x
	is "$mpi: of one set, each with its name" \
		"$(sed -n 's|^--barrier=[0-9a-f]*/64/.*[.]||p' "$scratch/out" |
		sort -n | uniq | wc -l | tr -d ' ')" 64
	for way in hangs killed full early; do
		fail_ways 2 "$way" "1 "
	done
	fail_ways 8 "hangs killed full early" "1 2 3 4 "
	fail_ways 64 "hangs killed full early" "1 2 3 4 "
	exits "$mpi: a status of 1 behind a record" 1 ranks 2 marked x
	is "$mpi: keeps the record" "$(grep -c '^end' "$scratch/out")" 2
	exits "$mpi: --max-time bounds those that all hang" 2 \
		ranks 2 all --max-time=1 --wait=1 x
	is "$mpi: all are named" "$(named)" "0 1 "

	VIRTUAL_READ=constant:1000 VIRTUAL_WRITE=constant:1000
	VIRTUAL_FLUSH=constant:0 VIRTUAL_CPU=20,10
	export VIRTUAL_READ VIRTUAL_WRITE VIRTUAL_FLUSH VIRTUAL_CPU
	exits "$mpi: eight ranks measure" 0 ranks 8 virtual -d "$here" -s 4m \
		-t 2 -i 2 rand-read-q1
	cp "$scratch/out" "$scratch/all"
	exits "$mpi: their records are merged" 0 "$DISKIDX" merge -f csv \
		"$scratch/all"
	is "$mpi: the sum is that of the ranks" \
		"$(sed -n 's/^[^,]*,"rand-read-q1 .*,IOPS,\([0-9.]*\),.*/\1/p' \
		"$scratch/out" | awk '{ if (NR < 9) sum += $1 }
		END { print NR, ($1 > 0.99 * sum && $1 < 1.01 * sum) }')" "9 1"
	unset VIRTUAL_READ VIRTUAL_WRITE VIRTUAL_FLUSH VIRTUAL_CPU

	for signal in TERM KILL; do
		# exec, as yash has a process of its own for what is in the
		# background.
		WAYS=real exec "mpirun.$mpi" -n 4 "$scratch/$mpi/diskidx-mpi" \
			-d "$here" -s 4m -i 1 -t 600 fsbuffer \
			>"$scratch/begun" 2>&1 &
		run=$!
		ok "$mpi: all are at work" \
			until_event eval '[ "$(ls "$here" | wc -l)" -eq 4 ]'
		kill -s $signal "$run"
		wait "$run" 2>/dev/null
		ok "$mpi: nothing is left after SIG$signal of mpirun" \
			until_event eval '[ -z "$(left)" ]'
	done

	exits "$mpi: one alone of four is refused" 2 \
		env PMI_SIZE=4 "$scratch/$mpi/diskidx-mpi" x
	like "$mpi: with the reason" "$err" '^diskidx: MPI sees one rank of 4; '
	exits "$mpi: --wait needs a number" 2 "$scratch/$mpi/diskidx-mpi" --wait
	exits "$mpi: --help is help" 0 "$scratch/$mpi/diskidx-mpi" --help
	like "$mpi: with its own option" "$out" '^usage: .*--wait'
done
done_testing
