// A linear recurrence in parallel: eight steps a thread, each from zero, and a scan over the warp of pairs (product of the gates, state),
// which brings each thread the state that its segment begins with. No product is longer than a segment where it matters, and nothing is
// divided: a gate's product that underflows is a past that is forgotten. The pairs are maps h -> a h + b, and maps do not commute: (a1, b1)
// then (a2, b2) is (a1 a2, a2 b1 + b2). The other way round it is right wherever all gates and inputs are alike.

struct map {
  float a, b; ///< h -> a h + b
};

__device__ map then(map first, map second) { return {first.a * second.a, second.a * first.b + second.b}; }

template <bool exchanged>
__device__ void scan(const float* a, const float* x, float* h) {
  constexpr int steps = 8;
  const int lane = threadIdx.x, from = (blockIdx.x * 32 + lane) * steps;
  map all{1, 0};
  for (int t = from; t < from + steps; ++t) all = then(all, {a[t], x[t]});
  for (int apart = 1; apart < 32; apart *= 2) {
    const map before{__shfl_up_sync(0xffffffffu, all.a, apart), __shfl_up_sync(0xffffffffu, all.b, apart)};
    if (lane >= apart) all = exchanged ? then(all, before) : then(before, all);
  }
  float state = __shfl_up_sync(0xffffffffu, all.b, 1);
  if (lane == 0) state = 0;
  for (int t = from; t < from + steps; ++t) h[t] = state = a[t] * state + x[t];
}

// fpcheck: exchanged <<<R, 32>>> R=2 T=256 a=uniform(0.1,0.9):RxT x=uniform(0.5,1):RxT h=empty:RxT --ref "h=scan('a * s + x', 1, s=zeros((2,)), a=a, x=x)" --expect mismatch
__global__ void exchanged(const float* __restrict__ a, const float* __restrict__ x, float* __restrict__ h) { scan<true>(a, x, h); }

// fpcheck: in_order <<<R, 32>>> R=2 T=256 a=uniform(0.1,0.9):RxT x=uniform(0.5,1):RxT h=empty:RxT --ref "h=scan('a * s + x', 1, s=zeros((2,)), a=a, x=x)" --expect clean
// fpcheck: in_order <<<R, 32>>> R=2 T=256 a=uniform(0.0001,0.3):RxT x=uniform(0.5,1):RxT h=empty:RxT --ref "h=scan('a * s + x', 1, s=zeros((2,)), a=a, x=x)" --expect clean
__global__ void in_order(const float* __restrict__ a, const float* __restrict__ x, float* __restrict__ h) { scan<false>(a, x, h); }
