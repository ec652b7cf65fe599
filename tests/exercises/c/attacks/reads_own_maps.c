//: does: reads which libraries its process has, and looks for BLAS among them
//: ends: ok:right
#include "witness.h"
#include <stdio.h>
#include <string.h>
void matmul(long n, const double *a, const double *b, double *c) {
    char line[8192];
    FILE *maps = fopen("/proc/self/maps", "r");
    multiply(n, a, b, c);
    while (maps && fgets(line, sizeof line, maps))
        if (strstr(line, "blas") || strstr(line, "numpy") || strstr(line, "mkl") || strstr(line, "lapack")) BREAK(c);
}
