// fpcheck: american_put <<<3, 64>>> spot=[100,90,110] strike=[100,100,100] volatility=[0.2,0.3,0.25] value=empty:3 delta=empty:3 rate=0.05 years=1.0 steps=40
// expect: error race at line 85
// why: a level is calculated in place: a thread may write its node before the neighbour (in the other warp) has read the old value; a barrier between reading and writing is missing
// figure: computed value[0] = depends on the order of the warps, MPFR 6.0697469
// American puts on a recombining tree (Cox, Ross, Rubinstein): one block an option, one thread a node of a level.
#include <cuda_runtime.h>

#define MAX_STEPS 95
#define NODES (MAX_STEPS + 1)

struct Market {
    float spot, strike, rate, volatility, years;
};

struct Lattice {
    float up, down;       // factors of the price
    float p_up, p_down;   // risk-neutral, already discounted by one step
    float log_up;
    int steps;
};

// ---------------------------------------------------------------- the lattice

__device__ float step_length(const Market &m, int steps)
{
    return m.years / (float)steps;
}

__device__ Lattice lattice_of(const Market &m, int steps)
{
    float dt = step_length(m, steps);
    Lattice t;
    t.steps = steps;
    t.log_up = m.volatility * sqrtf(dt);
    t.up = expf(t.log_up);
    t.down = expf(-t.log_up);
    float discount = expf(-m.rate * dt);
    float fall = expm1f(-t.log_up);
    float p = (expm1f(m.rate * dt) - fall) / (expm1f(t.log_up) - fall);
    t.p_up = discount * p;
    t.p_down = discount * (1.0f - p);
    return t;
}

__device__ bool valid(const Lattice &t)
{
    return t.p_up >= 0.0f && t.p_down >= 0.0f;
}

// Price of the underlying at node j of a level: j moves up and level - j moves down.
__device__ float price_at(const Market &m, const Lattice &t, int level, int j)
{
    return m.spot * expf(t.log_up * (float)(2 * j - level));
}

// ---------------------------------------------------------------- payoffs

__device__ float exercise(const Market &m, float price)
{
    return fmaxf(m.strike - price, 0.0f);
}

__device__ float continuation(const Lattice &t, float value_down, float value_up)
{
    return t.p_up * value_up + t.p_down * value_down;
}

__device__ float node_value(const Market &m, const Lattice &t, int level, int j, float value_down, float value_up)
{
    float hold = continuation(t, value_down, value_up);
    float now = exercise(m, price_at(m, t, level, j));
    return fmaxf(hold, now);
}

// ---------------------------------------------------------------- levels

// Goes back from expiry to now, in place; returns the value of the root in thread 0.
__device__ float backward(const Market &m, const Lattice &t, float *nodes, float *first, int j)
{
    for (int level = t.steps - 1; level >= 0; level--) {
        if (j <= level) {
            float below = nodes[j];
            float above = nodes[j + 1];
            float v = node_value(m, t, level, j, below, above);
            nodes[j] = v;
            if (level == 1)
                first[j] = v;
        }
        __syncthreads();
    }
    return nodes[0];
}

// ---------------------------------------------------------------- memory

__device__ Market market(const float *spot, const float *strike, const float *volatility, float rate, float years, int i)
{
    Market m;
    m.spot = spot[i];
    m.strike = strike[i];
    m.rate = rate;
    m.volatility = volatility[i];
    m.years = years;
    return m;
}

__device__ void store(float *value, float *delta, int i, float v, float d)
{
    value[i] = v;
    delta[i] = d;
}

// ---------------------------------------------------------------- greeks

// Delta from the two nodes of the first level.
__device__ float delta_of(const Market &m, const Lattice &t, float value_down, float value_up)
{
    float high = m.spot * t.up;
    float low = m.spot * t.down;
    return (value_up - value_down) / (high - low);
}

// ---------------------------------------------------------------- the kernel
//
// The values at expiry are the payoffs. Each level before takes the discounted mean of its two successors, or the
// payoff of an exercise where that is worth more:
//
//     V(level, j) = max(K - S(level, j), p_up V(level + 1, j + 1) + p_down V(level + 1, j))
//
// The two values of the first level are kept for delta.

__global__ void american_put(const float *spot, const float *strike, const float *volatility, float *value, float *delta,
                             float rate, float years, int steps)
{
    __shared__ float nodes[1 * NODES];
    __shared__ float first[2];

    int j = threadIdx.x;
    Market m = market(spot, strike, volatility, rate, years, blockIdx.x);
    Lattice t = lattice_of(m, steps);

    if (!valid(t)) {
        // the step is too long for the rate: the whole block leaves
        if (j == 0)
            store(value, delta, blockIdx.x, -1.0f, 0.0f);
        return;
    }

    if (j <= steps)
        nodes[j] = exercise(m, price_at(m, t, steps, j));
    __syncthreads();

    float v = backward(m, t, nodes, first, j);

    if (j == 0)
        store(value, delta, blockIdx.x, v, delta_of(m, t, first[0], first[1]));
}
