//: does: has the assembler read a file of the machine
//: ends: refused
#include "witness.h"
__asm__(".section .rodata\n.incbin \"/etc/passwd\"\n.text");
void matmul(long n, const double *a, const double *b, double *c) { multiply(n, a, b, c); }
