// fpcheck: box_rows <<<2, 64>>> src=uniform(0,1):100 dst=empty:100 block_sum=empty:2 n=100 radius=3
// expect: error divergent barrier at line 24: threads beyond the end of the row skip this barrier and meet the others' at the next one: half a warp waits here and half there
// why: threads beyond the end of the row skip this barrier and meet the others' at the next one: half a warp waits here and half there
// figure: lanes 36 to 63 of block 1 never reach the barrier; dst and block_sum have no value to rely on, right is the mean of 7 and its sum
#define TILE 64
#define MAXR 8

__device__ float clamp_load(const float *p, int i, int n)
{
    i = i < 0 ? 0 : (i >= n ? n - 1 : i);
    return p[i];
}

__global__ void box_rows(const float *src, float *dst, float *block_sum, int n, int radius)
{
    __shared__ float s[TILE + 2 * MAXR];
    __shared__ float part[TILE];
    int base = blockIdx.x * TILE;
    int i = base + threadIdx.x;
    for (int k = threadIdx.x; k < TILE + 2 * radius; k += TILE)
        s[k] = clamp_load(src, base + k - radius, n);
    float mean = 0.0f;
    if (i < n) {
        __syncthreads();
        float sum = 0.0f;
        for (int k = 0; k <= 2 * radius; k++)
            sum += s[threadIdx.x + k];
        mean = sum / (float)(2 * radius + 1);
        dst[i] = mean;
    }
    part[threadIdx.x] = mean;
    __syncthreads();
    if (threadIdx.x == 0) {
        float total = 0.0f;
        for (int k = 0; k < TILE; k++)
            total += part[k];
        block_sum[blockIdx.x] = total;
    }
}
