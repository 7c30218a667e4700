// Kernels for which the library's sine, cosine and tanh are as good as the functions.

// fpcheck: rotations <<<1, 32>>> x=randn:32 a=uniform(-40,40):32 y=empty:64 n=32
// expect: rotations clean
__global__ void rotations(const float* x, const float* a, float* y, int n) {
  const int i = threadIdx.x;
  if (i >= n) return;
  float s, c;
  sincosf(a[i], &s, &c);
  y[2 * i] = c * x[i] - s, y[2 * i + 1] = s * x[i] + c;
}

// fpcheck: far_legs <<<1, 32>>> lat=uniform(-1.5,1.5):33 lon=uniform(-3,3):33 km=empty:32 n=32
// expect: far_legs clean
__global__ void far_legs(const float* lat, const float* lon, float* km, int n) {
  const int i = threadIdx.x;
  if (i >= n) return;
  const float c = sinf(lat[i]) * sinf(lat[i + 1]) + cosf(lat[i]) * cosf(lat[i + 1]) * cosf(lon[i + 1] - lon[i]);
  km[i] = 6371.f * acosf(fminf(1.f, fmaxf(-1.f, c)));
}

// fpcheck: drift_of_norms <<<1, 32>>> a=uniform(-3,3):32 q=randn:32 y=empty:32 n=32
// expect: drift_of_norms clean
__global__ void drift_of_norms(const float* a, const float* q, float* y, int n) {
  const int i = threadIdx.x;
  if (i >= n) return;
  const float s = sinf(a[i]), c = cosf(a[i]), scale = rsqrtf(s * s + c * c);
  y[i] = q[i] * s * scale + q[i] * c * scale;
}

// fpcheck: gated <<<1, 32>>> x=uniform(-12,12):32 w=randn:32 y=empty:32 n=32
// expect: gated clean
__global__ void gated(const float* x, const float* w, float* y, int n) {
  const int i = threadIdx.x;
  if (i >= n) return;
  y[i] = 0.5f * x[i] * (1.f + tanhf(0.79788456f * (x[i] + 0.044715f * x[i] * x[i] * x[i]))) * w[i] + tanf(0.1f * x[i]);
}

// fpcheck: inverse_of_tanh <<<1, 32>>> x=uniform(-3,3):32 y=empty:32 n=32
// expect: inverse_of_tanh clean
__global__ void inverse_of_tanh(const float* x, float* y, int n) {
  const int i = threadIdx.x;
  if (i >= n) return;
  y[i] = atanhf(0.999f * tanhf(x[i]));
}
