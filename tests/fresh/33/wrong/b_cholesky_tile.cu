// fpcheck: cholesky_solve <<<3, dim3(16, 16)>>> A=@b_chol_A.npy b=@b_chol_b.npy x=empty:3x16 logdet=empty:3 --ref 'x=@b_chol_x.npy' --ref 'logdet=@b_chol_logdet.npy' --tol rtol=1e-4,atol=1e-4
// expect: error race at line 36
// why: the trailing update reads column k of the panel right after other warps scale it, without a barrier between: the classic missing barrier of tiled Cholesky kernels
// figure: x[0, 12] computed 0.622714341, MPFR 0.148490655
#include <cuda_runtime.h>

constexpr int N = 16;

// One thread block factorises one symmetric positive definite tile in shared memory
// and solves for one right-hand side.
struct Tile {
    float a[N][N + 1];
    float rhs[N];   // the right-hand side, later the solution
};


__device__ void load(Tile& t, const float* A, const float* b, int tx, int ty)
{
    t.a[ty][tx] = A[ty * N + tx];
    if (ty == 0)
        t.rhs[tx] = b[tx];
}

// column k below the diagonal becomes a column of L
__device__ void scale_column(Tile& t, int k, int tx, int ty)
{
    if (tx == k && ty > k)
        t.a[ty][k] /= t.a[k][k];
}

// rank-one update of what is right of column k and below the diagonal
__device__ void trailing(Tile& t, int k, int tx, int ty)
{
    if (tx > k && ty >= tx) {
        float l = t.a[ty][k];
        float u = t.a[tx][k];
        t.a[ty][tx] -= l * u;
    }
}

__device__ void factor(Tile& t, int tx, int ty)
{
    for (int k = 0; k < N; ++k) {
        if (tx == k && ty == k)
            t.a[k][k] = sqrtf(t.a[k][k]);
        __syncthreads();
        scale_column(t, k, tx, ty);
        trailing(t, k, tx, ty);
        __syncthreads();
    }
}

// L y = b, column by column; all threads of row 0 work
__device__ void forward(Tile& t, int tx, int ty)
{
    for (int k = 0; k < N; ++k) {
        if (ty == 0 && tx == k)
            t.rhs[k] /= t.a[k][k];
        __syncthreads();
        if (ty == 0 && tx > k)
            t.rhs[tx] -= t.a[tx][k] * t.rhs[k];
        __syncthreads();
    }
}

// L^T x = y
__device__ void backward(Tile& t, int tx, int ty)
{
    for (int k = N - 1; k >= 0; --k) {
        if (ty == 0 && tx == k)
            t.rhs[k] /= t.a[k][k];
        __syncthreads();
        if (ty == 0 && tx < k)
            t.rhs[tx] -= t.a[k][tx] * t.rhs[k];
        __syncthreads();
    }
}

// log det A = 2 sum log L(k, k)
__device__ float log_determinant(const Tile& t)
{
    float s = 0.0f;
    for (int k = 0; k < N; ++k)
        s += logf(t.a[k][k]);
    return 2.0f * s;
}

__global__ void cholesky_solve(const float* A, const float* b, float* x, float* logdet)
{
    __shared__ Tile t;
    int tx = threadIdx.x, ty = threadIdx.y;
    load(t, A + blockIdx.x * N * N, b + blockIdx.x * N, tx, ty);
    __syncthreads();
    factor(t, tx, ty);
    forward(t, tx, ty);
    backward(t, tx, ty);
    if (ty == 0)
        x[blockIdx.x * N + tx] = t.rhs[tx];
    if (tx == 0 && ty == 0)
        logdet[blockIdx.x] = log_determinant(t);
}
