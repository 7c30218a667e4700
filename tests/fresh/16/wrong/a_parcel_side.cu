// fpcheck: locate <<<1, 64>>> side=empty:64 turns=empty:64 inside=inout:zeros:1 n=64
// expect: error flip at line 62
// why: the orientation of a point against a boundary is computed in float differences and products: near the line the sign is rounding, so that points beside the boundary are said to be on it or on the other side
// figure: computed side[1] = 0, MPFR -1; 26 of 64 are wrong
// On which side of a boundary do survey points lie? The boundary runs from
// (12, 12) to (24, 24); points are a fine grid beside (0.5, 0.5), where the
// extended boundary passes. Also the turning number round a parcel.
#include <cuda_runtime.h>

#define GRID 8
#define CORNERS 4

struct Point {
    float x;
    float y;
};

// ------------------------------------------------------------- survey

__device__ inline Point make_point(float x, float y)
{
    Point p;
    p.x = x;
    p.y = y;
    return p;
}

// Exact in binary32: 0.5 and some units of 2^-24.
__device__ Point survey_point(int i)
{
    const float unit = 1.0f / 16777216.0f;
    int column = i % GRID;
    int row = i / GRID;
    return make_point(0.5f + unit * (float)column * 2.0f, 0.5f + unit * (float)row * 2.0f);
}

__device__ inline Point boundary_start()
{
    return make_point(12.0f, 12.0f);
}

__device__ inline Point boundary_end()
{
    return make_point(24.0f, 24.0f);
}

// ------------------------------------------------------------- predicate

// Twice the signed area of the triangle p, q, r.
__device__ inline float twice_area(Point p, Point q, Point r)
{
    float ax = q.x - p.x;
    float ay = q.y - p.y;
    float bx = r.x - p.x;
    float by = r.y - p.y;
    return __fsub_rn(__fmul_rn(ax, by), __fmul_rn(ay, bx));
}

__device__ int orientation(Point p, Point q, Point r)
{
    float a = twice_area(p, q, r);
    if (a > 0.0f)
        return 1;
    if (a < 0.0f)
        return -1;
    return 0;
}

// ------------------------------------------------------------- the parcel

__device__ Point corner(int k)
{
    switch (k % CORNERS) {
    case 0:
        return make_point(0.0f, 0.0f);
    case 1:
        return make_point(24.0f, 0.0f);
    case 2:
        return make_point(24.0f, 24.0f);
    default:
        return make_point(0.0f, 24.0f);
    }
}

// Does the edge from a to b cross the height of p upwards?
__device__ inline bool crosses_up(Point a, Point b, Point p)
{
    return a.y <= p.y && b.y > p.y;
}

__device__ inline bool crosses_down(Point a, Point b, Point p)
{
    return a.y > p.y && b.y <= p.y;
}

__device__ int winding(Point p)
{
    int turns = 0;
    for (int k = 0; k < CORNERS; k++) {
        Point a = corner(k);
        Point b = corner(k + 1);
        if (crosses_up(a, b, p) && b.x > p.x)
            turns++;
        if (crosses_down(a, b, p) && b.x > p.x)
            turns--;
    }
    return turns;
}

// ------------------------------------------------------------- counting

__device__ int count_warp(bool yes)
{
    return __popc(__ballot_sync(0xffffffffu, yes));
}

__device__ void count_block(bool yes, int *inside)
{
    int count = count_warp(yes);
    if ((threadIdx.x & 31) == 0)
        atomicAdd(inside, count);
}

// ------------------------------------------------------------- the kernel

__global__ void locate(int *side, int *turns, int *inside, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    bool left = false;

    if (i < n) {
        Point p = survey_point(i);

        // side of the boundary
        int o = orientation(p, boundary_start(), boundary_end());
        side[i] = o;

        // in the parcel at all?
        turns[i] = winding(p);
        left = o > 0 && turns[i] != 0;
    }

    // how many points are left of it and in the parcel
    count_block(left, inside);
}

// ------------------------------------------------------------- host

cudaError_t run_locate(int *side, int *turns, int *inside, int n)
{
    // device buffers
    int *d_side = nullptr;
    int *d_turns = nullptr;
    int *d_inside = nullptr;
    cudaMalloc(&d_side, sizeof(int) * (n));
    cudaMalloc(&d_turns, sizeof(int) * (n));
    cudaMalloc(&d_inside, sizeof(int) * (1));

    cudaMemset(d_side, 0, sizeof(int) * (n));
    cudaMemset(d_turns, 0, sizeof(int) * (n));
    cudaMemset(d_inside, 0, sizeof(int) * (1));

    locate<<<1, 64>>>(d_side, d_turns, d_inside, n);
    cudaError_t status = cudaDeviceSynchronize();

    cudaMemcpy(side, d_side, sizeof(int) * (n), cudaMemcpyDeviceToHost);
    cudaMemcpy(turns, d_turns, sizeof(int) * (n), cudaMemcpyDeviceToHost);
    cudaMemcpy(inside, d_inside, sizeof(int) * (1), cudaMemcpyDeviceToHost);
    cudaFree(d_side);
    cudaFree(d_turns);
    cudaFree(d_inside);
    return status;
}
