// fpcheck: factor_and_solve <<<1, (16, 16)>>> points=uniform(0,1):16 rhs=uniform(-1,1):16 factor=empty:16x16 solution=empty:16 n=16 length=0.3 noise=0.1
// fpcheck+ predict <<<1, 64>>> points_in=points solution_in=solution factor_in=factor query=uniform(0,1):64 mean=empty:64 variance=empty:64 log_likelihood=empty:1 rhs_in=rhs n=16 queries=64 length=0.3
// fpcheck+ upper_bound <<<1, 64>>> expected=mean spread=variance bound=empty:64 width=2.0 queries=64
// expect: error race at line 48
// why: no barrier between the scaling of column k and its use by the other threads in the trailing update: rows of other warps may still be unscaled
// figure: computed undefined (a race on the column k in shared memory)
#include <cuda_runtime.h>

constexpr int N = 16;

struct Matrix {
    float at[N][N + 1];
};

// A squared-exponential kernel matrix with noise on the diagonal.
__device__ float covariance(float p, float q, float length)
{
    float d = (p - q) / length;
    return expf(-0.5f * d * d);
}

__device__ void fill(Matrix &a, const float *points, int n, float length, float noise)
{
    int i = threadIdx.y;
    int j = threadIdx.x;
    float v = i == j ? 1.0f : 0.0f;
    if (i < n && j < n) {
        v = covariance(points[i], points[j], length);
        if (i == j)
            v += noise;
    }
    a.at[i][j] = v;
}

// Right-looking Cholesky in place, the lower triangle.
__device__ void cholesky(Matrix &a, int n)
{
    int i = threadIdx.y;
    int j = threadIdx.x;
    for (int k = 0; k < n; k++) {
        __syncthreads();
        if (i == k && j == k)
            a.at[k][k] = sqrtf(a.at[k][k]);
        __syncthreads();
        if (j == k && i > k)
            a.at[i][k] /= a.at[k][k];
        if (j > k && i >= j)
            a.at[i][j] -= a.at[i][k] * a.at[j][k];
    }
    __syncthreads();
}

__device__ void forward(const Matrix &l, float *b, int n)
{
    for (int k = 0; k < n; k++) {
        float bk = b[k] / l.at[k][k];
        b[k] = bk;
        for (int i = k + 1; i < n; i++)
            b[i] -= l.at[i][k] * bk;
    }
}

__device__ void backward(const Matrix &l, float *b, int n)
{
    for (int k = n - 1; k >= 0; k--) {
        float sum = b[k];
        for (int i = k + 1; i < n; i++)
            sum -= l.at[i][k] * b[i];
        b[k] = sum / l.at[k][k];
    }
}

// The weights of a Gaussian process on at most 16 points.
__global__ void factor_and_solve(const float *points, const float *rhs, float *factor, float *solution, int n, float length,
                                 float noise)
{
    __shared__ Matrix a;
    __shared__ float b[N];
    int t = threadIdx.y * N + threadIdx.x;
    fill(a, points, n, length, noise);
    if (t < n)
        b[t] = rhs[t];
    cholesky(a, n);
    if (threadIdx.y < n && threadIdx.x < n)
        factor[threadIdx.y * n + threadIdx.x] = threadIdx.x <= threadIdx.y ? a.at[threadIdx.y][threadIdx.x] : 0.0f;
    if (t == 0) {
        forward(a, b, n);
        backward(a, b, n);
    }
    __syncthreads();
    if (t < n)
        solution[t] = b[t];
}

// |L^-1 k|^2 for the covariances k of a query with the points.
__device__ float explained(const float *factor, const float *k, int n)
{
    float z[N];
    float sum = 0.0f;
    for (int i = 0; i < n; i++) {
        float v = k[i];
        for (int j = 0; j < i; j++)
            v -= factor[i * n + j] * z[j];
        z[i] = v / factor[i * n + i];
        sum += z[i] * z[i];
    }
    return sum;
}

// log p(rhs) = -(rhs . solution) / 2 - sum log L_ii - n/2 log 2 pi
__device__ float likelihood(const float *factor, const float *rhs, const float *solution, int n)
{
    float fit = 0.0f;
    float logs = 0.0f;
    for (int i = 0; i < n; i++) {
        fit += rhs[i] * solution[i];
        logs += logf(factor[i * n + i]);
    }
    return -0.5f * fit - logs - 0.9189385332046727f * n;
}

// Mean and variance of the process at other points, a thread each.
__global__ void predict(const float *points_in, const float *solution_in, const float *factor_in, const float *query, float *mean,
                        float *variance, float *log_likelihood, const float *rhs_in, int n, int queries, float length)
{
    int q = blockIdx.x * blockDim.x + threadIdx.x;
    if (q == 0)
        *log_likelihood = likelihood(factor_in, rhs_in, solution_in, n);
    if (q >= queries)
        return;
    float k[N];
    float sum = 0.0f;
    for (int i = 0; i < n; i++) {
        k[i] = covariance(points_in[i], query[q], length);
        sum += k[i] * solution_in[i];
    }
    mean[q] = sum;
    variance[q] = 1.0f - explained(factor_in, k, n);
}

__device__ float deviation(float variance)
{
    return sqrtf(fmaxf(variance, 0.0f));
}

// Where to measure next: the optimist's estimate.
__global__ void upper_bound(const float *expected, const float *spread, float *bound, float width, int queries)
{
    int q = blockIdx.x * blockDim.x + threadIdx.x;
    if (q < queries)
        bound[q] = fmaf(width, deviation(spread[q]), expected[q]);
}
