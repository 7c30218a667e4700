// fpcheck: american_put <<<2, 64>>> spot=[100.0, 93.5] value=empty:2 strike=100.0 h=0.0125 p=0.5 discount=0.9995
// expect: ok
// why: one array is read and written in turn, with barriers between reading and writing, and the loop that shrinks keeps all threads at them
// figure: computed value[0] = 3.22805285, MPFR 3.22805348157; relative error 1.9e-07
// American put on a binomial tree of 48 steps; h is the logarithm of a step up.
#define STEPS 48

__device__ float node(float s0, float h, int level, int ups)
{
    return s0 * expf(h * (float)(2 * ups - level));
}

__global__ void american_put(const float *spot, float *value, float strike, float h, float p, float discount)
{
    __shared__ float v[STEPS + 1];
    int k = threadIdx.x;
    float s0 = spot[blockIdx.x];
    if (k <= STEPS)
        v[k] = fmaxf(strike - node(s0, h, STEPS, k), 0.0f);
    __syncthreads();
    for (int level = STEPS - 1; level >= 0; level--) {
        float held = 0.0f;
        if (k <= level) {
            held = discount * (p * v[k + 1] + (1.0f - p) * v[k]);
            held = fmaxf(held, strike - node(s0, h, level, k));
        }
        __syncthreads();
        if (k <= level)
            v[k] = held;
        __syncthreads();
    }
    if (k == 0)
        value[blockIdx.x] = v[0];
}
