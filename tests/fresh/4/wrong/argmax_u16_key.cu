// fpcheck: clear_key <<<1, 1>>> key=empty:1
// fpcheck+ vote <<<1, 64>>> conf=[812.5,3000.25,2999.5,17.0,3000.75,5.5,2999.9,3000.1] key=key n=8
// fpcheck+ read_best <<<1, 1>>> conf=conf key=key best=empty:1 ref=best=max(conf) --tol rtol=1e-5,atol=0
// expect: error narrowing at line 15: the score is cut to bf16 for the key, 2999.9 and 3000.75 tie and the last index wins
#include <cuda_runtime.h>

__global__ void clear_key(unsigned* key) { key[0] = 0u; }

// non-maximum suppression: strongest box of a cell
__global__ void vote(const float* conf, unsigned* key, int n)
{
    int i = threadIdx.x;
    if (i < n) {
        unsigned bits = __float_as_uint(conf[i]);
        unsigned k = (bits & 0xffff0000u) | (unsigned)i;
        atomicMax(key, k);
    }
}

__global__ void read_best(const float* conf, const unsigned* key, float* best)
{
    best[0] = conf[key[0] & 0xffffu];
}
