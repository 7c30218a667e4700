// fpcheck: coverage <<<1, 32>>> px=[105473024,105472256,105474560,105472512,105473024,105474304,105473280] py=[1360128,1359616,1360128,1360384,1361408,1361408,1359616] inside=empty:7 n=7 ax=105472000 ay=1359360 bx=105474560 by=1359872 cx=105473024 cy=1361408 want=[1,1,0,1,1,0,1] ref=inside=want --tol bitwise
// expect: ok
// why: edge coefficients ax*by - ay*bx cancel heavily at map coordinates and points lie exactly on edges; all is in 64 bit integers of 1/256 pixel, where products (2^27 * 2^21) are exact
// figure: computed signs exact, tolerance 0
// Coverage of a counter-clockwise triangle in map coordinates (24.8 fixed point) by the signs of its edge functions.
struct Edge {
    long long a, b, c;
};

__device__ Edge edge(int x0, int y0, int x1, int y1)
{
    Edge e;
    e.a = (long long)y0 - y1;
    e.b = (long long)x1 - x0;
    e.c = (long long)x0 * y1 - (long long)y0 * x1;
    return e;
}

__device__ bool left_of(Edge e, int x, int y)
{
    return e.a * x + e.b * y + e.c >= 0;
}

__global__ void coverage(const int *px, const int *py, int *inside, int n, int ax, int ay, int bx, int by, int cx, int cy)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Edge ab = edge(ax, ay, bx, by);
    Edge bc = edge(bx, by, cx, cy);
    Edge ca = edge(cx, cy, ax, ay);
    inside[i] = left_of(ab, px[i], py[i]) && left_of(bc, px[i], py[i]) && left_of(ca, px[i], py[i]);
}
