// fpcheck: lj_forces<<<2, 32>>> pos=[7.640625,6.140625,1,6.609375,6.796875,2.796875,4.09375,4.8125,2.703125,4.96875,5.859375,6.890625,2.703125,3.4375,4.75,7.8125,7.421875,0.46875,6.125,1.265625,2.21875,4.671875,6.234375,1.390625,7.40625,2.78125,6.703125,7.171875,1.828125,1.3125,7.03125,1.171875,6.3125,7.953125,0.65625,4.53125,2.8125,5.671875,7.046875,2.578125,2.625,2,6.8125,6.125,6.890625,4.453125,7.109375,1.046875,7.0625,2.96875,3.3125,6.65625,5.8125,0.421875,2.015625,7.375,0.84375,5.78125,2.328125,3.140625,7.125,0.265625,4.984375,4.40625,0.765625,7.8125,5.171875,7.625,5.5625,5.265625,1.078125,3.234375,4.640625,0.5625,1.015625,5.21875,4.71875,3.75,6.9375,4.109375,5.703125,1.359375,6.03125,7.734375,5.125,3.609375,5.71875,0.546875,6.609375,3.984375,2.890625,4.140625,1.75,1.84375,6.296875,3.375,6.59375,7.84375,5.96875,5.1875,5.15625,0.734375,6.3125,7.640625,3.484375,3.3125,5.9375,1.546875,2.828125,7.65625,7.875,3.65625,1.75,1.375,4.5,2.34375,5.484375,4.171875,5.03125,6.25,6.578125,2.265625,6.25,3.3125,4.71875,6.8125,0.734375,2.15625,7,6.359375,5.28125,7.015625,6.59375,0.296875,2.484375,3.125,4.78125,3.015625,3.453125,6.125,4.953125,1.734375,5.34375,6.609375,3.90625,7.734375,6.75,4.671875,6.234375,1.3907471] force=empty:150 n=50 box=8.0 cutoff2=9.0
// fpcheck+ largest_force<<<1, 32>>> force=force top=empty:1 n=50
// expect: error overflow, then NaN hidden by fminf at line 67
// why: two atoms 2^-13 apart in z: r^-12 overflows, infinity times the difference 0 in x and y is NaN, and the cap turns NaN into 1e4
// figure: computed force[21] (x of atom 7) = 10009.38, MPFR 9.382632
// Lennard-Jones forces in a periodic box (reduced units), tiles of atoms in shared memory.
// A thread an atom; a component of a pair force is never above CAP, so that bad starts do not blow up.

#define TILE 32
#define CAP 1.0e4f

struct Vec3 {
    float x, y, z;
};

__device__ __forceinline__ Vec3 operator+(Vec3 a, Vec3 b)
{
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}

__device__ __forceinline__ Vec3 operator-(Vec3 a, Vec3 b)
{
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}

__device__ __forceinline__ Vec3 operator*(float s, Vec3 a)
{
    return {s * a.x, s * a.y, s * a.z};
}

__device__ __forceinline__ float dot(Vec3 a, Vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

__device__ __forceinline__ Vec3 load(const float *p, int i)
{
    return {p[3 * i], p[3 * i + 1], p[3 * i + 2]};
}

// The nearest image of a difference.
__device__ __forceinline__ float wrap(float d, float box)
{
    return d - box * rintf(d / box);
}

__device__ __forceinline__ Vec3 nearest(Vec3 d, float box)
{
    return {wrap(d.x, box), wrap(d.y, box), wrap(d.z, box)};
}

__device__ __forceinline__ float capped(float v)
{
    return fmaxf(-CAP, fminf(CAP, v));
}

__device__ __forceinline__ Vec3 capped(Vec3 v)
{
    return {capped(v.x), capped(v.y), capped(v.z)};
}

// Force over distance of a pair with the squared distance r2: 24 (2 r^-12 - r^-6) / r^2.
__device__ float pair_strength(float r2)
{
    float inv2 = 1.0f / r2;
    float s6 = inv2 * inv2 * inv2;
    float s12 = s6 * s6;
    return 24.0f * (2.0f * s12 - s6) * inv2;
}

__device__ Vec3 pair_force(Vec3 d, float cutoff2)
{
    float r2 = dot(d, d);
    if (r2 > cutoff2)
        return {0.0f, 0.0f, 0.0f};
    return capped(pair_strength(r2) * d);
}

// The atoms first..first + TILE - 1; those beyond n are not used.
__device__ void load_tile(Vec3 *tile, const float *pos, int first, int n)
{
    int j = first + threadIdx.x;
    Vec3 p{0.0f, 0.0f, 0.0f};
    if (j < n)
        p = load(pos, j);
    tile[threadIdx.x] = p;
    __syncthreads();
}

__global__ void lj_forces(const float *pos, float *force, int n, float box, float cutoff2)
{
    __shared__ Vec3 tile[TILE];
    int i = blockIdx.x * TILE + threadIdx.x;
    Vec3 mine{0.0f, 0.0f, 0.0f};
    if (i < n)
        mine = load(pos, i);

    Vec3 total{0.0f, 0.0f, 0.0f};
    for (int first = 0; first < n; first += TILE) {
        load_tile(tile, pos, first, n);
        int last = min(TILE, n - first);
        for (int k = 0; k < last; ++k) {
            if (first + k == i || i >= n)
                continue;
            Vec3 d = nearest(mine - tile[k], box);
            total = total + pair_force(d, cutoff2);
        }
        __syncthreads();
    }

    if (i < n) {
        force[3 * i] = total.x;
        force[3 * i + 1] = total.y;
        force[3 * i + 2] = total.z;
    }
}

// Largest component of any force, for the choice of the time step.
__global__ void largest_force(const float *force, float *top, int n)
{
    float m = 0.0f;
    for (int i = threadIdx.x; i < 3 * n; i += 32)
        m = fmaxf(m, fabsf(force[i]));
    for (int o = 16; o > 0; o >>= 1)
        m = fmaxf(m, __shfl_xor_sync(0xffffffffu, m, o));
    if (threadIdx.x == 0)
        top[0] = m;
}

// Half a kick: velocities from forces.
__global__ void kick(float *velocity, const float *force, float half_dt, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 3 * n)
        velocity[i] = fmaf(half_dt, force[i], velocity[i]);
}

// A drift, then back into the box.
__global__ void drift(float *pos, const float *velocity, float dt, float box, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= 3 * n)
        return;
    float p = fmaf(dt, velocity[i], pos[i]);
    if (p >= box)
        p -= box;
    if (p < 0.0f)
        p += box;
    pos[i] = p;
}
