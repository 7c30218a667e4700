// Softmax of each row, a block a row: the maximum, the sum of exponentials, the quotients.
//
// fpcheck: softmax <<<ROWS, 128>>> ROWS=4 C=200 inp=randn:ROWSxC out=empty:ROWSxC ref=softmax(inp,1)

/// `value` reduced over the block by `combine`; every thread gets the result.
template <class Combine>
__device__ float reduce(float value, Combine combine) {
  __shared__ float parts[128];
  parts[threadIdx.x] = value;
  __syncthreads();
  for (int half = 64; half > 0; half /= 2) {
    if (threadIdx.x < half) parts[threadIdx.x] = combine(parts[threadIdx.x], parts[threadIdx.x + half]);
    __syncthreads();
  }
  const float result = parts[0];
  __syncthreads(); // before the next reduction writes
  return result;
}

__global__ void softmax(const float* __restrict__ inp, float* __restrict__ out, int C) {
  const float* x = inp + blockIdx.x * C;
  float largest = __int_as_float(0xff800000); // -inf
  for (int c = threadIdx.x; c < C; c += blockDim.x) largest = fmaxf(largest, x[c]);
  largest = reduce(largest, [](float a, float b) { return fmaxf(a, b); });
  float sum = 0.0f;
  for (int c = threadIdx.x; c < C; c += blockDim.x) sum += expf(x[c] - largest);
  sum = reduce(sum, [](float a, float b) { return a + b; });
  for (int c = threadIdx.x; c < C; c += blockDim.x) out[blockIdx.x * C + c] = expf(x[c] - largest) / sum;
}
