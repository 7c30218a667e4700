// fpcheck: side_of_boundary<<<1, 32>>> px=[500160.5,500160.53125,500160.46875,500200.0] py=[5400095.5,5400095.5,5400095.5,5400200.0] side=empty:4:i32 ax=500010.25 ay=5400020.5 bx=500310.75 by=5400170.5 n=4
// expect: ok
// why: a sign by exact comparison with zero: coordinates are floats, their differences fit binary64 exactly and the two products have at most 50 bits each
// figure: computed side = [0, -1, 1, 1], MPFR [0, -1, 1, 1] (exact)
// On which side of a boundary a point lies: 1 left, -1 right, 0 on it.
__device__ double cross(double ux, double uy, double vx, double vy)
{
    return __dsub_rn(__dmul_rn(ux, vy), __dmul_rn(uy, vx));
}

__global__ void side_of_boundary(const float *px, const float *py, int *side, float ax, float ay, float bx, float by, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double ux = (double)bx - (double)ax, uy = (double)by - (double)ay;
    double vx = (double)px[i] - (double)ax, vy = (double)py[i] - (double)ay;
    double d = cross(ux, uy, vx, vy);
    side[i] = (d > 0.0) - (d < 0.0);
}
