// A dot product of f32 data whose operands are rounded to tf32 on the way: ten bits remain of a promised twenty-four.

__device__ float to_tf32(float x) {
  unsigned bits;
  asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(bits) : "f"(x));
  return __uint_as_float(bits);
}

// fpcheck: dot_ones_tf32 <<<1, 32>>> n=64 p=const(1):64 v=@inputs/31_v.npy out=empty:32 --ref out=@inputs/31_out.npy --tol rtol=1e-5,atol=1e-5
// expect: dot_ones_tf32 rule=mismatch|narrowing|inaccurate line=marked max_findings=3
__global__ void dot_ones_tf32(int n, const float* p, const float* v, float* out) {
  float sum = 0.f;
  for (int i = 0; i < n; ++i)
    sum = fmaf(to_tf32(p[i]), to_tf32(v[threadIdx.x * n + i]), sum);
  out[threadIdx.x] = sum; // expect-line
}

// fpcheck: dot_ones_f32 <<<1, 32>>> n=64 p=const(1):64 v=@inputs/31_v.npy out=empty:32 --ref out=@inputs/31_out.npy --tol rtol=1e-5,atol=1e-5
// expect: dot_ones_f32 clean
__global__ void dot_ones_f32(int n, const float* p, const float* v, float* out) {
  float sum = 0.f;
  for (int i = 0; i < n; ++i) sum = fmaf(p[i], v[threadIdx.x * n + i], sum);
  out[threadIdx.x] = sum;
}
