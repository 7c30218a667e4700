// Races whose barrier is missing somewhere in a stretch of code, and elements that are not written because numbers decide so: what is told is where.

// The compiler keeps what a lane writes in a register up to the last step: the accesses that meet are in the last line alone.
// fpcheck: largest_of_64 <<<1, 64>>> x=randn:64 y=empty:1
// expect: largest_of_64 rule=race line=marked
__global__ void largest_of_64(const float* x, float* y) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  s[t] = x[t];
  __syncthreads();


  if (t < 32) {
    s[t] = fmaxf(s[t], s[t + 32]); // expect-line
    s[t] = fmaxf(s[t], s[t + 16]);
    s[t] = fmaxf(s[t], s[t + 8]);
    s[t] = fmaxf(s[t], s[t + 4]);
    s[t] = fmaxf(s[t], s[t + 2]);
    s[t] = fmaxf(s[t], s[t + 1]);
  }
  if (t == 0) y[0] = s[0];
}

// fpcheck: in_turn <<<1, 64>>> x=randn:64 y=empty:64 n=4
// expect: in_turn rule=race line=marked
__global__ void in_turn(const float* x, float* y, int n) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  s[t] = x[t];
  __syncthreads();
  float v = 0.f;
#pragma unroll 1
  for (int k = 0; k < n; ++k) {
    v += s[(t + 33) % 64];
    __syncthreads();
    s[t] = v * 0.5f;


    __syncwarp(); // expect-line
  }
  y[t] = v;
}

// fpcheck: places_by_rank <<<1, 16>>> x=[4,2,7,2,9,1,4,4,0,3,8,5,6,2,11,10] y=empty:16 n=16
// expect: places_by_rank rule=unwritten-output line=marked
__device__ int smaller_ones(const float* x, float key, int n) {
  int r = 0;
  for (int j = 0; j < n; ++j)
    if (x[j] < key) r += 1; // expect-line
  return r;
}
__global__ void places_by_rank(const float* x, float* y, int n) {
  const int i = threadIdx.x;
  if (i >= n) return;
  const float key = x[i];
  y[smaller_ones(x, key, n)] = key;
}

// fpcheck: largest_of_64_in_steps <<<1, 64>>> x=randn:64 y=empty:1
// expect: largest_of_64_in_steps clean
__global__ void largest_of_64_in_steps(const float* x, float* y) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  s[t] = x[t];
  __syncthreads();
  for (int d = 32; d > 0; d /= 2) {
    if (t < d) s[t] = fmaxf(s[t], s[t + d]);
    __syncthreads();
  }
  if (t == 0) y[0] = s[0];
}

// fpcheck: places_by_rank_and_index <<<1, 16>>> x=[4,2,7,2,9,1,4,4,0,3,8,5,6,2,11,10] y=empty:16 n=16
// expect: places_by_rank_and_index clean
__global__ void places_by_rank_and_index(const float* x, float* y, int n) {
  const int i = threadIdx.x;
  if (i >= n) return;
  const float key = x[i];
  int r = 0;
  for (int j = 0; j < n; ++j)
    r += x[j] < key || (x[j] == key && j < i);
  y[r] = key;
}
