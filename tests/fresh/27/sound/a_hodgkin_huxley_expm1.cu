// fpcheck: squid_axon <<<1, 32>>> v_start=[-40.0,-39.999992,-20.0,-55.0] injected=[0.0,10.0,5.0,0.0] opening=empty:4 v_end=empty:4 m_end=empty:4 dt=0.01 steps=10 count=4
// expect: ok
// why: voltages at and beside both removable singularities: expm1 keeps the small differences, and zero is caught before the quotient
// figure: computed opening[1] = 1.0000003576278687, MPFR 1.00000038: relative error 2.4e-08 of 2e-6
// Hodgkin-Huxley membranes of the squid axon, one neuron a thread: gates by exponential Euler, the voltage likewise.
// Millivolts, milliseconds, microamperes a square centimetre.
#include <cuda_runtime.h>

struct Membrane {
    float capacity;
    float g_na, g_k, g_leak;
    float e_na, e_k, e_leak;
};

struct Gates {
    float m, h, n;
};

struct Rates {
    float alpha, beta;
};

struct Neuron {
    float v;
    Gates gates;
};

// ---------------------------------------------------------------- rates

// x / (1 - exp(-x)), which is 1 at 0
__device__ float linoid(float x)
{
    if (x == 0.0f)
        return 1.0f;
    return x / -expm1f(-x);
}

__device__ Rates rates_m(float v)
{
    Rates r;
    r.alpha = linoid((v + 40.0f) / 10.0f);
    r.beta = 4.0f * expf(-(v + 65.0f) / 18.0f);
    return r;
}

__device__ Rates rates_h(float v)
{
    Rates r;
    r.alpha = 0.07f * expf(-(v + 65.0f) / 20.0f);
    r.beta = 1.0f / (1.0f + expf(-(v + 35.0f) / 10.0f));
    return r;
}

__device__ Rates rates_n(float v)
{
    Rates r;
    r.alpha = 0.1f * linoid((v + 55.0f) / 10.0f);
    r.beta = 0.125f * expf(-(v + 65.0f) / 80.0f);
    return r;
}

// ---------------------------------------------------------------- gates

__device__ float steady(Rates r)
{
    return r.alpha / (r.alpha + r.beta);
}

// Exponential Euler: x relaxes to its steady value within one time constant 1 / (alpha + beta).
__device__ float relax(float x, Rates r, float dt)
{
    float target = steady(r);
    float share = -expm1f(-dt * (r.alpha + r.beta));
    return x + (target - x) * share;
}

__device__ Gates steady_gates(float v)
{
    Gates g;
    g.m = steady(rates_m(v));
    g.h = steady(rates_h(v));
    g.n = steady(rates_n(v));
    return g;
}

__device__ void advance_gates(Gates &g, float v, float dt)
{
    g.m = relax(g.m, rates_m(v), dt);
    g.h = relax(g.h, rates_h(v), dt);
    g.n = relax(g.n, rates_n(v), dt);
}

// ---------------------------------------------------------------- currents

struct Conductance {
    float total;
    float driven;
};

__device__ Conductance conductance(const Membrane &c, const Gates &g)
{
    float na = c.g_na * g.m * g.m * g.m * g.h;
    float n2 = g.n * g.n;
    float k = c.g_k * n2 * n2;
    Conductance q;
    q.total = na + k + c.g_leak;
    q.driven = na * c.e_na + k * c.e_k + c.g_leak * c.e_leak;
    return q;
}

__device__ float advance_voltage(const Membrane &c, const Gates &g, float v, float injected, float dt)
{
    Conductance q = conductance(c, g);
    float target = (q.driven + injected) / q.total;
    float share = -expm1f(-dt * q.total / c.capacity);
    return v + (target - v) * share;
}

// ---------------------------------------------------------------- a neuron

__device__ Membrane squid()
{
    Membrane c;
    c.capacity = 1.0f;
    c.g_na = 120.0f;
    c.g_k = 36.0f;
    c.g_leak = 0.3f;
    c.e_na = 50.0f;
    c.e_k = -77.0f;
    c.e_leak = -54.4f;
    return c;
}

__device__ void step(Neuron &neuron, const Membrane &c, float injected, float dt)
{
    advance_gates(neuron.gates, neuron.v, dt);
    neuron.v = advance_voltage(c, neuron.gates, neuron.v, injected, dt);
}

// ---------------------------------------------------------------- the kernel

__global__ void squid_axon(const float *v_start, const float *injected, float *opening, float *v_end, float *m_end, float dt,
                       int steps, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;

    Membrane c = squid();
    Neuron neuron;
    neuron.v = v_start[i];
    neuron.gates = steady_gates(neuron.v);
    opening[i] = rates_m(neuron.v).alpha;

    for (int k = 0; k < steps; k++)
        step(neuron, c, injected[i], dt);

    v_end[i] = neuron.v;
    m_end[i] = neuron.gates.m;
}
