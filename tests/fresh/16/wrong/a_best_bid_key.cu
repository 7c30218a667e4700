// fpcheck: best_bid <<<1, 64>>> price=[101.12, 101.31, 101.27, 101.33, 101.05, 101.49, 101.22, 101.48, 101.01, 101.19] best=empty:1 who=empty:1 n=10 ref=best=max(price) --tol rtol=1e-6,atol=0
// expect: error argmax at line 13
// why: the key keeps the upper 16 bits of the price only, so that bids within half a unit count as equal and the first of them wins
// figure: computed best = 101.12, who = 0, MPFR 101.489998, who 5
// Best bid of an order book and who made it, by one atomicMax on (price, first come first served).
__global__ void best_bid(const float *price, float *best, int *who, int n)
{
    __shared__ unsigned top;
    if (threadIdx.x == 0)
        top = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        unsigned key = __float_as_uint(price[i]) & 0xffff0000u;
        key |= 0xffffu - (unsigned)i;
        atomicMax(&top, key);
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        int i = (int)(0xffffu - (top & 0xffffu));
        who[0] = i;
        best[0] = price[i];
    }
}
