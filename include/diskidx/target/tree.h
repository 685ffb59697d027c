/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Tree: many small files below the private directory. They keep their names, so
 * the maker of a tree removes it. target_close removes the trees of killed
 * workers, or the cleanup process if target_close is never called.
 *
 *   tree.CCCC/		one per copy
 *   dDDDDDDDD/		of TREE_FILES files each
 *   fFFFFFFFFFF	rFFFFFFFFFF after a rename
 *   diskidx-...	next to the trees, a file that is not yet unlinked
 *
 * The numbers are decimal and of fixed width, so that names sort as numbers do.
 * All calls use the descriptors of the directories; no link is followed, and no
 * name of another form is touched.
 */
#ifndef DISKIDX_TARGET_TREE_H
#define DISKIDX_TARGET_TREE_H

#include <dirent.h>
#include <stdbool.h>
#include <stdint.h>

#define TREE_FRESH "diskidx-"
#define TREE_FILES 100
#define TREE_NAME 16		/* room for any of the names */
#define TREE_COPIES 10000

struct tree {
	uint32_t n_directories;
	int *directory_fd;	/* each open; NULL: none */
};

/*
 * Make the tree of a copy with all directories that `files` need, but no file.
 * It needs one descriptor per directory. Return 0 or -errno; tree_close and
 * tree_remove follow in any case.
 */
int tree_make(struct tree *tree, int private_fd, unsigned copy,
	      uint32_t files);

/* Return the descriptor of the directory that the file belongs in. */
static inline int
tree_directory(const struct tree *tree, uint32_t file)
{
	return tree->directory_fd[file / TREE_FILES];
}

/* Write the file's name in its directory to `name` (TREE_NAME bytes). */
void tree_name(char *name, uint32_t file, bool is_renamed);

void tree_close(struct tree *tree);

/* Open a directory again to list it, because forked processes share the offset
 * of a descriptor. Return NULL with errno if that fails. */
DIR *tree_list(int directory_fd);

/* Return the next entry; NULL at the end, or with -errno in *error. */
struct dirent *tree_next(DIR *dir, int *error);

/* Remove the tree of a copy, or all names, where possible. Return 0, or -errno
 * if something is left. */
int tree_remove(int private_fd, unsigned copy);
int tree_remove_all(int private_fd);

#endif
