// Bits of numbers that integer code takes apart, scales, packs or compares; a reference tells what was meant.

__device__ float scaled(float x, int k) {
  return __int_as_float(__float_as_int(x) - (k << 23)); // expect-line
}

// fpcheck: zero_has_no_exponent <<<1, 32>>> x=[1.5,-3.0,0.0,20.0,0.40625,0.0,-7.5,1.0] k=3 y=empty:8 n=8 ref=y=x*0.125 --tol bitwise
// expect: zero_has_no_exponent rule=mismatch line=marked
__global__ void zero_has_no_exponent(const float* x, float* y, int k, int n) {
  if (threadIdx.x < n) y[threadIdx.x] = scaled(x[threadIdx.x], k);
}

__device__ unsigned short to_half(float f) {
  const unsigned u = __float_as_uint(f), sign = (u >> 16) & 0x8000u, exponent = ((u >> 23) & 0xffu) - 112u, mantissa = (u >> 13) & 0x3ffu;
  return (unsigned short)(sign | (exponent << 10) | mantissa); // expect-line
}

// fpcheck: half_without_subnormals <<<1, 32>>> x=[1.0,-0.5,0.001,2e-5,-1e-5,3e-6,0.25,7e-6] h=empty:8:u16 n=8 want=[15360,47104,5144,336,32936,50,13312,117] ref=h=want --tol rtol=0,atol=1
// expect: half_without_subnormals rule=mismatch line=marked
__global__ void half_without_subnormals(const float* x, unsigned short* h, int n) {
  if (threadIdx.x < n) h[threadIdx.x] = to_half(x[threadIdx.x]);
}

// fpcheck: smallest_by_bits <<<1, 32>>> x=[0.5,-0.25,1.5,-3.0,2.0,-1.25] y=empty:1 n=6 ref=y=min(x) --tol bitwise
// expect: smallest_by_bits rule=mismatch line=marked
__global__ void smallest_by_bits(const float* x, float* y, int n) {
  __shared__ int key;
  if (threadIdx.x == 0) key = 0x7f800000;
  __syncthreads();
  if (threadIdx.x < n) atomicMin(&key, __float_as_int(x[threadIdx.x])); // expect-line
  __syncthreads();
  if (threadIdx.x == 0) *y = __int_as_float(key);
}

// fpcheck: exponents_with_sign <<<1, 32>>> x=[3.0,-3.0,0.75,-0.0625,100.0,-17.5] e=empty:6:i32 n=6 want=[1,1,-1,-4,6,4] ref=e=want --tol bitwise
// expect: exponents_with_sign rule=mismatch line=marked
__global__ void exponents_with_sign(const float* x, int* e, int n) {
  if (threadIdx.x < n) e[threadIdx.x] = (int)(__float_as_uint(x[threadIdx.x]) >> 23) - 127; // expect-line
}

// fpcheck: cut_before_scaled <<<1, 32>>> x=[0.3,1.2,0.55,1.9,2.45,3.75] q=empty:6:i32 n=6 want=[4,19,8,30,39,60] ref=q=want --tol bitwise
// expect: cut_before_scaled rule=mismatch line=marked
__global__ void cut_before_scaled(const float* x, int* q, int n) {
  if (threadIdx.x < n) q[threadIdx.x] = (int)x[threadIdx.x] * 16; // expect-line
}

// fpcheck: halves_as_they_are <<<1, 32>>> x=[1.0,-0.5,0.001,0.25,7.5] h=empty:5:u16 n=5 want=[15360,47104,5144,13312,18304] ref=h=want --tol rtol=0,atol=1
// expect: halves_as_they_are clean
__global__ void halves_as_they_are(const float* x, unsigned short* h, int n) {
  if (threadIdx.x < n) h[threadIdx.x] = to_half(x[threadIdx.x]);
}
