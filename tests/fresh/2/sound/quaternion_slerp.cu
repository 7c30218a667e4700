// fpcheck: slerp <<<1, 32>>> qa=[1,0,0,0,0.8,0.6,0,0,0.5,0.5,0.5,0.5,0.6,0,0.8,0] qb=[0.8,0,0.6,0,0.8,0.599999,0.001,0,-0.5,-0.5,-0.5,0.5,-0.8,0.6,0,0] t=[0.25,0.5,0.75,0.3] q=empty:16 n=4
// expect: ok
// Spherical interpolation of unit quaternions for skeletal animation.
//
//  * the shorter arc is taken (sign of the dot product)
//  * nearly parallel quaternions fall back to a normalised lerp, where
//    acos would lose half the digits and sin(theta) is next to zero
#include <cuda_runtime.h>
#include <math.h>

#define LERP_THRESHOLD 0.9995f

/// A quaternion (w, x, y, z).
struct Quat {
    float w, x, y, z;
};

/// Inner product.
__device__ __forceinline__ float qdot(const Quat& a, const Quat& b)
{
    return fmaf(a.w, b.w, fmaf(a.x, b.x, fmaf(a.y, b.y, a.z * b.z)));
}

/// u a + v b.
__device__ __forceinline__ Quat qmix(const Quat& a, float u, const Quat& b, float v)
{
    Quat r;
    r.w = fmaf(u, a.w, v * b.w);
    r.x = fmaf(u, a.x, v * b.x);
    r.y = fmaf(u, a.y, v * b.y);
    r.z = fmaf(u, a.z, v * b.z);
    return r;
}

/// Scales to unit length. The argument is never far from unit length.
__device__ __forceinline__ Quat qnormalize(const Quat& a)
{
    const float inv = rsqrtf(qdot(a, a));
    return qmix(a, inv, a, 0.0f);
}

/// Loads quaternion i of a packed array.
__device__ __forceinline__ Quat qload(const float* __restrict__ p, int i)
{
    Quat r;
    r.w = p[4 * i];
    r.x = p[4 * i + 1];
    r.y = p[4 * i + 2];
    r.z = p[4 * i + 3];
    return r;
}

/// Stores quaternion i.
__device__ __forceinline__ void qstore(float* __restrict__ p, int i, const Quat& r)
{
    p[4 * i] = r.w;
    p[4 * i + 1] = r.x;
    p[4 * i + 2] = r.y;
    p[4 * i + 3] = r.z;
}

/// Spherical linear interpolation.
__device__ Quat qslerp(const Quat& a, Quat b, float t)
{
    float c = qdot(a, b);
    if (c < 0.0f) {
        c = -c;
        b = qmix(b, -1.0f, b, 0.0f);
    }
    if (c > LERP_THRESHOLD) {
        return qnormalize(qmix(a, 1.0f - t, b, t));
    }
    const float theta = acosf(c);
    const float inv = 1.0f / sinf(theta);
    return qmix(a, sinf((1.0f - t) * theta) * inv, b, sinf(t * theta) * inv);
}

/// One joint per thread.
__global__ void slerp(const float* __restrict__ qa,
                      const float* __restrict__ qb,
                      const float* __restrict__ t,
                      float* __restrict__ q,
                      int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) {
        return;
    }
    qstore(q, i, qslerp(qload(qa, i), qload(qb, i), t[i]));
}

/// Interpolates a whole pose.
///
/// @param d_a    start pose, 4 floats per joint
/// @param d_b    end pose
/// @param d_t    interpolation parameter of each joint, in [0, 1]
/// @param d_out  result
/// @param n      number of joints
cudaError_t slerp_pose(const float* d_a,
                       const float* d_b,
                       const float* d_t,
                       float* d_out,
                       int n,
                       cudaStream_t stream)
{
    if (n <= 0) {
        return cudaSuccess;
    }
    const int threads = 128;
    slerp<<<(n + threads - 1) / threads, threads, 0, stream>>>(d_a, d_b, d_t, d_out, n);
    return cudaGetLastError();
}

// The threshold of 0.9995 is where the difference between lerp and slerp
// (about theta^2 / 16 of the arc) falls below what a float can show on screen.
//
// qa and qb need unit length on input; the result has unit length up to
// rounding, and qnormalize() may be called once per second of animation.
//
// d_t may differ from joint to joint (layered blending).
