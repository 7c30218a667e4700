// fpcheck: best_bid <<<1, 64>>> bid=[10012.25,10012.3125,10012.4375,10012.4375,9999.0,10012.437] venue=empty:1 price=empty:1 n=6 want=[2] ref=venue=want --tol bitwise
// expect: ok
// why: price and venue share one key for an atomic maximum, but it has 64 bits: all of the price, then the inverted index, so that the first of equals wins
// figure: computed 2 at 10012.4375, MPFR 2 at 10012.4375: exact
__device__ inline unsigned long long key64(float price, unsigned index)
{
    return ((unsigned long long)__float_as_uint(price) << 32) | (unsigned)~index;
}

__global__ void best_bid(const float *bid, int *venue, float *price, int n)
{
    __shared__ unsigned long long top;
    if (threadIdx.x == 0)
        top = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        atomicMax(&top, key64(bid[i], (unsigned)i));
    __syncthreads();
    if (threadIdx.x == 0) {
        venue[0] = (int)~(unsigned)top;
        price[0] = __uint_as_float((unsigned)(top >> 32));
    }
}
