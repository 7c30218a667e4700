// fpcheck: init_max <<<1, 32>>> warmest=empty:4 regions=4 --ref warmest=@b_sst_ref.npy --tol bitwise
// fpcheck+ region_max <<<4, 64>>> sst=@b_sst_t.npy warmest=warmest regions=4 n=64
// expect: error mismatch at line 15
// why: atomicMax on the bits of a float read as a signed int orders negative floats backwards: of waters below zero none beats the -inf it starts with; known from every home-made atomicMaxFloat
// figure: warmest[0] computed -inf, MPFR -0.223411888
#include <cuda_runtime.h>

__global__ void init_max(float *warmest, int regions)
{
    if ((int)threadIdx.x < regions) warmest[threadIdx.x] = __int_as_float(0xff800000);
}

__device__ void atomic_max_float(float *address, float v)
{
    atomicMax((int *)address, __float_as_int(v));
}

__global__ void region_max(const float *sst, float *warmest, int regions, int n)
{
    int r = blockIdx.x;
    if (r >= regions || (int)threadIdx.x >= n) return;
    atomic_max_float(&warmest[r], sst[r * n + threadIdx.x]);
}
