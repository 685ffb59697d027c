#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# calls.sh - a system in which any one call fails, the first time, once in the
# middle, or always: each run ends with the exit status in the table and, unless
# it went well, with a message; nothing is left, and a test without a result
# says so. Every function that the program uses from libraries is in the table,
# or in the list of functions that cannot fail. The program is unmodified, with
# tests/support/preload/failing-call.c loaded before it.
#
# Needs: Linux, a compiler.
# Takes: 55 s.
tap_in_memory=yes
. "$(dirname "$0")/../support/tap.sh"
need_diskidx

preloadable "$scratch/failing.so" "$srcdir/tests/support/preload/failing-call.c" ||
	skip_all preload "no library can be made here"
here=$scratch/disk
mkdir "$here"
tests="commit rand-read-q32 seq-copy fsbuffer small-files:create-fsync
small-files:rename"

# run_once CALL ERROR AFTER TIMES ENGINE [PROCESS]: its status is in $status,
# the number of calls of each function in the file "counts".
run_once()
{
	rm -rf "$scratch/json" "$scratch/record" "$scratch/counts"
	status=0
	# shellcheck disable=SC2086	# several words, or none
	$patience env LD_PRELOAD="$scratch/failing.so" FAILING_CALL="$1" \
		FAILING_ERROR="$2" FAILING_AFTER="$3" FAILING_FOR="$4" \
		FAILING_COUNTS="$scratch/counts" FAILING_IN="${6:-}" \
		"$DISKIDX" -q -v -d "$here" --seed=$$ -s 4m -t 0.003 -i 1 \
		-e "$5" -f "json=$scratch/json" -o "$scratch/record" $tests \
		>"$scratch/out" 2>"$scratch/err" || status=$?
}

# is_spared CALL AFTER: true if the last run ended without a failing call.
is_spared()
{
	[ -s "$scratch/counts" ] &&
		awk -v name="$1" -v after="$2" '
			$1 == name && $2 > after { failed = 1 }
			END { exit failed }' "$scratch/counts"
}

# run CALL ERROR AFTER TIMES ENGINE [PROCESS]: as run_once, but with half of
# AFTER as long as no call was there to fail. How many there are in a sample,
# the machine says: one run had 17 of fdatasync, another 907; and whether any
# request to a disk in memory has to be waited for.
run()
{
	call=$1 error=$2 after=$3
	shift 3
	for attempt in 1 2 3 4 5 6 7 8 9 10 11 12 13 14; do
		run_once "$call" "$error" "$after" "$@"
		is_spared "$call" "$after" || return 0
		note "$call: not called more than $after times in run $attempt"
		after=$((after / 2))
		rm -rf "${here:?}"/diskidx.*
	done
	fail "$call: it is called"
}

is_empty()
{
	[ -z "$(ls -A "$here")" ]
}

# wrong STATUSES LEFT: what is wrong with the last run.
wrong()
{
	case " $(echo "$1" | sed 's/./& /g') " in
	*" $status "*) ;;
	*)	echo "exit status $status, not one of $1"
		sed 3q "$scratch/err" ;;
	esac
	rows=$(grep -cE '^  .* [0-9.]+ +(KBps|MiB/s|IOPS|ops/s) ' "$scratch/out")
	missing=$(grep -cE '^   [-*]  n/a \(' "$scratch/out")
	case $status in
	0)	[ $((rows + missing)) -ge 6 ] || echo "$rows rows, and no failure"
		[ -s "$scratch/json" ] || echo "no file of JSON, and no failure" ;;
	*)	[ "$2" = mute ] || grep '^diskidx: ' "$scratch/err" >/dev/null ||
			echo "nothing is said" ;;
	esac
	[ "$status" -ne 1 ] || [ "$rows" -gt 0 ] || echo "1, and no figure"
	! grep -v '^diskidx: ' "$scratch/err" || echo "is no message"
	[ ! -e "$scratch/json" ] || [ -s "$scratch/json" ] ||
		echo "an empty file"
	if [ "$2" = left ]; then
		grep 'cannot clean up' "$scratch/err" >/dev/null ||
			echo "what is left isn't told"
	else
		until_event is_empty || echo "left: $(ls -A "$here")"
	fi
	rm -rf "${here:?}"/diskidx.*
}

LD_PRELOAD=$scratch/failing.so "$DISKIDX" --version >/dev/null 2>&1 ||
	skip_all preload \
		"the library can't be loaded before this program's others"

default=threads
[ -n "$(unusable libaio)" ] || default=libaio
for engine in $default libaio uring threads; do
	[ ! -e "$scratch/$engine" ] || continue
	[ -z "$(unusable "$engine")" ] || continue
	run_once none EIO 0 0 "$engine"
	cp "$scratch/counts" "$scratch/$engine"
	is "without a fault: $engine" "$(wrong 0)" ""
done
for process in supervisor measuring cleanup; do
	run_once none EIO 0 0 "$default" "$process"
	cp "$scratch/counts" "$scratch/$process"
done
# A function, its error, the exit statuses that are right if its first call
# fails, one in the midst (-: it ends the run, which may be writing files then),
# and all; and the engine, unless any will do, or the only process in which it
# fails, or a word: what always fails leaves something, or is mute, as nothing
# can be said.
while read -r call error first midst always word; do
	engine=$default
	counted=$default
	process=
	case $word in
	libaio | uring | threads) engine=$word counted=$word ;;
	supervisor | measuring | cleanup) process=$word counted=$word ;;
	esac
	echo "$call" >>"$scratch/known"
	count=$(awk -v name="$call" '$1 == name { print $2 }' \
		"$scratch/$counted" 2>/dev/null)
	[ -n "$count" ] || continue	# not called in this build or system
	what="$call${process:+ of $process}: $error"
	run "$call" "$error" 0 1 "$engine" "$process"
	is "$what at first" "$(wrong "$first")" ""
	if [ "$midst" != - ]; then
		run "$call" "$error" $((count / 2)) 1 "$engine" "$process"
		is "$what in the midst" "$(wrong "$midst")" ""
	fi
	run "$call" "$error" 0 "" "$engine" "$process"
	is "$what always" "$(wrong "$always" "$word")" ""
done <<ROWS
access EIO 2 02 2
calloc ENOMEM 012 012 2
chdir EINTR 0 0 0
clock_gettime EINVAL 2 012 2
close EIO 01 01 12
closedir EIO 0 0 0
dup2 EIO 0 0 0
faccessat EIO 2 02 2
fallocate EIO 012 012 012
fclose EIO 0 012 2
fcntl EIO 0 01 1
fdatasync EIO 2 01 2
fdopen ENOMEM 2 2 2
fdopendir ENOMEM 2 01 2
fflush EIO 2 2 2
fgets EIO 0 0 0
fopen EIO 0 0 0
fork EAGAIN 2 012 2
fread EIO 0 0 0
fstat EIO 2 012 2
fstatat EIO 1 1 1 left
fstatfs EIO 0 0 0
fstatvfs EIO 2 01 2
fsync EIO 2 01 2
ftruncate EIO 1 01 1
getcwd EIO 0 0 0
getrlimit EINVAL 0 0 0
getrusage EIO 01 01 2
glob EIO 0 0 0
gmtime_r EINVAL 0 0 0
io_destroy EINVAL 0 0 0 libaio
io_getevents EIO 1 01 1 libaio
io_getevents EINTR 0 0 1 libaio
io_setup EAGAIN 012 012 2 libaio
io_submit EIO 1 01 1 libaio
io_submit EINTR 0 0 1 libaio
__io_uring_get_cqe EIO 0 0 0 uring
io_uring_queue_init_params ENOMEM 012 012 2 uring
io_uring_submit EIO 1 01 1 uring
io_uring_submit EINTR 0 0 1 uring
io_uring_wait_cqes EIO 1 01 1 uring
io_uring_wait_cqes EINTR 0 0 1 uring
ioctl EIO 0 0 0
isatty EIO 0 0 0
kill ESRCH 0 0 0
link EIO 0 0 0
linkat EIO 01 01 01
localtime_r EINVAL 0 0 0
lseek EIO 1 01 1
lstat EIO 02 02 02
madvise EINVAL 0 0 0
malloc ENOMEM 2 012 2
mincore EIO 0 0 0
mkdir EIO 0 0 0
mkdirat EEXIST 0 01 2
mkdirat EIO 2 01 2
mmap ENOMEM 2 01 2
msync EIO 0 0 0
munmap EINVAL 0 0 0
nanosleep EINTR 0 0 0
open EIO 02 02 2
openat EIO 2 01 2
opendir EIO 0 0 0
pipe EMFILE 2 012 2
poll ENOMEM 2 - 2 supervisor
poll ENOMEM 2 1 2 measuring
poll ENOMEM 0 0 0 cleanup
poll EINTR 0 0 2
posix_fadvise EIO 1 01 1
posix_memalign ENOMEM 01 01 2
prctl EINVAL 0 0 0
pread EIO 1 01 1
pread EINTR 0 0 1
pthread_attr_init ENOMEM 1 1 1 threads
pthread_attr_setstacksize EINVAL 0 0 0 threads
pthread_cond_init ENOMEM 0 0 0 threads
pthread_condattr_init ENOMEM 0 0 0 threads
pthread_condattr_setclock EINVAL 0 0 0 threads
pthread_create EAGAIN 1 1 1 threads
pthread_join EINVAL 0 0 0 threads
pthread_mutex_init ENOMEM 0 0 0 threads
pthread_sigmask EINVAL 0 0 0 threads
pwrite ENOSPC 2 012 2
pwrite EINTR 0 0 2
read EIO 02 012 2
read EINTR 0 01 2
readdir EIO 2 01 2
realloc ENOMEM 2 012 2
realpath EIO 01 0 01
rename EIO 0 0 0
renameat EIO 1 01 1
setitimer EINVAL 0 01 1
setrlimit EINVAL 0 0 0
setsid EIO 0 0 0
sigaction EINVAL 0 012 012
signal EINVAL 0 0 0
sigprocmask EINVAL 0 0 0
stat EIO 0 02 0
statfs EIO 0 0 0
statx EIO 0 0 0
tcgetpgrp EIO 0 0 0
time EIO 2 012 2
uname EIO 0 0 0
unlink EIO 0 0 0
unlinkat EIO 2 01 2 left
waitpid ECHILD 01 012 2
waitpid EINTR 01 012 2
write EIO 02 012 2 mute
write EINTR 02 012 2 mute
ROWS

# The last two calls of fsync are of the record and its directory.
tests=rand-read-q1
run_once none EIO 0 0 "$default"
count=$(awk '$1 == "fsync" { print $2 }' "$scratch/counts")
run fsync EINTR $((count - 2)) "" "$default"
is "fsync: EINTR of a record always" "$(ls -A "$here" && sed -n \
	's/.*: cannot save the record: //p' "$scratch/err")" \
	"Interrupted system call"

# What only other commands call: to read a record from a pipe, and to start a
# run on a host.
#
# fails CALL ARGUMENT...: the first message and the exit status.
fails()
{
	echo "$1" >>"$scratch/known"
	status=0
	FAILING_CALL=$1 FAILING_ERROR=EMFILE \
		LD_PRELOAD=$scratch/failing.so "$DISKIDX" "$2" "$3" "$4" \
		</dev/null >"$scratch/out" 2>"$scratch/err" || status=$?
	echo "$status $(sed 1q "$scratch/err")"
}
like "dup: EMFILE" "$(fails dup report -q -)" '^2 diskidx: .*open files'

# Those that can't fail, with what they are given here; those of a stream that
# fflush and fclose tell of, which come after them; those that have no other
# result than one of these; what only ranks what was found, as statvfs does for
# the mounts of a device; and what a compiler makes of itself.
unfailing="_exit exit exp cbrt hypot lgamma log log10 log1p llround lround round pow sqrt fmax fmin
free getenv
geteuid getpgrp getpid getppid memchr memcmp memcpy memmove memset memrchr qsort
globfree raise rewinddir sigaddset sigemptyset sigfillset strcasecmp strcat strchr strcmp
strcpy strcspn strerror strftime strlen strncmp strpbrk strrchr strsignal strspn
strstr statvfs strtok_r strtod strtoull strtoul strtol strncpy stpcpy rawmemchr strchrnul snprintf sprintf
vsnprintf sscanf fscanf sysconf ferror fprintf vfprintf fputc fputs fwrite printf
putc puts putchar isatty io_uring_queue_exit pthread_attr_destroy
pthread_cond_broadcast pthread_cond_destroy pthread_cond_signal
pthread_cond_timedwait pthread_cond_wait pthread_condattr_destroy
pthread_mutex_destroy pthread_mutex_lock pthread_mutex_unlock tolower toupper
isalnum isalpha isdigit isspace tzset"
{ nm -u "$DISKIDX" || nm -D -u "$DISKIDX"; } 2>/dev/null |
	awk '$1 == "U" { print $2 }' | sed 's/@.*//
		s/^__isoc[0-9]*_//
		s/^__\(.*\)_chk$/\1/
		s/_time64$//; s/64_time64$//; s/64$//
		/^__io_uring/!{ /^_[_A-Z]/d; }
		/^__*\(.*san\|gcov\|afl\)/d' | sort -u >"$scratch/needed"
if [ "$(uname -s)" = Linux ] && [ -s "$scratch/needed" ]; then
	# shellcheck disable=SC2086	# a line each
	is "no function is in neither list" "$(printf '%s\n' $unfailing |
		cat - "$scratch/known" | sort -u |
		comm -13 - "$scratch/needed")" ""
else
	skip "no function is in neither list" compiler "no nm tells them"
fi

gone()
{
	! all_processes | grep -e "--seed=$$ " >/dev/null
}
ok "no process is left" until_event gone
done_testing
