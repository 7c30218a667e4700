// fpcheck: smooth <<<dim3(2, 2), dim3(16, 16)>>> u=uniform(-1,1):32x32 f=uniform(-1,1):32x32 u2=empty:32x32 n=32 h2=0.0009765625
// fpcheck+ residual <<<dim3(2, 2), dim3(16, 16)>>> r=empty:32x32 n=32 h2=0.0009765625
// fpcheck+ restrict_full <<<dim3(1, 1), dim3(16, 16)>>> coarse=empty:16x16 n=32
// fpcheck+ norms <<<1, 256>>> coarse_norm=empty:1 n=32
// expect: error off-by-one halo at line 21
// why: the guard of the ghost cells lets column n through (<= for <): the right edge reads the next row in the place of zero, the last row past the end
// figure: u2[31][31] computed undefined (reads u[1024], past the end; other right-edge points take the next row: u2[10][31] off by 0.2 u[11][0]), MPFR with 0 there
//
// The way down of a two-grid cycle for -laplace u = f with u = 0 outside an n x n grid of inner points:
// one damped Jacobi sweep, the residual, full weighting onto every second point, and the norm of what is left.

#define TILE 16
#define HALO (TILE + 2)

struct Tile {
    float v[HALO][HALO];
};

__device__ __forceinline__ float inside_or_zero(const float *a, int x, int y, int n)
{
    bool in = x >= 0 && y >= 0 && x <= n && y < n;
    return in ? a[y * n + x] : 0.0f;
}

// Loads the tile of this block and one ghost cell on every side.
__device__ void load_tile(Tile &t, const float *a, int n)
{
    const int bx = blockIdx.x * TILE - 1;
    const int by = blockIdx.y * TILE - 1;
    for (int k = threadIdx.y * TILE + threadIdx.x; k < HALO * HALO; k += TILE * TILE) {
        int x = k % HALO, y = k / HALO;
        t.v[y][x] = inside_or_zero(a, bx + x, by + y, n);
    }
    __syncthreads();
}

__device__ __forceinline__ float neighbours(const Tile &t, int x, int y)
{
    return t.v[y - 1][x] + t.v[y + 1][x] + t.v[y][x - 1] + t.v[y][x + 1];
}

__global__ void smooth(const float *u, const float *f, float *u2, int n, float h2)
{
    __shared__ Tile t;
    load_tile(t, u, n);
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    if (x >= n || y >= n)
        return;
    const int lx = threadIdx.x + 1, ly = threadIdx.y + 1;
    float jacobi = 0.25f * (neighbours(t, lx, ly) + h2 * f[y * n + x]);
    u2[y * n + x] = t.v[ly][lx] + 0.8f * (jacobi - t.v[ly][lx]);
}

__global__ void residual(const float *u2, const float *f, float *r, int n, float h2)
{
    __shared__ Tile t;
    load_tile(t, u2, n);
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    if (x >= n || y >= n)
        return;
    const int lx = threadIdx.x + 1, ly = threadIdx.y + 1;
    float laplace = 4.0f * t.v[ly][lx] - neighbours(t, lx, ly);
    r[y * n + x] = h2 * f[y * n + x] - laplace;
}

// Full weighting: 1/16 of the stencil 1 2 1 / 2 4 2 / 1 2 1 around every second point.
__device__ __forceinline__ float weighted(const float *r, int x, int y, int n)
{
    float corners = inside_or_zero(r, x - 1, y - 1, n) + inside_or_zero(r, x + 1, y - 1, n) +
                    inside_or_zero(r, x - 1, y + 1, n) + inside_or_zero(r, x + 1, y + 1, n);
    float edges = inside_or_zero(r, x - 1, y, n) + inside_or_zero(r, x + 1, y, n) +
                  inside_or_zero(r, x, y - 1, n) + inside_or_zero(r, x, y + 1, n);
    return 0.0625f * (corners + 2.0f * edges + 4.0f * inside_or_zero(r, x, y, n));
}

__global__ void restrict_full(const float *r, float *coarse, int n)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int half = n / 2;
    if (x >= half || y >= half)
        return;
    // every second point, the odd ones, so that the last point of the fine grid counts
    coarse[y * half + x] = weighted(r, 2 * x + 1, 2 * y + 1, n);
}

__device__ float block_sum(float v, float *part)
{
    for (int off = 16; off > 0; off >>= 1)
        v += __shfl_down_sync(0xffffffffu, v, off);
    if ((threadIdx.x & 31) == 0)
        part[threadIdx.x >> 5] = v;
    __syncthreads();
    v = threadIdx.x < 8 ? part[threadIdx.x] : 0.0f;
    if (threadIdx.x < 32)
        for (int off = 4; off > 0; off >>= 1)
            v += __shfl_down_sync(0xffffffffu, v, off);
    return v;
}

__global__ void norms(const float *coarse, float *coarse_norm, int n)
{
    __shared__ float part[8];
    int cells = n * n / 4;
    float v = 0.0f;
    for (int k = threadIdx.x; k < cells; k += blockDim.x)
        v += coarse[k] * coarse[k];
    v = block_sum(v, part);
    if (threadIdx.x == 0)
        *coarse_norm = sqrtf(v / (float)cells);
}

// The way up: linear interpolation of the coarse correction, added to the fine grid.
__device__ __forceinline__ float coarse_at(const float *c, int x, int y, int half)
{
    return x >= 0 && y >= 0 && x < half && y < half ? c[y * half + x] : 0.0f;
}

__global__ void prolong_add(const float *coarse, float *u, int n)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= n || y >= n)
        return;
    int half = n / 2;
    int cx = (x - 1) >> 1, cy = (y - 1) >> 1;
    float fx = x & 1 ? 0.0f : 0.5f;
    float fy = y & 1 ? 0.0f : 0.5f;
    float low = coarse_at(coarse, cx, cy, half) * (1.0f - fx) + coarse_at(coarse, cx + 1, cy, half) * fx;
    float high = coarse_at(coarse, cx, cy + 1, half) * (1.0f - fx) + coarse_at(coarse, cx + 1, cy + 1, half) * fx;
    u[y * n + x] += low * (1.0f - fy) + high * fy;
}

// Host side: one way down; the coarse problem is solved by the caller.
void descend(const float *u, const float *f, float *u2, float *r, float *coarse, float *norm, int n)
{
    dim3 block(TILE, TILE);
    dim3 fine((n + TILE - 1) / TILE, (n + TILE - 1) / TILE);
    dim3 half((n / 2 + TILE - 1) / TILE, (n / 2 + TILE - 1) / TILE);
    float h = 1.0f / (float)n;
    smooth<<<fine, block>>>(u, f, u2, n, h * h);
    residual<<<fine, block>>>(u2, f, r, n, h * h);
    restrict_full<<<half, block>>>(r, coarse, n);
    norms<<<1, TILE * TILE>>>(coarse, norm, n);
}

void ascend(const float *coarse, float *u, int n)
{
    prolong_add<<<dim3((n + TILE - 1) / TILE, (n + TILE - 1) / TILE), dim3(TILE, TILE)>>>(coarse, u, n);
}
