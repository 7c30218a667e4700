// fpcheck: least_squares <<<1, 32>>> A=@a_givens_least_squares_A.npy b=@a_givens_least_squares_b.npy x=empty:4x3 residual=empty:4 count=4 --ref x=@a_givens_least_squares_want.npy --tol rtol=1e-4,atol=1e-5
// expect: error underflow hidden at line 31
// why: a*a + b*b of elements below 1e-23 is zero, and the test for a zero column then skips the rotation: R is not triangular
// figure: computed x[2][0]=29.9327, MPFR 1.26965
// Small least squares problems min |A x - b|, one thread a problem, by Givens rotations.
// A holds `count` matrices of M rows and N columns, row by row (absorption coefficients in 1/m times amounts in mol: the
// scale of a problem can be anything, the solution is of order one).

#include <cuda_runtime.h>

#define M 5
#define N 3

static_assert(M > N, "overdetermined");

// c^2 + s^2 = 1
struct rotation {
    float c, s;
};

// A whole problem in registers: every index below is known at compile time.
struct problem {
    float a[M][N];
    float b[M];
};

// The rotation that maps (a, b) to (r, 0).
__device__ rotation make_rotation(float a, float b)
{
    rotation q;
    const float r = sqrtf(a * a + b * b);
    if (!(r > 0.0f)) {
        // nothing to rotate
        q.c = 1.0f;
        q.s = 0.0f;
        return q;
    }
    q.c = a / r;
    q.s = b / r;
    return q;
}

__device__ __forceinline__ void rotate(rotation q, float &x, float &y)
{
    const float t = q.c * x + q.s * y;
    y = q.c * y - q.s * x;
    x = t;
}

__device__ void load(problem &p, const float *__restrict__ A, const float *__restrict__ b, int k)
{
#pragma unroll
    for (int i = 0; i < M; i++) {
#pragma unroll
        for (int j = 0; j < N; j++)
            p.a[i][j] = A[(k * M + i) * N + j];
        p.b[i] = b[k * M + i];
    }
}

// Zeroes column c below the diagonal, from the last row upwards.
template <int C>
__device__ void eliminate_column(problem &p)
{
#pragma unroll
    for (int i = M - 1; i > C; i--) {
        const rotation q = make_rotation(p.a[i - 1][C], p.a[i][C]);
#pragma unroll
        for (int j = C; j < N; j++)
            rotate(q, p.a[i - 1][j], p.a[i][j]);
        rotate(q, p.b[i - 1], p.b[i]);
    }
}

__device__ void triangularise(problem &p)
{
    eliminate_column<0>(p);
    eliminate_column<1>(p);
    eliminate_column<2>(p);
}

__device__ void back_substitute(const problem &p, float *x)
{
#pragma unroll
    for (int i = N - 1; i >= 0; i--) {
        float v = p.b[i];
#pragma unroll
        for (int j = i + 1; j < N; j++)
            v -= p.a[i][j] * x[j];
        x[i] = v / p.a[i][i];
    }
}

// The norm of what is left: the largest element is taken out before squares are summed.
__device__ float tail_norm(const problem &p)
{
    float largest = 0.0f;
#pragma unroll
    for (int i = N; i < M; i++)
        largest = fmaxf(largest, fabsf(p.b[i]));
    if (largest == 0.0f)
        return 0.0f;
    float sum = 0.0f;
#pragma unroll
    for (int i = N; i < M; i++) {
        const float v = p.b[i] / largest;
        sum += v * v;
    }
    return largest * sqrtf(sum);
}

__device__ void store(const float *x, float *out, int k)
{
#pragma unroll
    for (int j = 0; j < N; j++)
        out[k * N + j] = x[j];
}

__global__ void least_squares(const float *__restrict__ A, const float *__restrict__ b, float *x, float *residual, int count)
{
    const int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= count)
        return;

    // A = Q R
    problem p;
    load(p, A, b, k);
    triangularise(p);

    // R x = the upper part of Q' b
    float solution[N];
    back_substitute(p, solution);
    store(solution, x, k);
    // the lower part is the residual
    residual[k] = tail_norm(p);
}

// Host side: all problems of a batch on one stream.
// 32 threads a block, since a thread holds a whole problem in registers: more would not be resident anyway, and small batches
// spread over more multiprocessors.
//
bool solve_batch(const float *A, const float *b, float *x, float *residual, int count, cudaStream_t stream)
{
    if (count <= 0)
        return true;
    const int threads = 32;
    const int blocks = (count + threads - 1) / threads;
    least_squares<<<blocks, threads, 0, stream>>>(A, b, x, residual, count);
    return cudaGetLastError() == cudaSuccess;
}
