// fpcheck: vwap <<<1, 32>>> ticks=[99999,150000,87654,120001,65536,99998,143210,70001] quantity=[40000,35000,65000,20000,65536,50000,30001,61234] notional=empty:1 average=empty:1:f32 n=8 want=[35225241740] ref=notional=want --tol bitwise
// expect: ok
// why: products of ticks and quantities pass 2^31, but are widened before they are multiplied; 64-bit shuffles; the average is rounded once from double
// figure: computed 35225241740, right 35225241740; average 96041.5156, MPFR 96041.5129: half an ulp of float
// Volume-weighted average price of a symbol in ticks: one warp.
__device__ inline long long warp_sum(long long v)
{
    for (int d = 16; d > 0; d >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, d);
    return v;
}

__global__ void vwap(const int *ticks, const int *quantity, long long *notional, float *average, int n)
{
    int lane = threadIdx.x;
    long long money = 0, volume = 0;
    for (int i = lane; i < n; i += 32) {
        money += (long long)ticks[i] * quantity[i];
        volume += quantity[i];
    }
    money = warp_sum(money);
    volume = warp_sum(volume);
    if (lane == 0) {
        notional[0] = money;
        average[0] = (float)((double)money / (double)volume);
    }
}
