// fpcheck: box_filter <<<1, 64>>> img=uniform(1000,1001):64x64 out=empty:32 sat=empty:64x64
// expect: error cancellation at line 42: the table reaches 4e6, its steps of 0.25 to 0.5 stay in a 2x2 box sum whose texture is 1
//
// Texture measure by a summed-area table: the table is made in two passes by one block (a thread a row, then a
// thread a column), afterwards 32 threads take 2x2 boxes along the far diagonal and return the deviation of the
// box mean from the local pedestal of 1000.
#define W 64
#define H 64

__device__ __forceinline__ void scan_rows(const float* __restrict__ img, float* sat)
{
    const int y = threadIdx.x;
    float s = 0.0f;
    for (int x = 0; x < W; ++x) {
        s += img[y * W + x];
        sat[y * W + x] = s;
    }
}

__device__ __forceinline__ void scan_columns(float* sat)
{
    const int x = threadIdx.x;
    float s = 0.0f;
    for (int y = 0; y < H; ++y) {
        s += sat[y * W + x];
        sat[y * W + x] = s;
    }
}

__device__ __forceinline__ float corner(const float* sat, int x, int y)
{
    return (x < 0 || y < 0) ? 0.0f : sat[y * W + x];
}

// sum over x0..x1, y0..y1, both inclusive
__device__ __forceinline__ float box_sum(const float* sat, int x0, int y0, int x1, int y1)
{
    const float a = corner(sat, x0 - 1, y0 - 1);
    const float b = corner(sat, x1, y0 - 1);
    const float c = corner(sat, x0 - 1, y1);
    const float d = corner(sat, x1, y1);
    return d - b - c + a;
}

struct Box {
    int x0, y0, x1, y1;
};

__device__ __forceinline__ Box box_of(int t)
{
    Box b;
    b.x0 = 31 + t;
    b.y0 = 31 + t;
    b.x1 = min(b.x0 + 1, W - 1);
    b.y1 = min(b.y0 + 1, H - 1);
    return b;
}

__global__ void box_filter(const float* __restrict__ img, float* __restrict__ out, float* sat)
{
    scan_rows(img, sat);
    __syncthreads();
    scan_columns(sat);
    __syncthreads();

    const int t = threadIdx.x;
    if (t >= 32)
        return;

    const Box b = box_of(t);
    const float area = (float)((b.x1 - b.x0 + 1) * (b.y1 - b.y0 + 1));
    const float mean = box_sum(sat, b.x0, b.y0, b.x1, b.y1) / area;
    out[t] = mean - 1000.0f;
}

// Why a table at all: the production pipeline takes boxes of nine different sizes at every pixel, and the table
// makes each of them four loads. The cost of a direct sum is shown for comparison:
//
//     size   direct (loads)   table (loads)
//      2          4                4
//      4         16                4
//      8         64                4
//     16        256                4
//     32       1024                4
//
// The table's last element is the sum of all of the image: 64 * 64 * 1000.5 = 4.1e6 here. An image of 4096 x
// 4096 pixels would reach 1.7e10.
//
// Memory: the table has the layout of the image and may not alias it. A block of 64 threads handles one tile;
// tiles are independent, each has a table of its own.
//
// Expected range of the output: the image is a pedestal of 1000 with a uniform texture between 0 and 1, so that
// a box of four pixels deviates by 0.5 on average, with a standard deviation of 0.14.

#ifdef STANDALONE
#include <cstdio>
#include <cstdlib>
#include <vector>

int main()
{
    const int n_img = 64 * 64;
    std::vector<float> h_img(n_img);
    for (float& e : h_img)
        e = (float)std::rand() / (float)RAND_MAX;
    float* d_img = nullptr;
    cudaMalloc(&d_img, n_img * sizeof(float));
    cudaMemcpy(d_img, h_img.data(), n_img * sizeof(float), cudaMemcpyHostToDevice);

    const int n_out = 32;
    std::vector<float> h_out(n_out);
    float* d_out = nullptr;
    cudaMalloc(&d_out, n_out * sizeof(float));

    const int n_sat = 64 * 64;
    std::vector<float> h_sat(n_sat);
    float* d_sat = nullptr;
    cudaMalloc(&d_sat, n_sat * sizeof(float));

    box_filter<<<1, 64>>>(d_img, d_out, d_sat);
    if (cudaDeviceSynchronize() != cudaSuccess) {
        std::fprintf(stderr, "launch failed\n");
        return 1;
    }
    cudaMemcpy(h_out.data(), d_out, n_out * sizeof(float), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n_out && i < 8; ++i)
        std::printf("out[%d] = %.9g\n", i, h_out[i]);
    cudaMemcpy(h_sat.data(), d_sat, n_sat * sizeof(float), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n_sat && i < 8; ++i)
        std::printf("sat[%d] = %.9g\n", i, h_sat[i]);
    cudaFree(d_img);
    cudaFree(d_out);
    cudaFree(d_sat);
    return 0;
}
#endif
