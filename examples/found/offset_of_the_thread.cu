// A pointer that is moved to the thread's own element, and then indexed by the thread again: thread t works on element 2t, which is another
// thread's. Of a sum in place that makes a race; where nobody writes between, it is a wrong answer.

constexpr int block = 128;

__device__ void add_halves(float* part, int t) {
  for (int step = block / 2; step > 0; step /= 2) {
    if (t < step) part[t] += part[t + step];
    __syncthreads();
  }
}

// fpcheck: moved_and_indexed <<<1, 128>>> x=inout:uniform(0,1):512 sum=empty:1 --expect race
__global__ void moved_and_indexed(float* x, float* sum) {
  const int t = threadIdx.x;
  float* own = x + t;
  own[t] += own[t + block];
  __syncthreads();
  add_halves(x, t);
  if (t == 0) sum[0] = x[0];
}

// fpcheck: indexed <<<1, 128>>> x=inout:uniform(0,1):512 sum=empty:1 --expect clean
__global__ void indexed(float* x, float* sum) {
  const int t = threadIdx.x;
  x[t] += x[t + block];
  __syncthreads();
  add_halves(x, t);
  if (t == 0) sum[0] = x[0];
}
