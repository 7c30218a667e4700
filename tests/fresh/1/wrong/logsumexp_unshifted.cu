// fpcheck: log_evidence <<<2, 32>>> loglik=uniform(95,120):2x32 out=empty:2 ref=logsumexp(loglik,1)
// expect: error overflow at line 7: exp(95..120) overflows binary32; no maximum was subtracted
// Bayesian model evidence: log of the sum over hypotheses, a warp a data set.
__global__ void log_evidence(const float* loglik, float* out)
{
    float l = loglik[blockIdx.x * 32 + threadIdx.x];
    float e = expf(l);
    for (int d = 16; d > 0; d >>= 1)
        e += __shfl_xor_sync(0xffffffffu, e, d);
    if (threadIdx.x == 0) out[blockIdx.x] = logf(e);
}
