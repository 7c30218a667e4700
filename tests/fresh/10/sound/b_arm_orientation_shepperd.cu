// fpcheck: trajectory <<<1, 32>>> angles=[3.1396,0.37,-0.37,0.0,0.5,0.3,0.9,-0.2,3.1406,0.61,-0.61,0.0,1.2,-0.7,0.4,2.9,3.1382,-0.25,0.25,0.0,0.0,1.7,1.4386,0.0,-0.4,0.1,0.2,0.6,0.0,0.0,0.0,3.1411] axes=[2,1,1,0] links=[0.0,0.0,0.34,0.4,0.0,0.0,0.39,0.0,0.05,0.12,0.0,0.0] position=empty:24 orientation=empty:32 samples=8 wp=[-0.8829291732779001,0.0017593402972757724,0.2453538276016827,0.5384311353433874,0.29414626984751147,-0.23543011266316333,-0.8378587789332252,0.0008317322438326748,0.16085301217652448,0.2820528889122714,0.7254828981707373,0.7961691957614017,-0.8975597920824839,0.0030450810735742477,0.48896158949778845,-0.5613858837604262,0.0,-0.10819195608715822,0.8289542250214962,-0.3504762308076045,0.1971181582761967,0.9099999889731407,0.0,0.39000000432133675] wq=[0.0009963073658481951,0.0,0.0,0.9999995036856932,0.7817366661176243,-0.2188314716165221,0.5239708193217221,0.25778896868712725,0.000496343749919813,0.0,0.0,0.9999998768214333,0.014574168349463462,0.8202891964605334,0.539371421123924,0.18971478029350441,0.0016963036654128272,0.0,0.0,0.9999985612759024,0.0014963303373138846,0.0,0.9999988804971343,0.0,0.9170061609315941,0.31474003119560195,0.08186638742194725,-0.23094654833309475,0.00024636188761934083,0.9999999696529097,0.0,0.0] ref=position=wp ref=orientation=wq --tol rtol=1e-5,atol=3e-6
// expect: ok
// why: the branch of the largest component: small components are differences, but right in absolute terms
// figure: largest error 2.0e-08, tolerance 3e-6
// Forward kinematics of a four-joint arm. One thread a sample of the trajectory.
// Angles in radians, links in metres; rotations are right-handed and act on columns.
#include <cstdio>
#include <cuda_runtime.h>

#define JOINTS 4

struct Vec3 {
    float x, y, z;
};

struct Mat3 {
    float m[3][3];
};

struct Quaternion {
    float w, x, y, z;
};

struct Pose {
    Mat3 r;
    Vec3 p;
};

// ---------------------------------------------------------------- algebra

__device__ inline Vec3 add(Vec3 a, Vec3 b)
{
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}

__device__ inline Vec3 apply(const Mat3 &a, Vec3 v)
{
    Vec3 r;
    r.x = a.m[0][0] * v.x + a.m[0][1] * v.y + a.m[0][2] * v.z;
    r.y = a.m[1][0] * v.x + a.m[1][1] * v.y + a.m[1][2] * v.z;
    r.z = a.m[2][0] * v.x + a.m[2][1] * v.y + a.m[2][2] * v.z;
    return r;
}

__device__ inline Mat3 multiply(const Mat3 &a, const Mat3 &b)
{
    Mat3 c;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            float s = 0.0f;
            for (int k = 0; k < 3; k++)
                s += a.m[i][k] * b.m[k][j];
            c.m[i][j] = s;
        }
    return c;
}

__device__ inline Mat3 identity()
{
    Mat3 e = {{{1.0f, 0.0f, 0.0f}, {0.0f, 1.0f, 0.0f}, {0.0f, 0.0f, 1.0f}}};
    return e;
}

// ---------------------------------------------------------------- the arm

// Rotation about a coordinate axis: 0 is x, 1 is y, 2 is z.
__device__ Mat3 about(int axis, float angle)
{
    float s, c;
    sincosf(angle, &s, &c);
    int u = (axis + 1) % 3, v = (axis + 2) % 3;
    Mat3 r = identity();
    r.m[u][u] = c;
    r.m[u][v] = -s;
    r.m[v][u] = s;
    r.m[v][v] = c;
    return r;
}

__device__ Vec3 link(const float *links, int joint)
{
    return {links[3 * joint], links[3 * joint + 1], links[3 * joint + 2]};
}

__device__ Pose forward(const float *angles, const int *axes, const float *links)
{
    Pose t;
    t.r = identity();
    t.p = {0.0f, 0.0f, 0.0f};
    for (int j = 0; j < JOINTS; j++) {
        t.r = multiply(t.r, about(axes[j], angles[j]));
        t.p = add(t.p, apply(t.r, link(links, j)));
    }
    return t;
}

// ---------------------------------------------------------------- orientation

// Shepperd: starts from the largest component, so nothing is divided by a small one.
__device__ Quaternion from_matrix(const Mat3 &r)
{
    float a = r.m[0][0], b = r.m[1][1], c = r.m[2][2];
    float x = r.m[2][1] - r.m[1][2], y = r.m[0][2] - r.m[2][0], z = r.m[1][0] - r.m[0][1];
    float xy = r.m[0][1] + r.m[1][0], yz = r.m[1][2] + r.m[2][1], zx = r.m[2][0] + r.m[0][2];
    float trace = a + b + c;
    Quaternion q;
    if (trace >= a && trace >= b && trace >= c) {
        float s = sqrtf(1.0f + trace), h = 0.5f / s;
        q = {0.5f * s, x * h, y * h, z * h};
    } else if (a >= b && a >= c) {
        float s = sqrtf(1.0f + a - b - c), h = 0.5f / s;
        q = {x * h, 0.5f * s, xy * h, zx * h};
    } else if (b >= c) {
        float s = sqrtf(1.0f - a + b - c), h = 0.5f / s;
        q = {y * h, xy * h, 0.5f * s, yz * h};
    } else {
        float s = sqrtf(1.0f - a - b + c), h = 0.5f / s;
        q = {z * h, zx * h, yz * h, 0.5f * s};
    }
    return q;
}

// One of the two quaternions of a rotation: w, or else z, is not negative.
__device__ Quaternion canonical(Quaternion q)
{
    float sign = q.w < 0.0f || (q.w == 0.0f && q.z < 0.0f) ? -1.0f : 1.0f;
    return {sign * q.w, sign * q.x, sign * q.y, sign * q.z};
}

// ---------------------------------------------------------------- the kernel

__global__ void trajectory(const float *angles, const int *axes, const float *links, float *position, float *orientation,
                           int samples)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= samples)
        return;
    Pose t = forward(angles + JOINTS * i, axes, links);
    Quaternion q = canonical(from_matrix(t.r));
    position[3 * i] = t.p.x;
    position[3 * i + 1] = t.p.y;
    position[3 * i + 2] = t.p.z;
    orientation[4 * i] = q.w;
    orientation[4 * i + 1] = q.x;
    orientation[4 * i + 2] = q.y;
    orientation[4 * i + 3] = q.z;
}

// ---------------------------------------------------------------- host

void launch_trajectory(const float *angles, const int *axes, const float *links, float *position, float *orientation,
                       int samples)
{
    if (samples < 1)
        return;
    int block = 32;
    trajectory<<<(samples + block - 1) / block, block>>>(angles, axes, links, position, orientation, samples);
    cudaError_t status = cudaGetLastError();
    if (status != cudaSuccess)
        printf("trajectory: %s\n", cudaGetErrorString(status));
}
