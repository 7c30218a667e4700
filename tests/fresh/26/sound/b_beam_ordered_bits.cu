// fpcheck: best_beam <<<1, 32>>> logp=[-3.5,-1.25,-7.0,-0.5,-2.75,-9.125,-0.5,-1.0] best=empty:1 n=8 want=[3] ref=best=want --tol bitwise
// expect: ok
// why: float bits become an order by flipping all of a negative number's and the sign of a positive one's; the full 32 bits and the index stand in the key, so ties take the first
// figure: computed best = 3, right 3 (-0.5, the first of two): error 0
__device__ unsigned ordered(float v)
{
    unsigned u = __float_as_uint(v);
    return u ^ ((unsigned)((int)u >> 31) | 0x80000000u);
}

__global__ void best_beam(const float *logp, int *best, int n)
{
    unsigned lane = threadIdx.x;
    unsigned long long key = 0;
    if (lane < n)
        key = ((unsigned long long)ordered(logp[lane]) << 32) | (0xffffffffu - lane);
    for (int o = 16; o > 0; o >>= 1) {
        unsigned long long other = __shfl_xor_sync(0xffffffffu, key, o);
        key = other > key ? other : key;
    }
    if (lane == 0)
        best[0] = (int)(0xffffffffu - (unsigned)key);
}
