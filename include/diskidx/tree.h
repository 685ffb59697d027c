/*
 * Tree: many small files below the private directory. They have names while
 * they are there, so whoever makes a tree removes it; what a killed worker
 * left, target_close does, and the cleanup if there is nobody to call that.
 *
 *   tree.CCCC/		one a copy
 *   dDDDDDDDD/		of TREE_FILES files each
 *   fFFFFFFFFFF	rFFFFFFFFFF when it was renamed
 *
 * The numbers are decimal and of fixed width, so that the order of the names
 * is the order of the numbers. Everything goes through the descriptors of the
 * directories; no link is followed, and no name of another form is touched.
 */
#ifndef DISKIDX_TREE_H
#define DISKIDX_TREE_H

#include <stdbool.h>
#include <stdint.h>

#define TREE_FILES 100
#define TREE_NAME 16		/* room for any of the names */
#define TREE_COPIES 10000

struct tree {
	uint32_t n_directories;
	int *directory_fd;	/* each open; NULL: none */
};

/*
 * Makes the tree of a copy with all directories that so many files need, and
 * no file. 0 or -errno; tree_close and tree_remove follow in any case. A tree
 * takes a descriptor a directory.
 */
int tree_make(struct tree *tree, int private_fd, unsigned copy,
	      uint32_t files);

/* The directory's descriptor of the file of that number. */
static inline int
tree_directory(const struct tree *tree, uint32_t file)
{
	return tree->directory_fd[file / TREE_FILES];
}

/* The file's name in its directory, into `name` (TREE_NAME bytes). */
void tree_name(char *name, uint32_t file, bool is_renamed);

/* The directories, and what is in them, are on the disk. 0 or -errno. */
int tree_flush(const struct tree *tree);

void tree_close(struct tree *tree);

/* Removes the tree of a copy, of all copies, as far as that goes. */
void tree_remove(int private_fd, unsigned copy);
void tree_remove_all(int private_fd);

#endif
