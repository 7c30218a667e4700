// Inlining two levels deep: the line table must give the whole stack.
__device__ __forceinline__ float square(float x) {
  return x * x;
}

__device__ __forceinline__ float deviation(float x, float mean) {
  const float d = x - mean;
  return square(d);
}

extern "C" __global__ void variance(float* out, const float* in, int n) {
  float mean = 0, sum = 0;
  for (int i = 0; i < n; ++i) mean += in[i];
  mean /= n;
  for (int i = 0; i < n; ++i) {
    sum += deviation(in[i], mean);
  }
  out[threadIdx.x] = sum / n;
}
