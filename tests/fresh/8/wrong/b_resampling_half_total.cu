// fpcheck: weight_totals<<<1, 32>>> w=uniform(0.55,0.9):2x4096:f16 total=empty:2 filters=2 particles=4096 ref=total=sum(w,1) --tol rtol=1e-2,atol=0
// expect: error accumulator too narrow at line 16
// why: beyond 2048 the ulp of a half is 2, so every further weight below 1 is lost
// figure: computed total[0] = 2048, MPFR 2974.40088
#include <cuda_fp16.h>

// The normaliser of a particle filter's weights; one filter a thread.
__global__ void weight_totals(const __half *w, float *total, int filters, int particles)
{
    int f = threadIdx.x;
    if (f >= filters)
        return;
    const __half *mine = w + (size_t)f * particles;
    __half sum = __float2half(0.0f);
    for (int p = 0; p < particles; ++p)
        sum = __hadd(sum, mine[p]);
    total[f] = __half2float(sum);
}
