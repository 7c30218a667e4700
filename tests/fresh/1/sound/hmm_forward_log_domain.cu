// fpcheck: hmm_forward <<<1, 8>>> emit=uniform(0.0001,0.001):20x8x2 loglik=empty:8 steps=20
// expect: ok
//
// Forward algorithm of a two-state hidden Markov model in the log domain, one thread a sequence, and a check by
// scaled probabilities. Both are stable; the output is the mean of the two log likelihoods, which agree to
// rounding.
#define STATES 2

struct Chain {
    float stay, move;
    float log_stay, log_move;
    float log_prior;
};

struct Alpha {
    float a[STATES];
};

__device__ __forceinline__ Chain default_chain()
{
    Chain c;
    c.stay = 0.9f;
    c.move = 0.1f;
    c.log_stay = logf(c.stay);
    c.log_move = logf(c.move);
    c.log_prior = logf(0.5f);
    return c;
}

// log(exp(a) + exp(b)) with the larger one taken out
__device__ __forceinline__ float log_add(float a, float b)
{
    const float hi = fmaxf(a, b);
    const float lo = fminf(a, b);
    return hi + log1pf(expf(lo - hi));
}

__device__ __forceinline__ float emission(const float* emit, int t, int seq, int sequences, int state)
{
    return emit[(t * sequences + seq) * STATES + state];
}

__device__ __forceinline__ Alpha log_step(const Alpha& in, const Chain& c, float le0, float le1)
{
    Alpha out;
    out.a[0] = log_add(in.a[0] + c.log_stay, in.a[1] + c.log_move) + le0;
    out.a[1] = log_add(in.a[0] + c.log_move, in.a[1] + c.log_stay) + le1;
    return out;
}

__device__ float forward_log(const float* emit, int steps, int seq, int sequences, const Chain& c)
{
    Alpha a;
    a.a[0] = c.log_prior;
    a.a[1] = c.log_prior;
    for (int t = 0; t < steps; ++t) {
        const float le0 = logf(emission(emit, t, seq, sequences, 0));
        const float le1 = logf(emission(emit, t, seq, sequences, 1));
        a = log_step(a, c, le0, le1);
    }
    return log_add(a.a[0], a.a[1]);
}

__device__ __forceinline__ Alpha linear_step(const Alpha& in, const Chain& c, float e0, float e1)
{
    Alpha out;
    out.a[0] = (in.a[0] * c.stay + in.a[1] * c.move) * e0;
    out.a[1] = (in.a[0] * c.move + in.a[1] * c.stay) * e1;
    return out;
}

__device__ float forward_scaled(const float* emit, int steps, int seq, int sequences, const Chain& c)
{
    Alpha a;
    a.a[0] = 0.5f;
    a.a[1] = 0.5f;
    float log_scale = 0.0f;
    for (int t = 0; t < steps; ++t) {
        a = linear_step(a, c, emission(emit, t, seq, sequences, 0), emission(emit, t, seq, sequences, 1));
        const float norm = a.a[0] + a.a[1];     // positive: emissions are
        const float inv = 1.0f / norm;
        a.a[0] *= inv;
        a.a[1] *= inv;
        log_scale += logf(norm);
    }
    return log_scale + logf(a.a[0] + a.a[1]);
}

__global__ void hmm_forward(const float* __restrict__ emit, float* __restrict__ loglik, int steps)
{
    const int seq = blockIdx.x * blockDim.x + threadIdx.x;
    const int sequences = gridDim.x * blockDim.x;
    const Chain c = default_chain();

    const float a = forward_log(emit, steps, seq, sequences, c);
    const float b = forward_scaled(emit, steps, seq, sequences, c);
    loglik[seq] = 0.5f * (a + b);
}

// Sizes: 20 steps with emissions of 1e-4 .. 1e-3 give log likelihoods of about -150; the product itself would be
// 1e-65 and is not representable in binary32.
//
// The scaled recursion costs one logarithm a step, the log domain six transcendental functions; production uses
// the former, the latter is kept as its check.
//
// Layout of emit: [time][sequence][state], so that neighbouring threads read neighbouring pairs.

#ifdef STANDALONE
#include <cstdio>
#include <cstdlib>
#include <vector>

int main()
{
    const int n_emit = 20 * 8 * 2;
    std::vector<float> h_emit(n_emit);
    for (float& e : h_emit)
        e = (float)std::rand() / (float)RAND_MAX;
    float* d_emit = nullptr;
    cudaMalloc(&d_emit, n_emit * sizeof(float));
    cudaMemcpy(d_emit, h_emit.data(), n_emit * sizeof(float), cudaMemcpyHostToDevice);

    const int n_loglik = 8;
    std::vector<float> h_loglik(n_loglik);
    float* d_loglik = nullptr;
    cudaMalloc(&d_loglik, n_loglik * sizeof(float));

    hmm_forward<<<1, 8>>>(d_emit, d_loglik, 20);
    if (cudaDeviceSynchronize() != cudaSuccess) {
        std::fprintf(stderr, "launch failed\n");
        return 1;
    }
    cudaMemcpy(h_loglik.data(), d_loglik, n_loglik * sizeof(float), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n_loglik && i < 8; ++i)
        std::printf("loglik[%d] = %.9g\n", i, h_loglik[i]);
    cudaFree(d_emit);
    cudaFree(d_loglik);
    return 0;
}
#endif
