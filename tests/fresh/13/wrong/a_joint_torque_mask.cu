// fpcheck: torque<<<1, 32>>> load=[100,103.5,107,109,112.5,116,118,121.5,125,127,130.5,134,136,139.5,143,145,148.5,152,154,157.5] total=empty:1 n=20
// expect: error shuffle from lanes that are not in the mask at line 13
// why: lanes 20 to 31 skip the branch, but __shfl_down_sync over 16 and 8 reads them all the same: undefined values are summed
// figure: computed total[0] undefined, MPFR 2579.5
// Sum of the joint loads of an arm, n of 32 lanes have one.
__global__ void torque(const float *load, float *total, int n)
{
    int lane = threadIdx.x;
    if (lane < n) {
        unsigned mask = __activemask();
        float v = load[lane];
        for (int o = 16; o > 0; o >>= 1)
            v += __shfl_down_sync(mask, v, o);
        if (lane == 0)
            total[0] = v;
    }
}
