// fpcheck: american_put<<<3, 64>>> strike=[105.0,100.0,95.0] rates=[0,0.25,0,0.25,0,0.25] price=empty:3 bucket=empty:60 spot=100.0 vol=0.3 dt=0.01 steps=60 buckets=6 want_bucket=[0,0,0,0,0,0,0,0,0,0,1,1,1,1,1,1,1,1,1,1,2,2,2,2,2,2,2,2,2,2,3,3,3,3,3,3,3,3,3,3,4,4,4,4,4,4,4,4,4,4,5,5,5,5,5,5,5,5,5,5] --ref bucket=want_bucket
// expect: ok
// why: a maximum in every level and 60 levels of float: errors do not grow, as each level is an average; buckets are counted in whole steps
// figure: computed price[0] = 9.62499428, MPFR 9.62498245 (relative 1.2e-06, tolerance 1e-5)
// American puts on a binomial tree (Cox, Ross, Rubinstein) with a short rate that is constant over buckets of
// a tenth of a year. One block an option, one thread a node of the widest level, values in shared memory.
// bucket[] is written by block 0 for the audit trail.

#define MAX_NODES 64

struct Step {
    float up;       // probability of a step up
    float discount; // over one step
};

struct Market {
    float spot, vol, dt;
    int steps, buckets;
};

__device__ __forceinline__ int bucket_of(int step, float dt, int buckets)
{
    int per_bucket = (int)rintf(0.1f / dt);
    int b = step / per_bucket;
    return b < buckets ? b : buckets - 1;
}

__device__ __forceinline__ float move(const Market &m, int ups_less_downs)
{
    return expf(m.vol * sqrtf(m.dt) * (float)ups_less_downs);
}

__device__ __forceinline__ float intrinsic(float strike, float spot)
{
    return strike - spot;
}

__device__ Step step_of(const Market &m, const float *rates, int step)
{
    float rate = rates[bucket_of(step, m.dt, m.buckets)];
    // growth, up and down less one each
    float h = m.vol * sqrtf(m.dt);
    float up = expm1f(h);
    float down = expm1f(-h);
    float growth = expm1f(rate * m.dt);
    Step s;
    s.up = (growth - down) / (up - down);
    s.discount = expf(-rate * m.dt);
    return s;
}

__device__ void last_level(float *value, const Market &m, float strike)
{
    int j = threadIdx.x;
    if (j <= m.steps) {
        float s = m.spot * move(m, 2 * j - m.steps);
        value[j] = fmaxf(intrinsic(strike, s), 0.0f);
    }
    __syncthreads();
}

// One level back. Every thread takes part in both barriers.
__device__ void level_back(float *value, const Market &m, const Step &step, float strike, int level)
{
    int j = threadIdx.x;
    float v = 0.0f;
    if (j <= level) {
        float high = value[j + 1];
        float low = value[j];
        float hold = step.discount * (step.up * high + (1.0f - step.up) * low);
        float s = m.spot * move(m, 2 * j - level);
        v = fmaxf(hold, intrinsic(strike, s));
    }
    __syncthreads();
    if (j <= level)
        value[j] = v;
    __syncthreads();
}

__device__ void audit(int *bucket, const Market &m)
{
    if (blockIdx.x != 0)
        return;
    for (int s = threadIdx.x; s < m.steps; s += blockDim.x)
        bucket[s] = bucket_of(s, m.dt, m.buckets);
}

__global__ void american_put(const float *strike, const float *rates, float *price, int *bucket,
                             float spot, float vol, float dt, int steps, int buckets)
{
    __shared__ float value[MAX_NODES + 1];
    __shared__ Step step_of_level[MAX_NODES];

    Market m;
    m.spot = spot;
    m.vol = vol;
    m.dt = dt;
    m.steps = steps;
    m.buckets = buckets;

    // The step data of all levels at once, a thread a level.
    if (threadIdx.x < steps)
        step_of_level[threadIdx.x] = step_of(m, rates, threadIdx.x);

    float k = strike[blockIdx.x];
    last_level(value, m, k);

    for (int level = steps - 1; level >= 0; --level)
        level_back(value, m, step_of_level[level], k, level);

    if (threadIdx.x == 0)
        price[blockIdx.x] = value[0];
    audit(bucket, m);
}

// Delta of each option by the two nodes of level one, from prices at shifted spots; used by the risk report.
__global__ void delta(const float *price_up, const float *price_down, float *out, float shift, int options)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= options)
        return;
    out[i] = (price_up[i] - price_down[i]) / (2.0f * shift);
}

// Sum of the prices times positions, one warp.
__global__ void book_value(const float *price, const float *position, float *book, int options)
{
    float s = 0.0f;
    for (int i = threadIdx.x; i < options; i += 32)
        s = fmaf(price[i], position[i], s);
    for (int o = 16; o > 0; o >>= 1)
        s += __shfl_down_sync(0xffffffffu, s, o);
    if (threadIdx.x == 0)
        book[0] = s;
}

// Deepest loss over the scenarios of a book, one warp: the minimum and where it is (the first).
__global__ void worst_scenario(const float *value, float base, float *loss, int *scenario, int n)
{
    float worst = __int_as_float(0x7f800000);
    int where = 0x7fffffff;
    for (int i = threadIdx.x; i < n; i += 32)
        if (value[i] < worst) {
            worst = value[i];
            where = i;
        }
    for (int o = 16; o > 0; o >>= 1) {
        float v = __shfl_xor_sync(0xffffffffu, worst, o);
        int w = __shfl_xor_sync(0xffffffffu, where, o);
        if (v < worst || (v == worst && w < where)) {
            worst = v;
            where = w;
        }
    }
    if (threadIdx.x == 0) {
        loss[0] = base - worst;
        scenario[0] = where;
    }
}
