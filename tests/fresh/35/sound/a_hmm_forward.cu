// fpcheck: forward <<<3, 4>>> log_a=@a_hmm_forward_log_a.npy log_b=@a_hmm_forward_log_b.npy obs=@a_hmm_forward_obs.npy loglik=empty:3 T=30
// expect: ok
// why: a left-to-right hidden Markov model of a gene in logarithms: impossible transitions are -inf, the log-sum-exp of nothing but -inf is guarded to be -inf (else -inf - -inf), and expf(-inf) = 0 is right
// figure: loglik[0] computed -42.0541, MPFR -42.05410379 (error 0.0089 of the tolerance)
#include <cuda_runtime.h>
__device__ float log_sum4(const float* v)
{
    float m = fmaxf(fmaxf(v[0], v[1]), fmaxf(v[2], v[3]));
    if (m == __int_as_float(0xff800000)) return m;
    float s = 0.0f;
    for (int i = 0; i < 4; ++i) s += expf(v[i] - m);
    return m + logf(s);
}

__global__ void forward(const float* log_a, const float* log_b, const int* obs, float* loglik, int T)
{
    __shared__ float alpha[4];
    const int* o = obs + blockIdx.x * T;
    int j = threadIdx.x;
    alpha[j] = j == 0 ? log_b[o[0]] : __int_as_float(0xff800000);
    __syncthreads();
    for (int t = 1; t < T; ++t) {
        float v[4];
        for (int i = 0; i < 4; ++i) v[i] = alpha[i] + log_a[4 * i + j];
        float a = log_sum4(v) + log_b[4 * j + o[t]];
        __syncthreads();
        alpha[j] = a;
        __syncthreads();
    }
    if (j == 0) loglik[blockIdx.x] = log_sum4(alpha);
}
