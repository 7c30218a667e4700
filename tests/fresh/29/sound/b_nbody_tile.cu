// fpcheck: nbody_forces <<<(n+63)/64, 64>>> bodies=@b_nbody_pos.npy accel=empty:150x3 n=150 want=@b_nbody_want.npy --ref 'accel=want' --tol rtol=1e-4,atol=1e-3
// expect: ok
// why: massless padding bodies and the interaction of a body with itself add exact zeros (softened)
// figure: accel[0] computed -12.896142, MPFR -12.896144887185061; largest error 2.8e-05 of 1e-3 allowed
#include <cuda_runtime.h>
#include <math.h>

// All-pairs N-body force computation with shared memory tiling.
//
// Every block owns TILE bodies. The bodies that act on them are brought into shared
// memory TILE at a time; after a tile is in place each thread walks through it.

#define TILE 64
#define SOFTENING 1e-2f
#define WARP_SIZE 32

struct Body {
    float x, y, z, mass;
};

// -----------------------------------------------------------------------------
// Pairwise interaction
// -----------------------------------------------------------------------------

__device__ __forceinline__ float3 body_body_interaction(float4 bi, float4 bj, float3 ai)
{
    // r_ij  [3 FLOPS]
    float3 r;
    r.x = bj.x - bi.x;
    r.y = bj.y - bi.y;
    r.z = bj.z - bi.z;

    // distance squared = dot(r_ij, r_ij) + EPS^2  [6 FLOPS]
    float dist2 = r.x * r.x + r.y * r.y + r.z * r.z + SOFTENING;

    // inv_dist3 = 1 / dist2^(3/2)  [4 FLOPS]
    float inv_dist = rsqrtf(dist2);
    float inv_dist3 = inv_dist * inv_dist * inv_dist;

    // s = m_j * inv_dist3  [1 FLOP]
    float s = bj.w * inv_dist3;

    // a_i = a_i + s * r_ij  [6 FLOPS]
    ai.x += r.x * s;
    ai.y += r.y * s;
    ai.z += r.z * s;
    return ai;
}

// -----------------------------------------------------------------------------
// One tile
// -----------------------------------------------------------------------------

__device__ float3 tile_calculation(const float4 *tile, float4 my_body, float3 acc)
{
#pragma unroll 8
    for (int j = 0; j < TILE; j++)
        acc = body_body_interaction(my_body, tile[j], acc);
    return acc;
}

// A body without mass beyond the end of the data contributes nothing.
__device__ __forceinline__ float4 load_body(const float4 *__restrict__ bodies, int idx, int n)
{
    if (idx < n)
        return bodies[idx];
    return make_float4(0.0f, 0.0f, 0.0f, 0.0f);
}

// -----------------------------------------------------------------------------
// All tiles
// -----------------------------------------------------------------------------

__device__ float3 compute_acceleration(const float4 *__restrict__ bodies, float4 *tile,
                                       float4 my_body, int n)
{
    float3 acc = make_float3(0.0f, 0.0f, 0.0f);
    int num_tiles = (n + TILE - 1) / TILE;

    for (int t = 0; t < num_tiles; t++) {
        int idx = t * TILE + threadIdx.x;
        tile[threadIdx.x] = load_body(bodies, idx, n);
        __syncthreads();

        acc = tile_calculation(tile, my_body, acc);
        __syncthreads();
    }
    return acc;
}

// -----------------------------------------------------------------------------
// Kernel
// -----------------------------------------------------------------------------

/**
 * Computes the acceleration of every body.
 *
 * @param bodies  xyz and mass of each body, 4 floats each  [n x 4]
 * @param accel   xyz acceleration                          [n x 3]
 * @param n       number of bodies, any
 */
__global__ void nbody_forces(const float *__restrict__ bodies, float *__restrict__ accel, int n)
{
    __shared__ float4 tile[TILE];

    const float4 *b = reinterpret_cast<const float4 *>(bodies);
    int gid = blockIdx.x * blockDim.x + threadIdx.x;

    // Threads beyond n still help to load the tiles
    float4 my_body = load_body(b, gid, n);
    float3 acc = compute_acceleration(b, tile, my_body, n);

    if (gid < n) {
        accel[3 * gid + 0] = acc.x;
        accel[3 * gid + 1] = acc.y;
        accel[3 * gid + 2] = acc.z;
    }
}

// Host-side helper
void launch_nbody(const float *bodies, float *accel, int n)
{
    dim3 block(TILE);
    dim3 grid((n + TILE - 1) / TILE);
    nbody_forces<<<grid, block>>>(bodies, accel, n);
}
