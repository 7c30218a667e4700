// fpcheck: kick <<<2, 64>>> px=randn:128 py=randn:128 pz=randn:128 m=uniform(0.5,1.5):128 vx=inout:zeros:128 vy=inout:zeros:128 vz=inout:zeros:128 potential=empty:128 n=128 soft=0.25 half=0.005
// fpcheck+ drift <<<2, 64>>> nx=empty:128 ny=empty:128 nz=empty:128 n=128 dt=0.01
// expect: error race on shared memory at line 127
// why: there is no barrier between the use of a tile and the load of the next: a fast warp overwrites bodies that a slow warp has not read
// figure: computed ax depends on the order of the warps, MPFR the sum over 128 bodies
// One step of a leapfrog integration of stars: half a kick, then a drift. The kick goes over all bodies, tile by tile.
#include <cuda_runtime.h>

#define TILE 64

struct Vector {
    float x, y, z;
};

struct Body {
    float x, y, z, m;
};

// What a body gathers from the others.
struct Field {
    Vector a;
    float potential;
};

// ---------------------------------------------------------------- vectors

__device__ inline Vector zero()
{
    Vector v;
    v.x = 0.0f;
    v.y = 0.0f;
    v.z = 0.0f;
    return v;
}

__device__ inline Vector separation(const Body &from, const Body &to)
{
    Vector d;
    d.x = to.x - from.x;
    d.y = to.y - from.y;
    d.z = to.z - from.z;
    return d;
}

__device__ inline float squared(const Vector &v)
{
    return v.x * v.x + v.y * v.y + v.z * v.z;
}

__device__ inline void add_scaled(Vector &v, float s, const Vector &d)
{
    v.x += s * d.x;
    v.y += s * d.y;
    v.z += s * d.z;
}

// ---------------------------------------------------------------- loading and storing

__device__ inline Body body_at(const float *px, const float *py, const float *pz, const float *m, int i)
{
    Body b;
    b.x = px[i];
    b.y = py[i];
    b.z = pz[i];
    b.m = m[i];
    return b;
}

__device__ inline Vector vector_at(const float *x, const float *y, const float *z, int i)
{
    Vector v;
    v.x = x[i];
    v.y = y[i];
    v.z = z[i];
    return v;
}

__device__ inline void store(float *x, float *y, float *z, int i, const Vector &v)
{
    x[i] = v.x;
    y[i] = v.y;
    z[i] = v.z;
}

// ---------------------------------------------------------------- forces

// Plummer softening: the force of a body on itself is 0.
__device__ inline void attract(Field &f, const Body &me, const Body &other, float soft2)
{
    Vector d = separation(me, other);
    float rinv = rsqrtf(squared(d) + soft2);
    float pull = other.m * rinv;
    f.potential -= pull;
    add_scaled(f.a, pull * rinv * rinv, d);
}

__device__ void attract_all(Field &f, const Body &me, const Body *tile, float soft2)
{
    for (int k = 0; k < TILE; k++)
        attract(f, me, tile[k], soft2);
}

__device__ inline Field no_field()
{
    Field f;
    f.a = zero();
    f.potential = 0.0f;
    return f;
}

// Its own softened potential, which the sum contains.
__device__ inline float self_potential(const Body &me, float soft)
{
    return -me.m / soft;
}

// ---------------------------------------------------------------- the kernels

__global__ void kick(const float *px, const float *py, const float *pz, const float *m, float *vx, float *vy, float *vz,
                     float *potential, int n, float soft, float half)
{
    __shared__ Body tile[TILE];
    int i = blockIdx.x * TILE + threadIdx.x;
    Body me = body_at(px, py, pz, m, i);
    Field f = no_field();
    for (int first = 0; first < n; first += TILE) {
        tile[threadIdx.x] = body_at(px, py, pz, m, first + threadIdx.x);
        __syncthreads();
        attract_all(f, me, tile, soft * soft);
    }
    Vector v = vector_at(vx, vy, vz, i);
    add_scaled(v, half, f.a);
    store(vx, vy, vz, i, v);
    potential[i] = f.potential - self_potential(me, soft);
}

__device__ inline Vector moved(const Vector &p, const Vector &v, float dt)
{
    Vector q = p;
    add_scaled(q, dt, v);
    return q;
}

__global__ void drift(const float *px, const float *py, const float *pz, const float *vx, const float *vy,
                      const float *vz, float *nx, float *ny, float *nz, int n, float dt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Vector p = vector_at(px, py, pz, i);
    Vector v = vector_at(vx, vy, vz, i);
    store(nx, ny, nz, i, moved(p, v, dt));
}
