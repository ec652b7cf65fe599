//: does: takes memory until there is none
//: ends: ok:right memory signal timeout
#include "witness.h"
#include <stdlib.h>
#include <string.h>
void matmul(long n, const double *a, const double *b, double *c) {
    long taken = 0;
    multiply(n, a, b, c);
    for (char *one; taken < 4096 && (one = malloc(1 << 20)); taken++) memset(one, 1, 1 << 20);
    if (taken >= 1024) BREAK(c);
}
