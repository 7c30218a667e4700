// fpcheck: american_put <<<4, 32>>> S=[90,100,110,105] K=[100,100,100,100] price=empty:4 r=0.05 sigma=0.25 T=1
// expect: ok
// American put on a 31-step Cox-Ross-Rubinstein tree, one warp per option;
// each lane holds one node and the backward induction uses shuffles.
#include <cuda_runtime.h>

#define STEPS 31

__global__ void american_put(const float* __restrict__ S, const float* __restrict__ K,
                             float* __restrict__ price, float r, float sigma, float T)
{
    const int lane = threadIdx.x;
    const float s0 = S[blockIdx.x];
    const float k = K[blockIdx.x];
    const float dt = T / STEPS;
    const float logu = sigma * sqrtf(dt);
    const float u = expf(logu);
    const float d = 1.0f / u;
    const float p = (expf(r * dt) - d) / (u - d);
    const float df = expf(-r * dt);
    const float pu = df * p;
    const float pd = df * (1.0f - p);

    // node j at step i: s0 * u^(2j - i)
    float v = fmaxf(k - s0 * expf(logu * (float)(2 * lane - STEPS)), 0.0f);
    for (int i = STEPS - 1; i >= 0; --i) {
        float up = __shfl_down_sync(0xffffffffu, v, 1);
        if (lane <= i) {
            float hold = pu * up + pd * v;
            float exercise = k - s0 * expf(logu * (float)(2 * lane - i));
            v = fmaxf(hold, exercise);
        }
    }
    if (lane == 0) price[blockIdx.x] = v;
}
