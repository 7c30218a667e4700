// fpcheck: add_energy <<<4, 128>>> e=@b_fixed_point_energy_e.npy sum=inout:zeros:2:u64 n=512 --ref 'total=@b_fixed_point_energy_ref.npy' --tol rtol=1e-9,atol=1e-6
// fpcheck+ to_double <<<1, 2>>> total=empty:2:f64
// expect: ok
// why: deterministic sums as in AMBER: energies become 64-bit fixed point with 2^32 steps a unit, negative ones as two's complement in an unsigned word that wraps on purpose; the order of the atomics does not matter
// figure: total[1] computed 207920.118, exact 207920.118; 2.06e-05 of the tolerance
__device__ unsigned long long fixed(double v) {
  return (unsigned long long)__double2ll_rn(v * 4294967296.0);
}

__global__ void add_energy(const float* e, unsigned long long* sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double v = e[i];
  atomicAdd(&sum[0], fixed(v));
  atomicAdd(&sum[1], fixed(v * v));
}

__global__ void to_double(const unsigned long long* sum, double* total) {
  total[threadIdx.x] = (double)(long long)sum[threadIdx.x] * (1.0 / 4294967296.0);
}
