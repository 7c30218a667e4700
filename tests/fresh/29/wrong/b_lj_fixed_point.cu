// fpcheck: lj_pair_forces <<<1, 64>>> pos=[0,0,0,0.5,0.25,0,3.5,0.5,1,3.25,4,2,0.5,3.5,3.25,6.5,6.25,1] forces=inout:zeros:18 epsilon=0.238 sigma=3.4 cutoff=5.0 n=6
// fpcheck+ convert_forces <<<1, 32>>> fixed_forces=forces out=empty:18 count=18 want=[-46836120851.52488,-23418060425.601673,0.00789732197247242,46836120846.05106,23418060425.308876,-1.6524221022891183,5.437218590648991,0.2368914896606104,1.7827052116438962,8.738693109875669,1.959982294796193,-3.8769858363706695,-8.579109983382429,-1.8189297961183608,3.7009630871535464,-0.12298753314208753,-0.08514521525221444,0.037842317889873085] --ref 'out=want' --tol rtol=1e-4,atol=1e-3
// expect: error conversion at line 64
// why: fixed point with 40 fraction bits in 64: forces beyond 2^23, of a close contact, saturate in the conversion
// figure: out[0] computed 8388607.8, MPFR -4.6836121e+10
#include <cuda_runtime.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// Lennard-Jones forces with Newton's third law and fixed-point accumulation: forces are
// added as 64 bit integers, so that the result does not depend on the order of the atomics.

#define BLOCK_SIZE 64
#define FORCE_SCALE_BITS 40
#define FORCE_SCALE ((float)(1ull << FORCE_SCALE_BITS))

typedef unsigned long long fixed_t;

struct LjParams {
    float epsilon;
    float sigma;
    float cutoff2;
};

struct Vec3 {
    float x, y, z;
};

// -----------------------------------------------------------------------------
// Small vectors
// -----------------------------------------------------------------------------

__device__ __forceinline__ Vec3 make_vec3(float x, float y, float z)
{
    Vec3 v;
    v.x = x;
    v.y = y;
    v.z = z;
    return v;
}

__device__ __forceinline__ Vec3 sub(Vec3 a, Vec3 b)
{
    return make_vec3(a.x - b.x, a.y - b.y, a.z - b.z);
}

__device__ __forceinline__ float norm2(Vec3 a)
{
    return a.x * a.x + a.y * a.y + a.z * a.z;
}

__device__ __forceinline__ Vec3 load_position(const float *__restrict__ pos, int i)
{
    return make_vec3(pos[3 * i], pos[3 * i + 1], pos[3 * i + 2]);
}

// -----------------------------------------------------------------------------
// Fixed point
// -----------------------------------------------------------------------------

__device__ __forceinline__ fixed_t to_fixed(float f)
{
    return (fixed_t)(long long)(f * FORCE_SCALE);
}

__device__ __forceinline__ float from_fixed(fixed_t f)
{
    return (float)((double)(long long)f / (double)(1ull << FORCE_SCALE_BITS));
}

__device__ void add_force(fixed_t *forces, int atom, float sign, Vec3 r, float magnitude)
{
    float s = sign * magnitude;
    atomicAdd(&forces[3 * atom + 0], to_fixed(s * r.x));
    atomicAdd(&forces[3 * atom + 1], to_fixed(s * r.y));
    atomicAdd(&forces[3 * atom + 2], to_fixed(s * r.z));
}

// -----------------------------------------------------------------------------
// Force divided by distance: 24 eps (2 (sigma/r)^12 - (sigma/r)^6) / r^2
// -----------------------------------------------------------------------------

__device__ __forceinline__ float lj_force_over_r(float r2, const LjParams &p)
{
    float inv_r2 = 1.0f / r2;
    float s2 = p.sigma * p.sigma * inv_r2;
    float s6 = s2 * s2 * s2;
    return 24.0f * p.epsilon * s6 * (2.0f * s6 - 1.0f) * inv_r2;
}

// Row and column of the k-th pair i < j, by subtraction: n is small.
__device__ __forceinline__ void unrank_pair(int k, int n, int *i, int *j)
{
    int row = 0;
    int in_row = n - 1;
    while (k >= in_row) {
        k -= in_row;
        row++;
        in_row--;
    }
    *i = row;
    *j = row + 1 + k;
}

// -----------------------------------------------------------------------------
// Kernels
// -----------------------------------------------------------------------------

/**
 * @param pos     positions                          [n x 3]
 * @param forces  fixed point, zero before the launch [n x 3]
 */
__global__ void lj_pair_forces(const float *__restrict__ pos, fixed_t *forces, float epsilon,
                               float sigma, float cutoff, int n)
{
    LjParams p;
    p.epsilon = epsilon;
    p.sigma = sigma;
    p.cutoff2 = cutoff * cutoff;

    int num_pairs = n * (n - 1) / 2;
    for (int k = blockIdx.x * blockDim.x + threadIdx.x; k < num_pairs;
         k += gridDim.x * blockDim.x) {
        int i, j;
        unrank_pair(k, n, &i, &j);
        Vec3 r = sub(load_position(pos, i), load_position(pos, j));
        float r2 = norm2(r);
        if (r2 > p.cutoff2)
            continue;
        float f = lj_force_over_r(r2, p);
        add_force(forces, i, 1.0f, r, f);
        add_force(forces, j, -1.0f, r, f);
    }
}

__global__ void convert_forces(const fixed_t *__restrict__ fixed_forces,
                               float *__restrict__ out, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        out[i] = from_fixed(fixed_forces[i]);
}

// -----------------------------------------------------------------------------
// Host side
// -----------------------------------------------------------------------------

#define CUDA_CHECK(call)                                                          \
    do {                                                                          \
        cudaError_t err = (call);                                                 \
        if (err != cudaSuccess) {                                                 \
            fprintf(stderr, "CUDA error: %s\n", cudaGetErrorString(err));         \
            exit(1);                                                              \
        }                                                                         \
    } while (0)

int main()
{
    const int n = 6;
    float *pos, *out;
    fixed_t *forces;
    CUDA_CHECK(cudaMallocManaged(&pos, 3 * n * sizeof(float)));
    CUDA_CHECK(cudaMallocManaged(&out, 3 * n * sizeof(float)));
    CUDA_CHECK(cudaMallocManaged(&forces, 3 * n * sizeof(fixed_t)));
    for (int i = 0; i < 3 * n; i++) {
        pos[i] = 1.5f * (float)i;
        forces[i] = 0;
    }
    lj_pair_forces<<<1, BLOCK_SIZE>>>(pos, forces, 0.238f, 3.4f, 5.0f, n);
    convert_forces<<<1, 32>>>(forces, out, 3 * n);
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < n; i++)
        printf("%d: %g %g %g\n", i, out[3 * i], out[3 * i + 1], out[3 * i + 2]);
    return 0;
}
