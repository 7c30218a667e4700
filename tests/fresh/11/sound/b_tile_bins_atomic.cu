// fpcheck: bin_splats <<<1, 128>>> sx=uniform(0,64):128 sy=uniform(0,64):128 count=empty:16 n=128
// expect: ok
// why: shared counters, but by atomicAdd and cleared before a barrier; truncation to a tile is meant and acts on inputs as given
// figure: computed: the counts sum to 128, MPFR 128; error 0
#define TILE 16
#define SIDE 4

__device__ int tile_of(float x, float y)
{
    int tx = min((int)x / TILE, SIDE - 1);
    int ty = min((int)y / TILE, SIDE - 1);
    return ty * SIDE + tx;
}

__global__ void bin_splats(const float *sx, const float *sy, int *count, int n)
{
    __shared__ int fill[SIDE * SIDE];
    int t = threadIdx.x;
    if (t < SIDE * SIDE)
        fill[t] = 0;
    __syncthreads();
    // lanes of one tile elect a leader that adds for all of them
    if (t < n) {
        int tile = tile_of(sx[t], sy[t]);
        unsigned active = __activemask();
        unsigned peers = __match_any_sync(active, tile);
        if ((t & 31) == __ffs(peers) - 1)
            atomicAdd(&fill[tile], __popc(peers));
    }
    __syncthreads();
    if (t < SIDE * SIDE)
        count[t] = fill[t];
}
