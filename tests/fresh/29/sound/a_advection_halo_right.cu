// fpcheck: advect <<<2, 64>>> humidity=@a_humidity.npy next=empty:100 courant=0.25 n=100 --ref next=@a_humidity_next.npy --tol rtol=1e-5,atol=1e-6
// expect: ok
// why: the last block is partial: its right halo belongs behind its last cell, not behind the tile, and threads past the end only meet at the barrier
// figure: computed next[99] = 0.67031252, MPFR 0.6703125201: relative error at most 8.6e-08 of 1e-5
// Upwind-biased advection of humidity along a periodic parallel, in flux form.
#define BLOCK 64

__global__ void advect(const float *humidity, float *next, float courant, int n)
{
    __shared__ float tile[BLOCK + 2];
    int t = threadIdx.x;
    int base = blockIdx.x * BLOCK;
    int i = base + t;
    int filled = min(BLOCK, n - base);
    if (i < n)
        tile[t + 1] = humidity[i];
    if (t == 0)
        tile[0] = humidity[(base + n - 1) % n];
    if (t == filled - 1)
        tile[filled + 1] = humidity[(i + 1) % n];
    __syncthreads();

    if (i < n) {
        float west = 0.5f * courant * ((1.0f + courant) * tile[t] + (1.0f - courant) * tile[t + 1]);
        float east = 0.5f * courant * ((1.0f + courant) * tile[t + 1] + (1.0f - courant) * tile[t + 2]);
        next[i] = tile[t + 1] + (west - east);
    }
}
