// fpcheck: tensors <<<1, 32>>> t=@a_tensors.npy eigen=empty:6x3 anisotropy=empty:6 n=6
// expect: ok
// why: cyclic Jacobi rotations on 3x3 tensors: elements off the diagonal shrink to rounding noise, and whether they are rotated again then depends on that noise, but the eigenvalues do not; the tangent is the smaller root, without cancellation, and a tiny divisor is asked for first
// figure: largest error of an eigenvalue relative to the largest of its tensor: 5.5e-08, 0.9 half ulps
// Diffusion tensor imaging: eigenvalues and fractional anisotropy of symmetric 3x3 tensors.
#include <cuda_runtime.h>

#define SWEEPS 5

// xx, xy, xz, yy, yz, zz
struct Tensor {
    float xx, xy, xz, yy, yz, zz;
};

struct Rotation {
    float t, c, s;
};

struct Eigen {
    float a, b, c;
};

// ---------------------------------------------------------------- loading

__device__ Tensor load(const float *t, int i)
{
    const float *p = t + 6 * i;
    return {p[0], p[1], p[2], p[3], p[4], p[5]};
}

__device__ inline float largest(Tensor t)
{
    float d = fmaxf(fmaxf(fabsf(t.xx), fabsf(t.yy)), fabsf(t.zz));
    float o = fmaxf(fmaxf(fabsf(t.xy), fabsf(t.xz)), fabsf(t.yz));
    return fmaxf(d, o);
}

// Multiplication by a power of two: exact, apart from what is too small to matter.
__device__ inline Tensor scaled(Tensor t, int e)
{
    return {scalbnf(t.xx, e), scalbnf(t.xy, e), scalbnf(t.xz, e), scalbnf(t.yy, e), scalbnf(t.yz, e),
            scalbnf(t.zz, e)};
}

// ---------------------------------------------------------------- rotations

// The rotation that makes the element q between the diagonal elements p and r vanish.
__device__ Rotation rotation(float p, float q, float r)
{
    Rotation rot = {0.0f, 1.0f, 0.0f};
    if (fabsf(q) < 1e-20f)
        return rot;
    float theta = 0.5f * (r - p) / q;
    // for a large theta the square root would only add rounding: t = 1 / (2 theta)
    if (fabsf(theta) > 1e6f)
        rot.t = 0.5f / theta;
    else
        rot.t = copysignf(1.0f, theta) / (fabsf(theta) + sqrtf(fmaf(theta, theta, 1.0f)));
    rot.c = rsqrtf(fmaf(rot.t, rot.t, 1.0f));
    rot.s = rot.t * rot.c;
    return rot;
}

// p, q, r: the 2x2 block; u and v: the two other elements of its rows.
__device__ inline void turn(float &p, float &q, float &r, float &u, float &v)
{
    Rotation rot = rotation(p, q, r);
    float h = rot.t * q;
    p -= h;
    r += h;
    if (rot.s != 0.0f)
        q = 0.0f;
    // tan of half the angle: the differences stay small where the angle is
    float tau = rot.s / (1.0f + rot.c);
    float u0 = u, v0 = v;
    u = u0 - rot.s * (v0 + u0 * tau);
    v = v0 + rot.s * (u0 - v0 * tau);
}

__device__ Tensor diagonalised(Tensor t)
{
    for (int k = 0; k < SWEEPS; k++) {
        turn(t.xx, t.xy, t.yy, t.xz, t.yz);
        turn(t.xx, t.xz, t.zz, t.xy, t.yz);
        turn(t.yy, t.yz, t.zz, t.xy, t.xz);
    }
    return t;
}

// What is left off the diagonal, for debugging.
__device__ inline float remainder_of(Tensor t)
{
    return t.xy * t.xy + t.xz * t.xz + t.yz * t.yz;
}

__device__ inline float trace(Tensor t)
{
    return t.xx + t.yy + t.zz;
}

// ---------------------------------------------------------------- results

__device__ inline void descend(float &a, float &b)
{
    float high = fmaxf(a, b);
    b = fminf(a, b);
    a = high;
}

__device__ Eigen sorted(Tensor t)
{
    Eigen e = {t.xx, t.yy, t.zz};
    descend(e.a, e.b);
    descend(e.b, e.c);
    descend(e.a, e.b);
    return e;
}

// sqrt(1/2) |differences| / |eigenvalues|
__device__ float fractional_anisotropy(Eigen e)
{
    float ab = e.a - e.b, bc = e.b - e.c, ca = e.c - e.a;
    float spread = ab * ab + bc * bc + ca * ca;
    float size = e.a * e.a + e.b * e.b + e.c * e.c;
    if (size == 0.0f)
        return 0.0f;
    return sqrtf(0.5f * spread / size);
}

// ---------------------------------------------------------------- the kernel
//
// A thread a voxel. Diffusivities in m^2/s are near 1e-9: the tensor is scaled to order 1 before squares are taken,
// so that neither they nor the threshold of the rotation come near the ends of the range.

__global__ void tensors(const float *t, float *eigen, float *anisotropy, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Tensor m = load(t, i);
    float top = largest(m);
    int e = top > 0.0f ? ilogbf(top) : 0;

    Eigen w = sorted(diagonalised(scaled(m, -e)));

    anisotropy[i] = fractional_anisotropy(w);
    eigen[3 * i] = scalbnf(w.a, e);
    eigen[3 * i + 1] = scalbnf(w.b, e);
    eigen[3 * i + 2] = scalbnf(w.c, e);
}
