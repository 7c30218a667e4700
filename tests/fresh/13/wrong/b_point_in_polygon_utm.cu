// fpcheck: winding <<<1, 32>>> px=[4500012.5,4500003.0,4500006.5,4500010.0] py=[5400010.0,5400002.5,5400005.0,5400008.5] vx=[4500000,4500020,4500013] vy=[5400000,5400016,5400019] wn=empty:4 n=4 m=3
// expect: error flipped predicate at line 8
// why: the orientation test multiplies absolute UTM coordinates in float: products near 2.4e13 have an ulp of 2e6, the sign is that of the rounding
// figure: computed wn = [1, 1, 0, 1] (fused), [0, 0, -1, 0] (unfused), MPFR [0, 1, 0, 1]
// Computational geometry: winding number of points about a polygon in projected coordinates (metres).
__device__ float orient(float ax, float ay, float bx, float by, float cx, float cy)
{
    return ax * by - ay * bx + bx * cy - by * cx + cx * ay - cy * ax;
}

__device__ int crossing(float ax, float ay, float bx, float by, float px, float py)
{
    float side = orient(ax, ay, bx, by, px, py);
    if (ay <= py)
        return by > py && side > 0.0f ? 1 : 0;
    return by <= py && side < 0.0f ? -1 : 0;
}

__global__ void winding(const float *px, const float *py, const float *vx, const float *vy, int *wn, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int w = 0;
    for (int k = 0; k < m; ++k)
    {
        int j = k + 1 < m ? k + 1 : 0;
        w += crossing(vx[k], vy[k], vx[j], vy[j], px[i], py[i]);
    }
    wn[i] = w;
}
