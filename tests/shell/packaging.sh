#!/bin/sh
# packaging.sh - the packages of packaging/ hold what `make install` installs,
# and are of the version in configure.ac. No packaging tool is needed: what is
# installed into a scratch directory is listed and compared.
: "${srcdir:=$(dirname "$0")/../..}"
# shellcheck source=tests/shell/tap.sh
. "$srcdir/tests/shell/tap.sh"
[ -f Makefile ] || bail "not in a build directory"
make=${MAKE:-make}
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES DESTDIR	# of a make above
packaging=$srcdir/packaging
section=$(sed -n 's/^RECORD_SECTION *= *//p' Makefile)
suites=$(sed -n 's/^SUITES_SECTION *= *//p' Makefile)
stage=$scratch/stage

# staged TARGET: a make with the directories that packages use.
staged()
{
	"$make" "$1" DESTDIR="$stage" prefix=/usr exec_prefix=/usr \
		bindir=/usr/bin datarootdir=/usr/share mandir=/usr/share/man
}

files()
{
	(cd "$1" && find . ! -type d -print) | sed 's|^\./||' | sort
}

# The staged tree.

ok "make install fills a staged tree" staged install
files "$stage" >"$scratch/installed"
printf '%s\n' usr/bin/diskidx usr/share/man/man1/diskidx.1 \
	"usr/share/man/man$section/diskidx-record.$section" \
	"usr/share/man/man$suites/diskidx-suites.$suites" \
	usr/share/bash-completion/completions/diskidx \
	usr/share/diskidx/diskidx.schema.json \
	usr/share/fish/vendor_completions.d/diskidx.fish \
	usr/share/zsh/site-functions/_diskidx | sort >"$scratch/wanted"
same "with the program, pages, completions and the schema" "$scratch/installed" "$scratch/wanted"
if ! grep '^cross_compiling=yes' config.log >/dev/null; then
	like "the staged program says its version" \
		"$("$stage/usr/bin/diskidx" --version 2>&1)" '^diskidx [0-9]'
else
	skip "the staged program says its version" native \
		"built for another system"
fi
is "in no other directories" "$(cd "$stage" && find . -type d -print | wc -l |
	tr -d ' ')" 15
is "pages can be read by all" \
	"$(find "$stage" -name 'diskidx*.[0-9]' ! -perm -444 -print)" ""

# The lists of files. In them the record's page may be in section 4 or 5, and
# that of the suites in 5 or 7.

to_linux="s|man$section/diskidx-record\.$section|man5/diskidx-record.5|
	s|man$suites/diskidx-suites\.$suites|man7/diskidx-suites.7|"

# lists SENTENCE: standard input is what is installed, besides documentation
# that a package adds by itself.
lists()
{
	sort >"$scratch/listed"
	sed "$to_linux" "$scratch/installed" | sort >"$scratch/expected"
	same "$1" "$scratch/listed" "$scratch/expected"
}

lists "debian/diskidx.install lists it" <"$packaging/debian/diskidx.install"
sed -n '/^%files/,/^%changelog/{
	s|^%{_bindir}|usr/bin|p
	s|^%{_mandir}\(.*\)\*$|usr/share/man\1|p
	s|^%{_datadir}|usr/share|p
	}' "$packaging/rpm/diskidx.spec" >"$scratch/list"
lists "the RPM spec lists it" <"$scratch/list"
sed -n '/^file NEWS /d; /^file README /d; s/\$(SECTION)/5/g
	s/\$(SUITES_SECTION)/7/g; s/^file .*path=\([^ ]*\).*/\1/p' \
	"$packaging/solaris/diskidx.p5m" >"$scratch/list"
lists "the IPS manifest lists it" <"$scratch/list"
exits "svr4.sh makes a prototype of it" 0 \
	env ARCH=sparc "${CONFIG_SHELL:-/bin/sh}" \
	"$packaging/solaris/svr4.sh" "$stage" "$scratch/svr4"
sed -n "s/^f none \([^ ]*\) 0[45][45][45] root bin\$/\1/p" \
	"$scratch/svr4/prototype" |
	sed "$to_linux" >"$scratch/list"
lists "the prototype lists it" <"$scratch/list"
for file in alpine/APKBUILD arch/PKGBUILD; do
	# shellcheck disable=SC2016	# the package's variable
	like "$file takes all of it" "$(cat "$packaging/$file")" \
		'^	make install DESTDIR="\$pkgdir"$'
done

# The pages of a manual whose section 4 has file formats.

record_page=$stage/usr/share/man/man$section/diskidx-record.$section
suites_page=$stage/usr/share/man/man$suites/diskidx-suites.$suites
like "the record's page says its section" "$(head -n 5 "$record_page")" \
	"^\.TH DISKIDX-RECORD $section "
like "the suites' page does" "$(head -n 5 "$suites_page")" \
	"^\.TH DISKIDX-SUITES $suites "
for page in "$stage/usr/share/man/man1/diskidx.1" "$record_page" \
    "$suites_page"; do
	cat "$page"
done >"$scratch/pages"
like "pages refer to the record's section" "$(cat "$scratch/pages")" \
	"^\.BR diskidx.*record \($section\)"
like "pages refer to the section of the suites" "$(cat "$scratch/pages")" \
	"^\.BR diskidx.*suites \($suites\)"

# uninstall.

ok "make uninstall takes it away" staged uninstall
is "and leaves nothing" "$(files "$stage")" ""

# Versions.

version=$(sed -n 's/^AC_INIT(\[diskidx\], \[\(.*\)\])$/\1/p' \
	"$srcdir/configure.ac")
like "configure.ac has a version" "$version" '^[0-9]+(\.[0-9]+)+$'

# of SENTENCE FILE SED-COMMAND: each line that it prints is the version.
of()
{
	is "$1" "$(sed -n "$3" "$packaging/$2" | sort -u)" "$version"
}

of "debian is of it" debian/changelog '1s/^diskidx (\(.*\)-[^-]*) .*/\1/p'
of "the RPM spec is" rpm/diskidx.spec 's/^Version: *//p'
of "and its change log" rpm/diskidx.spec \
	'/^%changelog/,$s/^\* .*> - \(.*\)-[^-]*$/\1/p;/^- /q'
of "APKBUILD is" alpine/APKBUILD 's/^pkgver=//p'
of "PKGBUILD is" arch/PKGBUILD 's/^pkgver=//p'
of "the IPS manifest is" solaris/diskidx.p5m \
	's/.*value=pkg:.*@//p; s/.*human-version value=//p'
of "pkginfo is" solaris/pkginfo 's/^VERSION=//p'

done_testing
