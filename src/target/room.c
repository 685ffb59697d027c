/* The space of a file system that others need, too; see target_check_room. */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "diskidx/amount.h"
#include "diskidx/platform.h"
#include "diskidx/target.h"
#include "diskidx/units.h"
#include "room.h"

#define KEEP_PART 20		/* of what is free, for others */
#define KEEP_BYTES GIB		/* at most */

int
room_probe(struct target *target, const char *directory)
{
	struct platform_space space;
	int fd = open(directory, O_RDONLY | O_DIRECTORY), error;

	if (fd < 0)
		return -errno;
	error = platform_space(fd, &space);
	close(fd);
	if (error != 0)
		return error;
	target->kept.free_bytes = amount_min(space.free_bytes / KEEP_PART,
					     KEEP_BYTES);
	if (space.free_files != UINT64_MAX)
		target->kept.free_files = space.free_files / KEEP_PART;
	facts_set(&target->facts, FACT_SIZE_BYTES, "%llu",
		  (unsigned long long)space.size_bytes);
	facts_set(&target->facts, FACT_FREE_BYTES, "%llu",
		  (unsigned long long)space.free_bytes);
	return 0;
}

/* Return true if `taken` of `left` would leave less than is kept. */
static bool
is_too_much(uint64_t taken, uint64_t left, uint64_t kept)
{
	return left < taken || left - taken < kept;
}

/* Some file systems tell of no inodes and make them nevertheless. */
int
target_check_room(const struct target *target, uint64_t bytes, uint64_t files,
		  uint64_t *grant, const char **what)
{
	const struct platform_space *kept = &target->kept;
	struct platform_space now;
	int error = platform_space(target->private_fd, &now);

	*what = NULL;
	if (error != 0)
		*what = "looking for free space";
	else if (is_too_much(bytes, now.free_bytes, kept->free_bytes))
		*what = "keeping space free for others";
	else if (kept->free_files > 0 &&
		 is_too_much(files, now.free_files, kept->free_files))
		*what = "keeping inodes free for others";
	if (error != 0)
		return error;
	if (*what != NULL)
		return -ENOSPC;
	if (grant != NULL)
		*grant = (now.free_bytes - kept->free_bytes) / 4;
	return 0;
}
