/* For tests/shell/platforms.sh: CPU states are in sys/resource.h. */
#include <sys/resource.h>
