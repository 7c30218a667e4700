// fpcheck: forward_step<<<1, 32>>> alpha=[-140,-141.5,-139.25,-143] logt=[-0.25,-2.5,-3,-3,-2.5,-0.25,-3,-3,-3,-3,-0.25,-2.5,-3,-3,-2.5,-0.25] next=empty:4 want=[-140.099827,-141.011324,-139.461343,-141.296658] --ref 'next=want' --tol rtol=1e-5,atol=1e-5
// expect: error underflow at line 27
// why: the maximum of the log-sum-exp begins at zero instead of minus infinity: all terms are below e^-139, their sum is 0 and its logarithm -inf
// figure: computed next[0] = -inf, MPFR -140.099827
// One step of the forward recursion of a profile HMM: next[j] = log sum_i exp(alpha[i] + logt[i][j]); eight lanes a state.
__device__ float group_max(float v)
{
    for (int o = 4; o > 0; o >>= 1)
        v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, o, 8));
    return v;
}

__device__ float group_sum(float v)
{
    for (int o = 4; o > 0; o >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, o, 8);
    return v;
}

__global__ void forward_step(const float *alpha, const float *logt, float *next)
{
    int j = threadIdx.x / 8, i = threadIdx.x % 8;
    float top = 0.0f;
    if (i < 4)
        top = fmaxf(top, alpha[i] + logt[i * 4 + j]);
    top = group_max(top);
    float e = i < 4 ? expf(alpha[i] + logt[i * 4 + j] - top) : 0.0f;
    float s = group_sum(e);
    if (i == 0)
        next[j] = top + logf(s);
}
