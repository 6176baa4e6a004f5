#define OF_AVX512
#include "kernels.inc"
