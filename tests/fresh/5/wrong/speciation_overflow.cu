// fpcheck: speciation <<<1, 32>>> dg=[-5,-40,-120,-230,-300,10,60,0,-250,-222] conc=[0.1,0.2,0.5,1.0,2.0,0.3,0.7,0.4,0.25,0.8] bound=empty:10 pk=empty:10 ionic=empty:1 dominant=empty:1 temperature=298.15 n=10 want=[0.08825680912341177,0.19999998035133085,0.5,1.0,2.0,0.00521885815834616,2.1555237887718984e-11,0.2,0.25,0.8] ref=bound=want --tol rtol=2e-3,atol=0
// expect: error NaN born at line 37: exp(-dG/RT) overflows below -220 kJ/mol, inf/inf is NaN, and fmaxf makes a trace of it
// Speciation of 1:1 complexes, by the free energy of binding: how much of each ligand is bound, and the ionic strength left.
#include <cuda_runtime.h>

#define GAS_CONSTANT 8.314462618e-3f // kJ/(mol K)
#define LN10 2.302585093f
#define TRACE 1e-12f

struct Species {
    float free_energy; // kJ/mol
    float total;       // mol/l
    int charge;
};

struct Balance {
    float bound, unbound;
};

// ---------------------------------------------------------------- thermodynamics

__device__ inline float thermal(float temperature)
{
    return GAS_CONSTANT * temperature;
}

// Natural logarithm of the equilibrium constant.
__device__ inline float log_constant(float free_energy, float temperature)
{
    return -free_energy / thermal(temperature);
}

// Fraction bound for a metal that is buffered at unit activity: K / (1 + K).
__device__ float fraction_bound(float free_energy, float temperature)
{
    float k = expf(log_constant(free_energy, temperature));
    return k / (1.0f + k);
}

// The stability constant as chemists print it.
__device__ inline float pk_of(float free_energy, float temperature)
{
    return log_constant(free_energy, temperature) / LN10;
}

// ---------------------------------------------------------------- mass balance

__device__ Balance balance(Species s, float temperature)
{
    Balance b;
    b.bound = s.total * fraction_bound(s.free_energy, temperature);
    b.unbound = s.total - b.bound;
    return b;
}

// Concentrations are never below a trace; logarithms are taken of them later.
__device__ inline float at_least_trace(float c)
{
    return fmaxf(c, TRACE);
}

__device__ Balance bounded(Balance b)
{
    Balance r;
    r.bound = at_least_trace(b.bound);
    r.unbound = at_least_trace(b.unbound);
    return r;
}

// ---------------------------------------------------------------- ionic strength

__device__ inline int charge_of(int i)
{
    return 1 + i % 3;
}

__device__ inline float strength(float concentration, int charge)
{
    return 0.5f * concentration * (float)(charge * charge);
}

// Davies: log10 of the activity coefficient.
__device__ float davies(float ionic, int charge)
{
    const float a = 0.509f;
    float root = sqrtf(ionic);
    float z2 = (float)(charge * charge);
    return -a * z2 * (root / (1.0f + root) - 0.3f * ionic);
}

// ---------------------------------------------------------------- warp helpers

__device__ float warp_sum(float x)
{
    for (int o = 16; o > 0; o >>= 1)
        x += __shfl_xor_sync(0xffffffffu, x, o);
    return x;
}

__device__ bool warp_any(bool x)
{
    return __any_sync(0xffffffffu, x) != 0;
}

// Number of the lane with the largest value, the lower one of equals.
struct Best {
    float value;
    int lane;
};

__device__ Best better(Best a, Best b)
{
    if (b.value > a.value)
        return b;
    if (b.value == a.value && b.lane < a.lane)
        return b;
    return a;
}

__device__ int warp_argmax(float x, int lane)
{
    Best mine = {x, lane};
    for (int o = 16; o > 0; o >>= 1) {
        Best other;
        other.value = __shfl_xor_sync(0xffffffffu, mine.value, o);
        other.lane = __shfl_xor_sync(0xffffffffu, mine.lane, o);
        mine = better(mine, other);
    }
    return mine.lane;
}

// ---------------------------------------------------------------- loading and storing

__device__ Species load(const float *dg, const float *conc, int i, int n)
{
    Species s;
    if (i < n) {
        s.free_energy = dg[i];
        s.total = conc[i];
        s.charge = charge_of(i);
    } else {
        s.free_energy = 0.0f;
        s.total = 0.0f;
        s.charge = 0;
    }
    return s;
}

__device__ void store(float *out, int i, int n, float x)
{
    if (i < n)
        out[i] = x;
}

// Total of all ligands: the part that is bound cannot exceed it.
__device__ float total_ligand(Species s)
{
    return warp_sum(s.total);
}

// ---------------------------------------------------------------- the kernel
//
// One warp, one lane a ligand:
//   1. load, lanes beyond the last hold nothing
//   2. mass balance of the 1:1 complex
//   3. traces instead of zeros
//   4. bound concentrations and constants
//   5. ionic strength of the bound complexes, which carry the charge of the ligand
//   6. a Davies correction of the constant where the solution is not dilute
//   7. the complex of which there is most

__global__ void speciation(const float *dg, const float *conc, float *bound, float *pk, float *ionic, int *dominant,
                           float temperature, int n)
{
    int i = threadIdx.x;

    // 1
    Species s = load(dg, conc, i, n);
    float all = total_ligand(s);
    bool empty_solution = !warp_any(s.total > 0.0f);

    // 2
    Balance b = balance(s, temperature);

    // 3
    b = bounded(b);

    // 4
    float mine = empty_solution ? 0.0f : fminf(b.bound, all);
    store(bound, i, n, mine);

    // 5
    float part = i < n ? strength(mine, s.charge) : 0.0f;
    float sum = warp_sum(part);

    // 6
    float constant = pk_of(s.free_energy, temperature);
    if (sum > 1e-4f)
        constant += 2.0f * davies(fminf(sum, 0.5f), s.charge);
    store(pk, i, n, constant);

    // 7
    int winner = warp_argmax(i < n ? mine : -1.0f, i);

    if (i == 0) {
        *ionic = sum;
        *dominant = winner;
    }
}
