// fpcheck: running <<<2, 32>>> claim=@a_claims_scan_claim.npy head=@a_claims_scan_head.npy total=empty:45 carry=empty:2 n=45 --ref 'total=@a_claims_scan_total_ref.npy' --tol rtol=1e-6
// expect: ok
// why: a segmented inclusive scan of a policy's claims: lanes past the end of the second, partial warp carry zeros through the full-mask shuffles, and each warp starts a segment (45 entries, heads at 0 and 32)
// figure: total[10] computed 4.87159157, MPFR 4.871591926 (error 0.073 of the tolerance)
#include <cuda_runtime.h>
__global__ void running(const float* claim, const int* head, float* total, float* carry, int n)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    int lane = threadIdx.x;
    float v = i < n ? claim[i] : 0.0f;
    int f = i < n ? head[i] : 0;
    for (int o = 1; o < 32; o <<= 1) {
        float u = __shfl_up_sync(0xffffffffu, v, o);
        int g = __shfl_up_sync(0xffffffffu, f, o);
        if (lane >= o && !f) {
            v += u;
            f = g;
        }
    }
    if (i < n) total[i] = v;
    if (lane == 31) carry[blockIdx.x] = v;
}
