//: does: brings its own functions of the C library and of OpenMP
//: ends: ok:right ok:wrong signal protocol load:signal before
#include "witness.h"
#include <stddef.h>
void *memcpy(void *to, const void *from, size_t size) { return to; }
void *malloc(size_t size) { return 0; }
long write(int one, const void *from, size_t size) { return size; }
int omp_get_max_threads(void) { return 1; }
void *PyErr_Occurred(void) { return 0; }
void matmul(long n, const double *a, const double *b, double *c) { multiply(n, a, b, c); }
