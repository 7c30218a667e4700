// fpcheck: turns <<<1, 8>>> x=[9077.08398,9077.68652,9077.94727,9431.14648,9431.61523,9431.83887,9387.56543,9388.04102,9388.25781,9626.59473,9625.59766,9625.0791,9802.54004,9802.48242,9802.40723,9336.81934,9337.14062,9337.27148,9268.34668,9268.79102,9269.0459,9614.51855,9614.37598,9614.3418] y=[9213.12988,9213.29395,9213.37012,9143.76465,9142.99219,9142.60742,9528.11914,9529.03125,9529.50293,9263.44824,9264.39551,9264.84961,9526.64648,9527.19336,9527.4873,9081.76758,9082.63086,9083.0752,9667.58105,9667.01855,9666.75293,9738.06836,9738.58594,9738.80469] turn=empty:8 n=8 want=[1,-1,1,1,1,1,1,-1] --ref 'turn=want' --tol rtol=1e-7,atol=0
// expect: error flip at line 17
// why: the determinant is expanded in absolute coordinates near 9500: products of 9e7 with steps of 8 decide about areas below 1
// figure: turn[0] computed -1 (determinant -8), MPFR 1 (determinant 0.003119)
// Which way three consecutive vertices turn: 1 counter-clockwise, -1 clockwise, 0 on a line.
struct Point {
    float x, y;
};

__device__ inline float wedge(Point a, Point b)
{
    return a.x * b.y - b.x * a.y;
}

__device__ float twice_area(Point a, Point b, Point c)
{
    return wedge(a, b) + wedge(b, c) + wedge(c, a);
}

__device__ inline int sign(float v)
{
    return (v > 0.0f) - (v < 0.0f);
}

__global__ void turns(const float *x, const float *y, int *turn, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Point p[3];
    for (int k = 0; k < 3; k++)
        p[k] = {x[3 * i + k], y[3 * i + k]};
    turn[i] = sign(twice_area(p[0], p[1], p[2]));
}
