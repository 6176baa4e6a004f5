#include "kernels.h"

#if defined(OF_ARM64)
#include <arm_neon.h>
#define OF_NEON
#define OF_NAME "neon"
#define OF_KERNELS of_kernels_neon
#include "kernels.inc"
#endif
