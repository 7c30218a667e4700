// fpcheck: visible_edges <<<1, 64>>> hx=[0,4000000,8000000,8000001,4000000,1] hy=[0,1,3,8000000,8000003,7999999] px=[4000000,4000001,-5,8000003,16000000,3999999,0] py=[0,1,4000000,4000001,6,2,-1] visible=empty:7 slack=empty:7 m=6 n=7
// expect: ok
// why: orientations of nearly collinear points with float products that cancel; the float value decides only where it is larger than its error bound, else exact 64-bit integers do
// figure: computed visible = [2, 2, 1, 1, 2, 0, 1], MPFR [2, 2, 1, 1, 2, 0, 1] (exact integers)
// Computational geometry: how many edges of a convex polygon a point sees, integer coordinates below 2^24.

// ---- points -------------------------------------------------------------

struct Point
{
    int x;
    int y;
};

__device__ __forceinline__ Point point_at(const int *x, const int *y, int i)
{
    Point p;
    p.x = x[i];
    p.y = y[i];
    return p;
}

__device__ __forceinline__ Point minus(const Point &a, const Point &b)
{
    Point d;
    d.x = a.x - b.x;
    d.y = a.y - b.y;
    return d;
}

// ---- the predicate ------------------------------------------------------

struct Estimate
{
    float value;
    float bound;

    __device__ bool certain() const
    {
        return fabsf(value) > bound;
    }
};

// Both products are rounded, so is their difference, and so are differences above 2^24:
// 2^-24 times 8 times the sum of the magnitudes is more than all of it.
__device__ __forceinline__ Estimate estimate(const Point &u, const Point &v)
{
    float left = __fmul_rn((float)u.x, (float)v.y);
    float right = __fmul_rn((float)u.y, (float)v.x);
    Estimate e;
    e.value = __fsub_rn(left, right);
    e.bound = 4.76837158203125e-7f * (fabsf(left) + fabsf(right));
    return e;
}

__device__ __forceinline__ long long exact(const Point &u, const Point &v)
{
    return (long long)u.x * v.y - (long long)u.y * v.x;
}

__device__ __forceinline__ int sign_of(long long v)
{
    return (v > 0) - (v < 0);
}

// +1: c is left of a -> b, -1: right, 0: on the line
__device__ int orientation(const Point &a, const Point &b, const Point &c)
{
    Point u = minus(b, a);
    Point v = minus(c, a);
    Estimate e = estimate(u, v);
    if (e.certain())
        return e.value > 0.0f ? 1 : -1;
    return sign_of(exact(u, v));
}

// ---- the polygon --------------------------------------------------------

struct Polygon
{
    const int *x;
    const int *y;
    int m;

    __device__ Point corner(int k) const
    {
        return point_at(x, y, k);
    }

    __device__ int next(int k) const
    {
        return k + 1 < m ? k + 1 : 0;
    }

    // corners run counter-clockwise: an edge is seen from its right side
    __device__ bool sees(const Point &p, int k) const
    {
        return orientation(corner(k), corner(next(k)), p) < 0;
    }

    __device__ bool touches(const Point &p, int k) const
    {
        return orientation(corner(k), corner(next(k)), p) == 0;
    }
};

__global__ void visible_edges(const int *hx, const int *hy, const int *px, const int *py,
                              int *visible, int *slack, int m, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;

    Polygon hull;
    hull.x = hx;
    hull.y = hy;
    hull.m = m;

    Point p = point_at(px, py, i);
    int seen = 0;
    int on = 0;
    for (int k = 0; k < m; ++k)
    {
        seen += hull.sees(p, k) ? 1 : 0;
        on += hull.touches(p, k) ? 1 : 0;
    }
    visible[i] = seen;
    slack[i] = on;
}

// ---- not part of the case: extreme corners -------------------------------

__device__ long long along(const Point &p, const Point &direction)
{
    return (long long)p.x * direction.x + (long long)p.y * direction.y;
}

__global__ void extreme(const int *hx, const int *hy, const int *dx, const int *dy, int *corner, int m, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Point d = point_at(dx, dy, i);
    int best = 0;
    long long most = along(point_at(hx, hy, 0), d);
    for (int k = 1; k < m; ++k)
    {
        long long v = along(point_at(hx, hy, k), d);
        if (v > most)
        {
            most = v;
            best = k;
        }
    }
    corner[i] = best;
}
