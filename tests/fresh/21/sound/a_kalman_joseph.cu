// fpcheck: track_joseph <<<1, 32>>> zx=[0.75,1.375,2.3125,3.4375,4.75,5.8125,6.625,0.75,2.0,3.5,4.5625,5.1875,5.875,7.375,1.0625,1.5625,2.5,3.1875,4.0,4.8125,5.625] zy=[0.6875,1.125,1.5,2.0625,2.8125,2.875,3.25,0.1875,0.625,0.75,1.25,1.75,2.1875,2.375,0.375,0.5625,0.625,1.1875,1.375,2.25,2.9375] estimate=empty:12 variance=empty:3 dt=0.5 sine=0.28 cosine=0.96 q=0.0625 r=0.5 scans=7 tracks=3 want=[6.170935451172124,3.812709958140583,0.5869015409097937,2.1332493451150487,6.791012816034207,2.9718169526727767,0.6214595715263312,2.0879486432108405,5.216398295485558,2.980680022725772,0.29702568771286975,1.8453083494292584] ref=estimate=want --tol rtol=2e-5,atol=2e-5
// expect: ok
// why: covariances are subtracted from each other again and again, but the update in Joseph form and the symmetrisation keep the errors at rounding
// figure: estimate[3] computed 2.1332498, MPFR 2.133249345; error 4.1e-07 of 6.3e-05 allowed
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
                s += a.m[i][k] * b.m[j][k];
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
    // Joseph's form: (I - K H) P (I - K H)' + K R K', which stays positive definite
    float row[STATES];
    for (int j = 0; j < STATES; j++)
        row[j] = p.m[axis][j];
    for (int i = 0; i < STATES; i++)
        for (int j = 0; j < STATES; j++)
            p.m[i][j] -= gain[i] * row[j];
    float column[STATES];
    for (int i = 0; i < STATES; i++)
        column[i] = p.m[i][axis];
    for (int i = 0; i < STATES; i++)
        for (int j = 0; j < STATES; j++)
            p.m[i][j] += (gain[i] * r - column[i]) * gain[j];
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

__global__ void track_joseph(const float *zx, const float *zy, float *estimate, float *variance, float dt, float sine,
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
