// fpcheck: clear <<<1, 96>>> acc=empty:72 m=72 --ref 'force=@a_ewald_fixed_force_ref.npy' --tol rtol=1e-3,atol=1e-2
// fpcheck+ pairs <<<24, 32>>> pos=@a_ewald_fixed_pos.npy charge=@a_ewald_fixed_charge.npy into=acc box=12 alpha=0.3499999940395355 coulomb=332.0636901855469 cutoff=5.5 n=24
// fpcheck+ finish <<<1, 96>>> total=acc force=empty:72 m=72
// expect: error overflow at line 73
// why: forces are accumulated in 32-bit fixed point with 20 bits of fraction, so the largest force is 2048: single terms saturate in the conversion and sums wrap; AMBER's SPFP uses 64-bit integers
// figure: force[69] computed -2022.29175, MPFR 2073.70847 (off by 2e+03 of the tolerance)
#include <cuda_runtime.h>

// Real-space part of the Ewald sum. Forces are accumulated as fixed point so that the order of the atomics does not
// matter (as AMBER's SPFP model does); thread t of block b takes the pairs of atom b with the atoms t, t + 32, ...

struct Vec {
    float x, y, z;
};

struct Pair {
    float energy;
    float force; // over the distance
};

__device__ Vec load(const float* p, int i)
{
    Vec v;
    v.x = p[3 * i];
    v.y = p[3 * i + 1];
    v.z = p[3 * i + 2];
    return v;
}

__device__ float nearest_image(float d, float box)
{
    return d - box * rintf(d / box);
}

__device__ Vec separation(Vec a, Vec b, float box)
{
    Vec d;
    d.x = nearest_image(a.x - b.x, box);
    d.y = nearest_image(a.y - b.y, box);
    d.z = nearest_image(a.z - b.z, box);
    return d;
}

__device__ float squared(Vec d)
{
    return d.x * d.x + d.y * d.y + d.z * d.z;
}

__device__ bool inside(float r2, float cutoff)
{
    return r2 < cutoff * cutoff;
}

// each pair once, from the atom of the smaller number
__device__ bool ours(int i, int j)
{
    return j > i;
}

__device__ Pair screened(float qq, float r2, float alpha)
{
    float r = sqrtf(r2);
    float ar = alpha * r;
    float e = erfcf(ar) / r;
    Pair p;
    p.energy = qq * e;
    p.force = qq * (e + 1.1283791671f * alpha * expf(-ar * ar)) / r2;
    return p;
}

__device__ void deposit(int* acc, int i, float f)
{
    atomicAdd(&acc[i], __float2int_rn(f * 1048576.0f));
}

__global__ void clear(int* acc, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < m) acc[i] = 0;
}

__global__ void pairs(const float* pos, const float* charge, int* into, float box, float alpha, float coulomb, float cutoff, int n)
{
    int i = blockIdx.x;
    Vec a = load(pos, i);
    for (int j = threadIdx.x; j < n; j += blockDim.x) {
        if (!ours(i, j)) continue;
        Vec d = separation(a, load(pos, j), box);
        float r2 = squared(d);
        if (!inside(r2, cutoff)) continue;
        Pair p = screened(coulomb * charge[i] * charge[j], r2, alpha);
        deposit(into, 3 * i + 0, p.force * d.x);
        deposit(into, 3 * i + 1, p.force * d.y);
        deposit(into, 3 * i + 2, p.force * d.z);
        deposit(into, 3 * j + 0, -p.force * d.x);
        deposit(into, 3 * j + 1, -p.force * d.y);
        deposit(into, 3 * j + 2, -p.force * d.z);
    }
}

__global__ void finish(const int* total, float* force, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < m) force[i] = (float)total[i] * 9.5367431640625e-7f;
}
