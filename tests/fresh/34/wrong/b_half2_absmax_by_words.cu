// fpcheck: absmax_pairs <<<4, 32>>> x=@b_half2_absmax_by_words_x.npy amax=empty:4x2 pairs=32 --ref amax=@b_half2_absmax_by_words_ref_amax.npy --tol 1ulp
// expect: error half2 read through integers: mismatch at line 17
// why: one 32-bit maximum compares the pair by its upper half: the lower channel gets the value beside the upper channel's maximum, not its own maximum
// figure: amax[2] computed 0.632324219, exact 9
#include <cuda_runtime.h>
#include <cuda_fp16.h>
#include <stdint.h>
// Largest magnitude of each of two interleaved channels (for per-channel scales): bits without sign compare as integers.
__device__ uint32_t magnitude(__half2 v)
{
    uint32_t w;
    memcpy(&w, &v, 4);
    return w & 0x7fff7fffu;
}
__device__ uint32_t warp_max(uint32_t w)
{
    for (int d = 16; d > 0; d >>= 1) w = max(w, __shfl_xor_sync(0xffffffffu, w, d));
    return w;
}
__global__ void absmax_pairs(const __half* __restrict__ x, float* amax, int pairs)
{
    const int i = blockIdx.x * pairs + threadIdx.x;
    const uint32_t w = warp_max(magnitude(reinterpret_cast<const __half2*>(x)[i]));
    if (threadIdx.x == 0) {
        amax[blockIdx.x * 2 + 0] = __half2float(__ushort_as_half((unsigned short)(w & 0xffffu)));
        amax[blockIdx.x * 2 + 1] = __half2float(__ushort_as_half((unsigned short)(w >> 16)));
    }
}
