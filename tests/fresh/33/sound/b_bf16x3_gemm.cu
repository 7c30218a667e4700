// fpcheck: gemm_bf16x3 <<<dim3(2, 2), dim3(16, 16)>>> A=@b_x3_A.npy B=@b_x3_B.npy C=empty:24x20 M=24 N=20 K=40 --ref 'C=@b_x3_C.npy' --tol rtol=1e-5,atol=4e-6
// expect: ok
// why: each number is cut into three bfloat16 parts whose sum is the number; the parts' products are exact in single precision and the smallest ones are left out, so nothing is lost by the narrow format
// figure: C[5, 14] computed 0.360810727, MPFR 0.360810109, worst of 480, 0.081 of the tolerance
#include <cuda_bf16.h>

constexpr int TILE = 16;

// A single-precision product of matrices by bfloat16 operands ("bf16x3", as tensor cores
// would do it), with plain fused operations in the place of the tensor cores
struct Split {
    __nv_bfloat16 hi, mid, lo;
};

__device__ Split split(float x)
{
    Split s;
    s.hi = __float2bfloat16_rn(x);
    float r = x - __bfloat162float(s.hi);
    s.mid = __float2bfloat16_rn(r);
    r -= __bfloat162float(s.mid);
    s.lo = __float2bfloat16_rn(r);
    return s;
}

struct Operand {
    __nv_bfloat16 hi[TILE][TILE + 2];
    __nv_bfloat16 mid[TILE][TILE + 2];
    __nv_bfloat16 lo[TILE][TILE + 2];
};

__device__ void put(Operand& o, int r, int c, Split s)
{
    o.hi[r][c] = s.hi;
    o.mid[r][c] = s.mid;
    o.lo[r][c] = s.lo;
}

// zero outside the matrix
__device__ float element(const float* m, int r, int c, int rows, int cols)
{
    return r < rows && c < cols ? m[r * cols + c] : 0.0f;
}

struct Sums {
    float big;      // hi hi
    float cross;    // hi mid, mid hi
    float small;    // hi lo, lo hi, mid mid
};

__device__ float product(__nv_bfloat16 a, __nv_bfloat16 b, float c)
{
    return fmaf(__bfloat162float(a), __bfloat162float(b), c);
}

__device__ void step(Sums& s, const Operand& a, const Operand& b, int ty, int tx, int k)
{
    s.small = product(a.hi[ty][k], b.lo[k][tx], s.small);
    s.small = product(a.lo[ty][k], b.hi[k][tx], s.small);
    s.small = product(a.mid[ty][k], b.mid[k][tx], s.small);
    s.cross = product(a.hi[ty][k], b.mid[k][tx], s.cross);
    s.cross = product(a.mid[ty][k], b.hi[k][tx], s.cross);
    s.big = product(a.hi[ty][k], b.hi[k][tx], s.big);
}

__global__ void gemm_bf16x3(const float* A, const float* B, float* C, int M, int N, int K)
{
    __shared__ Operand a;
    __shared__ Operand b;
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE + ty;
    int col = blockIdx.x * TILE + tx;
    Sums s = {0.0f, 0.0f, 0.0f};
    for (int k0 = 0; k0 < K; k0 += TILE) {
        put(a, ty, tx, split(element(A, row, k0 + tx, M, K)));
        put(b, ty, tx, split(element(B, k0 + ty, col, K, N)));
        __syncthreads();
        for (int k = 0; k < TILE; ++k)
            step(s, a, b, ty, tx, k);
        __syncthreads();
    }
    if (row < M && col < N)
        C[row * N + col] = s.big + (s.cross + s.small);
}
