// fpcheck: leapfrog<<<2, 32>>> bodies=uniform(0.5,1.5):160 velocities=uniform(0.1,0.4):120 positions=empty:120 energies=empty:40 softening2=0.05 dt=0.01 n=40
// expect: ok
// why: idle threads of the last block work on a copy of the last star, so that tiles are whole and barriers met; the last tile is partly unwritten but not read there
// figure: positions off by 5e-8, energies by 2.4e-7 relative
#include <cuda_runtime.h>

#define TILE 32

// ---------------------------------------------------------------- vectors

struct Vec {
    float x, y, z;
};

__device__ inline Vec vec(float x, float y, float z)
{
    Vec v;
    v.x = x;
    v.y = y;
    v.z = z;
    return v;
}

__device__ inline Vec operator+(Vec a, Vec b)
{
    return vec(a.x + b.x, a.y + b.y, a.z + b.z);
}

__device__ inline Vec operator-(Vec a, Vec b)
{
    return vec(a.x - b.x, a.y - b.y, a.z - b.z);
}

__device__ inline Vec operator*(float s, Vec a)
{
    return vec(s * a.x, s * a.y, s * a.z);
}

__device__ inline float dot(Vec a, Vec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

__device__ inline Vec cross(Vec a, Vec b)
{
    return vec(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

__device__ inline float length(Vec a)
{
    return sqrtf(dot(a, a));
}

// ---------------------------------------------------------------- bodies

struct Body {
    Vec at;
    float mass;
};

__device__ inline Body body(const float *bodies, int i)
{
    Body b;
    b.at = vec(bodies[4 * i], bodies[4 * i + 1], bodies[4 * i + 2]);
    b.mass = bodies[4 * i + 3];
    return b;
}

__device__ inline Vec triple(const float *values, int i)
{
    return vec(values[3 * i], values[3 * i + 1], values[3 * i + 2]);
}

__device__ inline void put(float *values, int i, Vec v)
{
    values[3 * i] = v.x;
    values[3 * i + 1] = v.y;
    values[3 * i + 2] = v.z;
}

// ---------------------------------------------------------------- gravity

// Plummer softening: the term of a body with itself is zero over something, not a division by zero.
__device__ inline Vec pull(Vec here, Body other, float softening2)
{
    Vec d = other.at - here;
    float r2 = dot(d, d) + softening2;
    float inv = rsqrtf(r2);
    return (other.mass * inv * inv * inv) * d;
}

__device__ inline float potential(Vec here, Body other, float softening2)
{
    Vec d = other.at - here;
    return -other.mass * rsqrtf(dot(d, d) + softening2);
}

struct Field {
    Vec force;
    float energy;
};

__device__ inline void gather(Field &f, Vec here, const Body *tile, int count, float softening2)
{
    for (int k = 0; k < count; k++) {
        f.force = f.force + pull(here, tile[k], softening2);
        f.energy += potential(here, tile[k], softening2);
    }
}

// ---------------------------------------------------------------- time step

struct State {
    Vec at, velocity;
};

// kick, drift
__device__ inline State advance(State s, Vec force, float dt)
{
    State n;
    n.velocity = s.velocity + dt * force;
    n.at = s.at + dt * n.velocity;
    return n;
}

// ---------------------------------------------------------------- the kernel
//
// One thread a star; tiles of the cluster pass through shared memory.

__global__ void leapfrog(const float *bodies, const float *velocities, float *positions, float *energies,
                             float softening2, float dt, int n)
{
    __shared__ Body tile[TILE];
    int t = threadIdx.x;
    int i = blockIdx.x * TILE + t;
    Body self = body(bodies, min(i, n - 1));
    Field field = {vec(0.0f, 0.0f, 0.0f), 0.0f};

    for (int first = 0; first < n; first += TILE) {
        if (first + t < n)
            tile[t] = body(bodies, first + t);
        __syncthreads();
        gather(field, self.at, tile, min(TILE, n - first), softening2);
        __syncthreads();
    }
    if (i < n) {
        State s = {self.at, triple(velocities, i)};
        s = advance(s, field.force, dt);
        put(positions, i, s.at);
        energies[i] = field.energy + self.mass * rsqrtf(softening2); // without itself
    }
}
