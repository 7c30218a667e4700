// fpcheck: american_put <<<2, 64>>> strike=[95,110] price=empty:2 spot=100 up=1.03 pu=0.5087 disc=0.9996
// expect: ok
// why: rolled back in place, but each level reads, meets at a barrier, writes and meets again; nobody leaves early
// figure: price[0]: computed 5.07961512, MPFR 5.07961524: relative error 2.4e-08, tolerance about 2e-6
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
        float next = 0.0f;
        if (t <= level) {
            float hold = disc * (pu * v[t + 1] + (1.0f - pu) * v[t]);
            next = fmaxf(hold, payoff(k, spot, up, level, t));
        }
        __syncthreads();
        if (t <= level)
            v[t] = next;
        __syncthreads();
    }
    if (t == 0)
        price[blockIdx.x] = v[0];
}
