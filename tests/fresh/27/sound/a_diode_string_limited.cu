// fpcheck: diode_limited <<<1, 64>>> source=[5.0,4.0,6.0,0.5] resistance=[1000.0,2200.0,470.0,1000.0] temperature=[300.0,310.0,320.0,300.0] voltage=empty:4 current=empty:4 power=empty:1 iterations=20 n=4
// expect: ok
// why: exponentials of a diode and a clamped step look as if an infinity could hide, but the guess is at most the critical voltage and the exponent stays below 30
// figure: computed voltage[0] = 0.5741786360740662, MPFR 0.574178633: relative error 5.6e-09, some 1e-6 follow from the rounding of the model
// Operating points of series circuits (source, resistor, diode) by a damped Newton iteration, one circuit a thread,
// and the power that a string of them dissipates, one string a block.
//   f(v) = (E - v) / R - Is (exp(v / (n Vt)) - 1) = 0
#include <cuda_runtime.h>

#define THREADS 64

struct Diode {
    float saturation;
    float ideality;
    float series;
};

struct Circuit {
    float source;
    float resistance;
    float temperature;
    Diode diode;
};

struct Companion {
    float current;
    float conductance;
};

struct Point {
    float voltage;
    float current;
    float residual;
};

// ---------------------------------------------------------------- device model

// k / q in volts per kelvin
__device__ float thermal_voltage(float temperature)
{
    return 8.617333e-5f * temperature;
}

// Saturation current at a temperature, from its value at 300 K and a band gap of 1.11 eV.
__device__ float saturation_at(const Diode &d, float temperature)
{
    float ratio = temperature / 300.0f;
    float gap = 1.11f / (8.617333e-5f * 300.0f);
    return d.saturation * ratio * ratio * ratio * expf(gap * (ratio - 1.0f) / ratio);
}

__device__ Companion companion(const Diode &d, float v, float temperature)
{
    float scale = d.ideality * thermal_voltage(temperature);
    float is = saturation_at(d, temperature);
    float e = expf(v / scale);
    Companion c;
    c.current = is * (e - 1.0f);
    c.conductance = is * e / scale + 1e-12f;
    return c;
}

__device__ float critical_voltage(const Diode &d, float temperature)
{
    float scale = d.ideality * thermal_voltage(temperature);
    return scale * logf(scale / (1.41421356f * saturation_at(d, temperature)));
}

// ---------------------------------------------------------------- Newton

__device__ float total_resistance(const Circuit &c)
{
    return c.resistance + c.diode.series;
}

__device__ float first_guess(const Circuit &c)
{
    return fminf(c.source, critical_voltage(c.diode, c.temperature));
}

__device__ float newton_step(const Circuit &c, float v)
{
    Companion k = companion(c.diode, v, c.temperature);
    float r = total_resistance(c);
    float f = (c.source - v) / r - k.current;
    float slope = -1.0f / r - k.conductance;
    float step = -f / slope;
    return fminf(fmaxf(step, -0.1f), 0.1f);
}

__device__ Point solve(const Circuit &c, int iterations)
{
    float v = first_guess(c);
    for (int k = 0; k < iterations; k++)
        v += newton_step(c, v);
    Companion k = companion(c.diode, v, c.temperature);
    Point p;
    p.voltage = v;
    p.current = (c.source - v) / total_resistance(c);
    p.residual = p.current - k.current;
    return p;
}

// ---------------------------------------------------------------- reduction

__device__ float warp_sum(float v)
{
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_down_sync(0xffffffffu, v, o);
    return v;
}

__device__ float block_sum(float v)
{
    __shared__ float part[THREADS / 32];
    int lane = threadIdx.x & 31;
    int warp = threadIdx.x >> 5;
    v = warp_sum(v);
    if (lane == 0)
        part[warp] = v;
    __syncthreads();
    float total = 0.0f;
    if (threadIdx.x == 0)
        for (int k = 0; k < THREADS / 32; k++)
            total += part[k];
    return total;
}

// ---------------------------------------------------------------- the kernel

__device__ Circuit read_circuit(const float *source, const float *resistance, const float *temperature, int i)
{
    Circuit c;
    c.source = source[i];
    c.resistance = resistance[i];
    c.temperature = temperature[i];
    c.diode.saturation = 1e-12f;
    c.diode.ideality = 1.0f;
    c.diode.series = 0.5f;
    return c;
}

__global__ void diode_limited(const float *source, const float *resistance, const float *temperature, float *voltage,
                       float *current, float *power, int iterations, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float mine = 0.0f;
    if (i < n) {
        Circuit c = read_circuit(source, resistance, temperature, i);
        Point p = solve(c, iterations);
        voltage[i] = p.voltage;
        current[i] = p.current;
        mine = p.voltage * p.current;
    }
    float total = block_sum(mine);
    if (threadIdx.x == 0)
        power[blockIdx.x] = total;
}
