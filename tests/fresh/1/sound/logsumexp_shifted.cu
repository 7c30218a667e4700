// fpcheck: log_evidence <<<2, 32>>> loglik=uniform(-900,120):2x32 out=empty:2 ref=logsumexp(loglik,1)
// expect: ok
__global__ void log_evidence(const float* loglik, float* out)
{
    float l = loglik[blockIdx.x * 32 + threadIdx.x];
    float m = l;
    for (int d = 16; d; d >>= 1) m = fmaxf(m, __shfl_xor_sync(0xffffffffu, m, d));
    float e = expf(l - m);            // underflow to 0 is what is wanted
    for (int d = 16; d; d >>= 1) e += __shfl_xor_sync(0xffffffffu, e, d);
    if (threadIdx.x == 0) out[blockIdx.x] = m + logf(e);
}
