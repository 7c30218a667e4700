// A linear recurrence h[t] = a[t] h[t-1] + x[t], as state-space models and gated linear attention have it. Written as
// h[t] = P[t] * sum_s x[s] / P[s] with P the running product of the gates it becomes two prefix operations; but P underflows: forty gates of 0.1
// make 1e-40, where f32 has few bits left, and a hundred make zero. Dividing by it gives what it gives. The repaired kernel keeps the
// recurrence (a parallel scan would combine pairs (a, x), which never divides).

// fpcheck: divided <<<1, 32>>> R=4 T=64 a=uniform(0.1,0.3):RxT x=uniform(0.5,1):RxT h=empty:RxT --expect overflow
__global__ void divided(const float* __restrict__ a, const float* __restrict__ x, float* __restrict__ h, int R, int T) {
  const int r = threadIdx.x;
  if (r >= R) return;
  float product = 1, sum = 0;
  for (int t = 0; t < T; ++t) {
    product *= a[r * T + t];
    sum += x[r * T + t] / product;
    h[r * T + t] = product * sum;
  }
}

// fpcheck: recurrent <<<1, 32>>> R=4 T=64 a=uniform(0.1,0.3):RxT x=uniform(0.5,1):RxT h=empty:RxT --expect clean
__global__ void recurrent(const float* __restrict__ a, const float* __restrict__ x, float* __restrict__ h, int R, int T) {
  const int r = threadIdx.x;
  if (r >= R) return;
  float state = 0;
  for (int t = 0; t < T; ++t) {
    state = a[r * T + t] * state + x[r * T + t];
    h[r * T + t] = state;
  }
}
