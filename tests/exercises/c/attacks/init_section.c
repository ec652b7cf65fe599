//: does: puts a function where the loader calls it, without the attribute
//: ends: load:signal
#include "witness.h"
#include <stdlib.h>
static void act(void) { _Exit(0); }
__attribute__((section(".init_array"), used)) static void (*hidden)(void) = act;
void matmul(long n, const double *a, const double *b, double *c) { multiply(n, a, b, c); }
