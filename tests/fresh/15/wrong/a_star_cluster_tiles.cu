// fpcheck: step_cluster <<<2, 64>>> position=uniform(-1,1):512 velocity=uniform(-0.1,0.1):384 next=empty:512 speed=empty:384 energy=inout:zeros:2 n=128 dt=0.001 soft=0.05
// expect: error race at line 121
// why: after the loop over a tile there is no barrier before the next tile is loaded: a fast warp overwrites stars that a slow one still reads
// figure: computed accelerations depend on the schedule (a star counted twice, another not at all), right: every star once
// One step of a star cluster by direct summation, kick-drift-kick with a softened force; masses in w.

#define TILE 64

struct Body {
    float x, y, z, m;
};

struct Force {
    float x, y, z, potential;
};

struct Constants {
    float dt;
    float soft2;
};

// ------------------------------------------------------------ small vectors

__device__ inline Force zero_force()
{
    Force f;
    f.x = 0.0f;
    f.y = 0.0f;
    f.z = 0.0f;
    f.potential = 0.0f;
    return f;
}

__device__ inline float3 sub(const Body &a, const Body &b)
{
    return make_float3(a.x - b.x, a.y - b.y, a.z - b.z);
}

__device__ inline float dot(float3 a, float3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

__device__ inline float3 axpy(float s, float3 a, float3 b)
{
    return make_float3(s * a.x + b.x, s * a.y + b.y, s * a.z + b.z);
}

// ------------------------------------------------------------ memory

// Masses are given with either sign by the generator; a star is never lighter than 0.1.
__device__ Body load_body(const float *position, int i)
{
    Body b;
    b.x = position[4 * i + 0];
    b.y = position[4 * i + 1];
    b.z = position[4 * i + 2];
    b.m = 0.1f + fabsf(position[4 * i + 3]);
    return b;
}

__device__ void store_body(float *next, int i, const Body &b)
{
    next[4 * i + 0] = b.x;
    next[4 * i + 1] = b.y;
    next[4 * i + 2] = b.z;
    next[4 * i + 3] = b.m;
}

__device__ float3 load_velocity(const float *velocity, int i)
{
    return make_float3(velocity[3 * i], velocity[3 * i + 1], velocity[3 * i + 2]);
}

__device__ void store_velocity(float *speed, int i, float3 v)
{
    speed[3 * i + 0] = v.x;
    speed[3 * i + 1] = v.y;
    speed[3 * i + 2] = v.z;
}

// ------------------------------------------------------------ forces

// Adds the pull of one star: 1 / (d^2 + soft^2)^(3/2).
__device__ inline void pull(Force &f, const Body &me, const Body &other, float soft2)
{
    float3 d = sub(other, me);
    float r2 = dot(d, d) + soft2;
    float inverse = 1.0f / sqrtf(r2);
    float s = other.m * inverse * inverse * inverse;
    f.x += s * d.x;
    f.y += s * d.y;
    f.z += s * d.z;
    f.potential -= other.m * inverse;
}

// The force of the stars of a tile.
__device__ void pull_of_tile(Force &f, const Body &me, const Body *tile, int filled, float soft2)
{
#pragma unroll 4
    for (int k = 0; k < filled; k++)
        pull(f, me, tile[k], soft2);
}

// The star's own share of the softened potential is taken out again.
__device__ inline float without_self(float potential, float mass, float soft2)
{
    return potential + mass / sqrtf(soft2);
}

// The force of all stars, tile after tile through shared memory.
__device__ Force total_force(const float *position, const Body &me, Body *tile, int n, float soft2)
{
    Force f = zero_force();
    int t = threadIdx.x;
    int tiles = (n + TILE - 1) / TILE;

    for (int k = 0; k < tiles; k++) {
        int source = k * TILE + t;
        if (source < n)
            tile[t] = load_body(position, source);
        __syncthreads();
        int filled = min(TILE, n - k * TILE);
        pull_of_tile(f, me, tile, filled, soft2);
    }
    f.potential = without_self(f.potential, me.m, soft2);
    return f;
}

// ------------------------------------------------------------ energies

__device__ inline float kinetic(float3 v, float m)
{
    return 0.5f * m * dot(v, v);
}

__device__ inline float bound(const Force &f, float m)
{
    return 0.5f * m * f.potential;
}

__device__ float warp_sum(float x)
{
    for (int o = 16; o > 0; o >>= 1)
        x += __shfl_down_sync(0xffffffffu, x, o);
    return x;
}

__device__ float block_sum(float x, float *parts)
{
    int t = threadIdx.x;
    __syncthreads();
    x = warp_sum(x);
    if ((t & 31) == 0)
        parts[t >> 5] = x;
    __syncthreads();
    float sum = 0.0f;
    for (int w = 0; w < TILE / 32; w++)
        sum += parts[w];
    return sum;
}

// ------------------------------------------------------------ time step

__device__ inline float3 kick(float3 v, const Force &f, float dt)
{
    return axpy(dt, make_float3(f.x, f.y, f.z), v);
}

__device__ inline Body drift(const Body &b, float3 v, float dt)
{
    Body moved = b;
    moved.x += dt * v.x;
    moved.y += dt * v.y;
    moved.z += dt * v.z;
    return moved;
}

// One thread a star. The first half of the kick, the drift; the second half comes with the next launch.
__global__ void step_cluster(const float *position, const float *velocity, float *next, float *speed, float *energy,
                             int n, float dt, float soft)
{
    __shared__ Body tile[TILE];
    __shared__ float parts[TILE / 32];

    Constants c;
    c.dt = dt;
    c.soft2 = soft * soft;

    int i = blockIdx.x * TILE + threadIdx.x;
    bool mine = i < n;
    Body me = load_body(position, mine ? i : 0);
    Force f = total_force(position, me, tile, n, c.soft2);

    float3 v = load_velocity(velocity, mine ? i : 0);
    float e_kinetic = mine ? kinetic(v, me.m) : 0.0f;
    float e_bound = mine ? bound(f, me.m) : 0.0f;

    v = kick(v, f, 0.5f * c.dt);
    Body moved = drift(me, v, c.dt);

    if (mine) {
        store_body(next, i, moved);
        store_velocity(speed, i, v);
    }

    // energies before the step
    float sum_kinetic = block_sum(e_kinetic, parts);
    float sum_bound = block_sum(e_bound, parts);
    if (threadIdx.x == 0) {
        atomicAdd(&energy[0], sum_kinetic);
        atomicAdd(&energy[1], sum_bound);
    }
}
