// fpcheck: normalize_vectors <<<1, 32>>> v=[3e+19,4e+19,0,1,2,2,-2e+25,1e+25,2e+25,0,0,0] out=empty:12 n=4 want=[0.6,0.8,0.0,0.3333333333333333,0.6666666666666666,0.6666666666666666,-0.6666666666666666,0.3333333333333333,0.6666666666666666,0.0,0.0,0.0] --ref 'out=want' --tol rtol=1e-5,atol=0
// expect: ok
// why: components of 1e25: scaled by the largest before they are squared; the zero vector is left out
// figure: out[1] computed 0.8, MPFR 0.8; error about 2e-7 of 1e-5 allowed
#include <cuda_runtime.h>
#include <math.h>

// Normalises direction vectors; a zero vector stays zero.
__global__ void normalize_vectors(const float *__restrict__ v, float *__restrict__ out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float x = v[3 * i], y = v[3 * i + 1], z = v[3 * i + 2];
    float m = fmaxf(fabsf(x), fmaxf(fabsf(y), fabsf(z)));
    if (m > 0.0f) {
        // Largest component to magnitude 1 first: no overflow in the squares
        x /= m;
        y /= m;
        z /= m;
    }
    float len2 = x * x + y * y + z * z;
    float inv = len2 > 0.0f ? rsqrtf(len2) : 0.0f;
    out[3 * i] = x * inv;
    out[3 * i + 1] = y * inv;
    out[3 * i + 2] = z * inv;
}
