// Its only launch has no buffers and nobody waits for it: it is checked while the program ends.
#include <cstdio>

__global__ void say(float x) { printf("a third of %g is %.6f\n", x, x / 3); }

int main() { say<<<1, 1>>>(2.0f); }
