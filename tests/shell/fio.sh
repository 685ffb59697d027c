#!/bin/sh
# fio.sh - what people publish for fio runs as it was pasted, but for the path
# of a device, and so does every recipe: with the length and the size of a test,
# all jobs have a figure, or this system has no direct I/O.

: "${srcdir:=$(dirname "$0")/../..}"
# shellcheck source=tests/shell/tap.sh
. "$srcdir/tests/shell/tap.sh"
need_diskidx

dir=$scratch/disk
mkdir "$dir"
threads=yes
! "$DISKIDX" list engines | sed -n '/^threads /{n;p;}' |
	grep 'not usable' >/dev/null || threads=

# small ARGUMENT...: a run of that, short and small, as CSV.
small()
{
	"$DISKIDX" -q -f csv --no-save -d "$dir" -s 2m -t 0.02 -w 0 -i 1 -c 1 \
		-e threads "$@"
}

# measured SENTENCE JOBS ARGUMENT...: so many jobs have a figure.
measured()
{
	sentence=$1
	jobs=$2
	shift 2
	if [ -z "$threads" ]; then
		skip "$sentence" threads "no engine takes all depths and syncs"
		return
	fi
	small "$@" >"$scratch/out" 2>"$scratch/err" || :
	is "$sentence" "$(cat "$scratch/err"; awk -F, 'NR == 1 {
			for (i = 1; i <= NF; i++)
				column[$i] = i
		}
		NR > 1 && $column["value"] > 0 { n++ }
		NR > 1 && /not supported on this system/ { n++ }
		END { print n + 0 }' "$scratch/out")" "$jobs"
}

# pasted JOBS WORD...: a command line of fio; its source stands above it.
pasted()
{
	jobs=$1
	shift
	measured "pasted: $(echo "$*" | cut -c 1-50)" "$jobs" fio "$@"
}

# www.ibm.com/blogs/cloud-archive/2019/04/: etcd.
pasted 1 --rw=write --ioengine=sync --fdatasync=1 --size=22m --bs=2300 \
	--name=mytest

# docs.aws.amazon.com/AWSEC2/latest/UserGuide/benchmark_procedures.html
pasted 1 --ioengine=psync --name fio_test_file --direct=1 --rw=randwrite \
	--bs=16k --size=1G --numjobs=16 --time_based --runtime=180 \
	--group_reporting --norandommap
pasted 1 --name fio_test_file --direct=1 --rw=randread --bs=16k --size=1G \
	--numjobs=16 --time_based --runtime=180 --group_reporting --norandommap

# cloud.google.com/compute/docs/disks/benchmarking-pd-performance-linux
pasted 1 --name=write_iops --size=10G --time_based --runtime=5m \
	--ramp_time=2s --ioengine=libaio --direct=1 --verify=0 --bs=4K \
	--iodepth=256 --rw=randwrite --group_reporting=1 \
	--iodepth_batch_submit=256 --iodepth_batch_complete_max=256
pasted 1 --name=read_iops_test --filesize=25G --time_based --ramp_time=2s \
	--runtime=1m --ioengine=libaio --direct=1 --verify=0 --randrepeat=0 \
	--bs=4K --iodepth=256 --rw=randread --iodepth_batch_submit=256 \
	--iodepth_batch_complete_max=256

# www.sebastien-han.fr/blog/2014/10/10/: Ceph.
pasted 1 --direct=1 --sync=1 --rw=write --bs=4k --numjobs=1 --iodepth=1 \
	--runtime=60 --time_based --group_reporting --name=journal-test

# www.alibabacloud.com/help/doc-detail/147897.htm
pasted 1 -direct=1 -iodepth=128 -rw=randwrite -ioengine=libaio -bs=4k \
	-size=1G -numjobs=1 -runtime=1000 -group_reporting -filename=iotest \
	-name=Rand_Write_Testing

# github.com/masonr/yet-another-bench-script
pasted 1 --name=rand_rw_4k --ioengine=libaio --rw=randrw --rwmixread=50 \
	--bs=4k --iodepth=64 --numjobs=2 --size=2G --runtime=30 \
	--gtod_reduce=1 --direct=1 --filename="$dir/test.fio" \
	--group_reporting --minimal

# blog.ispsystem.info/2021/09/, without the name first.
pasted 1 --ioengine=libaio --direct=1 --name=fiotest --filename=testfio \
	--iodepth=32 --size=4G --rwmixread=75 --readwrite=randrw

# gist.github.com/gmelikov/starred
pasted 1 --name=seqwrite --rw=write --bs=128k --size=4g --end_fsync=1 --loops=4

# Ars Technica's, as in many pages: random writes by POSIX AIO.
pasted 1 --name=random-write --ioengine=posixaio --rw=randwrite --bs=4k \
	--size=4g --numjobs=1 --iodepth=1 --runtime=60 --time_based --end_fsync=1

# Oracle Cloud, random mix, as in many pages.
pasted 1 --filename=./fio-test.bin --size=1GB --direct=1 --rw=randrw --bs=4k \
	--ioengine=posixaio --iodepth=256 --runtime=120 --numjobs=4 \
	--time_based --group_reporting --name=iops-test-job --eta-newline=1

# The recipes, each with as many jobs as its list has sections.
"$DISKIDX" list recipes >"$scratch/recipes"
ok "there are recipes" test "$(grep -c '^[a-z]' "$scratch/recipes")" -ge 10
for name in $(sed -n 's/^\([a-z][a-z-]*\) .*/\1/p' "$scratch/recipes"); do
	jobs=$(awk -v name="$name" '/^[a-z]/ { on = $1 == name }
		on && $1 ~ /^\[/ && $1 != "[global]" { n++ }
		END { print n }' "$scratch/recipes")
	measured "recipe $name" "$jobs" recipe "$name"
	like "recipe $name has a source" "$(awk -v name="$name" '
		/^[a-z]/ { on = $1 == name }
		on && $1 == "#"' "$scratch/recipes")" .
done

is "nothing is left" "$(ls -A "$dir")" ""
done_testing
