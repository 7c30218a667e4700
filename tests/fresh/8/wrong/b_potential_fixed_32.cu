// fpcheck: potential_energy<<<1, 64>>> energy=uniform(40,50):64 total=empty:1 n=64 ref=total=sum(energy) --tol rtol=1e-5,atol=0
// expect: error integer overflow at line 28
// why: 64 energies of 40 to 50 in units of 2^-20 sum to about 3e9, beyond the 2^31 of the fixed-point accumulator
// figure: computed total = -1210.02387, MPFR 2885.97613
#include <cuda_runtime.h>

// Energies in fixed point, so that the sum does not depend on the order of the atomics.
constexpr float Units = 1048576.0f; // 2^20

__device__ int to_fixed(float e)
{
    return __float2int_rn(e * Units);
}

__device__ float from_fixed(int v)
{
    return (float)v * (1.0f / Units);
}

__global__ void potential_energy(const float *energy, float *total, int n)
{
    __shared__ int sum;
    int i = threadIdx.x;
    if (i == 0)
        sum = 0;
    __syncthreads();
    if (i < n)
        atomicAdd(&sum, to_fixed(energy[i]));
    __syncthreads();
    if (i == 0)
        total[0] = from_fixed(sum);
}
