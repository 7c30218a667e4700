// fpcheck: rotations <<<1, 64>>> a=@b_givs_a.npy b=@b_givs_b.npy c=empty:48 s=empty:48 n=48 --ref 'c=@b_givs_c.npy' --ref 's=@b_givs_s.npy' --tol 8ulp
// expect: ok
// why: both entries are scaled by a power of two of the larger one, exactly, before they are squared, so that entries of 1e30 and 1e-30 neither overflow nor vanish; zeros are a case of their own
// figure: c[47] computed -0.966434658, MPFR -0.966434734, worst of 48, 0.16 of the tolerance
#include <cuda_runtime.h>

// 2^-e for |x| in [2^e, 2^(e+1)), by the exponent's bits
__device__ float inverse_scale(float x)
{
    unsigned e = __float_as_uint(x) & 0x7f800000u;
    return __uint_as_float(0x7f000000u - e);
}

__global__ void rotations(const float* a, const float* b, float* c, float* s, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float f = a[i], g = b[i];
    float big = fmaxf(fabsf(f), fabsf(g));
    if (g == 0.0f) {
        c[i] = 1.0f;
        s[i] = 0.0f;
        return;
    }
    float k = inverse_scale(big);
    f *= k;
    g *= k;
    float r = sqrtf(fmaf(f, f, g * g));
    c[i] = f / r;
    s[i] = g / r;
}
