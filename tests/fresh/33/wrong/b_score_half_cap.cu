// fpcheck: capped_scores <<<4, 32>>> q=@b_cap_q.npy k=@b_cap_k.npy s=empty:4x32 cap=1000.0 --ref 's=@b_cap_s.npy' --tol rtol=2e-3,atol=0.5
// expect: error overflow at line 17
// why: the dot product is cast to half before it is scaled; above 65504 it is infinite, and the soft cap's tanh hides that as the cap itself (scores overflowing in fp16 before the scale are reported of many models)
// figure: s[0, 5] computed 1000, MPFR 478.960114
#include <cuda_fp16.h>

constexpr int D = 128;

// One thread a key: score = cap tanh(q.k / D / cap)
__global__ void capped_scores(const __half* q, const __half* k, float* s, float cap)
{
    int row = blockIdx.x;
    int key = threadIdx.x;
    float dot = 0.0f;
    for (int d = 0; d < D; ++d)
        dot = fmaf(__half2float(q[row * D + d]), __half2float(k[key * D + d]), dot);
    __half h = __float2half(dot);
    float scaled = __half2float(h) * (1.0f / D);
    s[row * 32 + key] = cap * tanhf(scaled / cap);
}
