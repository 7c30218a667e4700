// fpcheck: chain_dynamics <<<3, 32>>> velocity=@b_chain_v.npy moved=empty:3x32 kinetic=empty:3 origin=1000.0 pitch=2.5 stiffness=10.0 damping=0.05 dt=0.001 steps=400 --ref 'moved=@b_chain_moved.npy' --tol rtol=0.02,atol=2e-4
// expect: error mismatch at line 30
// why: the compensation of the position's sum is added where Kahan subtracts it, so steps below half an ulp of the coordinate are cancelled instead of being carried over and no node moves
// figure: moved[2, 18] computed 0, MPFR 0.00885014805
#include <cuda_runtime.h>

// A chain of 32 masses a warp, in world coordinates, integrated by the leapfrog scheme.
// Coordinates are near 1000 and steps near 1e-5, below half an ulp of them: positions are
// therefore compensated sums.
struct Compensated {
    float sum;
    float lost;
};

struct Node {
    Compensated x;
    float v;
    float start;
};

// the same for every spring of the chain
struct Material {
    float pitch;
    float stiffness;
    float damping;
};

__device__ void add(Compensated& s, float dx)
{
    float y = dx + s.lost;
    float t = s.sum + y;
    s.lost = (t - s.sum) - y;
    s.sum = t;
}

// elongation of the spring towards the neighbour on the right (lane 31 has none)
__device__ float elongation(const Node& n, const Material& m, int lane)
{
    float right = __shfl_down_sync(0xffffffffu, n.x.sum, 1);
    float e = right - n.x.sum - m.pitch;
    return lane < 31 ? e : 0.0f;
}

// rate of elongation, for the damper beside the spring
__device__ float dashpot(const Node& n, int lane)
{
    float right = __shfl_down_sync(0xffffffffu, n.v, 1);
    return lane < 31 ? right - n.v : 0.0f;
}

// unit masses: the force of the spring on the right less that of the one on the left
__device__ float acceleration(const Node& n, const Material& m, int lane)
{
    float pull = m.stiffness * elongation(n, m, lane) + m.damping * dashpot(n, lane);
    float left = __shfl_up_sync(0xffffffffu, pull, 1);
    if (lane == 0)
        left = 0.0f;
    return pull - left;
}

__device__ Node place(float origin, float pitch, float v, int lane)
{
    Node n;
    n.start = origin + pitch * lane;
    n.x.sum = n.start;
    n.x.lost = 0.0f;
    n.v = v;
    return n;
}

// kick, drift, kick
__device__ void leapfrog(Node& n, const Material& m, float dt, int lane)
{
    float half = 0.5f * dt;
    n.v = fmaf(half, acceleration(n, m, lane), n.v);
    add(n.x, n.v * dt);
    n.v = fmaf(half, acceleration(n, m, lane), n.v);
}

// how far a node has come: the difference of near numbers is exact
__device__ float displacement(const Node& n)
{
    return n.x.sum - n.start;
}

// over the chain, in lane 0
__device__ float total_kinetic(const Node& n, int lane)
{
    float e = 0.5f * n.v * n.v;
    for (int off = 16; off > 0; off >>= 1)
        e += __shfl_down_sync(0xffffffffu, e, off);
    return lane == 0 ? e : 0.0f;
}

__global__ void chain_dynamics(const float* velocity, float* moved, float* kinetic, float origin, float pitch,
                               float stiffness, float damping, float dt, int steps)
{
    int lane = threadIdx.x;
    int i = blockIdx.x * 32 + lane;
    Material m;
    m.pitch = pitch;
    m.stiffness = stiffness;
    m.damping = damping;
    Node n = place(origin, pitch, velocity[i], lane);
    for (int s = 0; s < steps; ++s)
        leapfrog(n, m, dt, lane);
    float d = displacement(n);
    moved[i] = d;
    float k = total_kinetic(n, lane);
    if (lane == 0)
        kinetic[blockIdx.x] = k;
}
