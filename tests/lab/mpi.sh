#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# mpi.sh - diskidx-mpi under each MPI that is here, as four ranks of one
# machine: it measures all, names what fails, and leaves nothing.
#
# Needs: Open MPI and MPICH, each with its compiler.
# Takes: 15 s.
. "$(dirname "$0")/../support/tap.sh"
need_diskidx
need_processes
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

# value NAME: that of a variable of the Makefile.
value()
{
	printf 'include Makefile\nvalue: ; @echo $(%s)\n' "$1" |
		(unset MAKEFLAGS MFLAGS; "${MAKE:-make}" -s -f - value)
}

# build MPI: its program, beside a diskidx of which rank 2's can't be started
# where there is a file `broken`, and writes without an end where `flood` is.
build()
{
	mkdir -p "$scratch/$1/disk"
	# shellcheck disable=SC2046	# words
	"mpicc.$1" -DHAVE_CONFIG_H -I. -I"$srcdir/include" -I"$srcdir/src" \
		-o "$scratch/$1/diskidx-mpi" "$srcdir/mpi/diskidx-mpi.c" \
		libdiskidx.a $(value AIO_LIBS) $(value URING_LIBS) \
		$(value LIBS) >"$scratch/log" 2>&1 || return
	cat >"$scratch/$1/diskidx" <<-END
		#!/bin/sh
		case " \$* " in
		*/*.2" "*)
			[ ! -e broken ] || exec no-such-program
			[ ! -e flood ] || while :; do echo flood; done ;;
		esac
		exec "$DISKIDX" "\$@"
	END
	chmod +x "$scratch/$1/diskidx"
}

# ranks ARGUMENT...: of four ranks.
ranks()
{
	"mpirun.$mpi" -n 4 ./diskidx-mpi "$@"
}

# measured ARGUMENT...: a table of what they measured.
measured()
{
	rm -f table
	# shellcheck disable=SC2086	# words
	ranks "$@" $run_options rand-read-q1
}

# hosts: those of the table.
hosts()
{
	awk -F , '/rand-read-q1/ { sub(/.*[.]/, "", $1); print $1 }' table |
		tr '\n' ' '
}

# begin SECONDS: four in the background, once they measure.
begin()
{
	rm -f table
	# exec, as yash has a process of its own for what is in the background.
	# shellcheck disable=SC2086	# words
	exec "mpirun.$mpi" -n 4 ./diskidx-mpi --all-ranks -t "$1" $run_options \
		rand-read-q1 >begun.out 2>begun.err &
	run=$!
	ok "$mpi: all are at work" until_event eval '[ "$(ls disk | wc -l)" -eq 4 ]'
}

# ours: the runs on this disk, with their numbers.
ours()
{
	all_processes | grep -- "--note=$$-$mpi "
}

# first_of RANK: that of these processes which started the others of a rank.
first_of()
{
	awk -v name="barrier=[^ ]*[.]$1 " '
	$0 ~ name { parent[$1] = $2 }
	END {
		for (each in parent)
			if (!(parent[each] in parent))
				print each
	}'
}

# ended HOW: a run of these was ended: nothing is left.
ended()
{
	wait "$run" 2>/dev/null
	ok "$mpi: nothing is left after $1" until_event eval \
		'[ -z "$(ours)$(ls disk)" ]'
}

for mpi in openmpi mpich; do
	run_options="-q -d disk -s 4m -i 1 --no-save -f csv=table
		--note=$$-$mpi"
	if ! command -v "mpicc.$mpi" >/dev/null 2>&1 ||
	    ! command -v "mpirun.$mpi" >/dev/null 2>&1; then
		skip "$mpi" mpi "neither mpicc.$mpi nor mpirun.$mpi"
		continue
	fi
	if ! build $mpi; then
		fail "$mpi: it can be built"
		note "$(cat "$scratch/log")"
		continue
	fi
	cd "$scratch/$mpi" || bail "can't go to $scratch/$mpi"
	exits "$mpi: a plan of all ranks" 0 ranks --all-ranks -n rand-read-q1
	is "$mpi: has a line for each" "$(grep -c 'exec diskidx' "$scratch/out")" 4
	exits "$mpi: four ranks measure" 0 measured --all-ranks -t 0.1
	is "$mpi: as four hosts, and together" "$(hosts)" "0 1 2 3  "
	exits "$mpi: one rank of a node measures" 0 measured -t 0.05
	is "$mpi: as one host, and that alone" \
		"$(grep -c rand-read-q1 table)" 2

	: >broken
	exits "$mpi: one that fails is no crash" 0 measured --all-ranks -t 0.1
	like "$mpi: it is named with the reason" "$err" \
		'^diskidx: [^ ]*[.]2: .*no-such-program'
	is "$mpi: the others are shown" "$(hosts)" "0 1 3  "
	rm broken
	: >flood
	exits "$mpi: one that writes without an end is no crash" 0 \
		measured --all-ranks -t 0.1
	like "$mpi: it is dropped" "$err" \
		'^diskidx: [^ ]*[.]2: dropped: it writes too much'
	is "$mpi: its fellows are shown then, too" "$(hosts)" "0 1 3  "
	rm flood

	begin 2
	kill -9 "$(ours | first_of 1)"
	wait "$run"
	is "$mpi: one that is killed is no crash" $? 0
	like "$mpi: it is named" "$(cat begun.err)" '^diskidx: [^ ]*[.]1[:0-9]* '
	is "$mpi: its fellows are shown" "$(hosts)" "0 2 3  "
	ended "that"

	begin 600
	kill -TERM "$run"
	ended "the end of mpirun"
	begin 600
	kill -9 "$run"
	ended "the end of mpirun by force"

	exits "$mpi: one alone of four is refused" 2 \
		env PMI_SIZE=4 ./diskidx-mpi -d disk rand-read-q1
	like "$mpi: with the reason" "$err" '^diskidx: MPI sees one rank of 4: '
	exits "$mpi: what isn't a run is refused" 2 ./diskidx-mpi --hosts=n1
	like "$mpi: by name" "$err" '^diskidx: diskidx-mpi .* --hosts'
	exits "$mpi: --help is help" 0 ./diskidx-mpi --help
	like "$mpi: with its own option" "$out" '^usage: mpirun .*--all-ranks'
	exits "$mpi: one alone of one is a host" 0 ./diskidx-mpi -q -d disk \
		-s 4m -t 0.05 -i 1 --no-save fsbuffer
	is "$mpi: nothing is left in the end" "$(ours)$(ls disk)" ""
	cd "$tap_start" || bail "can't go to $tap_start"
done
done_testing
