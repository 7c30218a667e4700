// fpcheck: edge_side_fixed <<<1, 32>>> ax=-1000000000 ay=-1000000000 bx=1000000000 by=1000000000 px=const(786432):5 py=[786433,786431,786432,900000000,-900000000] side=empty:5 n=5 want=[1,-1,0,1,-1] ref=side=want
// expect: ok
// why: coordinates of 1e9 would overflow 32 bits in the differences and 64 bits nearly in the products; both are widened before, and 4e18 + 4e18 < 2^63
// figure: computed side 1 at one unit above the line, MPFR 1 (determinant 2e9)
// Which side of a mesh edge a sample lies on, in fixed-point world coordinates of at most 1e9.
__device__ long long determinant(int ax, int ay, int bx, int by, int px, int py)
{
    long long ux = (long long)bx - ax, uy = (long long)by - ay;
    long long vx = (long long)px - ax, vy = (long long)py - ay;
    return ux * vy - uy * vx;
}

__global__ void edge_side_fixed(int ax, int ay, int bx, int by, const int *px, const int *py, int *side, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    long long d = determinant(ax, ay, bx, by, px[i], py[i]);
    side[i] = d > 0 ? 1 : (d < 0 ? -1 : 0);
}
