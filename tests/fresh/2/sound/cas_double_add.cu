// fpcheck: accumulate_cas <<<4, 64>>> x=uniform(0,1):256 total=inout:zeros:1:f64 n=256
// expect: ok
// Double precision accumulation with an atomicCAS loop.
#include <cuda_runtime.h>

__device__ double atomic_add_cas(double* address, double val)
{
    unsigned long long* p = (unsigned long long*)address;
    unsigned long long old = *(volatile unsigned long long*)p, assumed;
    do {
        assumed = old;
        old = atomicCAS(p, assumed, __double_as_longlong(val + __longlong_as_double(assumed)));
    } while (assumed != old);
    return __longlong_as_double(old);
}

__global__ void accumulate_cas(const float* __restrict__ x, double* total, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    double v = i < n ? (double)x[i] : 0.0;
    for (int o = 16; o > 0; o >>= 1) v += __shfl_down_sync(0xffffffffu, v, o);
    if ((threadIdx.x & 31) == 0) atomic_add_cas(total, v);
}
