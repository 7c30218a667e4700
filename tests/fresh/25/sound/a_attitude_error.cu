// fpcheck: attitude_error <<<1, 32>>> wanted=[0.5,0.5,0.5,0.5,0.9,0.1,-0.3,0.2,0.7,0.0,0.7,0.1,1.0,0.25,0.5,-0.75] measured=[0.5,0.5,0.5,0.5001,-0.9,-0.1,0.3,-0.2001,0.7,0.1,0.7,0.1,0.2,0.25,-0.5,0.75] out=empty:4 n=4 want=[0.00017322515916373728,0.0002008284797606439,0.2003348486131365,2.2749103938233315] ref=out=want --tol atol=1e-6,rtol=1e-6
// expect: ok
// why: the angle comes from atan2 of the vector part and |w|: near zero it does not lose digits as 2 acos(w) would, and the sign of the quaternion does not matter
// figure: out[0]: computed 0.000173182212, MPFR 0.0001732251592 (absolute error 4.3e-8, tolerance 1e-6)
// Turns accelerations of the body frame into the world frame by the attitude quaternion (w, x, y, z).
#include <cuda_runtime.h>

struct Vec3 {
    float x, y, z;
};

struct Quat {
    float w, x, y, z;
};

struct Mat3 {
    float m[9];
};

// ---------------------------------------------------------------- quaternions

__device__ Quat read_quat(const float *q, int i)
{
    Quat r;
    r.w = q[4 * i];
    r.x = q[4 * i + 1];
    r.y = q[4 * i + 2];
    r.z = q[4 * i + 3];
    return r;
}

__device__ Quat normalise(Quat q)
{
    float s = rsqrtf(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
    q.w *= s;
    q.x *= s;
    q.y *= s;
    q.z *= s;
    return q;
}

// ---------------------------------------------------------------- matrices

// Body to world, row by row.
__device__ Mat3 matrix(Quat q)
{
    float xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z;
    float xy = q.x * q.y, xz = q.x * q.z, yz = q.y * q.z;
    float wx = q.w * q.x, wy = q.w * q.y, wz = q.w * q.z;
    Mat3 r;
    r.m[0] = 1.0f - 2.0f * (yy + zz);
    r.m[1] = 2.0f * (xy - wz);
    r.m[2] = 2.0f * (xz + wy);
    r.m[3] = 2.0f * (xy + wz);
    r.m[4] = 1.0f - 2.0f * (xx + zz);
    r.m[5] = 2.0f * (yz - wx);
    r.m[6] = 2.0f * (xz - wy);
    r.m[7] = 2.0f * (yz + wx);
    r.m[8] = 1.0f - 2.0f * (xx + yy);
    return r;
}

__device__ float element(const Mat3 &a, int row, int column)
{
    return a.m[3 * row + column];
}

__device__ Vec3 apply(const Mat3 &a, Vec3 v)
{
    Vec3 r;
    r.x = element(a, 0, 0) * v.x + element(a, 0, 1) * v.y + element(a, 0, 2) * v.z;
    r.y = element(a, 1, 0) * v.x + element(a, 1, 1) * v.y + element(a, 1, 2) * v.z;
    r.z = element(a, 2, 0) * v.x + element(a, 2, 1) * v.y + element(a, 2, 2) * v.z;
    return r;
}

// ---------------------------------------------------------------- the kernel

__global__ void body_to_world(const float *q, const float *body, float *world, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;

    Mat3 a = matrix(normalise(read_quat(q, i)));

    Vec3 v;
    v.x = body[3 * i];
    v.y = body[3 * i + 1];
    v.z = body[3 * i + 2];

    Vec3 r = apply(a, v);
    world[3 * i] = r.x;
    world[3 * i + 1] = r.y;
    world[3 * i + 2] = r.z;
}

// ---------------------------------------------------------------- attitude error
//
// Error quaternion between the wanted and the measured attitude, conj(wanted) * measured, and from it the
// angle of the rotation that is left: atan2 of both parts, which is good near zero and near half a turn.

__device__ Quat conjugate(Quat q)
{
    q.x = -q.x;
    q.y = -q.y;
    q.z = -q.z;
    return q;
}

__device__ Quat multiply(Quat a, Quat b)
{
    Quat r;
    r.w = a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z;
    r.x = a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y;
    r.y = a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x;
    r.z = a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w;
    return r;
}

__device__ float angle(Quat e)
{
    float v = sqrtf(e.x * e.x + e.y * e.y + e.z * e.z);
    return 2.0f * atan2f(v, fabsf(e.w));
}

__global__ void attitude_error(const float *wanted, const float *measured, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Quat a = normalise(read_quat(wanted, i));
    Quat b = normalise(read_quat(measured, i));
    out[i] = angle(multiply(conjugate(a), b));
}

// ---------------------------------------------------------------- rate control
//
// Torque of a proportional-derivative law along the error axis, limited to what the wheels give. A wheel that is
// out of service has a limit of zero and gets no torque.

__device__ float limit(float torque, float most)
{
    return fminf(fmaxf(torque, -most), most);
}

__global__ void wheel_torque(const float *error, const float *rate, const float *most, float *torque, float kp, float kd,
                             int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    for (int axis = 0; axis < 3; axis++) {
        int k = 3 * i + axis;
        torque[k] = limit(-kp * error[k] - kd * rate[k], most[k]);
    }
}
