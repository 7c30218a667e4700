// fpcheck: widest_gap <<<1, 64>>> x=uniform(0,10):50 gap=empty:1 n=50
// expect: ok
__global__ void widest_gap(const float *x, float *gap, int n)
{
    __shared__ float best[2];
    int t = threadIdx.x;
    float mine = t < n - 1 ? fabsf(x[t + 1] - x[t]) : -__int_as_float(0x7f800000);
    for (int o = 16; o > 0; o >>= 1)
        mine = fmaxf(mine, __shfl_down_sync(~0u, mine, o));
    if ((t & 31) == 0)
        best[t >> 5] = mine;
    __syncthreads();
    if (t == 0)
        *gap = fmaxf(best[0], best[1]);
}
