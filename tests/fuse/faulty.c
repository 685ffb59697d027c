/*
 * A file system that fails, for scripts/faults.sh: it shows the directory
 * BACKING at MOUNTPOINT, and one of its operations goes wrong.
 *
 *	faulty OPERATION:FAULT:NTH:TIMES BACKING MOUNTPOINT
 *
 * The operations: open (of files, new ones too), read, write, fsync, unlink,
 * mkdir, statfs, close. From the NTH of its kind on, as often as TIMES says (0:
 * always), it ends with the FAULT:
 *
 *	EIO ENOSPC EDQUOT	that error
 *	EROFS			that error, and so does all else that writes,
 *				for good
 *	short			half of the data are read or written
 *	corrupt			one bit of the data is another
 *	hang=SECONDS		that late; 0: not before SIGUSR1
 *	vanish			this process dies, and the mount with it
 *	detach			the mount leaves its place, and goes on
 *	none			as it should: only count
 *
 * The files COUNT and SIGN of the environment get how many operations of the
 * kind there were, at the end, and appear when the first one goes wrong.
 */
#define _GNU_SOURCE
#define FUSE_USE_VERSION 34
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fuse_lowlevel.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

enum operation { OPEN, READ, WRITE, FSYNC, UNLINK, MKDIR, STATFS, CLOSE };
static const char *const operations[] = {
	"open", "read", "write", "fsync", "unlink", "mkdir", "statfs", "close"
};

enum kind { ERROR, SHORT, CORRUPT, HANG, VANISH, DETACH, NONE };
static const struct {
	const char *name;
	enum kind kind;
	int error;
} faults[] = {
	{ "EIO", ERROR, EIO }, { "ENOSPC", ERROR, ENOSPC },
	{ "EDQUOT", ERROR, EDQUOT }, { "EROFS", ERROR, EROFS },
	{ "short", SHORT, 0 }, { "corrupt", CORRUPT, 0 }, { "hang=", HANG, 0 },
	{ "vanish", VANISH, 0 }, { "detach", DETACH, 0 }, { "none", NONE, 0 },
};

/* Set by main; the counts by all threads. */
static struct {
	enum operation operation;
	enum kind kind;
	int error;
	unsigned seconds;
	unsigned long nth, times, count;
	int is_read_only;
	const char *mount_point;
} wanted;

/* A file or directory that the kernel knows, by a descriptor of O_PATH. */
struct node {
	struct node *next;
	ino_t number;
	unsigned long lookups;
	int fd;
};

#define BUCKETS 1024
static struct node root, *bucket[BUCKETS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void
sign(void)
{
	const char *path = getenv("SIGN");

	if (path != NULL)
		close(open(path, O_WRONLY | O_CREAT, 0600));
}

static volatile sig_atomic_t is_over;	/* the hang for ever */

static void
end_hang(int signal)
{
	is_over = signal;
}

static void
hang(void)
{
	if (wanted.seconds > 0)
		sleep(wanted.seconds);
	else
		while (!is_over)
			usleep(20000);
}

static int
writes(enum operation operation)
{
	return operation == WRITE || operation == UNLINK || operation == MKDIR;
}

/* Count an operation, and let it go wrong. Return 0, or the error. */
static int
meet(enum operation operation)
{
	unsigned long n;

	if (wanted.is_read_only && writes(operation))
		return EROFS;
	if (operation != wanted.operation)
		return 0;
	n = __sync_add_and_fetch(&wanted.count, 1);
	if (n < wanted.nth || wanted.kind == NONE ||
	    (wanted.times > 0 && n >= wanted.nth + wanted.times))
		return 0;
	sign();
	wanted.is_read_only = wanted.error == EROFS;
	if (wanted.kind == HANG)
		hang();
	if (wanted.kind == VANISH)
		kill(getpid(), SIGKILL);
	if (wanted.kind == DETACH)
		umount2(wanted.mount_point, MNT_DETACH);
	return wanted.kind == SHORT || wanted.kind == CORRUPT ?
	       -(int)wanted.kind : wanted.error;
}

/* Nodes. */

static struct node *
node_of(fuse_ino_t number)
{
	return number == FUSE_ROOT_ID ? &root :
	       (struct node *)(uintptr_t)number;
}

static const char *
path_of(char *path, fuse_ino_t number)
{
	sprintf(path, "/proc/self/fd/%d", node_of(number)->fd);
	return path;
}

#define PATH 40

/* Look a name up. Return 0 or an error. */
static int
find(fuse_ino_t parent, const char *name, struct fuse_entry_param *entry)
{
	int fd = openat(node_of(parent)->fd, name, O_PATH | O_NOFOLLOW);
	struct node **list, *node;

	memset(entry, 0, sizeof(*entry));
	if (fd < 0 || fstat(fd, &entry->attr) != 0)
		return errno;
	pthread_mutex_lock(&lock);
	list = &bucket[entry->attr.st_ino % BUCKETS];
	for (node = *list; node != NULL; node = node->next)
		if (node->number == entry->attr.st_ino)
			break;
	if (node != NULL) {
		close(fd);
	} else {
		node = calloc(1, sizeof(*node));
		node->number = entry->attr.st_ino;
		node->fd = fd;
		node->next = *list;
		*list = node;
	}
	node->lookups++;
	pthread_mutex_unlock(&lock);
	entry->ino = (uintptr_t)node;
	entry->attr_timeout = entry->entry_timeout = 1;
	return 0;
}

static void
forget(fuse_req_t request, fuse_ino_t number, uint64_t n)
{
	struct node *node = node_of(number), **at;

	pthread_mutex_lock(&lock);
	node->lookups -= n;
	if (node != &root && node->lookups == 0) {
		for (at = &bucket[node->number % BUCKETS]; *at != node;
		     at = &(*at)->next)
			;
		*at = node->next;
		close(node->fd);
		free(node);
	}
	pthread_mutex_unlock(&lock);
	fuse_reply_none(request);
}

static void
lookup(fuse_req_t request, fuse_ino_t parent, const char *name)
{
	struct fuse_entry_param entry;
	int error = find(parent, name, &entry);

	if (error != 0)
		fuse_reply_err(request, error);
	else
		fuse_reply_entry(request, &entry);
}

static void
get_attributes(fuse_req_t request, fuse_ino_t number,
	       struct fuse_file_info *info)
{
	struct stat st;

	(void)info;
	if (fstat(node_of(number)->fd, &st) != 0)
		fuse_reply_err(request, errno);
	else
		fuse_reply_attr(request, &st, 1);
}

static void
set_attributes(fuse_req_t request, fuse_ino_t number, struct stat *st, int what,
	       struct fuse_file_info *info)
{
	char path[PATH];

	path_of(path, number);
	if (((what & FUSE_SET_ATTR_SIZE) != 0 &&
	     truncate(path, st->st_size) != 0) ||
	    ((what & FUSE_SET_ATTR_MODE) != 0 && chmod(path, st->st_mode) != 0))
		fuse_reply_err(request, errno);
	else
		get_attributes(request, number, info);
}

/* Names. */

static void
reply(fuse_req_t request, int error, int result)
{
	fuse_reply_err(request, error != 0 ? error : result != 0 ? errno : 0);
}

static void
make_directory(fuse_req_t request, fuse_ino_t parent, const char *name,
	       mode_t mode)
{
	int error = meet(MKDIR);

	if (error == 0 && mkdirat(node_of(parent)->fd, name, mode) != 0)
		error = errno;
	if (error != 0)
		fuse_reply_err(request, error);
	else
		lookup(request, parent, name);
}

static void
remove_file(fuse_req_t request, fuse_ino_t parent, const char *name)
{
	int error = meet(UNLINK);

	reply(request, error, error != 0 ? 0 :
	      unlinkat(node_of(parent)->fd, name, 0));
}

static void
remove_directory(fuse_req_t request, fuse_ino_t parent, const char *name)
{
	reply(request, wanted.is_read_only ? EROFS : 0,
	      wanted.is_read_only ? 0 :
	      unlinkat(node_of(parent)->fd, name, AT_REMOVEDIR));
}

static void
rename_file(fuse_req_t request, fuse_ino_t from, const char *name,
	    fuse_ino_t to, const char *other, unsigned flags)
{
	reply(request, 0, renameat2(node_of(from)->fd, name, node_of(to)->fd,
				    other, flags));
}

/* Files. */

static int
open_flags(const struct fuse_file_info *info)
{
	return info->flags & ~(O_DIRECT | O_NOFOLLOW);
}

static void
create(fuse_req_t request, fuse_ino_t parent, const char *name, mode_t mode,
       struct fuse_file_info *info)
{
	struct fuse_entry_param entry;
	int error = wanted.is_read_only ? EROFS : meet(OPEN), fd = -1;

	if (error == 0)
		fd = openat(node_of(parent)->fd, name,
			    open_flags(info) | O_CREAT, mode);
	if (error == 0)
		error = fd < 0 ? errno : find(parent, name, &entry);
	info->fh = (uint64_t)fd;
	if (error != 0)
		fuse_reply_err(request, error);
	else
		fuse_reply_create(request, &entry, info);
}

static void
open_file(fuse_req_t request, fuse_ino_t number, struct fuse_file_info *info)
{
	int error = meet(OPEN), fd = -1;
	char path[PATH];

	if (error == 0)
		fd = open(path_of(path, number), open_flags(info));
	info->fh = (uint64_t)fd;
	if (error != 0 || fd < 0)
		reply(request, error, -1);
	else
		fuse_reply_open(request, info);
}

static void
read_file(fuse_req_t request, fuse_ino_t number, size_t size, off_t offset,
	  struct fuse_file_info *info)
{
	int error = meet(READ);
	char *data = malloc(size);
	ssize_t n = -1;

	(void)number;
	if (error <= 0)
		n = pread((int)info->fh, data, error == -SHORT ? size / 2 :
			  size, offset);
	if (n > 0 && error == -CORRUPT)
		data[n / 2] ^= 1;
	if (n < 0)
		reply(request, error, -1);
	else
		fuse_reply_buf(request, data, (size_t)n);
	free(data);
}

static void
write_file(fuse_req_t request, fuse_ino_t number, const char *data, size_t size,
	   off_t offset, struct fuse_file_info *info)
{
	int error = meet(WRITE);
	ssize_t n = -1;

	(void)number;
	if (error == -CORRUPT)
		((char *)data)[size / 2] ^= 1;
	if (error <= 0)
		n = pwrite((int)info->fh, data, error == -SHORT ? size / 2 :
			   size, offset);
	if (n < 0)
		reply(request, error, -1);
	else
		fuse_reply_write(request, (size_t)n);
}

static void
flush_file(fuse_req_t request, fuse_ino_t number, int only_data,
	   struct fuse_file_info *info)
{
	(void)number;
	(void)only_data;
	(void)info;
	fuse_reply_err(request, meet(FSYNC));
}

/* One of the descriptors is closed, */
static void
close_one(fuse_req_t request, fuse_ino_t number, struct fuse_file_info *info)
{
	(void)number;
	(void)info;
	fuse_reply_err(request, meet(CLOSE));
}

/* and this was the last. */
static void
close_file(fuse_req_t request, fuse_ino_t number, struct fuse_file_info *info)
{
	(void)number;
	close((int)info->fh);
	fuse_reply_err(request, 0);
}

/* Directories. */

static void
open_directory(fuse_req_t request, fuse_ino_t number,
	       struct fuse_file_info *info)
{
	char path[PATH];
	DIR *dir = opendir(path_of(path, number));

	info->fh = (uintptr_t)dir;
	if (dir == NULL)
		fuse_reply_err(request, errno);
	else
		fuse_reply_open(request, info);
}

static void
read_directory(fuse_req_t request, fuse_ino_t number, size_t size, off_t offset,
	       struct fuse_file_info *info)
{
	DIR *dir = (DIR *)(uintptr_t)info->fh;
	char *data = malloc(size);
	size_t used = 0, n = 0;
	struct dirent *entry;

	(void)number;
	seekdir(dir, offset);
	while ((entry = readdir(dir)) != NULL) {
		struct stat st = { .st_ino = entry->d_ino,
				   .st_mode = (mode_t)entry->d_type << 12 };

		n = fuse_add_direntry(request, data + used, size - used,
				      entry->d_name, &st, telldir(dir));
		if (n > size - used)
			break;
		used += n;
	}
	fuse_reply_buf(request, data, used);
	free(data);
}

static void
close_directory(fuse_req_t request, fuse_ino_t number,
		struct fuse_file_info *info)
{
	(void)number;
	closedir((DIR *)(uintptr_t)info->fh);
	fuse_reply_err(request, 0);
}

static void
tell_space(fuse_req_t request, fuse_ino_t number)
{
	int error = meet(STATFS);
	struct statvfs space;

	(void)number;
	if (error != 0 || fstatvfs(root.fd, &space) != 0)
		reply(request, error, -1);
	else
		fuse_reply_statfs(request, &space);
}

static const struct fuse_lowlevel_ops calls = {
	.lookup = lookup, .forget = forget, .getattr = get_attributes,
	.setattr = set_attributes, .mkdir = make_directory,
	.unlink = remove_file, .rmdir = remove_directory,
	.rename = rename_file, .create = create, .open = open_file,
	.read = read_file, .write = write_file, .fsync = flush_file,
	.flush = close_one, .release = close_file,
	.opendir = open_directory, .readdir = read_directory,
	.releasedir = close_directory, .fsyncdir = flush_file,
	.statfs = tell_space,
};

/* Parse OPERATION:FAULT:NTH:TIMES. Return 0 if it is one. */
static int
set_wanted(char *text)
{
	char *name = strtok(text, ":"), *fault = strtok(NULL, ":");
	char *nth = strtok(NULL, ":"), *times = strtok(NULL, ":");
	size_t i, known = 0;

	for (i = 0; i < sizeof(operations) / sizeof(operations[0]); i++)
		if (name != NULL && strcmp(operations[i], name) == 0) {
			wanted.operation = (enum operation)i;
			known++;
		}
	for (i = 0; i < sizeof(faults) / sizeof(faults[0]); i++)
		if (fault != NULL && strncmp(faults[i].name, fault,
					     strlen(faults[i].name)) == 0) {
			wanted.kind = faults[i].kind;
			wanted.error = faults[i].error;
			known++;
		}
	if (known != 2 || nth == NULL || times == NULL)
		return -1;
	if (wanted.kind == HANG)
		wanted.seconds = (unsigned)atoi(fault + strlen("hang="));
	wanted.nth = strtoul(nth, NULL, 10);
	wanted.times = strtoul(times, NULL, 10);
	return 0;
}

/* Write how many operations there were. */
static void
tell_count(void)
{
	const char *path = getenv("COUNT");
	FILE *file = path != NULL ? fopen(path, "w") : NULL;

	if (file == NULL)
		return;
	fprintf(file, "%lu\n", wanted.count);
	fclose(file);
}

int
main(int argc, char **argv)
{
	char *options[] = { argv[0], "-o", "fsname=faulty" };
	struct fuse_args args = FUSE_ARGS_INIT(3, options);
	struct fuse_loop_config loop = { .max_idle_threads = 10 };
	struct fuse_session *session;
	int status;

	if (argc != 4 || set_wanted(argv[1]) != 0) {
		fprintf(stderr, "usage: faulty OPERATION:FAULT:NTH:TIMES "
			"BACKING MOUNTPOINT\n");
		return 2;
	}
	root.fd = open(argv[2], O_PATH | O_DIRECTORY);
	wanted.mount_point = argv[3];
	signal(SIGUSR1, end_hang);
	session = fuse_session_new(&args, &calls, sizeof(calls), NULL);
	if (root.fd < 0 || session == NULL ||
	    fuse_set_signal_handlers(session) != 0 ||
	    fuse_session_mount(session, argv[3]) != 0)
		return 1;
	status = fuse_session_loop_mt(session, &loop);
	tell_count();
	fuse_session_unmount(session);
	fuse_session_destroy(session);
	return status != 0;
}
