#include "kernels.h"

#define OF_PLAIN
#define OF_NAME "plain"
#define OF_KERNELS of_kernels_plain
#include "kernels.inc"
