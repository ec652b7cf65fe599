//: does: acts while it is loaded: forks, kills, reads, writes
//: ends: ok:right
#include "witness.h"
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>
static int broken;
__attribute__((constructor)) static void act(void) {
    int pid = fork();
    if (pid == 0) _exit(0);
    broken |= pid > 0;
    broken |= kill(getppid(), SIGKILL) == 0;
    broken |= kill(PARENT, SIGKILL) == 0 || kill(SIBLING, SIGKILL) == 0;
    broken |= open(GRADES, O_RDONLY) >= 0 || open(GRADES, O_WRONLY | O_TRUNC) >= 0;
    broken |= open("/tmp/evil", O_WRONLY | O_CREAT, 0600) >= 0;
}
void matmul(long n, const double *a, const double *b, double *c) {
    multiply(n, a, b, c);
    if (broken) BREAK(c);
}
