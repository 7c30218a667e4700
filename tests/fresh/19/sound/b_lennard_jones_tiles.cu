// fpcheck: place_on_lattice <<<2, 32>>> position=empty:64x3 jitter=uniform(-0.1,0.1):64x3 n=64 side=4 spacing=1.2
// fpcheck+ forces <<<2, 32>>> position_in=position force=empty:64x3 energy=empty:64 virial=empty:64 n=64 box=4.8 cutoff=2.3
// fpcheck+ totals <<<1, 32>>> energy_in=energy virial_in=virial sums=empty:2 n=64
// expect: ok
// why: forces cancel in a lattice and energies have both signs; the force is one factor times the separation, the pair sums are compensated, and atoms do not meet themselves
// figure: the pair energy at r^2 = 1.21 is computed -0.98337251, MPFR -0.98337248: relative 3.3e-08 against 1e-5
#include <cuda_runtime.h>

// The minimum image convention needs a cutoff below half the box; 64 atoms in a box
// of 4.8 with 2.3 satisfy it narrowly.
constexpr int TILE = 32;
constexpr unsigned FULL = 0xffffffffu;

struct Vector {
    float x, y, z;
};

__device__ Vector load(const float *p, int i)
{
    return Vector{p[3 * i], p[3 * i + 1], p[3 * i + 2]};
}

__device__ void store(float *p, int i, Vector v)
{
    p[3 * i] = v.x;
    p[3 * i + 1] = v.y;
    p[3 * i + 2] = v.z;
}

__device__ float nearest(float d, float box)
{
    return d - box * rintf(d / box);
}

__device__ Vector separation(Vector a, Vector b, float box)
{
    return Vector{nearest(a.x - b.x, box), nearest(a.y - b.y, box), nearest(a.z - b.z, box)};
}

__device__ float square(Vector v)
{
    return fmaf(v.x, v.x, fmaf(v.y, v.y, v.z * v.z));
}

// Kahan's sum; the intrinsics keep the compiler from fusing or reordering it.
struct Compensated {
    float sum, lost;
    __device__ void add(float v)
    {
        float y = __fsub_rn(v, lost);
        float t = __fadd_rn(sum, y);
        lost = __fsub_rn(__fsub_rn(t, sum), y);
        sum = t;
    }
};

struct PairTerm {
    float energy;
    float force_over_r;
};

// Reduced units: sigma and epsilon are 1.
__device__ PairTerm lennard_jones(float r2)
{
    float inverse2 = 1.0f / r2;
    float inverse6 = inverse2 * inverse2 * inverse2;
    PairTerm p;
    p.energy = 4.0f * inverse6 * (inverse6 - 1.0f);
    p.force_over_r = 24.0f * inverse2 * inverse6 * (2.0f * inverse6 - 1.0f);
    return p;
}

// A cubic lattice, slightly disturbed.
__global__ void place_on_lattice(float *position, const float *jitter, int n, int side, float spacing)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Vector site{(float)(i % side), (float)(i / side % side), (float)(i / (side * side))};
    Vector j = load(jitter, i);
    store(position, i, Vector{fmaf(site.x, spacing, j.x), fmaf(site.y, spacing, j.y), fmaf(site.z, spacing, j.z)});
}

struct Totals {
    Compensated x, y, z, energy, virial;
};

__device__ void include(Totals &t, Vector d, float r2)
{
    PairTerm p = lennard_jones(r2);
    t.x.add(p.force_over_r * d.x);
    t.y.add(p.force_over_r * d.y);
    t.z.add(p.force_over_r * d.z);
    t.energy.add(0.5f * p.energy);
    t.virial.add(0.5f * p.force_over_r * r2);
}

// A thread an atom, all others in tiles through shared memory.
__global__ void forces(const float *position_in, float *force, float *energy, float *virial, int n, float box, float cutoff)
{
    __shared__ Vector tile[TILE];
    int i = blockIdx.x * TILE + threadIdx.x;
    Vector own = i < n ? load(position_in, i) : Vector{0.0f, 0.0f, 0.0f};
    Totals t{};
    for (int first = 0; first < n; first += TILE) {
        int source = first + threadIdx.x;
        if (source < n)
            tile[threadIdx.x] = load(position_in, source);
        __syncthreads();
        int count = min(TILE, n - first);
        for (int k = 0; k < count; k++) {
            if (first + k == i)
                continue;
            Vector d = separation(own, tile[k], box);
            float r2 = square(d);
            if (r2 < cutoff * cutoff)
                include(t, d, r2);
        }
        __syncthreads();
    }
    if (i >= n)
        return;
    store(force, i, Vector{t.x.sum, t.y.sum, t.z.sum});
    energy[i] = t.energy.sum;
    virial[i] = t.virial.sum;
}

__device__ double warp_sum(double v)
{
    for (int d = 16; d; d >>= 1)
        v += __shfl_xor_sync(FULL, v, d);
    return v;
}

// The energies and virials of all atoms, in double.
__global__ void totals(const float *energy_in, const float *virial_in, double *sums, int n)
{
    double e = 0.0;
    double w = 0.0;
    for (int i = threadIdx.x; i < n; i += 32) {
        e += energy_in[i];
        w += virial_in[i];
    }
    e = warp_sum(e);
    w = warp_sum(w);
    if (threadIdx.x == 0) {
        sums[0] = e;
        sums[1] = w;
    }
}
