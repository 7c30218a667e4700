// pi is the mean of 4 / (1 + x^2) over [0, 1]. By a plain sum in f32 the mean of 16384 values is 9 ulps off, and more values make it worse
// instead of better: with `n=131072` it is 162. A compensated sum (Kahan) carries what each addition lost into the next one: its error does
// not grow with the number of addends, and pi is the nearest float.

// fpcheck: plain <<<1, 1>>> n=16384 mean=empty:1 --ref 'mean=[pi]' --tol 2ulp --expect mismatch
__global__ void plain(float* __restrict__ mean, int n) {
  float sum = 0;
  for (int i = 0; i < n; ++i) {
    const float x = (i + 0.5f) / n;
    sum += 4 / (1 + x * x);
  }
  *mean = sum / n;
}

// fpcheck: compensated <<<1, 1>>> n=16384 mean=empty:1 --ref 'mean=[pi]' --tol 2ulp --expect clean
__global__ void compensated(float* __restrict__ mean, int n) {
  float sum = 0, lost = 0;
  for (int i = 0; i < n; ++i) {
    const float x = (i + 0.5f) / n, addend = 4 / (1 + x * x) - lost, next = sum + addend;
    lost = (next - sum) - addend;
    sum = next;
  }
  *mean = sum / n;
}
