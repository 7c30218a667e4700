// fpcheck: row_spread <<<3, 32>>> counts=[41000,41200,40800,41100,40900,41300,40700,41000,41010,41190,40810,41090,40910,41290,40710,41005,9000,9100,8900,9050,8950,9200,8800,9000,9010,9090,8910,9060,8940,9190,8810,9005,100,110,90,105,95,120,80,100,101,109,91,106,94,119,81,100] spread=empty:3 want=[183.151395282018,112.001935669657,11.1997140030449] ref=spread=want --tol rtol=1e-3,atol=0
// expect: error overflow at line 22
// why: the squares of 16 bit counts are added in 32 bit integers: one square of 41000 is 1.7e9, two overflow; the negative variance is clamped to zero
// figure: computed spread[0] = 0, right 183.151
#define COLUMNS 16

__device__ int warp_sum(int x)
{
    for (int o = 16; o > 0; o >>= 1)
        x += __shfl_xor_sync(0xffffffffu, x, o);
    return x;
}

// Standard deviation of the raw counts of each row of a thermal camera.
__global__ void row_spread(const unsigned short *counts, float *spread)
{
    int lane = threadIdx.x;
    int row = blockIdx.x;
    int value = lane < COLUMNS ? counts[row * COLUMNS + lane] : 0;

    int sum = warp_sum(value);
    int squares = warp_sum(value * value);

    if (lane == 0) {
        double mean = (double)sum / COLUMNS;
        double variance = (double)squares / COLUMNS - mean * mean;
        spread[row] = (float)sqrt(fmax(variance, 0.0));
    }
}
