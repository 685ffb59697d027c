/* For tests/shell/systems.sh: gcc's <stddef.h> asks for it on FreeBSD. */
