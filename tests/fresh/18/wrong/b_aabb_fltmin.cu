// fpcheck: scene_bounds <<<1, 64>>> tri=@b_aabb_fltmin_tri.npy box=empty:6 n=20 --ref box=@b_aabb_fltmin_ref.npy --tol bitwise
// fpcheck+ morton_codes <<<1, 64>>> code=empty:20:u32 leafbox=empty:20x6 n=20
// fpcheck+ code_ranges <<<1, 64>>> lo=empty:1:u32 hi=empty:1:u32 n=20
// expect: error wrong reduction identity at line 22: FLT_MIN is the smallest positive number, not the lowest: a scene below zero gets an upper corner at 1e-38
// why: FLT_MIN is the smallest positive number, not the lowest: a scene below zero gets an upper corner at 1e-38
// figure: box[3] computed 1.17549e-38, right -1.12513
// First half of an LBVH build: bounds of the scene, Morton codes of the centroids.
#include <float.h>

#define THREADS 64

struct Box {
    float lo[3];
    float hi[3];
};

__device__ Box empty_box()
{
    Box b;
    for (int d = 0; d < 3; d++) {
        b.lo[d] = FLT_MAX;
        b.hi[d] = FLT_MIN;
    }
    return b;
}

__device__ void grow(Box &b, const float *p)
{
    for (int d = 0; d < 3; d++) {
        b.lo[d] = fminf(b.lo[d], p[d]);
        b.hi[d] = fmaxf(b.hi[d], p[d]);
    }
}

__device__ void merge(Box &b, const Box &o)
{
    for (int d = 0; d < 3; d++) {
        b.lo[d] = fminf(b.lo[d], o.lo[d]);
        b.hi[d] = fmaxf(b.hi[d], o.hi[d]);
    }
}

__device__ Box shuffle_box(const Box &b, int delta)
{
    Box o;
    for (int d = 0; d < 3; d++) {
        o.lo[d] = __shfl_xor_sync(0xffffffffu, b.lo[d], delta);
        o.hi[d] = __shfl_xor_sync(0xffffffffu, b.hi[d], delta);
    }
    return o;
}

__device__ Box warp_box(Box b)
{
    for (int delta = 16; delta > 0; delta >>= 1)
        merge(b, shuffle_box(b, delta));
    return b;
}

__device__ Box triangle_box(const float *t)
{
    Box b;
    for (int d = 0; d < 3; d++) {
        b.lo[d] = t[d];
        b.hi[d] = t[d];
    }
    grow(b, t + 3);
    grow(b, t + 6);
    return b;
}

__device__ void store_box(float *to, const Box &b)
{
    for (int d = 0; d < 3; d++) {
        to[d] = b.lo[d];
        to[3 + d] = b.hi[d];
    }
}

__device__ Box load_box(const float *from)
{
    Box b;
    for (int d = 0; d < 3; d++) {
        b.lo[d] = from[d];
        b.hi[d] = from[3 + d];
    }
    return b;
}

__global__ void scene_bounds(const float *tri, float *box, int n)
{
    __shared__ Box part[THREADS / 32];
    Box b = empty_box();
    for (int i = threadIdx.x; i < n; i += THREADS)
        merge(b, triangle_box(tri + 9 * i));
    b = warp_box(b);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = b;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < THREADS / 32; w++)
            merge(b, part[w]);
        store_box(box, b);
    }
}

// Ten bits spread so that two zeros follow each.
__device__ unsigned spread(unsigned v)
{
    v = (v * 0x00010001u) & 0xff0000ffu;
    v = (v * 0x00000101u) & 0x0f00f00fu;
    v = (v * 0x00000011u) & 0xc30c30c3u;
    v = (v * 0x00000005u) & 0x49249249u;
    return v;
}

__device__ unsigned quantise(float x, float lo, float hi)
{
    float extent = hi - lo;
    float u = extent > 0.0f ? (x - lo) / extent : 0.0f;
    float g = fminf(fmaxf(u * 1024.0f, 0.0f), 1023.0f);
    return (unsigned)g;
}

__device__ unsigned morton(const Box &scene, const float *c)
{
    unsigned x = quantise(c[0], scene.lo[0], scene.hi[0]);
    unsigned y = quantise(c[1], scene.lo[1], scene.hi[1]);
    unsigned z = quantise(c[2], scene.lo[2], scene.hi[2]);
    return (spread(x) << 2) | (spread(y) << 1) | spread(z);
}

__global__ void morton_codes(const float *tri, const float *box, unsigned *code, float *leafbox, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Box scene = load_box(box);
    Box b = triangle_box(tri + 9 * i);
    float c[3];
    for (int d = 0; d < 3; d++)
        c[d] = 0.5f * (b.lo[d] + b.hi[d]);
    code[i] = morton(scene, c);
    store_box(leafbox + 6 * i, b);
}

// Smallest and largest code, to choose the bits that the sort needs.
__global__ void code_ranges(const unsigned *code, unsigned *lo, unsigned *hi, int n)
{
    __shared__ unsigned least, most;
    if (threadIdx.x == 0) {
        least = 0xffffffffu;
        most = 0u;
    }
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += THREADS) {
        atomicMin(&least, code[i]);
        atomicMax(&most, code[i]);
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        *lo = least;
        *hi = most;
    }
}
