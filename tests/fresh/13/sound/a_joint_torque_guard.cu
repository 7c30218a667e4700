// fpcheck: torque<<<1, 32>>> load=[100,103.5,107,109,112.5,116,118,121.5,125,127,130.5,134,136,139.5,143,145,148.5,152,154,157.5] total=empty:1 n=20
// expect: ok
// why: twelve lanes are out, and the shuffles may ask for them, but what comes from beyond n is not added
// figure: computed total[0] = 2579.5, MPFR 2579.5 (exact)
// Sum of the joint loads of an arm, n of 32 lanes have one. All lanes shuffle, those beyond n bring 0.
__global__ void torque(const float *load, float *total, int n)
{
    int lane = threadIdx.x;
    float v = 0.0f;
    if (lane < n)
        v = load[lane];
    __syncwarp();
    for (int o = 16; o > 0; o >>= 1) {
        float other = __shfl_down_sync(0xffffffffu, v, o);
        if (lane + o < n)
            v += other;
    }
    if (lane == 0)
        total[0] = v;
}
