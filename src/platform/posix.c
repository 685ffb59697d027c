/* What all platforms share. */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/statvfs.h>
#include <sys/types.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "diskidx/platform.h"
#include "diskidx/units.h"

#ifndef MAP_ANONYMOUS
#define MAP_ANONYMOUS MAP_ANON
#endif

/* Files are looked at in windows, so that the page map stays small. */
#define WINDOW (64 * MIB)

/* Not in POSIX, but in most systems' sysconf(3). */
static void
set_memory(struct facts *host)
{
#ifdef _SC_PHYS_PAGES
	long pages = sysconf(_SC_PHYS_PAGES);

	if (pages > 0)
		facts_set(host, "memory_bytes", "%llu",
			  (unsigned long long)pages *
			  (unsigned long long)sysconf(_SC_PAGESIZE));
#else
	(void)host;
#endif
}

void
platform_posix_host(struct facts *host)
{
	struct utsname name;
	long cpus = sysconf(_SC_NPROCESSORS_ONLN);

	if (uname(&name) == 0) {
		facts_set(host, "hostname", "%s", name.nodename);
		facts_set(host, "system", "%s", name.sysname);
		facts_set(host, "os", "%s %s %s", name.sysname, name.release,
			  name.version);
		facts_set(host, "machine", "%s", name.machine);
	}
	if (cpus > 0)
		facts_set(host, "cpus", "%ld", cpus);
	set_memory(host);
}

int
platform_space(const char *directory, uint64_t *size_bytes,
	       uint64_t *free_bytes)
{
	struct statvfs fs;

	if (statvfs(directory, &fs) != 0)
		return -errno;
	*size_bytes = (uint64_t)fs.f_blocks * fs.f_frsize;
	*free_bytes = (uint64_t)fs.f_bavail * fs.f_frsize;
	return 0;
}

int
platform_drop_cache(int fd, uint64_t size_bytes)
{
#if HAVE_POSIX_FADVISE
	return -posix_fadvise(fd, 0, (off_t)size_bytes, POSIX_FADV_DONTNEED);
#else
	(void)fd;
	(void)size_bytes;
	return -ENOTSUP;
#endif
}

#if HAVE_MINCORE
/* Resident bytes of one window, or -errno. */
static int64_t
window_resident(int fd, uint64_t offset, size_t size, long page,
		unsigned char *map)
{
	void *at = mmap(NULL, size, PROT_READ, MAP_SHARED, fd, (off_t)offset);
	size_t pages = (size + (size_t)page - 1) / (size_t)page, i;
	int64_t resident = 0;

	if (at == MAP_FAILED)
		return -errno;
	if (mincore(at, size, (void *)map) != 0)
		resident = -errno;
	else
		for (i = 0; i < pages; i++)
			resident += (map[i] & 1) * page;
	munmap(at, size);
	return resident;
}

int
platform_resident(int fd, uint64_t size_bytes, uint64_t *resident_bytes)
{
	long page = sysconf(_SC_PAGESIZE);
	unsigned char *map = malloc(WINDOW / (size_t)page);
	uint64_t offset, sum = 0;
	int64_t part = map == NULL ? -ENOMEM : 0;

	for (offset = 0; offset < size_bytes && part >= 0; offset += WINDOW) {
		uint64_t left = size_bytes - offset;

		part = window_resident(fd, offset,
				       left < WINDOW ? left : WINDOW, page,
				       map);
		if (part > 0)
			sum += (uint64_t)part;
	}
	free(map);
	*resident_bytes = sum < size_bytes ? sum : size_bytes;
	return part < 0 ? -ENOTSUP : 0;
}
#else
int
platform_resident(int fd, uint64_t size_bytes, uint64_t *resident_bytes)
{
	(void)fd;
	(void)size_bytes;
	(void)resident_bytes;
	return -ENOTSUP;
}
#endif

void *
platform_share(size_t size)
{
	void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE,
			    MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	return memory == MAP_FAILED ? NULL : memory;
}

void
platform_unshare(void *memory, size_t size)
{
	if (memory != NULL)
		munmap(memory, size);
}
