// fpcheck: givens <<<1, 64>>> a=@b_givens_a.npy b=@b_givens_b.npy c=empty:48 s=empty:48 n=48
// expect: error overflow at line 20
// why: a*a + b*b overflows for entries of 1e20, r is infinite and the quotients turn it into c = s = 0, no rotation at all: the unscaled rotg that the reference BLAS had to replace
// figure: c[22] computed 0, MPFR 0.196376562
#include <cuda_runtime.h>

// Rotation that annihilates b: c a + s b = r, -s a + c b = 0
__global__ void givens(const float* a, const float* b, float* c, float* s, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float f = a[i];
    float g = b[i];
    if (g == 0.0f) {
        c[i] = 1.0f;
        s[i] = 0.0f;
        return;
    }
    float r = sqrtf(f * f + g * g);
    r = copysignf(r, f);
    c[i] = f / r;
    s[i] = g / r;
}
