// fpcheck: hmm_log_forward <<<1, 32>>> steps=200 emit=uniform(-9,-5):200x4 loglik=empty:1
// expect: ok
// Forward algorithm of a four-state chain in the log domain: stay with 0.7, each other state with 0.1.
__device__ float log_add4(float v)
{
    float m = v;
    m = fmaxf(m, __shfl_xor_sync(0xfu, m, 1, 4));
    m = fmaxf(m, __shfl_xor_sync(0xfu, m, 2, 4));
    float e = expf(v - m);
    e += __shfl_xor_sync(0xfu, e, 1, 4);
    e += __shfl_xor_sync(0xfu, e, 2, 4);
    return m + logf(e);
}

__global__ void hmm_log_forward(const float* emit, float* loglik, int steps)
{
    int state = threadIdx.x;
    if (state >= 4) return;
    const float log_stay = -0.35667494f, log_move = -2.3025851f;
    float alpha = -1.3862944f + emit[state];
    for (int t = 1; t < steps; ++t) {
        float total = -1e30f;
        for (int from = 0; from < 4; ++from) {
            float a = __shfl_sync(0xfu, alpha, from, 4) + (from == state ? log_stay : log_move);
            float hi = fmaxf(total, a), lo = fminf(total, a);
            total = hi + log1pf(expf(lo - hi));
        }
        alpha = total + emit[t * 4 + state];
    }
    float ll = log_add4(alpha);
    if (state == 0) loglik[0] = ll;
}
