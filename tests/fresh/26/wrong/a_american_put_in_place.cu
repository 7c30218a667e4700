// fpcheck: american_put <<<2, 64>>> strike=[95,110] price=empty:2 spot=100 up=1.03 pu=0.5087 disc=0.9996
// expect: error race at line 21
// why: thread t overwrites v[t] while thread t - 1 (in the other warp for t = 32) may still read it as its upper node
// figure: price[0]: computed depends on the order of the two warps, MPFR 5.07961524; undefined by the race
// One option a block, 63 steps, rolled back in place.
__device__ float payoff(float strike, float spot, float up, int level, int node)
{
    return fmaxf(strike - spot * powf(up, (float)(2 * node - level)), 0.0f);
}

__global__ void american_put(const float *strike, float *price, float spot, float up, float pu, float disc)
{
    __shared__ float v[64];
    int t = threadIdx.x;
    float k = strike[blockIdx.x];
    v[t] = payoff(k, spot, up, 63, t);
    __syncthreads();
    for (int level = 62; level >= 0; level--) {
        if (t <= level) {
            float hold = disc * (pu * v[t + 1] + (1.0f - pu) * v[t]);
            v[t] = fmaxf(hold, payoff(k, spot, up, level, t));
        }
        __syncthreads();
    }
    if (t == 0)
        price[blockIdx.x] = v[0];
}
