// fpcheck: signed_volumes <<<1, 128>>> x=[3000000,3000001,3000000,3000000] y=[4000000,4000000,4000001,4000000] z=[5000000,5000000,5000000,5000001] tri=[0,2,1,0,1,3,0,3,2,1,2,3] part=empty:4 faces=4
// fpcheck+ collect <<<1, 32>>> volume=empty:1 faces=4
// fpcheck+ mean_depth <<<1, 32>>> depth=empty:1 area=0.5
// expect: error cancellation at line 72
// why: volume by tetrahedra from the origin, which is millions away: terms near 1e13 cancel to 1/6
// figure: computed volume = 3.85719935e+11 (fused; 2.09715347e+12 unfused), MPFR 0.166666667
// Meshes: volume of a closed surface by the divergence theorem, coordinates Earth centred.
#define BLOCK 128

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

// ---- access -------------------------------------------------------------

__device__ __forceinline__ Vec vertex(const float *x, const float *y, const float *z, int i)
{
    return make(x[i], y[i], z[i]);
}

struct Face
{
    int a;
    int b;
    int c;
};

__device__ __forceinline__ Face face_at(const int *tri, int f)
{
    Face t;
    t.a = tri[3 * f];
    t.b = tri[3 * f + 1];
    t.c = tri[3 * f + 2];
    return t;
}

// ---- a face's share -----------------------------------------------------

// Six times the volume of the tetrahedron (0, a, b, c), signed.
__device__ float six_volumes(const Vec &a, const Vec &b, const Vec &c)
{
    Vec n = cross(b, c);
    return dot(a, n);
}

__device__ bool degenerate(const Face &t)
{
    return t.a == t.b || t.b == t.c || t.a == t.c;
}

__global__ void signed_volumes(const float *x, const float *y, const float *z, const int *tri, float *part, int faces)
{
    int f = blockIdx.x * blockDim.x + threadIdx.x;
    if (f >= faces)
        return;
    Face t = face_at(tri, f);
    if (degenerate(t))
    {
        part[f] = 0.0f;
        return;
    }
    Vec a = vertex(x, y, z, t.a);
    Vec b = vertex(x, y, z, t.b);
    Vec c = vertex(x, y, z, t.c);
    part[f] = six_volumes(a, b, c) / 6.0f;
}

// ---- the sum ------------------------------------------------------------

__device__ double warp_sum(double v)
{
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}

// One warp; the sum itself is in double, so that nothing is lost here.
__global__ void collect(const float *part, float *volume, int faces)
{
    double s = 0.0;
    for (int f = threadIdx.x; f < faces; f += 32)
        s += part[f];
    s = warp_sum(s);
    if (threadIdx.x == 0)
        *volume = (float)fabs(s);
}

__global__ void mean_depth(const float *volume, float *depth, float area)
{
    if (threadIdx.x == 0)
        *depth = *volume / area;
}

// ---- not part of the case: surface area and centre of the vertices -------

__device__ float face_area(const Vec &a, const Vec &b, const Vec &c)
{
    Vec n = cross(sub(b, a), sub(c, a));
    return 0.5f * sqrtf(dot(n, n));
}

__global__ void areas(const float *x, const float *y, const float *z, const int *tri, float *area, int faces)
{
    int f = blockIdx.x * blockDim.x + threadIdx.x;
    if (f >= faces)
        return;
    Face t = face_at(tri, f);
    area[f] = face_area(vertex(x, y, z, t.a), vertex(x, y, z, t.b), vertex(x, y, z, t.c));
}

__global__ void centre(const float *x, const float *y, const float *z, float *out, int n)
{
    double sx = 0.0, sy = 0.0, sz = 0.0;
    for (int i = threadIdx.x; i < n; i += 32)
    {
        sx += x[i];
        sy += y[i];
        sz += z[i];
    }
    sx = warp_sum(sx);
    sy = warp_sum(sy);
    sz = warp_sum(sz);
    if (threadIdx.x == 0)
    {
        out[0] = (float)(sx / n);
        out[1] = (float)(sy / n);
        out[2] = (float)(sz / n);
    }
}
