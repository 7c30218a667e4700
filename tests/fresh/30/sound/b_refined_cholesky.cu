// fpcheck: solve_refined <<<1, 32>>> a=[[2520.0,1260.0,840.0,630.0,504.0],[1260.0,840.0,630.0,504.0,420.0],[840.0,630.0,504.0,420.0,360.0],[630.0,504.0,420.0,360.0,315.0],[504.0,420.0,360.0,315.0,280.0]] b=[3.0,-1.0,4.0,1.0,-5.0] x=empty:5 n=5 rounds=12 ref=x=@b_refined_cholesky.npy --tol rtol=1e-8,atol=0
// expect: ok
// why: the matrix is factored in binary32 and the first solution is good to two digits only; residuals in binary64 and corrections by the coarse factor bring it to full precision
// figure: x[0]: computed 0.00992063491951881, MPFR 0.00992063492063492 (after the first solution off by 0.009)
// Normal equations of a small adjustment (symmetric, positive definite): Cholesky in single precision,
// iterative refinement in double. One warp, a lane a row.
#include <cuda_runtime.h>

#define MOST 8
#define FULL 0xffffffffu

// ------------------------------------------------------------ shared state

struct System {
    float factor[MOST][MOST]; // lower triangle
    double solution[MOST];
    float step[MOST];
    int n;
};

__device__ inline bool mine(const System &s)
{
    return threadIdx.x < s.n;
}

// ------------------------------------------------------------ loading

__device__ void load(System &s, const double *a, int n)
{
    int i = threadIdx.x;
    if (i == 0)
        s.n = n;
    __syncwarp();
    if (i < n) {
        for (int j = 0; j <= i; j++)
            s.factor[i][j] = (float)a[i * n + j];
        s.solution[i] = 0.0;
        s.step[i] = 0.0f;
    }
    __syncwarp();
}

// ------------------------------------------------------------ factorisation

// Column k: the diagonal first, by its own lane, then the rows below.
__device__ void pivot(System &s, int k)
{
    if (threadIdx.x == k)
        s.factor[k][k] = sqrtf(s.factor[k][k]);
    __syncwarp();
}

__device__ void scale_column(System &s, int k)
{
    int i = threadIdx.x;
    if (i > k && mine(s))
        s.factor[i][k] /= s.factor[k][k];
    __syncwarp();
}

__device__ void update_rest(System &s, int k)
{
    int i = threadIdx.x;
    if (i > k && mine(s))
        for (int j = k + 1; j <= i; j++)
            s.factor[i][j] -= s.factor[i][k] * s.factor[j][k];
    __syncwarp();
}

__device__ void factorise(System &s)
{
    for (int k = 0; k < s.n; k++) {
        pivot(s, k);
        scale_column(s, k);
        update_rest(s, k);
    }
}

// ------------------------------------------------------------ triangular solutions, in place in step

__device__ void forward(System &s)
{
    int i = threadIdx.x;
    for (int k = 0; k < s.n; k++) {
        if (i == k)
            s.step[k] /= s.factor[k][k];
        __syncwarp();
        if (i > k && mine(s))
            s.step[i] -= s.factor[i][k] * s.step[k];
        __syncwarp();
    }
}

__device__ void backward(System &s)
{
    int i = threadIdx.x;
    for (int k = s.n - 1; k >= 0; k--) {
        if (i == k)
            s.step[k] /= s.factor[k][k];
        __syncwarp();
        if (i < k)
            s.step[i] -= s.factor[k][i] * s.step[k];
        __syncwarp();
    }
}

// ------------------------------------------------------------ refinement

__device__ double residual(const System &s, const double *a, const double *b, int i)
{
    double r = b[i];
    for (int j = 0; j < s.n; j++)
        r = fma(-a[i * s.n + j], s.solution[j], r);
    return r;
}

__device__ double warp_max(double v)
{
    for (int o = 16; o > 0; o >>= 1)
        v = fmax(v, __shfl_xor_sync(FULL, v, o));
    return v;
}

// One correction: the residual is scaled to size 1, so that binary32 never underflows.
__device__ void refine(System &s, const double *a, const double *b)
{
    int i = threadIdx.x;
    double r = mine(s) ? residual(s, a, b, i) : 0.0;
    double size = warp_max(fabs(r));
    if (size == 0.0)
        return;
    if (mine(s))
        s.step[i] = (float)(r / size);
    __syncwarp();
    forward(s);
    backward(s);
    if (mine(s))
        s.solution[i] += size * (double)s.step[i];
    __syncwarp();
}

// ------------------------------------------------------------ the kernel

__global__ void solve_refined(const double *a, const double *b, double *x, int n, int rounds)
{
    __shared__ System s;
    load(s, a, n);
    factorise(s);
    for (int k = 0; k < rounds; k++)
        refine(s, a, b);
    if (mine(s))
        x[threadIdx.x] = s.solution[threadIdx.x];
}
