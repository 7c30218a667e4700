// fpcheck: sides <<<1, 32>>> px=[4096.0,4096.015625,4096.03125,4096.046875,4096.0625,4096.078125,4096.09375,4096.109375,4096.125,4096.140625,4096.15625,4096.1875,4096.203125,4096.21875,4096.234375,4096.25] py=[8192.0,8192.015625,8192.03125,8192.046875,8192.046875,8192.09375,8192.09375,8192.125,8192.125,8192.125,8192.171875,8192.1875,8192.203125,8192.203125,8192.25,8192.25] side=empty:16 n=16 want=[0,0,0,0,-1,1,0,1,0,-1,1,0,0,-1,1,0] ref=side=want --tol rtol=0,atol=0.5
// expect: ok
// why: collinear points near (4096, 8192) make the sign hang on the last bit, but differences of floats and their products are exact in double, so the comparison is exact
// figure: computed side[4] -1 from -1/4096 * 16 exactly, MPFR -1
// On which side of the line from the first to the last point each point lies.
__device__ int side_of(double ux, double uy, double vx, double vy)
{
    double left = ux * vy;  // 25 + 25 bits
    double right = uy * vx;
    return left > right ? 1 : left < right ? -1 : 0;
}

__global__ void sides(const float *px, const float *py, int *side, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    double ox = px[0], oy = py[0];
    double ux = (double)px[n - 1] - ox, uy = (double)py[n - 1] - oy;
    double vx = (double)px[i] - ox, vy = (double)py[i] - oy;
    side[i] = side_of(ux, uy, vx, vy);
}
