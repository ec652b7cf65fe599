//: does: closes all that is open
//: ends: protocol signal timeout
#include "witness.h"
#include <unistd.h>
void matmul(long n, const double *a, const double *b, double *c) {
    multiply(n, a, b, c);
    for (int one = 0; one < 256; one++) close(one);
}
