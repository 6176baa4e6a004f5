#include "kernels.h"

#if defined(OF_X86)
#include <emmintrin.h>
#define OF_SSE2
#define OF_NAME "sse2"
#define OF_KERNELS of_kernels_sse2
#include "kernels.inc"
#endif
