// fpcheck: contains <<<1, 32>>> vx=[0,4000000,5000000,2000000,-1000000] vy=[0,1000000,4000000,6000000,3000000] x=[2000000,4000001,-999999,2000000,2000000,4999999] y=[3000000,1000000,3000000,500001,499999,4000000] inside=empty:6 corners=5 n=6 want=[1,0,1,1,0,1] ref=inside=want --tol rtol=0,atol=0.25
// expect: ok
// why: points a millimetre from an edge kilometres long: coordinates are integers, the determinant is formed in 64 bits and exact
// figure: computed [1, 0, 1, 1, 0, 1], MPFR the same: exact
// Which points (millimetres in a local grid) lie in a polygon, by the crossings of a ray to the east.
__device__ bool crosses(int ax, int ay, int bx, int by, int x, int y)
{
    if ((ay > y) == (by > y))
        return false;
    long long d = (long long)(bx - ax) * (y - ay) - (long long)(by - ay) * (x - ax);
    return by > ay ? d > 0 : d < 0;
}

__global__ void contains(const int *vx, const int *vy, const int *x, const int *y, int *inside, int corners, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int odd = 0;
    for (int k = 0; k < corners; k++) {
        int m = k + 1 < corners ? k + 1 : 0;
        odd ^= crosses(vx[k], vy[k], vx[m], vy[m], x[i], y[i]);
    }
    inside[i] = odd;
}
