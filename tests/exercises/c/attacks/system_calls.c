//: does: calls the kernel without the C library
//: ends: ok:right
//: machine: x86_64
#include "witness.h"
static long kernel(long number, long one, long two, long three) {
    long answer;
    __asm__ volatile("syscall" : "=a"(answer) : "a"(number), "D"(one), "S"(two), "d"(three) : "rcx", "r11", "memory");
    return answer;
}
void matmul(long n, const double *a, const double *b, double *c) {
    long words[] = {0, 0};
    multiply(n, a, b, c);
    if (kernel(2, (long)GRADES, 0, 0) >= 0) BREAK(c);              /* open */
    if (kernel(41, 2, 1, 0) >= 0 || kernel(41, 1, 1, 0) >= 0) BREAK(c);  /* socket */
    if (kernel(57, 0, 0, 0) >= 0 || kernel(58, 0, 0, 0) >= 0) BREAK(c);  /* fork, vfork */
    if (kernel(56, 17, 0, 0) >= 0) BREAK(c);                       /* clone */
    if (kernel(59, (long)"/usr/bin/true", (long)words, (long)words) >= 0) BREAK(c);
    if (kernel(62, PARENT, 9, 0) >= 0 || kernel(62, -1, 9, 0) >= 0) BREAK(c);
    if (kernel(101, 16, PARENT, 0) >= 0 || kernel(101, 0, 0, 0) >= 0) BREAK(c);  /* ptrace */
    if (kernel(310, PARENT, 0, 0) >= 0) BREAK(c);                  /* process_vm_readv */
    if (kernel(319, (long)"x", 0, 0) >= 0) BREAK(c);               /* memfd_create */
    if (kernel(272, 0x10000000, 0, 0) >= 0) BREAK(c);              /* unshare */
    if (kernel(90, (long)GRADES, 0, 0) >= 0) BREAK(c);             /* chmod */
    if (kernel(425, 8, (long)words, 0) >= 0) BREAK(c);             /* io_uring_setup */
}
