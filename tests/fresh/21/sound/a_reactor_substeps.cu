// fpcheck: react_cells <<<1, 32>>> start=[[1.0,0.5,0.125,0.25],[0.5,1.25,0.0625,0.0],[0.5,0.75,0.5,0.5],[2.0,1.0,0.0,0.0]] temperature=[1000.0,1300.0,1600.0,800.0] factor=[40.0,12.0,3.0] exponent=[0.5,1.0,0.0] activation=[25.0,12.0,18.0] after=empty:16 rate=empty:4 balance=empty:4 dt=0.05 substeps=12 cells=4 want=[0.9286093675228928,0.3863363662209098,0.2769791497149766,0.28767405892160186,0.33017537193221114,0.854212997586954,0.4074645806905731,0.22330471206775948,0.42479750213468803,0.2879678698011214,0.7047893725302701,0.8596374439337434,1.865246042593404,0.832226076553858,0.26973958820982374,0.03290412934123008] ref=after=want --tol rtol=2e-5,atol=2e-6
// expect: ok
// why: differences of forward and backward rates and a clip at zero, but nothing cancels to below rounding and no concentration is negative
// figure: after[5] computed 0.85421282, MPFR 0.8542129976; error 1.8e-07 of 1.9e-05 allowed
// Finite rate chemistry: three reactions of four species, explicit Runge-Kutta.
#include <cuda_runtime.h>

#define SPECIES 4
#define REACTIONS 3

// H2 + O2-like toy mechanism: A + B <=> 2 C, C + B => D + C, D => A + B
enum { A, B, C, D };

struct Rate {
    float factor;      // pre-exponential
    float exponent;    // of the temperature
    float activation;  // kJ per mole
};

struct State {
    float c[SPECIES];
};

// ---------------------------------------------------------------- thermodynamics

__device__ constexpr float GAS = 0.008314462f; // kJ per mole and kelvin

__device__ float arrhenius(Rate r, float temperature)
{
    return r.factor * powf(temperature * (1.0f / 300.0f), r.exponent) * expf(-r.activation / (GAS * temperature));
}

// Equilibrium constant of A + B <=> 2 C from a quadratic in 1/T, as tables give it.
__device__ float equilibrium(float temperature)
{
    float x = 1000.0f / temperature;
    return expf(1.25f + x * (0.75f + x * 0.0625f));
}

// ---------------------------------------------------------------- mechanism

struct Constants {
    float forward[REACTIONS];
    float backward;
};

__device__ Constants rate_constants(const float *factor, const float *exponent, const float *activation,
                                    float temperature)
{
    Constants k;
    for (int j = 0; j < REACTIONS; j++) {
        Rate r = {factor[j], exponent[j], activation[j]};
        k.forward[j] = arrhenius(r, temperature);
    }
    k.backward = k.forward[0] / equilibrium(temperature);
    return k;
}

__device__ State production(const State &s, const Constants &k)
{
    float r0 = k.forward[0] * s.c[A] * s.c[B] - k.backward * s.c[C] * s.c[C];
    float r1 = k.forward[1] * s.c[C] * s.c[B];
    float r2 = k.forward[2] * s.c[D];
    State d;
    d.c[A] = r2 - r0;
    d.c[B] = r2 - r0 - r1;
    d.c[C] = 2.0f * r0;
    d.c[D] = r1 - r2;
    return d;
}

// ---------------------------------------------------------------- Runge-Kutta

__device__ State axpy(const State &s, float h, const State &d)
{
    State r;
    for (int j = 0; j < SPECIES; j++)
        r.c[j] = s.c[j] + h * d.c[j];
    return r;
}

__device__ State rk4(const State &s, const Constants &k, float h)
{
    State k1 = production(s, k);
    State k2 = production(axpy(s, 0.5f * h, k1), k);
    State k3 = production(axpy(s, 0.5f * h, k2), k);
    State k4 = production(axpy(s, h, k3), k);
    State r;
    for (int j = 0; j < SPECIES; j++)
        r.c[j] = s.c[j] + h * (1.0f / 6.0f) * (k1.c[j] + 2.0f * (k2.c[j] + k3.c[j]) + k4.c[j]);
    return r;
}

// ---------------------------------------------------------------- memory

__device__ State load(const float *c, int cell)
{
    State s;
    for (int j = 0; j < SPECIES; j++)
        s.c[j] = c[cell * SPECIES + j];
    return s;
}

__device__ void store(float *c, int cell, const State &s)
{
    for (int j = 0; j < SPECIES; j++)
        c[cell * SPECIES + j] = s.c[j];
}

// Concentrations below zero are rounding only; a reactor never owes matter.
__device__ void clip(State &s)
{
    for (int j = 0; j < SPECIES; j++)
        s.c[j] = fmaxf(s.c[j], 0.0f);
}

// ---------------------------------------------------------------- balance

// Atoms of the second element: B holds one, C a half, D one and a half.
__device__ float element_balance(const State &s)
{
    return s.c[B] + 0.5f * s.c[C] + 1.5f * s.c[D];
}

__device__ bool burning(const State &s)
{
    return s.c[C] > 0.0f && s.c[B] > 0.0f;
}

// ---------------------------------------------------------------- kernel
//
// One thread a cell of an operator split flow solver: the chemistry of one flow step,
// at constant temperature and volume, in equal substeps.

__global__ void react_cells(const float *start, const float *temperature, const float *factor, const float *exponent,
                         const float *activation, float *after, float *rate, float *balance, float dt, int substeps, int cells)
{
    int cell = blockIdx.x * blockDim.x + threadIdx.x;
    if (cell >= cells)
        return;
    Constants k = rate_constants(factor, exponent, activation, temperature[cell]);
    rate[cell] = k.forward[0];
    State s = load(start, cell);
    float h = dt / (float)substeps;
    for (int n = 0; n < substeps; n++) {
        s = rk4(s, k, h);
        clip(s);
    }
    store(after, cell, s);
    balance[cell] = burning(s) ? element_balance(s) : 0.0f;
}
