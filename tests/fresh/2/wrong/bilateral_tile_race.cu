// fpcheck: bilateral_tiled <<<(2,2), (16,16)>>> in=uniform(0,1):32x32 out=empty:32x32 width=32 height=32 inv2ss=0.125 inv2sr=12.5
// expect: error race at line 86: no barrier between the load of the tile with its halo and its use by the other warps
// Edge-preserving bilateral filter with a shared-memory tile.
//
//   * 16x16 output pixels per block
//   * radius 2 halo on every side (20x20 tile)
//   * borders are clamped ("replicate")
//
// The spatial weights depend on the offset only and come from constant
// registers after unrolling; the range weight needs one expf per tap.
#include <cuda_runtime.h>
#include <math.h>

#define BLOCK 16
#define RADIUS 2
#define TILE (BLOCK + 2 * RADIUS)

/// Clamps an index to [0, limit).
__device__ __forceinline__ int clamp_index(int v, int limit)
{
    return min(max(v, 0), limit - 1);
}

/// Cooperatively loads the tile that belongs to a block, with its halo.
__device__ __forceinline__ void load_tile(float (*tile)[TILE + 1],
                                          const float* __restrict__ in,
                                          int width, int height)
{
    const int base_x = blockIdx.x * BLOCK - RADIUS;
    const int base_y = blockIdx.y * BLOCK - RADIUS;
    const int tid = threadIdx.y * BLOCK + threadIdx.x;

    for (int k = tid; k < TILE * TILE; k += BLOCK * BLOCK) {
        const int ty = k / TILE;
        const int tx = k - ty * TILE;
        const int gx = clamp_index(base_x + tx, width);
        const int gy = clamp_index(base_y + ty, height);
        tile[ty][tx] = in[gy * width + gx];
    }
}

/// Weight of a neighbour.
__device__ __forceinline__ float tap_weight(float center, float value,
                                            int dx, int dy,
                                            float inv2ss, float inv2sr)
{
    const float spatial = (float)(dx * dx + dy * dy) * inv2ss;
    const float diff = value - center;
    const float range = diff * diff * inv2sr;
    return expf(-(spatial + range));
}

/// Bilateral filter.
///
/// @param in      input image, row-major, values in [0, 1]
/// @param out     output image
/// @param width   image width in pixels
/// @param height  image height in pixels
/// @param inv2ss  1 / (2 sigma_space^2)
/// @param inv2sr  1 / (2 sigma_range^2)
__global__ void bilateral_tiled(const float* __restrict__ in,
                                float* __restrict__ out,
                                int width, int height,
                                float inv2ss, float inv2sr)
{
    __shared__ float tile[TILE][TILE + 1];

    load_tile(tile, in, width, height);

    const int x = blockIdx.x * BLOCK + threadIdx.x;
    const int y = blockIdx.y * BLOCK + threadIdx.y;
    if (x >= width || y >= height) {
        return;
    }

    const int cx = threadIdx.x + RADIUS;
    const int cy = threadIdx.y + RADIUS;
    const float center = tile[cy][cx];

    float sum = 0.0f;
    float norm = 0.0f;
#pragma unroll
    for (int dy = -RADIUS; dy <= RADIUS; ++dy) {
#pragma unroll
        for (int dx = -RADIUS; dx <= RADIUS; ++dx) {
            const float value = tile[cy + dy][cx + dx];
            const float w = tap_weight(center, value, dx, dy, inv2ss, inv2sr);
            sum += w * value;
            norm += w;
        }
    }

    out[y * width + x] = sum / norm;
}

/// Host launcher.
cudaError_t bilateral_filter(const float* d_in,
                             float* d_out,
                             int width,
                             int height,
                             float sigma_space,
                             float sigma_range,
                             cudaStream_t stream)
{
    if (sigma_space <= 0.0f || sigma_range <= 0.0f) {
        return cudaErrorInvalidValue;
    }
    const dim3 block(BLOCK, BLOCK);
    const dim3 grid((width + BLOCK - 1) / BLOCK, (height + BLOCK - 1) / BLOCK);
    const float inv2ss = 1.0f / (2.0f * sigma_space * sigma_space);
    const float inv2sr = 1.0f / (2.0f * sigma_range * sigma_range);
    bilateral_tiled<<<grid, block, 0, stream>>>(d_in, d_out, width, height, inv2ss, inv2sr);
    return cudaGetLastError();
}

// Typical parameters: sigma_space = 2 pixels and sigma_range = 0.2 for images
// in [0, 1]; that is inv2ss = 0.125 and inv2sr = 12.5.
//
// The padding column (TILE + 1) avoids bank conflicts in the vertical
// direction. For radii above 4 a separable approximation or a bilateral grid
// is faster than the direct sum.
