// fpcheck: classify <<<1, 64>>> line=@a_hull_line.npy points=@a_hull_points.npy side=empty:12 left=empty:1 n=12 want=[0,0,1,1,-1,0,0,1,-1,0,0,1] ref=side=want --tol bitwise
// expect: ok
// why: six products of 1e12 cancel to nothing in float, but a filter sends such cases to exact expansions (two-sum, two-product), so every sign is right
// figure: computed side[2] = 1, right 1 (exact, by rational arithmetic)
#include <cuda_runtime.h>

// Which side of a directed edge points lie on, decided exactly, for a hull of a part drawn far from its origin.

struct Point {
    float x, y;
};

// ------------------------------------------------------------------ error-free transforms

struct Pair {
    float high, low;
};

__device__ __forceinline__ Pair two_sum(float a, float b)
{
    Pair r;
    r.high = __fadd_rn(a, b);
    float bb = __fsub_rn(r.high, a);
    float aa = __fsub_rn(r.high, bb);
    r.low = __fadd_rn(__fsub_rn(a, aa), __fsub_rn(b, bb));
    return r;
}

__device__ __forceinline__ Pair two_product(float a, float b)
{
    Pair r;
    r.high = __fmul_rn(a, b);
    r.low = __fmaf_rn(a, b, -r.high);
    return r;
}

// ------------------------------------------------------------------ expansions
//
// A sum of floats that do not overlap, smallest first.

#define CAPACITY 16

struct Expansion {
    float part[CAPACITY];
    int length;
};

__device__ void grow(Expansion &e, float b)
{
    float q = b;
    int kept = 0;
    for (int i = 0; i < e.length; i++) {
        Pair r = two_sum(q, e.part[i]);
        if (r.low != 0.0f)
            e.part[kept++] = r.low;
        q = r.high;
    }
    if (q != 0.0f)
        e.part[kept++] = q;
    e.length = kept;
}

__device__ void add_product(Expansion &e, float a, float b)
{
    Pair p = two_product(a, b);
    grow(e, p.low);
    grow(e, p.high);
}

__device__ int sign_of(const Expansion &e)
{
    if (e.length == 0)
        return 0;
    float top = e.part[e.length - 1];
    return (top > 0.0f) - (top < 0.0f);
}

// ------------------------------------------------------------------ the predicate

__device__ int orientation_exact(Point a, Point b, Point c)
{
    Expansion e;
    e.length = 0;
    add_product(e, a.x, b.y);
    add_product(e, -a.y, b.x);
    add_product(e, b.x, c.y);
    add_product(e, -b.y, c.x);
    add_product(e, c.x, a.y);
    add_product(e, -c.y, a.x);
    return sign_of(e);
}

// Shewchuk's bound: (3 + 16 eps) eps, eps = 2^-24, rounded up.
#define FILTER 1.8e-7f

__device__ int orientation(Point a, Point b, Point c)
{
    float left = (a.x - c.x) * (b.y - c.y);
    float right = (a.y - c.y) * (b.x - c.x);
    float det = __fsub_rn(__fmul_rn(a.x - c.x, b.y - c.y), __fmul_rn(a.y - c.y, b.x - c.x));
    float bound = FILTER * (fabsf(left) + fabsf(right));
    if (det > bound)
        return 1;
    if (-det > bound)
        return -1;
    return orientation_exact(a, b, c);
}

// ------------------------------------------------------------------ the kernel

__device__ Point load(const float *xy, int i)
{
    return {xy[2 * i], xy[2 * i + 1]};
}

__global__ void classify(const float *line, const float *points, int *side, int *left, int n)
{
    __shared__ int count;
    if (threadIdx.x == 0)
        count = 0;
    __syncthreads();

    Point a = load(line, 0);
    Point b = load(line, 1);
    int i = threadIdx.x;
    int s = 0;
    if (i < n) {
        s = orientation(a, b, load(points, i));
        side[i] = s;
    }
    unsigned votes = __ballot_sync(0xffffffffu, s > 0);
    if ((threadIdx.x & 31) == 0)
        atomicAdd(&count, __popc(votes));
    __syncthreads();

    if (threadIdx.x == 0)
        left[0] = count;
}

// ------------------------------------------------------------------ convexity
//
// Whether a closed outline turns one way only; a vertex on a straight line counts as no turn.

__global__ void turns(const float *outline, int *convex, int n)
{
    __shared__ int lefts, rights;
    if (threadIdx.x == 0)
        lefts = rights = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        int s = orientation(load(outline, i), load(outline, (i + 1) % n), load(outline, (i + 2) % n));
        if (s > 0)
            atomicAdd(&lefts, 1);
        if (s < 0)
            atomicAdd(&rights, 1);
    }
    __syncthreads();
    if (threadIdx.x == 0)
        convex[0] = lefts == 0 || rights == 0;
}
