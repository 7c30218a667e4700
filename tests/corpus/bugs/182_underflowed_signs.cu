// A sign that is read off a product: where the product underflows, no sign is left. The signs of the factors are, and a weight that
// underflows decides nothing that counts.

// fpcheck: brackets_by_product <<<1, 64>>> n=64 f=uniform(-1e-23,1e-23):n root=empty:n:i32
// expect: brackets_by_product rule=branch-flip line=marked
__global__ void brackets_by_product(const float* f, int* root, int n) {
  const int i = threadIdx.x;
  const float product = f[i] * f[(i + 1) % n];
  root[i] = product < 0.0f ? 1 : 0; // expect-line
}

// fpcheck: brackets_by_signs <<<1, 64>>> n=64 f=uniform(-1e-23,1e-23):n root=empty:n:i32
// expect: brackets_by_signs clean
__global__ void brackets_by_signs(const float* f, int* root, int n) {
  const int i = threadIdx.x;
  root[i] = (f[i] < 0.0f) != (f[(i + 1) % n] < 0.0f) ? 1 : 0;
}

// fpcheck: side_of_volume <<<1, 64>>> n=64 a=uniform(1e-16,2e-16):n b=uniform(-2e-16,2e-16):n side=empty:n
// expect: side_of_volume rule=branch-flip line=marked
__global__ void side_of_volume(const float* a, const float* b, float* side, int n) {
  const int i = threadIdx.x;
  const float volume = a[i] * b[i] * a[(i + 1) % n];
  side[i] = volume > 0.0f ? 1.0f : volume < 0.0f ? -1.0f : 0.0f; // expect-line
}

// fpcheck: weights_that_vanish <<<1, 64>>> n=64 x=uniform(-20,20):n w=empty:n
// expect: weights_that_vanish clean
__global__ void weights_that_vanish(const float* x, float* w, int n) {
  const int i = threadIdx.x;
  const float weight = expf(-x[i] * x[i]);
  w[i] = 1.0f + (weight > 0.0f ? weight * x[i] : 0.0f);
}
