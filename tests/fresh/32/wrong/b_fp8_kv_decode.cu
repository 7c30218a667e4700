// fpcheck: decode_kv <<<1, 64>>> codes=@b_fp8_kv_decode_k.npy q=@b_fp8_kv_decode_q.npy w=empty:64 logits=empty:4 --ref 'w=@b_fp8_kv_decode_ref.npy' --tol bitwise
// expect: error mismatch at line 12
// why: the usual hand-made e4m3 decoder rebiases the exponent and forgets subnormals: code 0x01 must be 2^-9, but becomes (1 + 1/8) 2^-7 (reported for several FP8 KV caches)
// figure: w[33] computed 0.0087890625, exact 0.001953125 (14 of 64 beyond the tolerance)
__device__ float e4m3_to_float(unsigned char c) {
  unsigned sign = (unsigned)(c & 0x80) << 24;
  unsigned exponent = (c >> 3) & 0xf;
  unsigned mantissa = c & 0x7;
  if ((c & 0x7f) == 0) {
    return __uint_as_float(sign);
  }
  return __uint_as_float(sign | ((exponent + 120u) << 23) | (mantissa << 20));
}

__global__ void decode_kv(const unsigned char* codes, const float* q, float* w, float* logits) {
  __shared__ float part[64];
  int i = threadIdx.x;
  float k = e4m3_to_float(codes[i]);
  w[i] = k;
  part[i] = k * q[i & 15];
  __syncthreads();
  if ((i & 15) == 0) {
    float s = 0.0f;
    for (int c = 0; c < 16; ++c) {
      s += part[i + c];
    }
    logits[i >> 4] = s;
  }
}
