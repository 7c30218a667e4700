// fpcheck: bounds <<<1, 32>>> x=[3000000,3000001,3000000,3000000] y=[4000000,4000000,4000001,4000000] z=[5000000,5000000,5000000,5000001] origin=empty:3 n=4
// fpcheck+ shares <<<1, 64>>> tri=[0,2,1,0,1,3,0,3,2,1,2,3] part=empty:4 faces=4
// fpcheck+ collect <<<1, 32>>> volume=empty:1 faces=4
// expect: ok
// why: differences of numbers in the millions, but of inputs, which are exact: coordinates relative to a corner of the bounding box are small integers
// figure: computed volume = 0.166666672, MPFR 0.166666667
// Meshes: volume of a closed surface far from the origin, by tetrahedra from a corner of its bounding box.
#include <cfloat>

#define FULL 0xffffffffu

struct Vec
{
    float x;
    float y;
    float z;
};

// ---- small vector algebra -----------------------------------------------

__device__ __forceinline__ Vec make(float x, float y, float z)
{
    Vec v;
    v.x = x;
    v.y = y;
    v.z = z;
    return v;
}

__device__ __forceinline__ Vec sub(const Vec &a, const Vec &b)
{
    return make(a.x - b.x, a.y - b.y, a.z - b.z);
}

__device__ __forceinline__ Vec cross(const Vec &a, const Vec &b)
{
    return make(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

__device__ __forceinline__ float dot(const Vec &a, const Vec &b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

// ---- the corner of the bounding box -------------------------------------

__device__ float warp_min(float v)
{
    for (int o = 16; o > 0; o >>= 1)
        v = fminf(v, __shfl_xor_sync(FULL, v, o));
    return v;
}

__device__ float lowest(const float *p, int n)
{
    float v = FLT_MAX;
    for (int i = threadIdx.x; i < n; i += 32)
        v = fminf(v, p[i]);
    return warp_min(v);
}

__global__ void bounds(const float *x, const float *y, const float *z, float *origin, int n)
{
    float a = lowest(x, n);
    float b = lowest(y, n);
    float c = lowest(z, n);
    if (threadIdx.x == 0)
    {
        origin[0] = a;
        origin[1] = b;
        origin[2] = c;
    }
}

// ---- shares of faces ----------------------------------------------------

struct Mesh
{
    const float *x;
    const float *y;
    const float *z;
    const int *tri;
    Vec origin;

    __device__ Vec vertex(int i) const
    {
        return sub(make(x[i], y[i], z[i]), origin);
    }

    __device__ Vec corner(int f, int k) const
    {
        return vertex(tri[3 * f + k]);
    }

    __device__ float six_volumes(int f) const
    {
        Vec a = corner(f, 0);
        Vec b = corner(f, 1);
        Vec c = corner(f, 2);
        return dot(a, cross(b, c));
    }
};

__device__ Mesh mesh_of(const float *x, const float *y, const float *z, const int *tri, const float *origin)
{
    Mesh m;
    m.x = x;
    m.y = y;
    m.z = z;
    m.tri = tri;
    m.origin = make(origin[0], origin[1], origin[2]);
    return m;
}

__global__ void shares(const float *x, const float *y, const float *z, const int *tri, const float *origin,
                       float *part, int faces)
{
    int f = blockIdx.x * blockDim.x + threadIdx.x;
    if (f >= faces)
        return;
    Mesh m = mesh_of(x, y, z, tri, origin);
    part[f] = m.six_volumes(f) / 6.0f;
}

// ---- the sum ------------------------------------------------------------

__global__ void collect(const float *part, float *volume, int faces)
{
    double s = 0.0;
    for (int f = threadIdx.x; f < faces; f += 32)
        s += part[f];
    for (int o = 16; o > 0; o >>= 1)
        s += __shfl_xor_sync(FULL, s, o);
    if (threadIdx.x == 0)
        *volume = (float)fabs(s);
}

// ---- not part of the case: moments of the vertices ------------------------

__global__ void centre(const float *x, const float *origin, double *out, int n, int axis)
{
    double s = 0.0;
    for (int i = threadIdx.x; i < n; i += 32)
        s += (double)x[i] - (double)origin[axis];
    for (int o = 16; o > 0; o >>= 1)
        s += __shfl_xor_sync(FULL, s, o);
    if (threadIdx.x == 0)
        out[axis] = s / n + (double)origin[axis];
}

__global__ void count_degenerate(const int *tri, int *bad, int faces)
{
    int f = blockIdx.x * blockDim.x + threadIdx.x;
    if (f >= faces)
        return;
    int a = tri[3 * f], b = tri[3 * f + 1], c = tri[3 * f + 2];
    if (a == b || b == c || a == c)
        atomicAdd(bad, 1);
}
