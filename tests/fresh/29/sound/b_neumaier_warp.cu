// fpcheck: compensated_sum <<<1, 32>>> x=@b_neumaier_x.npy out=empty:1 n=120 want=[119.296875] --ref 'out=want' --tol rtol=1e-6,atol=0
// expect: ok
// why: terms of 1e7 cancel in another order than they are in memory; sum and error are merged across lanes
// figure: out[0] computed 119.296875, MPFR 119.296875; relative error 0.0e+00 of 1e-6 allowed
#include <cuda_runtime.h>

// Compensated sum of an array by one warp: every lane carries sum and error, and the
// merges of lanes are error-free too.
__device__ __forceinline__ float two_sum(float a, float b, float *err)
{
    float s = a + b;
    float z = s - a;
    *err = (a - (s - z)) + (b - z);
    return s;
}

__global__ void compensated_sum(const float *__restrict__ x, float *__restrict__ out, int n)
{
    int lane = threadIdx.x;
    float sum = 0.0f, comp = 0.0f, err;

    for (int i = lane; i < n; i += 32) {
        sum = two_sum(sum, x[i], &err);
        comp += err;
    }

    for (int offset = 16; offset > 0; offset >>= 1) {
        float other_sum = __shfl_xor_sync(0xffffffff, sum, offset);
        float other_comp = __shfl_xor_sync(0xffffffff, comp, offset);
        sum = two_sum(sum, other_sum, &err);
        comp = (comp + other_comp) + err;
    }

    if (lane == 0)
        out[0] = sum + comp;
}
