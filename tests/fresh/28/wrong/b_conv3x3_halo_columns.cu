// fpcheck: conv3x3 <<<(2, 2), (16, 16)>>> image=uniform(0,1):32x32 weights=uniform(0.1,1):3x3 out=empty:32x32 H=32 W=32
// expect: error uninitialised at line 26
// why: the loop loads 18 rows of 16 elements (TILE + 2 times TILE) where the tile has 18 x 18: the last elements of the shared tile stay undefined
// figure: computed undefined (rows 16 and 17 of the shared tile were never written), MPFR the sum of nine products (out[15][0])
constexpr int TILE = 16;
constexpr int SIDE = TILE + 2;

__device__ float pixel(const float *image, int y, int x, int H, int W)
{
    return y >= 0 && y < H && x >= 0 && x < W ? image[y * W + x] : 0.0f;
}

__global__ void conv3x3(const float *image, const float *weights, float *out, int H, int W)
{
    __shared__ float tile[SIDE * SIDE];
    int top = blockIdx.y * TILE - 1;
    int left = blockIdx.x * TILE - 1;
    int tid = threadIdx.y * TILE + threadIdx.x;
    for (int i = tid; i < SIDE * TILE; i += TILE * TILE)
        tile[i] = pixel(image, top + i / SIDE, left + i % SIDE, H, W);
    __syncthreads();

    float sum = 0.0f;
    for (int dy = 0; dy < 3; dy++)
        for (int dx = 0; dx < 3; dx++)
            sum += weights[dy * 3 + dx] * tile[(threadIdx.y + dy) * SIDE + threadIdx.x + dx];
    int y = top + 1 + threadIdx.y;
    int x = left + 1 + threadIdx.x;
    if (y < H && x < W)
        out[y * W + x] = sum;
}
