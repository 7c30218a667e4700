// fpcheck: lj_forces <<<1, 32>>> x=[0.0,0.02,0.5,1.1,1.55] y=[0.0,0.0,0.0,0.0,0.0] fixed=inout:zeros:10:u64 n=5 sigma=0.34 epsilon=1.0 cutoff=1.2
// fpcheck+ relax <<<1, 32>>> moved=empty:10 n=5 dt=0.001 longest=0.01 want=[-0.01,0.0299999996,0.492735749,1.10495299,1.5437434,0.0,0.0,0.0,0.0,0.0] ref=moved=want --tol rtol=1e-4,atol=1e-6
// expect: error float to integer out of range at line 47
// why: the force of the pair at 0.02 nm is 1e18 and more, the fixed-point scale of 2^32 takes it past 63 bits: it saturates, the next addition wraps to the other sign, and the clamp of the step hides the size
// figure: moved[1]: computed 0.00999999955, MPFR 0.0299999996
// Short-range forces of a small molecular system, summed in 64-bit fixed point so that the order of the
// atomics does not matter; then one step of steepest descent with a longest displacement.
#include <cuda_runtime.h>

struct Vec2 {
    float x, y;
};

__device__ inline Vec2 make(float x, float y)
{
    Vec2 v;
    v.x = x;
    v.y = y;
    return v;
}

__device__ inline Vec2 operator-(Vec2 a, Vec2 b)
{
    return make(a.x - b.x, a.y - b.y);
}

__device__ inline Vec2 operator*(float s, Vec2 a)
{
    return make(s * a.x, s * a.y);
}

__device__ inline float dot(Vec2 a, Vec2 b)
{
    return a.x * b.x + a.y * b.y;
}

// ------------------------------------------------------------ fixed point

// The sums have 32 bits behind the point.
__device__ inline float fixed_scale()
{
    return 4294967296.0f;
}

__device__ inline long long to_fixed(float f)
{
    return (long long)(f * fixed_scale());
}

__device__ inline float from_fixed(unsigned long long bits)
{
    return (float)((double)(long long)bits / 4294967296.0);
}

__device__ inline void add_fixed(unsigned long long *sum, float f)
{
    atomicAdd(sum, (unsigned long long)to_fixed(f));
}

__device__ void add_force(unsigned long long *fixed, int atom, int n, Vec2 f)
{
    add_fixed(fixed + atom, f.x);
    add_fixed(fixed + n + atom, f.y);
}

// ------------------------------------------------------------ the potential

struct Pair {
    float sigma, epsilon, cutoff;
};

// Force over distance: 24 epsilon (2 (sigma/r)^12 - (sigma/r)^6) / r^2.
__device__ float force_over_r(float r2, Pair p)
{
    float inv2 = 1.0f / r2;
    float s2 = p.sigma * p.sigma * inv2;
    float s6 = s2 * s2 * s2;
    return 24.0f * p.epsilon * inv2 * s6 * (2.0f * s6 - 1.0f);
}

__device__ inline bool within(float r2, Pair p)
{
    return r2 < p.cutoff * p.cutoff;
}

// ------------------------------------------------------------ kernels

// Every thread has an atom and the pairs with all later ones; Newton's third law gives the other half.
__global__ void lj_forces(const float *x, const float *y, unsigned long long *fixed, int n, float sigma, float epsilon,
                          float cutoff)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;

    Pair p;
    p.sigma = sigma;
    p.epsilon = epsilon;
    p.cutoff = cutoff;

    Vec2 here = make(x[i], y[i]);
    for (int j = i + 1; j < n; j++) {
        Vec2 d = here - make(x[j], y[j]);
        float r2 = dot(d, d);
        if (!within(r2, p))
            continue;
        float s = force_over_r(r2, p);
        Vec2 f = s * d;
        add_force(fixed, i, n, f);
        add_force(fixed, j, n, -1.0f * f);
    }
}

__device__ inline float clamp_step(float step, float longest)
{
    return fminf(fmaxf(step, -longest), longest);
}

__global__ void relax(const float *x, const float *y, const unsigned long long *fixed, float *moved, int n, float dt,
                      float longest)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;

    Vec2 f = make(from_fixed(fixed[i]), from_fixed(fixed[n + i]));

    // Overlapping atoms push each other away for several steps: their displacement is limited, its direction stays.
    float dx = clamp_step(dt * f.x, longest);
    float dy = clamp_step(dt * f.y, longest);

    moved[i] = x[i] + dx;
    moved[n + i] = y[i] + dy;
}

// ------------------------------------------------------------ diagnosis (not launched by the case)

// The largest force of the system in the format of the sums; a minimiser stops when it is small.
__global__ void largest_force(const unsigned long long *fixed, float *largest, int n)
{
    __shared__ float worst[32];
    int lane = threadIdx.x;
    float mine = 0.0f;
    for (int i = lane; i < n; i += 32) {
        float fx = from_fixed(fixed[i]);
        float fy = from_fixed(fixed[n + i]);
        mine = fmaxf(mine, sqrtf(fx * fx + fy * fy));
    }
    worst[lane] = mine;
    __syncthreads();
    if (lane == 0) {
        float all = 0.0f;
        for (int k = 0; k < 32; k++)
            all = fmaxf(all, worst[k]);
        *largest = all;
    }
}

// Clears the sums for the next step.
__global__ void clear_forces(unsigned long long *fixed, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 2 * n)
        fixed[i] = 0;
}
