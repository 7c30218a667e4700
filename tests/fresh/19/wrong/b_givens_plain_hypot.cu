// fpcheck: givens_rotations <<<1, 32>>> a=[3,-4e20,5e19,1] b=[4,3e20,12e19,1] c=empty:4 s=empty:4 r=empty:4 n=4 want=[0.6,-0.8,0.38461538461538464,0.7071067811865476] ref=c=want --tol rtol=1e-5,atol=0
// expect: error overflow at line 15
// why: the squares of 4e20 overflow; 1 / sqrt(inf) is 0, and so are c and s: a finite "rotation" that annihilates both rows
// figure: computed c[1] 0, MPFR -0.8
#include <cuda_runtime.h>

struct Rotation {
    float c, s;
};

__device__ Rotation make_rotation(float a, float b)
{
    if (b == 0.0f)
        return Rotation{1.0f, 0.0f};
    float inverse = rsqrtf(a * a + b * b);
    return Rotation{a * inverse, b * inverse};
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
