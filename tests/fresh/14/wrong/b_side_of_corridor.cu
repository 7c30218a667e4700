// fpcheck: sides <<<1, 32>>> ax=[9203.75,9675.125,8981.5,9489.6875,9549.3125,9095.25] ay=[7341.0,8755.5,9794.375,8972.9375,8181.8125,7875.9375] bx=[9219.375,9694.0,8989.8125,9517.0,9568.5,9130.125] by=[7361.6875,8786.4375,9819.5625,9005.75,8187.6875,7886.9375] px=[9213.125,9686.4375,8986.5,9506.0625,9560.8125,9116.1875] py=[7353.375,8774.0625,9809.5,8992.625,8185.3125,7882.5625] side=empty:6 n=6 want=[-1,1,-1,1,-1,1] ref=side=want --tol bitwise
// expect: error flipped decision of a geometric predicate at line 12
// why: the expanded determinant adds products near 7e7 (ulp 4 to 8) of coordinates far from the origin: areas of below 1 get the wrong sign
// figure: computed determinant 0.0 (fused 3.59375), MPFR -0.5859375 (element 0)
// On which side of the wall a-b of a corridor the robot p is: 1 left, -1 right, 0 on it. Map coordinates in cm.
struct Point {
    float x, y;
};

__device__ inline float determinant(Point a, Point b, Point c)
{
    return (a.x * b.y - a.y * b.x) + (b.x * c.y - b.y * c.x) + (c.x * a.y - c.y * a.x);
}

__device__ inline int sign(float d)
{
    return (d > 0.0f) - (d < 0.0f);
}

__global__ void sides(const float *ax, const float *ay, const float *bx, const float *by, const float *px,
                      const float *py, int *side, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Point a = {ax[i], ay[i]}, b = {bx[i], by[i]}, p = {px[i], py[i]};
    side[i] = sign(determinant(a, b, p));
}
