// fpcheck: side_of_boundary<<<1, 32>>> px=[500290.5,500150.0] py=[5400143.5,5400000.0] side=empty:2:i32 ax=500010.25 ay=5400020.5 bx=500310.75 by=5400170.5 n=2
// expect: error flipped geometric decision at line 8
// why: the determinant is expanded with UTM coordinates: products of 2.7e12 have an ulp of 262144, so the side of a point metres away is decided by rounding
// figure: computed side[0] = 1 (determinant 138721), MPFR side -1 (determinant -5076, 15.1 m off the line)
// On which side of a boundary between two corner stones a point lies: 1, 0 or -1.
__device__ float determinant(float ax, float ay, float bx, float by, float cx, float cy)
{
    return ax * by - ay * bx + bx * cy - by * cx + cx * ay - cy * ax;
}

__global__ void side_of_boundary(const float *px, const float *py, int *side, float ax, float ay, float bx, float by, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float d = determinant(ax, ay, bx, by, px[i], py[i]);
    side[i] = (d > 0.0f) - (d < 0.0f);
}
