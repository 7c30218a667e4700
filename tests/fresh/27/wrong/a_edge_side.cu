// fpcheck: edge_side <<<1, 32>>> ax=41096.5 ay=40097.25 bx=48192.75 by=48193.5 px=[46950.1484375,48115.6328125,45538.14453125,46056.0625,45763.359375,43639.65625,41100.0,48000.0] py=[46775.79296875,48105.515625,45164.8125,45755.71484375,45421.765625,42998.7890625,48000.0,40100.0] side=empty:8 n=8 want=[1,1,1,1,1,1,1,0] ref=side=want
// expect: error flipped decision of a geometry predicate at line 19
// why: the determinant is expanded into products near 2e9, whose roundings of 64 are larger than the determinant: points come on the wrong side
// figure: computed determinant -196.0 (side 0) at (46950.1484375, 46775.79296875), MPFR 9.3798828125 (side 1)
// Which side of a mesh edge a sample lies on, in world coordinates.
__device__ float determinant(float ax, float ay, float bx, float by, float px, float py)
{
    float ab = ax * by - ay * bx;
    float bp = bx * py - by * px;
    float pa = px * ay - py * ax;
    return ab + bp + pa;
}

__global__ void edge_side(float ax, float ay, float bx, float by, const float *px, const float *py, int *side, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    side[i] = determinant(ax, ay, bx, by, px[i], py[i]) > 0.0f ? 1 : 0;
}
