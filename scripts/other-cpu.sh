#!/bin/sh
# other-cpu.sh - build diskidx for another CPU with Debian's cross compiler,
# and run it here: its tests and a measurement, under qemu's user emulation or,
# where this CPU can, without it.
#
#	other-cpu.sh [-w] CPU...	CPU: one of those below, or `all`
#
# Needs, for aarch64, gcc-aarch64-linux-gnu, libc6-dev-arm64-cross and
# qemu-user-static; for i686, gcc-i686-linux-gnu and libc6-dev-i386-cross.
# libaio, liburing and cmocka for that CPU are downloaded by an apt-get that
# keeps its lists and its state in a directory of its own: what is installed
# here, and the architectures that dpkg knows, stay as they are.
#
# Each is configured and built in cpu-CPU/build in the working directory, with
# warnings as errors; what is in cpu-CPU already is removed, if it comes from
# here, and so is all of it if all worked, without -w. Exit
# status: 0 all worked; 1 something did not; 2 usage; 77 nothing failed, but a
# CPU was skipped, with the reason said.
set -u

cpus='aarch64 i686'
libraries='libaio-dev liburing-dev libcmocka-dev'
keep=
fetch_seconds=300
build_seconds=600
check_seconds=1200
run_seconds=180

say()
{
	echo "other-cpu: $*"
}

# Set Debian's names for that CPU: $triplet, $arch, $libdir, $loader (which is in
# libc's directory) and $emulator (empty if the CPU needs none).
describe()
{
	case $1 in
	aarch64)
		triplet=aarch64-linux-gnu arch=arm64
		libdir=usr/lib/aarch64-linux-gnu
		loader=ld-linux-aarch64.so.1 emulator=qemu-aarch64-static ;;
	i686)
		triplet=i686-linux-gnu arch=i386
		libdir=usr/lib/i386-linux-gnu
		loader=ld-linux.so.2 emulator=qemu-i386-static ;;
	*)
		return 1 ;;
	esac
	case $(uname -m),$1 in
	"$1,$1" | x86_64,i686 | i?86,i686 | arm64,aarch64) emulator= ;;
	esac
}

# Tests that a CPU makes no difference to, or that would try the emulator, or
# nothing, in place of diskidx; and those that take minutes in it.
why_not()
{
	case $1 in
	*/floors.sh | */install-deps.sh | */language.sh | */manual.sh | \
	*/packaging.sh | */platforms.sh | */recipes.sh | */statistics.sh | \
	*/examples.sh | */schema.sh)
		echo "says the same of every CPU"
		return ;;
	esac
	[ -n "$emulator" ] || return
	case $1 in
	tests/shell/confined.sh)
		echo "its limits and refused calls would be the emulator's" ;;
	tests/shell/known-disk.sh)
		echo "counts the time of the emulator, too" ;;
	tests/shell/signals.sh)
		echo "knows its processes by arguments, here the emulator's" ;;
	tests/fuzz/options | tests/fuzz/record | tests/shell/cached.sh | \
	tests/shell/suites.sh | tests/shell/surroundings.sh)
		echo "takes minutes in the emulator" ;;
	*.sh)
		! grep -q 'preloadable\|virtual-disk\.sh' "$source/$1" ||
			echo "preloads a library, here into the emulator" ;;
	esac
}

# bounded SECONDS LOG COMMAND...: shows the end of what it printed if it fails.
bounded()
{
	seconds=$1
	log=$2
	shift 2
	timeout -k 10 "$seconds" "$@" >"$log" 2>&1 </dev/null || {
		failed=$?
		tail -n 20 "$log"
		say "status $failed of: $*"
		return 1
	}
}

# Print the reason against building or running for that CPU here, if there is
# one. In $place.
obstacle()
{
	for tool in "$triplet-gcc" ${emulator:+"$emulator"} apt-get dpkg-deb; do
		command -v "$tool" >/dev/null 2>&1 || {
			echo "no $tool here"
			return
		}
	done
	echo 'int main(void) { return 0; }' >try.c
	# shellcheck disable=SC2086	# options are words
	if ! "$triplet-gcc" $link -o try try.c 2>/dev/null; then
		echo "no C library for $triplet-gcc here"
	elif ! $emulator ./try >/dev/null 2>&1; then
		echo "its programs don't run here"
	fi
}

# An apt that knows nothing but that architecture, in $place/apt. Of this
# machine's configuration it has the sources, and how they are reached.
configure_apt()
{
	# The configuration may hold passwords.
	chmod 700 apt &&
		mkdir -p apt/state/lists/partial apt/cache/archives/partial apt/none &&
		: >apt/status &&
		apt-config dump | grep '^Acquire::' >apt/apt.conf &&
		cat >>apt/apt.conf <<END
Dir::State "$place/apt/state";
Dir::State::status "$place/apt/status";
Dir::Cache "$place/apt/cache";
Dir::Etc::main "$place/apt/none";
Dir::Etc::parts "$place/apt/none";
APT::Architecture "$arch";
APT::Architectures { "$arch"; };
APT::Sandbox::User "$(id -un)";
Acquire::Languages "none";
Acquire::IndexTargets::deb::DEP-11::DefaultEnabled "false";
END
}

# The libraries, and those that they need at run time, into $place/root. The C
# library, which they need too, is the cross compiler's.
fetch()
(
	configure_apt || exit 1
	APT_CONFIG=$place/apt/apt.conf
	export APT_CONFIG
	bounded "$fetch_seconds" apt.log apt-get -q update ||
		say "going on with the lists that it got"
	# shellcheck disable=SC2086	# several packages
	apt-get -qq --print-uris --no-install-recommends install \
		$libraries >uris 2>apt.log || {
		cat apt.log
		exit 1
	}
	names=$(sed -En \
		"s/^'[^']*' (lib(aio|uring|cmocka)[^_]*)_.*/\\1/p" uris)
	cd apt || exit 1
	# shellcheck disable=SC2086
	bounded "$fetch_seconds" ../apt.log apt-get -q download $names || exit 1
	for package in *.deb; do
		dpkg-deb -x "$package" ../root || exit 1
	done
)

# In $place/build, from here on.

build()
{
	bounded "$build_seconds" configure.log "$source/configure" \
		--host="$triplet" --enable-werror --with-libaio \
		--with-liburing --with-cmocka \
		CPPFLAGS="-isystem $place/root/usr/include" \
		LDFLAGS="$link" || return
	sed -n 's/^ *\(platform\|compiler\|engines\)  /other-cpu: \1 /p' \
		configure.log
	bounded "$build_seconds" make.log make -j4 || return
	cat >"$place/bin/diskidx" <<END
#!/bin/sh
exec $emulator '$place/build/diskidx' "\$@"
END
	chmod +x "$place/bin/diskidx"
}

# The tests that can be run, those that can't being named.
choose_tests()
{
	tests=
	# shellcheck disable=SC2016	# make expands it
	for test in $(printf 'include Makefile\n.PHONY: names\n%s\n' \
	    'names: ; @echo $(TESTS)' | make -s -f - names); do
		reason=$(why_not "$test")
		if [ -n "$reason" ]; then
			say "$cpu: left out $test: $reason"
		else
			tests="$tests $test"
		fi
	done
}

# count WORD...: the sum of these lines of the test runner's summary.
count()
{
	sum=0
	for word; do
		n=$(sed -n "s/^# $word: *//p" check.log)
		sum=$((sum + ${n:-0}))
	done
	echo "$sum"
}

# Libraries that tests preload are of that CPU, too.
check()
{
	program=$place/build/diskidx
	[ -z "$emulator" ] || program=$place/bin/diskidx
	timeout -k 10 "$check_seconds" make -k -j4 check TESTS="$tests" \
		LOG_COMPILER="$emulator" TESTS_ENVIRONMENT="CC=$triplet-gcc; \
		export CC; DISKIDX='$program';" >check.log 2>&1 </dev/null
	checked=$?
	grep -E '^(FAIL|ERROR|SKIP):' check.log
	[ "$checked" -eq 0 ] || awk '
		/^(not ok|Bail)/ { print FILENAME ":" }
		/^(not ok|Bail)/, /^ok/' tests/*/*.log tests/*/*/*.log
	summary="$(count PASS) passed, $(count FAIL ERROR XPASS) failed,"
	summary="$summary $(count SKIP XFAIL) skipped"
	[ "$checked" -eq 0 ] && [ "$(count PASS)" -gt 0 ]
}

# The default engine has to be one that can be used here; the list says of the
# others why they can't.
measure()
{
	mkdir -p "$place/disk"
	engines=$("$place/bin/diskidx" list engines) || return
	echo "$engines" | sed "s/^/other-cpu: $cpu: /"
	echo "$engines" | grep -A 1 '(the default)' | grep 'not usable' &&
		return 1
	bounded "$run_seconds" run.log "$place/bin/diskidx" -q --quick -s 64m \
		--no-save -d "$place/disk" || return
	cat run.log
	grep '^[0-9][0-9.]*$' run.log >/dev/null || {
		say "no Disk Index Score"
		return 1
	}
	[ -z "$(ls -A "$place/disk")" ]
}

# All of it for $cpu; 77 with a $reason if nothing of it can be done here.
try()
{
	summary="no test ran"
	mkdir -p "$place/apt" "$place/build" "$place/bin" && cd "$place" ||
		return 1
	libc=$(dirname "$("$triplet-gcc" -print-file-name=libc.so.6 \
		2>/dev/null)")
	libc=$(CDPATH='' cd "$libc" && pwd)
	link="-L$place/root/$libdir -Wl,-rpath,$place/root/$libdir:$libc"
	link="$link -Wl,--dynamic-linker=$libc/$loader"
	reason=$(obstacle)
	[ -z "$reason" ] || return 77
	fetch && cd build && build && choose_tests || return 1
	worked=0
	check || worked=1
	measure || worked=1
	return $worked
}

if [ "${1:-}" = -w ]; then
	keep=yes
	shift
fi
# shellcheck disable=SC2086	# a list of words
[ "$*" = all ] && set -- $cpus
for cpu; do
	describe "$cpu" || set --
done
if [ $# -eq 0 ]; then
	echo "usage: other-cpu.sh [-w] all | CPU... (of $cpus)" >&2
	exit 2
fi
source=$(CDPATH='' cd "$(dirname "$0")/.." && pwd)
here=$(pwd)
case $here in
*[!A-Za-z0-9/._-]*) say "an odd name for a directory: $here"; exit 1 ;;
esac
unset MAKEFLAGS MFLAGS MAKELEVEL	# this may be run by a make
status=0
verdicts=
for cpu; do
	describe "$cpu"
	place=$here/cpu-$cpu
	if [ -d "$place" ] && ! [ -d "$place/apt" ]; then
		say "not from here, so left alone: $place"
		exit 1
	fi
	rm -rf "$place"
	try
	tried=$?
	cd "$here" || exit 1
	case $tried in
	0)
		verdict="$summary; ${emulator:-run without an emulator}" ;;
	77)
		verdict="skipped: $reason"
		[ "$status" -ne 0 ] || status=77 ;;
	*)
		verdict="FAILED ($summary), see cpu-$cpu"
		status=1 ;;
	esac
	verdicts="$verdicts$cpu: $verdict
"
	[ -n "$keep" ] || [ "$tried" -eq 1 ] || rm -rf "$place"
done
printf %s "$verdicts" | sed 's/^/other-cpu: /'
exit $status
