// fpcheck: oscillator_ring <<<1, 64>>> x=arange:64 out=empty:64 energy=empty:1 dt=0.015625 forcing=8 steps=3
// expect: ok
// why: one shared ring for all stages of Runge-Kutta is in order: a barrier before and one behind every write
// figure: out[32]: computed 8.03161205, MPFR 8.031612309 (relative error 3.2e-8, tolerance some ulps, 2e-6)
// Lorenz-96 ring of 64 variables, classic Runge-Kutta in shared memory, one thread a variable:
//
//     dx[i]/dt = (x[i+1] - x[i-2]) x[i-1] - x[i] + F
//
#include <cuda_runtime.h>

#define N 64

struct Stage {
    float *ring; // shared, N values
    int i;
};

// ---------------------------------------------------------------- neighbours

__device__ __forceinline__ int wrap(int i)
{
    return (i + N) % N;
}

__device__ __forceinline__ float get(Stage s, int offset)
{
    return s.ring[wrap(s.i + offset)];
}

// ---------------------------------------------------------------- right side

__device__ float rate(Stage s, float forcing)
{
    float ahead = get(s, 1);
    float two_behind = get(s, -2);
    float behind = get(s, -1);
    float self = get(s, 0);
    return (ahead - two_behind) * behind - self + forcing;
}

// Publishes the state of the next stage to the other threads.
__device__ void put_stage(Stage s, float value)
{
    __syncthreads(); // everyone has read the stage before
    s.ring[s.i] = value;
    __syncthreads();
}

// ---------------------------------------------------------------- one step

__device__ float runge_kutta(Stage s, float x, float forcing, float dt)
{
    put_stage(s, x);
    float k1 = rate(s, forcing);

    put_stage(s, fmaf(0.5f * dt, k1, x));
    float k2 = rate(s, forcing);

    put_stage(s, fmaf(0.5f * dt, k2, x));
    float k3 = rate(s, forcing);

    put_stage(s, fmaf(dt, k3, x));
    float k4 = rate(s, forcing);

    return x + dt * (k1 + 2.0f * (k2 + k3) + k4) * (1.0f / 6.0f);
}

// ---------------------------------------------------------------- diagnostics

// Sum over the block; every thread gets it.
__device__ float block_sum(float v, float *scratch)
{
    int lane = threadIdx.x & 31;
    int warp = threadIdx.x >> 5;
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_down_sync(0xffffffffu, v, o);
    if (lane == 0)
        scratch[warp] = v;
    __syncthreads();
    return scratch[0] + scratch[1];
}

// ---------------------------------------------------------------- the kernel

__global__ void oscillator_ring(const float *x, float *out, float *energy, float dt, float forcing, int steps)
{
    __shared__ float ring[N];
    __shared__ float scratch[2];

    Stage s;
    s.ring = ring;
    s.i = threadIdx.x;

    // start: the fixed point F, a little out of balance
    float v = forcing + 0.001f * x[s.i];

    for (int k = 0; k < steps; k++)
        v = runge_kutta(s, v, forcing, dt);

    out[s.i] = v;
    float e = block_sum(0.5f * v * v, scratch);
    if (s.i == 0)
        energy[0] = e;
}

// ---------------------------------------------------------------- ensemble start
//
// Members of an ensemble start at the fixed point with a small bump at one variable each; a second kernel gives
// the mean and the spread over the members for every variable (two passes).

__global__ void ensemble_start(float *state, float forcing, float bump, int members)
{
    int m = blockIdx.x;
    if (m >= members)
        return;
    float v = forcing;
    if (threadIdx.x == m % N)
        v += bump;
    state[m * N + threadIdx.x] = v;
}

__global__ void ensemble_spread(const float *state, float *mean, float *spread, int members)
{
    int i = threadIdx.x;
    if (i >= N)
        return;

    float sum = 0.0f;
    for (int m = 0; m < members; m++)
        sum += state[m * N + i];
    float centre = sum / members;

    float squares = 0.0f;
    for (int m = 0; m < members; m++) {
        float d = state[m * N + i] - centre;
        squares += d * d;
    }

    mean[i] = centre;
    spread[i] = members > 1 ? sqrtf(squares / (members - 1)) : 0.0f;
}

// Largest distance between two members over all variables: how far they have drifted apart. One warp.
__global__ void member_distance(const float *state, float *distance, int first, int second)
{
    float far = 0.0f;
    for (int i = threadIdx.x; i < N; i += 32)
        far = fmaxf(far, fabsf(state[first * N + i] - state[second * N + i]));
    for (int o = 16; o > 0; o >>= 1)
        far = fmaxf(far, __shfl_xor_sync(0xffffffffu, far, o));
    if (threadIdx.x == 0)
        distance[0] = far;
}
