// fpcheck: gemm <<<(3,2), (16,16)>>> A=uniform(0,1):30x20 B=uniform(0,1):20x40 C=inout:uniform(0,1):30x40 M=30 N=40 K=20 alpha=1.5 beta=0.5
// expect: ok
// C = alpha A B + beta C with 16x16 tiles; any shape, edges are zero-filled.
//
// Every thread of a block takes part in every tile load and in both barriers,
// also those whose output element does not exist.
#include <cuda_runtime.h>

#define TS 16

/// Element (r, c) of a row-major matrix, 0 outside.
__device__ __forceinline__ float load_or_zero(const float* __restrict__ m,
                                              int r, int c, int rows, int cols)
{
    return (r < rows && c < cols) ? m[r * cols + c] : 0.0f;
}

/// Tiled SGEMM.
///
/// @param A      M x K, row-major
/// @param B      K x N, row-major
/// @param C      M x N, row-major, read and written
/// @param alpha  factor of the product
/// @param beta   factor of the old C; 0 means that C is not read
__global__ void gemm(const float* __restrict__ A,
                     const float* __restrict__ B,
                     float* C,
                     int M, int N, int K,
                     float alpha, float beta)
{
    __shared__ float As[TS][TS];
    __shared__ float Bs[TS][TS + 1];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int row = blockIdx.y * TS + ty;
    const int col = blockIdx.x * TS + tx;

    float acc = 0.0f;
    const int tiles = (K + TS - 1) / TS;
    for (int t = 0; t < tiles; ++t) {
        const int k0 = t * TS;
        As[ty][tx] = load_or_zero(A, row, k0 + tx, M, K);
        Bs[ty][tx] = load_or_zero(B, k0 + ty, col, K, N);
        __syncthreads();

#pragma unroll
        for (int k = 0; k < TS; ++k) {
            acc = fmaf(As[ty][k], Bs[k][tx], acc);
        }
        __syncthreads();
    }

    if (row < M && col < N) {
        float* c = C + row * N + col;
        if (beta == 0.0f) {
            *c = alpha * acc;
        } else {
            *c = fmaf(alpha, acc, beta * *c);
        }
    }
}

/// A row-major matrix on the device.
struct Matrix {
    float* data;
    int rows;
    int cols;
};

/// Allocates a matrix.
inline cudaError_t matrix_create(Matrix& m, int rows, int cols)
{
    m.rows = rows;
    m.cols = cols;
    return cudaMalloc(&m.data, sizeof(float) * (size_t)rows * (size_t)cols);
}

/// Frees a matrix.
inline cudaError_t matrix_destroy(Matrix& m)
{
    cudaError_t e = cudaFree(m.data);
    m.data = nullptr;
    return e;
}

/// C = alpha A B + beta C.
inline cudaError_t matrix_multiply(const Matrix& a,
                                   const Matrix& b,
                                   Matrix& c,
                                   float alpha,
                                   float beta,
                                   cudaStream_t stream)
{
    if (a.cols != b.rows || a.rows != c.rows || b.cols != c.cols) {
        return cudaErrorInvalidValue;
    }
    dim3 block(TS, TS);
    dim3 grid((c.cols + TS - 1) / TS, (c.rows + TS - 1) / TS);
    gemm<<<grid, block, 0, stream>>>(a.data, b.data, c.data, a.rows, b.cols, a.cols, alpha, beta);
    return cudaGetLastError();
}

// Remarks
// -------
// * Bs is padded by one column: harmless here, and it keeps transposed
//   variants of this kernel free of bank conflicts.
// * Register blocking (4x4 outputs per thread) is the next optimisation.
// * For large K accumulate in two alternating registers to shorten the
//   dependency chain; the rounding differs, both are fine.
//
// Shapes that are no multiple of 16 cost up to one extra tile in every
// direction. The zero fill makes the inner loop free of conditions, and a
// product with a filled element is an exact 0 that changes nothing in the sum.
//
// The kernel was written for clarity; cuBLAS is the right choice where the
// matrices are large and it is available.
//
// Launch bounds: 256 threads per block, 2 KiB of shared memory per block.
// Occupancy is limited by threads, not by registers.
