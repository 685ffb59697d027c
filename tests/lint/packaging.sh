#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# packaging.sh - the packages of packaging/ hold what `make install` installs,
# and are of the version in configure.ac and of the facts in packaging/project.
# No packaging tool is needed: what is installed into a scratch directory is
# listed and compared.
. "$(dirname "$0")/../support/tap.sh"
[ -f Makefile ] || bail "not in a build directory"
make=${MAKE:-make}
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES DESTDIR	# of a make above
fill_in=$srcdir/scripts/fill-in.sh
packaging=$scratch/packaging
cp -R "$srcdir/packaging" "$packaging"
chmod -R u+w "$packaging"
ok "the files of packages can be filled in" sh "$fill_in" "$packaging"
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
# A build may have it, and no package does.
rm -f "$stage/usr/bin/diskidx-mpi"
files "$stage" >"$scratch/installed"
printf '%s\n' usr/bin/diskidx usr/share/man/man1/diskidx.1 \
	"usr/share/man/man$section/diskidx-jobfile.$section" \
	"usr/share/man/man$section/diskidx-record.$section" \
	"usr/share/man/man$suites/diskidx-suites.$suites" \
	usr/share/bash-completion/completions/diskidx \
	usr/share/diskidx/devices usr/share/diskidx/diskidx.schema.json \
	usr/share/doc/diskidx/NEWS usr/share/doc/diskidx/README \
	usr/share/fish/vendor_completions.d/diskidx.fish \
	usr/share/zsh/site-functions/_diskidx | sort >"$scratch/wanted"
same "with the program, pages, completions, texts, devices and the schema" "$scratch/installed" "$scratch/wanted"
if ! grep '^cross_compiling=yes' config.log >/dev/null; then
	like "the staged program says its version" \
		"$("$stage/usr/bin/diskidx" --version 2>&1)" '^diskidx [0-9]'
else
	skip "the staged program says its version" native \
		"built for another system"
fi
is "in no other directories" "$(cd "$stage" && find . -type d -print | wc -l |
	tr -d ' ')" 17
is "pages can be read by all" \
	"$(find "$stage" -name 'diskidx*.[0-9]' ! -perm -444 -print)" ""

# The lists of files. In them the pages of formats may be in section 4 or 5, and
# that of the suites in 5 or 7.

to_linux="s|man$section/\(diskidx-[jr][a-z]*\)\.$section|man5/\1.5|
	s|man$suites/diskidx-suites\.$suites|man7/diskidx-suites.7|"

# lists SENTENCE: standard input is what is installed.
lists()
{
	sort >"$scratch/listed"
	sed "$to_linux" "$scratch/installed" | sort >"$scratch/expected"
	same "$1" "$scratch/listed" "$scratch/expected"
}

sed -n '/^%files/,/^%changelog/{
	s/^%doc //
	s|^%{_docdir}/%{name}|usr/share/doc/diskidx|p
	s|^%{_bindir}|usr/bin|p
	s|^%{_mandir}\(.*\)\*$|usr/share/man\1|p
	s|^%{bash_completions_dir}|usr/share/bash-completion/completions|p
	s|^%{fish_completions_dir}|usr/share/fish/vendor_completions.d|p
	s|^%{zsh_completions_dir}|usr/share/zsh/site-functions|p
	s|^%{_datadir}|usr/share|p
	}' "$packaging/rpm/diskidx.spec" >"$scratch/list"
lists "the RPM spec lists it" <"$scratch/list"
for file in solaris/diskidx.p5m openindiana/diskidx.p5m \
    openindiana/manifests/sample-manifest.p5m; do
	sed -n 's/^file path=\([^ ]*\).*/\1/p' "$packaging/$file" >"$scratch/list"
	lists "$file lists it" <"$scratch/list"
done
is "debian lists nothing, and so takes it all" \
	"$(find "$packaging/debian" -name '*install*')" ""
exits "svr4.sh makes a prototype of it" 0 \
	env ARCH=sparc "${CONFIG_SHELL:-/bin/sh}" \
	"$packaging/solaris/svr4.sh" "$stage" "$scratch/svr4"
sed -n "s/^f none \([^ ]*\) 0[45][45][45] root bin\$/\1/p" \
	"$scratch/svr4/prototype" |
	sed "$to_linux" >"$scratch/list"
lists "the prototype lists it" <"$scratch/list"
for file in alpine/APKBUILD arch/PKGBUILD; do
	like "$file takes all of it" "$(cat "$packaging/$file")" \
		'^	make install DESTDIR="\$pkgdir"$'
done

# The pages of a manual whose section 4 has file formats.

job_page=$stage/usr/share/man/man$section/diskidx-jobfile.$section
record_page=$stage/usr/share/man/man$section/diskidx-record.$section
suites_page=$stage/usr/share/man/man$suites/diskidx-suites.$suites
like "the record's page says its section" "$(grep "^\.TH" "$record_page")" \
	"^\.TH DISKIDX-RECORD $section "
like "the page of job files does" "$(grep "^\.TH" "$job_page")" \
	"^\.TH DISKIDX-JOBFILE $section "
like "the suites' page does" "$(grep "^\.TH" "$suites_page")" \
	"^\.TH DISKIDX-SUITES $suites "
for page in "$stage/usr/share/man/man1/diskidx.1" "$job_page" "$record_page" \
    "$suites_page"; do
	cat "$page"
done >"$scratch/pages"
like "pages refer to the record's section" "$(cat "$scratch/pages")" \
	"^\.BR diskidx.*record \($section\)"
like "pages refer to that of job files" "$(cat "$scratch/pages")" \
	"^\.BR diskidx.*jobfile \($section\)"
like "pages refer to the section of the suites" "$(cat "$scratch/pages")" \
	"^\.BR diskidx.*suites \($suites\)"

# uninstall.

ok "make uninstall takes it away" staged uninstall
is "and leaves nothing" "$(files "$stage")" ""

# Versions.

version=$(sed -n 's/^AC_INIT(\[diskidx\], \[\([^]]*\)\].*/\1/p' \
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
of "OpenIndiana's component is" openindiana/Makefile \
	's/^COMPONENT_VERSION=	//p'
of "OmniOS' build.sh is" omnios/build.sh 's/^VER=//p'

# Facts.

# left DIRECTORY: the files with names that nothing was filled in for.
left()
{
	(cd "$1" && find ./*/ -type f -exec grep -l '@[A-Z0-9_]*@' {} + |
		sort | tr '\n' ' ')
}

is "only the sums of the tarball are not filled in" "$(left "$packaging")" \
	"./alpine/APKBUILD ./arch/PKGBUILD ./omnios/build.sh ./openindiana/Makefile "
echo "a tarball" >"$scratch/diskidx-$version.tar.gz"
ok "with a tarball they can be" \
	sh "$fill_in" "$packaging" "$scratch/diskidx-$version.tar.gz"
is "and are" "$(left "$packaging")" ""
like "as sums of it" "$(cat "$packaging/arch/PKGBUILD")" \
	"^sha256sums=\('[0-9a-f]{64}'\)\$"
like "and longer ones" "$(cat "$packaging/alpine/APKBUILD")" \
	"^[0-9a-f]{128}  diskidx-$version\.tar\.gz\$"

# The same with facts of a project that has a home.
home=$scratch/home
cp -R "$srcdir/packaging" "$home"
chmod -R u+w "$home"
sed 's|diskidx\.invalid|disks.example.org|' "$srcdir/packaging/project" \
	>"$home/project"
exits "where all facts are set, nothing is missing" 0 \
	sh "$fill_in" --check "$home"
is "and nothing is said" "$(cat "$scratch/out" "$scratch/err")" ""
sed 's|^BUG_ADDRESS=.*|BUG_ADDRESS=bugs@diskidx.invalid|' "$home/project" \
	>"$scratch/project" && cp "$scratch/project" "$home/project"
exits "one that is not set is an error" 1 sh "$fill_in" --check "$home"
like "and named" "$(cat "$scratch/err")" "does not set: BUG_ADDRESS *\$"

# fact NAME: what packaging/project says of it.
fact()
{
	sed -n "s/^$1=//p" "$srcdir/packaging/project"
}

# all_have NAME FILES: these have that fact.
all_have()
{
	like "packaging/project has $1" "$(fact "$1")" .
	for file in $2; do
		ok "$file has it" grep -F "$(fact "$1")" "$packaging/$file"
	done
}

all_have HOME_PAGE 'debian/control rpm/diskidx.spec alpine/APKBUILD
	arch/PKGBUILD solaris/diskidx.p5m openindiana/Makefile'
all_have SOURCE_URL 'debian/copyright debian/watch rpm/diskidx.spec
	alpine/APKBUILD arch/PKGBUILD solaris/diskidx.p5m openindiana/Makefile
	omnios/build.sh'
all_have BUG_ADDRESS 'debian/upstream/metadata solaris/pkginfo'
all_have MAINTAINER 'debian/control debian/changelog debian/copyright
	rpm/diskidx.spec alpine/APKBUILD arch/PKGBUILD'
is "configure was made with the address for bugs" \
	"$(sed -n "s/^PACKAGE_BUGREPORT='\(.*\)'\$/\1/p" "$srcdir/configure")" \
	"$(fact BUG_ADDRESS)"
is "and the home page" \
	"$(sed -n "s/^PACKAGE_URL='\(.*\)'\$/\1/p" "$srcdir/configure")" \
	"$(fact HOME_PAGE)"

# In a copy, since the tree may be configured.
mkdir "$scratch/src"
cp -R "$srcdir/configure" "$srcdir/build-aux" "$scratch" &&
	cp "$srcdir/src/main.c" "$scratch/src" || bail "can't copy configure"
(cd "$scratch" && CC=no-compiler sh ./configure) >"$scratch/out" 2>"$scratch/err"
like "configure without a compiler names what installs one" \
	"$(cat "$scratch/err")" '^sh scripts/install-deps.sh installs '
ok "which is there" test -f "$srcdir/scripts/install-deps.sh"

done_testing
