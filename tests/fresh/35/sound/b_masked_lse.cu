// fpcheck: log_partition <<<6, 32>>> logp=@b_lse_x.npy mask=@b_lse_m.npy lse=empty:6 n=80 --ref lse=@b_lse_ref.npy --tol rtol=1e-5,atol=1e-5
// expect: ok
// why: masked terms are -inf, and a whole row may be masked: -inf minus -inf never happens because the maximum is replaced by 0 where it is -inf, and log(0) = -inf is the right answer there
// figure: lse: largest error 8.51e-07 (5.59e-08 relative at its worst, largest |value| 32.5684), as simulated
#include <cuda_runtime.h>

__global__ void log_partition(const float *logp, const unsigned char *mask, float *lse, int n)
{
    const float minus_inf = __int_as_float(0xff800000);
    const float *row = logp + blockIdx.x * n;
    const unsigned char *keep = mask + blockIdx.x * n;
    float top = minus_inf;
    for (int i = threadIdx.x; i < n; i += 32)
        top = fmaxf(top, keep[i] ? row[i] : minus_inf);
    for (int o = 16; o; o >>= 1)
        top = fmaxf(top, __shfl_xor_sync(0xffffffffu, top, o));
    float shift = top == minus_inf ? 0.0f : top;
    float s = 0.0f;
    for (int i = threadIdx.x; i < n; i += 32)
        s += expf((keep[i] ? row[i] : minus_inf) - shift);
    for (int o = 16; o; o >>= 1)
        s += __shfl_xor_sync(0xffffffffu, s, o);
    if (threadIdx.x == 0)
        lse[blockIdx.x] = logf(s) + shift;
}
