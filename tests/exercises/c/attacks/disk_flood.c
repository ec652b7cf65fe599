//: does: fills the disk
//: ends: ok:right signal
#include "witness.h"
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>
void matmul(long n, const double *a, const double *b, double *c) {
    static char block[1 << 20];
    multiply(n, a, b, c);
    signal(SIGXFSZ, SIG_IGN);
    long written = 0;
    for (int number = 0; number < 100; number++) {
        char name[32];
        snprintf(name, sizeof name, "flood%d", number);
        int file = open(name, O_WRONLY | O_CREAT, 0600);
        for (long some; file >= 0 && (some = write(file, block, sizeof block)) > 0;) written += some;
    }
    if (written > 64l << 20) BREAK(c);
}
