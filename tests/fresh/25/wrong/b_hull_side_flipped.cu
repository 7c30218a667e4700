// fpcheck: split <<<1, 32>>> px=[4096.0,4096.015625,4096.03125,4096.046875,4096.0625,4096.078125,4096.09375,4096.109375,4096.125,4096.140625,4096.15625,4096.1875,4096.203125,4096.21875,4096.234375,4096.25] py=[8192.0,8192.015625,8192.03125,8192.046875,8192.046875,8192.09375,8192.09375,8192.125,8192.125,8192.125,8192.171875,8192.1875,8192.203125,8192.203125,8192.25,8192.25] side=empty:16 height=empty:16 above=empty:1 farthest=empty:1 n=16 want=[0,0,0,0,-1,1,0,1,0,-1,1,0,0,-1,1,0] ref=side=want --tol rtol=0,atol=0.5
// expect: error flipped decision at line 31
// why: the orientation is a sum of products of absolute coordinates near 3e7, whose ulp is 2 and more, while the true determinant is a few thousandths: its sign is noise
// figure: computed side[4] 0, MPFR -1
#include <cuda_runtime.h>

// First step of quickhull: on which side of the line through the leftmost and the rightmost point each point lies, the
// number above it, and the farthest one above. One warp, at most 32 points, sorted by x. Map coordinates in metres.

#define FULL 0xffffffffu

struct Point {
    float x, y;
};

struct Best {
    float height;
    int index;
};

// ---------------------------------------------------------------- geometry

__device__ inline float cross(Point a, Point b)
{
    return __fsub_rn(__fmul_rn(a.x, b.y), __fmul_rn(a.y, b.x));
}

// Twice the signed area of a triangle: positive where c lies left of the line from a to b.
__device__ inline float orientation(Point a, Point b, Point c)
{
    return cross(a, b) + cross(b, c) + cross(c, a);
}

__device__ inline int sign_of(float x)
{
    return x > 0.0f ? 1 : x < 0.0f ? -1 : 0;
}

__device__ inline float distance(Point a, Point b)
{
    float dx = b.x - a.x;
    float dy = b.y - a.y;
    return sqrtf(dx * dx + dy * dy);
}

// ---------------------------------------------------------------- loading

__device__ inline Point load(const float *px, const float *py, int i)
{
    Point p;
    p.x = px[i];
    p.y = py[i];
    return p;
}

__device__ inline Point of_lane(Point p, int lane)
{
    Point r;
    r.x = __shfl_sync(FULL, p.x, lane);
    r.y = __shfl_sync(FULL, p.y, lane);
    return r;
}

// ---------------------------------------------------------------- the farthest one

__device__ inline Best better(Best a, Best b)
{
    if (b.height > a.height)
        return b;
    if (b.height == a.height && b.index < a.index)
        return b;
    return a;
}

__device__ inline Best warp_best(Best mine)
{
#pragma unroll
    for (int o = 16; o > 0; o >>= 1) {
        Best other;
        other.height = __shfl_xor_sync(FULL, mine.height, o);
        other.index = __shfl_xor_sync(FULL, mine.index, o);
        mine = better(mine, other);
    }
    return mine;
}

// ---------------------------------------------------------------- the kernel
//
//   1. the lanes load their points; lanes beyond the last repeat it
//   2. the ends of the line
//   3. side and height
//   4. count and farthest

__global__ void split(const float *px, const float *py, int *side, float *height, int *above, int *farthest, int n)
{
    int lane = threadIdx.x;
    bool in = lane < n;

    // 1
    Point mine = load(px, py, in ? lane : n - 1);

    // 2
    Point left = of_lane(mine, 0);
    Point right = of_lane(mine, n - 1);
    float base = distance(left, right);

    // 3
    float area = orientation(left, right, mine);
    int where = sign_of(area);
    if (in) {
        side[lane] = where;
        height[lane] = base > 0.0f ? area / base : 0.0f;
    }

    // 4
    unsigned votes = __ballot_sync(FULL, in && where > 0);
    Best best;
    best.height = in && where > 0 ? area : -1.0f;
    best.index = in ? lane : n;
    best = warp_best(best);
    if (lane == 0) {
        *above = __popc(votes);
        *farthest = best.height > 0.0f ? best.index : -1;
    }
}

// ---------------------------------------------------------------- host

struct Cloud {
    const float *px;
    const float *py;
    int n;
};

struct Split {
    int *side;
    float *height;
    int *above;
    int *farthest;
};

void launch_split(Cloud c, Split s)
{
    split<<<1, 32>>>(c.px, c.py, s.side, s.height, s.above, s.farthest, c.n);
}

// ---------------------------------------------------------------- sizes

// Blocks for a number of items.
inline int blocks_of(int items, int each)
{
    return (items + each - 1) / each;
}
