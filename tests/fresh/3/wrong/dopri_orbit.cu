// fpcheck: integrate <<<1, 32>>> r0=uniform(6800000,7200000):32 v0=uniform(7400,7600):32 r=empty:32x2 err=empty:32 h_next=empty:32 energy=empty:32 momentum=empty:32 h=4 steps=3 n=32
// expect: error cancellation at line 125: the error estimate is the difference of two solutions near 7e6 m (spacing 0.5 m) instead of h times the differences of the weights: 0, or 0.5, for a thousandth of a metre
#include <cuda_runtime.h>

// Satellite orbits in the plane by Dormand-Prince 5(4) in single precision, one
// orbit a thread, with an error estimate for the choice of the next step.

constexpr float GM_EARTH = 3.986004418e14f;
constexpr float TOLERANCE = 0.01f;

struct State {
    float x, y;
    float vx, vy;
};

// ---------------------------------------------------------------------------
// State algebra
// ---------------------------------------------------------------------------

__device__ __forceinline__ State add_scaled(const State& s, float h, const State& k) {
    State r;
    r.x = s.x + h * k.x;
    r.y = s.y + h * k.y;
    r.vx = s.vx + h * k.vx;
    r.vy = s.vy + h * k.vy;
    return r;
}

__device__ __forceinline__ State zero_state() {
    State r;
    r.x = 0.0f;
    r.y = 0.0f;
    r.vx = 0.0f;
    r.vy = 0.0f;
    return r;
}

__device__ __forceinline__ void accumulate(State& a, float w, const State& k) {
    a.x += w * k.x;
    a.y += w * k.y;
    a.vx += w * k.vx;
    a.vy += w * k.vy;
}

// ---------------------------------------------------------------------------
// Right-hand side: Kepler, scaled so that no intermediate overflows
// ---------------------------------------------------------------------------

__device__ State derivative(const State& s) {
    const float unit = 1.0e6f;
    float x = s.x / unit;
    float y = s.y / unit;
    float d2 = x * x + y * y;
    float d = sqrtf(d2);
    float a = -(GM_EARTH / (unit * unit)) / (d2 * d);
    State k;
    k.x = s.vx;
    k.y = s.vy;
    k.vx = a * x;
    k.vy = a * y;
    return k;
}

// ---------------------------------------------------------------------------
// Dormand-Prince coefficients
// ---------------------------------------------------------------------------

struct Stages {
    State k1, k2, k3, k4, k5, k6, k7;
};

__device__ State slope_of(const Stages& s, float c1, float c2, float c3, float c4, float c5,
                          float c6) {
    State r = zero_state();
    accumulate(r, c1, s.k1);
    accumulate(r, c2, s.k2);
    accumulate(r, c3, s.k3);
    accumulate(r, c4, s.k4);
    accumulate(r, c5, s.k5);
    accumulate(r, c6, s.k6);
    return r;
}

__device__ Stages all_stages(const State& s, float h) {
    Stages g;
    g.k2 = zero_state();
    g.k3 = zero_state();
    g.k4 = zero_state();
    g.k5 = zero_state();
    g.k6 = zero_state();
    g.k7 = zero_state();
    g.k1 = derivative(s);
    g.k2 = derivative(add_scaled(s, h, slope_of(g, 1.0f / 5.0f, 0, 0, 0, 0, 0)));
    g.k3 = derivative(add_scaled(s, h, slope_of(g, 3.0f / 40.0f, 9.0f / 40.0f, 0, 0, 0, 0)));
    g.k4 = derivative(add_scaled(
        s, h, slope_of(g, 44.0f / 45.0f, -56.0f / 15.0f, 32.0f / 9.0f, 0, 0, 0)));
    g.k5 = derivative(add_scaled(s, h,
                                 slope_of(g, 19372.0f / 6561.0f, -25360.0f / 2187.0f,
                                          64448.0f / 6561.0f, -212.0f / 729.0f, 0, 0)));
    g.k6 = derivative(add_scaled(s, h,
                                 slope_of(g, 9017.0f / 3168.0f, -355.0f / 33.0f,
                                          46732.0f / 5247.0f, 49.0f / 176.0f,
                                          -5103.0f / 18656.0f, 0)));
    return g;
}

__device__ State fifth_order(const State& s, float h, const Stages& g) {
    State w = slope_of(g, 35.0f / 384.0f, 0.0f, 500.0f / 1113.0f, 125.0f / 192.0f,
                       -2187.0f / 6784.0f, 11.0f / 84.0f);
    return add_scaled(s, h, w);
}

__device__ State fourth_order(const State& s, float h, const Stages& g) {
    State w = slope_of(g, 5179.0f / 57600.0f, 0.0f, 7571.0f / 16695.0f, 393.0f / 640.0f,
                       -92097.0f / 339200.0f, 187.0f / 2100.0f);
    accumulate(w, 1.0f / 40.0f, g.k7);
    return add_scaled(s, h, w);
}

// ---------------------------------------------------------------------------
// Error estimate and step size
// ---------------------------------------------------------------------------

__device__ float position_error(const State& y5, const State& y4) {
    float dx = y5.x - y4.x;
    float dy = y5.y - y4.y;
    return sqrtf(dx * dx + dy * dy);
}

__device__ float next_step(float h, float err) {
    float ratio = TOLERANCE / (err + 1.0e-12f);
    float factor = 0.9f * powf(ratio, 0.2f);
    factor = fminf(5.0f, fmaxf(0.2f, factor));
    return h * factor;
}

// ---------------------------------------------------------------------------
// Invariants of the motion, per unit of mass
// ---------------------------------------------------------------------------

__device__ float specific_energy(const State& s) {
    float kinetic = 0.5f * (s.vx * s.vx + s.vy * s.vy);
    float x = s.x / 1.0e6f;
    float y = s.y / 1.0e6f;
    float potential = (GM_EARTH / 1.0e6f) / sqrtf(x * x + y * y);
    return kinetic - potential;
}

__device__ float angular_momentum(const State& s) {
    return s.x * s.vy - s.y * s.vx;
}

// ---------------------------------------------------------------------------
// One step
// ---------------------------------------------------------------------------

struct StepResult {
    State state;
    float error;
};

__device__ StepResult dopri_step(const State& s, float h) {
    StepResult r;
    Stages g = all_stages(s, h);
    State y5 = fifth_order(s, h, g);
    g.k7 = derivative(y5);
    State y4 = fourth_order(s, h, g);
    r.state = y5;
    r.error = position_error(y5, y4);
    return r;
}

// ---------------------------------------------------------------------------
// Kernel: one thread an element, early exits only after the last barrier
// ---------------------------------------------------------------------------

__global__ void integrate(const float* __restrict__ r0, const float* __restrict__ v0,
                          float* __restrict__ r, float* __restrict__ err,
                          float* __restrict__ h_next, float* __restrict__ energy,
                          float* __restrict__ momentum, float h, int steps, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;

    State s = zero_state();
    // 37 degrees from the x axis, moving at a right angle to the radius
    s.x = 0.8f * r0[i];
    s.y = 0.6f * r0[i];
    s.vx = -0.6f * v0[i];
    s.vy = 0.8f * v0[i];

    float worst = 0.0f;
    for (int k = 0; k < steps; ++k) {
        StepResult step = dopri_step(s, h);
        s = step.state;
        worst = fmaxf(worst, step.error);
    }

    r[2 * i + 0] = s.x;
    r[2 * i + 1] = s.y;
    err[i] = worst;
    h_next[i] = next_step(h, worst);
    energy[i] = specific_energy(s);
    momentum[i] = angular_momentum(s);
}
