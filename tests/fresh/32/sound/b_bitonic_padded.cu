// fpcheck: sort_pairs <<<1, 64>>> x=@b_bitonic_padded_x.npy key=empty:100 index=empty:100:i32 n=100 --ref 'key=@b_bitonic_padded_k.npy' --ref 'index=@b_bitonic_padded_i.npy' --tol bitwise
// expect: ok
// why: a bitonic sort of 128 slots with 100 keys: the rest are +inf, which sort to the end and are never stored; each of 64 threads owns one comparator, so the barrier is met by all
// figure: key[0] computed -136.135086, exact -136.135086; 0 of the tolerance
template <typename K, typename V>
__device__ void compare_exchange(K* k, V* v, int i, int j, bool ascending) {
  if ((k[i] > k[j]) == ascending) {
    K a = k[i];
    k[i] = k[j];
    k[j] = a;
    V b = v[i];
    v[i] = v[j];
    v[j] = b;
  }
}

__global__ void sort_pairs(const float* x, float* key, int* index, int n) {
  __shared__ float k[128];
  __shared__ int v[128];
  int t = threadIdx.x;
  for (int i = t; i < 128; i += 64) {
    k[i] = i < n ? x[i] : INFINITY;
    v[i] = i < n ? i : -1;
  }
  for (int size = 2; size <= 128; size *= 2) {
    for (int stride = size / 2; stride > 0; stride /= 2) {
      __syncthreads();
      int i = 2 * t - (t & (stride - 1));
      compare_exchange(k, v, i, i + stride, (i & size) == 0);
    }
  }
  __syncthreads();
  for (int i = t; i < n; i += 64) {
    key[i] = k[i];
    index[i] = v[i];
  }
}
