//: does: jumps back into a call that is over
//: ends: signal before behind fixed ok:wrong ok:right timeout protocol runtime-error
#include "witness.h"
#include <setjmp.h>
static jmp_buf place;
static int calls;
void matmul(long n, const double *a, const double *b, double *c) {
    multiply(n, a, b, c);
    if (calls++ == 0) { if (setjmp(place)) return; } else longjmp(place, 1);
}
