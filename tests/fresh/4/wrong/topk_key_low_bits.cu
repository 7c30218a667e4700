// fpcheck: top2_margin <<<1, 32>>> score=[12.0000,12.0031,12.0050,11.99,3.5,7.25,12.0065,9.0] margin=empty:1 n=8 want=[0.0015001297]:f32 ref=margin=want --tol rtol=0.01,atol=0
// expect: error narrowing at line 24: twelve mantissa bits given to the index, the two best scores lose what makes them differ
#include <cuda_runtime.h>

// Key: score bits with the lowest 12 bits replaced by the position, so that one max gives both. Scores are positive.
__device__ unsigned warp_max(unsigned k)
{
    for (int o = 16; o > 0; o >>= 1) {
        unsigned other = __shfl_xor_sync(0xffffffffu, k, o);
        k = other > k ? other : k;
    }
    return k;
}

__global__ void top2_margin(const float* score, float* margin, int n)
{
    unsigned lane = threadIdx.x;
    unsigned key = 0u;
    if (lane < n)
        key = (__float_as_uint(score[lane]) & ~0xfffu) | lane;
    unsigned first = warp_max(key);
    unsigned second = warp_max(key == first ? 0u : key);
    if (lane == 0)
        margin[0] = __uint_as_float(first & ~0xfffu) - __uint_as_float(second & ~0xfffu);
}
