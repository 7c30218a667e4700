// fpcheck: antenna_power <<<3, 32>>> x=ones:3x100 power=empty:3 n=100 --ref power=sum(x*x,1) --tol rtol=1e-5,atol=0
// expect: error mismatch at line 8
// why: the width of the shuffle is 16, so that lane 0 has the sum of the first half of the warp only
// figure: computed power[0] = 52 (lanes 0 to 15 have 4 elements where lane < 4, else 3), MPFR 100
__device__ float warp_sum(float v)
{
    for (int offset = 16; offset > 0; offset >>= 1)
        v += __shfl_down_sync(0xffffffffu, v, offset, 16);
    return v;
}

// Power that the elements of an array receive: one warp an array.
__global__ void antenna_power(const float *x, float *power, int n)
{
    const float *mine = x + blockIdx.x * n;
    float sum = 0.0f;
    for (int i = threadIdx.x; i < n; i += 32)
        sum += mine[i] * mine[i];
    sum = warp_sum(sum);
    if (threadIdx.x == 0)
        power[blockIdx.x] = sum;
}
