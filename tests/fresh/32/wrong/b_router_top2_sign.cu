// fpcheck: router_top2 <<<2, 256>>> logits=@b_router_top2_sign_z.npy expert=empty:16x2:i32 weight=empty:16x2 tokens=16 --ref 'expert=@b_router_top2_sign_ref.npy'
// expect: error mismatch at line 7
// why: packed argmax keys (a known radix top-k mistake): raw float bits order negatives above positives and backwards; setting the sign bit for positives alone is half of the flip, so rows of negative logits give the smallest expert
// figure: expert[6] computed 6, exact 22 (6 of 32 beyond the tolerance)
__device__ unsigned long long pack(float v, int index) {
  unsigned b = __float_as_uint(v);
  unsigned key = (b & 0x80000000u) ? (b & 0x7fffffffu) : (b | 0x80000000u);
  return ((unsigned long long)key << 32) | (unsigned)(~index);
}

__device__ unsigned long long warp_best(unsigned long long k) {
  for (int o = 16; o > 0; o >>= 1) {
    unsigned long long other = __shfl_xor_sync(0xffffffffu, k, o);
    k = other > k ? other : k;
  }
  return k;
}

// One warp a token, one lane an expert.
__global__ void router_top2(const float* logits, int* expert, float* weight, int tokens) {
  int token = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  int lane = threadIdx.x % 32;
  if (token >= tokens) return;
  float z = logits[token * 32 + lane];
  unsigned long long key = pack(z, lane);
  unsigned long long first = warp_best(key);
  int e0 = ~(int)(unsigned)first;
  unsigned long long second = warp_best(lane == e0 ? 0ull : key);
  int e1 = ~(int)(unsigned)second;
  float z0 = __shfl_sync(0xffffffffu, z, e0);
  float z1 = __shfl_sync(0xffffffffu, z, e1);
  if (lane == 0) {
    float p1 = 1.0f / (1.0f + expf(z0 - z1));
    expert[token * 2] = e0;
    expert[token * 2 + 1] = e1;
    weight[token * 2] = 1.0f - p1;
    weight[token * 2 + 1] = p1;
  }
}
