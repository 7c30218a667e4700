// fpcheck: coverage <<<1, 32>>> px=[412004.75,412001.0,412010.0,412002.0,412004.5,412009.0] py=[5313.5,5311.25,5313.0,5317.0,5318.0,5318.5] inside=empty:6 n=6 ax=412000.25 ay=5310.5 bx=412010.5 by=5312.25 cx=412004.125 cy=5318.75 want=[1,1,0,0,1,0] ref=inside=want --tol bitwise
// expect: error flip at line 21
// why: the constant ax*by - ay*bx of an edge is a difference of products of 2e9, where binary32 steps by 128 to 256, so A*x + B*y + C carries an error of a hundred where the true values are tens: signs are those of rounding
// figure: computed [0, 0, 0, 0, 0, 0], MPFR [1, 1, 0, 0, 1, 0] (inside); edge values of one point ['79.0625', '-96.5', '273.5'], exact ['22.875', '29.40625', '25.5']
// Coverage of a triangle in map coordinates at given points, by the signs of its three edge functions (counter-clockwise).
struct Edge {
    float a, b, c;
};

__device__ Edge edge(float x0, float y0, float x1, float y1)
{
    Edge e;
    e.a = y0 - y1;
    e.b = x1 - x0;
    e.c = x0 * y1 - y0 * x1;
    return e;
}

__device__ bool left_of(Edge e, float x, float y)
{
    return e.a * x + e.b * y + e.c >= 0.0f;
}

__global__ void coverage(const float *px, const float *py, int *inside, int n, float ax, float ay, float bx, float by,
                         float cx, float cy)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Edge ab = edge(ax, ay, bx, by);
    Edge bc = edge(bx, by, cx, cy);
    Edge ca = edge(cx, cy, ax, ay);
    inside[i] = left_of(ab, px[i], py[i]) && left_of(bc, px[i], py[i]) && left_of(ca, px[i], py[i]);
}
