// fpcheck: nbody_step <<<1, 128>>> pos=uniform(-1,1):128x4 vel=uniform(-0.1,0.1):128x4 pos_out=empty:128x4 vel_out=empty:128x4 energy=empty:128 momentum=empty:4x4 dt=0.001 steps=2 n=128
// expect: ok
#include <cuda_runtime.h>

// Gravitational n-body problem in tiles: kick-drift-kick leapfrog, softened
// forces, energy of every body for the diagnostics.  One block holds the whole
// system so that several steps fit in one launch.

constexpr int TILE = 32;
constexpr int MAX_BODIES = 128;
constexpr float SOFTENING2 = 0.0025f;
constexpr float G_NEWTON = 1.0f;

struct Body {
    float x, y, z;
    float mass;
};

struct Velocity {
    float x, y, z;
};

struct Force {
    float x, y, z;
    float potential;
};

// ---------------------------------------------------------------------------
// Loading and storing (arrays of four floats a body)
// ---------------------------------------------------------------------------

__device__ __forceinline__ Body load_body(const float* p, int i) {
    Body b;
    b.x = p[4 * i + 0];
    b.y = p[4 * i + 1];
    b.z = p[4 * i + 2];
    b.mass = 0.5f + 0.5f * fabsf(p[4 * i + 3]);
    return b;
}

__device__ __forceinline__ Velocity load_velocity(const float* p, int i) {
    Velocity v;
    v.x = p[4 * i + 0];
    v.y = p[4 * i + 1];
    v.z = p[4 * i + 2];
    return v;
}

__device__ __forceinline__ void store_body(float* p, int i, const Body& b) {
    p[4 * i + 0] = b.x;
    p[4 * i + 1] = b.y;
    p[4 * i + 2] = b.z;
    p[4 * i + 3] = b.mass;
}

__device__ __forceinline__ void store_velocity(float* p, int i, const Velocity& v) {
    p[4 * i + 0] = v.x;
    p[4 * i + 1] = v.y;
    p[4 * i + 2] = v.z;
    p[4 * i + 3] = 0.0f;
}

// ---------------------------------------------------------------------------
// Interaction of two bodies
// ---------------------------------------------------------------------------

__device__ __forceinline__ void interact(const Body& a, const Body& b, Force& f) {
    float dx = b.x - a.x;
    float dy = b.y - a.y;
    float dz = b.z - a.z;
    float r2 = dx * dx + dy * dy + dz * dz + SOFTENING2;
    float inv = 1.0f / sqrtf(r2);
    float inv3 = inv * inv * inv;
    float s = G_NEWTON * b.mass * inv3;
    f.x += s * dx;
    f.y += s * dy;
    f.z += s * dz;
    f.potential -= G_NEWTON * b.mass * inv;
}

__device__ __forceinline__ void clear(Force& f) {
    f.x = 0.0f;
    f.y = 0.0f;
    f.z = 0.0f;
    f.potential = 0.0f;
}

// ---------------------------------------------------------------------------
// Forces on one body by tiles of shared memory
// ---------------------------------------------------------------------------

__device__ Force forces_on(const Body& me, int self, const Body* all, Body* tile, int n) {
    Force f;
    clear(f);
    for (int base = 0; base < n; base += TILE) {
        int t = threadIdx.x;
        if (t < TILE && base + t < n) tile[t] = all[base + t];
        __syncthreads();
        int count = min(TILE, n - base);
        for (int j = 0; j < count; ++j) {
            if (base + j != self) interact(me, tile[j], f);
        }
        __syncthreads();
    }
    return f;
}

// ---------------------------------------------------------------------------
// Leapfrog
// ---------------------------------------------------------------------------

__device__ __forceinline__ void kick(Velocity& v, const Force& f, float h) {
    v.x += h * f.x;
    v.y += h * f.y;
    v.z += h * f.z;
}

__device__ __forceinline__ void drift(Body& b, const Velocity& v, float h) {
    b.x += h * v.x;
    b.y += h * v.y;
    b.z += h * v.z;
}

__device__ __forceinline__ float kinetic(const Body& b, const Velocity& v) {
    return 0.5f * b.mass * (v.x * v.x + v.y * v.y + v.z * v.z);
}

// Half of the potential, so that the sum over all bodies counts a pair once.
__device__ __forceinline__ float potential(const Body& b, const Force& f) {
    return 0.5f * b.mass * f.potential;
}

// ---------------------------------------------------------------------------
// Diagnostics: momentum of every warp's bodies
// ---------------------------------------------------------------------------

__device__ __forceinline__ float warp_sum(float v) {
    for (int o = 16; o > 0; o >>= 1) v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}

__device__ void store_momentum(float* out, const Body& b, const Velocity& v, bool live) {
    float m = live ? b.mass : 0.0f;
    float px = warp_sum(m * v.x);
    float py = warp_sum(m * v.y);
    float pz = warp_sum(m * v.z);
    float total = warp_sum(m);
    if (threadIdx.x % 32 == 0) {
        int w = threadIdx.x / 32;
        out[4 * w + 0] = px;
        out[4 * w + 1] = py;
        out[4 * w + 2] = pz;
        out[4 * w + 3] = total;
    }
}

// ---------------------------------------------------------------------------
// Kernel: one thread an element, early exits only after the last barrier
// ---------------------------------------------------------------------------

__global__ void nbody_step(const float* __restrict__ pos, const float* __restrict__ vel,
                           float* __restrict__ pos_out, float* __restrict__ vel_out,
                           float* __restrict__ energy, float* __restrict__ momentum, float dt,
                           int steps, int n) {
    __shared__ Body bodies[MAX_BODIES];
    __shared__ Body tile[TILE];

    int i = threadIdx.x;
    bool live = i < n;
    int k = live ? i : n - 1;

    Body me = load_body(pos, k);
    Velocity v = load_velocity(vel, k);
    if (live) bodies[i] = me;
    __syncthreads();

    Force f = forces_on(me, k, bodies, tile, n);
    __syncthreads();

    for (int s = 0; s < steps; ++s) {
        // half a kick and a drift
        kick(v, f, 0.5f * dt);
        drift(me, v, dt);

        // publish the new positions
        if (live) bodies[i] = me;
        __syncthreads();

        // new forces and the second half of the kick
        f = forces_on(me, k, bodies, tile, n);
        kick(v, f, 0.5f * dt);
        __syncthreads();
    }

    store_momentum(momentum, me, v, live);

    if (live) {
        store_body(pos_out, i, me);
        store_velocity(vel_out, i, v);
        energy[i] = kinetic(me, v) + potential(me, f);
    }
}
