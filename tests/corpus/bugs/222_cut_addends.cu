// Sums in fixed point whose addends are all cut towards zero: what each loses adds up.

// fpcheck: charge_cut <<<1, 64>>> unit=16 n=64 q=uniform(0,0.2):4096 total=empty:64
// expect: charge_cut rule=narrowing line=marked
__global__ void charge_cut(float unit, int n, const float* q, float* total) {
  int sum = 0;
#pragma unroll 1
  for (int k = 0; k < n; ++k) sum += (int)(q[threadIdx.x * n + k] * unit); // expect-line
  total[threadIdx.x] = (float)sum / unit;
}

// fpcheck: charge_rounded <<<1, 64>>> unit=16 n=64 q=uniform(0,0.2):4096 total=empty:64
// expect: charge_rounded clean
__global__ void charge_rounded(float unit, int n, const float* q, float* total) {
  int sum = 0;
#pragma unroll 1
  for (int k = 0; k < n; ++k) sum += __float2int_rn(q[threadIdx.x * n + k] * unit);
  total[threadIdx.x] = (float)sum / unit;
}

// fpcheck: energy_cut <<<4, 64>>> e=uniform(0,0.011):256 total=inout:zeros:1:i32
// expect: energy_cut rule=narrowing line=marked
__global__ void energy_cut(const float* e, int* total) {
  atomicAdd(total, (int)(e[blockIdx.x * 64 + threadIdx.x] * 100.f)); // expect-line
}

// fpcheck: energy_in_fine_units <<<4, 64>>> e=uniform(0,0.011):256 total=inout:zeros:1:i32
// expect: energy_in_fine_units clean
__global__ void energy_in_fine_units(const float* e, int* total) {
  atomicAdd(total, (int)(e[blockIdx.x * 64 + threadIdx.x] * 1048576.f));
}
