// fpcheck: cell_energy <<<1, 64>>> x=[1.28125,0.59375,0.921875,1.171875,1.5,1.203125,1.453125,1.15625,0.765625,1.109375,1.28125,1.0,0.703125,0.78125,1.421875,0.90625,5.140625,5.46875,5.09375,4.515625,4.84375,5.15625,4.875,5.078125,4.921875,5.390625,5.28125,5.203125,5.1875,5.40625,5.484375,5.375,9.21875,9.3125,9.265625,8.859375,9.0625,8.84375,9.265625,9.09375] y=[1.109375,1.125,0.609375,0.703125,4.703125,4.71875,4.84375,4.9375,8.96875,8.9375,8.6875,9.046875,12.671875,12.515625,13.21875,13.3125,0.515625,1.203125,0.8125,0.515625,5.375,4.546875,5.125,4.78125,8.75,9.296875,8.515625,8.828125,13.140625,13.328125,12.9375,13.421875,0.515625,1.5,0.609375,0.578125,4.96875,5.09375,4.5,4.5625] z=[1.203125,5.484375,9.453125,13.171875,1.359375,4.6875,8.9375,12.5,1.265625,4.6875,9.21875,12.890625,1.140625,4.6875,9.078125,12.765625,1.140625,4.578125,9.421875,12.59375,1.0625,4.671875,9.25,12.671875,1.265625,4.625,8.640625,13.328125,1.09375,4.53125,8.796875,13.265625,0.78125,4.78125,9.25,12.671875,1.1875,4.875,9.09375,13.265625] q=[0.25,-0.25,0.25,-0.25,0.25,-0.25,0.25,-0.25,0.25,-0.25,0.25,-0.25,0.25,-0.25,0.25,-0.25,0.25,-0.25,0.25,-0.25,0.25,-0.25,0.25,-0.25,0.25,-0.25,0.25,-0.25,0.25,-0.25,0.25,-0.25,0.25,-0.25,0.25,-0.25,0.25,-0.25,0.25,-0.25] energy=empty:40 total=empty:1 charges=empty:1 side=16.0 cutoff=7.0 epsilon=0.125 sigma=3.25 n=40 want=[-11.0825882,-7.02787315,-8.6113922,-7.49186936,-9.203275,-10.2055852,-7.95128829,-8.49725555,-5.25984596,-8.77139908,-6.50352852,-8.35174978,-6.93554084,-8.63075137,-6.55011278,-7.82390981,-12.4045442,-10.1795988,-9.5096089,-7.06121833,-9.00885288,-7.4097592,-9.9429563,-10.9950702,-8.16532811,-8.83226739,-6.81744181,-6.64526258,-8.45027643,-8.78957371,-4.30685681,-8.98542864,-8.93414353,-4.70720727,-8.39083845,-8.96461362,-9.53665703,-7.69651045,-5.50941232,-7.1716037] ref=energy=want --tol rtol=1e-4,atol=1e-3
// expect: ok
// why: energies of all pairs are computed, also of an atom with itself, but at a distance of 1; a cap stands behind, and cutoffs are no near-ties
// figure: computed -11.0825882, MPFR -11.0825882 (energy[0]): largest error 1.8e-06 against 1e-3
// Lennard-Jones and Coulomb energies of the atoms of a periodic box: tiles of positions in shared memory,
// minimum image, a cap for atoms that start on top of each other.
#include <cuda_runtime.h>

#define TILE 32
#define COULOMB 332.0637f // kcal/mol A / e^2
#define CAP 50.0f

struct Atom {
    float x, y, z, charge;
};

struct Box {
    float side, inverse, cutoff2;
};

// ---------------------------------------------------------------- geometry

__device__ inline Box box_of(float side, float cutoff)
{
    return {side, 1.0f / side, cutoff * cutoff};
}

__device__ inline float nearest(float d, const Box &b)
{
    return d - b.side * rintf(d * b.inverse);
}

__device__ inline float distance2(const Atom &a, const Atom &c, const Box &b)
{
    float dx = nearest(a.x - c.x, b);
    float dy = nearest(a.y - c.y, b);
    float dz = nearest(a.z - c.z, b);
    return dx * dx + dy * dy + dz * dz;
}

// ---------------------------------------------------------------- pairs

struct Model {
    float epsilon, sigma2;
};

__device__ inline float lennard_jones(float r2, const Model &m)
{
    float s2 = m.sigma2 / r2;
    float s6 = s2 * s2 * s2;
    return 4.0f * m.epsilon * (s6 * s6 - s6);
}

__device__ inline float coulomb(float r2, float qq)
{
    return COULOMB * qq * rsqrtf(r2);
}

// No branches: pairs that do not count take a harmless distance first, then weight 0.
__device__ inline float pair_energy(const Atom &a, const Atom &c, int i, int j, const Box &b, const Model &m)
{
    float r2 = distance2(a, c, b);
    bool counts = i != j && r2 < b.cutoff2;
    float safe = counts ? r2 : 1.0f;
    float e = lennard_jones(safe, m) + coulomb(safe, a.charge * c.charge);
    float capped = fminf(fmaxf(e, -CAP), CAP);
    return counts ? capped : 0.0f;
}

// ---------------------------------------------------------------- tiles

__device__ inline Atom load(const float *x, const float *y, const float *z, const float *q, int i, int n)
{
    if (i >= n)
        return {0.0f, 0.0f, 0.0f, 0.0f};
    return {x[i], y[i], z[i], q[i]};
}

__device__ inline float tile_energy(const Atom *tile, int base, int n, const Atom &mine, int i, const Box &b,
                                    const Model &m)
{
    float sum = 0.0f;
    for (int k = 0; k < TILE; k++) {
        int j = base + k;
        if (j < n)
            sum += pair_energy(mine, tile[k], i, j, b, m);
    }
    return sum;
}

// ---------------------------------------------------------------- sums

__device__ inline float warp_sum(float v)
{
    for (int d = 16; d > 0; d >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, d);
    return v;
}

__device__ float block_sum(float v, float *scratch)
{
    int warp = threadIdx.x / 32;
    float w = warp_sum(v);
    if (threadIdx.x % 32 == 0)
        scratch[warp] = w;
    __syncthreads();
    float total = 0.0f;
    for (int k = 0; k < (int)blockDim.x / 32; k++)
        total += scratch[k];
    return total;
}

// Sums are used one after the other, and the scratch must be free again.
__device__ inline float next_sum(float v, float *scratch)
{
    __syncthreads();
    return block_sum(v, scratch);
}

// ---------------------------------------------------------------- the kernel
//
// One block a box; thread i has atom i. Every pair is met twice, so that an atom gets half of it.

__global__ void cell_energy(const float *x, const float *y, const float *z, const float *q, float *energy, float *total,
                       float *charges, float side, float cutoff, float epsilon, float sigma, int n)
{
    __shared__ Atom tile[TILE];
    __shared__ float scratch[32];
    int i = threadIdx.x;
    Box b = box_of(side, cutoff);
    Model m = {epsilon, sigma * sigma};
    Atom mine = load(x, y, z, q, i, n);

    float sum = 0.0f;
    for (int base = 0; base < n; base += TILE) {
        __syncthreads();
        if (i < TILE)
            tile[i] = load(x, y, z, q, base + i, n);
        __syncthreads();
        if (i < n)
            sum += tile_energy(tile, base, n, mine, i, b, m);
    }
    float half = 0.5f * sum;
    if (i < n)
        energy[i] = half;
    float all = block_sum(half, scratch);
    if (i == 0)
        total[0] = all;
    float net = next_sum(mine.charge, scratch);
    if (i == 0)
        charges[0] = net;
}
