// fpcheck: start <<<1, 1>>> key=empty:1
// fpcheck+ gather <<<2, 64>>> celsius=uniform(-30,10):128 n=128
// fpcheck+ finish <<<1, 1>>> coldest=empty:1 --ref 'coldest=min(celsius)' --tol bitwise
// expect: ok
// why: floats are compared as unsigned integers: negative ones have all bits turned round, positive ones the sign bit, so the order is that of the numbers
// figure: computed coldest[0] is one of the inputs, bit for bit: exact
#include <cuda_runtime.h>

__device__ unsigned ordered(float v)
{
    unsigned b = __float_as_uint(v);
    return (b & 0x80000000u) ? ~b : (b | 0x80000000u);
}

__device__ float unordered(unsigned k)
{
    return __uint_as_float((k & 0x80000000u) ? (k & 0x7fffffffu) : ~k);
}

__global__ void start(unsigned *key)
{
    key[0] = 0xffffffffu;
}

__global__ void gather(const float *celsius, unsigned *key, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicMin(key, ordered(celsius[i]));
}

__global__ void finish(const unsigned *key, float *coldest)
{
    coldest[0] = unordered(key[0]);
}
