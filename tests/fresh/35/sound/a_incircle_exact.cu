// fpcheck: flips <<<2, 32>>> quads=@a_incircle_exact_quads.npy inside=empty:40 exact_used=inout:zeros:1 n=40 --ref 'inside=@a_incircle_exact_inside_ref.npy'
// expect: ok
// why: a float filter with an error bound decides the clear cases; the others are decided by an exact integer determinant (coordinates on a grid of 2^-11, 128-bit products from 64-bit ones): rounding cannot flip a sign, however much the float determinant cancels
// figure: inside[0] computed -1, exact -1 (0 of 40 differ)
#include <cuda_runtime.h>

// In-circle predicate in two stages. The coordinates are floats of magnitude below 8192 on a grid of 2^-11, and the
// points of a quad lie within 7 of each other: as integers scaled by 2^28 their differences stay below 2^31.

struct Wide {
    // a signed number of 192 bits, little endian, two's complement
    unsigned long long w[3];
};

__device__ Wide wide_of(long long hi, unsigned long long lo)
{
    Wide r;
    r.w[0] = lo;
    r.w[1] = (unsigned long long)hi;
    r.w[2] = hi < 0 ? ~0ull : 0ull;
    return r;
}

__device__ Wide add(Wide a, Wide b)
{
    Wide r;
    unsigned long long carry = 0;
    for (int i = 0; i < 3; ++i) {
        unsigned long long s = a.w[i] + b.w[i];
        unsigned long long c1 = s < a.w[i];
        r.w[i] = s + carry;
        carry = c1 | (r.w[i] < s);
    }
    return r;
}

__device__ Wide negate(Wide a)
{
    Wide one = { { 1ull, 0ull, 0ull } };
    for (int i = 0; i < 3; ++i) a.w[i] = ~a.w[i];
    return add(a, one);
}

__device__ int sign(Wide a)
{
    if (a.w[2] >> 63) return -1;
    return (a.w[0] | a.w[1] | a.w[2]) != 0ull;
}

// 64 x 64 -> 128 bits, signed
__device__ Wide product(long long a, long long b)
{
    unsigned long long ua = (unsigned long long)(a < 0 ? -a : a), ub = (unsigned long long)(b < 0 ? -b : b);
    Wide r;
    r.w[0] = ua * ub;
    r.w[1] = __umul64hi(ua, ub);
    r.w[2] = 0ull;
    return ((a < 0) != (b < 0)) ? negate(r) : r;
}

// 128 x 64 -> 192 bits, signed
__device__ Wide times(Wide a, long long b)
{
    bool n = sign(a) < 0;
    if (n) a = negate(a);
    unsigned long long ub = (unsigned long long)(b < 0 ? -b : b);
    Wide r;
    r.w[0] = a.w[0] * ub;
    unsigned long long h0 = __umul64hi(a.w[0], ub);
    r.w[1] = a.w[1] * ub + h0;
    unsigned long long c = r.w[1] < h0;
    r.w[2] = __umul64hi(a.w[1], ub) + a.w[2] * ub + c;
    return (n != (b < 0)) ? negate(r) : r;
}

__device__ long long fixed(float v)
{
    return __double2ll_rn((double)v * 1099511627776.0 / 4096.0); // times 2^28: exact for every coordinate given here
}

__device__ int exact_in_circle(const float* p)
{
    long long x[3], y[3];
    for (int i = 0; i < 3; ++i) {
        x[i] = fixed(p[2 * i]) - fixed(p[6]);
        y[i] = fixed(p[2 * i + 1]) - fixed(p[7]);
    }
    Wide det = wide_of(0, 0ull);
    for (int i = 0; i < 3; ++i) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        Wide lift = add(product(x[i], x[i]), product(y[i], y[i]));
        long long m = x[j] * y[k] - x[k] * y[j]; // below 2^63: differences are below 2^31 here
        det = add(det, times(lift, m));
    }
    return sign(det);
}

__device__ float filtered(const float* p, float* bound)
{
    float det = 0.0f, permanent = 0.0f;
    for (int i = 0; i < 3; ++i) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        float xi = p[2 * i] - p[6], yi = p[2 * i + 1] - p[7];
        float xj = p[2 * j] - p[6], yj = p[2 * j + 1] - p[7];
        float xk = p[2 * k] - p[6], yk = p[2 * k + 1] - p[7];
        float lift = xi * xi + yi * yi;
        det += lift * (xj * yk - xk * yj);
        permanent += lift * (fabsf(xj * yk) + fabsf(xk * yj));
    }
    *bound = 1.0e-6f * permanent; // (10 + 96 eps) eps, eps = 2^-24, rounded up
    return det;
}

__global__ void flips(const float* quads, int* inside, int* exact_used, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float* p = quads + 8 * i;
    float bound;
    float det = filtered(p, &bound);
    int s;
    if (fabsf(det) > bound) {
        s = det > 0.0f ? 1 : -1;
    } else {
        s = exact_in_circle(p);
        atomicAdd(exact_used, 1);
    }
    // clockwise triangles have the other sign; the triangles given are wide, so this area is safe
    float area = (p[2] - p[0]) * (p[5] - p[1]) - (p[3] - p[1]) * (p[4] - p[0]);
    inside[i] = area < 0.0f ? -s : s;
}
