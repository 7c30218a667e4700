// fpcheck: sides <<<1, 32>>> px=[48226.0,48226.0,48226.0,48269.5,48218.75,48214.5,48231.5,48233.25,48182.5,48240.50390625] py=[71839.375,71839.3828125,71839.3671875,71851.75,71837.3125,71855.25,71832.25,71841.4453125,71827.0,71843.5] side=empty:10 n=10 ax=48211.5 ay=71835.25 bx=48240.5 by=71843.5 want=[0,1,-1,0,0,1,-1,1,0,-1] ref=side=want --tol bitwise
// expect: ok
// why: the float determinant is noise near the line, but it decides only where it is above its error bound; else the sign comes from binary64, where differences and products of these floats are exact
// figure: all signs exact
struct Point {
    float x, y;
};

__device__ inline int sign(double v)
{
    return v > 0.0 ? 1 : v < 0.0 ? -1 : 0;
}

// Differences of 24-bit numbers of one size have at most 26 bits, so that their products fit into 53.
__device__ int exact_side(Point a, Point b, Point p)
{
    double left = ((double)b.x - (double)a.x) * ((double)p.y - (double)a.y);
    double right = ((double)b.y - (double)a.y) * ((double)p.x - (double)a.x);
    return left > right ? 1 : left < right ? -1 : 0;
}

__device__ int side_of(Point a, Point b, Point p)
{
    float left = (b.x - a.x) * (p.y - a.y);
    float right = (b.y - a.y) * (p.x - a.x);
    float det = left - right;
    float bound = 1e-6f * (fabsf(left) + fabsf(right));
    if (fabsf(det) > bound)
        return det > 0.0f ? 1 : -1;
    return exact_side(a, b, p);
}

__global__ void sides(const float *px, const float *py, int *side, int n, float ax, float ay, float bx, float by)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Point a = {ax, ay};
    Point b = {bx, by};
    Point p = {px[i], py[i]};
    side[i] = side_of(a, b, p);
}
