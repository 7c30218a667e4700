// fpcheck: tide <<<1, 32>>> hour=[482136, 482137, 482138, 482139, 482140, 482141, 482142, 482143] level=empty:8 n=8
// expect: ok
// why: hours since 1970 times a speed is 1.4e7 degrees, but the speeds are integers of 1e-7 degrees, the product and the reduction to one turn are done in 64-bit integers
// figure: computed level[0] = 2.575761, MPFR 2.57576171, error 3.9e-07, tolerance about 5e-6
#include <cuda_runtime.h>

#define CONSTITUENTS 4
#define TURN 3600000000LL // 360 degrees in units of 1e-7

__constant__ int speed[CONSTITUENTS] = {289841042, 300000000, 284397295, 150410686};
__constant__ int lag[CONSTITUENTS] = {750000000, 1100000000, 500000000, 120000000};
__constant__ float amplitude[CONSTITUENTS] = {1.20f, 0.40f, 0.25f, 0.10f};

__global__ void tide(const int *hour, float *level, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float sum = 2.5f;
    for (int k = 0; k < CONSTITUENTS; k++) {
        long long phase = ((long long)speed[k] * hour[i] - lag[k]) % TURN;
        if (phase > TURN / 2)
            phase -= TURN;
        float half_turns = (float)phase * (1.0f / 1.8e9f);
        sum += amplitude[k] * cospif(half_turns);
    }
    level[i] = sum;
}
