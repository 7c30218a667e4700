// fpcheck: find_range <<<3, 64>>> x=@b_minmax_atomic_bits_x.npy range=inout:@b_minmax_atomic_bits_i.npy n=200 --ref 'y=@b_minmax_atomic_bits_y.npy' --tol rtol=1e-5,atol=1e-6
// fpcheck+ stretch <<<3, 64>>> y=empty:3x200
// expect: ok
// why: a contrast stretch: float minimum and maximum by integer atomics on the bits, signed for positive and unsigned (reversed) for negative numbers, starting from +-infinity, which are the right identities
// figure: y[65] computed 0.51574856, exact 0.51574862; 0.00968 of the tolerance
__device__ void atomic_max_float(float* p, float v) {
  int b = __float_as_int(v);
  if (b >= 0) {
    atomicMax((int*)p, b);
  } else {
    atomicMin((unsigned*)p, (unsigned)b);
  }
}

__device__ void atomic_min_float(float* p, float v) {
  int b = __float_as_int(v);
  if (b >= 0) {
    atomicMin((int*)p, b);
  } else {
    atomicMax((unsigned*)p, (unsigned)b);
  }
}

__global__ void find_range(const float* x, float* range, int n) {
  int image = blockIdx.x;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    atomic_min_float(&range[2 * image], x[image * n + i]);
    atomic_max_float(&range[2 * image + 1], x[image * n + i]);
  }
}

__global__ void stretch(const float* x, const float* range, float* y, int n) {
  int image = blockIdx.x;
  float lo = range[2 * image], hi = range[2 * image + 1];
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    y[image * n + i] = (x[image * n + i] - lo) / (hi - lo);
  }
}
