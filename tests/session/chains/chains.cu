// Errors that go from one launch to the next: iterations whose steps are launches, and numbers that are kept in fixed point between two.

__device__ void sweep(const float* d, const float* a, const float* b, const float* x, float* y) {
  const int i = threadIdx.x;
  float s = b[i];
  for (int j = 0; j < 32; ++j)
    if (j != i) s -= a[i * 32 + j] * x[j];
  y[i] = s / d[i];
}
// fpcheck: sweep_forth <<<1, 32>>> d=uniform(4,5):32 a=uniform(-0.02,0.02):32x32 b=uniform(1,2):32 u=inout:zeros:32 v=inout:zeros:32 --expect clean
// fpcheck+ sweep_back <<<1, 32>>>
// fpcheck+ sweep_forth <<<1, 32>>>
// fpcheck+ sweep_back <<<1, 32>>>
// fpcheck+ sweep_forth <<<1, 32>>>
// fpcheck+ sweep_back <<<1, 32>>>
// fpcheck+ sweep_forth <<<1, 32>>>
// fpcheck+ sweep_back <<<1, 32>>>
// fpcheck+ residual_of_rows <<<1, 32>>> r=empty:32
__global__ void sweep_forth(const float* d, const float* a, const float* b, const float* u, float* v) { sweep(d, a, b, u, v); }
__global__ void sweep_back(const float* d, const float* a, const float* b, float* u, const float* v) { sweep(d, a, b, v, u); }
__global__ void residual_of_rows(const float* d, const float* a, const float* b, const float* u, float* r) {
  const int i = threadIdx.x;
  float s = b[i] - d[i] * u[i];
  for (int j = 0; j < 32; ++j)
    if (j != i) s -= a[i * 32 + j] * u[j];
  r[i] = s;
}

// fpcheck: first_guess <<<1, 64>>> a=uniform(1,2):64 x=empty:64 --expect clean
// fpcheck+ refine <<<1, 64>>>
// fpcheck+ refine <<<1, 64>>>
// fpcheck+ refine <<<1, 64>>>
// fpcheck+ refine <<<1, 64>>>
// fpcheck+ defect_of <<<1, 64>>> defect=empty:64
__global__ void first_guess(const float* a, float* x) { x[threadIdx.x] = 1.457f - 0.5f * a[threadIdx.x]; }
__global__ void refine(const float* a, float* x) {
  const int i = threadIdx.x;
  x[i] = x[i] * (2.f - a[i] * x[i]);
}
__global__ void defect_of(const float* a, const float* x, float* defect) {
  const int i = threadIdx.x;
  defect[i] = 1.f - a[i] * x[i];
}

// fpcheck: forces_to_units <<<16, 256>>> N=4096 scale=1048576 x=randn:N y=randn:N units=empty:N --expect clean
// fpcheck+ units_to_steps <<<16, 256>>> unit=0x1p-20 rate=0.5 step=empty:N
__global__ void forces_to_units(int N, float scale, const float* x, const float* y, int* units) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float r2 = x[i] * x[i] + y[i] * y[i] + 0.25f;
  units[i] = __float2int_rn(x[i] / (r2 * sqrtf(r2)) * scale);
}
__global__ void units_to_steps(int N, float unit, float rate, const int* units, float* step) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  step[i] = rate * (static_cast<float>(units[i]) * unit);
}

// fpcheck: waves_to_samples <<<16, 256>>> N=4096 f=uniform(0.01,0.02):1 samples=empty:N:i16 --expect clean
// fpcheck+ samples_to_energy <<<16, 256>>> energy=empty:N
__global__ void waves_to_samples(int N, const float* f, short* samples) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  samples[i] = static_cast<short>(rintf(0.9f * 32767.f * sinpif(f[0] * i)));
}
__global__ void samples_to_energy(int N, const short* samples, float* energy) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float a = samples[i] / 32768.f, b = samples[(i + 1) % N] / 32768.f;
  energy[i] = a * a + b * b;
}

// A few numbers of a field come close to zero: the roundings of the field that is given move them as far.
// fpcheck: hills <<<(16,16), (16,16)>>> f=empty:256x256 --expect clean
// fpcheck+ smoothed <<<(16,16), (16,16)>>> g=empty:256x256
__global__ void hills(float* f) {
  const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  const float a = (x - 80) * 0.03125f, b = (y - 133) * 0.03125f;
  f[y * 256 + x] = (1.f - a * a - b * b) * expf(-0.5f * (a * a + b * b));
}
__global__ void smoothed(const float* f, float* g) {
  const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  const float c = f[y * 256 + x], n = y > 0 ? f[(y - 1) * 256 + x] : 0.f, s = y < 255 ? f[(y + 1) * 256 + x] : 0.f;
  const float w = x > 0 ? f[y * 256 + x - 1] : 0.f, e = x < 255 ? f[y * 256 + x + 1] : 0.f;
  g[y * 256 + x] = c + 0.2f * (n + s + w + e - 4.f * c);
}

// The same of what is measured above a level: its second differences are about zero now and then.
// fpcheck: heights <<<1, 514>>> rough=uniform(-0.5,0.5):514 h=empty:514 --expect clean
// fpcheck+ bends <<<1, 512>>> bend=empty:512
// With these data two of eight copies move little where nothing but chance tells them from the others.
// fpcheck: heights <<<1, 300>>> rough=uniform(-0.5,0.5):300 h=empty:300 --seed 6 --expect clean
// fpcheck+ bends <<<1, 298>>> bend=empty:298
__global__ void heights(const float* rough, float* h) { h[threadIdx.x] = fmaf(rough[threadIdx.x], 0.7f, 5.f); }
__global__ void bends(const float* h, float* bend) {
  const int i = threadIdx.x;
  bend[i] = (h[i] - h[i + 1]) + (h[i + 2] - h[i + 1]);
}

// fpcheck: products_to_units <<<32, 256>>> n=64 x=randn:128x64 y=randn:64 sum=inout:zeros:128:i64 --expect clean
// fpcheck+ sums_of_units <<<1, 128>>> out=empty:128
__global__ void products_to_units(int n, const float* x, const float* y, unsigned long long* sum) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&sum[i / n], static_cast<unsigned long long>(__float2ll_rn(expf(x[i]) * y[i % n] * 0x1p24f)));
}
__global__ void sums_of_units(const unsigned long long* sum, float* out) {
  out[threadIdx.x] = static_cast<float>(static_cast<long long>(sum[threadIdx.x])) * 0x1p-24f;
}

// Wrong: nothing makes these differences vanish, and these units lose more than a rounding.

// fpcheck: cosines <<<1, 64>>> angle=uniform(0.0005,0.001):64 c=empty:64 --expect cancellation
// fpcheck+ sagitta <<<1, 64>>> radius=uniform(6,7):64 height=empty:64
__global__ void cosines(const float* angle, float* c) { c[threadIdx.x] = cosf(angle[threadIdx.x]); }
__global__ void sagitta(const float* radius, const float* c, float* height) {
  const int i = threadIdx.x;
  height[i] = radius[i] - radius[i] * c[i];
}

// The numbers that are given are large beside what is made of them.
// fpcheck: moments <<<64, 32>>> x=uniform(100,101):64x32 mean=empty:64 square=empty:64 --expect cancellation
// fpcheck+ spread <<<1, 64>>> variance=empty:64
__global__ void moments(const float* x, float* mean, float* square) {
  float a = x[blockIdx.x * 32 + threadIdx.x], b = a * a;
  for (int h = 16; h > 0; h /= 2) a += __shfl_xor_sync(~0u, a, h), b += __shfl_xor_sync(~0u, b, h);
  if (threadIdx.x == 0) mean[blockIdx.x] = a / 32, square[blockIdx.x] = b / 32;
}
__global__ void spread(const float* mean, const float* square, float* variance) {
  const int i = threadIdx.x;
  variance[i] = square[i] - mean[i] * mean[i];
}

// fpcheck: drift <<<1, 64>>> x=uniform(100,200):64 y=empty:64 --expect cancellation
// fpcheck+ moved_by <<<1, 64>>> moved=empty:64
__global__ void drift(const float* x, float* y) { y[threadIdx.x] = x[threadIdx.x] + 1e-5f; }
__global__ void moved_by(const float* x, const float* y, float* moved) {
  const int i = threadIdx.x;
  moved[i] = y[i] - x[i];
}

// fpcheck: pulls_to_units <<<16, 64>>> n=64 pull=uniform(0.0001,0.001):1024 sum=inout:zeros:16 --expect underflow-flushed
// fpcheck+ units_to_pulls <<<1, 16>>> out=empty:16
__global__ void pulls_to_units(int n, const float* pull, int* sum) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&sum[i / n], __float2int_rn(pull[i] * 256.f));
}
__global__ void units_to_pulls(const int* sum, float* out) { out[threadIdx.x] = sum[threadIdx.x] / 256.f; }

// fpcheck: hundredths <<<1, 256>>> parts=arange:256 whole=100 units=empty:256 --expect branch-flip
// fpcheck+ shares <<<1, 256>>> share=empty:256
__global__ void hundredths(const float* parts, float whole, int* units) {
  const int i = threadIdx.x;
  const float part = parts[i] / whole;
  units[i] = static_cast<int>(part * 100.f);
}
__global__ void shares(const int* units, float* share) { share[threadIdx.x] = units[threadIdx.x] * 0.01f; }
