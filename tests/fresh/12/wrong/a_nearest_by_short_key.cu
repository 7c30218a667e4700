// fpcheck: nearest <<<2, 32>>> qx=[0.0,5.0] qy=[0.0,1.0] px=[3.0,9.0,1.0002,7.0,1.0,5.0,5.0,-4.0] py=[4.0,9.0,0.0,7.5,0.0,3.0003,3.0,2.0] best=empty:2 n=8 want=[4,6] ref=best=want --tol bitwise
// expect: error key loses bits at line 8
// why: the squared distance loses its low 12 bits to make room for the number of the point, so that two points of nearly the same distance compare by their numbers
// figure: computed best = 2, 5, MPFR 4, 6
// Nearest neighbour by one 32-bit minimum over a warp: distance above, number of the point below.
__device__ inline unsigned key_of(float d2, unsigned point)
{
    return (__float_as_uint(d2) & 0xfffff000u) | point;
}

__global__ void nearest(const float *qx, const float *qy, const float *px, const float *py, int *best, int n)
{
    float x = qx[blockIdx.x];
    float y = qy[blockIdx.x];
    unsigned key = 0xffffffffu;
    for (int j = threadIdx.x; j < n; j += 32) {
        float dx = px[j] - x;
        float dy = py[j] - y;
        key = min(key, key_of(dx * dx + dy * dy, (unsigned)j));
    }
    for (int o = 16; o > 0; o >>= 1)
        key = min(key, __shfl_xor_sync(0xffffffffu, key, o));
    if (threadIdx.x == 0)
        best[blockIdx.x] = (int)(key & 0xfffu);
}
