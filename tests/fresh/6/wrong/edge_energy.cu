// fpcheck: edge_energy <<<(2, 2), (16, 16)>>> img=uniform(0,1):32x32 energy=empty:32x32 tile_max=empty:4 w=32 h=32
// expect: error race at line 83: the vertical pass reads rows that other warps are still writing, a barrier is missing before it
// Edge energy of an image, a tile of 16x16 pixels a block:
//   clamped load with a halo of 3 -> separable 1-2-1 smoothing -> Sobel -> 3x3 mean of the squared gradient -> root.
// Everything stays in shared memory; the halo shrinks by one in each step.
#define TILE 16
#define HALO 3
#define FULL (TILE + 2 * HALO)
#define THREADS (TILE * TILE)

struct Stage {
    float a[FULL][FULL + 1];
    float b[FULL][FULL + 1];
};

// ---------------------------------------------------------------------------------------------------------------
// helpers

__device__ int clampi(int v, int lo, int hi)
{
    return min(max(v, lo), hi);
}

__device__ int linear_thread()
{
    return threadIdx.y * TILE + threadIdx.x;
}

// The part of the tile with a border of `margin` cut off, as a linear range for the threads to stride over.
struct Part {
    int margin;
    int side;

    __device__ explicit Part(int m)
    {
        margin = m;
        side = FULL - 2 * m;
    }

    __device__ int size() const { return side * side; }
    __device__ int row(int i) const { return margin + i / side; }
    __device__ int col(int i) const { return margin + i % side; }
};

// ---------------------------------------------------------------------------------------------------------------
// the steps

__device__ void load_tile(Stage& s, const float* img, int w, int h)
{
    int x0 = blockIdx.x * TILE - HALO;
    int y0 = blockIdx.y * TILE - HALO;
    Part all(0);
    for (int i = linear_thread(); i < all.size(); i += THREADS) {
        int r = all.row(i);
        int c = all.col(i);
        int y = clampi(y0 + r, 0, h - 1);
        int x = clampi(x0 + c, 0, w - 1);
        s.a[r][c] = img[y * w + x];
    }
}

// 1-2-1 along the rows: a -> b, columns 1..FULL-2 of every row
__device__ void smooth_rows(Stage& s)
{
    const int side = FULL - 2;
    for (int i = linear_thread(); i < FULL * side; i += THREADS) {
        int r = i / side;
        int c = 1 + i % side;
        float left = s.a[r][c - 1];
        float right = s.a[r][c + 1];
        s.b[r][c] = 0.25f * (left + right) + 0.5f * s.a[r][c];
    }
}

// 1-2-1 along the columns: b -> a, the part with margin 1
__device__ void smooth_columns(Stage& s)
{
    Part part(1);
    for (int i = linear_thread(); i < part.size(); i += THREADS) {
        int r = part.row(i);
        int c = part.col(i);
        float up = s.b[r - 1][c];
        float down = s.b[r + 1][c];
        s.a[r][c] = 0.25f * (up + down) + 0.5f * s.b[r][c];
    }
}

__device__ float sobel_x(const Stage& s, int r, int c)
{
    float top = s.a[r - 1][c + 1] - s.a[r - 1][c - 1];
    float mid = s.a[r][c + 1] - s.a[r][c - 1];
    float low = s.a[r + 1][c + 1] - s.a[r + 1][c - 1];
    return 0.25f * (top + low) + 0.5f * mid;
}

__device__ float sobel_y(const Stage& s, int r, int c)
{
    float left = s.a[r + 1][c - 1] - s.a[r - 1][c - 1];
    float mid = s.a[r + 1][c] - s.a[r - 1][c];
    float right = s.a[r + 1][c + 1] - s.a[r - 1][c + 1];
    return 0.25f * (left + right) + 0.5f * mid;
}

// squared gradient: a -> b, the part with margin 2
__device__ void gradient(Stage& s)
{
    Part part(2);
    for (int i = linear_thread(); i < part.size(); i += THREADS) {
        int r = part.row(i);
        int c = part.col(i);
        float gx = sobel_x(s, r, c);
        float gy = sobel_y(s, r, c);
        s.b[r][c] = gx * gx + gy * gy;
    }
}

// mean over 3x3 of b, for the thread's own pixel
__device__ float local_energy(const Stage& s)
{
    int r = threadIdx.y + HALO;
    int c = threadIdx.x + HALO;
    float sum = 0.0f;
    for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx)
            sum += s.b[r + dy][c + dx];
    return sqrtf(sum / 9.0f);
}

// largest value of the block, valid in thread 0
__device__ float tile_maximum(float v, float* warp)
{
    int t = linear_thread();
    for (int d = 16; d > 0; d >>= 1)
        v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, d));
    if ((t & 31) == 0) warp[t >> 5] = v;
    __syncthreads();
    float m = 0.0f;
    if (t < 32) {
        m = t < THREADS / 32 ? warp[t] : 0.0f;
        for (int d = 4; d > 0; d >>= 1)
            m = fmaxf(m, __shfl_xor_sync(0xffffffffu, m, d));
    }
    return m;
}

// ---------------------------------------------------------------------------------------------------------------
// the kernel

__global__ void edge_energy(const float* __restrict__ img, float* __restrict__ energy, float* tile_max, int w, int h)
{
    __shared__ Stage s;
    __shared__ float warp[THREADS / 32];

    load_tile(s, img, w, h);
    __syncthreads();

    smooth_rows(s);
    smooth_columns(s);
    __syncthreads();

    gradient(s);
    __syncthreads();

    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    float e = local_energy(s);
    bool inside = x < w && y < h;
    if (inside) energy[y * w + x] = e;

    float top = tile_maximum(inside ? e : 0.0f, warp);
    if (linear_thread() == 0)
        tile_max[blockIdx.y * gridDim.x + blockIdx.x] = top;
}

// ---------------------------------------------------------------------------------------------------------------
// host: fills the inputs with a small generator, launches once, prints the first results

#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                   \
    do {                                                                              \
        cudaError_t e_ = (call);                                                      \
        if (e_ != cudaSuccess) {                                                      \
            std::fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e_)); \
            std::exit(1);                                                             \
        }                                                                             \
    } while (0)

// Numbers in [lo, hi) from a 32-bit linear congruential generator.
static std::vector<float> generate(std::size_t n, float lo, float hi, unsigned seed)
{
    std::vector<float> v(n);
    unsigned s = seed;
    for (std::size_t i = 0; i < n; ++i) {
        s = s * 1664525u + 1013904223u;
        v[i] = lo + (hi - lo) * ((float)(s >> 8) * 0x1p-24f);
    }
    return v;
}

int main()
{
    const int w = 32, h = 32;
    dim3 grid((w + TILE - 1) / TILE, (h + TILE - 1) / TILE);
    std::vector<float> img = generate((std::size_t)w * h, 0.0f, 1.0f, 12345u);
    float* d_img = nullptr;
    CHECK(cudaMalloc(&d_img, (std::size_t)w * h * sizeof(float)));
    CHECK(cudaMemcpy(d_img, img.data(), (std::size_t)w * h * sizeof(float), cudaMemcpyHostToDevice));
    float* d_energy = nullptr;
    CHECK(cudaMalloc(&d_energy, (std::size_t)w * h * sizeof(float)));
    float* d_tile_max = nullptr;
    CHECK(cudaMalloc(&d_tile_max, (std::size_t)grid.x * grid.y * sizeof(float)));

    edge_energy<<<grid, dim3(TILE, TILE)>>>(d_img, d_energy, d_tile_max, w, h);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());

    std::vector<float> energy((std::size_t)w * h);
    CHECK(cudaMemcpy(energy.data(), d_energy, (std::size_t)w * h * sizeof(float), cudaMemcpyDeviceToHost));
    for (std::size_t i = 0; i < energy.size() && i < 8; ++i)
        std::printf("energy[%zu] = %.9g\n", i, (double)energy[i]);

    CHECK(cudaFree(d_img));
    CHECK(cudaFree(d_energy));
    CHECK(cudaFree(d_tile_max));
    return 0;
}
