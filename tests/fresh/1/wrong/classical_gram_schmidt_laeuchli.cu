// fpcheck: orthogonalize <<<1, 4>>> e=[1e-4,1.2e-4,0.9e-4,1.5e-4] dots=empty:4x3 n=4
// expect: error cancellation at line 40: 1 + e^2 rounds to 1 and the classical projections no longer see it: q2 and q3 come out at 60 degrees
//
// QR step of a batch of tall matrices by classical Gram-Schmidt. The columns are those of Laeuchli's matrix
//
//        1 1 1
//        e 0 0
//        0 e 0
//        0 0 e
//
// and the output are the inner products q1.q2, q1.q3, q2.q3 (a check of orthogonality that feeds a restart
// criterion: anything above 1e-2 restarts the Krylov process).
#define ROWS 4
#define COLS 3

struct Column {
    float v[ROWS];
};

__device__ __forceinline__ float dot(const Column& a, const Column& b)
{
    float s = 0.0f;
#pragma unroll
    for (int i = 0; i < ROWS; ++i)
        s = fmaf(a.v[i], b.v[i], s);
    return s;
}

__device__ __forceinline__ void scale(Column& a, float f)
{
#pragma unroll
    for (int i = 0; i < ROWS; ++i)
        a.v[i] *= f;
}

__device__ __forceinline__ void subtract(Column& a, const Column& q, float f)
{
#pragma unroll
    for (int i = 0; i < ROWS; ++i)
        a.v[i] -= f * q.v[i];
}

__device__ __forceinline__ void laeuchli(Column (&a)[COLS], float e)
{
#pragma unroll
    for (int j = 0; j < COLS; ++j) {
#pragma unroll
        for (int i = 0; i < ROWS; ++i)
            a[j].v[i] = 0.0f;
        a[j].v[0] = 1.0f;
        a[j].v[j + 1] = e;
    }
}

// Classical: all projections are taken from the original column.
__device__ __forceinline__ void classical_gram_schmidt(Column (&q)[COLS])
{
#pragma unroll
    for (int j = 0; j < COLS; ++j) {
        float r[COLS];
#pragma unroll
        for (int k = 0; k < COLS; ++k)
            r[k] = k < j ? dot(q[k], q[j]) : 0.0f;
#pragma unroll
        for (int k = 0; k < COLS; ++k)
            if (k < j)
                subtract(q[j], q[k], r[k]);
        const float len = sqrtf(dot(q[j], q[j]));
        scale(q[j], 1.0f / len);
    }
}

__global__ void orthogonalize(const float* __restrict__ e, float* __restrict__ dots, int n)
{
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n)
        return;

    Column q[COLS];
    laeuchli(q, e[t]);
    classical_gram_schmidt(q);

    dots[3 * t + 0] = dot(q[0], q[1]);
    dots[3 * t + 1] = dot(q[0], q[2]);
    dots[3 * t + 2] = dot(q[1], q[2]);
}

// Host side (for reference):
//
//   orthogonalize<<<(n + 127) / 128, 128>>>(e, dots, n);
//   for (int t = 0; t < n; ++t)
//       if (max3(fabs(dots[3*t]), fabs(dots[3*t+1]), fabs(dots[3*t+2])) > 1e-2f)
//           restart(t);
//
// Notes for maintainers:
//  * the matrices are of full rank as long as e is not zero;
//  * the columns are nearly parallel, the angle between two of them is about e * sqrt(2);
//  * the norm of the first column is sqrt(1 + e*e), which is 1 + 5e-9 at e = 1e-4;
//  * the factor R is not stored, as the Krylov process has no use for it here;
//  * a batch holds at most 2^20 matrices, so that 3 * t fits an int;
//  * one thread a matrix keeps all of it in registers: 12 for the columns, 3 for the projections.

#ifdef STANDALONE
#include <cstdio>
#include <cstdlib>
#include <vector>

int main()
{
    const int n_e = 4;
    std::vector<float> h_e(n_e);
    for (float& e : h_e)
        e = (float)std::rand() / (float)RAND_MAX;
    float* d_e = nullptr;
    cudaMalloc(&d_e, n_e * sizeof(float));
    cudaMemcpy(d_e, h_e.data(), n_e * sizeof(float), cudaMemcpyHostToDevice);

    const int n_dots = 4 * 3;
    std::vector<float> h_dots(n_dots);
    float* d_dots = nullptr;
    cudaMalloc(&d_dots, n_dots * sizeof(float));

    orthogonalize<<<1, 4>>>(d_e, d_dots, 4);
    if (cudaDeviceSynchronize() != cudaSuccess) {
        std::fprintf(stderr, "launch failed\n");
        return 1;
    }
    cudaMemcpy(h_dots.data(), d_dots, n_dots * sizeof(float), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n_dots && i < 8; ++i)
        std::printf("dots[%d] = %.9g\n", i, h_dots[i]);
    cudaFree(d_e);
    cudaFree(d_dots);
    return 0;
}
#endif
