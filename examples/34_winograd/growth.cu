// The larger Winograd's tile, the fewer multiplications and the larger the numbers in its transforms: F(2x2) of 3x3 taps needs 16 products
// instead of 36, F(4x4) 36 instead of 144, F(6x6) 64 instead of 324. A rounding of the transformed data becomes a larger one of the result
// with each: in f16 the worst element is 0.5 ulps off by the direct sum, then 2.9, 7.0 and 16.6 ("rounding: .. at most"), and 0.25, 0.93,
// 1.9 and 2.4 on average. With taps of both signs (`g=uniform(-1,1):1x1x3x3:f16`) small results have no digit left. In f32 all three are
// within what half an ulp of f16 and a sum in f32 explain.
#include <cuda_fp16.h>

__constant__ float B2[4][4] = {{1, 0, -1, 0}, {0, 1, 1, 0}, {0, -1, 1, 0}, {0, 1, 0, -1}};
__constant__ float G2[4][3] = {{1, 0, 0}, {0.5f, 0.5f, 0.5f}, {0.5f, -0.5f, 0.5f}, {0, 0, 1}};
__constant__ float A2[2][4] = {{1, 1, 1, 0}, {0, 1, -1, -1}};

__constant__ float B4[6][6] = {{4, 0, -5, 0, 1, 0}, {0, -4, -4, 1, 1, 0}, {0, 4, -4, -1, 1, 0}, {0, -2, -1, 2, 1, 0}, {0, 2, -1, -2, 1, 0}, {0, 4, 0, -5, 0, 1}};
__constant__ float G4[6][3] = {{1 / 4.f, 0, 0}, {-1 / 6.f, -1 / 6.f, -1 / 6.f}, {-1 / 6.f, 1 / 6.f, -1 / 6.f}, {1 / 24.f, 1 / 12.f, 1 / 6.f}, {1 / 24.f, -1 / 12.f, 1 / 6.f}, {0, 0, 1}};
__constant__ float A4[4][6] = {{1, 1, 1, 1, 1, 0}, {0, 1, -1, 2, -2, 0}, {0, 1, 1, 4, 4, 0}, {0, 1, -1, 8, -8, 1}};

__constant__ float B6[8][8] = {{1, 0, -5.25f, 0, 5.25f, 0, -1, 0}, {0, 1, 1, -4.25f, -4.25f, 1, 1, 0}, {0, -1, 1, 4.25f, -4.25f, -1, 1, 0}, {0, 0.5f, 0.25f, -2.5f, -1.25f, 2, 1, 0},
                                    {0, -0.5f, 0.25f, 2.5f, -1.25f, -2, 1, 0}, {0, 2, 4, -2.5f, -5, 0.5f, 1, 0}, {0, -2, 4, 2.5f, -5, -0.5f, 1, 0}, {0, -1, 0, 5.25f, 0, -5.25f, 0, 1}};
__constant__ float G6[8][3] = {{1, 0, 0}, {-2 / 9.f, -2 / 9.f, -2 / 9.f}, {-2 / 9.f, 2 / 9.f, -2 / 9.f}, {1 / 90.f, 1 / 45.f, 2 / 45.f},
                                    {1 / 90.f, -1 / 45.f, 2 / 45.f}, {32 / 45.f, 16 / 45.f, 8 / 45.f}, {32 / 45.f, -16 / 45.f, 8 / 45.f}, {0, 0, 1}};
__constant__ float A6[6][8] = {{1, 1, 1, 1, 1, 1, 1, 0}, {0, 1, -1, 2, -2, 0.5f, -0.5f, 0}, {0, 1, 1, 4, 4, 0.25f, 0.25f, 0},
                                    {0, 1, -1, 8, -8, 0.125f, -0.125f, 0}, {0, 1, 1, 16, 16, 0.0625f, 0.0625f, 0}, {0, 1, -1, 32, -32, 0.03125f, -0.03125f, 1}};

/// to = M from M^T, each sum in Number.
template <class Number, int rows, int columns>
__device__ void sandwich(const float (&M)[rows][columns], const Number (&from)[columns][columns], Number (&to)[rows][rows]) {
#pragma unroll 1
  for (int i = 0; i < rows; ++i) {
    Number row[columns]; // of M from
#pragma unroll 1
    for (int j = 0; j < columns; ++j) {
      row[j] = Number(M[i][0]) * from[0][j];
#pragma unroll 1
      for (int k = 1; k < columns; ++k) row[j] = row[j] + Number(M[i][k]) * from[k][j];
    }
#pragma unroll 1
    for (int j = 0; j < rows; ++j) {
      Number sum = row[0] * Number(M[j][0]);
#pragma unroll 1
      for (int k = 1; k < columns; ++k) sum = sum + row[k] * Number(M[j][k]);
      to[i][j] = sum;
    }
  }
}

template <class Number, int n, int size>
__device__ void winograd(const float (&B)[size][size], const float (&G)[size][3], const float (&A)[n][size], const __half* d, const __half* g, __half* y) {
  Number in[size][size], taps[3][3], data[size][size], filter[size][size], out[n][n];
#pragma unroll 1
  for (int i = 0; i < size * size; ++i) in[i / size][i % size] = Number(__half2float(d[threadIdx.x * size * size + i]));
#pragma unroll 1
  for (int i = 0; i < 9; ++i) taps[i / 3][i % 3] = Number(__half2float(g[i]));
  sandwich(B, in, data), sandwich(G, taps, filter);
#pragma unroll 1
  for (int i = 0; i < size * size; ++i) data[i / size][i % size] = data[i / size][i % size] * filter[i / size][i % size];
  sandwich(A, data, out);
#pragma unroll 1
  for (int i = 0; i < n * n; ++i) y[threadIdx.x * n * n + i] = __float2half(float(out[i / n][i % n]));
}

// fpcheck: direct <<<1, 32>>> d=uniform(1,2):32x1x8x8:f16 g=uniform(0,1):1x1x3x3:f16 y=empty:32x1x6x6:f16 --ref 'y=conv2d(d, g)' --expect clean
__global__ void direct(const __half* __restrict__ d, const __half* __restrict__ g, __half* __restrict__ y) {
  for (int i = 0; i < 36; ++i) {
    float sum = 0;
    for (int k = 0; k < 9; ++k) sum += __half2float(d[threadIdx.x * 64 + (i / 6 + k / 3) * 8 + i % 6 + k % 3]) * __half2float(g[k]);
    y[threadIdx.x * 36 + i] = __float2half(sum);
  }
}

// fpcheck: f2_f16 <<<1, 32>>> d=uniform(1,2):32x1x4x4:f16 g=uniform(0,1):1x1x3x3:f16 y=empty:32x1x2x2:f16 --ref 'y=conv2d(d, g)' --expect narrow-accumulator,mismatch
__global__ void f2_f16(const __half* __restrict__ d, const __half* __restrict__ g, __half* __restrict__ y) { winograd<__half>(B2, G2, A2, d, g, y); }

// fpcheck: f4_f16 <<<1, 32>>> d=uniform(1,2):32x1x6x6:f16 g=uniform(0,1):1x1x3x3:f16 y=empty:32x1x4x4:f16 --ref 'y=conv2d(d, g)' --expect narrow-accumulator,mismatch
__global__ void f4_f16(const __half* __restrict__ d, const __half* __restrict__ g, __half* __restrict__ y) { winograd<__half>(B4, G4, A4, d, g, y); }

// fpcheck: f6_f16 <<<1, 32>>> d=uniform(1,2):32x1x8x8:f16 g=uniform(0,1):1x1x3x3:f16 y=empty:32x1x6x6:f16 --ref 'y=conv2d(d, g)' --expect narrow-accumulator,mismatch
__global__ void f6_f16(const __half* __restrict__ d, const __half* __restrict__ g, __half* __restrict__ y) { winograd<__half>(B6, G6, A6, d, g, y); }

// fpcheck: f2_f32 <<<1, 32>>> d=uniform(1,2):32x1x4x4:f16 g=uniform(0,1):1x1x3x3:f16 y=empty:32x1x2x2:f16 --ref 'y=conv2d(d, g)' --tol rtol=1e-3,atol=1e-5 --expect clean
__global__ void f2_f32(const __half* __restrict__ d, const __half* __restrict__ g, __half* __restrict__ y) { winograd<float>(B2, G2, A2, d, g, y); }

// fpcheck: f4_f32 <<<1, 32>>> d=uniform(1,2):32x1x6x6:f16 g=uniform(0,1):1x1x3x3:f16 y=empty:32x1x4x4:f16 --ref 'y=conv2d(d, g)' --tol rtol=1e-3,atol=1e-5 --expect clean
__global__ void f4_f32(const __half* __restrict__ d, const __half* __restrict__ g, __half* __restrict__ y) { winograd<float>(B4, G4, A4, d, g, y); }

// fpcheck: f6_f32 <<<1, 32>>> d=uniform(1,2):32x1x8x8:f16 g=uniform(0,1):1x1x3x3:f16 y=empty:32x1x6x6:f16 --ref 'y=conv2d(d, g)' --tol rtol=1e-3,atol=1e-5 --expect clean
__global__ void f6_f32(const __half* __restrict__ d, const __half* __restrict__ g, __half* __restrict__ y) { winograd<float>(B6, G6, A6, d, g, y); }
