// fpcheck: broad_phase <<<4, 64>>> x=uniform(0,10):64 y=uniform(0,10):64 r=uniform(0.05,0.2):64 touched=empty:4 n=64
// expect: error uninitialised shared memory at line 37
// why: the block flag that hits are ORed into is never set to zero
// figure: computed undefined, MPFR 0 or 1 by the overlaps
// Broad phase of a collision test: does any disc of the block's quarter overlap another disc?
struct disc {
    float x, y, r;
};

__device__ __forceinline__ bool overlap(disc a, disc b)
{
    const float dx = a.x - b.x;
    const float dy = a.y - b.y;
    const float reach = a.r + b.r;
    return dx * dx + dy * dy < reach * reach;
}

__global__ void broad_phase(const float *x, const float *y, const float *r, int *touched, int n)
{
    __shared__ unsigned hits;
    __shared__ disc discs[64];
    const int t = threadIdx.x;
    discs[t].x = x[t];
    discs[t].y = y[t];
    discs[t].r = r[t];
    __syncthreads();
    const int quarter = n / 4;
    const int first = blockIdx.x * quarter;
    for (int i = first; i < first + quarter; i++) {
        const bool hit = t != i && overlap(discs[t], discs[i]);
        const unsigned votes = __ballot_sync(0xffffffffu, hit);
        if ((t & 31) == 0 && votes != 0)
            atomicOr(&hits, votes);
    }
    __syncthreads();
    if (t == 0)
        touched[blockIdx.x] = hits != 0;
}
