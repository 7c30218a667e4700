// fpcheck: nucleus <<<1, 128>>> sorted=@a_nucleus_fixed_cdf.npy kept=empty:1:i32 renorm=empty:512 vocab=512 top_p=0.9 --ref renorm=@a_nucleus_fixed_cdf_r.npy --tol rtol=1e-5,atol=1e-9
// expect: ok
// why: probabilities become integers before they are summed, which looks like a loss; but halves are multiples of 2^-24, so the conversion and the whole scan are exact
// figure: renorm[0] computed 0.0546337068, MPFR 0.0546337082
// Top-p filter on probabilities sorted downwards, four tokens a thread, cumulative sums in units of 2^-24.
#include <cuda_fp16.h>

__device__ __forceinline__ unsigned fixed24(__half p)
{
    return (unsigned)(__half2float(p) * 16777216.0f);
}

__device__ unsigned scan_inclusive(unsigned v, unsigned *warp_sums)
{
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    for (int off = 1; off < 32; off <<= 1) {
        unsigned w = __shfl_up_sync(0xffffffffu, v, off);
        v += lane >= off ? w : 0u;
    }
    if (lane == 31)
        warp_sums[warp] = v;
    __syncthreads();
    for (int w = 0; w < warp; w++)
        v += warp_sums[w];
    return v;
}

__global__ void nucleus(const __half *sorted, int *kept, float *renorm, int vocab, float top_p)
{
    __shared__ unsigned warp_sums[4];
    __shared__ int count;
    __shared__ unsigned mass;
    const unsigned wanted = (unsigned)(top_p * 16777216.0f);
    unsigned p[4], own = 0u;
    for (int j = 0; j < 4; j++) {
        int i = 4 * threadIdx.x + j;
        p[j] = i < vocab ? fixed24(sorted[i]) : 0u;
        own += p[j];
    }
    unsigned before = scan_inclusive(own, warp_sums) - own;
    // exactly one token takes the sum over the mark
    for (int j = 0; j < 4; j++) {
        unsigned after = before + p[j];
        if (before < wanted && after >= wanted) {
            count = 4 * threadIdx.x + j + 1;
            mass = after;
        }
        before = after;
    }
    __syncthreads();
    if (threadIdx.x == 0)
        *kept = count;
    for (int i = threadIdx.x; i < vocab; i += blockDim.x)
        renorm[i] = i < count ? (float)fixed24(sorted[i]) / (float)mass : 0.0f;
}
