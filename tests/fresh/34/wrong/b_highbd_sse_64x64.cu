// fpcheck: highbd_sse <<<1, 64>>> a=@b_highbd_sse_64x64_a.npy b=@b_highbd_sse_64x64_b.npy sse=empty:1:u64 w=64 h=64 --ref sse=@b_highbd_sse_64x64_ref_sse.npy --tol bitwise
// expect: error accumulator too narrow (32-bit sum wraps) at line 19
// why: one column fits 32 bits, but the block's sum of 4096 squared 12-bit differences does not: it wraps several times (the same was fixed in libvpx's high bit depth variance)
// figure: sse[0] computed 1.78059949e+09, exact 3.61403379e+10
#include <cuda_runtime.h>
// Sum of squared errors of a 64x64 block of 12-bit video, one column a thread.
__device__ unsigned sq_diff(unsigned short a, unsigned short b)
{
    const int d = (int)a - (int)b;
    return (unsigned)(d * d);
}
__global__ void highbd_sse(const unsigned short* __restrict__ a, const unsigned short* __restrict__ b, unsigned long long* sse, int w, int h)
{
    __shared__ unsigned total;
    if (threadIdx.x == 0) total = 0;
    __syncthreads();
    unsigned mine = 0;
    for (int y = 0; y < h; ++y) mine += sq_diff(a[y * w + threadIdx.x], b[y * w + threadIdx.x]);
    atomicAdd(&total, mine);
    __syncthreads();
    if (threadIdx.x == 0) sse[0] = total;
}
