// fpcheck: snake_pose<<<1, 64>>> angles=uniform(-0.5,0.5):64 positions=empty:192 lowest=empty:1 length=0.1 twist=1.5707964 floor_height=-2.0
// expect: error race at line 98
// why: no barrier between reading slots[i - d] and storing slots[i] in the same round: another warp reads this round's product
// figure: positions[3*33] computed undefined (race between the two warps), MPFR a sum of 34 links
#include <cuda_runtime.h>

#define JOINTS 64

// ---------------------------------------------------------------- rigid transforms

struct Transform {
    float r[3][3];
    float t[3];
};

__device__ inline Transform identity()
{
    Transform a;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++)
            a.r[i][j] = i == j ? 1.0f : 0.0f;
        a.t[i] = 0.0f;
    }
    return a;
}

__device__ Transform compose(const Transform &a, const Transform &b)
{
    Transform c;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            float s = 0.0f;
            for (int k = 0; k < 3; k++)
                s += a.r[i][k] * b.r[k][j];
            c.r[i][j] = s;
        }
        float s = a.t[i];
        for (int k = 0; k < 3; k++)
            s += a.r[i][k] * b.t[k];
        c.t[i] = s;
    }
    return c;
}

// ---------------------------------------------------------------- one joint

struct Joint {
    float theta, offset, length, twist;
};

__device__ inline Joint joint_of(const float *angles, int i, float length, float twist)
{
    Joint j;
    j.theta = angles[i];
    j.offset = 0.0f;
    j.length = length;
    j.twist = (i & 1) ? -twist : twist;
    return j;
}

// Denavit-Hartenberg
__device__ Transform link(Joint j)
{
    float st, ct, sa, ca;
    sincosf(j.theta, &st, &ct);
    sincosf(j.twist, &sa, &ca);
    Transform m;
    m.r[0][0] = ct;
    m.r[0][1] = -st * ca;
    m.r[0][2] = st * sa;
    m.r[1][0] = st;
    m.r[1][1] = ct * ca;
    m.r[1][2] = -ct * sa;
    m.r[2][0] = 0.0f;
    m.r[2][1] = sa;
    m.r[2][2] = ca;
    m.t[0] = j.length * ct;
    m.t[1] = j.length * st;
    m.t[2] = j.offset;
    return m;
}

// ---------------------------------------------------------------- scan over the arm

__device__ void store(Transform *slots, int i, const Transform &m)
{
    slots[i] = m;
}

// Inclusive scan by doubling: after it slots[i] is link 0 * ... * link i.
// Every thread keeps its own product in registers, so one barrier a round will do.
__device__ Transform scan(Transform *slots, int i)
{
    Transform mine = slots[i];
    for (int d = 1; d < JOINTS; d <<= 1) {
        if (i >= d)
            mine = compose(slots[i - d], mine);
        store(slots, i, mine);
        __syncthreads();
    }
    return mine;
}

// ---------------------------------------------------------------- what is asked for

// A plane below which the arm must not reach.
__device__ inline float clearance(const Transform &m, float floor_height)
{
    return m.t[2] - floor_height;
}

__device__ inline void write_position(float *out, int i, const Transform &m)
{
    out[3 * i + 0] = m.t[0];
    out[3 * i + 1] = m.t[1];
    out[3 * i + 2] = m.t[2];
}

// Smallest value over the block, by shared memory.
__device__ float block_min(float *values, int i, float v)
{
    values[i] = v;
    __syncthreads();
    for (int half = JOINTS / 2; half > 0; half >>= 1) {
        if (i < half)
            values[i] = fminf(values[i], values[i + half]);
        __syncthreads();
    }
    return values[0];
}

// ---------------------------------------------------------------- the kernel
//
// One block a snake robot, one thread a joint.

__global__ void snake_pose(const float *angles, float *positions, float *lowest, float length, float twist,
                            float floor_height)
{
    __shared__ Transform slots[JOINTS];
    __shared__ float heights[JOINTS];
    int robot = blockIdx.x;
    int i = threadIdx.x;
    const float *mine = angles + robot * JOINTS;

    store(slots, i, link(joint_of(mine, i, length, twist)));
    __syncthreads();
    Transform pose = scan(slots, i);

    write_position(positions + robot * JOINTS * 3, i, pose);
    float low = block_min(heights, i, clearance(pose, floor_height));
    if (i == 0)
        lowest[robot] = low;
}
