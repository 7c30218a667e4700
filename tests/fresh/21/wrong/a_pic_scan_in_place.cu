// fpcheck: two_stream <<<1, 64>>> x0=[0.1875,0.703125,1.21875,1.71875,2.234375,2.75,3.265625,3.765625,4.28125,4.796875,5.3125,5.8125,6.328125,6.84375,7.34375,7.859375,8.359375,8.875,9.375,9.890625,10.390625,10.90625,11.40625,11.90625,12.421875,12.921875,13.421875,13.9375,14.4375,14.9375,15.4375,15.9375,16.4375,16.9375,17.4375,17.9375,18.4375,18.9375,19.421875,19.921875,20.421875,20.90625,21.40625,21.90625,22.390625,22.890625,23.375,23.875,24.359375,24.859375,25.34375,25.84375,26.328125,26.8125,27.3125,27.796875,28.28125,28.765625,29.265625,29.75,30.234375,30.71875,31.21875,31.703125,32.1875,32.671875,33.15625,33.65625,34.140625,34.625,35.109375,35.609375,36.09375,36.578125,37.0625,37.5625,38.046875,38.53125,39.03125,39.515625,40.015625,40.5,41.0,41.484375,41.984375,42.46875,42.96875,43.46875,43.953125,44.453125,44.953125,45.4375,45.9375,46.4375,46.9375,47.4375,47.9375,48.4375,48.9375,49.4375,49.9375,50.4375,50.953125,51.453125,51.953125,52.46875,52.96875,53.46875,53.984375,54.484375,55.0,55.5,56.015625,56.515625,57.03125,57.53125,58.046875,58.5625,59.0625,59.578125,60.09375,60.609375,61.109375,61.625,62.140625,62.65625,63.15625,63.671875] v0=[-0.5,0.5,-0.5,0.5,-0.5,0.5,-0.5,0.5,-0.5,0.5,-0.5,0.5,-0.5,0.5,-0.5,0.5,-0.5,0.5,-0.5,0.5,-0.5,0.5,-0.5,0.5,-0.5,0.5,-0.5,0.5,-0.5,0.5,-0.5,0.5,-0.5,0.5,-0.5,0.5,-0.5,0.5,-0.5,0.5,-0.5,0.5,-0.5,0.5,-0.5,0.5,-0.5,0.5,-0.5,0.5,-0.5,0.5,-0.5,0.5,-0.5,0.5,-0.5,0.5,-0.5,0.5,-0.5,0.5,-0.5,0.5,-0.5,0.5,-0.5,0.5,-0.5,0.5,-0.5,0.5,-0.5,0.5,-0.5,0.5,-0.5,0.5,-0.5,0.5,-0.5,0.5,-0.5,0.5,-0.5,0.5,-0.5,0.5,-0.5,0.5,-0.5,0.5,-0.5,0.5,-0.5,0.5,-0.5,0.5,-0.5,0.5,-0.5,0.5,-0.5,0.5,-0.5,0.5,-0.5,0.5,-0.5,0.5,-0.5,0.5,-0.5,0.5,-0.5,0.5,-0.5,0.5,-0.5,0.5,-0.5,0.5,-0.5,0.5,-0.5,0.5,-0.5,0.5] x=empty:128 v=empty:128 field=empty:64 dt=0.125 steps=2
// expect: error race in shared memory at line 75
// why: the scan reads s[t - o] and writes s[t] in the same step without a barrier between: a thread may see sums that are already of this step
// figure: field[40] computed undefined (depends on the order of warps), right after one step 0.3593750
// Two stream instability, 1D particle-in-cell, one block a run.
#include <cuda_runtime.h>

#define CELLS 64
#define PARTICLES 128
#define THREADS 64

struct Particle {
    float x, v; // x in cells, 0 <= x < CELLS
};

struct Weights {
    int left, right;
    float wl, wr;
};

// ---------------------------------------------------------------- grid

__device__ float wrap(float x)
{
    if (x >= (float)CELLS)
        x -= (float)CELLS;
    if (x < 0.0f)
        x += (float)CELLS;
    return x;
}

__device__ Weights cloud_in_cell(float x)
{
    Weights w;
    float cell = floorf(x);
    w.left = (int)cell & (CELLS - 1);
    w.right = (w.left + 1) & (CELLS - 1);
    w.wr = x - cell;
    w.wl = 1.0f - w.wr;
    return w;
}

// ---------------------------------------------------------------- deposition
//
// Charges are added up as integers in units of 2^-20 of a particle: the sum does not depend on the order.

#define UNIT 1048576.0f

__device__ void deposit(int *charge, const Particle &p)
{
    Weights w = cloud_in_cell(p.x);
    int right = __float2int_rn(w.wr * UNIT);
    int left = (int)UNIT - right;
    atomicAdd(&charge[w.left], left);
    atomicAdd(&charge[w.right], right);
}

__device__ float density(int charge, float mean)
{
    return (float)charge * (1.0f / UNIT) - mean;
}

// ---------------------------------------------------------------- field
//
// dE/dx = rho: a running sum over the cells, less its mean.

// Inclusive scan of one value a thread (Hillis and Steele), in place.
__device__ float running_sum(float v, float *s)
{
    int t = threadIdx.x;
    s[t] = v;
    __syncthreads();
    for (int o = 1; o < CELLS; o <<= 1) {
        float below = t >= o ? s[t - o] : 0.0f;
        s[t] += below;
        __syncthreads();
    }
    return s[t];
}

__device__ float warp_sum(float v)
{
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}

__device__ float block_mean(float v, float *partial)
{
    int t = threadIdx.x;
    float s = warp_sum(v);
    if ((t & 31) == 0)
        partial[t >> 5] = s;
    __syncthreads();
    return (partial[0] + partial[1]) * (1.0f / (float)CELLS);
}

// ---------------------------------------------------------------- motion

__device__ float gather(const float *field, float x)
{
    Weights w = cloud_in_cell(x);
    return w.wl * field[w.left] + w.wr * field[w.right];
}

__device__ void push(Particle &p, float e, float dt)
{
    p.v += dt * e;
    p.x = wrap(p.x + dt * p.v);
}

// ---------------------------------------------------------------- kernel
//
// One block is one run of a 1D electrostatic plasma; a thread has a cell and two particles.

__global__ void two_stream(const float *x0, const float *v0, float *x, float *v, float *field, float dt, int steps)
{
    __shared__ int charge[CELLS];
    __shared__ float e[CELLS];
    __shared__ float partial[2];
    int t = threadIdx.x;

    Particle own[2];
    for (int k = 0; k < 2; k++) {
        own[k].x = x0[t + k * THREADS];
        own[k].v = v0[t + k * THREADS];
    }

    for (int step = 0; step < steps; step++) {
        charge[t] = 0;
        __syncthreads();
        for (int k = 0; k < 2; k++)
            deposit(charge, own[k]);
        __syncthreads();

        float rho = density(charge[t], (float)PARTICLES / (float)CELLS);
        float potential = running_sum(rho, e);
        float mean = block_mean(potential, partial);
        e[t] = potential - mean;
        __syncthreads();

        for (int k = 0; k < 2; k++)
            push(own[k], gather(e, own[k].x), dt);
        __syncthreads();
    }

    for (int k = 0; k < 2; k++) {
        x[t + k * THREADS] = own[k].x;
        v[t + k * THREADS] = own[k].v;
    }
    field[t] = e[t];
}
