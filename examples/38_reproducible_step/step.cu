// A training step that gives the same bits whatever the grid. The gradient of a layer's weights is a sum over the batch: blocks that add their
// parts in floats give another last bit for another number of blocks, and after some hundred steps another model. Each addend rounded
// once to a multiple of 2^-30 and added in integers has no order. `compare` names the first weight whose bits differ between a step on two
// blocks and one on eight, and says whether the fingerprints of the two tensors are equal: a sum of hashes of place and bits, which needs no
// order either. One flipped bit is found, and its weight named.

constexpr float scale = 1073741824.0f; // 2^30

__device__ float part(const float* x, const float* d, int B, int I, int H) {
  const int row = threadIdx.x / H, column = threadIdx.x % H, share = B / gridDim.x;
  float sum = 0;
  for (int k = 0; k < share; ++k) sum += x[(blockIdx.x * share + k) * I + row] * d[(blockIdx.x * share + k) * H + column];
  return sum;
}

__device__ long long exact_part(const float* x, const float* d, int B, int I, int H) {
  const int row = threadIdx.x / H, column = threadIdx.x % H, share = B / gridDim.x;
  long long sum = 0;
  for (int k = 0; k < share; ++k) sum += __float2ll_rn(x[(blockIdx.x * share + k) * I + row] * d[(blockIdx.x * share + k) * H + column] * scale);
  return sum;
}

// fpcheck: floats_on_two <<<2, 64>>> B=64 I=8 H=8 x=uniform(0,1):BxI d=uniform(-0.1,0.1):BxH a=inout:zeros:64 --ref 'first=[64]' --ref 'same=[1]' --tol bitwise --expect absorption,mismatch,order-sensitive
// fpcheck+ floats_on_eight <<<8, 64>>> b=inout:zeros:64
// fpcheck+ compare <<<1, 1>>> n=64 first=empty:1 same=empty:1
__global__ void floats_on_two(const float* __restrict__ x, const float* __restrict__ d, float* __restrict__ a, int B, int I, int H) { atomicAdd(a + threadIdx.x, part(x, d, B, I, H)); }
__global__ void floats_on_eight(const float* __restrict__ x, const float* __restrict__ d, float* __restrict__ b, int B, int I, int H) { atomicAdd(b + threadIdx.x, part(x, d, B, I, H)); }

// fpcheck: integers_on_two <<<2, 64>>> B=64 I=8 H=8 x=uniform(0,1):BxI d=uniform(-0.1,0.1):BxH fa=inout:zeros:64:i64 --ref 'first=[64]' --ref 'same=[1]' --tol bitwise --expect clean
// fpcheck+ integers_on_eight <<<8, 64>>> fb=inout:zeros:64:i64
// fpcheck+ weights <<<1, 64>>> a=empty:64 b=empty:64
// fpcheck+ compare <<<1, 1>>> n=64 first=empty:1 same=empty:1
// fpcheck: integers_on_two <<<2, 64>>> B=64 I=8 H=8 x=uniform(0,1):BxI d=uniform(-0.1,0.1):BxH fa=inout:zeros:64:i64 --ref 'first=[37]' --ref 'same=[2]' --tol bitwise --expect clean
// fpcheck+ integers_on_eight <<<8, 64>>> fb=inout:zeros:64:i64
// fpcheck+ weights <<<1, 64>>> a=empty:64 b=empty:64
// fpcheck+ flip <<<1, 1>>> at=37
// fpcheck+ compare <<<1, 1>>> n=64 first=empty:1 same=empty:1
__global__ void integers_on_two(const float* __restrict__ x, const float* __restrict__ d, unsigned long long* __restrict__ fa, int B, int I, int H) {
  atomicAdd(fa + threadIdx.x, static_cast<unsigned long long>(exact_part(x, d, B, I, H)));
}
__global__ void integers_on_eight(const float* __restrict__ x, const float* __restrict__ d, unsigned long long* __restrict__ fb, int B, int I, int H) {
  atomicAdd(fb + threadIdx.x, static_cast<unsigned long long>(exact_part(x, d, B, I, H)));
}
__global__ void weights(const long long* __restrict__ fa, const long long* __restrict__ fb, float* __restrict__ a, float* __restrict__ b) {
  const int i = threadIdx.x;
  a[i] = __ll2float_rn(fa[i]) / scale, b[i] = __ll2float_rn(fb[i]) / scale;
}
__global__ void flip(float* __restrict__ b, int at) { b[at] = __int_as_float(__float_as_int(b[at]) ^ 1); }

__device__ unsigned long long hashed(unsigned place, unsigned bits) {
  unsigned long long x = (static_cast<unsigned long long>(place) << 32 | bits) * 0x9e3779b97f4a7c15ull;
  x = (x ^ (x >> 32)) * 0xd6e8feb86659fd93ull;
  return x ^ (x >> 29);
}

/// The first element that differs, or n; whether the fingerprints are equal, 1, or not, 2.
__global__ void compare(const float* __restrict__ a, const float* __restrict__ b, int* __restrict__ first, int* __restrict__ same, int n) {
  unsigned long long of_a = 0, of_b = 0;
  int differs = n;
  for (int i = n - 1; i >= 0; --i) {
    const unsigned x = __float_as_uint(a[i]), y = __float_as_uint(b[i]);
    if (x != y) differs = i;
    of_a += hashed(i, x), of_b += hashed(i, y);
  }
  *first = differs, *same = of_a == of_b ? 1 : 2;
}
