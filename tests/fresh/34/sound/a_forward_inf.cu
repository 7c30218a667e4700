// fpcheck: forward <<<3, 32>>> emit=@a_forward_inf_emit.npy trans=@a_forward_inf_trans.npy score=empty:3 steps=12 states=5 --ref 'score=@a_forward_inf_score.npy' --tol rtol=1e-4,atol=1e-4
// expect: ok
// why: forbidden transitions are -inf in the log domain; the sum of logarithms guards the case that all terms are -inf, where max - max would be NaN, and exp(-inf) = 0 is meant
// figure: largest relative error at score[2]: computed -12.9716482, exact -12.971647, off by 1.2e-06, within rtol=1e-4,atol=1e-4
#include <math_constants.h>

__device__ float log_add(float a, float b)
{
    float hi = fmaxf(a, b), lo = fminf(a, b);
    if (lo == -CUDART_INF_F)
        return hi;
    return hi + log1pf(expf(lo - hi));
}

// The forward algorithm of a hidden Markov model, a sequence a block.
__global__ void forward(const float* emit, const float* trans, float* score, int steps, int states)
{
    __shared__ float alpha[2][32];
    int s = threadIdx.x;
    const float* e = emit + blockIdx.x * steps * states;
    alpha[0][s] = s == 0 ? e[0] : -CUDART_INF_F;
    __syncthreads();
    for (int k = 1; k < steps; ++k) {
        const float* from = alpha[(k - 1) & 1];
        float* to = alpha[k & 1];
        float v = -CUDART_INF_F;
        if (s < states) {
            for (int r = 0; r < states; ++r)
                v = log_add(v, from[r] + trans[r * states + s]);
            v += e[k * states + s];
        }
        to[s] = v;
        __syncthreads();
    }
    if (s == 0) {
        float all = -CUDART_INF_F;
        for (int r = 0; r < states; ++r)
            all = log_add(all, alpha[(steps - 1) & 1][r]);
        score[blockIdx.x] = all;
    }
}
