/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * A virtual disk, for tests: preloaded with virtual-time.c, it answers reads,
 * writes and flushes after the time that a law gives, in virtual time. The
 * unmodified program measures minutes of it within milliseconds, each time with
 * the same result to the last digit.
 *
 * VIRTUAL_READ, VIRTUAL_WRITE and VIRTUAL_FLUSH are the laws, in microseconds:
 *
 *	constant:T		each takes T
 *	list:T,T,...		one after the other, then from the start
 *	exponential:T		T on average, with its own generator
 *	throttle:N,T,U[,M,S]	the first N take T, the others U, and each Mth
 *				S more
 *	stall:N,T,U		each Nth takes U, the others T
 *	bucket:RATE,BURST	tokens: RATE per second, BURST at once; without
 *				a token a request waits until there is one
 *	rate:BYTES		that many bytes per second, one after the other
 *	medium:T,V,BYTES,N[,IOPS,RATE,CREDIT,SLICE]
 *				N requests at a time; each takes T times a
 *				random factor that is off by V at most, and its
 *				size at BYTES per second. Altogether at most
 *				IOPS and RATE bytes per second begin (0: no
 *				limit), with at most the savings of CREDIT
 *				seconds, and all of a SLICE of that many seconds
 *				when it starts
 *	queue:T,N,SHAPE[,STALL,EVERY]
 *				N servers and one queue, in the order of
 *				arrival. Each request takes T on average: always
 *				(SHAPE 0), exponentially (1), or as on a disk
 *				that turns (2): a fifth, and twice up to four
 *				fifths. All stop for STALL us, at random times,
 *				EVERY so many us on average
 *	buffer:SIZE,FAST,SLOW[,N]
 *				FAST bytes per second until SIZE bytes are full,
 *				which drain at SLOW; after that SLOW
 *	turns:FAST,SLOW,S[,N]	FAST bytes per second for S seconds, then SLOW,
 *				and so on
 *
 * With N the speed of these laws wanders, by another factor with the deviation
 * N each 0.3 s; the seed is VIRTUAL_SEED.
 *
 * Requests in flight at the same time do not wait for each other, except with a
 * bucket, a rate, a medium and so on. A process has one thread here: engines
 * with several threads cannot use this disk.
 *
 * A run that lasts five minutes of real time is killed. VIRTUAL_LOG, if it is
 * not empty, is a file that gets a line per request: r, w or f for a flush, in
 * capitals for direct I/O, offset, bytes, and the times when it began and
 * ended, in nanoseconds. The last lines are written when the run ends; a signal
 * that ends it loses them. With VIRTUAL_KEEPS a block that is read twice in a
 * row comes from memory the second time, also with direct I/O; if its value is
 * "all", the first time, too, because it was written before. VIRTUAL_CACHE is
 * the time of a call that the page cache serves, in microseconds (100),
 * VIRTUAL_COUNTERS the time to read counters of the system (0), and
 * VIRTUAL_LOOK the time to look into memory (0). VIRTUAL_REMOVAL is the extra
 * time of the next flush, in microseconds (0), for each file that was cut, or
 * closed with data and without a name, as on a file system that then discards
 * the blocks. VIRTUAL_REST is the time for which the device works on after each
 * flush, in microseconds (0). VIRTUAL_JOURNAL is what a flush writes, by the
 * device's counters, in KiB (0). VIRTUAL_COMMIT is the extra time of a flush,
 * in microseconds (0), if it also keeps the file's metadata: fsync and O_SYNC.
 * VIRTUAL_CPU=USER,SYSTEM are the shares of the time for which the processes
 * use a CPU, in per cent. Reads from storage are accounted in getrusage, and
 * what was moved in the device's counters, and nothing stays in memory; with
 * VIRTUAL_STILL these counters do not move. Every directory is on that disk,
 * with ext4, whatever else it is on. With VIRTUAL_QUOTA a control group is held
 * back for that percentage of the time. With VIRTUAL_TERMINAL every descriptor
 * is a terminal's. VIRTUAL_FREE bytes of memory are free (0); if some are, the
 * log has an m with the bytes that are asked for in large pages above 4 MiB.
 * VIRTUAL_COLD is the time in which the host supplies a MiB of memory again, in
 * microseconds (0): all memory for the page cache, except memory that was
 * mapped and unmapped within 2 s before.
 *
 * With VIRTUAL_POOL the directories are a ZFS data set instead. It has words
 * with commas between them: "all", if its cache holds all that was written, or
 * "metadata", so that reads go to the disk. Writes wait in memory for a flush.
 * "direct" is OpenZFS 2.3 or later: requests with O_DIRECT bypass the cache,
 * writes if they are whole records, and the pool counts them and the reads that
 * missed the cache. "io" is OpenZFS before 2.1: the pool counts all that the
 * disk moves.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <time.h>
#include <unistd.h>

#ifdef HAVE_LIBAIO
#include <libaio.h>
#endif

#include "virtual-disk.h"
#include "virtual-time.h"

#define MAX_LIST 64
#define EXT4_MAGIC 0xef53
#define ZFS_MAGIC 0x2fc12fc1
#define RECORD 131072
#define CACHED_US 20		/* what the cache of a pool takes */
#define SECTOR 512
#define MAX_DESCRIPTORS 1024
#define MOST_TRUE_S 300
#define LOG_BYTES 65536
#define WARM_NS 2000000000ULL	/* until the host takes memory that is free */
#define WARM_STEP (2 << 20)	/* what the program gives back at a time */
#define MAX_LINE 128

/* Files are large, also where off_t is not. */
#ifdef __GLIBC__
#define file_stat stat64
#define file_look fstat64
#define file_bytes off64_t
#define file_truncate ftruncate64
#else
#define file_stat stat
#define file_look fstat
#define file_bytes off_t
#define file_truncate ftruncate
#endif

enum kind { READ, WRITE, FLUSH, KINDS };

struct law {
	char name[16];
	double value[MAX_LIST];
	int n;
	uint64_t count, random, free_ns, drained_ns, wander_ns;
	uint64_t channel_ns[MAX_LIST];	/* of a medium: when it is free */
	double full, factor;
};

/* What all processes share. */
static struct {
	struct law law[KINDS];
	unsigned long long requests[KINDS], bytes[KINDS], busy_ns[KINDS];
	uint64_t begin_ns, removal_ns;	/* removal_ns: still to be done */
	uint64_t rest_begin_ns, rested_ns;	/* the last one; those before */
	uint64_t dirty_bytes;	/* of a pool, in memory until a flush */
	unsigned long long pooled_writes, pooled_bytes; /* by those */
	char lines[LOG_BYTES];	/* of the log, that are not written yet */
	int length;		/* theirs */
} *disk;

static uint64_t read_bytes;		/* by this process */
static uint64_t warm_bytes, warm_until_ns;	/* of memory it gave back */
static int log_fd = -1;
static pid_t first;			/* which ends last */
static char is_direct[MAX_DESCRIPTORS];
static const char *keeps, *pool;	/* of the environment */

static void
set_law(struct law *law, const char *variable, const char *otherwise)
{
	const char *text = getenv(variable), *seed = getenv("VIRTUAL_SEED");
	char *at;

	if (text == NULL)
		text = otherwise;
	law->random = 88172645463325252ull + (seed != NULL ?
		      strtoull(seed, NULL, 10) * 2654435761u : 0);
	law->n = 0;
	snprintf(law->name, sizeof(law->name), "%.*s",
		 (int)strcspn(text, ":"), text);
	at = (char *)text + strcspn(text, ":");
	while (*at != '\0' && law->n < MAX_LIST)
		law->value[law->n++] = strtod(at + 1, &at);
}

/* The program's own timer is another one. */
static void
end_in_time(void)
{
	struct sigevent event = { .sigev_notify = SIGEV_SIGNAL,
				  .sigev_signo = SIGKILL };
	struct itimerspec most = { .it_value.tv_sec = MOST_TRUE_S };
	timer_t timer;

	if (timer_create(CLOCK_MONOTONIC, &event, &timer) == 0)
		timer_settime(timer, 0, &most, NULL);
}

static void __attribute__((constructor(102)))
begin(void)
{
	const char *path = getenv("VIRTUAL_LOG");

	keeps = getenv("VIRTUAL_KEEPS");
	pool = getenv("VIRTUAL_POOL");
	disk = virtual_share(sizeof(*disk));
	set_law(&disk->law[READ], "VIRTUAL_READ", "constant:100");
	set_law(&disk->law[WRITE], "VIRTUAL_WRITE", "constant:100");
	set_law(&disk->law[FLUSH], "VIRTUAL_FLUSH", "constant:0");
	end_in_time();
	if (path != NULL && *path != '\0')
		log_fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND,
			      0600);
	disk->begin_ns = virtual_now();
	first = getpid();
}

/* Xorshift, by Marsaglia: over 0, up to 1. */
static double
uniform(struct law *law)
{
	law->random ^= law->random << 13;
	law->random ^= law->random >> 7;
	law->random ^= law->random << 17;
	return (double)((law->random >> 11) + 1) / 9007199254740992.0;
}

static uint64_t
us(double microseconds)
{
	return (uint64_t)(microseconds * 1000 + 0.5);
}

/* What that variable says that something takes; or nothing. */
static uint64_t
given_ns(const char *variable)
{
	const char *takes = getenv(variable);

	return takes == NULL ? 0 : us(strtod(takes, NULL));
}

/* Takes the disk for so long, after those who came before. */
static uint64_t
in_turn(struct law *law, uint64_t now_ns, uint64_t takes_ns)
{
	if (law->free_ns < now_ns)
		law->free_ns = now_ns;
	return law->free_ns += takes_ns;
}

/* A token is saved up for each that nobody took, up to the burst. */
static uint64_t
by_token(struct law *law, uint64_t now_ns)
{
	uint64_t token_ns = (uint64_t)(1e9 / law->value[0] + 0.5);
	uint64_t burst_ns = token_ns * (uint64_t)law->value[1];

	if (law->free_ns + burst_ns < now_ns)
		law->free_ns = now_ns - burst_ns;
	law->free_ns += token_ns;
	return law->free_ns > now_ns ? law->free_ns : now_ns + us(20);
}

/* The factor of now; a normal one, nearly, from uniform ones. */
static double
wander(struct law *law, uint64_t now_ns, double by)
{
	double sum = 0;

	while (law->wander_ns <= now_ns) {
		law->wander_ns = now_ns + 300000000;
		for (int i = 0; i < 12; i++)
			sum += uniform(law);
		law->factor = exp(by * (sum - 6));
	}
	return law->factor;
}

static uint64_t
by_buffer(struct law *law, uint64_t now_ns, double size)
{
	const double *v = law->value;
	uint64_t begin_ns = law->free_ns > now_ns ? law->free_ns : now_ns;
	double speed = wander(law, begin_ns, v[3]);
	int fits;

	law->full -= (double)(begin_ns - law->drained_ns) / 1e9 * v[2];
	law->full = law->full > 0 ? law->full : 0;
	fits = law->full + size <= v[0];
	law->drained_ns = begin_ns;
	law->full += fits ? size : 0;
	in_turn(law, now_ns, (uint64_t)(size / (speed * v[2 - fits]) * 1e9));
	/* What a full one drains makes room for the request itself. */
	if (!fits)
		law->drained_ns = law->free_ns;
	return law->free_ns;
}

static uint64_t
by_turns(struct law *law, uint64_t now_ns, double size)
{
	const double *v = law->value;
	int is_slow = (int)((double)(now_ns - disk->begin_ns) / 1e9 / v[2]) % 2;
	double speed = wander(law, now_ns, v[3]) * (is_slow ? v[1] : v[0]);

	return in_turn(law, now_ns, (uint64_t)(size / speed * 1e9));
}

/* When one that takes so much of a limit may begin. */
static uint64_t
within_limit(uint64_t *free_ns, uint64_t now_ns, double part, double limit,
	     double credit_s)
{
	uint64_t credit_ns = (uint64_t)(credit_s * 1e9);

	if (limit <= 0)
		return now_ns;
	if (*free_ns + credit_ns < now_ns)
		*free_ns = now_ns - credit_ns;
	*free_ns += (uint64_t)(part / limit * 1e9);
	return *free_ns > now_ns ? *free_ns : now_ns;
}

static uint64_t
by_medium(struct law *law, uint64_t now_ns, double size)
{
	const double *v = law->value;
	double factor = 1 + v[1] * (2 * uniform(law) - 1);
	uint64_t slice_ns = (uint64_t)(v[7] * 1e9), begin_ns;
	uint64_t by_rate_ns = within_limit(&law->drained_ns, now_ns, size,
					   v[5], v[6]);
	int channel = 0;

	begin_ns = within_limit(&law->free_ns, now_ns, 1, v[4], v[6]);
	if (begin_ns < by_rate_ns)
		begin_ns = by_rate_ns;
	/* All that a slice of time allows may begin at its start. */
	if (slice_ns > 0)
		begin_ns -= begin_ns % slice_ns;
	if (begin_ns < now_ns)
		begin_ns = now_ns;
	for (int i = 1; i < (int)v[3] && i < MAX_LIST; i++)
		if (law->channel_ns[i] < law->channel_ns[channel])
			channel = i;
	if (begin_ns < law->channel_ns[channel])
		begin_ns = law->channel_ns[channel];
	return law->channel_ns[channel] = begin_ns + us(v[0] * factor) +
					  (uint64_t)(size / v[2] * 1e9);
}

static double
service_us(struct law *law)
{
	double t = law->value[0];

	if (law->value[2] == 1)
		return -t * log(uniform(law));
	if (law->value[2] == 2)
		return t * (0.2 + 0.8 * (uniform(law) + uniform(law)));
	return t;
}

/* The next stop is at wander_ns. */
static uint64_t
by_queue(struct law *law, uint64_t now_ns)
{
	const double *v = law->value;
	int n = (int)v[1], server = 0;
	uint64_t begin_ns;

	for (;;) {
		for (int i = 1; i < n && i < MAX_LIST; i++)
			if (law->channel_ns[i] < law->channel_ns[server])
				server = i;
		begin_ns = law->channel_ns[server];
		if (begin_ns < now_ns)
			begin_ns = now_ns;
		if (law->n < 5 || begin_ns < law->wander_ns)
			break;
		for (int i = 0; i < n && i < MAX_LIST; i++)
			if (law->channel_ns[i] < law->wander_ns + us(v[3]))
				law->channel_ns[i] = law->wander_ns + us(v[3]);
		law->wander_ns += us(v[3] - v[4] * log(uniform(law)));
	}
	return law->channel_ns[server] = begin_ns + us(service_us(law));
}

/* When a request that begins now is done. */
static uint64_t
end_of(struct law *law, uint64_t now_ns, size_t size)
{
	uint64_t i = law->count++;
	double *v = law->value;

	if (strcmp(law->name, "list") == 0)
		return now_ns + us(v[i % (uint64_t)law->n]);
	if (strcmp(law->name, "exponential") == 0)
		return now_ns + us(-v[0] * log(uniform(law)));
	if (strcmp(law->name, "throttle") == 0)
		return now_ns + us((i < (uint64_t)v[0] ? v[1] : v[2]) +
				   (law->n == 5 &&
				    (i + 1) % (uint64_t)v[3] == 0 ? v[4] : 0));
	if (strcmp(law->name, "stall") == 0)
		return now_ns + us((i + 1) % (uint64_t)v[0] == 0 ? v[2] : v[1]);
	if (strcmp(law->name, "bucket") == 0)
		return by_token(law, now_ns);
	if (strcmp(law->name, "rate") == 0)
		return in_turn(law, now_ns,
			       (uint64_t)((double)size * 1e9 / v[0]));
	if (strcmp(law->name, "buffer") == 0)
		return by_buffer(law, now_ns, (double)size);
	if (strcmp(law->name, "medium") == 0)
		return by_medium(law, now_ns, (double)size);
	if (strcmp(law->name, "queue") == 0)
		return by_queue(law, now_ns);
	if (strcmp(law->name, "turns") == 0)
		return by_turns(law, now_ns, (double)size);
	return now_ns + us(v[0]);
}

/* True if storage is asked for it, since the memory below did not keep it. */
static int
is_read(int64_t offset, size_t size)
{
	static int64_t last_offset = -1;
	static size_t last_size;
	int again = offset == last_offset && size == last_size;

	last_offset = offset;
	last_size = size;
	return keeps == NULL || (!again && strcmp(keeps, "all") != 0);
}

/* The time for which the device has worked on after flushes, until then. */
static uint64_t
rest_until(uint64_t at_ns)
{
	uint64_t most_ns = given_ns("VIRTUAL_REST");
	uint64_t since_ns = at_ns > disk->rest_begin_ns ?
			    at_ns - disk->rest_begin_ns : 0;

	return disk->rested_ns + (since_ns < most_ns ? since_ns : most_ns);
}

/* True for a pool with that word. */
static int
pool_has(const char *word)
{
	return pool != NULL && strstr(pool, word) != NULL;
}

/* True if the cache of a pool, or the memory, takes the request. */
static int
is_pooled(int fd, enum kind kind, int64_t offset, size_t size)
{
	int bypasses = pool_has("direct") && fd < MAX_DESCRIPTORS &&
		       is_direct[fd];

	if (kind == FLUSH)
		return 0;
	if (pool == NULL)
		return virtual_is_in_memory != NULL &&
		       virtual_is_in_memory(fd, kind == WRITE, offset, size);
	if (kind == WRITE)
		return !bypasses || offset % RECORD != 0 || size % RECORD != 0;
	return !bypasses && pool_has("all");
}

/* Write what waits in memory to the disk, before its flush. */
static uint64_t
write_back(uint64_t now_ns)
{
	uint64_t end_ns = now_ns;

	if (disk->dirty_bytes > 0) {
		end_ns = end_of(&disk->law[WRITE], now_ns, disk->dirty_bytes);
		disk->requests[WRITE]++;
		disk->bytes[WRITE] += disk->dirty_bytes;
		disk->pooled_writes++;
		disk->pooled_bytes += disk->dirty_bytes;
		disk->busy_ns[WRITE] += end_ns - now_ns;
		disk->dirty_bytes = 0;
	}
	return end_ns;
}

/* The time for which the page cache waits for memory that the host took. */
static uint64_t
supply_ns(size_t size, uint64_t now_ns)
{
	uint64_t warm = now_ns > warm_until_ns ? 0 :
			size < warm_bytes ? size : warm_bytes;

	warm_bytes -= warm;
	return (size - warm) * given_ns("VIRTUAL_COLD") >> 20;
}

static void
write_log(void)
{
	if (disk->length > 0)
		dprintf(log_fd, "%.*s", disk->length, disk->lines);
	disk->length = 0;
}

void
virtual_log(char kind, int64_t offset, uint64_t size, uint64_t begin_ns,
	    uint64_t end_ns)
{
	if (log_fd < 0)
		return;
	disk->length += sprintf(disk->lines + disk->length,
				"%c %lld %llu %llu %llu\n", kind,
				(long long)offset, (unsigned long long)size,
				(unsigned long long)begin_ns,
				(unsigned long long)end_ns);
	if (disk->length > LOG_BYTES - MAX_LINE)
		write_log();
}

static void __attribute__((destructor))
end(void)
{
	if (getpid() == first)
		write_log();
}

/* One request from now on: returns when it is done. */
static uint64_t
request(int fd, enum kind kind, int64_t offset, size_t size)
{
	uint64_t now_ns = virtual_now(), end_ns;

	if (is_pooled(fd, kind, offset, size)) {
		disk->dirty_bytes += kind == WRITE ? size : 0;
		return now_ns + us(CACHED_US);
	}
	if (kind == FLUSH)
		now_ns = write_back(now_ns);
	end_ns = end_of(&disk->law[kind], now_ns, size);
	if (kind != FLUSH && fd < MAX_DESCRIPTORS && !is_direct[fd])
		end_ns += supply_ns(size, now_ns);
	if (kind == FLUSH) {
		disk->bytes[WRITE] += 1024 * (given_ns("VIRTUAL_JOURNAL") /
					      1000);
		end_ns += disk->removal_ns;
		disk->removal_ns = 0;
		disk->rested_ns = rest_until(now_ns);
		disk->rest_begin_ns = end_ns;
	}
	if (kind != READ || is_read(offset, size)) {
		disk->requests[kind]++;
		disk->bytes[kind] += size;
		disk->busy_ns[kind] += end_ns - now_ns;
		read_bytes += kind != READ ? 0 :
			      (size + SECTOR - 1) / SECTOR * SECTOR;
	}
	virtual_log((fd < MAX_DESCRIPTORS && is_direct[fd] ?
		    "RWF" : "rwf")[kind], offset, size, now_ns, end_ns);
	return end_ns;
}

/* Flush as fdatasync or fsync does, from now on: returns when it is done. */
static uint64_t
flush(int fd, int is_full)
{
	if (is_full)
		disk->removal_ns += given_ns("VIRTUAL_COMMIT");
	return request(fd, FLUSH, 0, 0);
}

/* True if each write to it is followed by a flush, and by which. */
static int
is_synced(int fd, int *is_full)
{
	int flags = REAL(fcntl)(fd, F_GETFL);

	*is_full = (flags & O_SYNC) == O_SYNC && O_SYNC != O_DSYNC;
	return flags >= 0 && (flags & O_DSYNC) != 0;
}

/* The file grows as a real one does. */
static ssize_t
move(int fd, enum kind kind, size_t size, int64_t offset)
{
	struct file_stat st;
	int is_full;

	if (file_look(fd, &st) != 0)
		return -1;
	if (kind == READ && offset >= st.st_size)
		return 0;
	if (kind == READ && (int64_t)size > st.st_size - offset)
		size = (size_t)(st.st_size - offset);
	virtual_wait(request(fd, kind, offset, size));
	if (kind == WRITE && (int64_t)size + offset > st.st_size &&
	    REAL(file_truncate)(fd, (file_bytes)(offset + (int64_t)size)) != 0)
		return -1;
	if (kind == WRITE && is_synced(fd, &is_full))
		virtual_wait(flush(fd, is_full));
	return (ssize_t)size;
}

/* No request has the size of what is looked at of a record, but one byte. */
static ssize_t
read_place(int fd, void *data, size_t size, off_t offset)
{
	if (size > 1 && size <= 64 && lseek(fd, offset, SEEK_SET) == offset)
		return REAL(read)(fd, data, size);
	return move(fd, READ, size, offset);
}

ssize_t
pread(int fd, void *data, size_t size, off_t offset)
{
	return read_place(fd, data, size, offset);
}

ssize_t
pwrite(int fd, const void *data, size_t size, off_t offset)
{
	(void)data;
	return move(fd, WRITE, size, offset);
}

int
fdatasync(int fd)
{
	virtual_wait(flush(fd, 0));
	return 0;
}

int
fsync(int fd)
{
	virtual_wait(flush(fd, 1));
	return 0;
}

/* Leave blocks to be given back by the next flush. */
static void
leave_blocks(void)
{
	if (disk != NULL)
		disk->removal_ns += given_ns("VIRTUAL_REMOVAL");
}

int
ftruncate(int fd, off_t size)
{
	struct file_stat st;

	if (file_look(fd, &st) == 0 && st.st_size > size)
		leave_blocks();
	return REAL(file_truncate)(fd, size);
}

/* Blocks are set aside on the virtual disk; below it none need be. */
int
fallocate(int fd, int mode, off_t offset, off_t size)
{
	struct file_stat st;

	if (file_look(fd, &st) != 0)
		return -1;
	if (mode != 0 || st.st_size >= offset + size)
		return 0;
	return REAL(file_truncate)(fd, offset + size);
}

void
virtual_closing(int fd)
{
	struct file_stat st;

	if (file_look(fd, &st) == 0 && S_ISREG(st.st_mode) &&
	    st.st_nlink == 0 && st.st_size > 0)
		leave_blocks();
}

#ifdef HAVE_LIBAIO

/* Asynchronous I/O. */

struct flight {
	struct io_event event;
	uint64_t end_ns;
	struct flight *next;
};

struct io_context {
	unsigned header[8];	/* no magic number: no ring to be read */
	struct flight *first;	/* by end */
};

int
io_setup(int n, io_context_t *context)
{
	if (n <= 0)
		return -EINVAL;
	*context = calloc(1, sizeof(**context));
	return *context == NULL ? -ENOMEM : 0;
}

/* Takes the first out of flight. */
static struct io_event
land(io_context_t context)
{
	struct flight *first = context->first;
	struct io_event event = first->event;

	context->first = first->next;
	free(first);
	return event;
}

int
io_destroy(io_context_t context)
{
	while (context->first != NULL) {
		virtual_wait(context->first->end_ns);
		land(context);
	}
	free(context);
	return 0;
}

int
io_submit(io_context_t context, long n, struct iocb **blocks)
{
	int is_full;
	long i;

	for (i = 0; i < n; i++) {
		struct iocb *block = blocks[i];
		struct flight **at = &context->first;
		struct flight *flight = calloc(1, sizeof(*flight));

		flight->event.data = block->data;
		flight->event.obj = block;
		flight->event.res = block->u.c.nbytes;
		flight->end_ns = request(block->aio_fildes,
					 block->aio_lio_opcode == IO_CMD_PREAD ?
					 READ : WRITE, block->u.c.offset,
					 block->u.c.nbytes);
		if (block->aio_lio_opcode == IO_CMD_PWRITE &&
		    is_synced(block->aio_fildes, &is_full))
			flight->end_ns += flush(block->aio_fildes, is_full) -
					  virtual_now();
		while (*at != NULL && (*at)->end_ns <= flight->end_ns)
			at = &(*at)->next;
		flight->next = *at;
		*at = flight;
	}
	return (int)n;
}

int
io_getevents(io_context_t context, long min, long max,
	     struct io_event *events, struct timespec *timeout)
{
	uint64_t until_ns = timeout == NULL ? NEVER : virtual_now() +
			    (uint64_t)timeout->tv_sec * NS_PER_S +
			    (uint64_t)timeout->tv_nsec;
	long n = 0;

	while (n < max && context->first != NULL) {
		uint64_t end_ns = context->first->end_ns;

		if (end_ns > virtual_now()) {
			if (n >= min)
				break;
			virtual_wait(end_ns < until_ns ? end_ns : until_ns);
			if (end_ns > until_ns)
				break;
		}
		events[n++] = land(context);
	}
	return (int)n;
}

#endif

/* What the program is told of the system. */

int
isatty(int fd)
{
	(void)fd;
	return getenv("VIRTUAL_TERMINAL") != NULL;
}

int __attribute__((weak))
mincore(void *address, size_t size, unsigned char *pages)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);

	(void)address;
	if (getenv("VIRTUAL_LOOK") != NULL)
		virtual_wait(virtual_now() + given_ns("VIRTUAL_LOOK"));
	memset(pages, 0, (size + page - 1) / page);
	return 0;
}

int
fcntl(int fd, int command, ...)
{
	va_list args;
	long argument;

	va_start(args, command);
	argument = va_arg(args, long);
	va_end(args);
	if (command == F_SETFL && fd < MAX_DESCRIPTORS) {
		is_direct[fd] = (argument & O_DIRECT) != 0;
		argument &= ~O_DIRECT;
	}
	return REAL(fcntl)(fd, command, argument);
}

/* Whatever a file is on, it is ext4, or a pool. */
#define ON_EXT4(name, what, type) \
	int \
	name(what of, struct type *fs) \
	{ \
		int result = REAL(name)(of, fs); \
	\
		fs->f_type = pool != NULL ? ZFS_MAGIC : \
			     EXT4_MAGIC; \
		return result; \
	}

ON_EXT4(fstatfs, int, statfs)
ON_EXT4(statfs, const char *, statfs)
#ifdef __GLIBC__
ON_EXT4(fstatfs64, int, statfs64)
ON_EXT4(statfs64, const char *, statfs64)
#endif

static struct timeval
share_of(uint64_t time_ns, double percent)
{
	double used_us = (double)time_ns / 1000 * percent / 100;
	struct timeval t;

	t.tv_sec = (time_t)(used_us / 1e6);
	t.tv_usec = (suseconds_t)(used_us - (double)t.tv_sec * 1e6);
	return t;
}

#ifdef __GLIBC__
#define WHO __rusage_who_t
#else
#define WHO int
#endif

int
getrusage(WHO who, struct rusage *usage)
{
	uint64_t run_ns = virtual_now() - disk->begin_ns;
	const char *text = getenv("VIRTUAL_CPU");
	double user = 0, system = 0;

	/* Which has all threads, the kernel's too. */
	if (who != RUSAGE_SELF) {
		errno = EINVAL;
		return -1;
	}
	if (text != NULL)
		sscanf(text, "%lf,%lf", &user, &system);
	memset(usage, 0, sizeof(*usage));
	usage->ru_utime = share_of(run_ns, user);
	usage->ru_stime = share_of(run_ns, system);
	usage->ru_inblock = (long)(read_bytes / SECTOR);
	return 0;
}

/* The account is that of getrusage, also where nothing is mounted on /proc. */
int
access(const char *path, int mode)
{
	if (strcmp(path, "/proc/self/io") != 0)
		return REAL(access)(path, mode);
	if (virtual_has_account == NULL || virtual_has_account() != 0)
		return 0;
	errno = ENOENT;
	return -1;
}

/* The device of any file is this one. */
char *
realpath(const char *path, char *real_path)
{
	const char *device = virtual_path == NULL ? NULL : virtual_path(path);

	if (device == NULL && strncmp(path, "/sys/", 5) != 0)
		return REAL(realpath)(path, real_path);
	if (device == NULL)
		device = "/sys/devices/virtual/block/virtual";
	return real_path == NULL ? strdup(device) : strcpy(real_path, device);
}

static FILE *
open_text(const char *text)
{
	FILE *file = fmemopen(NULL, strlen(text) + 1, "w+");

	if (getenv("VIRTUAL_COUNTERS") != NULL)
		virtual_wait(virtual_now() + given_ns("VIRTUAL_COUNTERS"));
	if (file != NULL) {
		fputs(text, file);
		rewind(file);
	}
	return file;
}

void
virtual_counters(struct virtual_counters *counters)
{
	counters->reads = disk->requests[READ];
	counters->read_bytes = disk->bytes[READ];
	counters->writes = disk->requests[WRITE];
	counters->written_bytes = disk->bytes[WRITE];
	counters->busy_ns = disk->busy_ns[READ] + disk->busy_ns[WRITE] +
			    rest_until(virtual_now());
}

/* Reads are those that the cache did not have, and direct ones; of writes, only
 * the direct ones are told. */
static FILE *
open_iostats(void)
{
	struct virtual_counters now;
	char text[512];

	virtual_counters(&now);
	snprintf(text, sizeof(text), "20 1 0x01 26 7072 5 6\n"
		 "name                            type data\n"
		 "trim_bytes_written              4    7\n"
		 "arc_read_count                  4    0\n"
		 "arc_read_bytes                  4    0\n"
		 "arc_write_count                 4    9\n"
		 "arc_write_bytes                 4    99999999\n"
		 "direct_read_count               4    %llu\n"
		 "direct_read_bytes               4    %llu\n"
		 "direct_write_count              4    %llu\n"
		 "direct_write_bytes              4    %llu\n",
		 now.reads, now.read_bytes,
		 now.writes - disk->pooled_writes,
		 now.written_bytes - disk->pooled_bytes);
	return open_text(text);
}

static FILE *
open_io(void)
{
	struct virtual_counters now;
	char text[512];

	virtual_counters(&now);
	snprintf(text, sizeof(text), "25 3 0x00 1 80 211306 187499099\n"
		 "nread    nwritten reads    writes   wtime    wlentime "
		 "wupdate  rtime    rlentime rupdate  wcnt     rcnt\n"
		 "%llu %llu %llu %llu 0 0 0 %llu %llu 0 0 0\n",
		 now.read_bytes, now.written_bytes, now.reads, now.writes,
		 now.busy_ns, now.busy_ns);
	return open_text(text);
}

/* Each period of 100 ms runs out of its quota. */
static FILE *
open_quota(double percent)
{
	double run_us = (double)(virtual_now() - disk->begin_ns) / 1000;
	char text[128];

	snprintf(text, sizeof(text), "nr_periods %.0f\nnr_throttled %.0f\n"
		 "throttled_usec %.0f\n", run_us / 1e5, run_us / 1e5,
		 run_us * percent / 100);
	return open_text(text);
}

/* The counters of whatever device there is, and processors that idle. */
FILE *
fopen(const char *path, const char *mode)
{
	const char *quota = getenv("VIRTUAL_QUOTA");
	size_t length = strlen(path);
	const char *given = virtual_file == NULL ? NULL : virtual_file(path);
	struct virtual_counters now;
	char text[512];

	if (given != NULL)
		return open_text(given);
	if (strcmp(path, "/proc/stat") == 0)
		return open_text("cpu 100 0 100 100000 0 0 0 0 0 0\n");
	/* No task of the kernel's. */
	if (length > 5 && strcmp(path + length - 5, "/comm") == 0)
		return NULL;
	/* A process that never waits for a processor. */
	if (strcmp(path, "/proc/self/schedstat") == 0)
		return open_text("1 0 1\n");
	if (strncmp(path, "/proc/self/fdinfo/", 18) == 0)
		return open_text("mnt_id:\t1\n");
	if (strcmp(path, "/proc/self/mountinfo") == 0)
		return open_text(pool != NULL ?
				 "1 0 0:50 / / rw - zfs tank/home rw\n" :
				 "1 0 8:0 / / rw - ext4 /dev/virtual rw\n");
	if (pool_has("direct") &&
	    strcmp(path, "/proc/spl/kstat/zfs/tank/iostats") == 0)
		return open_iostats();
	if (pool_has("io") &&
	    strcmp(path, "/proc/spl/kstat/zfs/tank/io") == 0)
		return open_io();
	if (strncmp(path, "/proc/self/cgroup", 17) == 0)
		return quota != NULL ? open_text("0::/group\n") : NULL;
	if (quota != NULL && strstr(path, "/group/cpu.stat") != NULL)
		return open_quota(strtod(quota, NULL));
	if (strncmp(path, "/sys/", 5) != 0 || length < 5 ||
	    strcmp(path + length - 5, "/stat") != 0)
		return REAL(fopen)(path, mode);
	if (getenv("VIRTUAL_STILL") != NULL)
		return open_text("7 0 7 7 7 0 7 7 0 7 7\n");
	virtual_counters(&now);
	snprintf(text, sizeof(text), "%llu 0 %llu %llu %llu 0 %llu %llu 0 "
		 "%llu %llu\n", now.reads, now.read_bytes / SECTOR,
		 disk->busy_ns[READ] / 1000000, now.writes,
		 now.written_bytes / SECTOR, disk->busy_ns[WRITE] / 1000000,
		 now.busy_ns / 1000000,
		 (disk->busy_ns[READ] + disk->busy_ns[WRITE]) / 1000000);
	return open_text(text);
}

long __attribute__((weak))	/* another system's has more */
sysconf(int name)
{
	const char *bytes = getenv("VIRTUAL_FREE");

	if (name != _SC_AVPHYS_PAGES)
		return REAL(sysconf)(name);
	/* Beyond the part that nobody takes. */
	return bytes == NULL ? 0 : atol(bytes) / REAL(sysconf)(_SC_PAGESIZE) +
		REAL(sysconf)(_SC_PHYS_PAGES) / 16;
}

int __attribute__((weak))
munmap(void *memory, size_t size)
{
	if (size == WARM_STEP) {
		warm_bytes += size;
		warm_until_ns = virtual_now() + WARM_NS;
	}
	return REAL(munmap)(memory, size);
}

#ifdef MADV_HUGEPAGE

int
madvise(void *memory, size_t size, int advice)
{
	uint64_t now_ns = virtual_now();

	if (advice == MADV_HUGEPAGE && size > 4 << 20 &&
	    getenv("VIRTUAL_FREE") != NULL)
		virtual_log('m', 0, size, now_ns, now_ns);
	return REAL(madvise)(memory, size, advice);
}

#endif

#ifdef __GLIBC__

/* Calls that are checked have names of their own. */
char *
__realpath_chk(const char *path, char *real_path, size_t size)
{
	(void)size;
	return realpath(path, real_path);
}

/* Other names where files may be large. */

ssize_t
pread64(int fd, void *data, size_t size, off64_t offset)
{
	return read_place(fd, data, size, offset);
}

ssize_t
pwrite64(int fd, const void *data, size_t size, off64_t offset)
{
	(void)data;
	return move(fd, WRITE, size, offset);
}

int
fcntl64(int fd, int command, ...) __attribute__((alias("fcntl")));

FILE *
fopen64(const char *path, const char *mode)
{
	return fopen(path, mode);
}

#endif
