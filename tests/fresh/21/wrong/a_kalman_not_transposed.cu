// fpcheck: track <<<1, 32>>> zx=[1.625,1.875,3.0,3.8125,4.6875,5.625,0.375,1.3125,2.0625,4.0625,5.125,6.0] zy=[0.4375,0.6875,0.875,1.3125,1.9375,2.375,0.8125,1.25,1.75,2.6875,3.375,3.6875] estimate=empty:8 variance=empty:2 dt=0.5 sine=0.28 cosine=0.96 q=0.0625 r=0.5 scans=6 tracks=2 want=[5.256917376589295,2.5177917509573318,0.6147408848878114,1.7699372497080874,5.657498142574582,4.160957506894302,0.7354194225820676,2.5349813905286602] ref=estimate=want --tol rtol=2e-5,atol=2e-5
// expect: error wrong order of indices at line 67
// why: the product with the transposed matrix reads b[k][j] instead of b[j][k]: F P F instead of F P F'
// figure: estimate[6] computed 1.4197028, MPFR 0.7354194226
// Kalman filters of many radar tracks.
#include <cuda_runtime.h>

#define STATES 4

struct Matrix {
    float m[STATES][STATES];
};

struct Vector {
    float v[STATES];
};

// ---------------------------------------------------------------- model
//
// State (x, y, vx, vy) of a target of constant velocity with turning rate w (a rotation of the velocity).

__device__ Matrix transition(float dt, float sine, float cosine)
{
    Matrix f = {{{1.0f, 0.0f, dt, 0.0f}, {0.0f, 1.0f, 0.0f, dt}, {0.0f, 0.0f, cosine, -sine}, {0.0f, 0.0f, sine, cosine}}};
    return f;
}

__device__ float process_noise(int row, float q)
{
    return row < 2 ? 0.25f * q : q;
}

// ---------------------------------------------------------------- algebra

__device__ Vector apply(const Matrix &f, const Vector &x)
{
    Vector r;
    for (int i = 0; i < STATES; i++) {
        float s = 0.0f;
        for (int k = 0; k < STATES; k++)
            s += f.m[i][k] * x.v[k];
        r.v[i] = s;
    }
    return r;
}

__device__ Matrix multiply(const Matrix &a, const Matrix &b)
{
    Matrix r;
    for (int i = 0; i < STATES; i++)
        for (int j = 0; j < STATES; j++) {
            float s = 0.0f;
            for (int k = 0; k < STATES; k++)
                s += a.m[i][k] * b.m[k][j];
            r.m[i][j] = s;
        }
    return r;
}

__device__ Matrix multiply_transposed(const Matrix &a, const Matrix &b)
{
    Matrix r;
    for (int i = 0; i < STATES; i++)
        for (int j = 0; j < STATES; j++) {
            float s = 0.0f;
            for (int k = 0; k < STATES; k++)
                s += a.m[i][k] * b.m[k][j];
            r.m[i][j] = s;
        }
    return r;
}

__device__ void predict(Vector &x, Matrix &p, const Matrix &f, float q)
{
    x = apply(f, x);
    p = multiply_transposed(multiply(f, p), f);
    for (int i = 0; i < STATES; i++)
        p.m[i][i] += process_noise(i, q);
}

// ---------------------------------------------------------------- measurement
//
// x and y are measured one after the other: a division instead of a 2 by 2 inverse.

__device__ void update(Vector &x, Matrix &p, int axis, float z, float r)
{
    float innovation = z - x.v[axis];
    float s = p.m[axis][axis] + r;
    float gain[STATES];
    for (int i = 0; i < STATES; i++)
        gain[i] = p.m[i][axis] / s;
    float row[STATES];
    for (int j = 0; j < STATES; j++)
        row[j] = p.m[axis][j];
    for (int i = 0; i < STATES; i++)
        for (int j = 0; j < STATES; j++)
            p.m[i][j] -= gain[i] * row[j];
    for (int i = 0; i < STATES; i++)
        x.v[i] += gain[i] * innovation;
}

__device__ void symmetrise(Matrix &p)
{
    for (int i = 0; i < STATES; i++)
        for (int j = i + 1; j < STATES; j++) {
            float mean = 0.5f * (p.m[i][j] + p.m[j][i]);
            p.m[i][j] = mean;
            p.m[j][i] = mean;
        }
}

__device__ Matrix diagonal(float position, float velocity)
{
    Matrix p;
    for (int i = 0; i < STATES; i++)
        for (int j = 0; j < STATES; j++)
            p.m[i][j] = i == j ? (i < 2 ? position : velocity) : 0.0f;
    return p;
}

// Mean squared uncertainty of the position,
// over both axes.
__device__ float spread(const Matrix &p)
{
    return 0.5f * (p.m[0][0] + p.m[1][1]);
}

// ---------------------------------------------------------------- kernel
//
// One thread a track. zx and zy hold `scans` measurements a track; the estimate after the last scan is stored.

__global__ void track(const float *zx, const float *zy, float *estimate, float *variance, float dt, float sine,
                         float cosine, float q, float r, int scans, int tracks)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= tracks)
        return;
    Matrix f = transition(dt, sine, cosine);
    Vector x = {{zx[t * scans], zy[t * scans], 0.0f, 0.0f}};
    Matrix p = diagonal(r, 4.0f);
    for (int k = 1; k < scans; k++) {
        predict(x, p, f, q);
        update(x, p, 0, zx[t * scans + k], r);
        update(x, p, 1, zy[t * scans + k], r);
        symmetrise(p);
    }
    for (int i = 0; i < STATES; i++)
        estimate[t * STATES + i] = x.v[i];
    variance[t] = spread(p);
}
