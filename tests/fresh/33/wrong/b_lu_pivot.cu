// fpcheck: lu_batched <<<1, 32>>> A=@b_lu_A.npy rhs=@b_lu_rhs.npy x=empty:20x4 systems=20 --ref 'x=@b_lu_x.npy' --tol rtol=1e-4,atol=1e-5
// expect: error mismatch at line 31
// why: the pivot search compares signed values instead of magnitudes, so a pivot of 1e-7 wins over -3 and the growth of the elimination loses the result
// figure: x[1, 0] computed -1.75187171, MPFR 0.0466880362
#include <cuda_runtime.h>

constexpr int N = 4;

// One thread a system: LU with partial pivoting, then two triangular solves and a
// residual that is only used to clear systems that are singular.
struct System {
    float a[N][N];
    float b[N];
    int perm[N];
};

__device__ void load(System& s, const float* A, const float* rhs)
{
    for (int i = 0; i < N; ++i) {
        for (int j = 0; j < N; ++j)
            s.a[i][j] = A[i * N + j];
        s.b[i] = rhs[i];
        s.perm[i] = i;
    }
}

__device__ int find_pivot(const System& s, int k)
{
    int best = k;
    for (int i = k + 1; i < N; ++i)
        if (s.a[i][k] > s.a[best][k])
            best = i;
    return best;
}

__device__ void swap_rows(System& s, int i, int j)
{
    if (i == j)
        return;
    for (int c = 0; c < N; ++c) {
        float t = s.a[i][c];
        s.a[i][c] = s.a[j][c];
        s.a[j][c] = t;
    }
    int p = s.perm[i];
    s.perm[i] = s.perm[j];
    s.perm[j] = p;
}

__device__ bool factor(System& s)
{
    bool singular = false;
    for (int k = 0; k < N; ++k) {
        swap_rows(s, k, find_pivot(s, k));
        float pivot = s.a[k][k];
        if (pivot == 0.0f) {
            singular = true;
            continue;
        }
        for (int i = k + 1; i < N; ++i) {
            float m = s.a[i][k] / pivot;
            s.a[i][k] = m;
            for (int j = k + 1; j < N; ++j)
                s.a[i][j] = fmaf(-m, s.a[k][j], s.a[i][j]);
        }
    }
    return singular;
}

__device__ void lower(const System& s, float* y)
{
    for (int i = 0; i < N; ++i) {
        float v = s.b[s.perm[i]];
        for (int j = 0; j < i; ++j)
            v = fmaf(-s.a[i][j], y[j], v);
        y[i] = v;
    }
}

__device__ void upper(const System& s, float* y)
{
    for (int i = N - 1; i >= 0; --i) {
        float v = y[i];
        for (int j = i + 1; j < N; ++j)
            v = fmaf(-s.a[i][j], y[j], v);
        y[i] = v / s.a[i][i];
    }
}

__global__ void lu_batched(const float* A, const float* rhs, float* x, int systems)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= systems)
        return;
    System s;
    load(s, A + i * N * N, rhs + i * N);
    bool singular = factor(s);
    float y[N];
    lower(s, y);
    upper(s, y);
    for (int k = 0; k < N; ++k)
        x[i * N + k] = singular ? 0.0f : y[k];
}
