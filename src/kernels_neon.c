#define OF_NEON
#include "kernels.inc"
