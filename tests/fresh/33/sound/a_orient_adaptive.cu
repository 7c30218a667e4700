// fpcheck: orient_sign <<<2, 64>>> tri=@a_near_collinear.npy side=empty:128:i32 exact_used=inout:zeros:1:i32 n=128 --ref 'side=@a_near_collinear_side.npy'
// expect: ok
// why: the sign of a cancelled difference for nearly collinear points, but a filter (Shewchuk's error bound) sends what binary32 cannot decide to products of TwoProduct summed without error
// figure: side: all 128 elements exactly as the reference
//
// Orientation of three points: +1 to the left, -1 to the right, 0 only where they are exactly on one line.

struct Point {
    float x, y;
};

// An exact sum of two floats: high + low.
struct Two {
    float high, low;
};

__device__ __forceinline__ Two two_sum(float a, float b)
{
    Two r;
    r.high = __fadd_rn(a, b);
    float bv = __fsub_rn(r.high, a);
    float av = __fsub_rn(r.high, bv);
    float br = __fsub_rn(b, bv);
    float ar = __fsub_rn(a, av);
    r.low = __fadd_rn(ar, br);
    return r;
}

__device__ __forceinline__ Two two_product(float a, float b)
{
    Two r;
    r.high = __fmul_rn(a, b);
    r.low = fmaf(a, b, -r.high);
    return r;
}

// Adds b to the expansion e of n parts, least first; zero parts may stay in it. The new length is n + 1.
__device__ int grow(float *e, int n, float b)
{
    float q = b;
    for (int i = 0; i < n; ++i) {
        Two s = two_sum(q, e[i]);
        e[i] = s.low;
        q = s.high;
    }
    e[n] = q;
    return n + 1;
}

// The sign of an expansion is that of its last part that is not zero.
__device__ int sign_of(const float *e, int n)
{
    for (int i = n - 1; i >= 0; --i) {
        if (e[i] > 0.0f)
            return 1;
        if (e[i] < 0.0f)
            return -1;
    }
    return 0;
}

__device__ int add_product(float *e, int n, float a, float b)
{
    Two p = two_product(a, b);
    n = grow(e, n, p.low);
    return grow(e, n, p.high);
}

// ax by - ay bx + bx cy - by cx + cx ay - cy ax, every product and every sum exact
__device__ int exact_side(Point a, Point b, Point c)
{
    float e[12];
    int n = 0;
    n = add_product(e, n, a.x, b.y);
    n = add_product(e, n, -a.y, b.x);
    n = add_product(e, n, b.x, c.y);
    n = add_product(e, n, -b.y, c.x);
    n = add_product(e, n, c.x, a.y);
    n = add_product(e, n, -c.y, a.x);
    return sign_of(e, n);
}

__device__ bool filtered_side(Point a, Point b, Point c, int &side)
{
    const float bound = 4.0e-7f; // above (3 + 16 u) u of binary32, twice
    float left = __fmul_rn(a.x - c.x, b.y - c.y);
    float right = __fmul_rn(a.y - c.y, b.x - c.x);
    float det = left - right;
    float limit = bound * (fabsf(left) + fabsf(right));
    side = (det > 0.0f) - (det < 0.0f);
    return fabsf(det) > limit;
}

__global__ void orient_sign(const Point *__restrict__ tri, int *__restrict__ side, int *__restrict__ exact_used, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Point a = tri[3 * i];
    Point b = tri[3 * i + 1];
    Point c = tri[3 * i + 2];
    int s;
    if (!filtered_side(a, b, c, s)) {
        s = exact_side(a, b, c);
        atomicAdd(exact_used, 1);
    }
    side[i] = s;
}
