// Integer hashes and generators, and what is drawn from them.

__device__ uint2 philox_round(unsigned key, unsigned a, unsigned b) {
  return make_uint2(__umulhi(0xd2511f53u, a) ^ key ^ b, 0xd2511f53u * a);
}
__device__ unsigned mix(unsigned h) {
  h ^= h >> 16;
  h *= 0x7feb352du;
  h ^= h >> 15;
  h *= 0x846ca68bu;
  return h ^ h >> 16;
}

// fpcheck: integer_hash <<<4096, 256>>> h=empty:1048576:u32
// expect: integer_hash clean big
__global__ void integer_hash(unsigned* h) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  h[i] = mix(i);
}

// fpcheck: congruential <<<8, 128>>> u=empty:1024 --range 'u=[0,1)'
// expect: congruential clean
__global__ void congruential(float* u) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned s = i;
  for (int k = 0; k < 8; ++k) s = s * 1664525u + 1013904223u;
  u[i] = static_cast<float>(s >> 8) * 0x1p-24f;
}

// fpcheck: counter_based <<<8, 128>>> seed=42 u=empty:2048 --range 'u=[0,1)'
// expect: counter_based clean
__global__ void counter_based(unsigned seed, float* u) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  uint2 c = make_uint2(i, 0u);
  for (int k = 0; k < 10; ++k) c = philox_round(seed + k * 0x9e3779b9u, c.x, c.y);
  u[2 * i] = __uint_as_float(c.x >> 9 | 0x3f800000u) - 1.f;
  u[2 * i + 1] = __uint_as_float(c.y >> 9 | 0x3f800000u) - 1.f;
}

// fpcheck: dropout <<<4096, 256>>> seed=3 p=0.1 x=randn:1048576 y=empty:1048576
// expect: dropout clean big
__global__ void dropout(unsigned seed, float p, const float* x, float* y) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const float u = static_cast<float>(mix(i ^ seed) >> 8) * 0x1p-24f;
  y[i] = u < p ? 0.f : x[i] / (1.f - p);
}

// fpcheck: box_muller <<<8, 128>>> a=empty:1024 b=empty:1024
// expect: box_muller clean
__global__ void box_muller(float* a, float* b) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const float u = (static_cast<float>(mix(2 * i) >> 9) + 0.5f) * 0x1p-23f;
  const float v = static_cast<float>(mix(2 * i + 1) >> 8) * 0x1p-24f;
  float s, c;
  sincospif(2.f * v, &s, &c);
  const float r = sqrtf(-2.f * logf(u));
  a[i] = r * c;
  b[i] = r * s;
}

// fpcheck: exponential_variate <<<8, 128>>> rate=1.5 y=empty:1024
// expect: exponential_variate clean
__global__ void exponential_variate(float rate, float* y) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const float u = (static_cast<float>(mix(i) >> 8) + 1.f) * 0x1p-24f;
  y[i] = -logf(u) / rate;
}

// fpcheck: gumbel_argmax <<<4, 32>>> n=50 logits=randn:128x50 index=empty:128:i32
// expect: gumbel_argmax clean
__global__ void gumbel_argmax(int n, const float* logits, int* index) {
  const int row = blockIdx.x * 32 + threadIdx.x;
  float best = -INFINITY;
  int where = 0;
  for (int i = 0; i < n; ++i) {
    const float u = (static_cast<float>(mix(row * n + i) >> 9) + 0.5f) * 0x1p-23f;
    const float v = logits[row * n + i] - logf(-logf(u));
    if (v > best) best = v, where = i;
  }
  index[row] = where;
}

// fpcheck: wide_hash <<<8, 128>>> key=randint(0,1000000):1024:u64 h=empty:1024:u64
// expect: wide_hash clean
__global__ void wide_hash(const unsigned long long* key, unsigned long long* h) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned long long v = key[i];
  for (int k = 0; k < 3; ++k) {
    v ^= v >> 33;
    v *= 0xff51afd7ed558ccdull;
    v = v << 27 | v >> 37;
    v += __umul64hi(v, 0xc4ceb9fe1a85ec53ull);
  }
  h[i] = v;
}

// All 32 bits of a hash on their way to (0, 1), as curand converts them: the conversion rounds, and the logarithm near one sees it.
// fpcheck: normal_of_word <<<16, 256>>> z=empty:8192
// expect: normal_of_word clean
__global__ void normal_of_word(float* z) {
  const unsigned i = blockIdx.x * 256 + threadIdx.x;
  unsigned a = i * 747796405u + 2891336453u;
  a = ((a >> ((a >> 28) + 4)) ^ a) * 277803737u;
  a ^= a >> 22;
  const unsigned b = a * 1664525u + 1013904223u;
  const float u = a * 0x1p-32f + 0x1p-33f, v = b * 0x1p-32f + 0x1p-33f;
  const float radius = sqrtf(-2.f * logf(u));
  z[2 * i] = radius * cosf(6.2831853f * v);
  z[2 * i + 1] = radius * sinf(6.2831853f * v);
}
