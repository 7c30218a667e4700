// fpcheck: cluster_energy <<<1, 64>>> x=[0.0,0.375,1.5,2.5,3.75] y=[0.0,0.0,0.25,1.0,3.0] z=[0.0,0.0,0.125,0.5,2.0] energy=empty:5 virial=empty:5 neighbours=empty:5 total=empty:2 edge=8.0 cutoff=2.5 cap=5000000.0 n=5
// expect: error overflow in half hidden by a cap at line 90
// why: at r = 0.375 the twelfth power is 1.3e5, infinite in half; fminf turns the infinity into the cap of 5e6 and the energy looks finite
// figure: computed energy[0] = 2499999.8622894287, MPFR 257896.3208268203
// Truncated and shifted Lennard-Jones energies of a small cluster in reduced units, half precision pair terms:
// one atom a thread, positions in shared memory, energies capped for the first steps of a relaxation.
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#define MAX_ATOMS 64

struct Cell {
    float edge;
    float cutoff;
    float cap;
};

struct Vec {
    float x, y, z;
};

struct Energies {
    float pair;
    float virial;
    int neighbours;
};

// ---------------------------------------------------------------- geometry

__device__ Vec minus(Vec a, Vec b)
{
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}

__device__ float squared(Vec a)
{
    return a.x * a.x + a.y * a.y + a.z * a.z;
}

__device__ float nearest_image(float d, float edge)
{
    return d - edge * rintf(d / edge);
}

__device__ Vec nearest_image(Vec d, const Cell &cell)
{
    return {nearest_image(d.x, cell.edge), nearest_image(d.y, cell.edge), nearest_image(d.z, cell.edge)};
}

// ---------------------------------------------------------------- the potential

// (sigma / r)^6 of a squared distance, sigma = 1
__device__ float inverse_sixth(float r2)
{
    float i2 = 1.0f / r2;
    return i2 * i2 * i2;
}

__device__ float pair_energy(float r2)
{
    __half s6 = __float2half(inverse_sixth(r2));
    __half s12 = __hmul(s6, s6);
    __half e = __hmul(__float2half(4.0f), __hsub(s12, s6));
    return __half2float(e);
}

__device__ float shift_of(const Cell &cell)
{
    return pair_energy(cell.cutoff * cell.cutoff);
}

__device__ float pair_virial(float r2)
{
    float s6 = inverse_sixth(r2);
    return 24.0f * s6 * (2.0f * s6 - 1.0f);
}

// ---------------------------------------------------------------- sums

__device__ Energies energies_of(const Vec *atoms, int i, int n, const Cell &cell)
{
    Energies e = {0.0f, 0.0f, 0};
    float shift = shift_of(cell);
    for (int j = 0; j < n; j++) {
        if (j == i)
            continue;
        float r2 = squared(nearest_image(minus(atoms[i], atoms[j]), cell));
        if (r2 >= cell.cutoff * cell.cutoff)
            continue;
        float pair = fminf(pair_energy(r2) - shift, cell.cap);
        e.pair += 0.5f * pair;
        e.virial += 0.5f * pair_virial(r2);
        e.neighbours++;
    }
    return e;
}

__device__ float warp_sum(float v)
{
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}

__device__ float block_sum(float v, float *part)
{
    int lane = threadIdx.x & 31;
    int warp = threadIdx.x >> 5;
    v = warp_sum(v);
    if (lane == 0)
        part[warp] = v;
    __syncthreads();
    float total = part[0] + part[1];
    __syncthreads();
    return total;
}

// ---------------------------------------------------------------- loading

__device__ void load_atoms(Vec *atoms, const float *x, const float *y, const float *z, int n)
{
    int i = threadIdx.x;
    if (i < n) {
        atoms[i].x = x[i];
        atoms[i].y = y[i];
        atoms[i].z = z[i];
    }
}

// ---------------------------------------------------------------- the kernel

__global__ void __launch_bounds__(MAX_ATOMS)
cluster_energy(const float *x, const float *y, const float *z, float *energy, float *virial, int *neighbours, float *total,
       float edge, float cutoff, float cap, int n)
{
    __shared__ Vec atoms[MAX_ATOMS];
    __shared__ float part[MAX_ATOMS / 32];
    Cell cell = {edge, cutoff, cap};
    int i = threadIdx.x;

    load_atoms(atoms, x, y, z, n);
    __syncthreads();

    Energies e = {0.0f, 0.0f, 0};
    if (i < n) {
        e = energies_of(atoms, i, n, cell);
        energy[i] = e.pair;
        virial[i] = e.virial;
        neighbours[i] = e.neighbours;
    }

    float sum = block_sum(e.pair, part);
    float pressure = block_sum(e.virial, part);
    if (i == 0) {
        total[0] = sum;
        total[1] = pressure / (3.0f * cell.edge * cell.edge * cell.edge);
    }
}
