// Charges in units so coarse that each becomes zero: one alone says nothing of the unit.

// fpcheck: charge <<<1, 1>>> unit=1024 n=3 q=uniform(1e-5,1e-4):3 total=empty:1
// expect: charge rule=underflow-flushed line=marked
// fpcheck: charge <<<1, 1>>> unit=1024 n=1 q=uniform(1e-5,1e-4):1 total=empty:1
// expect: charge clean
__global__ void charge(float unit, int n, const float* q, float* total) {
  int sum = 0;
#pragma unroll 1
  for (int k = 0; k < n; ++k) sum += (int)(q[k] * unit); // expect-line
  total[0] = (float)sum / unit;
}
