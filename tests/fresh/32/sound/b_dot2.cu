// fpcheck: dot2 <<<8, 32>>> a=@b_dot2_a.npy b=@b_dot2_b.npy y=empty:8 n=256 --ref 'y=@b_dot2_ref.npy' --tol 2ulp
// expect: ok
// why: Ogita, Rump and Oishi's Dot2: products split by fma and sums by Knuth's TwoSum, whose "useless" differences are the rounding errors; the sum loses four to five digits by cancellation and is right to the last bit all the same
// figure: y[0] computed -0.0795955509, exact -0.0795955509; 0 of the tolerance
struct Double {
  float hi;
  float lo;
};

__device__ Double two_sum(float a, float b) {
  float s = __fadd_rn(a, b);
  float z = __fsub_rn(s, a);
  float e = __fadd_rn(__fsub_rn(a, __fsub_rn(s, z)), __fsub_rn(b, z));
  return {s, e};
}

__device__ Double add(Double x, Double y) {
  Double s = two_sum(x.hi, y.hi);
  return {s.hi, s.lo + (x.lo + y.lo)};
}

__global__ void dot2(const float* a, const float* b, float* y, int n) {
  int row = blockIdx.x;
  Double acc{0.0f, 0.0f};
  for (int i = threadIdx.x; i < n; i += 32) {
    float u = a[row * n + i], v = b[row * n + i];
    float p = __fmul_rn(u, v);
    acc = add(acc, {p, __fmaf_rn(u, v, -p)});
  }
  for (int o = 16; o; o >>= 1) {
    Double other;
    other.hi = __shfl_xor_sync(~0u, acc.hi, o);
    other.lo = __shfl_xor_sync(~0u, acc.lo, o);
    acc = add(acc, other);
  }
  if (threadIdx.x == 0) y[row] = acc.hi + acc.lo;
}
