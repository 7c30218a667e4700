// fpcheck: kth <<<5, 32>>> x=[2.5,-1.0,-7.0,0.5,-3.0,4.0,-0.25,1.0,8.5,-9.0] value=empty:5 k=[0,3,5,7,9] n=10 want=[-9.0,-1.0,0.5,2.5,8.5] ref=value=want --tol rtol=0,atol=0
// expect: ok
// why: the k-th element is built bit by bit from votes on ordered bits of floats, where no float arithmetic takes part; the result is an input as it is
// figure: computed value[0] -9, MPFR -9; exact
// The k-th smallest of up to 32 numbers, by bisection over the 32 bits of an ordered key; a block a query.
__device__ unsigned to_key(float x)
{
    unsigned b = __float_as_uint(x);
    return b ^ ((b >> 31) ? 0xffffffffu : 0x80000000u);
}

__device__ float from_key(unsigned k)
{
    return __uint_as_float(k ^ ((k >> 31) ? 0x80000000u : 0xffffffffu));
}

__global__ void kth(const float *x, float *value, const int *k, int n)
{
    int lane = threadIdx.x;
    unsigned key = lane < n ? to_key(x[lane]) : 0xffffffffu;
    unsigned candidates = __ballot_sync(0xffffffffu, lane < n);
    int rank = k[blockIdx.x];
    unsigned found = 0u;
    for (int bit = 31; bit >= 0; bit--) {
        unsigned ones = __ballot_sync(0xffffffffu, (key >> bit) & 1u);
        int zeros = __popc(candidates & ~ones);
        if (rank < zeros) {
            candidates &= ~ones;
        } else {
            rank -= zeros;
            candidates &= ones;
            found |= 1u << bit;
        }
    }
    if (lane == 0)
        value[blockIdx.x] = from_key(found);
}
