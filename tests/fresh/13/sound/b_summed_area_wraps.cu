// fpcheck: window_mean <<<1, 32>>> image=[4000000000,1000000000,1500000000,700000000,900000000,1200000000,1300000000,1000000000,1100000000,500000000,2000000000,100000000] mean=empty:10 n=12
// expect: ok
// why: the running sums wrap around 2^32 several times; differences modulo 2^32 are exact as long as the sum of the window itself fits, and two halves of 32-bit numbers always do
// figure: computed mean[0] = 1250000000.0, MPFR 1250000000
// Computer vision: means of windows of two pixels by a summed area table in 32 bits (one line of it).
__global__ void window_mean(const unsigned *image, float *mean, int n)
{
    __shared__ unsigned sat[33];
    int lane = threadIdx.x;
    unsigned s = lane < n ? image[lane] >> 1 : 0u; // halves, so that two always fit
    for (int o = 1; o < 32; o <<= 1)
    {
        unsigned up = __shfl_up_sync(0xffffffffu, s, o);
        if (lane >= o)
            s += up;
    }
    if (lane == 0)
        sat[0] = 0u;
    sat[lane + 1] = s;
    __syncwarp();
    if (lane + 2 < n)
        mean[lane] = __uint2float_rn(sat[lane + 3] - sat[lane + 1]);
}
