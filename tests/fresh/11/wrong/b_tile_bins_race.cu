// fpcheck: bin_splats <<<1, 128>>> sx=uniform(0,64):128 sy=uniform(0,64):128 count=empty:16 list=empty:16x128 n=128
// expect: error race at line 26
// why: splats take their place in a tile's list with a plain increment of a shared counter; two threads of one tile take the same place
// figure: computed depends on the order of the threads (lost increments), MPFR: the counts sum to 128
#define TILE 16
#define SIDE 4

__device__ int tile_of(float x, float y)
{
    int tx = min((int)x / TILE, SIDE - 1);
    int ty = min((int)y / TILE, SIDE - 1);
    return ty * SIDE + tx;
}

__global__ void bin_splats(const float *sx, const float *sy, int *count, int *list, int n)
{
    __shared__ int fill[SIDE * SIDE];
    int t = threadIdx.x;
    if (t < SIDE * SIDE)
        fill[t] = 0;
    for (int k = t; k < SIDE * SIDE * 128; k += blockDim.x)
        list[k] = -1;
    __syncthreads();
    if (t < n) {
        int tile = tile_of(sx[t], sy[t]);
        int place = fill[tile]++;
        list[tile * 128 + place] = t;
    }
    __syncthreads();
    if (t < SIDE * SIDE)
        count[t] = fill[t];
}
