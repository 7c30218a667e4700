// fpcheck: forward <<<1, 16>>> obs=@a_hmm_forward_obs.npy start=@a_hmm_forward_start.npy move=@a_hmm_forward_move.npy emit=@a_hmm_forward_emit.npy loglik=empty:16 length=30 --ref 'loglik=@a_hmm_forward_loglik_ref.npy' --tol rtol=3e-6
// expect: ok
// why: log-domain sums with -inf for what is impossible: a guard keeps -inf - -inf from becoming NaN, and sequence 6, which no path explains, rightly has log-likelihood -inf
// figure: loglik[8] computed -42.347466, exact -42.34747670627601; 0 of 16 beyond the tolerance, worst 0.0881 times
#include <cuda_runtime.h>
#include <cmath>

#define S 4
#define SYMBOLS 5

__device__ float log_sum(const float* v)
{
    float m = v[0];
    for (int k = 1; k < S; ++k)
        m = fmaxf(m, v[k]);
    if (m == -INFINITY)
        return -INFINITY;
    float s = 0.f;
    for (int k = 0; k < S; ++k)
        s += expf(v[k] - m);
    return m + logf(s);
}

// log-likelihood of a sequence under a hidden Markov model, one sequence a thread
__global__ void forward(const int* obs, const float* start, const float* move, const float* emit, float* loglik, int length)
{
    const int* o = obs + threadIdx.x * length;
    float a[S];
    for (int s = 0; s < S; ++s)
        a[s] = start[s] + emit[s * SYMBOLS + o[0]];
    for (int t = 1; t < length; ++t) {
        float b[S];
        for (int s = 0; s < S; ++s) {
            float v[S];
            for (int r = 0; r < S; ++r)
                v[r] = a[r] + move[r * S + s];
            b[s] = log_sum(v) + emit[s * SYMBOLS + o[t]];
        }
        for (int s = 0; s < S; ++s)
            a[s] = b[s];
    }
    loglik[threadIdx.x] = log_sum(a);
}
