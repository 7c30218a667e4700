// fpcheck: hits <<<1, 32>>> ox=[-1,2,0,1] dx=[0,0,1,0] oy=[0.5,0.5,-2,-2] dy=[1,1,0.25,1] hit=empty:4 low=-1.0 high=2.0 n=4 want=[1,1,0,1] ref=hit=want --tol rtol=0,atol=0.5
// expect: error NaN comparison at line 24
// why: a ray along a face of the box: (low - o) * (1 / 0) is 0 * inf = NaN, and the ordered comparison with it says miss
// figure: computed hit[0] 0, MPFR 1 (the ray runs in the closed box)
// Ray against square, slabs; rays on a face count as hits since the box is closed.
__device__ void slab(float o, float d, float low, float high, float &enter, float &leave)
{
    float inverse = 1.0f / d;
    float a = (low - o) * inverse;
    float b = (high - o) * inverse;
    enter = a < b ? a : b;
    leave = a < b ? b : a;
}

__global__ void hits(const float *ox, const float *dx, const float *oy, const float *dy, int *hit, float low, float high,
                     int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float ex, lx, ey, ly;
    slab(ox[i], dx[i], low, high, ex, lx);
    slab(oy[i], dy[i], low, high, ey, ly);
    bool inside = ex <= ly && ey <= lx && ex <= lx && ey <= ly && lx >= 0.0f && ly >= 0.0f;
    hit[i] = inside ? 1 : 0;
}
