// fpcheck: first_collision<<<1, 32>>> stream=[4294967233,2147483648,4294967184,3221225472,4294967295,4026531840] depth=empty:6 mean_free_path=2.0 thickness=100.0 n=6
// expect: error rounding at line 9
// why: a 32-bit word rounded to float can be 2^32, so u is 1, the logarithm -inf and the neutron crosses the whole shield
// figure: depth[0] computed 100, MPFR 36.0751501
#include <cuda_runtime.h>

__device__ inline float uniform01(unsigned word)
{
    return __uint2float_rn(word) * 2.3283064365386963e-10f;
}

// Depth of first interaction of neutrons in a shield; a word of the stream each.
__global__ void first_collision(const unsigned *stream, float *depth, float mean_free_path, float thickness, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float u = uniform01(stream[i]);
    float d = -mean_free_path * logf(1.0f - u);
    depth[i] = fminf(d, thickness);
}
