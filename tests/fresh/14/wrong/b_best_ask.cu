// fpcheck: best_ask <<<1, 32>>> ask=[10014.0,10012.4375,10013.25,10012.3125,10012.375,10020.5,10012.25,10015.0] best=empty:1 price=empty:1 n=8 want=[6] ref=best=want --tol bitwise
// expect: error arg-min key that loses bits at line 9
// why: the lane takes the place of the 8 low bits of the price: asks within 0.25 of each other tie, and the lowest lane wins
// figure: computed 1 at 10012.4375, MPFR 6 at 10012.25
// The venue with the lowest ask of a symbol: price and venue in one key, one warp a symbol.
__device__ inline unsigned key(float price, int venue)
{
    unsigned bits = __float_as_uint(price); // positive, so ordered as unsigned
    return (bits & 0xffffff00u) | (unsigned)venue;
}

__global__ void best_ask(const float *ask, int *best, float *price, int n)
{
    int lane = threadIdx.x;
    unsigned k = lane < n ? key(ask[lane], lane) : 0xffffffffu;
    unsigned lowest = __reduce_min_sync(0xffffffffu, k);
    if (lane == 0) {
        int venue = lowest & 0xff;
        best[0] = venue;
        price[0] = ask[venue];
    }
}
