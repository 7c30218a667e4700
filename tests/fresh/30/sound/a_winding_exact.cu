// fpcheck: winding <<<1, 64>>> poly=@a_winding_exact_poly.npy px=@a_winding_exact_px.npy py=@a_winding_exact_py.npy number=empty:48 corners=5 n=48 want=[1,1,1,0,1,0,1,1,0,1,1,0,1,1,1,0,0,1,0,0,0,0,0,0,1,1,0,1,1,1,0,0,1,0,1,0,0,0,1,0,0,1,0,0,0,1,0,0] ref=number=want --tol bitwise
// fpcheck+ tally <<<1, 32>>> inside=empty:1 n=48
// expect: ok
// why: the sign of a difference of float products next to an edge: a filter lets through only certain signs, the rest is decided by exact expansions (products of floats are exact in double, their sums by two-sum)
// figure: computed number[0]=1, MPFR 1 (exact, 2 different values)
// Winding numbers of points about a polygon, exact for float coordinates. The orientation of three points is the sign of
//   ax by - ay bx + bx cy - by cx + cx ay - cy ax
// of which every product is exact in double. A quick estimate in double decides nearly always; else the six products are
// added without error (Shewchuk, 1997).

#define TERMS 6

// An upper bound on the relative error of the estimate, with some to spare.
#define FILTER 1e-14

// Corners and points as they come from the map, in float.
struct point {
    float x, y;
};

static_assert(sizeof(point) == 8, "two floats");

__device__ __forceinline__ point make_point(float x, float y)
{
    point p;
    p.x = x;
    p.y = y;
    return p;
}

__device__ __forceinline__ void two_sum(double a, double b, double &s, double &e)
{
    s = __dadd_rn(a, b);
    const double z = __dsub_rn(s, a);
    e = __dadd_rn(__dsub_rn(a, __dsub_rn(s, z)), __dsub_rn(b, z));
}

// Adds v to the expansion h of n parts, smallest first; afterwards it has n + 1.
__device__ void grow(double *h, int n, double v)
{
    double q = v;
    for (int i = 0; i < n; i++) {
        double s, e;
        two_sum(q, h[i], s, e);
        h[i] = e;
        q = s;
    }
    h[n] = q;
}

__device__ __forceinline__ int sign_of(double v)
{
    return (v > 0.0) - (v < 0.0);
}

__device__ __forceinline__ double product(float a, float b)
{
    return __dmul_rn((double)a, (double)b);
}

__device__ void products(point a, point b, point c, double *t)
{
    t[0] = product(a.x, b.y);
    t[1] = -product(a.y, b.x);
    t[2] = product(b.x, c.y);
    t[3] = -product(b.y, c.x);
    t[4] = product(c.x, a.y);
    t[5] = -product(c.y, a.x);
}

__device__ int exact_sign(const double *t)
{
    double h[TERMS];
    for (int i = 0; i < TERMS; i++)
        grow(h, i, t[i]);
    // the largest part that is not zero has the sign of the sum
    for (int i = TERMS - 1; i >= 0; i--)
        if (h[i] != 0.0)
            return sign_of(h[i]);
    return 0;
}

__device__ int orientation(point a, point b, point c)
{
    double t[TERMS];
    products(a, b, c, t);
    double sum = 0.0;
    double size = 0.0;
    for (int i = 0; i < TERMS; i++) {
        sum += t[i];
        size += fabs(t[i]);
    }
    if (fabs(sum) > FILTER * size)
        return sign_of(sum);
    return exact_sign(t);
}

// +1 for an upward edge that passes p on the right, -1 for a downward one, else 0.
__device__ int crossing(point a, point b, point p)
{
    if (a.y <= p.y) {
        if (b.y > p.y && orientation(a, b, p) > 0)
            return 1;
    } else if (b.y <= p.y && orientation(a, b, p) < 0) {
        return -1;
    }
    return 0;
}

__device__ __forceinline__ point corner(const float *__restrict__ poly, int k)
{
    return make_point(poly[2 * k], poly[2 * k + 1]);
}

__global__ void winding(const float *__restrict__ poly, const float *__restrict__ px, const float *__restrict__ py, int *number, int corners, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const point p = make_point(px[i], py[i]);
    int w = 0;
    point a = corner(poly, corners - 1);
    for (int k = 0; k < corners; k++) {
        const point b = corner(poly, k);
        w += crossing(a, b, p);
        a = b;
    }
    number[i] = w;
}

// How many points are inside; one warp.
__global__ void tally(const int *__restrict__ number, int *inside, int n)
{
    int mine = 0;
    for (int i = threadIdx.x; i < n; i += 32)
        mine += number[i] != 0;
    for (int o = 16; o > 0; o >>= 1)
        mine += __shfl_down_sync(0xffffffffu, mine, o);
    if (threadIdx.x == 0)
        *inside = mine;
}

// Host side: classifies n points.
bool classify(const float *poly, const float *px, const float *py, int *number, int *inside, int corners, int n)
{
    const int threads = 64;
    winding<<<(n + threads - 1) / threads, threads>>>(poly, px, py, number, corners, n);
    tally<<<1, 32>>>(number, inside, n);
    return cudaGetLastError() == cudaSuccess;
}
