// fpcheck: tick_returns <<<1, 32>>> price=[100.000244140625,100.0,100.0001220703125,99.9998779296875,100.0,100.0003662109375,100.00048828125,100.0006103515625,100.000732421875,100.0010986328125,100.0009765625,100.0013427734375,100.001220703125,100.0009765625,100.000732421875,100.0009765625,100.000732421875,100.0010986328125,100.0009765625,100.0013427734375,100.0015869140625,100.00146484375,100.0015869140625,100.001953125,100.0023193359375,100.0020751953125,100.00244140625,100.002197265625,100.001953125,100.001708984375,100.001953125,100.002197265625,100.00244140625] r=empty:32 realised=empty:1 n=32 --ref r=@a_tick_returns_log1p_want.npy --tol rtol=2e-6,atol=0
// expect: ok
// why: the difference of neighbouring prices cancels almost all digits, but it is exact (Sterbenz), and log1p keeps it
// figure: computed r[0]=-2.4414032e-06, MPFR -2.4414033e-06 (relative error at most 7.4e-08, tolerance 2e-6)
// Log returns from tick to tick and their realised volatility.
__device__ __forceinline__ float log_return(float now, float before)
{
    return log1pf((now - before) / before);
}

__device__ float warp_sum(float v)
{
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}

__global__ void tick_returns(const float *price, float *r, float *realised, int n)
{
    const int i = threadIdx.x;
    float mine = 0.0f;
    if (i < n) {
        mine = log_return(price[i + 1], price[i]);
        r[i] = mine;
    }
    const float sum = warp_sum(mine * mine);
    if (i == 0)
        *realised = sqrtf(sum);
}
