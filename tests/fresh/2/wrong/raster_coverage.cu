// fpcheck: rasterize_coverage <<<(2,2), (8,8)>>> tri=[131072.1,131072.3,131087.7,131073.4,131075.2,131086.9] mask=empty:256 x0=131072 y0=131072 width=16 height=16
// expect: error sign decides at line 49: the edge function in expanded form subtracts products near 1.7e10 (ulp 1024) whose difference is below 256
// Half-space triangle rasteriser writing a coverage mask.
//
// One thread per pixel, 8x8 pixels per block. The edge equations
//
//     E(x, y) = A * x + B * y + C
//
// are set up once per block in shared memory, so that each pixel costs three
// multiply-add pairs only. Vertices are given in world (map) coordinates; the
// viewport starts at (x0, y0).
#include <cuda_runtime.h>
#include <cstdint>

#define TILE_W 8
#define TILE_H 8

/// Coefficients of one edge equation.
struct Edge {
    float a;
    float b;
    float c;
    int top_left;
};

/// Builds the edge equation of the directed edge p -> q.
__device__ __forceinline__ Edge make_edge(float px, float py, float qx, float qy)
{
    Edge e;
    e.a = py - qy;
    e.b = qx - px;
    e.c = px * qy - py * qx;
    // Top-left fill rule: pixels exactly on a top or a left edge are covered.
    bool left = e.a > 0.0f;
    bool top = e.a == 0.0f && e.b < 0.0f;
    e.top_left = (left || top) ? 1 : 0;
    return e;
}

/// Evaluates an edge equation at a pixel centre.
__device__ __forceinline__ float eval_edge(const Edge& e, float x, float y)
{
    return e.a * x + e.b * y + e.c;
}

/// Applies the fill rule.
__device__ __forceinline__ bool inside_edge(const Edge& e, float w)
{
    if (w > 0.0f) {
        return true;
    }
    return w == 0.0f && e.top_left != 0;
}

/// Rasterises one triangle.
///
/// @param tri    6 floats: x0 y0 x1 y1 x2 y2 (counter-clockwise)
/// @param mask   width * height bytes, 1 where the pixel centre is covered
/// @param x0     left border of the viewport
/// @param y0     top border of the viewport
__global__ void rasterize_coverage(const float* __restrict__ tri,
                                   uint8_t* __restrict__ mask,
                                   float x0, float y0,
                                   int width, int height)
{
    __shared__ Edge edges[3];

    const int local = threadIdx.y * TILE_W + threadIdx.x;
    if (local < 3) {
        const int i = local;
        const int j = (local + 1) % 3;
        edges[local] = make_edge(tri[2 * i], tri[2 * i + 1], tri[2 * j], tri[2 * j + 1]);
    }
    __syncthreads();

    const int px = blockIdx.x * TILE_W + threadIdx.x;
    const int py = blockIdx.y * TILE_H + threadIdx.y;
    if (px >= width || py >= height) {
        return;
    }

    const float x = x0 + (float)px + 0.5f;
    const float y = y0 + (float)py + 0.5f;

    bool covered = true;
#pragma unroll
    for (int k = 0; k < 3; ++k) {
        const float w = eval_edge(edges[k], x, y);
        covered = covered && inside_edge(edges[k], w);
    }

    mask[py * width + px] = covered ? 1 : 0;
}

/// Launches the rasteriser for a whole viewport.
inline cudaError_t launch_rasterize(const float* d_tri,
                                    uint8_t* d_mask,
                                    float x0,
                                    float y0,
                                    int width,
                                    int height,
                                    cudaStream_t stream = nullptr)
{
    if (width <= 0 || height <= 0) {
        return cudaErrorInvalidValue;
    }
    dim3 block(TILE_W, TILE_H);
    dim3 grid((width + TILE_W - 1) / TILE_W, (height + TILE_H - 1) / TILE_H);
    rasterize_coverage<<<grid, block, 0, stream>>>(d_tri, d_mask, x0, y0, width, height);
    return cudaGetLastError();
}

// Notes on performance
// --------------------
// * The three edges live in shared memory and are broadcast to all lanes.
// * There is no divergence except at the border of the viewport.
// * For many triangles bin them into tiles first and loop over the bin here.
// * Incremental evaluation (adding A per step in x) saves another multiply.
// * Pixel centres are at half-integer coordinates.
// * Clockwise triangles give an empty mask; swap two vertices before.
