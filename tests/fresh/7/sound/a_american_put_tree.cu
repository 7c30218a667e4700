// fpcheck: american_put<<<3, 64>>> strike=[90.0,100.0,115.0] price=empty:3 european=empty:3 controlled=empty:3 delta=empty:3 vega=empty:3 spot=100.0 rate=0.04 sigma=0.25 years=0.75 options=3
// expect: ok
// why: the induction works in place on shared memory, but both nodes are read into registers and there is a barrier before the write and one after it
// figure: computed price[1] within 2e-5 of MPFR 7.3456888: rounding of 32 steps only
// American put by a Cox-Ross-Rubinstein tree, one option a block, one thread a node of the last layer.
constexpr int STEPS = 32;
constexpr int THREADS = 64;

struct Market {
    float spot, rate, sigma, years;
};

struct Tree {
    float up;          // log of the factor of one step up
    float probability; // risk-neutral, of a step up
    float discount;    // of one step
};

__device__ Tree build(const Market &m)
{
    Tree tree;
    float dt = m.years / STEPS;
    tree.up = m.sigma * sqrtf(dt);
    // (e^(r dt) - d)/(u - d), both differences without cancellation
    tree.probability = (expm1f(m.rate * dt) - expm1f(-tree.up)) / (2.0f * sinhf(tree.up));
    tree.discount = expf(-m.rate * dt);
    return tree;
}

// Price of the share at node i of a layer: i steps up, the others down.
__device__ float share(const Market &m, const Tree &tree, int layer, int i)
{
    return m.spot * expf(tree.up * (float)(2 * i - layer));
}

__device__ float exercise(float strike, float share_price)
{
    return fmaxf(strike - share_price, 0.0f);
}

__device__ void last_layer(float *value, const Market &m, const Tree &tree, float strike)
{
    int i = threadIdx.x;
    if (i <= STEPS)
        value[i] = exercise(strike, share(m, tree, STEPS, i));
    __syncthreads();
}

__device__ float continuation(const Tree &tree, float above, float below)
{
    return tree.discount * (tree.probability * above + (1.0f - tree.probability) * below);
}

// One layer back; all threads of the block come here.
template <bool EARLY>
__device__ void step_back(float *value, const Market &m, const Tree &tree, float strike, int layer)
{
    int i = threadIdx.x;
    float next = 0.0f;
    if (i <= layer) {
        float hold = continuation(tree, value[i + 1], value[i]);
        float now = EARLY ? exercise(strike, share(m, tree, layer, i)) : 0.0f;
        next = fmaxf(hold, now);
    }
    __syncthreads();
    if (i <= layer)
        value[i] = next;
    __syncthreads();
}

// The value at the root; EARLY tells whether the holder may exercise before the end.
template <bool EARLY>
__device__ float root(float *value, const Market &m, const Tree &tree, float strike)
{
    last_layer(value, m, tree, strike);
    for (int layer = STEPS - 1; layer >= 0; layer--)
        step_back<EARLY>(value, m, tree, strike, layer);
    float result = value[0];
    __syncthreads();
    return result;
}

// Standard normal distribution below -d.
__device__ float lower_tail(float d)
{
    return 0.5f * erfcf(d * 0.70710678f);
}

__device__ float density(float d)
{
    return 0.39894228f * expf(-0.5f * d * d);
}

struct Distances {
    float d1, d2;
};

__device__ Distances distances(const Market &m, float strike)
{
    float spread = m.sigma * sqrtf(m.years);
    float drift = (m.rate + 0.5f * m.sigma * m.sigma) * m.years;
    Distances d;
    d.d1 = (logf(m.spot / strike) + drift) / spread;
    d.d2 = d.d1 - spread;
    return d;
}

// Black-Scholes value of the European put.
__device__ float closed_form(const Market &m, float strike)
{
    Distances d = distances(m, strike);
    float paid = strike * expf(-m.rate * m.years) * lower_tail(d.d2);
    float received = m.spot * lower_tail(d.d1);
    return paid - received;
}

// How the European put moves with the share and with its volatility.
__device__ float delta_of(const Market &m, float strike)
{
    return -lower_tail(distances(m, strike).d1);
}

__device__ float vega_of(const Market &m, float strike)
{
    return m.spot * density(distances(m, strike).d1) * sqrtf(m.years);
}

// The tree's error for the European put, whose value is known, is taken off the American one.
__device__ float with_control(float american, float european, float exact)
{
    return american + (exact - european);
}

__global__ void __launch_bounds__(THREADS)
american_put(const float *strike, float *price, float *european, float *controlled, float *delta, float *vega, float spot, float rate, float sigma,
             float years, int options)
{
    __shared__ float value[STEPS + 1];
    int option = blockIdx.x;
    if (option >= options)
        return;
    Market m;
    m.spot = spot;
    m.rate = rate;
    m.sigma = sigma;
    m.years = years;
    Tree tree = build(m);
    float k = strike[option];
    float with_exercise = root<true>(value, m, tree, k);
    float without = root<false>(value, m, tree, k);
    if (threadIdx.x == 0) {
        price[option] = with_exercise;
        european[option] = without;
        controlled[option] = with_control(with_exercise, without, closed_form(m, k));
        delta[option] = delta_of(m, k);
        vega[option] = vega_of(m, k);
    }
}
