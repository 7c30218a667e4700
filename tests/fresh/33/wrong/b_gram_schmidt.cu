// fpcheck: gram_schmidt <<<1, 32>>> A=@b_gs_A.npy Q=empty:3x32
// expect: error rounding at line 23
// why: classical Gram-Schmidt: projections are taken of the original column, so that the error of the second vector, large as the columns are nearly parallel, is multiplied by the whole length of the third; the modified form projects what is left
// figure: Q[2, 23] computed 0.455608428, MPFR 0.0064655773
#include <cuda_runtime.h>

__device__ float warp_sum(float v)
{
    for (int off = 16; off > 0; off >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, off);
    return v;
}

// One warp orthonormalises three columns of 32 elements.
__global__ void gram_schmidt(const float* A, float* Q)
{
    int i = threadIdx.x;
    float q[3];
    for (int c = 0; c < 3; ++c) {
        float a = A[c * 32 + i];
        float r = a;
        for (int p = 0; p < c; ++p) {
            float h = warp_sum(q[p] * a);
            r -= h * q[p];
        }
        float norm = sqrtf(warp_sum(r * r));
        q[c] = r / norm;
        Q[c * 32 + i] = q[c];
    }
}
