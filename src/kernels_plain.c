#define OF_PLAIN
#include "kernels.inc"
