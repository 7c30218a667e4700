// An integral image holds the sum of all pixels above and to the left, so that the sum over any box is that of four numbers with signs. In
// f32 the sums of 288 x 288 bright pixels of 16 bits exceed 2^32 and keep 24 bits of it: a box of 3 x 3 far from the corner is off by
// hundreds. Small or dark images fit and are right. Integers of 32 bits overflow, and it does not matter: they add modulo 2^32, and the sum
// over a box is below that.

template <class Number>
__device__ void sums(const int* image, Number* integral, int n) {
  for (int j = 0, i = threadIdx.x; j < n; ++j) integral[i * n + j] = (j > 0 ? integral[i * n + j - 1] : 0) + image[i * n + j];
  __syncthreads();
  for (int i = 1, j = threadIdx.x; i < n; ++i) integral[i * n + j] += integral[(i - 1) * n + j];
}

/// The sum over rows and columns i - 2 .. i and j - 2 .. j.
template <class Number>
__device__ Number box(const Number* integral, int i, int j, int n) {
  const Number above = i > 2 ? integral[(i - 3) * n + j] : 0, left = j > 2 ? integral[i * n + j - 3] : 0, both = i > 2 && j > 2 ? integral[(i - 3) * n + j - 3] : 0;
  return integral[i * n + j] - above - left + both;
}

// fpcheck: of_floats <<<1, n>>> n=288 image=randint(49152,65535):nxn:i32 a=empty:nxn --ref 'mean=conv2d(reshape(image, (1, 1, 288, 288)), ones((1, 1, 3, 3)))[0, 0] / 9' --expect cancellation,mismatch
// fpcheck+ boxes_of_floats <<<n-2, n-2>>> mean=empty:286x286
__global__ void of_floats(const int* __restrict__ image, float* a, int n) { sums(image, a, n); }
__global__ void boxes_of_floats(const float* __restrict__ a, float* __restrict__ mean, int n) { mean[blockIdx.x * blockDim.x + threadIdx.x] = box(a, blockIdx.x + 2, threadIdx.x + 2, n) / 9; }

// fpcheck: of_integers <<<1, n>>> n=288 image=randint(49152,65535):nxn:i32 b=empty:nxn:u32 --ref 'mean=conv2d(reshape(image, (1, 1, 288, 288)), ones((1, 1, 3, 3)))[0, 0] / 9' --expect clean
// fpcheck+ boxes_of_integers <<<n-2, n-2>>> mean=empty:286x286
__global__ void of_integers(const int* __restrict__ image, unsigned* b, int n) { sums(image, b, n); }
__global__ void boxes_of_integers(const unsigned* __restrict__ b, float* __restrict__ mean, int n) {
  mean[blockIdx.x * blockDim.x + threadIdx.x] = static_cast<float>(box(b, blockIdx.x + 2, threadIdx.x + 2, n)) / 9;
}
