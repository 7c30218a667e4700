// fpcheck: crowding <<<1, 64>>> start=[0,3,9,10,16] x=uniform(0,4):16 sum=empty:64
// expect: error divergent barrier at line 25
// why: the tile loop runs as often as the thread's own cell needs, and holds __syncthreads: threads of short cells leave while others wait
// figure: sum[0..15] undefined: two barriers for cell 2, six for cell 1; cell 2 exact: 1/(1 + (at - x[9])^2) and a term of 1e-18
// Sum of a soft kernel over the particles of a cell; 16 threads for each of four cells, tiles of two particles staged in shared memory.
#define TILE 2

__device__ float kernel_of(float d)
{
    return 1.0f / (1.0f + d * d);
}

__global__ void crowding(const int *start, const float *x, float *sum)
{
    __shared__ float tile[4][TILE];
    int cell = threadIdx.x / 16;
    int member = threadIdx.x % 16;
    int first = start[cell];
    int last = start[cell + 1];
    float at = 0.25f * (float)member;
    float total = 0.0f;
    for (int base = first; base < last; base += TILE) {
        if (member < TILE)
            tile[cell][member] = base + member < last ? x[base + member] : 1e9f;
        __syncthreads();
        for (int j = 0; j < TILE; j++)
            total += kernel_of(at - tile[cell][j]);
        __syncthreads();
    }
    sum[threadIdx.x] = total;
}
