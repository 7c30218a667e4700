// fpcheck: refined_solve <<<1, 32>>> A=@b_ref_A.npy b=@b_ref_b.npy x=empty:24x6 correction=empty:24 systems=24 --ref 'x=@b_ref_x.npy' --tol rtol=1e-9,atol=1e-11
// expect: ok
// why: the factors are only single precision, but residuals are formed in double (they cancel to nothing, which is their use) and the corrections bring the solution to double accuracy
// figure: x[9, 1] computed 3271.78646, MPFR 3271.78646, worst of 144, 0.0022 of the tolerance
#include <cuda_runtime.h>

constexpr int N = 6;
constexpr int STEPS = 6;

// Mixed-precision iterative refinement, one system a thread
struct Factors {
    float lu[N][N];
    int perm[N];
};

__device__ void load(Factors& f, const double* A)
{
    for (int i = 0; i < N; ++i) {
        f.perm[i] = i;
        for (int j = 0; j < N; ++j)
            f.lu[i][j] = (float)A[i * N + j];
    }
}

__device__ int pivot_row(const Factors& f, int k)
{
    int best = k;
    for (int i = k + 1; i < N; ++i)
        if (fabsf(f.lu[i][k]) > fabsf(f.lu[best][k]))
            best = i;
    return best;
}

__device__ void swap(Factors& f, int i, int j)
{
    for (int c = 0; c < N; ++c) {
        float t = f.lu[i][c];
        f.lu[i][c] = f.lu[j][c];
        f.lu[j][c] = t;
    }
    int p = f.perm[i];
    f.perm[i] = f.perm[j];
    f.perm[j] = p;
}

__device__ void factor(Factors& f)
{
    for (int k = 0; k < N; ++k) {
        int p = pivot_row(f, k);
        if (p != k)
            swap(f, k, p);
        float inv = 1.0f / f.lu[k][k];
        for (int i = k + 1; i < N; ++i) {
            float m = f.lu[i][k] * inv;
            f.lu[i][k] = m;
            for (int j = k + 1; j < N; ++j)
                f.lu[i][j] = fmaf(-m, f.lu[k][j], f.lu[i][j]);
        }
    }
}

__device__ void solve(const Factors& f, const float* r, float* d)
{
    for (int i = 0; i < N; ++i) {
        float v = r[f.perm[i]];
        for (int j = 0; j < i; ++j)
            v = fmaf(-f.lu[i][j], d[j], v);
        d[i] = v;
    }
    for (int i = N - 1; i >= 0; --i) {
        float v = d[i];
        for (int j = i + 1; j < N; ++j)
            v = fmaf(-f.lu[i][j], d[j], v);
        d[i] = v / f.lu[i][i];
    }
}

// b - A x in double, scaled to 1 before it becomes single, so that it cannot underflow
__device__ double residual(const double* A, const double* b, const double* x, float* r)
{
    double full[N];
    double largest = 0.0;
    for (int i = 0; i < N; ++i) {
        double v = b[i];
        for (int j = 0; j < N; ++j)
            v = fma(-A[i * N + j], x[j], v);
        full[i] = v;
        largest = fmax(largest, fabs(v));
    }
    double unit = largest > 0.0 ? largest : 1.0;
    for (int i = 0; i < N; ++i)
        r[i] = (float)(full[i] / unit);
    return unit;
}

__global__ void refined_solve(const double* A, const double* b, double* x, float* correction, int systems)
{
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= systems)
        return;
    const double* a = A + s * N * N;
    Factors f;
    load(f, a);
    factor(f);
    double sol[N] = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0};
    float first = 0.0f;
    for (int step = 0; step < STEPS; ++step) {
        float r[N], d[N];
        double unit = residual(a, b + s * N, sol, r);
        solve(f, r, d);
        for (int i = 0; i < N; ++i)
            sol[i] += unit * (double)d[i];
        if (step == 0)
            first = (float)fabs(sol[0]);
    }
    for (int i = 0; i < N; ++i)
        x[s * N + i] = sol[i];
    correction[s] = first;
}
