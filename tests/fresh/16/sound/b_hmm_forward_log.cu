// fpcheck: forward <<<1, 32>>> emit=uniform(0.01,0.05):30x4 score=empty:1 stay=0.85 steps=30
// expect: ok
// why: the forward pass of a four state model in logarithms: log-sum-exp with the largest taken out, over shuffles of width 4; the product itself would be 1e-46
// figure: score near -107, error about 2e-5 absolute: thirty roundings at that size
#define STATES 4
__device__ float log_sum_exp(float v)
{
    float top = v;
    for (int off = STATES / 2; off > 0; off >>= 1)
        top = fmaxf(top, __shfl_xor_sync(0xffffffffu, top, off, STATES));
    float e = expf(v - top);
    for (int off = STATES / 2; off > 0; off >>= 1)
        e += __shfl_xor_sync(0xffffffffu, e, off, STATES);
    return top + logf(e);
}

__global__ void forward(const float *emit, float *score, float stay, int steps)
{
    int state = threadIdx.x & (STATES - 1);
    float log_stay = logf(stay);
    float log_move = logf((1.0f - stay) / (float)(STATES - 1));
    float alpha = logf(emit[state]) - logf((float)STATES);
    for (int step = 1; step < steps; step++) {
        float next = 0.0f;
        for (int to = 0; to < STATES; to++) {
            float way = alpha + (state == to ? log_stay : log_move);
            float sum = log_sum_exp(way);
            next = state == to ? sum : next;
        }
        alpha = next + logf(emit[step * STATES + state]);
    }
    float all = log_sum_exp(alpha);
    if (threadIdx.x == 0)
        score[0] = all;
}
