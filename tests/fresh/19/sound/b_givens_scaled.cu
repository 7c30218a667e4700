// fpcheck: givens_rotations <<<1, 32>>> a=[3,-4e20,5e19,1] b=[4,3e20,12e19,1] c=empty:4 s=empty:4 r=empty:4 n=4 want=[0.6,-0.8,0.38461538461538464,0.7071067811865476] ref=c=want --tol rtol=1e-5,atol=0
// expect: ok
// why: squares of 4e20 would overflow; the smaller component is divided by the larger one first, so that the root is of a number between 1 and 2
// figure: computed c[1] -0.800000012, MPFR -0.8: relative 1.5e-08 against 1e-5
#include <cuda_runtime.h>

struct Rotation {
    float c, s;
};

__device__ Rotation make_rotation(float a, float b)
{
    if (b == 0.0f)
        return Rotation{1.0f, 0.0f};
    if (fabsf(a) >= fabsf(b)) {
        float t = b / a;
        float c = copysignf(1.0f / sqrtf(fmaf(t, t, 1.0f)), a);
        return Rotation{c, c * t};
    }
    float t = a / b;
    float s = copysignf(1.0f / sqrtf(fmaf(t, t, 1.0f)), b);
    return Rotation{s * t, s};
}

__device__ float2 apply(Rotation g, float x, float y)
{
    return make_float2(g.c * x + g.s * y, g.c * y - g.s * x);
}

// One rotation a pair; r is the pair's length after it.
__global__ void givens_rotations(const float *a, const float *b, float *c, float *s, float *r, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Rotation g = make_rotation(a[i], b[i]);
    float2 turned = apply(g, a[i], b[i]);
    c[i] = g.c;
    s[i] = g.s;
    r[i] = turned.x;
}
