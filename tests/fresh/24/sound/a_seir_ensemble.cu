// fpcheck: seir <<<1, 32>>> beta=[0.6,0.9,0.3,1.4] state=empty:16 mean_infected=empty:1 members=4 steps=80 dt=0.25 sigma=0.2 gamma=0.14 seed=1e-4 want=[0.99365443,0.0029937509,0.0018897937,0.0014620133,0.96964014,0.016913552,0.008666028,0.00478026,0.99907064,0.00028189184,0.00026021237,0.00038721488,0.7739175,0.13900486,0.0614586,0.025618998] --ref state=want --tol rtol=2e-5,atol=0
// expect: ok
// why: eighty Runge-Kutta steps of exponential growth from 1e-4, rates of both signs; every compartment is well conditioned, lanes beyond the ensemble add zero to the shuffles and stay in the warp
// figure: state[2] (infected of member 0) is 0.0018897937 by MPFR (the same steps), float within 2e-6 relative, tolerance 2e-5
// An ensemble of SEIR epidemics with different contact rates, classical Runge-Kutta, and the mean of the infected.
// The compartments are fractions of the population.
// Births and deaths are left out: the runs are of weeks, and a quarter of a day is short beside every rate.
//
// state[member] = S, E, I, R at the end.

#define COMPARTMENTS 4

enum Compartment {
    SUSCEPTIBLE,
    EXPOSED,
    INFECTED,
    RECOVERED
};

struct State {
    float v[COMPARTMENTS];
};

struct Rates {
    float beta;  // contacts
    float sigma; // end of the latent time
    float gamma; // recovery
};

__device__ State zero()
{
    State s;
    for (int c = 0; c < COMPARTMENTS; c++)
        s.v[c] = 0.0f;
    return s;
}

__device__ State axpy(float a, const State &x, const State &y)
{
    State s;
    for (int c = 0; c < COMPARTMENTS; c++)
        s.v[c] = a * x.v[c] + y.v[c];
    return s;
}

__device__ State derivative(const State &y, const Rates &r)
{
    float infection = r.beta * y.v[SUSCEPTIBLE] * y.v[INFECTED];
    float onset = r.sigma * y.v[EXPOSED];
    float recovery = r.gamma * y.v[INFECTED];

    State d;
    d.v[SUSCEPTIBLE] = -infection;
    d.v[EXPOSED] = infection - onset;
    d.v[INFECTED] = onset - recovery;
    d.v[RECOVERED] = recovery;
    return d;
}

// k1 + 2 k2 + 2 k3 + k4, over 6
__device__ State weighted(
    const State &k1,
    const State &k2,
    const State &k3,
    const State &k4)
{
    State s;
    for (int c = 0; c < COMPARTMENTS; c++) {
        float middle = k2.v[c] + k3.v[c];
        float ends = k1.v[c] + k4.v[c];
        s.v[c] = (ends + 2.0f * middle) / 6.0f;
    }
    return s;
}

__device__ State step(const State &y, const Rates &r, float dt)
{
    State k1 = derivative(y, r);
    State k2 = derivative(axpy(0.5f * dt, k1, y), r);
    State k3 = derivative(axpy(0.5f * dt, k2, y), r);
    State k4 = derivative(axpy(dt, k3, y), r);
    return axpy(dt, weighted(k1, k2, k3, k4), y);
}

__device__ State outbreak(float seed)
{
    State y = zero();
    y.v[SUSCEPTIBLE] = 1.0f - seed;
    y.v[INFECTED] = seed;
    return y;
}

__device__ State integrate(const Rates &r, float seed, int steps, float dt)
{
    State y = outbreak(seed);
    for (int k = 0; k < steps; k++)
        y = step(y, r, dt);
    return y;
}

__device__ float warp_sum(float v)
{
    for (int d = 16; d > 0; d >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, d);
    return v;
}

__device__ void store(float *state, int member, const State &y)
{
    float *row = state + member * COMPARTMENTS;
    for (int c = 0; c < COMPARTMENTS; c++)
        row[c] = y.v[c];
}

// One warp, a member a lane
__global__ void seir(
    const float *beta,
    float *state,
    float *mean_infected,
    int members,
    int steps,
    float dt,
    float sigma,
    float gamma,
    float seed)
{
    int lane = threadIdx.x;
    float infected = 0.0f;
    if (lane < members) {
        Rates r;
        r.beta = beta[lane];
        r.sigma = sigma;
        r.gamma = gamma;
        State y = integrate(r, seed, steps, dt);
        store(state, lane, y);
        infected = y.v[INFECTED];
    }
    __syncwarp();
    float sum = warp_sum(infected);
    if (lane == 0)
        *mean_infected = sum / members;
}

// Reproduction numbers, for the table beside the curves
__global__ void reproduction(const float *beta, float *number, int members, float gamma)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < members)
        number[i] = beta[i] / gamma;
}
