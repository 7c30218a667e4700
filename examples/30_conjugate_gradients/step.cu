// A step of conjugate gradients divides the squared residual by p^T A p. At convergence both are zero, and 0 / 0 makes every unknown NaN, one
// step after the answer was right: a solver with a fixed number of steps meets it on easy systems only. The repaired kernel stops there.
// One block, one unknown a thread; here the system is the identity and the residual of one right-hand side is zero already.
__device__ float dot(const float* a, const float* b, int n) {
  float sum = 0;
  for (int i = 0; i < n; ++i) sum += a[i] * b[i];
  return sum;
}

// fpcheck: unguarded <<<1, 8>>> n=8 x=inout:randn:n r=zeros:n p=zeros:n Ap=zeros:n --expect nan-born
__global__ void unguarded(float* __restrict__ x, const float* __restrict__ r, const float* __restrict__ p, const float* __restrict__ Ap, int n) {
  const float alpha = dot(r, r, n) / dot(p, Ap, n);
  x[threadIdx.x] += alpha * p[threadIdx.x];
}

// fpcheck: guarded <<<1, 8>>> n=8 x=inout:randn:n r=zeros:n p=zeros:n Ap=zeros:n --expect clean
__global__ void guarded(float* __restrict__ x, const float* __restrict__ r, const float* __restrict__ p, const float* __restrict__ Ap, int n) {
  const float rr = dot(r, r, n);
  if (rr == 0) return;
  x[threadIdx.x] += rr / dot(p, Ap, n) * p[threadIdx.x];
}
