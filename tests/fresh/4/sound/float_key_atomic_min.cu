// fpcheck: init_min <<<1, 1>>> key=empty:1
// fpcheck+ aabb_min <<<2, 64>>> z=uniform(-9,9):128 key=key n=128
// fpcheck+ store_min <<<1, 1>>> key=key zmin=empty:1 ref=zmin=min(z) --tol rtol=1e-6,atol=0
// expect: ok
#include <cuda_runtime.h>

__device__ unsigned ordered(float f)
{
    unsigned u = __float_as_uint(f);
    return (u & 0x80000000u) ? ~u : (u | 0x80000000u);
}

__device__ float unordered(unsigned k)
{
    return __uint_as_float((k & 0x80000000u) ? (k & 0x7fffffffu) : ~k);
}

__global__ void init_min(unsigned* key) { key[0] = 0xffffffffu; }

__global__ void aabb_min(const float* z, unsigned* key, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicMin(key, ordered(z[i]));
}

__global__ void store_min(const unsigned* key, float* zmin) { zmin[0] = unordered(key[0]); }
