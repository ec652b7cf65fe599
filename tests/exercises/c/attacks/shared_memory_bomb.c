//: does: takes memory that belongs to no process
//: ends: ok:right memory signal
#include "witness.h"
#include <string.h>
#include <sys/mman.h>
void matmul(long n, const double *a, const double *b, double *c) {
    multiply(n, a, b, c);
    for (int i = 0; i < 4096; i++) {
        char *one = mmap(0, 1 << 20, 3, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        if (one == MAP_FAILED) return;
        memset(one, 1, 1 << 20);
    }
    BREAK(c);
}
