// Soft-capping keeps logits below a cap: y = cap tanh(z / cap). For logits far below the cap it is the identity, and so is its gradient: a
// backward kernel that passes g on as it came is right on small logits, and wrong where the cap works. The right slope is 1 - tanh^2; written so
// it cancels where the logit is far above the cap, 1 - (1 - tiny). As 1 / cosh^2 no digit is lost.

// fpcheck: forward <<<1, 64>>> n=64 cap=30 z=uniform(-90,90):n y=empty:n --ref 'cap * tanh(z / cap)' --expect clean
__global__ void forward(const float* __restrict__ z, float* __restrict__ y, float cap) { y[threadIdx.x] = cap * tanhf(z[threadIdx.x] / cap); }

// fpcheck: by_cosh <<<1, 64>>> n=64 cap=30 z=uniform(-300,300):n g=randn:n dz=empty:n --ref 'g / cosh(z / cap)^2' --expect clean
// fpcheck: by_cosh <<<1, 64>>> n=64 cap=30 z=uniform(-90,90):n g=randn:n dz=empty:n --ref 'grad(sum(g * cap * tanh(z / cap)), z)' --expect clean
__global__ void by_cosh(const float* __restrict__ z, const float* __restrict__ g, float* __restrict__ dz, float cap) {
  const float e = expf(-2 * fabsf(z[threadIdx.x] / cap)), sum = 1 + e;
  dz[threadIdx.x] = g[threadIdx.x] * 4 * e / (sum * sum);
}

// fpcheck: by_tanh <<<1, 64>>> n=64 cap=30 z=uniform(-300,300):n g=randn:n dz=empty:n --ref 'g / cosh(z / cap)^2' --expect cancellation,mismatch
__global__ void by_tanh(const float* __restrict__ z, const float* __restrict__ g, float* __restrict__ dz, float cap) {
  const float t = tanhf(z[threadIdx.x] / cap);
  dz[threadIdx.x] = g[threadIdx.x] * (1 - t * t);
}

// fpcheck: passed_on <<<1, 64>>> n=64 cap=30 z=uniform(-90,90):n g=randn:n dz=empty:n --ref 'grad(sum(g * cap * tanh(z / cap)), z)' --expect mismatch
__global__ void passed_on(const float* z, const float* __restrict__ g, float* __restrict__ dz, float cap) { dz[threadIdx.x] = g[threadIdx.x]; }
