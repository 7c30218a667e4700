// fpcheck: forward <<<6, 32>>> obs=@b_hmm_forward_log_o.npy log_pi=@b_hmm_forward_log_pi.npy log_a=@b_hmm_forward_log_a.npy log_b=@b_hmm_forward_log_b.npy loglik=empty:6 states=5 symbols=4 steps=24 --ref loglik=@b_hmm_forward_log_ref_loglik.npy --tol rtol=1e-5
// fpcheck+ per_symbol <<<1, 32>>> loglik=loglik bits=empty:6 count=6 steps=24
// expect: ok
// why: infinities everywhere (log 0, masked lanes, -inf + -inf), but never -inf - -inf: the log-domain sums return -inf for impossible states before they subtract
// figure: loglik[5] computed -34.2519264, exact -34.2519221 (error 4.3e-06, 0.013 of the tolerance; worst of 6)
#include <cuda_runtime.h>
#include <math_constants.h>
#include <stdint.h>

// The forward algorithm of a hidden Markov model (gene finding, profile search) in the log domain. One block a
// sequence, one lane a state; impossible transitions and emissions are -inf in the tables.

constexpr int MAX_STATES = 8;
constexpr unsigned FULL = 0xffffffffu;

struct Model {
    const float* pi;
    const float* a;
    const float* b;
    int states;
    int symbols;
};

__device__ __forceinline__ Model make_model(const float* pi, const float* a, const float* b, int states, int symbols)
{
    Model m;
    m.pi = pi;
    m.a = a;
    m.b = b;
    m.states = states;
    m.symbols = symbols;
    return m;
}

__device__ __forceinline__ float emission(const Model& m, int state, int symbol)
{
    return m.b[state * m.symbols + symbol];
}

__device__ __forceinline__ float transition(const Model& m, int from, int to)
{
    return m.a[from * m.states + to];
}

// log(sum(exp(v))): a maximum of -inf means that all are impossible
template <int N>
__device__ __forceinline__ float log_sum_exp(const float (&v)[N], int n)
{
    float top = -CUDART_INF_F;
    for (int i = 0; i < n; ++i) top = fmaxf(top, v[i]);
    if (top == -CUDART_INF_F) return top;
    float s = 0.0f;
    for (int i = 0; i < n; ++i) s += expf(v[i] - top);   // expf(-inf) = 0
    return top + logf(s);
}

__device__ __forceinline__ float warp_log_sum_exp(float x)
{
    float top = x;
#pragma unroll
    for (int d = 16; d > 0; d >>= 1) top = fmaxf(top, __shfl_xor_sync(FULL, top, d));
    if (top == -CUDART_INF_F) return top;   // the same in all lanes
    float s = expf(x - top);
#pragma unroll
    for (int d = 16; d > 0; d >>= 1) s += __shfl_xor_sync(FULL, s, d);
    return top + logf(s);
}

// alpha'(to) = log sum_from exp(alpha(from) + a(from, to)) + b(to, symbol)
__device__ __forceinline__ float advance(const Model& m, float alpha, int to, int symbol)
{
    float term[MAX_STATES];
#pragma unroll
    for (int from = 0; from < MAX_STATES; ++from) {
        const float before = __shfl_sync(FULL, alpha, from);
        const bool real = from < m.states && to < m.states;
        term[from] = real ? before + transition(m, from, to) : -CUDART_INF_F;
    }
    const float sum = log_sum_exp(term, MAX_STATES);
    return to < m.states ? sum + emission(m, to, symbol) : -CUDART_INF_F;
}

__global__ void forward(const uint8_t* __restrict__ obs, const float* __restrict__ log_pi, const float* __restrict__ log_a,
                        const float* __restrict__ log_b, float* loglik, int states, int symbols, int steps)
{
    const Model m = make_model(log_pi, log_a, log_b, states, symbols);
    const uint8_t* seq = obs + blockIdx.x * steps;
    const int lane = threadIdx.x;

    float alpha = lane < states ? m.pi[lane] + emission(m, lane, seq[0]) : -CUDART_INF_F;
    for (int t = 1; t < steps; ++t) alpha = advance(m, alpha, lane, seq[t]);

    const float total = warp_log_sum_exp(alpha);
    if (lane == 0) loglik[blockIdx.x] = total;
}

// bits a symbol, for a table of models
__global__ void per_symbol(const float* __restrict__ loglik, float* bits, int count, int steps)
{
    const int i = threadIdx.x;
    if (i < count) bits[i] = -1.4426950408889634f * loglik[i] / (float)steps;
}
