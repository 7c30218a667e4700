// fpcheck: best_bid <<<1, 64>>> price=[101.12, 101.31, 101.27, 101.49, 101.05, 101.49, -5.0, 101.48, 101.01, 101.19] best=empty:1 who=empty:1 n=10 ref=best=max(price) --tol rtol=1e-6,atol=0
// expect: ok
// why: all 32 bits of the price are in the 64-bit key, in an order that holds for negative ones too, and the complement of the index lets the first of equals win
// figure: computed best = 101.489998, who = 3, MPFR 101.489998, who 3; error 0
// Best bid of an order book and who made it, by one atomicMax.
__device__ unsigned ordered(float x)
{
    unsigned u = __float_as_uint(x);
    return u & 0x80000000u ? ~u : u | 0x80000000u;
}

__global__ void best_bid(const float *price, float *best, int *who, int n)
{
    __shared__ unsigned long long top;
    if (threadIdx.x == 0)
        top = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        atomicMax(&top, (unsigned long long)ordered(price[i]) << 32 | (0xffffffffu - (unsigned)i));
    __syncthreads();
    if (threadIdx.x == 0) {
        int i = (int)(0xffffffffu - (unsigned)top);
        who[0] = i;
        best[0] = price[i];
    }
}
