// fpcheck: swap_edges<<<1, 32>>> x=[400100,400000,399900,400061,400100,400000,399900,400059,400100,400000,399900,400000,400100,400000,399900,400000,400100,400000,399900,400080,400100,400000,399900,399920] y=[300000,300100,300000,299920,300000,300100,300000,299920,300000,300100,300000,299901,300000,300100,300000,299899,300000,300100,300000,299939,300000,300100,300000,299941] swap=empty:6 quads=6 want=[0,1,1,0,0,1] --ref swap=want
// expect: ok
// why: decides by the sign of a determinant, but relative to the fourth corner every coordinate is a small integer and double holds every product exactly
// figure: computed swap [0, 1, 1, 0, 0, 1], MPFR [0, 1, 1, 0, 0, 1] (error 0)
// Delaunay edge flips on a metre grid, relative to the corner that is asked about.
struct Arm {
    double x, y, z;
};

__device__ Arm arm(float px, float py, float qx, float qy)
{
    double x = (double)px - qx, y = (double)py - qy;
    return {x, y, x * x + y * y};
}

__global__ void swap_edges(const float *x, const float *y, int *swap, int quads)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= quads)
        return;
    float dx = x[4 * i + 3], dy = y[4 * i + 3];
    Arm a = arm(x[4 * i], y[4 * i], dx, dy);
    Arm b = arm(x[4 * i + 1], y[4 * i + 1], dx, dy);
    Arm c = arm(x[4 * i + 2], y[4 * i + 2], dx, dy);
    double det = a.z * (b.x * c.y - c.x * b.y) - b.z * (a.x * c.y - c.x * a.y) + c.z * (a.x * b.y - b.x * a.y);
    swap[i] = det > 0.0;
}
