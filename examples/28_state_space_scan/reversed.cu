// The gradient of a linear recurrence is one that runs backwards: with h[t] = a[t] h[t-1] + x[t] the gradient of h[t] is g[t] = dh[t] +
// a[t+1] g[t+1], that of x[t] the same, and that of a[t] is g[t] h[t-1]. The gate between two steps belongs to the later one; who writes
// the forward loop backwards takes a[t]. Where all gates are alike, as at the start of a training, both are the same.

// fpcheck: own_gate <<<1, R>>> R=3 T=24 a=uniform(0.1,0.9):RxT x=randn:RxT h=empty:RxT dh=randn:RxT da=empty:RxT dx=empty:RxT --ref "da=grad(sum(dh * scan('a * s + x', 1, s=zeros((3,)), a=a, x=x)), a)" --ref "dx=grad(sum(dh * scan('a * s + x', 1, s=zeros((3,)), a=a, x=x)), x)" --expect mismatch
__global__ void own_gate(const float* __restrict__ a, const float* __restrict__ x, const float* __restrict__ dh, float* __restrict__ h, float* __restrict__ da, float* __restrict__ dx, int T) {
  const int row = threadIdx.x * T;
  float state = 0, g = 0;
  for (int t = row; t < row + T; ++t) h[t] = state = a[t] * state + x[t];
  for (int t = row + T - 1; t >= row; --t) {
    g = a[t] * g + dh[t];
    dx[t] = g;
    da[t] = t > row ? g * h[t - 1] : 0;
  }
}

// fpcheck: later_gate <<<1, R>>> R=3 T=24 a=uniform(0.1,0.9):RxT x=randn:RxT h=empty:RxT dh=randn:RxT da=empty:RxT dx=empty:RxT --ref "da=grad(sum(dh * scan('a * s + x', 1, s=zeros((3,)), a=a, x=x)), a)" --ref "dx=grad(sum(dh * scan('a * s + x', 1, s=zeros((3,)), a=a, x=x)), x)" --expect clean
__global__ void later_gate(const float* __restrict__ a, const float* __restrict__ x, const float* __restrict__ dh, float* __restrict__ h, float* __restrict__ da, float* __restrict__ dx, int T) {
  const int row = threadIdx.x * T;
  float state = 0, g = 0;
  for (int t = row; t < row + T; ++t) h[t] = state = a[t] * state + x[t];
  for (int t = row + T - 1; t >= row; --t) {
    g = (t + 1 < row + T ? a[t + 1] * g : 0) + dh[t];
    dx[t] = g;
    da[t] = t > row ? g * h[t - 1] : 0;
  }
}
