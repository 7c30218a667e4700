// A sum in fixed point whose unit is larger than all of its addends: each of them becomes zero.

// fpcheck: energy_of_warp <<<1, 32>>> x=uniform(1e-4,2e-4):32 e=empty:1
// expect: energy_of_warp rule=underflow-flushed line=marked
__global__ void energy_of_warp(const float* x, int* e) {
  int q = __float2int_rn(x[threadIdx.x] * x[threadIdx.x] * 65536.f); // expect-line
  for (int k = 16; k > 0; k /= 2) q += __shfl_down_sync(~0u, q, k);
  if (threadIdx.x == 0) e[0] = q;
}

// fpcheck: energy_in_fine_units <<<1, 32>>> x=uniform(1e-4,2e-4):32 e=empty:1
// expect: energy_in_fine_units clean
__global__ void energy_in_fine_units(const float* x, long long* e) {
  long long q = __float2ll_rn(x[threadIdx.x] * x[threadIdx.x] * 1.0995116e12f);
  for (int k = 16; k > 0; k /= 2) q += __shfl_down_sync(~0u, q, k);
  if (threadIdx.x == 0) e[0] = q;
}

// fpcheck: charge <<<1, 64>>> unit=1024 n=16 q=uniform(-1e-4,1e-4):1024 total=empty:64
// expect: charge rule=underflow-flushed line=marked
__global__ void charge(float unit, int n, const float* q, float* total) {
  int sum = 0;
#pragma unroll 1
  for (int k = 0; k < n; ++k) sum += (int)(q[threadIdx.x * n + k] * unit); // expect-line
  total[threadIdx.x] = (float)sum / unit;
}

// fpcheck: charge_in_fine_units <<<1, 64>>> unit=1073741824 n=16 q=uniform(-1e-4,1e-4):1024 total=empty:64
// expect: charge_in_fine_units clean
__global__ void charge_in_fine_units(float unit, int n, const float* q, float* total) {
  int sum = 0;
#pragma unroll 1
  for (int k = 0; k < n; ++k) sum += (int)(q[threadIdx.x * n + k] * unit);
  total[threadIdx.x] = (float)sum / unit;
}
