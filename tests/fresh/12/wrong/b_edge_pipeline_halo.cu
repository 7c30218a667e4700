// fpcheck: smooth <<<(2, 2), (16, 16)>>> image=uniform(0,255):32x32 smoothed=empty:32x32 width=32 height=32
// fpcheck+ gradient <<<(2, 2), (16, 16)>>> source=smoothed magnitude=empty:32x32 direction=empty:32x32 width=32 height=32
// fpcheck+ thin <<<(2, 2), (16, 16)>>> strength=magnitude sectors=direction edges=empty:32x32 width=32 height=32 threshold=40.0
// fpcheck+ count_edges <<<1, 64>>> marks=edges rows=empty:32 width=32 height=32
// expect: error uninitialised at line 87
// why: the tile has TILE + 2 rows, but the loop fills TILE + 1 of them: the lowest row of a tile takes its gradient from shared memory that nothing wrote.
// figure: undefined (uninitialised shared memory in every sixteenth row)
//
// The kernels below are launched one after another on one stream: what one writes the next one reads.
// Sizes are those of the case above; a block never works on more than its own part of the data,
// and every kernel may be launched with more threads than there is work, where it has a bound.
// Inputs are restrict-qualified: none of them is written by the kernel that reads it.
// Shared memory is static, and small enough for several blocks a multiprocessor.
//
#define TILE 16
#define SPAN (TILE + 2)

// Edges of an image: binomial smoothing, Sobel gradient, non-maximum suppression.

__device__ __forceinline__ int clampi(int v, int low, int high)
{
    return v < low ? low : (v > high ? high : v);
}

__device__ __forceinline__ float fetch(const float *image, int x, int y, int width, int height)
{
    x = clampi(x, 0, width - 1);
    y = clampi(y, 0, height - 1);
    return image[y * width + x];
}

struct Tile {
    float cell[SPAN][SPAN + 1];
};

__device__ void load_tile(Tile &tile, const float *image, int width, int height)
{
    const int x0 = blockIdx.x * TILE - 1;
    const int y0 = blockIdx.y * TILE - 1;
    for (int y = threadIdx.y; y < SPAN; y += TILE)
        for (int x = threadIdx.x; x < SPAN; x += TILE)
            tile.cell[y][x] = fetch(image, x0 + x, y0 + y, width, height);
    __syncthreads();
}

// The same with a linear index, for coalesced loads.
__device__ void load_tile_linear(Tile &tile, const float *image, int width, int height)
{
    const int x0 = blockIdx.x * TILE - 1;
    const int y0 = blockIdx.y * TILE - 1;
    const int tid = threadIdx.y * TILE + threadIdx.x;
    const int cells = SPAN * (SPAN - 1);
    for (int i = tid; i < cells; i += TILE * TILE) {
        int y = i / SPAN;
        int x = i - y * SPAN;
        tile.cell[y][x] = fetch(image, x0 + x, y0 + y, width, height);
    }
    __syncthreads();
}

__device__ __forceinline__ float binomial(const Tile &tile, int x, int y)
{
    float sum = 4.0f * tile.cell[y][x];
    sum += 2.0f * (tile.cell[y - 1][x] + tile.cell[y + 1][x] + tile.cell[y][x - 1] + tile.cell[y][x + 1]);
    sum += tile.cell[y - 1][x - 1] + tile.cell[y - 1][x + 1] + tile.cell[y + 1][x - 1] + tile.cell[y + 1][x + 1];
    return sum * 0.0625f;
}

__global__ void smooth(const float *__restrict__ image, float *__restrict__ smoothed, int width, int height)
{
    __shared__ Tile tile;
    load_tile(tile, image, width, height);
    const int x = blockIdx.x * TILE + threadIdx.x;
    const int y = blockIdx.y * TILE + threadIdx.y;
    if (x < width && y < height)
        smoothed[y * width + x] = binomial(tile, threadIdx.x + 1, threadIdx.y + 1);
}

struct Gradient {
    float gx, gy;
};

__device__ __forceinline__ Gradient sobel(const Tile &tile, int x, int y)
{
    const float a = tile.cell[y - 1][x - 1], b = tile.cell[y - 1][x], c = tile.cell[y - 1][x + 1];
    const float d = tile.cell[y][x - 1], f = tile.cell[y][x + 1];
    const float g = tile.cell[y + 1][x - 1], h = tile.cell[y + 1][x], i = tile.cell[y + 1][x + 1];
    return {(c - a) + 2.0f * (f - d) + (i - g), (g - a) + 2.0f * (h - b) + (i - c)};
}

// Horizontal 0, diagonal 1 and 3, vertical 2.
__device__ __forceinline__ int sector(Gradient g)
{
    const float ax = fabsf(g.gx), ay = fabsf(g.gy);
    const float tan_22 = 0.41421356f;
    if (ay <= tan_22 * ax)
        return 0;
    if (ax <= tan_22 * ay)
        return 2;
    return (g.gx > 0.0f) == (g.gy > 0.0f) ? 1 : 3;
}

__global__ void gradient(const float *__restrict__ source, float *__restrict__ magnitude, int *__restrict__ direction,
                         int width, int height)
{
    __shared__ Tile tile;
    load_tile_linear(tile, source, width, height);
    const int x = blockIdx.x * TILE + threadIdx.x;
    const int y = blockIdx.y * TILE + threadIdx.y;
    if (x >= width || y >= height)
        return;
    const Gradient g = sobel(tile, threadIdx.x + 1, threadIdx.y + 1);
    magnitude[y * width + x] = sqrtf(g.gx * g.gx + g.gy * g.gy);
    direction[y * width + x] = sector(g);
}

__global__ void thin(const float *__restrict__ strength, const int *__restrict__ sectors, unsigned char *__restrict__ edges,
                     int width, int height, float threshold)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    const int dx[4] = {1, 1, 0, -1};
    const int dy[4] = {0, 1, 1, 1};
    const int s = sectors[y * width + x];
    const float m = strength[y * width + x];
    const float ahead = fetch(strength, x + dx[s], y + dy[s], width, height);
    const float behind = fetch(strength, x - dx[s], y - dy[s], width, height);
    const bool keep = m >= threshold && m >= ahead && m > behind;
    edges[y * width + x] = keep ? 255 : 0;
}

__device__ __forceinline__ unsigned warp_total(unsigned v)
{
    return __reduce_add_sync(0xffffffffu, v);
}

// Edge pixels of every row, one warp a row at a time.
__global__ void count_edges(const unsigned char *__restrict__ marks, int *__restrict__ rows, int width, int height)
{
    const int lane = threadIdx.x & 31;
    const int warp = threadIdx.x >> 5;
    const int warps = blockDim.x >> 5;
    for (int y = warp; y < height; y += warps) {
        unsigned mine = 0;
        for (int x = lane; x < width; x += 32)
            mine += marks[y * width + x] != 0;
        const unsigned total = warp_total(mine);
        if (lane == 0)
            rows[y] = (int)total;
    }
}
