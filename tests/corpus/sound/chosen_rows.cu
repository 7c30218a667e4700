// References whose indices are roundings: what rounding leaves open is any of the rows that it may be, and sums of few bits are exact.

// fpcheck: nearest <<<1, 128>>> n=128 x=randn:48 y=empty:128 --ref 'y=x[floor(arange(128) * 0.37)]'
// expect: nearest clean
__global__ void nearest(int n, const float* x, float* y) {
  const int i = threadIdx.x;
  if (i < n) y[i] = x[i * 37 / 100];
}

// fpcheck: every_third <<<1, 128>>> n=100 x=randn:34 y=empty:100 --ref 'y=x[floor(arange(100) / 3)]'
// expect: every_third clean
__global__ void every_third(int n, const float* x, float* y) {
  const int i = threadIdx.x;
  if (i < n) y[i] = x[i / 3];
}

// fpcheck: histogram <<<1, 128>>> n=128 bins=9 v=perm:128 counts=empty:9:i32 --ref 'counts=scatter_add(1 + 0 * v, floor(v * 0.07), 9)'
// expect: histogram clean
__global__ void histogram(int n, int bins, const int* v, int* counts) {
  __shared__ int in[64];
  if (threadIdx.x < 64) in[threadIdx.x] = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) atomicAdd(in + v[i] * 7 / 100, 1);
  __syncthreads();
  if (threadIdx.x < bins) counts[threadIdx.x] = in[threadIdx.x];
}

// Error diffusion of multiples of 1/256: every operation is exact, and so are the sums of the reference.
// fpcheck: diffuse <<<1, 32>>> rows=32 n=64 x=randint(0,256):32x64:f32 q=empty:32x64 --ref 'q=floor(cumsum(x / 256, 1) + 0.5) - floor(cumsum(x / 256, 1) - x / 256 + 0.5)'
// expect: diffuse clean
__global__ void diffuse(int rows, int n, const float* x, float* q) {
  const int r = threadIdx.x;
  if (r >= rows) return;
  float rest = 0;
  for (int i = 0; i < n; ++i) {
    const float v = x[r * n + i] * (1.0f / 256) + rest, whole = floorf(v + 0.5f);
    q[r * n + i] = whole;
    rest = v - whole;
  }
}
