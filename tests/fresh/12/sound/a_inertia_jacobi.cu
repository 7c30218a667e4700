// fpcheck: principal_moments <<<1, 32>>> xx=[5.0,2.0,9.0,4.0] yy=[6.0,3.0,7.5,4.0] zz=[8.0,4.0,11.0,7.0] xy=[0.5,0.25,-1.0,0.0] xz=[-0.75,0.5,0.5,1.0] yz=[0.25,-0.5,1.5,0.0] moments=empty:4x3 largest=empty:4x3 n=4 want=[4.60938102,6.20570117,8.18491782,1.77050162,2.95995891,4.26953946,6.4585632,9.48006233,11.5613745,3.69722436,4,7.30277564] ref=moments=want --tol rtol=3e-6
// expect: ok
// why: off-diagonal elements are rotated away until only rounding noise is left, and rotations of that noise are skipped by a threshold; the moments do not depend on it, nor the axis, whose sign is fixed
// figure: relative error about 3e-7, allowed 3e-6
// Principal moments of inertia and the axis of the largest, by cyclic Jacobi rotations.
//
//   m   the tensor; its diagonal becomes the moments
//   v   the product of all rotations; its columns become the axes,
//       of which only the last is stored
//
// Five sweeps are plenty for three rows: the convergence is quadratic.
#include <cuda_runtime.h>

struct Matrix {
    float a[3][3];
};

struct Eigen {
    float value[3];
    Matrix vectors;     // in columns
};

struct Rotation {
    float t, s, tau;
};

// ---------------------------------------------------------------- matrices

__device__ Matrix symmetric(float xx, float yy, float zz, float xy, float xz, float yz)
{
    Matrix m;
    m.a[0][0] = xx;
    m.a[1][1] = yy;
    m.a[2][2] = zz;
    m.a[0][1] = m.a[1][0] = xy;
    m.a[0][2] = m.a[2][0] = xz;
    m.a[1][2] = m.a[2][1] = yz;
    return m;
}

__device__ Matrix identity()
{
    Matrix m;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            m.a[i][j] = i == j ? 1.0f : 0.0f;
    return m;
}

// ---------------------------------------------------------------- rotations

// The smaller angle that makes the element (p, q) vanish: t = sign(theta) / (|theta| + sqrt(theta^2 + 1)).
__device__ Rotation rotation(float app, float aqq, float apq)
{
    Rotation r;
    float theta = 0.5f * (aqq - app) / apq;
    float t = 1.0f / (fabsf(theta) + sqrtf(theta * theta + 1.0f));
    r.t = theta < 0.0f ? -t : t;
    float c = rsqrtf(r.t * r.t + 1.0f);
    r.s = r.t * c;
    r.tau = r.s / (1.0f + c);
    return r;
}

__device__ inline void turn(float &g, float &h, const Rotation &r)
{
    float before = g;
    float other = h;
    g = before - r.s * (other + before * r.tau);
    h = other + r.s * (before - other * r.tau);
}

__device__ inline bool negligible(float app, float aqq, float apq)
{
    return fabsf(apq) <= 1e-7f * (fabsf(app) + fabsf(aqq));
}

__device__ void rotate(Matrix &m, Matrix &v, int p, int q)
{
    float apq = m.a[p][q];
    if (negligible(m.a[p][p], m.a[q][q], apq))
        return;
    Rotation r = rotation(m.a[p][p], m.a[q][q], apq);
    m.a[p][p] -= r.t * apq;
    m.a[q][q] += r.t * apq;
    m.a[p][q] = m.a[q][p] = 0.0f;
    int k = 3 - p - q;
    float kp = m.a[k][p];
    float kq = m.a[k][q];
    turn(kp, kq, r);
    m.a[k][p] = m.a[p][k] = kp;
    m.a[k][q] = m.a[q][k] = kq;
    for (int i = 0; i < 3; i++)
        turn(v.a[i][p], v.a[i][q], r);
}

// ---------------------------------------------------------------- all of it

__device__ void exchange(Eigen &e, int i, int j)
{
    float v = e.value[i];
    e.value[i] = e.value[j];
    e.value[j] = v;
    for (int k = 0; k < 3; k++) {
        float w = e.vectors.a[k][i];
        e.vectors.a[k][i] = e.vectors.a[k][j];
        e.vectors.a[k][j] = w;
    }
}

__device__ void ascending(Eigen &e)
{
    if (e.value[0] > e.value[1])
        exchange(e, 0, 1);
    if (e.value[1] > e.value[2])
        exchange(e, 1, 2);
    if (e.value[0] > e.value[1])
        exchange(e, 0, 1);
}

__device__ Eigen diagonalised(Matrix m)
{
    Eigen e;
    e.vectors = identity();
    for (int sweep = 0; sweep < 5; sweep++) {
        rotate(m, e.vectors, 0, 1);
        rotate(m, e.vectors, 0, 2);
        rotate(m, e.vectors, 1, 2);
    }
    for (int i = 0; i < 3; i++)
        e.value[i] = m.a[i][i];
    ascending(e);
    return e;
}

// ---------------------------------------------------------------- the kernel

__global__ void principal_moments(const float *xx, const float *yy, const float *zz, const float *xy, const float *xz,
                                  const float *yz, float *moments, float *largest, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Eigen e = diagonalised(symmetric(xx[i], yy[i], zz[i], xy[i], xz[i], yz[i]));
    float sign = e.vectors.a[2][2] < 0.0f ? -1.0f : 1.0f;
    for (int k = 0; k < 3; k++) {
        moments[3 * i + k] = e.value[k];
        largest[3 * i + k] = sign * e.vectors.a[k][2];
    }
}
