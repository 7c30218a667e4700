// fpcheck: bitonic_sort <<<1, 64>>> keys=inout:@b_bitonic_divergent_x.npy n=64
// expect: error barrier in divergent code at line 23
// why: the barrier stands inside the branch of those threads that exchange, so the others never reach it: undefined, a hang or a sort without barriers
// figure: half of the threads (partner < tid) do not come to the barrier
__device__ void exchange(float* s, int i, int j, bool up) {
  float a = s[i], b = s[j];
  if ((a > b) == up) {
    s[i] = b;
    s[j] = a;
  }
}

__global__ void bitonic_sort(float* keys, int n) {
  __shared__ float s[64];
  int tid = threadIdx.x;
  s[tid] = keys[tid];
  __syncthreads();
  for (int size = 2; size <= n; size <<= 1) {
    for (int stride = size >> 1; stride > 0; stride >>= 1) {
      int partner = tid ^ stride;
      if (partner > tid) {
        exchange(s, tid, partner, (tid & size) == 0);
        __syncthreads();
      }
    }
  }
  __syncthreads();
  keys[tid] = s[tid];
}
