// fpcheck: smooth<<<2, 64>>> x=[-1,0.5,-0.125,-0.75,0.75,0.125,-0.5,1,0.375,-0.25,-0.875,0.625,0,-0.625,0.875,0.25,-0.375,-1,0.5,-0.125,-0.75,0.75,0.125,-0.5,1,0.375,-0.25,-0.875,0.625,0,-0.625,0.875,0.25,-0.375,-1,0.5,-0.125,-0.75,0.75,0.125,-0.5,1,0.375,-0.25,-0.875,0.625,0,-0.625,0.875,0.25,-0.375,-1,0.5,-0.125,-0.75,0.75,0.125,-0.5,1,0.375,-0.25,-0.875,0.625,0,-0.625,0.875,0.25,-0.375,-1,0.5,-0.125,-0.75,0.75,0.125,-0.5,1,0.375,-0.25,-0.875,0.625,0,-0.625,0.875,0.25,-0.375,-1,0.5,-0.125,-0.75,0.75,0.125,-0.5,1,0.375,-0.25,-0.875,0.625,0,-0.625,0.875,0.25,-0.375,-1,0.5,-0.125,-0.75,0.75,0.125,-0.5,1,0.375,-0.25,-0.875,0.625,0,-0.625,0.875,0.25,-0.375,-1,0.5,-0.125,-0.75,0.75,0.125,-0.5,1,0.375] taps=[0.125,0.25,0.25,0.25,0.125] y=empty:128 n=128
// expect: error uninitialised shared memory at line 16
// why: the right halo goes to threadIdx + 64 + RADIUS - 1: the last cell of the tile is never written (and a sample of the tile is overwritten)
// figure: computed y[63] undefined, MPFR 0
// Five-tap smoothing of an audio block, tile with two samples of halo on either side.
#define RADIUS 2
template <int THREADS>
__device__ void load_tile(float *tile, const float *x, int n)
{
    int g = blockIdx.x * THREADS + threadIdx.x;
    tile[threadIdx.x + RADIUS] = g < n ? x[g] : 0.0f;
    if (threadIdx.x < RADIUS) {
        int left = g - RADIUS;
        tile[threadIdx.x] = left >= 0 ? x[left] : 0.0f;
        int right = g + THREADS;
        tile[threadIdx.x + THREADS + RADIUS - 1] = right < n ? x[right] : 0.0f;
    }
    __syncthreads();
}

__global__ void smooth(const float *x, const float *taps, float *y, int n)
{
    __shared__ float tile[64 + 2 * RADIUS];
    load_tile<64>(tile, x, n);
    int g = blockIdx.x * 64 + threadIdx.x;
    if (g >= n)
        return;
    float s = 0.0f;
#pragma unroll
    for (int k = 0; k < 2 * RADIUS + 1; ++k)
        s = fmaf(taps[k], tile[threadIdx.x + k], s);
    y[g] = s;
}
