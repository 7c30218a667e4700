// Cells left of the origin by truncation; a bfloat16 in the upper half of a word that is cut off, not rounded; samples that leave a byte.

// fpcheck: cells <<<1, 32>>> x=[-0.75,-3.25,0.5,2.75,-8.5,7.9,-0.125,5] cell=empty:8 n=8 want=[-1,-2,0,1,-5,3,-1,2] ref=cell=want --tol bitwise
// expect: cells rule=mismatch line=marked max_findings=1
__global__ void cells(const float* x, int* cell, int n) {
  const int i = threadIdx.x;
  if (i >= n) return;
  const int c = (int)(x[i] * 0.5f); // expect-line
  cell[i] = c;
}

// fpcheck: upper_halves <<<1, 32>>> x=[1.2345,-3.7,10.123,0.3333,7.77,2.71828,100.9,0.1] y=empty:8 n=8 want=[1.234375,-3.703125,10.125,0.333984375,7.78125,2.71875,101,0.10009765625] ref=y=want --tol bitwise
// expect: upper_halves rule=mismatch line=marked max_findings=1
__device__ unsigned upper(float v) {
  return __float_as_uint(v) & 0xffff0000u; // expect-line
}
__global__ void upper_halves(const float* x, float* y, int n) {
  const int i = threadIdx.x;
  if (i < n) y[i] = __uint_as_float(upper(x[i]));
}

// fpcheck: floors <<<1, 32>>> x=[-0.75,-3.25,0.5,2.75,-8.5,7.9,-0.125,5] cell=empty:8 n=8 want=[-1,-2,0,1,-5,3,-1,2] ref=cell=want --tol bitwise
// expect: floors clean
__global__ void floors(const float* x, int* cell, int n) {
  const int i = threadIdx.x;
  if (i >= n) return;
  const int c = (int)floorf(x[i] * 0.5f);
  cell[i] = c;
}
