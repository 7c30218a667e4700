// fpcheck: american_put <<<1, 64>>> strike=[105.0] price=empty:1 spot=100.0 up=1.0319983202748897 prob=0.49968623060280093 disc=0.9995239228844999 steps=63 want=[11.45570349591886] ref=price=want --tol rtol=1e-3,atol=0
// expect: error race at line 24
// why: node j reads v[j + 1] while the thread of that node (another warp for j = 31) may already have overwritten it: there is no barrier between the read and the write
// figure: computed: depends on the order of the warps, MPFR 11.455703
// American put on a binomial tree: one thread a node, values of a level in shared memory.
#define MAX_NODES 128

__device__ float exercise(float strike, float spot, float up, int j, int level)
{
    return strike - spot * powf(up, (float)(2 * j - level));
}

__global__ void american_put(const float *strike, float *price, float spot, float up, float prob, float disc, int steps)
{
    __shared__ float v[MAX_NODES];
    int j = threadIdx.x;
    float k = strike[blockIdx.x];
    if (j <= steps)
        v[j] = fmaxf(exercise(k, spot, up, j, steps), 0.0f);
    __syncthreads();
    for (int level = steps - 1; level >= 0; level--) {
        if (j <= level) {
            float hold = disc * (prob * v[j + 1] + (1.0f - prob) * v[j]);
            v[j] = fmaxf(hold, exercise(k, spot, up, j, level));
        }
        __syncthreads();
    }
    if (j == 0)
        price[blockIdx.x] = v[0];
}
