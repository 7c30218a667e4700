// fpcheck: trinomial <<<1, 96>>> price=empty:1 spot=100.0 strike=95.0 dx=0.03873 pu=0.169915 pm=0.666625 pd=0.16346 disc=0.9995001 steps=40 want=[9.568483727575737] ref=price=want --tol rtol=1e-4,atol=0
// expect: ok
// why: neighbours of other warps are read without a barrier between read and write: two buffers alternate, one barrier a level is enough
// figure: error about 1e-6 relative at 9.568484, allowed 1e-4
// European call on a trinomial lattice, levels alternate between two rows of shared memory.
#define NODES 96

__global__ void trinomial(float *price, float spot, float strike, float dx, float pu, float pm, float pd, float disc,
                          int steps)
{
    __shared__ float row[2][NODES];
    int j = threadIdx.x;
    if (j <= 2 * steps)
        row[0][j] = fmaxf(spot * expf(dx * (j - steps)) - strike, 0.0f);
    int from = 0;
    for (int level = steps - 1; level >= 0; level--) {
        __syncthreads();
        const float *a = row[from];
        if (j <= 2 * level)
            row[from ^ 1][j] = disc * (pd * a[j] + pm * a[j + 1] + pu * a[j + 2]);
        from ^= 1;
    }
    if (j == 0)
        *price = row[from][0];
}
