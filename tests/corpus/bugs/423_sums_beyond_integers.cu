// Integers that leave their width, where a reference tells what was meant: in atomics, shared memory, keys and indices.

// fpcheck: energy_in_units <<<1, 64>>> energy=uniform(40,50):64 total=empty:1 ref=total=sum(energy) --tol rtol=1e-5,atol=0
// expect: energy_in_units rule=mismatch line=marked
__global__ void energy_in_units(const float* energy, float* total) {
  __shared__ int sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  atomicAdd(&sum, __float2int_rn(energy[threadIdx.x] * 1048576.0f)); // expect-line
  __syncthreads();
  if (threadIdx.x == 0) *total = (float)sum * (1.0f / 1048576.0f);
}

// fpcheck: short_counters <<<1, 128>>> a=randint(150,250):512 total=empty:1:i32 ref=total=sum(a) --tol bitwise
// expect: short_counters rule=mismatch line=marked
__global__ void short_counters(const int* a, int* total) {
  __shared__ unsigned short part[128];
  const int t = threadIdx.x;
  unsigned short s = 0;
  for (int k = 0; k < 4; ++k) s += (unsigned short)a[t + 128 * k];
  part[t] = s;
  __syncthreads();
  for (int half = 64; half > 0; half /= 2) {
    if (t < half) part[t] += part[t + half]; // expect-line
    __syncthreads();
  }
  if (t == 0) *total = part[0];
}

// fpcheck: cheapest_by_key <<<1, 32>>> cost=[90000,71000,131100,66000,81234,65900,140000,99999,70001,88888,67000,120000] best=empty:1:i32 n=12 ref=best=argmax(0-cost) --tol bitwise
// expect: cheapest_by_key rule=mismatch line=marked
__global__ void cheapest_by_key(const unsigned* cost, int* best, int n) {
  __shared__ unsigned low;
  if (threadIdx.x == 0) low = 0xffffffffu;
  __syncthreads();
  if (threadIdx.x < n) {
    const unsigned key = cost[threadIdx.x] << 16 | threadIdx.x; // expect-line
    atomicMin(&low, key);
  }
  __syncthreads();
  if (threadIdx.x == 0) *best = low & 0xffff;
}

__device__ unsigned mixed(unsigned h) {
  h ^= h >> 16;
  h *= 0x85ebca6bu;
  h ^= h >> 13;
  return h;
}

// A hash wraps on purpose: what is wrong is the rounding.
// fpcheck: rounded_beside_hash <<<1, 32>>> x=[0.5,1.5,2.75,-3.25,4.5,-5.75,6.25,7.75] slot=empty:8:u32 y=empty:8 n=8 want=[0,1,2,-4,4,-6,6,7] ref=y=want --tol bitwise
// expect: rounded_beside_hash rule=mismatch line=marked
__global__ void rounded_beside_hash(const float* x, unsigned* slot, float* y, int n) {
  const int i = threadIdx.x;
  if (i >= n) return;
  slot[i] = mixed(i + 77u) & 63u;
  y[i] = (float)(int)x[i]; // expect-line
}

// fpcheck: energy_in_wide_units <<<1, 64>>> energy=uniform(40,50):64 total=empty:1 ref=total=sum(energy) --tol rtol=1e-5,atol=0
// expect: energy_in_wide_units clean
__global__ void energy_in_wide_units(const float* energy, float* total) {
  __shared__ unsigned long long sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  atomicAdd(&sum, (unsigned long long)__float2ll_rn(energy[threadIdx.x] * 1048576.0f));
  __syncthreads();
  if (threadIdx.x == 0) *total = (float)((double)(long long)sum * (1.0 / 1048576.0));
}
