// Bodies that attract each other: each pair gives a force to one and its opposite to the other, and all forces together are zero. Added by
// float atomics they are not: two bodies round differently, their centre drifts, and the drift depends on the order of the threads. Each
// force rounded once to a multiple of 2^-32 and added in integers is the same in every order, and the sum over all bodies is zero to the
// last bit. The forces themselves are within what one rounding a pair explains.

__device__ float force(const float* x, int i, int j) {
  const float d = x[j] - x[i], s = d * d + 0.01f;
  return d / (s * sqrtf(s));
}

// fpcheck: in_floats <<<N, N>>> N=48 x=uniform(0,10):N f=inout:zeros:N --orders 4 --ref 'total=[0]' --tol bitwise --expect cancellation,order-sensitive,mismatch
// fpcheck+ sum_of_floats <<<1, 1>>> total=empty:1
__global__ void in_floats(const float* __restrict__ x, float* __restrict__ f) {
  const int i = blockIdx.x, j = threadIdx.x;
  if (j <= i) return;
  atomicAdd(f + i, force(x, i, j));
  atomicAdd(f + j, -force(x, i, j));
}

__global__ void sum_of_floats(const float* __restrict__ f, float* __restrict__ total, int N) {
  float sum = 0;
  for (int i = 0; i < N; ++i) sum += f[i];
  *total = sum;
}

// fpcheck: in_integers <<<N, N>>> N=48 x=uniform(0,10):N g=inout:zeros:N:i64 --orders 4 --range 'sum=[0,0]' --ref 'f=let d=x[None, :] - x[:, None]; sum(d / (d * d + 0.01)^1.5, 1)' --expect clean
// fpcheck+ sum_of_integers <<<1, 1>>> sum=empty:1:i64
// fpcheck+ forces <<<1, N>>> f=empty:N
__global__ void in_integers(const float* __restrict__ x, unsigned long long* __restrict__ g) {
  const int i = blockIdx.x, j = threadIdx.x;
  if (j <= i) return;
  const long long part = __float2ll_rn(force(x, i, j) * 4294967296.0f);
  atomicAdd(g + i, static_cast<unsigned long long>(part));
  atomicAdd(g + j, static_cast<unsigned long long>(-part));
}

__global__ void sum_of_integers(const long long* __restrict__ g, long long* __restrict__ sum, int N) {
  long long all = 0;
  for (int i = 0; i < N; ++i) all += g[i];
  *sum = all;
}

__global__ void forces(const long long* __restrict__ g, float* __restrict__ f) { f[threadIdx.x] = __ll2float_rn(g[threadIdx.x]) * 0x1p-32f; }
