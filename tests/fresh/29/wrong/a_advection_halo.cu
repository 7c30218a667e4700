// fpcheck: advect <<<2, 64>>> humidity=arange:128 next=empty:128 courant=0.25 n=128
// expect: error uninitialised at line 18
// why: the right halo is stored one slot too low: it overwrites the last cell of the tile, and the slot that is read was never written
// figure: computed next[63] = undefined (tile[65] was never written), right 62.75
// Lax-Wendroff advection of humidity along a periodic parallel.
#define BLOCK 64

__global__ void advect(const float *humidity, float *next, float courant, int n)
{
    __shared__ float tile[BLOCK + 2];
    int t = threadIdx.x;
    int i = blockIdx.x * BLOCK + t;
    tile[t + 1] = humidity[i];
    if (t == 0) {
        int west = (i + n - 1) % n;
        int east = (i + BLOCK) % n;
        tile[0] = humidity[west];
        tile[BLOCK] = humidity[east];
    }
    __syncthreads();

    float w = tile[t];
    float c = tile[t + 1];
    float e = tile[t + 2];
    float slope = 0.5f * (e - w);
    float bend = e - 2.0f * c + w;
    next[i] = c - courant * slope + 0.5f * courant * courant * bend;
}
