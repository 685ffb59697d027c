#!/bin/sh
# install-deps.sh - test of scripts/install-deps.sh: what it would install with
# each package manager. Nothing is installed: PATH holds only a few harmless
# tools and programs made here that write down how they were called.
: "${srcdir:=$(dirname "$0")/../..}"
# shellcheck source=tests/shell/tap.sh
. "$srcdir/tests/shell/tap.sh"

unset CC CPPFLAGS MAKE TMPDIR
script=$(cd "$srcdir" && pwd)/scripts/install-deps.sh
shell=${CONFIG_SHELL:-/bin/sh}
log=$scratch/log

# real DIR NAME...: the machine's own tools, by their true path.
real()
{
	dir=$1
	shift
	for name; do
		path=$(IFS=:; for place in $PATH; do
			[ -x "$place/$name" ] && echo "$place/$name" && break
		done)
		[ -n "$path" ] || bail "no $name in PATH"
		ln -s "$path" "$dir/$name"
	done
}

# fake DIR NAME [LINE...]: a program that logs its call, then runs the lines.
fake()
{
	file=$1/$2
	{
		echo "#!$shell"
		printf 'echo "%s $*" >>"%s"\n' "$2" "$log"
		shift 2
		[ $# -eq 0 ] || printf '%s\n' "$@"
	} >"$file"
	chmod +x "$file"
}

# machine NAME SYSTEM RELEASE UID: an empty machine, in $machine.
machine()
{
	machine=$scratch/$1
	mkdir "$machine"
	real "$machine" cat mkdir rm tr
	fake "$machine" uname \
		"case \$1 in -s) echo '$2' ;; *) echo '$2 $3' ;; esac"
	fake "$machine" id "echo $4"
	: >"$log"
}

# deps ARGUMENT...: the script on that machine.
deps()
{
	env PATH="$machine" "$shell" "$script" "$@"
}

# A C compiler that lacks some headers, and a make.
compiler_without()
{
	fake "$machine" gcc 'for file; do :; done' \
		"while read -r line; do case \$line in $1) exit 1 ;; esac; done <\"\$file\""
	fake "$machine" make
}

# Who was called besides the probes.
calls()
{
	grep -E -v '^(uname|id|gcc|make) ' "$log"
}

# Some shells of busybox run commands of their own before any of PATH.
machine shell Linux '#1 SMP' 0
fake "$machine" uname 'echo a fake'
[ "$(env PATH="$machine" "$shell" -c uname)" = "a fake" ] ||
	skip_all uname "this shell has a uname of its own: nothing can be faked"

aptget='env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends --no-remove'

# Every manager by name, on a machine that has nothing.

machine bare Linux '#1 SMP' 0
while read -r manager wanted; do
	exits "$manager: a dry run exits 0" 0 \
		deps --dry-run --manager="$manager"
	is "$manager: prints the command" "$out" "$wanted"
done <"$srcdir/tests/data/packages/needed"

# What each option adds to that.

while read -r option manager wanted; do
	deps --dry-run "$option" --manager="$manager" >"$scratch/all" \
		2>/dev/null
	is "$manager: $option adds what it says" \
		"$(sed 's/.* cmocka[^ ]* *//; s/.* libcmocka[^ ]* *//' "$scratch/all")" \
		"$wanted"
done <"$srcdir/tests/data/packages/added"
exits "what isn't packaged is named" 0 deps --dry-run --all --manager=pkgin
like "by what it is called here" "$err" '^install-deps: not packaged for pkgin: shellcheck$'
is "a dry run calls no manager" "$(calls)" ""

# The manager is found from the system.

while read -r system release program manager; do
	machine "found-$system-$program" "$system" "$release" 0
	fake "$machine" "$program"
	deps --dry-run >"$scratch/found" 2>/dev/null
	by_itself=$(cat "$scratch/found")
	deps --dry-run --manager="$manager" >"$scratch/named" 2>/dev/null
	is "$system with $program: found without being named" \
		"$by_itself" "$(cat "$scratch/named")"
	isnt "$system with $program: there is a command" "$by_itself" ""
done <"$srcdir/tests/data/packages/managers"

machine oracle SunOS 11.4.42.111.0 0
fake "$machine" pkg
exits "Oracle Solaris names its compiler otherwise" 0 deps --dry-run
is "and its headers are a package" "$out" \
	"pkg install --accept developer/gcc system/header developer/build/make cmocka"

machine several Linux 6.1 0
fake "$machine" apt-get
fake "$machine" pacman
exits "Debian that has other managers too is Debian" 0 deps --dry-run
like "so apt-get runs" "$out" '^apt-get update && '

machine unknown Plan9 4 0
exits "an unknown system is refused" 1 deps --dry-run
is "with what is needed" "$err" "install-deps: missing: compiler make cmocka
install-deps: no known package manager here; install by other means: compiler make cmocka"

# Only what is missing.

machine full Linux 6.1 0
compiler_without none
exits "nothing missing: exits 0" 0 deps
is "nothing missing: says so" "$out" "install-deps: nothing is missing"
exits "nothing missing: on an unknown system too" 0 deps --dry-run
fake "$machine" apt-get
exits "nothing missing: with a manager" 0 deps
is "nothing missing: does nothing" "$(calls)" ""
exits "--all: the tools are missing still" 0 deps --dry-run --all
is "--all: only they are installed" "$out" \
	"apt-get update && $aptget jq fio mandoc autoconf automake clang shellcheck"

machine no-cmocka Linux 6.1 0
compiler_without '*cmocka.h*'
fake "$machine" apt-get
exits "cmocka alone is missing" 0 deps --dry-run
is "cmocka alone is installed" "$out" \
	"apt-get update && $aptget libcmocka-dev"

machine no-libaio FreeBSD 14.1 0
compiler_without '*libaio.h*'
exits "libaio is Linux's: not wanted elsewhere" 0 deps
is "so nothing is missing there" "$out" "install-deps: nothing is missing"

machine no-liburing Linux 6.1 0
compiler_without '*liburing.h*'
fake "$machine" apk
exits "liburing is optional: not wanted by default" 0 deps
is "so nothing is missing without it" "$out" "install-deps: nothing is missing"
exits "but with --all" 0 deps --dry-run --all
like "it is installed" "$out" '^apk add --no-cache liburing-dev jq '

machine broken Linux 6.1 0
fake "$machine" gcc 'exit 1'
fake "$machine" make 'exit 2'
exits "a compiler and a make that don't work are missing" 0 \
	deps --dry-run --manager=apk
like "both are installed" "$out" ' gcc musl-dev make '

# Root, sudo and neither. Here the command is run, by programs made above.

machine root Linux 6.1 0
compiler_without '*cmocka.h*'
real "$machine" env
fake "$machine" apt-get
exits "root: runs without asking" 0 deps
is "root: the lists are renewed first" "$(calls)" "apt-get update
apt-get install -y --no-install-recommends --no-remove libcmocka-dev"
like "what is missing still is said" "$err" 'diskidx builds without: cmocka$'

machine sudo Linux 6.1 1000
compiler_without '*cmocka.h*'
real "$machine" env
fake "$machine" apt-get
# shellcheck disable=SC2016	# expanded by the program that is made
fake "$machine" sudo '"$@"'
exits "sudo: a dry run shows it" 0 deps --dry-run
is "sudo: before each command" "$out" \
	"sudo apt-get update && sudo $aptget libcmocka-dev"
: >"$log"
exits "sudo: is used when not root" 0 deps
is "sudo: runs the same commands" "$(calls)" "sudo apt-get update
apt-get update
sudo $aptget libcmocka-dev
apt-get install -y --no-install-recommends --no-remove libcmocka-dev"

machine user Linux 6.1 1000
compiler_without '*cmocka.h*'
fake "$machine" dnf
exits "neither root nor sudo: exits 1" 1 deps
is "neither: prints the command" "$out" "dnf install -y libcmocka-devel"
like "neither: says who must run it" "$err" 'run this as root:$'
is "neither: runs nothing" "$(calls)" ""

machine refusing Linux 6.1 0
fake "$machine" dnf 'case "$*" in *cmocka*) exit 1 ;; esac'
exits "still no compiler afterwards: exits 1" 1 deps
is "a package that isn't there doesn't cost the others" "$(calls)" \
	"dnf install -y gcc make libaio-devel libcmocka-devel
dnf install -y gcc
dnf install -y make
dnf install -y libaio-devel
dnf install -y libcmocka-devel"

# Arguments.

exits "an unknown option is refused" 2 deps --bogus
like "and named" "$err" '^install-deps: unknown argument: --bogus '
exits "an unknown manager is refused" 2 deps --dry-run --manager=brew
like "and named too" "$err" '^install-deps: unknown manager: brew '
exits "an empty manager is refused" 2 deps --dry-run --manager=
exits "--help exits 0" 0 deps --help
like "--help shows the usage" "$out" '^usage: install-deps.sh '
exits "-h does too" 0 deps -h

done_testing
