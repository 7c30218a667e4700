// fpcheck: wall_sides <<<1, 32>>> ax=[9203.75,9675.125,8981.5,9489.6875,9549.3125,9095.25] ay=[7341.0,8755.5,9794.375,8972.9375,8181.8125,7875.9375] bx=[9219.375,9694.0,8989.8125,9517.0,9568.5,9130.125] by=[7361.6875,8786.4375,9819.5625,9005.75,8187.6875,7886.9375] px=[9213.125,9686.4375,8986.5,9506.0625,9560.8125,9116.1875] py=[7353.375,8774.0625,9809.5,8992.625,8185.3125,7882.5625] side=empty:6 n=6 want=[-1,1,-1,1,-1,1] ref=side=want --tol bitwise
// expect: ok
// why: almost collinear points: the differences are exact in double (and small), so are the products, and the last subtraction cannot change its sign
// figure: computed -0.5859375, MPFR -0.5859375: exact
__device__ inline double cross(double ux, double uy, double vx, double vy)
{
    return ux * vy - uy * vx;
}

__global__ void wall_sides(const float *ax, const float *ay, const float *bx, const float *by, const float *px,
                           const float *py, int *side, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double x = px[i], y = py[i];
    double d = cross((double)ax[i] - x, (double)ay[i] - y, (double)bx[i] - x, (double)by[i] - y);
    side[i] = d > 0.0 ? 1 : d < 0.0 ? -1 : 0;
}
