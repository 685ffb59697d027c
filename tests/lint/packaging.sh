#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# packaging.sh - the packages of packaging/ contain what `make install`
# installs, with the version in configure.ac and the facts in packaging/project.
# No packaging tool is needed: the files installed into a scratch directory are
# listed and compared. package.sh builds the packages that can be built on
# Debian, and compares their contents.
. "$(dirname "$0")/../support/tap.sh"
[ -f Makefile ] || bail "not in a build directory"
make=${MAKE:-make}
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES DESTDIR	# of a make above
fill_in=$srcdir/scripts/fill-in.sh

# copied NAME: a copy of packaging/ that can be filled in.
copied()
{
	cp -R "$srcdir/packaging" "$scratch/$1"
	chmod -R u+w "$scratch/$1"
}
copied packaging
packaging=$scratch/packaging
ok "the files of packages can be filled in" sh "$fill_in" "$packaging"
section=$(sed -n 's/^RECORD_SECTION *= *//p' Makefile)
suites=$(sed -n 's/^SUITES_SECTION *= *//p' Makefile)
stage=$scratch/stage
share=$stage/usr/share

# staged TARGET: a make with the directories that packages use.
staged()
{
	"$make" "$1" DESTDIR="$stage" prefix=/usr exec_prefix=/usr \
		bindir=/usr/bin datarootdir=/usr/share mandir=/usr/share/man
}

files()
{
	(cd "$stage" && find . ! -type d -print) | sed 's|^\./||' | sort
}

# The staged tree.

ok "make install fills a staged tree" staged install
# A build may have it, and the packages for MPI do.
rm -f "$stage/usr/bin/diskidx-mpi" "$share/man/man1/diskidx-mpi.1"
files >"$scratch/installed"
sort >"$scratch/wanted" <<END
usr/bin/diskidx
usr/share/man/man1/diskidx.1
usr/share/man/man$section/diskidx-jobfile.$section
usr/share/man/man$section/diskidx-record.$section
usr/share/man/man$suites/diskidx-suites.$suites
usr/share/bash-completion/completions/diskidx
usr/share/diskidx/devices
usr/share/diskidx/diskidx.schema.json
usr/share/doc/diskidx/NEWS
usr/share/doc/diskidx/README
usr/share/fish/vendor_completions.d/diskidx.fish
usr/share/zsh/site-functions/_diskidx
END
same "with the program, pages, completions, texts, devices and the schema" \
	"$scratch/installed" "$scratch/wanted"
ok "the staged program runs" "$stage/usr/bin/diskidx" --version
is "in no other directories" "$(cd "$stage" && find . -type d -print | wc -l |
	tr -d ' ')" 17
is "pages can be read by all" \
	"$(find "$share/man" -type f ! -perm -444 -print)" ""

# The lists of files. In them the pages of formats may be in section 4 or 5, and
# that of the suites in 5 or 7.

to_linux="s|man$section/\(diskidx-[jr][a-z]*\)\.$section|man5/\1.5|
	s|man$suites/diskidx-suites\.$suites|man7/diskidx-suites.7|"
exits "svr4.sh makes a prototype" 0 env ARCH=sparc \
	"${CONFIG_SHELL:-/bin/sh}" "$packaging/solaris/svr4.sh" "$stage" \
	"$scratch/svr4"
cp "$scratch/svr4/prototype" "$packaging/prototype"
sed "$to_linux" "$scratch/installed" | sort >"$scratch/expected"
for file in solaris/diskidx.p5m openindiana/diskidx.p5m \
    openindiana/manifests/sample-manifest.p5m prototype; do
	sed -n 's/^file path=\([^ ]*\).*/\1/p
		s/^f none \([^ ]*\) 0[45][45][45] root bin$/\1/p' \
		"$packaging/$file" | sed "$to_linux" | sort >"$scratch/list"
	same "$file lists what is installed" "$scratch/list" "$scratch/expected"
done

# The pages of a manual whose section 4 has file formats.

for page in "jobfile $section" "record $section" "suites $suites"; do
	name=${page% *}
	number=${page#* }
	grep -i "^\.TH DISKIDX-$name $number " \
		"$share/man/man$number/diskidx-$name.$number" >/dev/null ||
		echo "$name does not say its section"
	cat "$share"/man/*/* | grep "^\.BR diskidx.*$name ($number)" \
		>/dev/null || echo "no page refers to $name ($number)"
done >"$scratch/wrong"
is "pages say their section and are referred to by it" \
	"$(cat "$scratch/wrong")" ""

# directories: those that are left.
directories()
{
	(cd "$stage" && find . -type d -print) | sort | tr '\n' ' '
}
ok "make uninstall takes it away" staged uninstall
is "and leaves nothing" "$(files)" ""
is "but what a system has anyway" "$(directories)" \
	". ./usr ./usr/bin ./usr/share ./usr/share/doc ./usr/share/man "
mkdir -p "$stage/opt/share/zsh"
echo theirs >"$stage/opt/share/zsh/theirs"
for prefix in /opt /home/me/own; do
	"$make" install DESTDIR="$stage" prefix=$prefix &&
		"$make" uninstall DESTDIR="$stage" prefix=$prefix ||
		echo "$prefix: $?"
done >"$scratch/out" 2>&1
is "elsewhere it leaves what others have there" "$(files)" opt/share/zsh/theirs
is "and no directory of its own" "$(directories | sed 's|\./usr[^ ]* ||g')" \
	". ./home ./home/me ./opt ./opt/share ./opt/share/zsh "

# Versions and facts.

version=$(sed -n 's/^AC_INIT(\[diskidx\], \[\([^]]*\)\].*/\1/p' \
	"$srcdir/configure.ac")
like "configure.ac has a version" "$version" '^[0-9]+(\.[0-9]+)+$'
is "NEWS begins with it" "$(sed -n '3s/ (.*)$//p' "$srcdir/NEWS")" "$version"
{
	sed -n 's/^\([A-Z_]*\)=\(..*\)/s|@\1@|\2|/p' "$packaging/project"
	echo "s|@VERSION@|$version|"
} >"$scratch/facts"
sed -f "$scratch/facts" <<'END' | while IFS=: read -r file text; do
alpine/APKBUILD:	make install DESTDIR="$pkgdir"
alpine/APKBUILD:# Maintainer: @MAINTAINER@
alpine/APKBUILD:pkgver=@VERSION@
alpine/APKBUILD:source="@SOURCE_URL@/
alpine/APKBUILD:url="@HOME_PAGE@"
arch/PKGBUILD:	make install DESTDIR="$pkgdir"
arch/PKGBUILD:# Maintainer: @MAINTAINER@
arch/PKGBUILD:pkgver=@VERSION@
arch/PKGBUILD:source=("@SOURCE_URL@/
arch/PKGBUILD:url='@HOME_PAGE@'
debian/changelog: -- @MAINTAINER@
debian/changelog:diskidx (@VERSION@-
debian/control:Homepage: @HOME_PAGE@
debian/control:Maintainer: @MAINTAINER@
debian/copyright:Source: @SOURCE_URL@
debian/copyright:Upstream-Contact: @MAINTAINER@
debian/upstream/metadata:Bug-Database: @BUG_ADDRESS@
debian/upstream/metadata:Security-Contact: @SECURITY_ADDRESS@
debian/watch:@SOURCE_URL@/
omnios/build.sh:VER=@VERSION@
omnios/build.sh:set_mirror "@SOURCE_URL@"
openindiana/Makefile:COMPONENT_ARCHIVE_URL=	@SOURCE_URL@/
openindiana/Makefile:COMPONENT_PROJECT_URL=	@HOME_PAGE@
openindiana/Makefile:COMPONENT_VERSION=	@VERSION@
rpm/diskidx.spec: @MAINTAINER@ - @VERSION@-1
rpm/diskidx.spec:Source:         @SOURCE_URL@/
rpm/diskidx.spec:URL:            @HOME_PAGE@
rpm/diskidx.spec:Version:        @VERSION@
solaris/diskidx.p5m: name=info.source-url value=@SOURCE_URL@/
solaris/diskidx.p5m: name=info.upstream-url value=@HOME_PAGE@
solaris/diskidx.p5m: name=pkg.fmri value=pkg:/benchmark/diskidx@@VERSION@
solaris/diskidx.p5m: name=pkg.human-version value=@VERSION@
solaris/pkginfo:HOTLINE=@BUG_ADDRESS@
solaris/pkginfo:VERSION=@VERSION@
END
	awk -v text="$text" '
		(at = index($0, text)) != 0 && (text !~ /[0-9]$/ ||
		    substr($0, at + length(text), 1) !~ /[0-9.]/) { found = 1 }
		END { exit !found }' "$packaging/$file" || echo "$file: $text"
done >"$scratch/wrong"
is "packages have the version and the facts of the project" \
	"$(cat "$scratch/wrong")" ""

# left: the files with names that nothing was filled in for.
left()
{
	(cd "$packaging" && find ./*/ -type f \
		-exec grep -l '@[A-Z0-9_]*@' {} + | sort | tr '\n' ' ')
}

is "only the sums of the tarball are not filled in" "$(left)" \
	"./alpine/APKBUILD ./arch/PKGBUILD ./omnios/build.sh ./openindiana/Makefile "
echo "a tarball" >"$scratch/diskidx-$version.tar.gz"
ok "with a tarball they can be" \
	sh "$fill_in" "$packaging" "$scratch/diskidx-$version.tar.gz"
is "and are" "$(left)" ""
like "as sums of it" "$(cat "$packaging/arch/PKGBUILD")" \
	"^sha256sums=\('[0-9a-f]{64}'\)\$"
like "and longer ones" "$(cat "$packaging/alpine/APKBUILD")" \
	"^[0-9a-f]{128}  diskidx-$version\.tar\.gz\$"

# The same with facts of a project that has a home.
copied home
sed 's|diskidx\.invalid|disks.example.org|' "$srcdir/packaging/project" \
	>"$scratch/home/project"
exits "where all facts are set, nothing is missing" 0 \
	sh "$fill_in" --check "$scratch/home"
is "and nothing is said" "$(cat "$scratch/out" "$scratch/err")" ""
sed 's|^BUG_ADDRESS=.*|BUG_ADDRESS=bugs@diskidx.invalid|' \
	"$scratch/home/project" >"$scratch/project"
cp "$scratch/project" "$scratch/home/project"
exits "one that is not set is an error" 1 sh "$fill_in" --check "$scratch/home"
like "and named" "$(cat "$scratch/err")" "does not set: BUG_ADDRESS *\$"
is "configure was made with the home page and the address for bugs" \
	"$(sed -n "s/^PACKAGE_\(BUGREPORT\|URL\)='\(.*\)'\$/\2/p" \
	"$srcdir/configure" | sort)" \
	"$(sed -n 's/^\(HOME_PAGE\|BUG_ADDRESS\)=//p' \
	"$srcdir/packaging/project" | sort)"

# In a copy, since the tree may be configured.
mkdir "$scratch/src"
cp -R "$srcdir/configure" "$srcdir/build-aux" "$scratch" &&
	cp "$srcdir/src/main.c" "$scratch/src" || bail "can't copy configure"
(cd "$scratch" && CC=no-compiler sh ./configure) >"$scratch/out" 2>"$scratch/err"
like "configure without a compiler names what installs one" \
	"$(cat "$scratch/err")" '^sh scripts/install-deps.sh installs '
ok "which is there" test -f "$srcdir/scripts/install-deps.sh"

done_testing
