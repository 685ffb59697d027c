/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Trees of small files. */
#include <config.h>

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "diskidx/base/error.h"
#include "diskidx/platform/platform.h"
#include "diskidx/target/tree.h"

#define DIRECTORY (O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)

/* The forms of names, from the tree's own down to the files'. */
enum { LEVEL_TREE, LEVEL_DIRECTORY, LEVEL_FILE };
static const struct level {
	const char *start, *other_start;
	unsigned digits;
} levels[] = {
	[LEVEL_TREE] = { "tree.", "tree.", 4 },
	[LEVEL_DIRECTORY] = { "d", "d", 8 },
	[LEVEL_FILE] = { "f", "r", 10 },
};

/* Write a name without printf, since files are named on the clock. */
static void
tree_set_name(char *name, int level, bool is_other, uint32_t number)
{
	const char *start = levels[level].start;
	unsigned digits = levels[level].digits;
	size_t length;

	if (is_other)
		start = levels[level].other_start;
	length = strlen(start);
	memcpy(name, start, length);
	name[length + digits] = '\0';
	for (unsigned i = digits; i > 0; i--, number /= 10)
		name[length + i - 1] = (char)('0' + number % 10);
}

void
tree_name(char *name, uint32_t file, bool is_renamed)
{
	tree_set_name(name, LEVEL_FILE, is_renamed, file);
}

static bool
tree_has_form(const char *name, const struct level *level)
{
	size_t length = strlen(level->start);

	return (strncmp(name, level->start, length) == 0 ||
		strncmp(name, level->other_start, length) == 0) &&
	       strlen(name) == length + level->digits &&
	       strspn(name + length, "0123456789") == level->digits;
}

DIR *
tree_list(int fd)
{
	int listing = openat(fd, ".", DIRECTORY);
	DIR *dir;

	if (listing < 0)
		return NULL;
	dir = fdopendir(listing);
	if (dir == NULL)
		close(listing);
	return dir;
}

struct dirent *
tree_next(DIR *dir, int *error)
{
	struct dirent *entry;

	errno = 0;
	entry = readdir(dir);
	if (entry == NULL && errno != 0)
		*error = -errno;
	return entry;
}

static int tree_remove_below(int fd, int level);

/* Remove an entry and all below it. Return 0 or -errno. */
static int
tree_remove_entry(int fd, const char *name, int level)
{
	int below, error;

	if (level == LEVEL_FILE)
		return or_errno(unlinkat(fd, name, 0));
	below = or_errno(openat(fd, name, DIRECTORY));
	error = below;
	if (below >= 0) {
		error = tree_remove_below(below, level + 1);
		close(below);
	}
	if (unlinkat(fd, name, AT_REMOVEDIR) == 0)
		return 0;
	return error != 0 ? error : -errno;
}

/*
 * Remove the entries of that level's form, and fresh files next to the trees. A
 * directory that changes while it is read may not show all its entries, so read
 * it until no entry is removed. A damaged one may list names that do not exist:
 * they are neither removed nor errors.
 */
static int
tree_remove_below(int fd, int level)
{
	DIR *dir = tree_list(fd);
	struct dirent *entry;
	bool some_went = true;
	int error = 0;

	if (dir == NULL)
		return -errno;
	while (some_went) {
		some_went = false;
		error = 0;
		while ((entry = tree_next(dir, &error)) != NULL) {
			bool is_fresh = level == LEVEL_TREE &&
					strncmp(entry->d_name, TREE_FRESH,
						strlen(TREE_FRESH)) == 0;
			int left;

			if (!is_fresh &&
			    !tree_has_form(entry->d_name, &levels[level]))
				continue;
			left = tree_remove_entry(fd, entry->d_name,
						 is_fresh ? LEVEL_FILE : level);
			if (left == 0)
				some_went = true;
			else if (left != -ENOENT)
				error = left;
		}
		rewinddir(dir);
	}
	closedir(dir);
	return error;
}

int
tree_remove(int private_fd, unsigned copy)
{
	char name[TREE_NAME];
	int error;

	tree_set_name(name, LEVEL_TREE, false, copy);
	error = tree_remove_entry(private_fd, name, LEVEL_TREE);
	return error == -ENOENT ? 0 : error;
}

int
tree_remove_all(int private_fd)
{
	return tree_remove_below(private_fd, LEVEL_TREE);
}

/* Make a directory and open it. Return a descriptor or -errno. */
static int
tree_make_directory(int fd, const char *name)
{
	if (mkdirat(fd, name, 0700) != 0)
		return -errno;
	return or_errno(openat(fd, name, DIRECTORY));
}

int
tree_make(struct tree *tree, int private_fd, unsigned copy, uint32_t files)
{
	uint32_t wanted = files / TREE_FILES + (files % TREE_FILES > 0);
	char name[TREE_NAME];
	int fd, made = 0;

	memset(tree, 0, sizeof(*tree));
	if (copy >= TREE_COPIES)
		return -EINVAL;
	tree->directory_fd = calloc(wanted + 1, sizeof(*tree->directory_fd));
	if (tree->directory_fd == NULL)
		return -ENOMEM;
	tree_set_name(name, LEVEL_TREE, false, copy);
	fd = tree_make_directory(private_fd, name);
	if (fd < 0)
		return fd;
	while (made >= 0 && tree->n_directories < wanted) {
		tree_set_name(name, LEVEL_DIRECTORY, false,
			      tree->n_directories);
		made = tree_make_directory(fd, name);
		if (made >= 0)
			tree->directory_fd[tree->n_directories++] = made;
	}
	close(fd);
	return made < 0 ? made : 0;
}

void
tree_close(struct tree *tree)
{
	for (uint32_t i = 0; i < tree->n_directories; i++)
		close(tree->directory_fd[i]);
	free(tree->directory_fd);
	memset(tree, 0, sizeof(*tree));
}
