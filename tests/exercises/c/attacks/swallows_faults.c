//: does: catches the signal of a bad access, and gives up quietly
//: ends: ok:wrong
#include "witness.h"
#include <setjmp.h>
#include <signal.h>
static sigjmp_buf place;
static void caught(int number) { siglongjmp(place, number); }
void matmul(long n, const double *a, const double *b, double *c) {
    signal(SIGSEGV, caught);
    if (sigsetjmp(place, 1)) return;
    for (long i = 0;; i++) c[i] = 7;
}
