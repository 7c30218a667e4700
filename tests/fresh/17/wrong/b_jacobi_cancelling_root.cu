// fpcheck: eigen <<<1, 32>>> a=[1e8,500000,30000,2000,500000,1e4,400,30,30000,400,100,4,2000,30,4,1] lambda=empty:4 aligned=empty:4 norm=empty:4 logdet=empty:1 sweeps=4
// expect: error cancellation at line 31
// why: the smaller root is -theta + sqrt(theta^2 + 1): for a theta of 100 to 1e5 they agree in most or all bits and the rotation is too small or none
// figure: lambda[3]: computed 0.8498796, MPFR 0.815388
// Cyclic Jacobi for a symmetric 4x4 (inertia tensors, covariances), one matrix a thread group;
// the row and column updates are spread over four lanes of a warp.
#include <math.h>

#define N 4
#define FULL 0xffffffffu

struct Rotation {
    float c, s, t;
};

struct Matrix {
    float m[N][N];
};

// ---- the rotation that makes (p, q) zero

__device__ __forceinline__ float theta_of(float app, float aqq, float apq)
{
    return (aqq - app) / (2.0f * apq);
}

__device__ __forceinline__ float smaller_root(float theta)
{
    // t^2 + 2 theta t - 1 = 0
    float size = fabsf(theta);
    float t = sqrtf(fmaf(size, size, 1.0f)) - size;
    return copysignf(t, theta);
}

__device__ Rotation rotation_of(float app, float aqq, float apq)
{
    Rotation r;
    if (apq == 0.0f) {
        r.c = 1.0f;
        r.s = 0.0f;
        r.t = 0.0f;
        return r;
    }
    float t = smaller_root(theta_of(app, aqq, apq));
    r.t = t;
    r.c = 1.0f / sqrtf(fmaf(t, t, 1.0f));
    r.s = t * r.c;
    return r;
}

// ---- x' = c x - s y, y' = s x + c y, in the form that changes x and y least

__device__ __forceinline__ void turn(float &x, float &y, const Rotation &r)
{
    float tau = r.s / (1.0f + r.c);
    float x0 = x, y0 = y;
    x = x0 - r.s * (y0 + x0 * tau);
    y = y0 + r.s * (x0 - y0 * tau);
}

__device__ void rotate(Matrix &a, Matrix &v, int p, int q, int lane)
{
    float apq = a.m[p][q];
    Rotation r = rotation_of(a.m[p][p], a.m[q][q], apq);
    if (lane < N) {
        int k = lane;
        if (k != p && k != q) {
            float x = a.m[k][p];
            float y = a.m[k][q];
            turn(x, y, r);
            a.m[k][p] = x;
            a.m[k][q] = y;
        }
        float x = v.m[k][p];
        float y = v.m[k][q];
        turn(x, y, r);
        v.m[k][p] = x;
        v.m[k][q] = y;
    }
    __syncwarp();
    if (lane < N) {
        int k = lane;
        if (k != p && k != q) {
            a.m[p][k] = a.m[k][p];
            a.m[q][k] = a.m[k][q];
        } else if (k == p) {
            a.m[p][p] = a.m[p][p] - r.t * apq;
            a.m[p][q] = 0.0f;
        } else {
            a.m[q][q] = a.m[q][q] + r.t * apq;
            a.m[q][p] = 0.0f;
        }
    }
    __syncwarp();
}

// ---- descending order by a rank count, first index first on ties

__device__ int rank_of(const Matrix &a, int k)
{
    int rank = 0;
    for (int j = 0; j < N; j++) {
        float other = a.m[j][j], mine = a.m[k][k];
        if (other > mine || (other == mine && j < k))
            rank++;
    }
    return rank;
}

// how far the principal axis is from the coordinate axis that it started as
__device__ float alignment(const Matrix &v, int k)
{
    float norm = 0.0f;
    for (int i = 0; i < N; i++)
        norm = fmaf(v.m[i][k], v.m[i][k], norm);
    return fabsf(v.m[k][k]) / sqrtf(norm);
}

// the residual asymmetry of the basis: its rows are orthonormal as well
__device__ float row_norm(const Matrix &v, int i)
{
    float norm = 0.0f;
    for (int k = 0; k < N; k++)
        norm = fmaf(v.m[i][k], v.m[i][k], norm);
    return sqrtf(norm);
}

__global__ void eigen(const float *a, float *lambda, float *aligned, float *norm, float *logdet,
                      int sweeps)
{
    __shared__ Matrix work, basis;
    int lane = threadIdx.x;

    if (lane < N * N) {
        int i = lane / N, j = lane % N;
        work.m[i][j] = a[lane];
        basis.m[i][j] = i == j ? 1.0f : 0.0f;
    }
    __syncwarp();

    for (int s = 0; s < sweeps; s++)
        for (int p = 0; p < N - 1; p++)
            for (int q = p + 1; q < N; q++)
                rotate(work, basis, p, q, lane);

    if (lane < N) {
        int to = rank_of(work, lane);
        lambda[to] = work.m[lane][lane];
        aligned[to] = alignment(basis, lane);
        norm[lane] = row_norm(basis, lane);
    }

    float l = lane < N ? logf(fmaxf(work.m[lane][lane], 1e-30f)) : 0.0f;
    for (int o = 2; o > 0; o >>= 1)
        l += __shfl_xor_sync(FULL, l, o);
    if (lane == 0)
        *logdet = l;
}
