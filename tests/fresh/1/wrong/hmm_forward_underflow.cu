// fpcheck: hmm_forward <<<1, 8>>> emit=uniform(0.0001,0.001):20x8x2 loglik=empty:8 steps=20
// expect: error underflow at line 12: twenty factors of 1e-4 fall below the smallest binary32; the log likelihood is -inf
// Forward algorithm of a two-state hidden Markov model, one thread a sequence, without scaling.
__global__ void hmm_forward(const float* __restrict__ emit, float* __restrict__ loglik, int steps)
{
    const int s = threadIdx.x;
    const float stay = 0.9f, move = 0.1f;
    float a0 = 0.5f, a1 = 0.5f;
    for (int t = 0; t < steps; ++t) {
        float e0 = emit[(t * 8 + s) * 2];
        float e1 = emit[(t * 8 + s) * 2 + 1];
        float b0 = (a0 * stay + a1 * move) * e0;
        float b1 = (a0 * move + a1 * stay) * e1;
        a0 = b0;
        a1 = b1;
    }
    loglik[s] = logf(a0 + a1);
}
