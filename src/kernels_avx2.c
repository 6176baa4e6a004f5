#define OF_AVX2
#include "kernels.inc"
