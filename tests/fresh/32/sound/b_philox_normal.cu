// fpcheck: philox_normals <<<2, 32>>> word=empty:64x4:u32 z=empty:64x4 key0=1234 key1=5678 stream=7 --ref 'word=@b_philox_normal_w.npy' --ref 'z=@b_philox_normal_z.npy' --ref 'summary=@b_philox_normal_s.npy' --tol rtol=3e-5,atol=3e-6
// fpcheck+ summarise <<<1, 64>>> summary=empty:2 n=256
// expect: ok
// why: Philox 4x32-10 (products whose upper and lower halves are both used, keys that wrap) and Box-Muller on uniforms that lie at the middles of 2^23 cells, so that neither 0 nor 1 can come
// figure: z[82] computed -0.791754484, exact -0.791754365; 0.00446 of the tolerance
namespace {

constexpr unsigned kM0 = 0xD2511F53u;
constexpr unsigned kM1 = 0xCD9E8D57u;
constexpr unsigned kW0 = 0x9E3779B9u;
constexpr unsigned kW1 = 0xBB67AE85u;

struct Counter {
  unsigned w[4];
};

struct Key {
  unsigned k0;
  unsigned k1;
};

struct Normals {
  float a;
  float b;
};

__device__ Counter philox_round(const Counter& c, const Key& k) {
  unsigned hi0 = __umulhi(kM0, c.w[0]);
  unsigned lo0 = kM0 * c.w[0];
  unsigned hi1 = __umulhi(kM1, c.w[2]);
  unsigned lo1 = kM1 * c.w[2];
  return {{hi1 ^ c.w[1] ^ k.k0, lo1, hi0 ^ c.w[3] ^ k.k1, lo0}};
}

__device__ Counter philox(Counter c, Key k) {
  for (int r = 0; r < 10; ++r) {
    c = philox_round(c, k);
    k.k0 += kW0;
    k.k1 += kW1;
  }
  return c;
}

// In (0, 1): the middles of 2^23 equal cells, all exact in binary32.
__device__ float open_uniform(unsigned w) {
  return ((float)(w >> 9) + 0.5f) * 0x1p-23f;
}

// In [0, 2): an angle in half turns.
__device__ float half_turns(unsigned w) {
  return (float)(w >> 8) * 0x1p-23f;
}

__device__ Normals box_muller(unsigned w0, unsigned w1) {
  float u = open_uniform(w0);
  // Beside 1 the logarithm of u is small, and log1p of the exact u - 1 keeps its digits.
  float log_u = u > 0.5f ? log1pf(u - 1.0f) : logf(u);
  float r = sqrtf(-2.0f * log_u);
  float s, c;
  sincospif(half_turns(w1), &s, &c);
  return {r * c, r * s};
}

__device__ float warp_sum(float v) {
  for (int o = 16; o > 0; o >>= 1) {
    v += __shfl_xor_sync(0xffffffffu, v, o);
  }
  return v;
}

__device__ float block_sum(float v, float* scratch) {
  v = warp_sum(v);
  if ((threadIdx.x & 31) == 0) {
    scratch[threadIdx.x >> 5] = v;
  }
  __syncthreads();
  float r = 0.0f;
  for (int w = 0; w < (int)(blockDim.x >> 5); ++w) {
    r += scratch[w];
  }
  __syncthreads();
  return r;
}

}  // namespace

__global__ void philox_normals(unsigned* word, float* z, unsigned key0, unsigned key1, unsigned stream) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  Counter c = philox({{i, stream, 0u, 0u}}, {key0, key1});
  for (int j = 0; j < 4; ++j) {
    word[4 * i + j] = c.w[j];
  }
  Normals p = box_muller(c.w[0], c.w[1]);
  Normals q = box_muller(c.w[2], c.w[3]);
  z[4 * i + 0] = p.a;
  z[4 * i + 1] = p.b;
  z[4 * i + 2] = q.a;
  z[4 * i + 3] = q.b;
}

// The mean and the sample deviation, in two passes.
__global__ void summarise(const float* z, float* summary, int n) {
  __shared__ float scratch[2];
  float total = 0.0f;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    total += z[i];
  }
  float mean = block_sum(total, scratch) / n;
  float squares = 0.0f;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    float d = z[i] - mean;
    squares = fmaf(d, d, squares);
  }
  squares = block_sum(squares, scratch);
  if (threadIdx.x == 0) {
    summary[0] = mean;
    summary[1] = sqrtf(squares / (n - 1));
  }
}
