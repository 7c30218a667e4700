// fpcheck: top4 <<<4, 64>>> x=@b_topk_keys_x.npy value=empty:4x4 index=empty:4x4:i32 --ref 'value=@b_topk_keys_v.npy' --ref 'index=@b_topk_keys_i.npy' --tol bitwise
// expect: ok
// why: top-k by 64-bit keys: all bits of a negative float are flipped, the sign bit of a positive one, and ~index below, so equal values give the smaller index; the maximum is found by atomicMax in shared memory
// figure: value[0] computed 2.22085166, exact 2.22085166; 0 of the tolerance
__device__ unsigned ordered(float v) {
  unsigned b = __float_as_uint(v);
  return b ^ ((unsigned)((int)b >> 31) | 0x80000000u);
}

__device__ float unordered(unsigned k) {
  return __uint_as_float((k & 0x80000000u) ? k ^ 0x80000000u : ~k);
}

__global__ void top4(const float* x, float* value, int* index) {
  __shared__ unsigned long long best;
  int row = blockIdx.x, i = threadIdx.x;
  unsigned long long key = ((unsigned long long)ordered(x[row * 64 + i]) << 32) | (unsigned)~i;
  for (int k = 0; k < 4; ++k) {
    if (i == 0) best = 0;
    __syncthreads();
    atomicMax(&best, key);
    __syncthreads();
    unsigned long long b = best;
    if (key == b) {
      value[row * 4 + k] = unordered((unsigned)(b >> 32));
      index[row * 4 + k] = i;
      key = 0;
    }
    __syncthreads();
  }
}
