// fpcheck: morton <<<1, 32>>> p=[[0.1,0.2,0.3],[1.0,0.999999,0.0],[-0.5,2.0,0.5],[1e+20,-1e+20,0.25],[0.7,0.1,0.9],[0.33,0.66,0.99]] code=empty:6 n=6 want=[22713769,920350134,441001106,630343972,699997073,494260311] ref=code=want --tol bitwise
// expect: ok
// why: coordinates outside the box, even 1e20, go through a float to integer conversion: it is clamped before, in float
// figure: computed code[3]=630343972, MPFR 630343972 (exact)
// Morton codes of 30 bits for a bounding volume hierarchy; points outside the unit cube belong to its outermost cells.
__device__ __forceinline__ unsigned spread(unsigned v)
{
    v = (v * 0x00010001u) & 0xff0000ffu;
    v = (v * 0x00000101u) & 0x0f00f00fu;
    v = (v * 0x00000011u) & 0xc30c30c3u;
    v = (v * 0x00000005u) & 0x49249249u;
    return v;
}

__device__ __forceinline__ unsigned cell(float f)
{
    return (unsigned)fminf(fmaxf(f * 1024.0f, 0.0f), 1023.0f);
}

__global__ void morton(const float *p, unsigned *code, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const unsigned x = spread(cell(p[3 * i]));
    const unsigned y = spread(cell(p[3 * i + 1]));
    const unsigned z = spread(cell(p[3 * i + 2]));
    code[i] = (x << 2) | (y << 1) | z;
}
