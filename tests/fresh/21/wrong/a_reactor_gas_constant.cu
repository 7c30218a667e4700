// fpcheck: react <<<1, 32>>> start=[[1.0,0.5,0.25,0.125],[0.75,1.0,0.0625,0.0],[0.5,0.5,0.5,0.5]] temperature=[900.0,1200.0,1500.0] factor=[40.0,12.0,3.0] exponent=[0.5,1.0,0.0] activation=[20.0,9.0,15.0] after=empty:12 rate=empty:3 balance=empty:3 dt=0.05 substeps=12 cells=3 want=[0.9121063682893924,0.3352104112441216,0.4322992947765086,0.19863994136762408,0.5127411625804972,0.5243969309930671,0.5438330086575779,0.23493656467814394,0.4537752063144341,0.18567162474342452,0.6498733769453855,0.7393916867838826] ref=after=want --tol rtol=2e-5,atol=2e-6
// expect: error wrong constant at line 26
// why: activation energies are in kJ per mole, but the gas constant is the one for kcal (0.0019872 instead of 0.0083145)
// figure: after[6] computed 0.063862339, MPFR 0.5438330087
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

__device__ constexpr float GAS = 0.0019872f; // kJ per mole and kelvin

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

__global__ void react(const float *start, const float *temperature, const float *factor, const float *exponent,
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
