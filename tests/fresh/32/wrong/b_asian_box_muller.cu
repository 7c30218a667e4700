// fpcheck: simulate <<<1, 64>>> payoff=empty:64 seed=2596453301 spot=100.0 strike=100.0 rate=0.02 sigma=0.2 cap=10000.0 paths=64
// fpcheck+ price <<<1, 32>>> value=empty:2
// expect: error infinity hidden by a minimum at line 35
// why: Box-Muller with a uniform that can be 0 (cuRAND leaves 0 out for this reason): log(0) is -inf, the path goes to infinity, and the contract's cap turns it into a plausible 10000
// figure: path 37, step 2: u1 = 0.0, r = +inf, S = +inf; payoff[37] computed 10000 (the cap); with u1 = 2^-24 it is 42.1241
namespace {

constexpr int kSteps = 8;
constexpr float kTwoPi = 6.28318530717958647692f;

struct Market {
  float spot;
  float strike;
  float rate;
  float sigma;
  float cap;
};

struct Gauss {
  float a;
  float b;
};

// A bijective 32-bit mixer ("lowbias32"): every counter gives another word.
__device__ unsigned mix(unsigned x) {
  x ^= x >> 16;
  x *= 0x7feb352du;
  x ^= x >> 15;
  x *= 0x846ca68bu;
  x ^= x >> 16;
  return x;
}

__device__ float uniform01(unsigned counter) {
  return (float)(mix(counter) >> 8) * 0x1p-24f;
}

__device__ Gauss gauss_pair(unsigned counter) {
  float u1 = uniform01(counter);
  float u2 = uniform01(counter + 1u);
  float r = sqrtf(-2.0f * logf(u1));
  float s, c;
  sincosf(kTwoPi * u2, &s, &c);
  return {r * c, r * s};
}

__device__ float step_factor(const Market& m, float dt, float z) {
  float drift = (m.rate - 0.5f * m.sigma * m.sigma) * dt;
  return expf(drift + m.sigma * sqrtf(dt) * z);
}

// The arithmetic mean of the spot over the fixing dates of one path.
__device__ float fixing_mean(const Market& m, unsigned seed, int path) {
  const float dt = 1.0f / kSteps;
  float s = m.spot;
  float total = 0.0f;
  for (int i = 0; i < kSteps; ++i) {
    unsigned counter = seed + 2u * (unsigned)(path * kSteps + i);
    Gauss g = gauss_pair(counter);
    s *= step_factor(m, dt, g.a);
    total += s;
  }
  return total / kSteps;
}

__device__ float capped_call(const Market& m, float mean) {
  return fminf(fmaxf(mean - m.strike, 0.0f), m.cap);
}

__device__ float warp_sum(float v) {
  for (int o = 16; o > 0; o >>= 1) {
    v += __shfl_xor_sync(0xffffffffu, v, o);
  }
  return v;
}

}  // namespace

__global__ void simulate(float* payoff, unsigned seed, float spot, float strike, float rate, float sigma, float cap,
                         int paths) {
  int path = blockIdx.x * blockDim.x + threadIdx.x;
  if (path >= paths) {
    return;
  }
  Market m{spot, strike, rate, sigma, cap};
  payoff[path] = capped_call(m, fixing_mean(m, seed, path));
}

// value[0]: the discounted mean; value[1]: its standard error.
__global__ void price(const float* payoff, float* value, float rate, int paths) {
  float total = 0.0f;
  for (int i = threadIdx.x; i < paths; i += 32) {
    total += payoff[i];
  }
  float mean = warp_sum(total) / paths;
  float squares = 0.0f;
  for (int i = threadIdx.x; i < paths; i += 32) {
    float d = payoff[i] - mean;
    squares += d * d;
  }
  squares = warp_sum(squares);
  if (threadIdx.x == 0) {
    float discount = expf(-rate);
    value[0] = discount * mean;
    value[1] = discount * sqrtf(squares / (paths - 1) / paths);
  }
}
