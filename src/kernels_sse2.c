#define OF_SSE2
#include "kernels.inc"
