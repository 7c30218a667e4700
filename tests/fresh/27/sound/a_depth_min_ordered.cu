// fpcheck: depth_min_ordered <<<1, 32>>> z=[-1.0,-3.0,-2.0,0.5] cell=inout:[4294967295] nearest=empty:1 n=4 want=[-3.0] ref=nearest=want --tol bitwise
// expect: ok
// why: the minimum of floats of both signs by an unsigned atomicMin on their bits: the bits are mapped so that the order holds, and mapped back after a barrier
// figure: computed -3, MPFR -3
// The least signed depth of a batch of fragments (view space, the camera may stand inside).
__device__ unsigned encode(float x)
{
    int b = __float_as_int(x);
    return (unsigned)(b ^ ((b >> 31) | 0x80000000));
}

__device__ float decode(unsigned u)
{
    return __uint_as_float((u & 0x80000000u) ? u ^ 0x80000000u : ~u);
}

__global__ void depth_min_ordered(const float *z, unsigned *cell, float *nearest, int n)
{
    int i = threadIdx.x;
    if (i < n)
        atomicMin(cell, encode(z[i]));
    __syncthreads();
    if (i == 0)
        nearest[0] = decode(*cell);
}
