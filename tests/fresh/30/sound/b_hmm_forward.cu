// fpcheck: hmm_forward <<<1, 32>>> start=[0.0,-100000,-100000] hop=[[-0.5,-1.2,-2.3],[-100000.0,-0.3,-1.4],[-100000.0,-100000.0,-0.1]] emit=[[-0.4,-1.6,-2.0],[-1.5,-0.6,-1.6],[-2.5,-1.2,-0.5]] seen=[0,1,2,2,1,0,0,2] like=empty:1 steps=8 want=[-10.1539204] ref=like=want --tol rtol=2e-6,atol=0
// expect: ok
// why: forbidden transitions are minus infinity, and -inf - -inf is at hand; the maximum is replaced by 0 where nothing can reach a state, so that exp(-inf) = 0 and log(0) = -inf are what is meant
// figure: like[0]: computed -10.153921, MPFR -10.1539204
#include <cuda_runtime.h>

#define STATES 3

__device__ float minus_infinity()
{
    return __int_as_float(0xff800000);
}

// Below this a log probability stands for none at all.
__device__ float forbidden_to_infinity(float v)
{
    return v <= -90000.0f ? minus_infinity() : v;
}

__device__ float log_sum_exp(const float *v)
{
    float m = v[0];
    for (int k = 1; k < STATES; k++)
        m = fmaxf(m, v[k]);
    float base = m == minus_infinity() ? 0.0f : m;
    float s = 0.0f;
    for (int k = 0; k < STATES; k++)
        s += expf(v[k] - base);
    return base + logf(s);
}

// Left-to-right hidden Markov model, forward algorithm in the logarithmic domain; a thread a state.
__global__ void hmm_forward(const float *start, const float *hop, const float *emit, const int *seen, float *like,
                            int steps)
{
    __shared__ float alpha[2][STATES];
    int s = threadIdx.x;
    if (s < STATES)
        alpha[0][s] = forbidden_to_infinity(start[s]) + emit[s * STATES + seen[0]];
    __syncthreads();
    int now = 0;
    for (int t = 1; t < steps; t++) {
        if (s < STATES) {
            float v[STATES];
            for (int k = 0; k < STATES; k++)
                v[k] = alpha[now][k] + forbidden_to_infinity(hop[k * STATES + s]);
            alpha[1 - now][s] = log_sum_exp(v) + emit[s * STATES + seen[t]];
        }
        now = 1 - now;
        __syncthreads();
    }
    if (s == 0)
        *like = log_sum_exp(alpha[now]);
}
