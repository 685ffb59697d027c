/* For tests/shell/platforms.sh: the states of processors are in sys/resource.h. */
#include <sys/resource.h>
